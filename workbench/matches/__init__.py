"""Matches between bots.

`planning` says what is played, `workers` play it in processes, `archive` stores the games,
`calibration` measures levels.
"""

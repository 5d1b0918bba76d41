"""Matches between bots.

`planning` defines which games are played, `workers` plays them in processes, `archive` stores them, and `calibration`
measures levels.
"""

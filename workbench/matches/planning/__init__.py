"""The plan of a match: who meets whom, from which openings, and what ends a game early."""

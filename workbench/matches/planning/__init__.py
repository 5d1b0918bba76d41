"""The plan of a match: its bots, its openings, its schedule, and the rules for ending a game early."""

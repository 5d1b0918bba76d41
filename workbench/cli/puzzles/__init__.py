"""The parts of `herbarium puzzles`: making, listing, solving and checking."""

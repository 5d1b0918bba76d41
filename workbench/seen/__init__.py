"""The parts of a game that one seat can see."""

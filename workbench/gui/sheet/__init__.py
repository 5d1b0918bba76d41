"""The sheet on which players plan a turn before playing it."""

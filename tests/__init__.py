"""The tests of Herbarium. Repetition counts are samples; HERBARIUM_DEEP=1 runs them in full."""

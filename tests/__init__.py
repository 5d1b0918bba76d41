"""The tests of Herbarium. Counts are samples; HERBARIUM_DEEP=1 runs them in full."""

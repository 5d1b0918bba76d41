"""Output of `herbarium analyse`."""

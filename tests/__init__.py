"""The tests of Herbarium. Random cases are repeated only a few times unless HERBARIUM_DEEP is 1."""

"""A wild user of the window: random clicks, keys and commands, and checks that must always pass."""

"""A random user of the window: clicks, keys and commands, and checks that must always pass."""

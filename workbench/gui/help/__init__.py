"""Rules, keys and the page about the program."""

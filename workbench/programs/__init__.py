"""Programs as bots: the server for our own bots, and the checks of a program that speaks the protocol."""

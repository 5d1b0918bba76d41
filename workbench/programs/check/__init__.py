"""The checks of a program that speaks the protocol, in plain words."""

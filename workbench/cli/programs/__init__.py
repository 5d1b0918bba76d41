"""The command line for programs as bots: registering and checking them."""

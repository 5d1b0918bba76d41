"""The protocol between Herbarium and bots that are programs of their own: messages, lines, commands and names."""

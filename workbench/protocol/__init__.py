"""The protocol between Herbarium and bots that are separate programs: messages, lines, commands and names."""

"""The user's permission for bots from files or with special requirements."""

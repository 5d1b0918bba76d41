"""Herbarium's games in other people's frameworks. Each adapter is optional, and nothing else imports it."""

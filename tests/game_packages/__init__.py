"""Tests of games and bots in third-party packages."""

"""Tests of games and bots in packages of others."""

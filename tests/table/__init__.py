"""Tests of the table: games played with bots, without widgets."""

"""Tests of programs as bots: our own bots as programs, the checks, the kits, and hostile programs."""

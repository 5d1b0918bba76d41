"""Tests of the protocol for bots that are separate programs."""

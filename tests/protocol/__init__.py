"""Tests of the protocol for bots that are programs of their own."""

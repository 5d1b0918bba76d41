"""Tests of the tools for assistants and of their server."""

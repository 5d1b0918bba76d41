"""Sentences of the core, for translators."""

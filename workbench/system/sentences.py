"""Helpers that turn reasons and labels into sentences."""

from __future__ import annotations

from workbench.system.translation import core


def capitalised(text: str) -> str:
    """Return the text with its first letter in upper case and the rest unchanged."""
    return text[:1].upper() + text[1:]


def as_sentence(reason: str) -> str:
    """Return a reason with a capital letter and a full stop, in the user's language if it is one of the core."""
    sentence = capitalised(core(reason))
    return sentence if sentence.endswith(".") else f"{sentence}."

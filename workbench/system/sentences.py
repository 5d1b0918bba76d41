"""Reasons and labels as sentences."""

from __future__ import annotations


def capitalised(text: str) -> str:
    """Return the text with its first letter in upper case; the others stay as they are."""
    return text[:1].upper() + text[1:]


def as_sentence(reason: str) -> str:
    """Return a reason with a capital at its beginning and a full stop at its end."""
    sentence = capitalised(reason)
    return sentence if sentence.endswith(".") else f"{sentence}."

"""Texts about the players of a game."""

from __future__ import annotations

ADVISER = "The adviser"


def bot_failed(side: str, reason: str) -> str:
    return f"{side}'s bot failed: {reason.rstrip('.')}."


def illegal(reason: str) -> str:
    """Return a reason as a sentence."""
    sentence = reason[:1].upper() + reason[1:]
    return sentence if sentence.endswith(".") else sentence + "."

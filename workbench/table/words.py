"""The texts about the players of a game."""

from __future__ import annotations

ADVISER = "The adviser"


def bot_failed(side: str, reason: str) -> str:
    """Return the message that a bot has failed."""
    return f"{side}'s bot failed: {reason.rstrip('.')}."

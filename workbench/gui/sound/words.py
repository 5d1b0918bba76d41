"""The texts of the sounds and of the live text."""

from __future__ import annotations

CURSOR = "Cursor"
BOARD = "Board"
HAPPENED = "What happened"
LIVE_HEAD = "Live text"
CLOSE = "Close"
SOUND = "Sound"
SOUND_MEANING = "Quiet sounds for moves, captures, dice, your turn and the end"
LISTEN = "Listen"
NO_SOUND = "Nothing on this system plays sounds: pw-play, paplay, aplay, afplay or play would."


def sound_fails(reason: str) -> str:
    """Return the message that sounds cannot be played, with the reason."""
    return f"Sounds cannot be played ({reason})."

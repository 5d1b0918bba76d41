"""The texts of the sounds and of the live text."""

from __future__ import annotations

from workbench.system.translation import tr

CURSOR = tr("Cursor")
BOARD = tr("Board")
HAPPENED = tr("What happened")
LIVE_HEAD = tr("Live text")
CLOSE = tr("Close")
SOUND = tr("Sound")
SOUND_MEANING = tr("Quiet sounds for moves, captures, dice, your turn and the end")
LISTEN = tr("Listen")
NO_SOUND = tr("Sounds need one of the programs pw-play, paplay, aplay, afplay or play.")


def sound_fails(reason: str) -> str:
    """Return the message that sounds cannot be played, with the reason."""
    return tr("Sounds cannot be played ({reason}).", reason=reason)

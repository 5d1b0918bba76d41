"""What the window says about why a bot moved, and about hints by degrees."""

from __future__ import annotations

COMMANDS = {"why": "Why?"}
MEANINGS = {"why": "Show a bot's own reasons for its last move, or for the one that is shown"}

NOBODY = "No bot has moved on the way to this position."
NOTHING = "Its report says no more than the move."
COVERED = "What the bots think stays covered until the game is over: it would tell what they alone know."
CANDIDATES = "Looked at"
VALUE, SHARE = "value", "searched"
LINE = "Line"

# What the button for hints says next.
WHICH = "Which move?"
REASON = "Why?"
ALL_SAID = "The hint has been told whole; what it rests on stands beside the board."
WAIT = "Wait until the bot has moved."
STILL_LOOKING = "The adviser is still looking: Move now has it say what it has found."


def bot_head(side: str, move: str, stands: str) -> str:
    return f"{side}, {stands}: {move}" if stands else f"{side}: {move}"


def advice_head(move: str) -> str:
    return f"The hint: {move}"


def line(moves: str) -> str:
    return f"{LINE}: {moves}"


def meant(moves: str) -> str:
    return f"I mean to {moves}."


def look_at(spot: str) -> str:
    """The first degree of a hint where a move begins at a piece."""
    return f"Hint: look at {spot}."


def look_there(side: str) -> str:
    return f"Hint: {side} should look at the cells that are outlined."

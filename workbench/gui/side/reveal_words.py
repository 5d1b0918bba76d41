"""What the window says when it shows what was hidden, at the end of a part of a game."""

from __future__ import annotations

COMMANDS = {"reveal": "What was hidden", "reveal_earlier": "What was hidden before", "reveal_later": "What was hidden after"}
BUTTONS = {"reveal_earlier": "Earlier", "reveal_later": "Later"}
MEANINGS = {
    "reveal": "At the end of a round: what was hidden, and beside it what everybody could know",
    "reveal_earlier": "What was hidden in the round before",
    "reveal_later": "What was hidden in the round after",
}
NOTHING = "What was hidden is shown at the end of a round."
NO_HIDING = "Nothing like that is hidden in this game."
NO_EARLIER = "This is the first round that has ended."
NO_LATER = "This is the latest round that has ended."
WORKING = "What everybody could know is being worked out."
HOW = "How likely each was by all that they had seen, exactly: before they named one, or else at the end."
RIGHT, WRONG = "That was right.", "That was wrong."


def silent(name: str) -> str:
    """Somebody said nothing of what is hidden."""
    return f"{name} named nothing."


def you() -> str:
    return "You"


def line(told: str, shares: list[str]) -> str:
    """A row as text."""
    return f"{told} {', '.join(shares)}"

"""The texts of the rules, the list of keys, the page about Herbarium, and tips on the parts of the window."""

from __future__ import annotations

NO_RULES = "There is no rules page for this game."
NOT_FOUND = "not found"
CARD_TIPS = {
    "player": "Who plays this side, and its points. The side to move is outlined.",
    "panel": "What this turn asks for",
    "progress": "How far the bot that thinks is",
    "switch": "Switch between light and dark",
}
RULES = "Rules of the game"
RULES_HEAD = "Rules"
FIND = "Find"
OWN_WINDOW = "Own window"
CLOSE = "Close"
ABOUT_HEAD = "About Herbarium"
BOARD_KEYS = (
    ("Arrows", "Move the cursor on the board"),
    ("Enter", "Choose the cell under the cursor"),
    ("Esc", "Skip what is shown, take a choice back, or stop the bot"),
    ("Tab", "Go to the next part of the window"),
    ("Alt+letter", "Open a menu"),
)
BOARD_KEYS_HEAD = "On the board"
ABOUT = "Board games that have no other strong program: play them against bots, and see what the bots saw."
DESIGNERS = "The games and their designers"


def found(number: int, total: int) -> str:
    """Return the number of the current match and of all matches."""
    return f"{number} of {total}" if total else NOT_FOUND

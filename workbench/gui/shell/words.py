"""Texts of the menus, the bars, the command palette and error reports."""

from __future__ import annotations

NAME = "Herbarium"
MENUS = {
    "game": "Game", "edit": "Edit", "view": "View", "moves": "Moves", "analyse": "Analyse", "set_up": "Set up",
    "bot": "Bot",
    "matches": "Matches", "help": "Help",
}  # fmt: skip
MODES = {"play_mode": "Play", "analyse_mode": "Analyse", "set_up_mode": "Set up"}  # the mode switch, by command
REVIEW = "Review"


TYPE_HERE = "Type a move"
COPIED_REPORT = "The report is on the clipboard."
COPY_REPORT = "Copy report"
SHOW_ERROR = "Something went wrong inside Herbarium; the game goes on."
PALETTE_HINT = "Type what you want to do"
NO_COMMAND = "No command is called that."


def menu_letter(menu: str) -> int:
    """Return the index of the letter that opens a menu with Alt: the first letter not used by an earlier menu."""
    used: set[str] = set()
    for name, label in MENUS.items():
        place = next((n for n, letter in enumerate(label) if letter.lower() not in used and letter.isalpha()), 0)
        if name == menu:
            return place
        used.add(label[place].lower())
    return 0


def number(value: float) -> str:
    """Return a rounded number in few characters: "950", "2,000", "41 k" or "1.1 M"."""
    if value < 9_999.5:
        return f"{value:,.0f}"
    if value < 999_500:
        return f"{value / 1_000:.0f} k"
    return f"{value / 1_000_000:.1f} M"


def thinks(side: str, rate: float) -> str:
    """Return the progress text of a bot. `rate` is in simulations per second, 0 if unknown."""
    return f"{side} thinks · {number(rate)} a second" if rate else f"{side} thinks"


def taken(key: str, command: str) -> str:
    """Return the message that a key belongs to another command."""
    return f"{key} belongs to “{command}” already."

"""The texts of the rules, the list of keys, the page about Herbarium, and tips on the parts of the window."""

from __future__ import annotations

from workbench.system.translation import tr

NO_RULES = tr("There is no rules page for this game.")
NOT_FOUND = tr("not found")
CARD_TIPS = {
    "player": tr("Player and points. An outline marks the player to move."),
    "panel": tr("What to do this turn"),
    "progress": tr("Progress of the bot's search"),
    "switch": tr("Switch between light and dark"),
}
RULES = tr("Rules of the game")
RULES_HEAD = tr("Rules")
FIND = tr("Find")
OWN_WINDOW = tr("Separate window")
CLOSE = tr("Close")
GUIDES = tr("Guides")
GUIDES_OPENED = tr("The guides open in your browser.")
PLAIN_GUIDES = tr("The README opens. Run 'make docs' to build the guides.")
NO_GUIDES = tr("The guides are not installed. Run 'make docs' before you install.")
ABOUT_HEAD = tr("About Herbarium")
BOARD_KEYS = (
    (tr("Arrows"), tr("Move the cursor on the board")),
    (tr("Enter"), tr("Click the cell under the cursor")),
    (tr("Esc"), tr("Skip the animation, deselect, or stop the bot")),
    (tr("Tab"), tr("Go to the next part of the window")),
    (tr("Alt+letter"), tr("Open a menu")),
)
BOARD_KEYS_HEAD = tr("On the board")
ABOUT = tr("Four board games, with bots that show how they think.")
DESIGNERS = tr("Games and designers")


def no_browser(page: str) -> str:
    """Return the message that no browser can show a page."""
    return tr("No browser was found. The guides are in {page}.", page=page)


def found(number: int, total: int) -> str:
    """Return the number of the current match and of all matches."""
    return tr("{number} of {total}", number=number, total=total) if total else NOT_FOUND

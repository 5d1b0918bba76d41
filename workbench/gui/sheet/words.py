"""Texts about the sheet and its commands."""

from __future__ import annotations

from workbench.system.translation import tr

KEYS_HEAD = tr("On the sheet")
KEYS = (
    (tr("Enter"), tr("Write the next action in the place of this line")),
    (tr("Delete"), tr("Remove the line")),
    (tr("Alt+Up"), tr("Move the line up; Alt+Down moves it down")),
    ("Up", tr("Go to the line above; Down to the line below")),
    (tr("letter"), tr("Press the button that shows it, while the board has the focus")),
)

PLAN = tr("Plan")
LOCK = tr("Lock plan")
MOVES = tr("Moves")
REMOVE, UP, DOWN = tr("Remove"), "↑", "↓"
FOUND = tr("What had been written on this sheet is there again.")
LINE_TIP = tr("Click to replace, drag or Alt+Up/Down to move, Delete to remove")
NEXT_TIP = tr("What comes next is written here.")
UNDO = tr("Undo what was written")
REDO = tr("Write it again")

# Reasons why a command is unavailable.
NOT_WRITING = tr("Nothing is being written.")
NO_LINE = tr("Nothing is written yet.")
NO_CHOSEN = tr("Choose a line of the sheet first.")
AT_EDGE = tr("It cannot go further.")
ON_BOARD = tr("Choose on the board.")
DONE = tr("Plan complete. Lock it or change a line.")
WHOLE = tr("Plan complete. Lock it, or choose a line to change it.")


def incomplete(expected: str) -> str:
    """Return the message that an incomplete plan cannot be locked."""
    return tr("The plan is not complete: {expected}.", expected=expected)


def faulty(number: int, reason: str) -> str:
    """Return the message that a plan with an illegal line cannot be locked."""
    return tr("Line {number} cannot be carried out: {reason}.", number=number, reason=reason.removesuffix("."))


def cannot_move(number: int, reason: str) -> str:
    """Return the message that a line cannot be moved, with the reason."""
    return tr("Line {number} stays where it is: {reason}.", number=number, reason=reason.removesuffix("."))


def complete(key: str) -> str:
    """Return a message that says the plan is complete and how to lock it."""
    lock = tr("Lock it ({key})", key=key) if key else tr("Lock it")
    return tr("Plan complete. {lock} or change a line.", lock=lock)


def line_selected(number: int, expected: str) -> str:
    """Return the message that the next choice replaces a line."""
    return tr("Line {number} is being replaced: {expected}.", number=number, expected=expected)


def spoken_line(cells: tuple[str, ...], reason: str) -> str:
    """Return a line of the sheet for screen readers."""
    words = ", ".join(cell for cell in cells if cell)
    return f"{words}: {reason}" if reason else words

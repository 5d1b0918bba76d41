"""Texts about the sheet and its commands."""

from __future__ import annotations

from workbench.system.translation import tr

KEYS_HEAD = tr("On the sheet")
KEYS = (
    (tr("Enter"), tr("Replace this line with your next action")),
    (tr("Delete"), tr("Remove the line")),
    (tr("Alt+Up"), tr("Move the line up; Alt+Down moves it down")),
    ("Up", tr("Select the line above; Down selects the line below")),
    (tr("letter"), tr("Press the button with this letter, while the board has the focus")),
)

PLAN = tr("Plan")
LOCK = tr("Lock plan")
MOVES = tr("Moves")
REMOVE, UP, DOWN = tr("Remove"), "↑", "↓"
FOUND = tr("Herbarium restored the plan on this sheet.")
LINE_TIP = tr("Click to replace, drag or Alt+Up/Down to move, Delete to remove")
NEXT_TIP = tr("Your next action appears here.")
UNDO = tr("Undo the last change of the plan")
REDO = tr("Redo the undone change of the plan")

# Reasons why a command is unavailable.
NOT_WRITING = tr("You are not writing a plan now.")
NO_LINE = tr("The plan is empty.")
NO_CHOSEN = tr("Select a line of the sheet first.")
AT_EDGE = tr("The line cannot move further.")
ON_BOARD = tr("Choose on the board.")
DONE = tr("Plan complete. Lock it or change a line.")
WHOLE = tr("Plan complete. Lock it, or select a line to change.")


def incomplete(expected: str) -> str:
    """Return the message that an incomplete plan cannot be locked."""
    return tr("The plan is not complete: {expected}.", expected=expected)


def faulty(number: int, reason: str) -> str:
    """Return the message that a plan with an illegal line cannot be locked."""
    return tr("Line {number} is invalid: {reason}.", number=number, reason=reason.removesuffix("."))


def cannot_move(number: int, reason: str) -> str:
    """Return the message that a line cannot be moved, with the reason."""
    return tr("Line {number} cannot move: {reason}.", number=number, reason=reason.removesuffix("."))


def complete(key: str) -> str:
    """Return a message that says the plan is complete and how to lock it."""
    lock = tr("Lock it ({key})", key=key) if key else tr("Lock it")
    return tr("Plan complete. {lock} or change a line.", lock=lock)


def line_selected(number: int, expected: str) -> str:
    """Return the message that the next choice replaces a line."""
    return tr("Replacing line {number}: {expected}.", number=number, expected=expected)


def spoken_line(cells: tuple[str, ...], reason: str) -> str:
    """Return a line of the sheet for screen readers."""
    words = ", ".join(cell for cell in cells if cell)
    return f"{words}: {reason}" if reason else words

"""Texts about the sheet and its commands."""

from __future__ import annotations

KEYS_HEAD = "On the sheet"
KEYS = (
    ("Enter", "Write the next action in the place of this line"),
    ("Delete", "Remove the line"),
    ("Alt+Up", "Move the line up; Alt+Down moves it down"),
    ("Up", "Go to the line above; Down to the line below"),
    ("letter", "Press the button that shows it, while the board has the focus"),
)

PLAN = "Plan"
LOCK = "Lock plan"
MOVES = "Moves"
REMOVE, UP, DOWN = "Remove", "↑", "↓"
FOUND = "What had been written on this sheet is there again."
LINE_TIP = (
    "Click, and what comes next takes the place of this line. Drag it, or press Alt with Up and Down, to move it; "
    "Delete removes it."
)
NEXT_TIP = "What comes next is written here."
UNDO = "Undo what was written"
REDO = "Write it again"

# Reasons why a command is unavailable.
NOT_WRITING = "Nothing is being written."
NO_LINE = "Nothing is written yet."
NO_CHOSEN = "Choose a line of the sheet first."
AT_EDGE = "It cannot go further."
ON_BOARD = "Choose on the board."
DONE = "All is written: lock the plan, or change a line."
WHOLE = "All is written: lock the plan, or choose a line to change it."


def incomplete(expected: str) -> str:
    """Return the message that an incomplete plan cannot be locked."""
    return f"It is not complete. {expected}"


def faulty(number: int, reason: str) -> str:
    """Return the message that a plan with an illegal line cannot be locked."""
    return f"Line {number} cannot be carried out: {reason.removesuffix('.')}."


def cannot_move(number: int, reason: str) -> str:
    """Return the message that a line cannot be moved, with the reason."""
    return f"Line {number} stays where it is: {reason.removesuffix('.')}."


def complete(side: str, key: str) -> str:
    """Return a message that says a player's plan is complete and how to lock it."""
    lock = f"lock the plan with {key}" if key else "lock the plan"
    return f"{side}'s plan is written: {lock}, or change a line."


def line_selected(number: int, expected: str) -> str:
    """Return the message that the next choice replaces a line."""
    return f"Line {number} is written anew. {expected}"


def spoken_line(cells: tuple[str, ...], reason: str) -> str:
    """Return a line of the sheet for screen readers."""
    words = ", ".join(cell for cell in cells if cell)
    return f"{words}: {reason}" if reason else words

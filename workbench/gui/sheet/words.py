"""What the window says of turns that are written on a sheet, of choices beside the board, and of what a decision
leads to."""

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

# Why something cannot be done now.
NOT_WRITING = "Nothing is being written."
NO_LINE = "Nothing is written yet."
NO_CHOSEN = "Choose a line of the sheet first."
AT_EDGE = "It cannot go further."
ON_BOARD = "Choose on the board."
DONE = "All is written: lock the plan, or change a line."
WHOLE = "All is written: lock the plan, or choose a line to change it."


def missing(expected: str) -> str:
    """Why a plan cannot be locked yet."""
    return f"It is not complete. {expected}"


def faulty(number: int, reason: str) -> str:
    """Why a plan cannot be locked as it is."""
    return f"Line {number} cannot be carried out: {reason.removesuffix('.')}."


def stays(number: int, reason: str) -> str:
    """Why a line cannot be moved."""
    return f"Line {number} stays where it is: {reason.removesuffix('.')}."


def whole(side: str, key: str) -> str:
    """All is written."""
    lock = f"lock the plan with {key}" if key else "lock the plan"
    return f"{side}'s plan is written: {lock}, or change a line."


def replaces(number: int, expected: str) -> str:
    """A line has been chosen."""
    return f"Line {number} is written anew. {expected}"


def line(cells: tuple[str, ...], why: str) -> str:
    """A line of the sheet as it is read out."""
    words = ", ".join(cell for cell in cells if cell)
    return f"{words}: {why}" if why else words

"""Texts of the Set up mode."""

from __future__ import annotations

from workbench.system.sentences import as_sentence

KEYS_HEAD = "While a position is set up"
KEYS = (
    ("Arrows", "Move the cursor on the board"),
    ("letter", "Put the piece with this letter or digit where the cursor is"),
    ("Enter", "Put the chosen piece where the cursor is"),
    ("Delete", "Take away what is there"),
    ("Space", "Exchange it for the next piece, as the right button does"),
    ("Tab", "Go through the pieces, the rest of the position and its text"),
    ("Esc", "Put the chosen piece down"),
)

PIECES, PIECES_SHORT = "Pieces · drag, or click and paint", "Pieces"
REST, ALL = "The rest of the position", "The position"
NOT_YET, GOOD = "Not a position yet", "A position"
READY = "Valid position."
CHECKING = "Checking…"
NOT_OPEN = "Fix these to play."
AS_TEXT = "As text"
COPY, PASTE, PICTURE = "Copy", "Paste", "Picture"
OPTIONS, OPTIONS_SHORT = "Options of the game", "Options…"
TAKE_OPTIONS = "Set up"
PRESENT, START, EMPTY = "The position of the game", "The start", "An empty board"
EVERYTHING = "Everything is known"
KNOWN = "What is known"
FACTS, KNOW, FORGET = "What else is known", "Know this", "Forget"
UNDO, REDO = "Undo the last change", "Redo the change"
BEFORE_PLAY = "Drag a piece, or select one and paint."
BY_FORM = "Fill in the form, write in the text, or paste a position."
READ_FIRST = "Herbarium cannot draw this text: fix it or edit it."
ERASES = "Click or drag to remove pieces. Esc ends erasing."
NO_PLACE = "This piece cannot be placed there."
BEHIND_TEXT = "Whose view it is and what else is known: Copy writes it behind the position, Paste reads it there."
TEXT_ALONE = "Copied without whose view it is and what else is known: Copy takes that along."

# Reasons why a command is unavailable.
IN_SET_UP = "You are setting up a position. F2 plays it; Shift+F2 returns."
IS_SET_UP = "You are already setting up this position."
COVERED = "Parts of this position stay hidden until the game ends."
NOT_SETTING_UP = "You are not setting up a position."
NOTHING_CHOSEN = "Select a piece first."
NO_PIECES = "This game has no pieces to place."
NO_TURN = "This board cannot be rotated."
NO_MIRROR = "This board cannot be mirrored."
NOTHING_UNDONE = "There is nothing to undo."
NOTHING_REDONE = "There is nothing to redo."
NOTHING_TO_OPEN = "The clipboard has neither a position nor files."
NOTHING_COPIED = "There is no text on the clipboard."
STILL_CHECKED = "Herbarium is still checking the position."
NOTHING_WRONG = "The position is valid."
NOTHING_WRONG_IN_LIST = "All positions in the list are valid."
NO_FIX = "Herbarium knows no fix for this problem."
NO_OPTIONS = "This game has no options."
NO_OTHER = "The list has no more positions."
ONLY_ONE = "The list has only this position."
UNREADABLE = "Herbarium cannot draw this text."
FACTS_LEFT_OUT = "What else was known at the start of this game is left out here: add it under “What else is known”."
NO_PICTURE = "Herbarium cannot draw this text. Fix it first."


def title(game: str, options: str, valid: bool) -> str:
    """Return the title above the board, such as "Go, size 9 · set up"."""
    name = f"{game}, {options}" if options else game
    return f"{name} · {'set up' if valid else 'draft'}"


def spec_line(text: str) -> str:
    """Return the line above the position text with a game and options that have a problem."""
    return f"Game: {text}"


def with_options(beginning: str, options: str) -> str:
    """Return the label of a position to begin with, such as "The start, size 9"."""
    return f"{beginning}, {options}" if options else beginning


def tab(game: str) -> str:
    """Return the text on the tab."""
    return f"Set up: {game}"


def seen_by(side: str) -> str:
    """Return the label of the view of a seat."""
    return f"As {side} sees it"


def seen_by_nobody(number: int) -> str:
    """Return the label of the view of a seat that the game does not have."""
    return f"As seat {number} sees it, which is not there"


def painting(label: str) -> str:
    """Return the prompt for using the selected piece."""
    return f"{label}: click, or paint by dragging. Esc puts it down."


def tip(label: str, key: str) -> str:
    """Return the tip of a piece in the palette."""
    return f"{label}. Drag it, or click it and paint." + (f" {key.upper()} puts it where the cursor is." if key else "")


def problem(field: str, reason: str) -> str:
    """Return a problem as a sentence, with the field that it concerns."""
    return f"{field}: {reason.removesuffix('.')}." if field else as_sentence(reason)


def fault(number: int, count: int, sentence: str) -> str:
    """Return a problem, with its number if there are several, such as "Fault 2 of 3: Side: it must be r or b"."""
    return f"Fault {number} of {count}: {sentence}" if count > 1 else sentence


def faults(count: int) -> str:
    """Return the heading of the problems."""
    return NOT_YET if count == 1 else f"{NOT_YET}: {count} faults"


def more_faults(count: int) -> str:
    """Return the note about problems that are not shown."""
    return f"And {count} more."


def too_long(count: int, shown: int) -> str:
    """Return the note above a text that is too long to edit."""
    return f"It is too long to write in: {count:,} letters, the first {shown:,} of them here. Undo, or paste another."


def not_whole(reason: str) -> str:
    """Return the message that a position cannot be played, with the reason."""
    return f"This is no position yet. {reason}"


def place(number: int, count: int, comment: str) -> str:
    """Return the place of a position in its list."""
    return f"{number} of {count}" + (f" · {comment}" if comment else "")


def left(game: str, count: int, valid: bool, when: str, others: int) -> str:
    """Return the text that offers unfinished positions, such as "Set up: a position of Go, today at 14:05; and 3 more".

    If the only position is invalid, the text begins with "Unfinished".
    """
    subject = f"a position of {game}" if count == 1 else f"{count} positions of {game}"
    return f"{'Set up' if valid or count > 1 else 'Unfinished'}: {subject}, {when}{more(others)}."


def more(others: int) -> str:
    """Return a phrase with the number of further offers, or ""."""
    return f"; and {others} more" if others else ""

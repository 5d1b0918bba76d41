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
READY = "A position: nothing is wrong with it."
CHECKING = "It is being checked…"
NOT_OPEN = "Play opens when nothing is left here."
AS_TEXT = "As text"
COPY, PASTE, PICTURE = "Copy", "Paste", "Picture"
OPTIONS, OPTIONS_SHORT = "Options of the game", "Options…"
TAKE_OPTIONS = "Set up"
PRESENT, START, EMPTY = "The position of the game", "The start", "An empty board"
EVERYTHING = "Everything is known"
KNOWN = "What is known"
FACTS, KNOW, FORGET = "What else is known", "Know this", "Forget"
UNDO, REDO = "Undo what was set up", "Set it up again"
BEFORE_PLAY = "Drag a piece, or choose one and paint."
BY_FORM = "Fill in the form, write in the text, or paste a position."
READ_FIRST = "It cannot be drawn as it is written: mend it, or write in the text."
ERASES = "Click or paint to take pieces away; Esc ends it."
NO_PLACE = "It cannot stand there."
BEHIND_TEXT = "Whose view it is and what else is known: Copy writes it behind the position, Paste reads it there."
TEXT_ALONE = "Copied without whose view it is and what else is known: Copy takes that along."

# Reasons why a command is unavailable.
IN_SET_UP = "A position is being set up: F2 plays it, Shift+F2 goes back to the game."
IS_SET_UP = "It is being set up already."
COVERED = "Nobody sees all of it before the game is over."
NOT_SETTING_UP = "No position is being set up."
NOTHING_CHOSEN = "Choose a piece first."
NO_PIECES = "This game has no pieces to be put."
NO_TURN = "This board cannot be turned."
NO_MIRROR = "This board cannot be mirrored."
NOTHING_UNDONE = "Nothing has been changed."
NOTHING_REDONE = "Nothing has been undone."
NOTHING_TO_OPEN = "The clipboard has neither a position nor files."
NOTHING_COPIED = "There is no text on the clipboard."
STILL_CHECKED = "It is still being checked."
NOTHING_WRONG = "Nothing is wrong with the position."
NOTHING_WRONG_IN_LIST = "Nothing is wrong with any position of the list."
NO_FIX = "Nothing is offered against this fault."
NO_OPTIONS = "This game has no options."
NO_OTHER = "There is no other position in the list."
ONLY_ONE = "It is the only position."
UNREADABLE = "It cannot be drawn as it is written."
FACTS_LEFT_OUT = "What else was known at the start of this game is left out here: add it under “What else is known”."
NO_PICTURE = "It cannot be drawn as it is written: mend it first."


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

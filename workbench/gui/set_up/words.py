"""Texts of the Set up mode."""

from __future__ import annotations

from workbench.system.sentences import as_sentence
from workbench.system.translation import core, tr, trn

KEYS_HEAD = tr("In Set up")
KEYS = (
    (tr("Arrows"), tr("Move the cursor on the board")),
    (tr("letter"), tr("Put the piece with this letter or digit at the cursor")),
    (tr("Enter"), tr("Put the selected piece at the cursor")),
    (tr("Delete"), tr("Remove the piece at the cursor")),
    (tr("Space"), tr("Change the piece at the cursor, like a right click")),
    (tr("Tab"), tr("Go through the pieces, the details and the text")),
    (tr("Esc"), tr("Deselect the piece")),
)

PIECES, PIECES_SHORT = tr("Pieces · drag, or click and paint"), tr("Pieces")
REST, ALL = tr("Details"), tr("Position")
NOT_YET, GOOD = tr("Problem"), tr("Position")
READY = tr("Valid position.")
CHECKING = tr("Checking…")
AS_TEXT = tr("Position text")
COPY, PASTE, PICTURE = tr("Copy"), tr("Paste"), tr("Save image")
OPTIONS, OPTIONS_SHORT, GAME = tr("Game to set up"), tr("Game and options…"), tr("Game")
TAKE_OPTIONS = tr("Set up")
PRESENT, START, EMPTY = tr("Current position"), tr("Start position"), tr("Empty board")
EVERYTHING = tr("Everything is known")
KNOWN = tr("Known")
FACTS, KNOW, FORGET = tr("Known facts"), tr("Add fact"), tr("Remove")
UNDO, REDO = tr("Undo the last change"), tr("Redo the change")
BEFORE_PLAY = tr("Drag pieces onto the board. Right-click a piece to change it.")
BY_FORM = tr("Fill in the form, edit the text, or paste a position.")
READ_FIRST = tr("Herbarium cannot draw this text: fix it or edit it.")
ERASES = tr("Click or drag to remove pieces. Esc ends erasing.")
NO_PLACE = tr("This piece cannot be placed there.")
BEHIND_TEXT = tr("Copy adds the player and the known facts to the text.")
TEXT_ALONE = tr("Copied without the player and the known facts. Copy adds both.")

# Reasons why a command is unavailable.
IN_SET_UP = tr("You are setting up a position. F2 plays it; Shift+F2 returns.")
IS_SET_UP = tr("You are already setting up this position.")
NOT_SETTING_UP = tr("You are not setting up a position.")
NOTHING_CHOSEN = tr("Select a piece first.")
NO_PIECES = tr("This game has no pieces to place.")
NO_TURN = tr("This board cannot be rotated.")
NO_MIRROR = tr("This board cannot be mirrored.")
NOTHING_UNDONE = tr("There is nothing to undo.")
NOTHING_REDONE = tr("There is nothing to redo.")
NOTHING_TO_OPEN = tr("The clipboard has neither a position nor files.")
NOTHING_COPIED = tr("There is no text on the clipboard.")
STILL_CHECKED = tr("Herbarium is still checking the position.")
NOTHING_WRONG = tr("The position is valid.")
NOTHING_WRONG_IN_LIST = tr("All positions in the list are valid.")
NO_FIX = tr("Herbarium knows no fix for this problem.")
NO_OTHER = tr("The list has no more positions.")
ONLY_ONE = tr("The list has only this position.")
UNREADABLE = tr("Herbarium cannot draw this text.")
FACTS_LEFT_OUT = tr("Facts from the game's start are missing. Add them under “Known facts”.")
TO_GAME, TO_ANALYSIS = tr("Back to game"), tr("Back to analysis")
GAME_KEPT = tr("The position has its own tab. Your game is unchanged.")
NO_PICTURE = tr("Herbarium cannot draw this text. Fix it first.")


def ready(standings: str) -> str:
    """Return the message that a position is valid, with the points of all seats, such as "Red 3, Blue 2"."""
    return f"{READY} {standings}." if standings else READY


def title(game: str, options: str, valid: bool) -> str:
    """Return the title above the board, such as "Go, size 9 · set up"."""
    name = f"{game}, {options}" if options else game
    return tr("{name} · set up", name=name) if valid else tr("{name} · draft", name=name)


def spec_line(text: str) -> str:
    """Return the line above the position text with a game and options that have a problem."""
    return tr("Game: {text}", text=text)


def with_options(beginning: str, options: str) -> str:
    """Return the label of a position to begin with, such as "The start, size 9"."""
    return f"{beginning}, {options}" if options else beginning


def tab(game: str) -> str:
    """Return the text on the tab."""
    return tr("Set up: {game}", game=game)


def seen_by(side: str) -> str:
    """Return the label of the view of a seat."""
    return tr("As {side} sees it", side=side)


def view_line(side: str, facts: int) -> str:
    """Return the line below a position text that is one seat's view, such as "As Red sees it, with 2 known facts"."""
    return seen_by(side) + (trn(", with {count} known fact", ", with {count} known facts", facts) if facts else "")


def seen_by_nobody(number: int) -> str:
    """Return the label of the view of a seat that the game does not have."""
    return tr("As seat {number} sees it (no such seat)", number=number)


def painting(label: str) -> str:
    """Return the prompt for using the selected piece."""
    return tr("{label}: click or drag over free places. Esc deselects it.", label=label)


def tip(label: str, key: str) -> str:
    """Return the tip of a piece in the palette."""
    return tr("{label}. Drag it, or select it and paint.", label=label) + (
        tr(" {key} puts it at the cursor.", key=key.upper()) if key else ""
    )


def problem(field: str, reason: str) -> str:
    """Return a problem as a sentence, with the field that it concerns."""
    return f"{field}: {core(reason).removesuffix('.')}." if field else as_sentence(reason)


def fault(number: int, count: int, sentence: str) -> str:
    """Return a problem, with its number if there are several, such as "Problem 2 of 3: Side: it must be r or b"."""
    return (
        tr("Problem {number} of {count}: {sentence}", number=number, count=count, sentence=sentence)
        if count > 1
        else sentence
    )


def faults(count: int) -> str:
    """Return the heading of the problems, such as "Fix 1 problem to play"."""
    return trn("Fix {count} problem to play", "Fix {count} problems to play", count)


def more_faults(count: int) -> str:
    """Return the note about problems that are not shown."""
    return tr("And {count} more.", count=count)


def too_long(count: int, shown: int) -> str:
    """Return the note above a text that is too long to edit."""
    return tr(
        "Too long to edit: {shown:,} of {count:,} characters shown. Paste another text.",
        count=count,
        shown=shown,
    )


def not_whole(reason: str) -> str:
    """Return the message that a position cannot be played, with the reason."""
    return tr("This position is not valid yet. {reason}", reason=reason)


def place(number: int, count: int, comment: str) -> str:
    """Return the place of a position in its list."""
    return tr("{number} of {count}", number=number, count=count) + (f" · {comment}" if comment else "")


def left(game: str, count: int, valid: bool, when: str, others: int) -> str:
    """Return the offer to restore positions, such as "Restore your position of Go (14:05)? There are 3 more."."""
    if count > 1:
        offer = tr("Restore {count} positions of {game} ({when})?", count=count, game=game, when=when)
    elif valid:
        offer = tr("Restore your position of {game} ({when})?", game=game, when=when)
    else:
        offer = tr("Restore your unfinished position of {game} ({when})?", game=game, when=when)
    more = trn("There is {count} more.", "There are {count} more.", others) if others else ""
    return f"{offer} {more}".rstrip()

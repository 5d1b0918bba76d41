"""Texts of the side pages: recent events, the record form and what was hidden."""

from __future__ import annotations

from collections.abc import Sequence

from workbench.records.schema import Help
from workbench.system.sentences import capitalised

TITLE, FORM_TITLE, REVEAL_TITLE = "What happened", "Record form", "What was hidden"
PLAY = "Replay turn"
PAUSE = "Pause replay"
TO_GAME = "Back to the game"
BEFORE = "Before the first turn"
START = "This is how it began."
COVERED = "What happened is told when the screen has been handed over."
NOTHING = "Nothing has happened yet."
AT_START = "This is before the first event."
AT_END = "This is the last event."
NOT_SHOWN = "The game is shown as it is."
HELP = "Help"
CLOSE = "Close"
HELP_ON = "Help is on"
NO_FORM = "No form belongs to this game."
NO_SEAT = "Only who plays fills in a form."
FORM_HOW = "Click a cell and write, up to 12 letters. Undo takes it back."
FORM_WORKING = "What you can know is being worked out."
EARLIER, LATER = "Earlier", "Later"
NOTHING_REVEALED = "What was hidden is shown at the end of a round."
NO_HIDING = "Nothing like that is hidden in this game."
NO_EARLIER = "This is the first round that has ended."
NO_LATER = "This is the latest round that has ended."
REVEAL_WORKING = "What everybody could know is being worked out."
REVEAL_HOW = "How likely each was by all that they had seen, exactly: before they named one, or else at the end."
RIGHT, WRONG = "That was right.", "That was wrong."


def turn(progress: str, side: str) -> str:
    """Return the heading of a turn's events, such as "Turn 4, Red"."""
    if not progress:
        return BEFORE
    return f"{capitalised(progress)}, {side}" if side else capitalised(progress)


def shown(words: str, number: int, total: int) -> str:
    """Return the status shown during a replay: the event, its number, and how to return to the game."""
    return f"{words or START} ({number} of {total}, Esc goes back)"


def helped(periods: Sequence[Help]) -> str:
    """Return the sentence about when help was on, such as "Help was on from move 3 to 7, ..."."""
    ended = [_period(period.since, period.until) for period in periods if period.until is not None]
    parts = [f"was on {', '.join(ended)}"] if ended else []
    parts += [
        f"has been on since {f'move {period.since}' if period.since else 'the start'}"
        for period in periods
        if period.until is None
    ]
    return f"Help {' and '.join(parts)}, which the record says." if parts else ""


def _period(since: int, until: int) -> str:
    if since == until:
        return f"at move {since}" if since else "before the first move"
    return f"from {f'move {since}' if since else 'the start'} to {until}"


def not_worked_out(reason: str) -> str:
    """Return the message that a deduction failed, with the reason."""
    return f"This cannot be worked out here: {reason}."


def form_line(row: str, columns: Sequence[str], written: Sequence[str], deduced: Sequence[str]) -> str:
    """Return a row of the form as text, such as "seat 2: red 1 (0 or 1), blue -"."""
    cells = []
    for column, own, help in zip(columns, written, deduced, strict=True):
        cells.append(f"{column}: {own or '-'}" + (f" ({help})" if help else ""))
    return f"{row}: {', '.join(cells)}"


def no_guess(name: str) -> str:
    """Return the text that a seat made no guess."""
    return f"{name} named nothing."


def own_name() -> str:
    """Return the name for the person at the screen."""
    return "You"


def reveal_line(guess: str, shares: list[str]) -> str:
    """Return a seat's guess and odds as text."""
    return f"{guess} {', '.join(shares)}"

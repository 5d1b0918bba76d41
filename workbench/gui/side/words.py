"""Texts of the side pages: recent events, the record form and what was hidden."""

from __future__ import annotations

from collections.abc import Sequence

from workbench.records.schema import Help
from workbench.system.sentences import capitalised
from workbench.system.translation import tr

TITLE, FORM_TITLE, REVEAL_TITLE = tr("What happened"), tr("Record form"), tr("What was hidden")
PLAY = tr("Replay turn")
PAUSE = tr("Pause replay")
TO_GAME = tr("Back to the game")
BEFORE = tr("Before the first turn")
START = tr("This is how it began.")
COVERED = tr("What happened is told when the screen has been handed over.")
NOTHING = tr("Nothing has happened yet.")
AT_START = tr("This is before the first event.")
AT_END = tr("This is the last event.")
NOT_SHOWN = tr("The game is shown as it is.")
HELP = tr("Help")
CLOSE = tr("Close")
HELP_ON = tr("Help is on")
NO_FORM = tr("No form belongs to this game.")
NO_SEAT = tr("Only who plays fills in a form.")
FORM_HOW = tr("Click a cell and write, up to 12 letters. Undo takes it back.")
FORM_WORKING = tr("What you can know is being worked out.")
EARLIER, LATER = tr("Earlier"), tr("Later")
NOTHING_REVEALED = tr("What was hidden is shown at the end of a round.")
NO_HIDING = tr("Nothing like that is hidden in this game.")
NO_EARLIER = tr("This is the first round that has ended.")
NO_LATER = tr("This is the latest round that has ended.")
REVEAL_WORKING = tr("What everybody could know is being worked out.")
REVEAL_HOW = tr("How likely each was by all that they had seen, exactly: before they named one, or else at the end.")
RIGHT, WRONG = tr("That was right."), tr("That was wrong.")


def turn(progress: str, side: str) -> str:
    """Return the heading of a turn's events, such as "Turn 4, Red"."""
    if not progress:
        return BEFORE
    return f"{capitalised(progress)}, {side}" if side else capitalised(progress)


def shown(words: str, number: int, total: int) -> str:
    """Return the status shown during a replay: the event, its number, and how to return to the game."""
    return tr("{words} ({number} of {total}, Esc goes back)", words=words or START, number=number, total=total)


def helped(periods: Sequence[Help]) -> str:
    """Return the sentence about when help was on, such as "Help was on from move 3 to 7, ..."."""
    ended = [_period(period.since, period.until) for period in periods if period.until is not None]
    parts = [tr("was on {ended}", ended=", ".join(ended))] if ended else []
    parts += [
        (
            tr("has been on since move {since}", since=period.since)
            if period.since
            else tr("has been on since the start")
        )
        for period in periods
        if period.until is None
    ]
    return tr("Help {parts}, which the record says.", parts=tr(" and ").join(parts)) if parts else ""


def _period(since: int, until: int) -> str:
    if since == until:
        return tr("at move {since}", since=since) if since else tr("before the first move")
    return (
        tr("from move {since} to {until}", since=since, until=until)
        if since
        else tr("from the start to {until}", until=until)
    )


def not_worked_out(reason: str) -> str:
    """Return the message that a deduction failed, with the reason."""
    return tr("This cannot be worked out here: {reason}.", reason=reason)


def form_line(row: str, columns: Sequence[str], written: Sequence[str], deduced: Sequence[str]) -> str:
    """Return a row of the form as text, such as "seat 2: red 1 (0 or 1), blue -"."""
    cells = []
    for column, own, help in zip(columns, written, deduced, strict=True):
        cells.append(f"{column}: {own or '-'}" + (f" ({help})" if help else ""))
    return f"{row}: {', '.join(cells)}"


def no_guess(name: str) -> str:
    """Return the text that a seat made no guess."""
    return tr("{name} named nothing.", name=name)


def own_name() -> str:
    """Return the name for the person at the screen."""
    return tr("You")


def reveal_line(guess: str, shares: list[str]) -> str:
    """Return a seat's guess and odds as text."""
    return f"{guess} {', '.join(shares)}"

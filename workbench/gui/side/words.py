"""Texts of the side pages: recent events, the record form and what was hidden."""

from __future__ import annotations

from collections.abc import Sequence

from workbench.records.schema import Help
from workbench.system.sentences import capitalised
from workbench.system.translation import tr

TITLE, FORM_TITLE, REVEAL_TITLE = tr("What happened"), tr("Record form"), tr("What was hidden")
PLAY = tr("Replay turn")
PAUSE = tr("Pause replay")
TO_GAME = tr("Back to game")
BEFORE = tr("Before the first turn")
START = tr("This is the start of the game.")
COVERED = tr("Pass the screen to see what happened.")
NOTHING = tr("Nothing has happened yet.")
AT_START = tr("This is before the first event.")
AT_END = tr("This is the last event.")
NOT_SHOWN = tr("No replay is shown.")
HELP = tr("Help")
CLOSE = tr("Close")
HELP_ON = tr("Help is on")
NO_FORM = tr("This game has no record form.")
NO_SEAT = tr("Only players have a record form.")
FORM_HOW = tr("Click a cell and type up to 12 letters.")
FORM_WORKING = tr("Computing what you can know…")
EARLIER, LATER = tr("Earlier"), tr("Later")
NOTHING_REVEALED = tr("Hidden cards are shown at the end of a round.")
NO_HIDING = tr("This game has no hidden cards.")
NO_EARLIER = tr("This is the first finished round.")
NO_LATER = tr("This is the latest finished round.")
REVEAL_WORKING = tr("Computing what each player could know…")
REVEAL_HOW = tr("Exact odds from what each player had seen before guessing.")
RIGHT, WRONG = tr("right"), tr("wrong")


def turn(progress: str, side: str) -> str:
    """Return the heading of a turn's events, such as "Turn 4, Red"."""
    if not progress:
        return BEFORE
    return f"{capitalised(progress)}, {side}" if side else capitalised(progress)


def shown(words: str, number: int, total: int) -> str:
    """Return the status shown during a replay: the event, its number, and how to return to the game."""
    return tr("{words} ({number} of {total}, Esc returns)", words=words or START, number=number, total=total)


def helped(periods: Sequence[Help]) -> str:
    """Return the sentence about when help was on, such as "Assistance was on at move 3 (noted in the record)."."""
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
    return tr("Assistance {parts} (noted in the record).", parts=tr(" and ").join(parts)) if parts else ""


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
    return tr("The odds cannot be computed: {reason}.", reason=reason)


def form_line(row: str, columns: Sequence[str], written: Sequence[str], deduced: Sequence[str]) -> str:
    """Return a row of the form as text, such as "seat 2: red 1 (0 or 1), blue -"."""
    cells = []
    for column, own, help in zip(columns, written, deduced, strict=True):
        cells.append(f"{column}: {own or '-'}" + (f" ({help})" if help else ""))
    return f"{row}: {', '.join(cells)}"


def no_guess(name: str) -> str:
    """Return the text that a seat made no guess."""
    return tr("{name}: no guess.", name=name)


def own_name() -> str:
    """Return the name for the person at the screen."""
    return tr("You")


def reveal_line(guess: str, shares: list[str]) -> str:
    """Return a seat's guess and odds as text."""
    return f"{guess} {', '.join(shares)}"

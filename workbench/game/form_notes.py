"""The private notes of each seat in its forms beside a game, and the periods in which help was on."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from workbench.records.schema import Help, Notes
from workbench.system.translation import tr

Cell = tuple[int, int]  # row and column, both from 0
MAX_LETTERS = 12  # maximum number of characters in a cell


def notes_of(notes: Iterable[Notes], seat: int) -> Notes:
    """Return the notes of a seat, or empty notes."""
    return next((entry for entry in notes if entry.seat == seat), Notes(seat=seat))


def cells_of(notes: Iterable[Notes], seat: int, form: str) -> dict[Cell, str]:
    """Return the cells that a seat filled in the form with this title."""
    cells = notes_of(notes, seat).forms.get(form, {})
    return {(int(row), int(column)): text for name, text in cells.items() for row, column in [name.split(".")]}


def with_cell(notes: Iterable[Notes], seat: int, form: str, cell: Cell, text: str) -> tuple[Notes, ...]:
    """Return the notes with a new text in one cell. An empty text clears the cell.

    Raises:
        ValueError: The text is too long.
    """
    text = " ".join(text.split())
    if len(text) > MAX_LETTERS:
        raise ValueError(tr("a cell has room for {max_letters} letters", max_letters=MAX_LETTERS))
    notes = tuple(notes)
    forms = dict(notes_of(notes, seat).forms)
    cells = {**forms.pop(form, {}), f"{cell[0]}.{cell[1]}": text}
    if filled := {name: words for name, words in cells.items() if words}:
        forms[form] = filled
    return _replace(notes, msgspec.structs.replace(notes_of(notes, seat), forms=forms))


def is_helping(notes: Iterable[Notes], seat: int) -> bool:
    """Return whether the program fills in a seat's forms now."""
    return any(period.until is None for period in notes_of(notes, seat).helped)


def with_help(notes: Iterable[Notes], seat: int, moves: int, on: bool = True) -> tuple[Notes, ...]:
    """Return the notes with help for a seat switched on or off after this many moves."""
    notes = tuple(notes)
    own = notes_of(notes, seat)
    if is_helping(notes, seat) == on:
        return notes
    helped = (*own.helped, Help(since=moves)) if on else _close_periods(own.helped, moves)
    return _replace(notes, msgspec.structs.replace(own, helped=helped))


def after_jump(notes: Iterable[Notes], before: int, moves: int) -> tuple[Notes, ...]:
    """Return the notes after a jump in the game.

    Help that is on counts as used up to `before` moves and continues from `moves`.
    """
    notes = tuple(notes)
    for entry in notes:
        if is_helping(notes, entry.seat):
            notes = with_help(with_help(notes, entry.seat, before, False), entry.seat, moves)
    return notes


def _close_periods(helped: Iterable[Help], moves: int) -> tuple[Help, ...]:
    """Return the periods of help, closed at this many moves, with adjacent ones merged."""
    periods: list[Help] = []
    for since, until in sorted((period.since, moves if period.until is None else period.until) for period in helped):
        if periods and since <= (periods[-1].until or 0):
            periods[-1] = Help(since=periods[-1].since, until=max(until, periods[-1].until or 0))
        else:
            periods.append(Help(since=since, until=until))
    return tuple(periods)


def restore_notes(current: Iterable[Notes], earlier: Iterable[Notes], owner: int | None = None) -> tuple[Notes, ...]:
    """Return the notes of an earlier state with the current record of help, because the use of help cannot be undone.

    Args:
        current: The current notes.
        earlier: The notes to restore.
        owner: The seat whose private change is undone; notes of other seats stay. None restores all notes.
    """
    restored, current = tuple(earlier), tuple(current)
    for seat in {entry.seat for entry in (*restored, *current)}:
        stays = owner not in (None, seat)
        restored = _replace(
            restored,
            notes_of(current, seat)
            if stays
            else msgspec.structs.replace(notes_of(restored, seat), helped=notes_of(current, seat).helped),
        )
    return restored


def _replace(notes: tuple[Notes, ...], new: Notes) -> tuple[Notes, ...]:
    """Return the notes with those of one seat replaced. Seats without notes are left out."""
    others = [entry for entry in notes if entry.seat != new.seat]
    own = [new] if new.forms or new.helped else []
    return tuple(sorted((*others, *own), key=lambda entry: entry.seat))

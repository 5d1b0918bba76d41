"""The notes that seats make in forms beside a game, each for itself, and whether help was on."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from workbench.records.schema import Help, Notes

Cell = tuple[int, int]  # row and column, both from 0
MOST_LETTERS = 12  # in a cell


def of(notes: Iterable[Notes], seat: int) -> Notes:
    """What a seat noted."""
    return next((one for one in notes if one.seat == seat), Notes(seat=seat))


def written(notes: Iterable[Notes], seat: int, form: str) -> dict[Cell, str]:
    """What a seat wrote in the form with this head."""
    cells = of(notes, seat).forms.get(form, {})
    return {(int(row), int(column)): text for name, text in cells.items() for row, column in [name.split(".")]}


def write(notes: Iterable[Notes], seat: int, form: str, cell: Cell, text: str) -> tuple[Notes, ...]:
    """All notes with other words in a cell ("" for nothing); ValueError if there is no room for them."""
    text = " ".join(text.split())
    if len(text) > MOST_LETTERS:
        raise ValueError(f"there is room for {MOST_LETTERS} letters in a cell")
    notes = tuple(notes)
    forms = dict(of(notes, seat).forms)
    cells = {**forms.pop(form, {}), f"{cell[0]}.{cell[1]}": text}
    if kept := {name: words for name, words in cells.items() if words}:
        forms[form] = kept
    return _with(notes, msgspec.structs.replace(of(notes, seat), forms=forms))


def helping(notes: Iterable[Notes], seat: int) -> bool:
    """Whether the program fills in a seat's forms now."""
    return any(one.until is None for one in of(notes, seat).helped)


def with_help(notes: Iterable[Notes], seat: int, moves: int, on: bool = True) -> tuple[Notes, ...]:
    """All notes once the program fills in a seat's forms from so many moves on, or no more."""
    notes = tuple(notes)
    own = of(notes, seat)
    if helping(notes, seat) == on:
        return notes
    helped = (*own.helped, Help(since=moves)) if on else _ended(own.helped, moves)
    return _with(notes, msgspec.structs.replace(own, helped=helped))


def gone(notes: Iterable[Notes], before: int, moves: int) -> tuple[Notes, ...]:
    """All notes when a game that had so many moves has others of another number, as after a take-back: help that is on
    was on up to there, and goes on from here."""
    notes = tuple(notes)
    for one in notes:
        if helping(notes, one.seat):
            notes = with_help(with_help(notes, one.seat, before, False), one.seat, moves)
    return notes


def _ended(helped: Iterable[Help], moves: int) -> tuple[Help, ...]:
    """The whiles of help where none goes on after so many moves, those that meet as one."""
    made: list[Help] = []
    for since, until in sorted((one.since, moves if one.until is None else one.until) for one in helped):
        if made and since <= (made[-1].until or 0):
            made[-1] = Help(since=made[-1].since, until=max(until, made[-1].until or 0))
        else:
            made.append(Help(since=since, until=until))
    return tuple(made)


def keeping_help(now: Iterable[Notes], then: Iterable[Notes], owner: int | None = None) -> tuple[Notes, ...]:
    """The notes `then` with the help that is remembered `now`: that is never undone. Of a change that belongs to one
    seat the others' stay as they are."""
    found, now = tuple(then), tuple(now)
    for seat in {one.seat for one in (*found, *now)}:
        stays = owner not in (None, seat)
        found = _with(
            found, of(now, seat) if stays else msgspec.structs.replace(of(found, seat), helped=of(now, seat).helped)
        )
    return found


def _with(notes: tuple[Notes, ...], one: Notes) -> tuple[Notes, ...]:
    """All notes with those of one seat exchanged; seats that noted nothing are left out."""
    others = [other for other in notes if other.seat != one.seat]
    told = [one] if one.forms or one.helped else []
    return tuple(sorted((*others, *told), key=lambda other: other.seat))

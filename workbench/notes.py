"""What seats note beside a game, each for itself: what stands in the cells of the forms that they fill by hand."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from workbench.records.schema import Notes

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


def with_help(notes: Iterable[Notes], seat: int, moves: int) -> tuple[Notes, ...]:
    """All notes once the program fills in a seat's forms, from so many moves on; what stood there first stays."""
    notes = tuple(notes)
    own = of(notes, seat)
    return notes if own.helped is not None else _with(notes, msgspec.structs.replace(own, helped=moves))


def keeping_help(now: Iterable[Notes], then: Iterable[Notes]) -> tuple[Notes, ...]:
    """The notes `then` with the help that is remembered `now`: that is never undone."""
    found = tuple(then)
    for one in now:
        if one.helped is not None:
            found = _with(found, msgspec.structs.replace(of(found, one.seat), helped=one.helped))
    return found


def _with(notes: tuple[Notes, ...], one: Notes) -> tuple[Notes, ...]:
    """All notes with those of one seat exchanged; seats that noted nothing are left out."""
    others = [other for other in notes if other.seat != one.seat]
    told = [one] if one.forms or one.helped is not None else []
    return tuple(sorted((*others, *told), key=lambda other: other.seat))

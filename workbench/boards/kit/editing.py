"""The contract of a position editor: pieces put on places, and details beside them. Data and texts, no widgets.

A game may have a class `Editor` in `workbench/boards/<id>/editor.py`; one without has this one, which knows the fields
of the position text alone. An editor changes `fields` (the position text by field, see `State.fields`) and returns new
ones. What it makes need not be a position that the game knows: `fastcore.problems` says what is wrong with it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import product
from math import cos, pi, prod, sin
from typing import NamedTuple

import fastcore
from fastcore import GameInfo
from workbench.boards.kit.contract import Board
from workbench.boards.kit.elements import Fields, Ground, Item

MOST_SENTENCES = 2000  # that a form makes, to be looked through for the one of a fact
NOTHING = ""  # instead of a piece: nothing, or what takes away


class Piece(NamedTuple):
    """Something to put on the board: its name, its shape (of the board's), what it is called, and the
    letter or digit that takes it up."""

    name: str
    shape: str
    label: str
    key: str = ""


class Detail(NamedTuple):
    """One thing that a position holds beside its pieces, as who moves: its name and what it is called, the field of the
    position text that it stands in, its value as text, and what it means.

    `values` are those that it may have, each with the words for it; without any it is written freely.
    """

    name: str
    label: str
    field: str
    value: str
    values: tuple[tuple[str, str], ...] = ()
    meaning: str = ""


class FactForm(NamedTuple):
    """A sentence about what a seat does not see, with choices in it: `parts` are its words and, in their places, the
    choices, each with the words for it. A choice from every list, in order, makes a fact: see `Editor.fact`."""

    name: str
    parts: tuple[str | tuple[tuple[str, str], ...], ...]

    @property
    def choices(self) -> tuple[tuple[tuple[str, str], ...], ...]:
        return tuple(part for part in self.parts if not isinstance(part, str))

    def sentence(self, chosen: Sequence[str]) -> str:
        """The sentence with these values chosen."""
        rest = iter(chosen)
        return " ".join(part if isinstance(part, str) else dict(part)[next(rest)] for part in self.parts) + "."


class Editor:
    """What can be done to positions of one spec, as everybody sees them or, with a seat (from 0), as that seat does.

    Methods raise ValueError where a field that they need cannot be read; a piece, detail or spot must be one that the
    editor or the ground named. `board` is None for a game without one: it has details alone.
    """

    def __init__(self, info: GameInfo, board: Board | None, spec: str, seat: int | None = None) -> None:
        self.info, self.board, self.spec, self.seat = info, board, spec, seat
        self._known: tuple[Fields, tuple[Detail, ...]] | None = None  # the details of these fields

    @property
    def options(self) -> Mapping[str, int | float | str]:
        """The options of the spec, also those that it leaves out."""
        return fastcore.start(self.spec).game.options

    # The board --------------------------------------------------------------------------------------------------------

    def ground(self, fields: Fields) -> Ground | None:
        """The places; by default those of the board."""
        return None if self.board is None else self.board.ground(fields)

    def drawable(self, fields: Fields) -> Fields:
        """The fields as far as they can be shown: `pieces`, `standing_on` and `cursor` of the board take them, whatever
        else is wrong. ValueError if not even the places of the pieces can be read."""
        return fields

    def pieces(self, fields: Fields) -> tuple[Item, ...]:
        """What stands there, as on the board."""
        return () if self.board is None else self.board.pieces(self.drawable(fields))

    def palette(self, fields: Fields) -> tuple[Piece, ...]:
        """What can be put on the board, as it is shown; () where the editor has details alone."""
        return ()

    def piece(self, item: Item) -> str:
        """The piece that a drawing of `pieces` stands for, so that it can be taken by itself; NOTHING for a mark."""
        return NOTHING

    def taken(self, fields: Fields, spot: str) -> str:
        """The piece that is taken from this place first, by dragging or erasing; NOTHING if there is none."""
        return NOTHING

    def put(self, fields: Fields, spot: str, piece: str) -> Fields:
        """The fields with this piece on this place, beside what stands there if they can share it and instead of it if
        not; the same fields if it cannot stand there. NOTHING takes away what `taken` names."""
        raise NotImplementedError

    def why_not(self, fields: Fields, spot: str, piece: str) -> str:
        """Why this piece cannot stand on this place, "" where there is no more to say than that it cannot."""
        return ""

    def without(self, fields: Fields, spot: str, piece: str) -> Fields:
        """The fields with one such piece less on this place; the same fields if there is none."""
        return self.put(fields, spot, NOTHING) if piece == self.taken(fields, spot) else fields

    def moved(self, fields: Fields, start: str, end: str, piece: str = NOTHING) -> Fields:
        """The fields with a piece, or that which `taken` names, carried from one place to another;
        the same fields if it cannot stand there."""
        piece = piece or self.taken(fields, start)
        if start == end or piece == NOTHING:
            return fields
        lifted = self.without(fields, start, piece)
        landed = self.put(lifted, end, piece) if lifted != fields else fields
        return landed if landed != lifted else fields

    def spun(self, fields: Fields, spot: str, steps: int) -> Fields:
        """What the wheel does: the piece there faces so many steps further clockwise, if it faces any way."""
        return fields

    def turned_over(self, fields: Fields, spot: str) -> Fields:
        """What a right click does: the next piece of the palette instead of the one there, nothing after the last."""
        order = [NOTHING, *(piece.name for piece in self.palette(fields))]
        there = self.taken(fields, spot)
        following = order[(order.index(there) + 1) % len(order)] if there in order else NOTHING
        bare = self.put(fields, spot, NOTHING) if there != NOTHING else fields
        return self.put(bare, spot, following) if following != NOTHING else bare

    def filled(self, fields: Fields, piece: str, spots: Iterable[str]) -> Fields:
        """The fields with this piece on those of the places that are free."""
        for spot in spots:
            if self.taken(fields, spot) == NOTHING:
                fields = self.put(fields, spot, piece)
        return fields

    def cleared(self, fields: Fields) -> Fields:
        """The fields without any piece on the board; details stay."""
        ground = self.ground(fields)
        for spot in ground.spots if ground is not None else ():
            while self.taken(fields, spot) != NOTHING:
                fields = self.put(fields, spot, NOTHING)
        return fields

    def turned(self, fields: Fields, parts: int, mirrored: bool) -> Fields:
        """The pieces as they stand when the board is turned clockwise by so many of its `turns` parts of a circle, and
        after that, if mirrored, left and right are exchanged. Only where the ground says that it can be."""
        ground = self.ground(fields)
        if mirrored or (ground is not None and parts % ground.turns):
            raise NotImplementedError
        return fields

    # The rest of the position -----------------------------------------------------------------------------------------

    def details(self, fields: Fields) -> tuple[Detail, ...]:
        """What can be set beside the board; by default every field but boards that the palette sets, as text."""
        shown = bool(self.palette(fields))
        return tuple(
            Detail(
                field.name,
                field.name.capitalize(),
                field.name,
                fields[field.name],
                meaning=f"{field.meaning}: {field.allowed}",
            )
            for field in self.info.fields
            if not (shown and field.kind == "board")
        )

    def changed(self, fields: Fields, detail: str, value: str) -> Fields:
        """The fields with another value of a detail, whether or not the game knows it. ValueError, with a sentence, if
        the value could not stand in the text at all, as one with a blank."""
        return {**fields, detail: whole(value)}

    def concerned(self, fields: Fields, field: str, start: int, end: int) -> Sequence[str]:
        """The names of the details that a fault in this part of a field's text concerns, () for all that stand in it.
        By default a field that holds parts with commas between has as many details for each."""
        if self._known is None or self._known[0] != fields:  # of countless faults each would make them anew
            self._known = dict(fields), self.details(fields)
        names = [detail.name for detail in self._known[1] if detail.field == field]
        first, last = (fields[field].count(",", 0, at) for at in (start, end))
        each, rest = divmod(len(names), fields[field].count(",") + 1)
        return names[first * each : (first + 1) * each] if first == last and not rest else ()

    def emptied(self, start: Fields) -> Fields:
        """An empty board to begin with, for a game that starts so: nothing on it, details as the start has them."""
        return self.cleared(start)

    # What a seat does not see -----------------------------------------------------------------------------------------

    def veiled(self, fields: Fields) -> Fields:
        """The fields with all covered that the editor's seat does not see; those of no position as they are."""
        try:
            state = fastcore.parse(" ".join((self.spec, *fields.values())))
        except ValueError:
            return fields
        return dict(zip(fields, state.view(self.seat).split(), strict=True)) if self.seat is not None else fields

    def fact_forms(self, fields: Fields) -> tuple[FactForm, ...]:
        """The sentences in which more can be known of what the seat does not see, () without a seat."""
        return ()

    def fact(self, form: str, chosen: Sequence[str]) -> str:
        """The text for `Viewpoint.suppose` of a form's sentence with these values."""
        raise NotImplementedError

    def said(self, fields: Fields, facts: Iterable[str]) -> dict[str, str]:
        """Facts' texts as sentences; one that no form makes is as it is written."""
        found = {fact: fact for fact in facts}
        missing = set(found)
        for form in self.fact_forms(fields) if missing else ():
            values = [[value for value, _ in choice] for choice in form.choices]
            for chosen in product(*values) if prod(map(len, values)) <= MOST_SENTENCES else ():
                fact = self.fact(form.name, chosen)
                if fact in missing:
                    found[fact] = form.sentence(chosen)
                    missing.discard(fact)
        return found

    def informed(self, facts: Sequence[str], spot: str, piece: str) -> tuple[str, ...]:
        """The facts after a piece was put on a place where the text cannot say it because the seat does not see it; the
        same facts if there is nothing to know there."""
        return tuple(facts)

    def forgotten(self, facts: Sequence[str], spot: str, piece: str = NOTHING) -> tuple[str, ...]:
        """The facts after one such piece, or the last one, was taken from there;
        the same facts if none is known there."""
        return tuple(facts)

    def shown(self, fields: Fields, facts: Sequence[str]) -> Fields:
        """The fields as the board shows them: with all laid open that is known by facts."""
        return fields


def whole(value: str) -> str:
    """A value as it can stand in a position text; ValueError if it would be none or more than one field."""
    value = value.strip()
    if not value or len(value.split()) > 1:
        raise ValueError("write something without a blank in it")
    return value


def entry(value: str, without: str) -> str:
    """A value as it can stand in a position text between others; ValueError if it would be more than one of them."""
    value = whole(value)
    found = next((letter for letter in value if letter in without), "")
    if found:
        raise ValueError(f"write it without a {found}")
    return value


def known(values: Iterable[tuple[str, str]], value: str) -> tuple[tuple[str, str], ...]:
    """The values that a detail may have, with the one that it has, even if the game does not know it."""
    listed = tuple(values)
    return listed if value in dict(listed) else (*listed, (value, value))


def turn_of(seat: int, turn: str, last: int) -> str:
    """A turn of this seat where two take turns and seat 0 the odd ones: this one or the next.
    A text that is no turn stays."""
    if re.fullmatch("[1-9][0-9]{0,8}", turn) is None or (int(turn) - 1) % 2 == seat:
        return turn
    return str(int(turn) + (1 if int(turn) < last else -1))


def seat_of(turn: str) -> int | None:
    """Whose turn this is, None if it is no turn."""
    return (int(turn) - 1) % 2 if re.fullmatch("[1-9][0-9]{0,8}", turn) else None


def landing(ground: Ground, parts: int, mirrored: bool) -> Mapping[str, str]:
    """Where what stands on each spot stands after turning and then mirroring, see `Editor.turned`."""
    angle = 2 * pi * parts / ground.turns
    spots = ground.spots.values()
    x, y = sum(spot.x for spot in spots) / len(spots), sum(spot.y for spot in spots) / len(spots)
    across = -1 if mirrored else 1

    def near(dx: float, dy: float) -> tuple[int, int]:
        return round(4 * dx), round(4 * dy)  # places are half a unit or more apart

    def lands(dx: float, dy: float) -> tuple[int, int]:
        return near(across * (dx * cos(angle) - dy * sin(angle)), dx * sin(angle) + dy * cos(angle))

    there = {near(spot.x - x, spot.y - y): spot.name for spot in spots}
    return {spot.name: there[lands(spot.x - x, spot.y - y)] for spot in spots}

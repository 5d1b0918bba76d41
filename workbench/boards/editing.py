"""How a position is set up by hand: pieces that are put on places, and details beside them. Data and texts, no widgets.

A game may have a class `Editor` in `workbench/boards/<id>_editor.py`; one without has this one, which knows the fields of
the position text alone. An editor changes `fields` (the position text by field, see `State.fields`) and returns new ones.
What it makes need not be a position that the game knows: `fastcore.problems` says what is wrong with it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from fastcore import GameInfo
from workbench.boards.contract import Board, Fields, Ground, Item

NOTHING = ""  # instead of a piece: nothing, or what takes away


class Piece(NamedTuple):
    """Something to put on the board: its name, its shape (of the board's), what it is called, and the letter or digit that
    takes it up."""

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


class Editor:
    """What can be done to positions of one spec.

    Methods raise ValueError where a field that they need cannot be read; a piece, detail or spot must be one that the
    editor or the ground named. `board` is None for a game without one: it has details alone.
    """

    def __init__(self, info: GameInfo, board: Board | None, spec: str) -> None:
        self.info, self.board, self.spec = info, board, spec

    # The board --------------------------------------------------------------------------------------------------------

    def ground(self, fields: Fields) -> Ground | None:
        """The places; by default those of the board."""
        return None if self.board is None else self.board.ground(fields)

    def pieces(self, fields: Fields) -> tuple[Item, ...]:
        """What stands there; by default as on the board."""
        return () if self.board is None else self.board.pieces(fields)

    def palette(self, fields: Fields) -> tuple[Piece, ...]:
        """What can be put on the board, as it is shown; () where the editor has details alone."""
        return ()

    def taken(self, fields: Fields, spot: str) -> str:
        """The piece that is taken from this place first, by dragging or erasing; NOTHING if there is none."""
        return NOTHING

    def put(self, fields: Fields, spot: str, piece: str) -> Fields:
        """The fields with this piece on this place, beside what stands there if they can share it and instead of it if
        not; the same fields if it cannot stand there. NOTHING takes away what `taken` names."""
        raise NotImplementedError

    def moved(self, fields: Fields, start: str, end: str) -> Fields:
        """The fields with the piece that `taken` names carried from one place to another."""
        piece = self.taken(fields, start)
        return fields if start == end or piece == NOTHING else self.put(self.put(fields, start, NOTHING), end, piece)

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
        raise NotImplementedError

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
        """The fields with another value of a detail, whether or not the game knows it. ValueError, with a sentence, if the
        value could not stand in the text at all, as one with a blank."""
        return {**fields, detail: whole(value)}

    def emptied(self, start: Fields) -> Fields:
        """An empty board to begin with, for a game that starts so: nothing on it, details as the start has them."""
        return self.cleared(start)


def whole(value: str) -> str:
    """A value as it can stand in a position text; ValueError if it would be none or more than one field."""
    value = value.strip()
    if not value or len(value.split()) > 1:
        raise ValueError("write something without a blank in it")
    return value

"""Canonical forms of positions: equal for positions that differ by a symmetry of the board or by the order of moves."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from hashlib import blake2b
from operator import itemgetter
from typing import NamedTuple

import fastcore
from fastcore import State, Stream
from workbench import boards
from workbench.boards.kit.elements import Point
from workbench.boards.kit.symmetry import Symmetry, symmetries

STREAM = Stream(0, "public")  # the drawn world does not matter: all have the same public view


class Canonical(NamedTuple):
    """A canonical position.

    Attributes:
        key: A signed 64-bit hash, which SQLite can store.
        forms: The symmetries that map the position to its canonical form.
    """

    key: int
    forms: tuple[Symmetry, ...]


class Canonicaliser:
    """Computes canonical positions and moves of one game with its options.

    Args:
        spec: The game with its options.

    Raises:
        BadPosition: The game or an option is unknown.
    """

    def __init__(self, spec: str) -> None:
        start = fastcore.start(spec)
        self.spec = start.spec
        self.names = [field.name for field in start.info.fields]
        self._board = boards.find(start.info.id)
        self._symmetries: tuple[Symmetry, ...] = ()
        self._images: list[Callable[[list[str]], tuple[str, ...]]] = []
        if self._board is not None:
            ground = self._board.ground(start.fields)
            self._spots = tuple(ground.spots)
            self._symmetries = symmetries(ground)
            number = {name: index for index, name in enumerate(self._spots)}
            for symmetry in self._symmetries:
                sources = symmetry.inverse.names
                self._images.append(itemgetter(*(number[sources[name]] for name in self._spots)))

    def position(self, view: str) -> Canonical:
        """Return the canonical form of a position that is given by its public view."""
        fields = dict(zip(self.names, view.split(" "), strict=True))
        if self._board is None:
            return Canonical(self._hash("", view), ())
        essence = self._board.essence(fields)
        if len(self._images) == 1:
            return Canonical(self._hash(",".join(f"{k}{v}" for k, v in essence.cells.items()), essence.rest), ())
        cells = [essence.cells.get(name, "") for name in self._spots]
        images = [image(cells) for image in self._images]
        least = min(images)
        same = [symmetry for symmetry, image in zip(self._symmetries, images, strict=True) if image == least]
        rests = [self._board.turned(essence.rest, symmetry) for symmetry in same]
        rest = min(rests)
        forms = tuple(symmetry for symmetry, text in zip(same, rests, strict=True) if text == rest)
        return Canonical(self._hash(",".join(least), rest), forms)

    def move(self, text: str, forms: tuple[Symmetry, ...]) -> str:
        """Return the canonical text of a move in a position with these forms."""
        if self._board is None or not forms or not text:
            return text
        return min(self._board.turned(text, form) for form in forms)

    def seen_from(self, text: str, forms: tuple[Symmetry, ...]) -> str:
        """Return a canonical move as a move in a position with these forms."""
        if self._board is None or not forms:
            return text
        return self._board.turned(text, forms[0].inverse)

    def _hash(self, cells: str, rest: str) -> int:
        text = f"{self.spec} {cells} {rest}".encode()
        return int.from_bytes(blake2b(text, digest_size=8).digest(), signed=True)


@cache
def canonicaliser(spec: str) -> Canonicaliser:
    """Return the canonicaliser of a game with its options.

    Raises:
        BadPosition: The game or an option is unknown.
    """
    return Canonicaliser(spec)


def public_view(point: Point) -> str:
    """Return what everybody sees of a position, or of a position that one seat knows."""
    if not point.info.has.covered:
        return point.text()
    if isinstance(point, State):
        return point.view(None)
    return point.text() if point.seat is None else point.sample(STREAM).view(None)


def public_step(before: State, move: str) -> str:
    """Return what everybody sees of a move, or "" for a decision that stays secret."""
    if not before.info.has.covered:
        return move
    return before.observation(move, None).removeprefix("?").removeprefix(";")

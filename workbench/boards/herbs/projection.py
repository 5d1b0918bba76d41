"""Where a plan in Herbs leads if nobody interferes: a guess, since the other seat writes in secret.

The rules themselves carry it out: a round of as many slots as are written, in which the other seat only turns
a Herb and never acts first. So walls, pits, prices, patterns and what is shot at are as they are; what the
other seat will do is not in it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

import fastcore
from fastcore import Event
from workbench.boards.herbs.arena import Herb, herbs, option, phase, plan, stones
from workbench.boards.herbs.items import acts, paid
from workbench.boards.kit.elements import Fields, Point

MOST_AP = 400
FIRE_RANGE = 5


@dataclass(frozen=True)
class Slot:
    """What one item of a plan does: its steps, and the fields after them."""

    item: str
    events: tuple[Event, ...]
    fields: Fields

    @property
    def cost(self) -> int | None:
        """What its push costs, None if that is more than was paid."""
        if any(event.values.get("why") == "too dear" for event in self.events):
            return None
        return sum(int(event.values["cost"]) for event in self.events if event.kind == "push")

    @property
    def scored(self) -> int:
        """The points that it brings whoever acts."""
        return sum(int(event.values["points"]) for event in self.events if event.kind == "points")


@dataclass(frozen=True)
class Scene:
    """What is expected to stand where."""

    herbs: Mapping[int, Herb]
    stones: Mapping[str, str]

    def holds(self, square: str) -> str:
        """What stands on a square: `w`, `b`, the number of a Herb, or ""."""
        return self.stones.get(square) or next(
            (str(herb.number) for herb in self.herbs.values() if herb.square == square), ""
        )

    def hindrance(self, square: str, seat: int) -> str:
        """Where something stands that keeps a stone of a seat from a square: on it, or an own Herb beside it;
        "" if nothing."""
        if self.holds(square):
            return square
        return next((one.square for one in self.herbs.values() if one.seat == seat and beside(one.square, square)), "")


def beside(one: str, other: str) -> bool:
    return max(abs(ord(one[0]) - ord(other[0])), abs(int(one[1:]) - int(other[1:]))) == 1


def account(point: Point, seat: int, items: Sequence[str]) -> tuple[Slot, ...]:
    """What these actions of a seat do, one after the other, from the position of a point in
    which a round is being written."""
    return _from(point, point.fields, seat, items)


def scene(point: Point, seat: int, items: Sequence[str]) -> Scene:
    """Where all is expected to be after these actions of a seat."""
    fields = point.fields
    return standing(_last(fields, _from(point, fields, seat, items)))


def to_come(point: Point) -> tuple[str, ...]:
    """What whoever decides has written and is still to be carried out, as far as it can be foretold: while a plan is
    written all of it; in a bid nothing, since the board is as it stands then."""
    return plan(point.fields, point.actor) if phase(point.fields).kind == "write" else ()


def expected(point: Point) -> Scene:
    """Where all is expected to be after what whoever decides has written so far; in a bid where it stands."""
    return standing(_last(point.fields, _from(point, point.fields, point.actor, to_come(point))))


def standing(fields: Fields) -> Scene:
    """What stands where."""
    return _standing(fields["board"], fields["herbs"])


@lru_cache(maxsize=256)
def _standing(board: str, left: str) -> Scene:
    return Scene(herbs({"herbs": left}), stones(board))


def _from(point: Point, fields: Fields, seat: int, items: Sequence[str]) -> tuple[Slot, ...]:
    return _account(option(point, "patterns"), fields["board"], fields["herbs"], seat, acts(items))


def _last(fields: Fields, slots: tuple[Slot, ...]) -> Fields:
    return slots[-1].fields if slots else fields


@lru_cache(maxsize=256)
def _account(patterns: str, board: str, left: str, seat: int, items: tuple[str, ...]) -> tuple[Slot, ...]:
    if not items:
        return ()
    before = _account(patterns, board, left, seat, items[:-1])
    if before and int(items[-1][0]) not in herbs(before[-1].fields):
        return (*before, Slot(items[-1], (), before[-1].fields))
    if before and {one.seat for one in herbs(before[-1].fields).values()} == {0, 1}:
        return (*before, *_round(patterns, before[-1].fields["board"], before[-1].fields["herbs"], seat, items[-1:]))
    return _round(patterns, board, left, seat, items)  # a round cannot begin when a seat has lost its Herbs


def _round(patterns: str, board: str, left: str, seat: int, items: tuple[str, ...]) -> tuple[Slot, ...]:
    """A round of these items, in which the other seat turns one of its Herbs in every slot."""
    waits = max(number for number, one in herbs({"herbs": left}).items() if one.seat != seat)
    turns = (f"{waits}TL",) * len(items)
    first, second = (items, turns) if seat == 0 else (turns, items)
    ap = MOST_AP - sum(map(paid, first)), MOST_AP - sum(map(paid, second[:-1]))
    state = fastcore.parse(
        f"herbs(actions={len(items)},patterns={patterns}) {board} {left} {ap[0]},{ap[1]} 0w0b,0w0b 0,0 2 1 0"
        f" write:2:{','.join(first)}|{','.join(second[:-1])}"
    )
    events = list(state.events(second[-1]))
    state.play(second[-1])
    while state.phase == "bid":
        bid = "bid1" if state.actor == seat else "bid0"
        events += state.events(bid)
        state.play(bid)
    at = [n for n, event in enumerate(events) if event.kind == "slot"]
    end = next(n for n, event in enumerate(events) if event.kind == "stones")
    slots = []
    for item, start, stop in zip(items, at, (*at[1:], end), strict=True):
        own = tuple(
            event for event in events[start + 1 : stop] if event.seat == seat and event.kind not in ("asks", "bid")
        )
        slots.append(Slot(item, own, _unturned(events[stop - 1].fields, left, waits)))
    return tuple(slots)


def _unturned(fields: Fields, before: str, number: int) -> Fields:
    """The fields with a Herb facing as it did before."""
    left = fields["herbs"].split(",")
    if left[number] != "-":
        left[number] = left[number][:-1] + before.split(",")[number][-1]
    return {**fields, "herbs": ",".join(left)}

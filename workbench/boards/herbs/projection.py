"""The expected effects of a plan in Herbs if the opponent does not interfere.

The compiled rules carry out the plan in a round with one slot for each action. The opponent only turns a Herb in each
slot and never acts first. Walls, pits, prices, patterns and hits are therefore exact, apart from the opponent's unknown
plan.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

import fastcore
from fastcore import Event
from workbench.boards.herbs.arena import Herb, herbs, option, phase, plan, stones
from workbench.boards.herbs.items import actions_of, planned_cost
from workbench.boards.kit.elements import Fields, Point

MAX_AP = 400
FIRE_RANGE = 5


@dataclass(frozen=True)
class Slot:
    """The effect of one action of a plan: its events, and the fields after them."""

    item: str
    events: tuple[Event, ...]
    fields: Fields

    @property
    def cost(self) -> int | None:
        """The cost of a push in AP, or None if it exceeds the price paid."""
        if any(event.values.get("why") == "too dear" for event in self.events):
            return None
        return sum(int(event.values["cost"]) for event in self.events if event.kind == "push")

    @property
    def scored(self) -> int:
        """The points that the action scores."""
        return sum(int(event.values["points"]) for event in self.events if event.kind == "points")


@dataclass(frozen=True)
class Scene:
    """The Herbs and stones of a current or expected board."""

    herbs: Mapping[int, Herb]
    stones: Mapping[str, str]

    def holds(self, square: str) -> str:
        """Return the piece on a square: `w`, `b`, the number of a Herb, or ""."""
        return self.stones.get(square) or next(
            (str(herb.number) for herb in self.herbs.values() if herb.square == square), ""
        )

    def obstacle(self, square: str, seat: int) -> str:
        """Return the square of the piece that prevents a seat from placing a stone, or "".

        It is the square itself, or the square of one of the seat's Herbs beside it.
        """
        if self.holds(square):
            return square
        return next(
            (herb.square for herb in self.herbs.values() if herb.seat == seat and is_adjacent(herb.square, square)), ""
        )


def is_adjacent(first: str, second: str) -> bool:
    """Return whether two squares are adjacent, also diagonally."""
    return max(abs(ord(first[0]) - ord(second[0])), abs(int(first[1:]) - int(second[1:]))) == 1


def effects(point: Point, seat: int, items: Sequence[str]) -> tuple[Slot, ...]:
    """Return the effects of a seat's actions, in order.

    Args:
        point: A position in which a round is planned or carried out.
        seat: The acting seat.
        items: The plan. Stones in it are ignored.
    """
    return _effects_from(point, point.fields, seat, items)


def scene_after(point: Point, seat: int, items: Sequence[str]) -> Scene:
    """Return the board expected after these actions of a seat."""
    fields = point.fields
    return current_scene(_last(fields, _effects_from(point, fields, seat, items)))


def pending_items(point: Point) -> tuple[str, ...]:
    """Return the written actions of the seat to move that have not been carried out.

    During a bid there are none, because the board already shows the current state.
    """
    return plan(point.fields, point.actor) if phase(point.fields).kind == "write" else ()


def expected_scene(point: Point) -> Scene:
    """Return the board expected after the written actions of the seat to move; during a bid, the current board."""
    return current_scene(_last(point.fields, _effects_from(point, point.fields, point.actor, pending_items(point))))


def current_scene(fields: Fields) -> Scene:
    """Return the board of a position."""
    return _scene(fields["board"], fields["herbs"])


@lru_cache(maxsize=256)
def _scene(board: str, left: str) -> Scene:
    return Scene(herbs({"herbs": left}), stones(board))


def _effects_from(point: Point, fields: Fields, seat: int, items: Sequence[str]) -> tuple[Slot, ...]:
    return _effects(option(point, "patterns"), fields["board"], fields["herbs"], seat, actions_of(items))


def _last(fields: Fields, slots: tuple[Slot, ...]) -> Fields:
    return slots[-1].fields if slots else fields


@lru_cache(maxsize=256)
def _effects(patterns: str, board: str, left: str, seat: int, items: tuple[str, ...]) -> tuple[Slot, ...]:
    if not items:
        return ()
    before = _effects(patterns, board, left, seat, items[:-1])
    if before and int(items[-1][0]) not in herbs(before[-1].fields):
        return (*before, Slot(items[-1], (), before[-1].fields))
    if before and {herb.seat for herb in herbs(before[-1].fields).values()} == {0, 1}:
        return (
            *before,
            *_carry_out(patterns, before[-1].fields["board"], before[-1].fields["herbs"], seat, items[-1:]),
        )
    return _carry_out(patterns, board, left, seat, items)  # a round cannot begin once a seat has lost its Herbs


def _carry_out(patterns: str, board: str, left: str, seat: int, items: tuple[str, ...]) -> tuple[Slot, ...]:
    """Carry out a round of these actions in which the opponent turns one Herb in every slot."""
    turning_herb = max(number for number, herb in herbs({"herbs": left}).items() if herb.seat != seat)
    turns = (f"{turning_herb}TL",) * len(items)
    first, second = (items, turns) if seat == 0 else (turns, items)
    ap = MAX_AP - sum(map(planned_cost, first)), MAX_AP - sum(map(planned_cost, second[:-1]))
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
        slots.append(Slot(item, own, _restore_facing(events[stop - 1].fields, left, turning_herb)))
    return tuple(slots)


def _restore_facing(fields: Fields, before: str, number: int) -> Fields:
    """Return the fields with Herb `number` facing as it does in `before`."""
    left = fields["herbs"].split(",")
    if left[number] != "-":
        left[number] = left[number][:-1] + before.split(",")[number][-1]
    return {**fields, "herbs": ",".join(left)}

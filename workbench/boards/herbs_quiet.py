"""Where a plan leads if nobody interferes: a guess, since the other seat writes in secret.

The rules themselves carry it out: a round of as many slots as are written, in which the other seat only turns a Herb and never
acts first. So walls, pits, prices, patterns and what is shot at are as they are; what the other seat will do is not in it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import fastcore
from fastcore import Event
from workbench.boards.contract import Fields, Point
from workbench.boards.herbs_arena import Herb, herbs, plan, stones

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

    herbs: dict[int, Herb]
    stones: dict[str, str]

    def holds(self, square: str) -> str:
        """What stands on a square: `w`, `b`, the number of a Herb, or ""."""
        return self.stones.get(square) or next((str(herb.number) for herb in self.herbs.values() if herb.square == square), "")


def paid(item: str) -> int:
    """The AP that an item of a plan costs when it is written, 0 for what is none."""
    if item.startswith(("Wh", "Bl")):
        return 1 if item.startswith("Wh") else 2
    found = re.fullmatch(r"\d([A-Z]+)(\d*)/?(\d*)", item)
    kind, squares, push = found.groups() if found is not None else ("", "", "")
    return {"M": int(squares or 0), "BU": 2 * int(squares or 0), "P": int(push or 0), "HT": 1, "WB": 1, "F": 2}.get(kind, 0)


def acts(items: Sequence[str]) -> tuple[str, ...]:
    """The items that Herbs carry out, without the stone."""
    return tuple(item for item in items if item[0].isdigit())


def account(point: Point, seat: int, items: Sequence[str]) -> tuple[Slot, ...]:
    """What these actions of a seat do, one after the other, from the position of a point in which a round is being written."""
    fields = point.fields
    return _account(patterns(point.spec), fields["board"], fields["herbs"], seat, acts(items))


def scene(point: Point, seat: int, items: Sequence[str]) -> Scene:
    """Where all is expected to be after these actions of a seat."""
    slots = account(point, seat, items)
    fields = slots[-1].fields if slots else point.fields
    return Scene(herbs(fields), stones(fields["board"]))


def expected(point: Point) -> Scene:
    """Where all is expected to be after what whoever decides has written so far."""
    return scene(point, point.actor, plan(point.fields, point.actor))


def patterns(spec: str) -> str:
    found = re.search(r"patterns=(\w+)", spec)
    return found[1] if found else "burst"


@lru_cache(maxsize=256)
def _account(patterns: str, board: str, standing: str, seat: int, items: tuple[str, ...]) -> tuple[Slot, ...]:
    if not items:
        return ()
    before = _account(patterns, board, standing, seat, items[:-1])
    if before and int(items[-1][0]) not in herbs(before[-1].fields):
        return (*before, Slot(items[-1], (), before[-1].fields))
    if before and {one.seat for one in herbs(before[-1].fields).values()} == {0, 1}:
        return (*before, *_round(patterns, before[-1].fields["board"], before[-1].fields["herbs"], seat, items[-1:]))
    return _round(patterns, board, standing, seat, items)  # a round cannot begin when a seat has lost its Herbs


def _round(patterns: str, board: str, standing: str, seat: int, items: tuple[str, ...]) -> tuple[Slot, ...]:
    """A round of these items, in which the other seat turns one of its Herbs in every slot."""
    waits = max(number for number, one in herbs({"herbs": standing}).items() if one.seat != seat)
    turns = (f"{waits}TL",) * len(items)
    first, second = (items, turns) if seat == 0 else (turns, items)
    ap = MOST_AP - sum(map(paid, first)), MOST_AP - sum(map(paid, second[:-1]))
    state = fastcore.parse(
        f"herbs(actions={len(items)},patterns={patterns}) {board} {standing} {ap[0]},{ap[1]} 0w0b,0w0b 0,0 2 1 0"
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
        own = tuple(event for event in events[start + 1 : stop] if event.seat == seat and event.kind not in ("asks", "bid"))
        slots.append(Slot(item, own, _unturned(events[stop - 1].fields, standing, waits)))
    return tuple(slots)


def _unturned(fields: Fields, standing: str, number: int) -> Fields:
    """The fields with a Herb facing as it did before."""
    left = fields["herbs"].split(",")
    if left[number] != "-":
        left[number] = left[number][:-1] + standing.split(",")[number][-1]
    return {**fields, "herbs": ",".join(left)}

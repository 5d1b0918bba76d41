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


@dataclass(frozen=True)
class Scene:
    """What is expected to stand where."""

    herbs: dict[int, Herb]
    stones: dict[str, str]

    def holds(self, square: str) -> str:
        """What stands on a square: `w`, `b`, the number of a Herb, or ""."""
        return self.stones.get(square) or next((str(herb.number) for herb in self.herbs.values() if herb.square == square), "")


def paid(item: str) -> int:
    """The AP that an item of a plan costs when it is written."""
    if item.startswith(("Wh", "Bl")):
        return 1 if item.startswith("Wh") else 2
    found = re.fullmatch(r"\d([A-Z]+)(\d*)/?(\d*)", item)
    assert found is not None, item
    kind, squares, push = found.groups()
    return {"M": int(squares or 0), "BU": 2 * int(squares or 0), "P": int(push or 0), "HT": 1, "WB": 1, "F": 2}.get(kind, 0)


def acts(items: Sequence[str]) -> tuple[str, ...]:
    """The items that Herbs carry out, without the stone."""
    return tuple(item for item in items if item[0].isdigit())


def account(point: Point, seat: int, items: Sequence[str]) -> tuple[Slot, ...]:
    """What these actions of a seat do, one after the other, from the position of a point in which a round is being written."""
    fields = point.fields
    return _account(_patterns(point.spec), fields["board"], fields["herbs"], seat, acts(items))


def scene(point: Point, seat: int, items: Sequence[str]) -> Scene:
    """Where all is expected to be after these actions of a seat."""
    slots = account(point, seat, items)
    fields = slots[-1].fields if slots else point.fields
    return Scene(herbs(fields), stones(fields["board"]))


def expected(point: Point) -> Scene:
    """Where all is expected to be after what whoever decides has written so far."""
    return scene(point, point.actor, plan(point.fields, point.actor))


def _patterns(spec: str) -> str:
    found = re.search(r"patterns=(\w+)", spec)
    return found[1] if found else "burst"


@lru_cache(maxsize=512)
def _account(patterns: str, board: str, standing: str, seat: int, items: tuple[str, ...]) -> tuple[Slot, ...]:
    if not items:
        return ()
    left = herbs({"herbs": standing})
    other = max(number for number, herb in left.items() if herb.seat != seat)
    waits = [f"{other}TL"] * len(items)
    plans = [list(items), waits] if seat == 0 else [waits, list(items)]
    last = plans[1].pop()
    ap = [MOST_AP - sum(map(paid, written)) for written in ((*items,), ())]
    ap = ap if seat == 0 else ap[::-1]
    if seat == 1:  # its last item is still to be written
        ap[1] += paid(last)
    state = fastcore.parse(
        f"herbs(actions={len(items)},patterns={patterns}) {board} {standing} {ap[0]},{ap[1]} 0w0b,0w0b 0,0 2 1 0"
        f" write:2:{','.join(plans[0])}|{','.join(plans[1])}"
    )
    events = list(state.events(last))
    state.play(last)
    while state.phase == "bid":
        bid = "bid1" if state.actor == seat else "bid0"
        events += state.events(bid)
        state.play(bid)
    return tuple(_slots(items, seat, events))


def _slots(items: Sequence[str], seat: int, events: Sequence[Event]) -> list[Slot]:
    """The events of a round, item by item, without those of the seat that waits."""
    found = []
    at = [n for n, event in enumerate(events) if event.kind == "slot"]
    end = next(n for n, event in enumerate(events) if event.kind == "stones")
    for item, start, stop in zip(items, at, (*at[1:], end), strict=True):
        steps = events[start + 1 : stop]
        own = tuple(event for event in steps if event.seat == seat and event.kind not in ("asks", "bid"))
        found.append(Slot(item, own, events[stop - 1].fields))
    return found

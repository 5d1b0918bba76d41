"""The command sheet: what a seat writes in a round, line by line, and where its Herbs are expected to go with it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from workbench.boards import herbs_marks, herbs_said
from workbench.boards.contract import Item, Point, Row, Sheet
from workbench.boards.herbs_arena import PITS, herbs, pair, piles, plan
from workbench.boards.herbs_quiet import Slot, account, paid, scene, standing

WIDTHS = (0.13, 0.19, 0.44, 0.1, 0.14)
ITEM = re.compile(
    r"([0-3])(M[1-6]|BU[1-3]|P1/[1-8]|P2/(?:[2-9]|1[0-6])|P3/(?:[3-9]|1\d|2[0-4])|TL|TR|HT|BW|WB|F)|(Wh|Bl)([A-K]\d+)"
)


def actions(point: Point) -> int:
    """How many actions are written a round."""
    found = re.search(r"actions=(\d+)", point.spec)
    return int(found[1]) if found else next(int(option.default) for option in point.info.options if option.name == "actions")


def spaced(item: str) -> str:
    """An item as the sheet has it, as in "0 M2"."""
    found = ITEM.fullmatch(item)
    return " ".join(part for part in found.groups() if part) if found else item


def carried_out(point: Point, items: Sequence[str]) -> dict[int, Slot]:
    """What each of these items is expected to do, by its place; those that cannot be written at all are left out."""
    living = herbs(point.fields)
    own = {number for number, one in living.items() if one.seat == point.actor}
    good = [n for n, item in enumerate(items) if ITEM.fullmatch(item) and item[0].isdigit() and int(item[0]) in own]
    slots = account(point, point.actor, [items[n] for n in good])
    return dict(zip(good, slots, strict=True))


def sheet(point: Point, moves: Sequence[str], faults: Sequence[str]) -> Sheet | None:
    """The sheet of whoever writes at a point, with what is written after it."""
    if point.phase != "write":
        return None
    fields, seat = point.fields, point.actor
    done = plan(fields, seat)
    items, why = (*done, *moves), ("",) * len(done) + tuple(faults)
    left = pair(fields["ap"])[seat] + sum(map(paid, done))
    white, black = piles(fields)[seat]
    slots, count, rows = carried_out(point, items), actions(point), []
    for n in range(max(count + 1, len(items))):
        place, number = str(n + 1) if n < count else herbs_said.STONE_ROW, n - len(done)
        if n < len(items):
            left -= paid(items[n])
            words = herbs_said.line(items[n], slots.get(n))
            cells = (place, spaced(items[n]), words, str(paid(items[n])), str(left))
            rows.append(Row(cells, number if number >= 0 else None, why[n] if n < len(why) else ""))
        elif n == count and not herbs_said.can_place(left, white, black):
            rows.append(Row((place, "", herbs_said.no_stone_left(left), "", "")))
        else:
            now = n == len(items)
            words = herbs_said.fill(stone=n == count) if now else ""
            rows.append(Row((place, "", words, "", ""), number if now else None, now=now))
    return Sheet(herbs_said.sheet_head(fields["round"]), herbs_said.sheet_note(left, white, black), WIDTHS, tuple(rows))


def intends(point: Point, moves: Sequence[str]) -> tuple[Item, ...]:
    """Faint Herbs and stones where they are expected to come, with dots along the ways of the Herbs."""
    if point.phase != "write":
        return ()
    items = (*plan(point.fields, point.actor), *moves)
    slots = carried_out(point, items)
    marks = list[Item]()
    for slot in slots.values():
        for event in slot.events:
            if event.kind in ("move", "push"):
                marks += herbs_marks.trail(*herbs_marks.going(event))
            elif event.kind == "destroyed" and event.where[0] in PITS:
                marks.append(herbs_marks.on("taken", event.where[0]))
    now = scene(point, point.actor, ())
    if slots:
        fields = [*slots.values()][-1].fields
        then = standing(fields)
        marks += [mark for mark in herbs_marks.changes(now, then) if mark.shape != "cover"]
    placed = [item for item in items if item.startswith(("Wh", "Bl"))]
    marks += [herbs_marks.stone(item[0].lower(), item[2:], "ghost-stone") for item in placed if ITEM.fullmatch(item)]
    return tuple(marks)

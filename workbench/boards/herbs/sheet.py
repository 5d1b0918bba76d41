"""The command sheet of Herbs: the lines of a round, what each is expected to do, and what came of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from fastcore import Event, GameInfo
from workbench.boards.herbs import account as herbs_account
from workbench.boards.herbs import marks as herbs_marks
from workbench.boards.herbs import sheet_words
from workbench.boards.herbs.arena import PITS, herbs, option, pair, phase, piles, plan
from workbench.boards.herbs.items import acts, can_place, is_stone, paid, read, spaced
from workbench.boards.herbs.projection import Slot, account, scene, standing
from workbench.boards.kit.choices import Column, Row, Sheet
from workbench.boards.kit.elements import Fields, Item, Point

SHARES = (0.11, 0.17, 0.24, 0.09, 0.08, 0.09, 0.12, 0.1)
ROLES = ("place", "name", "words", "number", "sum", "number", "sum", "number")
COLUMNS = tuple(Column(*column) for column in zip(sheet_words.HEADS, SHARES, ROLES, strict=True))
BLANK = ("",) * 5  # of a line on which nothing is written yet: what it costs, comes to and is bid


def carried_out(point: Point, items: Sequence[str]) -> dict[int, Slot]:
    """What each of these items is expected to do, by its place; those that cannot be written at all are left out."""
    living = herbs(point.fields)
    own = {number for number, one in living.items() if one.seat == point.actor}
    good = [n for n, text in enumerate(items) if (item := read(text)) is not None and item.herb in own]
    slots = account(point, point.actor, [items[n] for n in good])
    return dict(zip(good, slots, strict=True))


def sheet(point: Point, moves: Sequence[str], faults: Sequence[str]) -> Sheet | None:
    """The sheet of whoever writes at a point, with what is written after it."""
    if point.phase != "write":
        return None
    fields, seat = point.fields, point.actor
    done = plan(fields, seat)
    items, why = (*done, *moves), ("",) * len(done) + tuple(faults)
    left, points = pair(fields["ap"])[seat] + sum(map(paid, done)), pair(fields["points"])[seat]
    # a line that cannot be costs nothing
    made = [item if not fault else "" for item, fault in zip(items, why, strict=True)]
    pile, slots, count, rows = piles(fields)[seat], carried_out(point, made), int(option(point, "actions")), []
    then = standing([*slots.values()][-1].fields) if slots else scene(point, seat, ())
    empty = next((n for n, item in enumerate(items) if not item), len(items))
    for n in range(max(count + 1, len(items))):
        place, number = str(n + 1) if n < count else sheet_words.STONE_ROW, n - len(done) if n >= len(done) else None
        if n < len(items) and items[n]:
            before, item, slot = left, read(items[n]), slots.get(n)
            left -= paid(made[n])
            points += slot.scored if slot is not None else 0
            words = sheet_words.line(item, slot) if item is not None else ""
            warns = sheet_words.shortfall(item, slot) if item is not None and not is_stone(items[n]) else ""
            if n == count and is_stone(items[n]):
                warns = sheet_words.stone_lost(items[n], then, seat)
            cells = (place, spaced(items[n]), words, *map(str, (before, paid(items[n]), left)), str(points), "")
            rows.append(Row(cells, number, why[n], warns="" if why[n] else warns))
        elif n == count and not can_place(left, pile):
            rows.append(Row((place, "", sheet_words.no_stone_left(pile), *BLANK), warns=sheet_words.no_ap(left, pile)))
        else:
            words = sheet_words.fill(stone=n == count) if n == empty else ""
            rows.append(
                Row((place, "", words, *BLANK), number if n <= max(empty, len(items) - 1) else None, now=n == empty)
            )
    return Sheet(sheet_words.sheet_head(fields["round"]), sheet_words.sheet_note(left, *pile), COLUMNS, tuple(rows))


def ledger(info: GameInfo, fields: Fields, seat: int, turn: Sequence[Event]) -> Sheet | None:
    """The sheet of a round as one seat has written it, with what came of it in these events."""
    now = phase(fields)
    items = now.plans[seat]
    if now.kind == "over" or not items or "?" in items or (now.kind == "write" and now.seat <= seat):
        return None
    begun = turn[0].fields if turn else fields
    left = pair(begun["ap"])[seat] + sum(map(paid, plan(begun, seat)))
    points, bids, warns, taken = _came_of(seat, items, turn)
    rows = []
    for n, text in enumerate(items):
        before, item = left, read(text)
        assert item is not None, text
        left -= paid(text) + taken[n]
        place = sheet_words.STONE_ROW if is_stone(text) else str(n + 1)
        cells = (
            place,
            spaced(text),
            sheet_words.line(item, None),
            *map(str, (before, paid(text), left)),
            points.get(n, ""),
        )
        rows.append(Row((*cells, bids.get(n, "")), now=n == now.slot - 1, warns=warns.get(n, "")))
    note = sheet_words.sheet_note(pair(fields["ap"])[seat], *piles(fields)[seat])
    return Sheet(sheet_words.sheet_head(fields["round"]), note, COLUMNS, tuple(rows))


def _came_of(
    seat: int, items: Sequence[str], turn: Sequence[Event]
) -> tuple[dict[int, str], dict[int, str], dict[int, str], Counter[int]]:
    """By the place of each line that was carried out: the points after it, the bids, why it came to nothing, and the AP
    that the seat lost besides, for its bid and as it was hit."""
    points, bids, warns, taken = dict[int, str](), dict[int, str](), dict[int, str](), Counter[int]()
    slot = phase(turn[0].fields).slot - 1 if turn else -1  # what is shown may begin in the middle of a round
    for event in turn:
        values = event.values
        if event.kind == "slot":
            slot = int(values["slot"]) - 1
        elif event.kind == "stones":
            slot = len(acts(items))
        elif event.kind == "bids":
            bids[slot] = f"{values['first']}:{values['second']}"
            taken[slot] += int(values["second" if seat else "first"])
        elif slot >= 0 and event.kind not in ("asks", "bid", "round", "over"):
            points[slot] = str(pair(event.fields["points"])[seat])
            if event.kind == "hit" and int(values["herb"]) // 2 == seat:
                taken[slot] += int(values["ap"])
            if event.kind == "cancelled" or (event.seat == seat and event.kind in ("lost", "nothing", "failed")):
                warns[slot] = sheet_words.came_of(event.kind, herbs_account.why(event))
    return points, bids, warns, taken


def intends(point: Point, moves: Sequence[str]) -> tuple[Item, ...]:
    """Guesses where the own Herbs and what they move will be, with dots along the ways of the Herbs."""
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
    then = standing([*slots.values()][-1].fields) if slots else now
    placed = [item for item in items if is_stone(item) and read(item) is not None]
    return (*marks, *herbs_marks.guesses(now, then, placed, point.actor))

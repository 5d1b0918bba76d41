"""The command sheet of Herbs: the lines of a round, their expected effects, and their results."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from fastcore import Event, GameInfo
from workbench.boards.herbs import account as herbs_account
from workbench.boards.herbs import marks as herbs_marks
from workbench.boards.herbs import sheet_words
from workbench.boards.herbs.arena import PITS, herbs, option, parse_pair, phase, piles, plan
from workbench.boards.herbs.items import actions_of, can_place, is_stone, parse_item, planned_cost, sheet_text
from workbench.boards.herbs.projection import Slot, current_scene, effects, scene_after
from workbench.boards.kit.choices import Column, Row, Sheet
from workbench.boards.kit.elements import Fields, Item, Point

SHARES = (0.11, 0.17, 0.24, 0.09, 0.08, 0.09, 0.12, 0.1)
ROLES = ("place", "name", "words", "number", "sum", "number", "sum", "number")
COLUMNS = tuple(Column(*column) for column in zip(sheet_words.HEADS, SHARES, ROLES, strict=True))
BLANK = ("",) * 5  # cells of a line without an item: cost, results and bid


def expected_effects(point: Point, items: Sequence[str]) -> dict[int, Slot]:
    """Return the expected effect of each item, by its index. Items that cannot be planned are left out."""
    living = herbs(point.fields)
    own = {number for number, herb in living.items() if herb.seat == point.actor}
    good = [n for n, text in enumerate(items) if (item := parse_item(text)) is not None and item.herb in own]
    slots = effects(point, point.actor, [items[n] for n in good])
    return dict(zip(good, slots, strict=True))


def sheet(point: Point, moves: Sequence[str], faults: Sequence[str]) -> Sheet | None:
    """Return the command sheet of the seat to move, or None if no plan is being written.

    Args:
        point: The position at the start of the turn.
        moves: The items planned since then, "" for an empty line.
        faults: The problem of each move, or "".
    """
    if point.phase != "write":
        return None
    fields, seat = point.fields, point.actor
    done = plan(fields, seat)
    items, problems = (*done, *moves), ("",) * len(done) + tuple(faults)
    left, points = parse_pair(fields["ap"])[seat] + sum(map(planned_cost, done)), parse_pair(fields["points"])[seat]
    # an invalid line costs nothing
    valid_items = [item if not fault else "" for item, fault in zip(items, problems, strict=True)]
    pile, slots, count, rows = (
        piles(fields)[seat],
        expected_effects(point, valid_items),
        int(option(point, "actions")),
        [],
    )
    then = current_scene([*slots.values()][-1].fields) if slots else scene_after(point, seat, ())
    empty = next((n for n, item in enumerate(items) if not item), len(items))
    for n in range(max(count + 1, len(items))):
        place, number = str(n + 1) if n < count else sheet_words.STONE_ROW, n - len(done) if n >= len(done) else None
        if n < len(items) and items[n]:
            before, item, slot = left, parse_item(items[n]), slots.get(n)
            left -= planned_cost(valid_items[n])
            points += slot.scored if slot is not None else 0
            words = sheet_words.line(item, slot) if item is not None else ""
            warns = sheet_words.shortfall(item, slot) if item is not None and not is_stone(items[n]) else ""
            if n == count and is_stone(items[n]):
                warns = sheet_words.stone_lost(items[n], then, seat)
            cells = (
                place,
                sheet_text(items[n]),
                words,
                *map(str, (before, planned_cost(items[n]), left)),
                str(points),
                "",
            )
            rows.append(Row(cells, number, problems[n], warning="" if problems[n] else warns))
        elif n == count and not can_place(left, pile):
            rows.append(
                Row((place, "", sheet_words.no_stone_left(pile), *BLANK), warning=sheet_words.no_ap(left, pile))
            )
        else:
            words = sheet_words.prompt_text(stone=n == count) if n == empty else ""
            rows.append(
                Row((place, "", words, *BLANK), number if n <= max(empty, len(items) - 1) else None, now=n == empty)
            )
    return Sheet(sheet_words.sheet_head(fields["round"]), sheet_words.sheet_note(left, *pile), COLUMNS, tuple(rows))


def completed_sheet(info: GameInfo, fields: Fields, seat: int, turn: Sequence[Event]) -> Sheet | None:
    """Return the completed command sheet of a seat, or None if it is incomplete or hidden.

    Args:
        info: The game.
        fields: The position.
        seat: The seat.
        turn: The events of the round so far.
    """
    now = phase(fields)
    items = now.plans[seat]
    if now.kind == "over" or not items or "?" in items or (now.kind == "write" and now.seat <= seat):
        return None
    begun = turn[0].fields if turn else fields
    left = parse_pair(begun["ap"])[seat] + sum(map(planned_cost, plan(begun, seat)))
    points, bids, warns, taken = _results(seat, items, turn)
    rows = []
    for n, text in enumerate(items):
        before, item = left, parse_item(text)
        assert item is not None, text
        left -= planned_cost(text) + taken[n]
        place = sheet_words.STONE_ROW if is_stone(text) else str(n + 1)
        cells = (
            place,
            sheet_text(text),
            sheet_words.line(item, None),
            *map(str, (before, planned_cost(text), left)),
            points.get(n, ""),
        )
        rows.append(Row((*cells, bids.get(n, "")), now=n == now.slot - 1, warning=warns.get(n, "")))
    note = sheet_words.sheet_note(parse_pair(fields["ap"])[seat], *piles(fields)[seat])
    return Sheet(sheet_words.sheet_head(fields["round"]), note, COLUMNS, tuple(rows))


def _results(
    seat: int, items: Sequence[str], turn: Sequence[Event]
) -> tuple[dict[int, str], dict[int, str], dict[int, str], Counter[int]]:
    """Return the results of the executed lines, by their index.

    The results are the points after the line, the bids, the reason for having no effect, and the AP lost through bids
    and hits.
    """
    points, bids, warns, taken = dict[int, str](), dict[int, str](), dict[int, str](), Counter[int]()
    slot = phase(turn[0].fields).slot - 1 if turn else -1  # the events may begin in the middle of a round
    for event in turn:
        values = event.values
        if event.kind == "slot":
            slot = int(values["slot"]) - 1
        elif event.kind == "stones":
            slot = len(actions_of(items))
        elif event.kind == "bids":
            bids[slot] = f"{values['first']}:{values['second']}"
            taken[slot] += int(values["second" if seat else "first"])
        elif slot >= 0 and event.kind not in ("asks", "bid", "round", "over"):
            points[slot] = str(parse_pair(event.fields["points"])[seat])
            if event.kind == "hit" and int(values["herb"]) // 2 == seat:
                taken[slot] += int(values["ap"])
            if event.kind == "cancelled" or (event.seat == seat and event.kind in ("lost", "nothing", "failed")):
                warns[slot] = sheet_words.result_text(event.kind, herbs_account.failure_reason(event))
    return points, bids, warns, taken


def plan_marks(point: Point, moves: Sequence[str]) -> tuple[Item, ...]:
    """Return ghosts on the expected squares of Herbs and pushed pieces, with dots along the Herbs' paths."""
    if point.phase != "write":
        return ()
    items = (*plan(point.fields, point.actor), *moves)
    slots = expected_effects(point, items)
    marks = list[Item]()
    for slot in slots.values():
        for event in slot.events:
            if event.kind in ("move", "push"):
                marks += herbs_marks.trail(*herbs_marks.start_and_end(event))
            elif event.kind == "destroyed" and event.where[0] in PITS:
                marks.append(herbs_marks.on("taken", event.where[0]))
    now = scene_after(point, point.actor, ())
    then = current_scene([*slots.values()][-1].fields) if slots else now
    placed = [item for item in items if is_stone(item) and parse_item(item) is not None]
    return (*marks, *herbs_marks.expected_ghosts(now, then, placed, point.actor))

"""Sentences about the expected effect of a move in Herbs: a bid, a stone or an action of the plan."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from fastcore import GameInfo
from workbench.boards.herbs.account import PATTERNS
from workbench.boards.herbs.arena import Herb
from workbench.boards.herbs.click_words import cost, describe_square, points, squares
from workbench.boards.herbs.items import COLOURS, phrase, planned_cost, stone_colour
from workbench.boards.herbs.projection import Scene, Slot
from workbench.boards.kit.game_words import join_words, seat_name
from workbench.system.translation import tr, trn


def of_bid(bid: int, left: int) -> str:
    """Return a sentence about the effect of a bid; `left` is the remaining AP."""
    if bid:
        return trn(
            "Bid {bid} AP: you keep {count} AP, whoever acts first.",
            "Bid {bid} AP: you keep {count} AP, whoever acts first.",
            left,
            bid=bid,
        )
    return tr("Bid 0: if your opponent also bids 0, both actions are cancelled.")


def of_one_sided_bid(bid: int, left: int) -> str:
    """Return a sentence about the effect of a bid if the opponent has no AP."""
    if not bid:
        return tr("Bid 0: your opponent cannot bid, so both actions are cancelled.")
    enough = tr(" (1 is enough)") if bid > 1 else ""
    return trn(
        "Bid {bid} AP: you act first, unopposed{enough}, and keep {count}.",
        "Bid {bid} AP: you act first, unopposed{enough}, and keep {count}.",
        left,
        bid=bid,
        enough=enough,
    )


def of_stone(item: str, scene: Scene, seat: int) -> str:
    """Return a sentence about the expected effect of placing a stone."""
    square = item[2:]
    line = tr(
        "{square}: place a {stone_colour} stone here at the round's end ({cost})",
        square=square,
        stone_colour=stone_colour(item),
        cost=cost(planned_cost(item)),
    )
    at = scene.obstacle(square, seat)
    if at == square:
        return tr("{line}; for now, {square} is in the way.", line=line, square=describe_square(square, scene))
    return (
        tr("{line}; for now, it fails, beside your own Herb {holds}.", line=line, holds=scene.holds(at))
        if at
        else f"{line}."
    )


def of_action(slot: Slot, herb: Herb | None, spot: str) -> str:
    """Return a sentence about the expected effect of an action; `spot` is the last click that enters it."""
    number, ap = slot.item[0], cost(planned_cost(slot.item))
    place = f"{spot}: " if spot[0].isupper() and spot[1:].isdigit() else ""
    if herb is None:
        return tr("Herb {number} will be lost by then: this does nothing ({ap}).", number=number, ap=ap)
    return tr(
        "{place}Herb {number} {does} ({ap}){gains}.",
        place=place,
        number=number,
        does=_does(slot, herb),
        ap=ap,
        gains=_gains(slot),
    )


def of_plan(slots: Sequence[Slot]) -> str:
    """Return a sentence about the points and hits expected from these actions, or ""."""
    events = [event for slot in slots for event in slot.events]
    names = dict.fromkeys(str(event.values["for"]) for event in events if event.kind == "points")
    patterns = [PATTERNS[name] for name in names]
    hits = list(dict.fromkeys(tr("Herb {herb}", herb=event.values["herb"]) for event in events if event.kind == "hit"))
    parts = []
    if patterns:
        scored = points(sum(slot.scored for slot in slots))
        parts.append(tr("scores {points} for {patterns}", points=scored, patterns=join_words(patterns)))
    if hits:
        parts.append(tr("shoots {herbs}", herbs=join_words(hits)))
    return tr("If nothing gets in the way, it {does}.", does=join_words(parts)) if parts else ""


def _does(slot: Slot, herb: Herb) -> str:
    kind = slot.item[1:]
    if kind in ("TL", "TR", "HT"):
        return {"TL": tr("turns left"), "TR": tr("turns right"), "HT": tr("turns round")}[kind]
    if kind == "F":
        return _fires(slot)
    if kind in ("BW", "WB"):
        colour, new_colour = (tr("black"), tr("white")) if kind == "BW" else (tr("white"), tr("black"))
        painted = any(event.kind == "paint" for event in slot.events)
        return (
            tr("makes the stone in front {new_colour}", new_colour=new_colour)
            if painted
            else tr("has no {colour} stone in front for now", colour=colour)
        )
    return _pushes(slot) if kind.startswith("P") else _goes(slot, backward=kind.startswith("BU"))


def _goes(slot: Slot, backward: bool) -> str:
    wanted = int(slot.item[-1])
    moved = next((event for event in slot.events if event.kind == "move"), None)
    does = tr("backs up") if backward else tr("goes")
    if moved is None:
        return tr("does not move: its way is blocked for now")
    if any(event.kind == "destroyed" for event in slot.events):
        return tr("falls into the pit {where} and is lost", where=moved.where[1])
    distance = int(moved.values["squares"])
    return (
        f"{does} {squares(distance)}"
        if distance == wanted
        else tr(
            "{does} {squares} to {where} and stops there",
            does=does,
            squares=squares(distance),
            where=moved.where[1],
        )
    )


def _fires(slot: Slot) -> str:
    hit = next((event for event in slot.events if event.kind == "hit"), None)
    if hit is None:
        return tr("fires, but hits no Herb for now")
    back = tr(" back to {where}", where=hit.where[1]) if len(hit.where) > 1 and hit.where[0] != hit.where[1] else ""
    return tr("shoots Herb {herb}{back}: {ap} AP lost", herb=hit.values["herb"], back=back, ap=hit.values["ap"])


def _pushes(slot: Slot) -> str:
    pushes = [event for event in slot.events if event.kind == "push"]
    if slot.cost is None:
        return tr("pushes nothing: for now, that costs more")
    if not pushes:
        return tr("pushes nothing: for now, nothing in front can move")
    spare = planned_cost(slot.item) - slot.cost
    return (
        tr("pushes {squares}, paying {spare} AP too much", squares=squares(len(pushes)), spare=spare)
        if spare
        else tr("pushes {squares}", squares=squares(len(pushes)))
    )


def _gains(slot: Slot) -> str:
    """Return the points of an action, such as "; 6 points for a row of four"."""
    scored = [
        tr(
            "{points} for {pattern}",
            points=points(int(event.values["points"])),
            pattern=PATTERNS[str(event.values["for"])],
        )
        for event in slot.events
        if event.kind == "points"
    ]
    return f"; {', '.join(scored)}" if scored else ""


def order_text(info: GameInfo, leads: int) -> str:
    """Return the order of action in words; `leads` is the seat that acts first, -1 if both bid 0."""
    return tr("{side} acts first", side=seat_name(info, leads)) if leads >= 0 else tr("Both bid 0: neither acts")


def equal_bids(info: GameInfo, leads: int, token: bool) -> str:
    """Return a sentence about equal bids.

    Args:
        info: The game.
        leads: The seat that acts first.
        token: Whether the tie token decides, else the lower number of points.
    """
    reason = tr("the tie token") if token else tr("fewer points")
    return tr("After equal bids above 0 {side} acts first, with {reason}.", side=seat_name(info, leads), reason=reason)


def one_sided_bid(info: GameInfo, without: int) -> str:
    """Return a sentence about a bid in which seat `without` has no AP."""
    rival = seat_name(info, 1 - without)
    return tr(
        "{side} cannot bid: {rival} acts first for 1 AP; 0 cancels both.",
        side=seat_name(info, without),
        rival=rival,
    )


def at_stake(info: GameInfo, slot: int, items: Sequence[str]) -> str:
    """Return a sentence about the two actions whose order a bid decides."""
    deeds = (f"{seat_name(info, seat)}: {phrase(item)}" for seat, item in enumerate(items))
    return tr("Action {slot}. {deeds}.", slot=slot, deeds=". ".join(deeds))


def range_of_fire(number: int, hit: str) -> str:
    """Return a sentence about a Herb's range; `hit` is the Herb it would hit, or ""."""
    return (
        tr("Herb {number} has Herb {hit} in range.", number=number, hit=hit)
        if hit
        else tr("Herb {number} has no Herb in range.", number=number)
    )


def push_of(number: int, pieces: int, prices: Mapping[int, int], hindered: Mapping[int, str]) -> str:
    """Return a sentence about the cost of pushing a line of pieces.

    Args:
        number: The number of the Herb.
        pieces: The length of the line.
        prices: The cost by distance.
        hindered: The reasons against longer pushes, by distance.
    """
    far, why = next(iter(hindered.items()), (0, ""))
    if not prices:
        return tr("Herb {number} cannot push it: {why}.", number=number, why=why)
    costs = join_words(
        [
            (
                tr("{ap} AP for {squares}", ap=ap, squares=squares(distance) if not n else distance)
                if not n
                else tr("{ap} for {squares}", ap=ap, squares=squares(distance) if not n else distance)
            )
            for n, (distance, ap) in enumerate(prices.items())
        ]
    )
    line = trn(
        "A push by Herb {number} against {count} piece costs {costs}",
        "A push by Herb {number} against {count} pieces costs {costs}",
        pieces,
        number=number,
        costs=costs,
    )
    return tr("{line}; for {far}: {why}.", line=line, far=far, why=why) if why else tr("{line} for now.", line=line)


def completes(kind: str, colour: str, is_complete: bool) -> str:
    """Return a sentence about a pattern that includes this square.

    Args:
        kind: A key of `PATTERNS`.
        colour: The colour of the pattern's stones.
        is_complete: Whether the stone on this square is already part of the pattern.
    """
    if is_complete:
        return tr("It is part of {pattern}.", pattern=PATTERNS[kind])
    return tr(
        "A {colour} stone that is pushed here completes {pattern}.", colour=COLOURS[colour], pattern=PATTERNS[kind]
    )

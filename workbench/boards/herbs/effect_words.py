"""Sentences about the expected effect of a move in Herbs: a bid, a stone or an action of the plan."""

from __future__ import annotations

from workbench.boards.herbs.account import PATTERNS
from workbench.boards.herbs.arena import Herb
from workbench.boards.herbs.click_words import cost, describe_square, points, squares
from workbench.boards.herbs.items import planned_cost, stone_colour
from workbench.boards.herbs.projection import Scene, Slot


def of_bid(bid: int, left: int) -> str:
    """Return a sentence about the effect of a bid; `left` is the remaining AP."""
    if bid:
        return f"Bid {bid} AP: {left} {'is' if left == 1 else 'are'} left, whoever acts first."
    return "Bid nothing: if the other side bids nothing too, both actions are cancelled."


def of_one_sided_bid(bid: int, left: int) -> str:
    """Return a sentence about the effect of a bid if the opponent has no AP."""
    if not bid:
        return "Bid nothing: both actions are cancelled, since the other side has no AP to bid."
    enough = ", and 1 would be enough" if bid > 1 else ""
    return (
        f"Bid {bid} AP: you act first, since the other side has none to bid{enough}; "
        f"{left} {'is' if left == 1 else 'are'} left."
    )


def of_stone(item: str, scene: Scene, seat: int) -> str:
    """Return a sentence about the expected effect of placing a stone."""
    square = item[2:]
    line = f"{square}: place a {stone_colour(item)} stone here at the end of the round ({cost(planned_cost(item))})"
    at = scene.obstacle(square, seat)
    if at == square:
        return f"{line}; as things are {describe_square(square, scene)} is in the way."
    return f"{line}; as things are it fails, beside your own Herb {scene.holds(at)}." if at else f"{line}."


def of_action(slot: Slot, herb: Herb | None, spot: str) -> str:
    """Return a sentence about the expected effect of an action; `spot` is the last click that enters it."""
    number, ap = slot.item[0], cost(planned_cost(slot.item))
    place = f"{spot}: " if spot[0].isupper() and spot[1:].isdigit() else ""
    if herb is None:
        return f"Herb {number} will be lost by then: this does nothing ({ap})."
    return f"{place}Herb {number} {_does(slot, herb)} ({ap}){_gains(slot)}."


def _does(slot: Slot, herb: Herb) -> str:
    kind = slot.item[1:]
    if kind in ("TL", "TR", "HT"):
        return {"TL": "turns left", "TR": "turns right", "HT": "turns round"}[kind]
    if kind == "F":
        return _fires(slot)
    if kind in ("BW", "WB"):
        colour, new_colour = ("black", "white") if kind == "BW" else ("white", "black")
        painted = any(event.kind == "paint" for event in slot.events)
        return f"makes the stone in front {new_colour}" if painted else f"has no {colour} stone in front as things are"
    return _pushes(slot) if kind.startswith("P") else _goes(slot, backward=kind.startswith("BU"))


def _goes(slot: Slot, backward: bool) -> str:
    wanted = int(slot.item[-1])
    moved = next((event for event in slot.events if event.kind == "move"), None)
    does = "backs up" if backward else "goes"
    if moved is None:
        return "stays where it is: the way is blocked as things are"
    if any(event.kind == "destroyed" for event in slot.events):
        return f"falls into the pit {moved.where[1]} and is lost"
    distance = int(moved.values["squares"])
    return (
        f"{does} {squares(distance)}"
        if distance == wanted
        else f"{does} {squares(distance)} to {moved.where[1]}, where its way ends"
    )


def _fires(slot: Slot) -> str:
    hit = next((event for event in slot.events if event.kind == "hit"), None)
    if hit is None:
        return "fires, but hits no Herb as things are"
    back = f" back to {hit.where[1]}" if len(hit.where) > 1 and hit.where[0] != hit.where[1] else ""
    return f"shoots Herb {hit.values['herb']}{back}: {hit.values['ap']} AP lost"


def _pushes(slot: Slot) -> str:
    pushes = [event for event in slot.events if event.kind == "push"]
    if slot.cost is None:
        return "pushes nothing: as things are that costs more"
    if not pushes:
        return "pushes nothing: as things are nothing in front can move"
    spare = planned_cost(slot.item) - slot.cost
    return f"pushes {squares(len(pushes))}{f', {spare} AP more than it costs' if spare else ''}"


def _gains(slot: Slot) -> str:
    """Return the points of an action, such as "; 6 points for a row of four"."""
    scored = [
        f"{points(int(event.values['points']))} for {PATTERNS[str(event.values['for'])]}"
        for event in slot.events
        if event.kind == "points"
    ]
    return f"; {', '.join(scored)}" if scored else ""

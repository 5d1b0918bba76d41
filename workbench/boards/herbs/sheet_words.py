"""What the command sheet of Herbs says: its head, its lines, and what comes of them."""

from __future__ import annotations

from workbench.boards.herbs import click_words
from workbench.boards.herbs.items import Item, short
from workbench.boards.herbs.projection import Scene, Slot

STONE_ROW = "stone"
# the first one has the room of three
HEADS = ("10 AP at the end: 1 point", "", "", "AP", "cost", "left", "points", "bids")


def sheet_head(number: str) -> str:
    return f"Command sheet, round {number}"


def sheet_note(ap: int, white: int, black: int) -> str:
    return f"{ap} AP · {white} white, {black} black"


def fill(stone: bool) -> str:
    return "write a stone here" if stone else "write an action"


def no_stone_left(pile: tuple[int, int]) -> str:
    return "none" if any(pile) else "none: the pile is empty"


def no_ap(ap: int, pile: tuple[int, int]) -> str:
    """Why there is no stone though the pile, of white and black, holds some; "" if it is empty."""
    if not any(pile):
        return ""
    return "No stone: a black stone costs 2 AP, and 1 is left." if ap else "No stone: no AP are left to pay for one."


def stone_lost(item: str, there: Scene, seat: int) -> str:
    """Why a stone will not come to lie where it is to, as things are, "" if it will."""
    square = item[2:]
    at = there.hindrance(square, seat)
    if at == square:
        return f"Will be lost: {click_words.standing_on(square, there)} is on {square} by then."
    return f"Will be lost: {square} is beside your Herb {there.holds(at)}." if at else ""


def shortfall(item: Item, slot: Slot | None) -> str:
    """What an action comes to as things are, if that is less than it says, "" if not."""
    if slot is None:
        return ""
    events = {event.kind: event for event in slot.events}
    if "destroyed" in events and item.kind in ("M", "BU"):
        return "Falls into a pit."
    if not slot.events:
        return f"Does nothing: Herb {item.herb} will be lost by then."
    if item.kind == "P":
        made = sum(event.kind == "push" for event in slot.events)
        if slot.cost is None:
            return "Moves nothing: it will cost more."
        return "" if made == item.amount else f"Stops after {click_words.squares(made)}." if made else "Moves nothing."
    if "nothing" in events:
        idle = {"F": "Hits nobody.", "BW": "No black stone in front.", "WB": "No white stone in front."}
        return idle.get(item.kind, "The way is blocked.")
    moved = int(events["move"].values["squares"]) if "move" in events else item.amount
    return f"Stops after {click_words.squares(moved)}." if item.kind in ("M", "BU") and moved < item.amount else ""


def line(item: Item, slot: Slot | None) -> str:
    """What an item of a plan is to do, in a few words."""
    events = {event.kind: event for event in slot.events} if slot is not None else {}
    aim = f" at Herb {events['hit'].values['herb']}" if "hit" in events else ""
    painted = f" {events['paint'].where[0]}" if "paint" in events else ""
    return f"{short(item)}{aim}{painted}"


def came_of(kind: str, why: str) -> str:
    """What became of a line that came to nothing."""
    if kind == "lost":
        return "Lost: the Herb was hit first."
    if kind == "cancelled":
        return "Cancelled: both bid 0."
    return f"{'Lost' if kind == 'failed' else 'Did nothing'}: {why}."

"""The texts of the command sheet of Herbs: its title, its lines, and their results."""

from __future__ import annotations

from workbench.boards.herbs import click_words
from workbench.boards.herbs.items import Item, short_text
from workbench.boards.herbs.projection import Scene, Slot

STONE_ROW = "stone"
# the first heading spans three columns
HEADS = ("10 AP left: 1 point", "", "", "AP", "cost", "left", "points", "bids")


def sheet_head(number: str) -> str:
    """Return the title of a sheet."""
    return f"Command sheet, round {number}"


def sheet_note(ap: int, white: int, black: int) -> str:
    """Return the AP and stones left, in words."""
    return f"{ap} AP · {white} white, {black} black"


def prompt_text(stone: bool) -> str:
    """Return the prompt on the next empty line."""
    return "write a stone here" if stone else "write an action"


def no_stone_left(pile: tuple[int, int]) -> str:
    """Return the text of a stone line that must stay empty."""
    return "none" if any(pile) else "none: the pile is empty"


def no_ap(ap: int, pile: tuple[int, int]) -> str:
    """Return why no stone can be paid for, or "" if the pile is empty.

    Args:
        ap: The remaining AP, 0 or 1.
        pile: The remaining white and black stones.
    """
    if not any(pile):
        return ""
    return "No stone: a black stone costs 2 AP, and 1 is left." if ap else "No stone: no AP are left to pay for one."


def stone_lost(item: str, scene: Scene, seat: int) -> str:
    """Return why a planned stone is expected to be lost, or ""."""
    square = item[2:]
    at = scene.obstacle(square, seat)
    if at == square:
        return f"Will be lost: {click_words.describe_square(square, scene)} is on {square} by then."
    return f"Will be lost: {square} is beside your Herb {scene.holds(at)}." if at else ""


def shortfall(item: Item, slot: Slot | None) -> str:
    """Return how an action is expected to fall short of its text, or ""."""
    if slot is None:
        return ""
    events = {event.kind: event for event in slot.events}
    if "destroyed" in events and item.kind in ("M", "BU"):
        return "Falls into a pit."
    if not slot.events:
        return f"Does nothing: Herb {item.herb} will be lost by then."
    if item.kind == "P":
        pushed = sum(event.kind == "push" for event in slot.events)
        if slot.cost is None:
            return "Moves nothing: it will cost more."
        return (
            ""
            if pushed == item.amount
            else f"Stops after {click_words.squares(pushed)}."
            if pushed
            else "Moves nothing."
        )
    if "nothing" in events:
        idle = {"F": "Hits nobody.", "BW": "No black stone in front.", "WB": "No white stone in front."}
        return idle.get(item.kind, "The way is blocked.")
    moved = int(events["move"].values["squares"]) if "move" in events else item.amount
    return f"Stops after {click_words.squares(moved)}." if item.kind in ("M", "BU") and moved < item.amount else ""


def line(item: Item, slot: Slot | None) -> str:
    """Return an item of a plan in a few words."""
    events = {event.kind: event for event in slot.events} if slot is not None else {}
    aim = f" at Herb {events['hit'].values['herb']}" if "hit" in events else ""
    painted = f" {events['paint'].where[0]}" if "paint" in events else ""
    return f"{short_text(item)}{aim}{painted}"


def result_text(kind: str, why: str) -> str:
    """Return the reason that a line had no effect."""
    if kind == "lost":
        return "Lost: the Herb was hit first."
    if kind == "cancelled":
        return "Cancelled: both bid 0."
    return f"{'Lost' if kind == 'failed' else 'Did nothing'}: {why}."

"""The texts of the command sheet of Herbs: its title, its lines, and their results."""

from __future__ import annotations

from workbench.boards.herbs import click_words
from workbench.boards.herbs.items import Item, short_text
from workbench.boards.herbs.projection import Scene, Slot
from workbench.system.translation import tr

STONE_ROW = tr("stone")
# The first heading spans three columns.
HEADS = (tr("action"), "", "", tr("AP"), tr("cost"), tr("left"), tr("points"), tr("bids"))


def sheet_head(number: str) -> str:
    """Return the title of a sheet."""
    return tr("Command sheet, round {number}", number=number)


def sheet_note(ap: int, white: int, black: int) -> str:
    """Return the AP and stones left, in words."""
    return tr("{ap} AP · {white} white, {black} black", ap=ap, white=white, black=black)


def prompt_text(stone: bool) -> str:
    """Return the prompt on the next empty line."""
    return tr("plan a stone") if stone else tr("plan an action")


def no_stone_left(pile: tuple[int, int]) -> str:
    """Return the text of a stone line that must stay empty."""
    return tr("none") if any(pile) else tr("none: the pile is empty")


def no_ap(ap: int, pile: tuple[int, int]) -> str:
    """Return why no stone can be paid for, or "" if the pile is empty.

    Args:
        ap: The remaining AP, 0 or 1.
        pile: The remaining white and black stones.
    """
    if not any(pile):
        return ""
    return (
        tr("No stone: a black stone costs 2 AP, but you have 1.")
        if ap
        else tr("No stone: you have no AP to pay for one.")
    )


def stone_lost(item: str, scene: Scene, seat: int) -> str:
    """Return why a planned stone is expected to be lost, or ""."""
    square = item[2:]
    at = scene.obstacle(square, seat)
    if at == square:
        return tr(
            "Will be lost: {square} is on {square2} by then.",
            square=click_words.describe_square(square, scene),
            square2=square,
        )
    return tr("Will be lost: {square} is beside your Herb {holds}.", square=square, holds=scene.holds(at)) if at else ""


def shortfall(item: Item, slot: Slot | None) -> str:
    """Return how an action is expected to fall short of its text, or ""."""
    if slot is None:
        return ""
    events = {event.kind: event for event in slot.events}
    if "destroyed" in events and item.kind in ("M", "BU"):
        return tr("Falls into a pit.")
    if not slot.events:
        return tr("Does nothing: Herb {herb} will be lost by then.", herb=item.herb)
    if item.kind == "P":
        pushed = sum(event.kind == "push" for event in slot.events)
        if slot.cost is None:
            return tr("Moves nothing: it will cost more.")
        return (
            ""
            if pushed == item.amount
            else tr("Stops after {squares}.", squares=click_words.squares(pushed))
            if pushed
            else tr("Moves nothing.")
        )
    if "nothing" in events:
        idle = {"F": tr("Hits nobody."), "BW": tr("No black stone in front."), "WB": tr("No white stone in front.")}
        return idle.get(item.kind, tr("The way is blocked."))
    moved = int(events["move"].values["squares"]) if "move" in events else item.amount
    return (
        tr("Stops after {squares}.", squares=click_words.squares(moved))
        if item.kind in ("M", "BU") and moved < item.amount
        else ""
    )


def line(item: Item, slot: Slot | None) -> str:
    """Return an item of a plan in a few words."""
    events = {event.kind: event for event in slot.events} if slot is not None else {}
    aim = tr(" at Herb {herb}", herb=events["hit"].values["herb"]) if "hit" in events else ""
    painted = f" {events['paint'].where[0]}" if "paint" in events else ""
    return f"{short_text(item)}{aim}{painted}"


def result_text(kind: str, why: str) -> str:
    """Return the reason that a line had no effect."""
    if kind == "lost":
        return tr("Lost: the Herb was hit first.")
    if kind == "cancelled":
        return tr("Cancelled: both bid 0.")
    return tr("Lost: {why}.", why=why) if kind == "failed" else tr("Did nothing: {why}.", why=why)

"""The sentences about lines of Herbs at a real table."""

from __future__ import annotations

from fastcore import Viewpoint
from workbench.boards.herbs.tables.fillers import without_mark
from workbench.boards.herbs.tables.rounds import READY
from workbench.boards.kit.game_words import seat_name
from workbench.system.translation import tr


def begin_of_round(point: Viewpoint, text: str) -> str:
    """Return what the first line of a round or of bids says: a move, a hidden one, or that nobody else can bid."""
    info, (item, number) = point.info, without_mark(text)
    if number is None and text == READY:
        player = seat_name(info, point.actor)
        if point.fields["phase"].startswith("bid"):
            return tr("{player} has bid.", player=player)
        return tr("{player}'s plan is complete.", player=player)
    if number is None:
        return text
    last = tr("{side} has no AP to bid.", side=seat_name(info, 1))
    bid = item.removeprefix("bid")
    own = tr("{player} bids {bid} AP.", player=seat_name(info, 0), bid=bid) if item != READY else ""
    return f"{own} {last}".lstrip()


def revealed(side: str, item: str, text: str) -> str:
    """Return that a seat reveals an item, perhaps with a mark: the AP that fire then took, or that none are left.

    Args:
        side: The seat's name.
        item: The item in words.
        text: The item with its mark.
    """
    _, number = without_mark(text)
    if number is None:
        return tr("{side} reveals: {item}.", side=side, item=item)
    if number:
        return tr("{side} reveals: {item}. Fire takes its last {ap} AP.", side=side, item=item, ap=number)
    return tr("{side} reveals: {item}. No AP are left.", side=side, item=item)


def wanted(side: str, kind: str) -> str:
    """Return what has to be entered next: a "bid", a "stone", or an action ("slot"); "" for nothing."""
    if kind == "bid":
        return tr("{side}: enter the revealed bid.", side=side)
    if kind == "stone":
        return tr("{side}: enter the revealed stone, or - for none.", side=side)
    return tr("{side}: enter the next revealed action.", side=side) if kind else ""

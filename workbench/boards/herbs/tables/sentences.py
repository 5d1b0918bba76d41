"""The sentences about lines of Herbs at a real table."""

from __future__ import annotations

from workbench.boards.herbs.tables.rounds import BID, READY
from workbench.system.translation import tr


def begun(side: str, item: str, words: str, bids: bool, last: str) -> str:
    """Return what the first line of a round or of bids says.

    Args:
        side: The name of the seat that writes or bids.
        item: The text of its item or bid, or READY.
        words: The item in words.
        bids: Whether it bids.
        last: The name of the second seat if it turns out to have no AP to bid, else "".
    """
    if bids and item == READY:
        said = "" if last else tr("{player} has bid.", player=side)
    elif bids:
        said = tr("{player} bids {bid} AP.", player=side, bid=item.removeprefix(BID))
    elif item == READY:
        said = tr("{player}'s plan is complete.", player=side)
    else:
        said = tr("{player} writes: {phrase}.", player=side, phrase=words)
    return " ".join(filter(None, (said, tr("{side} has no AP to bid.", side=last) if last else "")))


def revealed(side: str, item: str, number: int | None) -> str:
    """Return that a seat reveals an item.

    Args:
        side: The seat's name.
        item: The item in words.
        number: The AP that fire then took, all that were left; 0 for none left; None if neither is known.
    """
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

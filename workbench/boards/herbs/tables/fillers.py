"""Fillers for the missing items of a plan in Herbs, when a round is played with some of its lines."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from workbench.boards.herbs.tables.rounds import SPENT

MOST_PAID = 24  # AP for one push


def filler(fields: Mapping[str, str], seat: int, cost: int) -> str:
    """Return an action of a Herb that may be in the plan: a free turn, or a push that costs at most this many AP."""
    turn = free_turn(fields, seat, ())
    paid = min(cost, MOST_PAID)
    return f"{turn[0]}P{(paid + 7) // 8}/{paid}" if paid > 0 else turn


def last_stone(fields: Mapping[str, str], seat: int, ap: int, spent: bool) -> str:
    """Return the stone that a seat writes with these AP: the cheapest, or if `spent`, the stone that uses them up."""
    black = int(fields["piles"].split(",")[seat].removesuffix("b").partition("w")[2])
    return "BlA1" if spent and ap == 2 and black else cheapest_stone(fields, seat, ap) or "BlA1" * (ap == 1)


def without_mark(texts: Sequence[str]) -> tuple[list[str], bool]:
    """Return revealed items without SPENT, and whether it was there."""
    return [text.partition(SPENT)[0] for text in texts], any(text.endswith(SPENT) for text in texts)


def plan_items(text: str) -> list[str]:
    """Return the items of a plan."""
    return [item for item in text.split(",") if item]


def joined(plans: Sequence[Sequence[str]]) -> str:
    """Return the text of two plans."""
    return "|".join(",".join(plan) for plan in plans)


def free_turn(fields: Mapping[str, str], seat: int, items: Sequence[str]) -> str:
    """Return a free action of a Herb that may be in the plan."""
    herbs = fields["herbs"].split(",")
    alive = next((herb for herb in (2 * seat, 2 * seat + 1) if herbs[herb] != "-"), None)
    named = next((item[0] for item in items if item[0].isdigit()), None)
    return f"{named if named is not None else alive}TL"


def cheapest_stone(fields: Mapping[str, str], seat: int, ap: int) -> str:
    """Return the cheapest stone that a seat can write with these AP, or ""."""
    white, _, black = fields["piles"].split(",")[seat].removesuffix("b").partition("w")
    return "WhA1" if ap >= 1 and int(white) else "BlA1" if ap >= 2 and int(black) else ""

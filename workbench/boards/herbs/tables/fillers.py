"""Fillers for the missing items of a plan in Herbs, when a round is played with some of its lines."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations

from workbench.boards.herbs.tables.rounds import BID, NO_STONE, SPENT, STONES

MOST_PAID = 24  # AP for one push


def filler(fields: Mapping[str, str], seat: int, cost: int) -> str:
    """Return an action of a Herb that may be in the plan: a free turn, or a push that costs at most this many AP."""
    turn = free_turn(fields, seat, ())
    paid = min(cost, MOST_PAID)
    return f"{turn[0]}P{(paid + 7) // 8}/{paid}" if paid > 0 else turn


def filled(
    fields: Mapping[str, str], seat: int, known: Sequence[str], lines: Sequence[str], bid: str, spent: bool,
    actions: int, cost: Callable[[str], int],
) -> tuple[list[str], int]:  # fmt: skip
    """Return a hidden plan with fillers for what is not revealed yet, and the AP that its seat can bid.

    Args:
        fields: The fields of the position.
        seat: The seat.
        known: The items revealed before.
        lines: The items revealed since then.
        bid: The seat's bid after `known`, or "".
        spent: Whether it has no AP left after its bid.
        actions: The number of actions in a plan.
        cost: Returns the AP that planning an item costs.
    """
    new, marked = without_mark(lines)
    number = bid.removeprefix(BID)
    due = int(number) if number.isdigit() else 0
    items = [*known, *(text for text in new if text != NO_STONE)]
    left = int(fields["ap"].split(",")[seat]) - sum(map(cost, items[len(known) :]))
    while len(items) < actions:
        items.append(filler(fields, seat, left - due if marked or spent else 0))
        left -= cost(items[-1])
    if not any(item.startswith(STONES) for item in items) and NO_STONE not in new:
        stone = last_stone(fields, seat, left - due if marked or spent else left, marked or spent)
        items += [stone] * bool(stone)
        left -= cost(stone)
    return items, left


def last_stone(fields: Mapping[str, str], seat: int, ap: int, spent: bool) -> str:
    """Return the stone that a seat writes with these AP: the cheapest, or if `spent`, the stone that uses them up."""
    black = int(fields["piles"].split(",")[seat].removesuffix("b").partition("w")[2])
    return "BlA1" if spent and ap == 2 and black else cheapest_stone(fields, seat, ap) or "BlA1" * (ap == 1)


def with_marks(parts: Sequence[str]) -> Iterator[list[str]]:
    """Yield lines of a round without SPENT, then with it at one item and at two, the last first."""
    items = [place for place, part in enumerate(parts) if place and not part.startswith(BID)][::-1]
    for count in range(3):
        for places in combinations(items, count):
            yield [part + SPENT * (place in places) for place, part in enumerate(parts)]


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

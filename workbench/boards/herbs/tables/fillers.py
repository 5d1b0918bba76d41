"""Fillers for the missing items of a plan in Herbs, when a round is played with some of its lines."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations, product

from fastcore.games.herbs.text.texts import ITEMS, MOVES
from workbench.boards.herbs.tables.rounds import BID, NO_STONE, STONES

MOST_PAID = 24  # AP for one push
_MARKED = re.compile(r"([^;=]*);(\d+)")


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
    new, rest = without_marks(lines)
    rest = 0 if rest is None and spent else rest
    number = bid.removeprefix(BID)
    if rest is not None and number.isdigit():
        rest += int(number)  # before it is paid
    items = [*known, *(text for text in new if text != NO_STONE)]
    left = int(fields["ap"].split(",")[seat]) - sum(map(cost, items[len(known) :]))
    has_stone = NO_STONE in new or any(item.startswith(STONES) for item in items)
    while len(items) < actions:
        items.append(filler(fields, seat, to_spend(fields, seat, left, rest, has_stone)))
        left -= cost(items[-1])
    if not has_stone:
        stone = last_stone(fields, seat, left, rest)
        items += [stone] * bool(stone)
        left -= cost(stone)
    return items, left


def to_spend(fields: Mapping[str, str], seat: int, ap: int, rest: int | None, has_stone: bool) -> int:
    """Return the AP that a seat's unknown actions cost if `rest` AP remain after its stone; 0 if `rest` is None."""
    if rest is None:
        return 0
    stone = "" if has_stone or not rest else cheapest_stone(fields, seat, rest)
    return max(0, ap - rest - (2 if stone.startswith("Bl") else 1 if stone else 0))


def last_stone(fields: Mapping[str, str], seat: int, ap: int, rest: int | None) -> str:
    """Return the stone that a seat writes with these AP: the cheapest, or the one after which `rest` AP remain."""
    if rest is None:
        return cheapest_stone(fields, seat, ap) or "BlA1" * (ap == 1)
    black = int(fields["piles"].split(",")[seat].removesuffix("b").partition("w")[2])
    price = ap - rest
    return "BlA1" if price == 2 and black else cheapest_stone(fields, seat, price) or "BlA1" * (price == 1)


def with_marks(parts: Sequence[str], most: int) -> Iterator[list[str]]:
    """Yield lines of a round without marks, then with them at one item and at two, the last first.

    Args:
        parts: The lines.
        most: The largest number of a mark.
    """
    items = [place for place, part in enumerate(parts) if place and not part.startswith(BID)][::-1]
    for count in range(3):
        for places in combinations(items, count):
            for numbers in product(range(most + 1), repeat=count):
                marks = {place: f";{number}" for place, number in zip(places, numbers, strict=True)}
                yield [part + marks.get(place, "") for place, part in enumerate(parts)]


def without_mark(text: str) -> tuple[str, int | None]:
    """Return a revealed item without its mark, and the number of the mark, or None if there is none."""
    marked = _MARKED.fullmatch(text)
    return (marked[1], int(marked[2])) if marked else (text, None)


def without_marks(texts: Sequence[str]) -> tuple[list[str], int | None]:
    """Return revealed items without their marks, and the number of the last mark, or None if there is none."""
    pairs = [without_mark(text) for text in texts]
    numbers = [number for _, number in pairs if number is not None]
    return [item for item, _ in pairs], numbers[-1] if numbers else None


def lost_by_fire(facts: Sequence[str]) -> int:
    """Return the AP that seats lost by fire, as facts of an observation tell."""
    hits = (fact.removeprefix("hit=").split("|") for fact in facts if fact.startswith("hit="))
    return sum(max(map(int, lost)) for lost in hits)


def writable(fields: Mapping[str, str], seat: int, items: Sequence[str], ap: int, actions: int) -> tuple[str, ...]:
    """Return the items that can follow in a seat's plan, none if it is complete.

    Args:
        fields: The fields of the position.
        seat: The seat.
        items: The items of the plan so far.
        ap: The AP that are left after them.
        actions: The number of actions in a plan.
    """
    if any(item.startswith(STONES) for item in items):
        return ()
    herbs = {2 * seat, 2 * seat + 1}
    if not fields["phase"].startswith("bid"):
        herbs -= {herb for herb, text in enumerate(fields["herbs"].split(",")) if text == "-"}
    white, _, black = fields["piles"].split(",")[seat].removesuffix("b").partition("w")
    acts, stock = len(items) < actions, (0, int(white), int(black))
    return tuple(
        text
        for text, item in zip(MOVES, ITEMS, strict=False)
        if item.cost <= ap and (item.herb in herbs if acts else text.startswith(STONES) and stock[item.cost] > 0)
    )


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

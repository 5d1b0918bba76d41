"""Observations: the move as a seat sees it, then the facts that everybody learns, such as `?;slot1=0F|2P1/2;asks=1`."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from fastcore.games.herbs.text.texts import ITEMS, MOST_AP, NONE, NUMBER, is_stone, item_text
from fastcore.values import quoted

_PAIR = re.compile(r"(0|[1-9][0-9]{0,2})\|(0|[1-9][0-9]{0,2})")


class Fact(NamedTuple):
    """One fact, with a number for each seat. Slots and seats count from 0.

    Kinds: bids, the AP bid; slot, the items revealed in slot `slot`; hit, the AP lost by fire; stones, the items, NONE
    if there is none; asks, `first` is the seat that bids first.
    """

    kind: str
    first: int
    second: int = 0
    slot: int = -1


def fact_text(fact: Fact) -> str:
    """Return the text of a fact."""
    if fact.kind == "asks":
        return f"asks={fact.first + 1}"
    pair = (fact.first, fact.second)
    if fact.kind == "slot":
        return f"slot{fact.slot + 1}=" + "|".join(map(item_text, pair))
    if fact.kind == "stones":
        return "stones=" + "|".join("-" if item == NONE else item_text(item) for item in pair)
    return f"{fact.kind}=" + "|".join(map(str, pair))


def observation_text(move: str, facts: Iterable[Fact]) -> str:
    """Return the observation of a move that the seat sees as `move`."""
    return ";".join((move, *map(fact_text, facts)))


def parse_facts(texts: Iterable[str]) -> list[Fact]:
    """Return the facts with these texts. ValueError names the first text that is not a fact."""
    return [_parse_fact(text) for text in texts]


def _parse_fact(text: str) -> Fact:
    name, _, values = text.partition("=")
    slot = re.fullmatch("slot([1-8])", name)
    if slot:
        pair = _items(values)
        if pair and not is_stone(pair[0]) and not is_stone(pair[1]) and NONE not in pair:
            return Fact("slot", *pair, int(slot[1]) - 1)
    elif name == "stones":
        pair = _items(values)
        if pair and all(item == NONE or is_stone(item) for item in pair):
            return Fact("stones", *pair)
    elif name in ("bids", "hit"):
        numbers = _PAIR.fullmatch(values)
        if numbers and max(int(numbers[1]), int(numbers[2])) <= MOST_AP:
            return Fact(name, int(numbers[1]), int(numbers[2]))
    elif text in ("asks=1", "asks=2"):
        return Fact("asks", int(values) - 1)
    raise ValueError(f"{quoted(text)} is not a fact such as bids=5|3, slot2=0F|2P1/2, hit=0|2, stones=WhH3|- or asks=1")


def _items(text: str) -> tuple[int, int] | None:
    """Return two plan items, NONE for `-`, or None if the text is not two items."""
    items = [NONE if part == "-" else NUMBER.get(part, len(ITEMS)) for part in text.split("|")]
    if len(items) != 2 or max(items) >= len(ITEMS):
        return None
    return items[0], items[1]

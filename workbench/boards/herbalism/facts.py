"""The facts that a seat can know of covered cards: sentences with choices, their texts, and what they reveal."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import combinations_with_replacement

from fastcore import GameInfo
from workbench.boards.herbalism import words
from workbench.boards.herbalism.tabletop import CARDS, COLOURS, DECK
from workbench.boards.kit.editing import FactForm
from workbench.boards.kit.plain import side

BACK = "?"
PAIRS = tuple("".join(pair) for pair in combinations_with_replacement(COLOURS, 2))
RELATIONS = ((">=", "at least"), ("=", "exactly"), ("<=", "at most"))
NUMBERS = tuple((str(number), word) for number, word in enumerate(("no", "one", "two", "three", "four", "five")))


def forms(info: GameInfo, seats: int, seat: int) -> tuple[FactForm, ...]:
    """The sentences about what a seat does not see."""
    others = tuple((str(other + 1), side(info, other)) for other in range(seats) if other != seat)
    colours = tuple(COLOURS.items())
    return (
        FactForm("hand", (others, "holds", RELATIONS, NUMBERS, colours)),
        FactForm("pair holds", ("The hidden pair holds", RELATIONS, NUMBERS[:3], colours)),
        FactForm("pair", ("The hidden pair is", tuple((pair, words.pair(pair)) for pair in PAIRS))),
        FactForm("cure", ("The right medicine is", tuple((card, words.card(card)) for card in CARDS))),
    )


def fact(form: str, chosen: Sequence[str]) -> str:
    """A sentence as `Viewpoint.suppose` takes it."""
    if form in ("pair", "cure"):
        return f"{'hidden' if form == 'pair' else 'cure'}={chosen[0]}"
    whose, relation, number, colour = chosen if form == "hand" else ("hidden", *chosen)
    return f"{whose}:{colour}{relation}{number}"


def said(info: GameInfo, fact: str, sentence: str) -> str:
    """A fact's sentence; also of one that no form makes, as it tells of more cards than there
    are or of those that are seen."""
    found = re.fullmatch("([1-4]|hidden):([rygb])(>=|=|<=)([0-9]+)", fact)
    if found and sentence == fact:
        whose = "The hidden pair" if found[1] == "hidden" else side(info, int(found[1]) - 1)
        sentence = (
            f"{whose} holds {dict(RELATIONS)[found[3]]} {dict(NUMBERS).get(found[4], found[4])} {COLOURS[found[2]]}."
        )
    return re.sub(" (at most|exactly) no ", " no ", sentence)


def informed(facts: Sequence[str], whose: str, card: str) -> tuple[str, ...]:
    """The facts with one card more that is known in a hand ("1" to "4") or in the pair ("hidden").
    One fact tells all cards of a colour there."""
    if not whose or card not in COLOURS:
        return tuple(facts)
    number = _known(facts, whose, card)
    most = 2 if whose == "hidden" else DECK[card]
    return _telling(facts, whose, card, min(number + 1, most))


def forgotten(facts: Sequence[str], whose: str, card: str) -> tuple[str, ...]:
    """The facts with one such card less that is known there; for NOTHING one of the last that was known."""
    there = (
        [fact.partition(":")[2][0] for fact in facts if re.fullmatch(f"{whose}:[rygb]>=[0-9]", fact)] if whose else []
    )
    card = card or "".join(there[-1:])
    return _telling(facts, whose, card, _known(facts, whose, card) - 1) if card in there else tuple(facts)


def _known(facts: Sequence[str], whose: str, card: str) -> int:
    """How many cards of a colour are known to be there, as far as one fact tells at least so many."""
    return max((int(fact[-1]) for fact in facts if re.fullmatch(f"{whose}:{card}>=[0-9]", fact)), default=0)


def _telling(facts: Sequence[str], whose: str, card: str, number: int) -> tuple[str, ...]:
    """The facts with one that tells so many, in the place of the one before."""
    told = f"{whose}:{card}>="
    kept = [f"{told}{number}" if re.fullmatch(f"{told}[0-9]", fact) else fact for fact in facts]
    return tuple(dict.fromkeys(fact for fact in [*kept, f"{told}{number}"] if number or fact != f"{told}0"))


def laid_open(cards: str, whose: str, facts: Sequence[str]) -> str:
    """Cards of a hand or of the pair with those face up that facts name."""
    for fact in facts:
        wanted = {}
        if found := re.fullmatch(f"{whose}:([rygb])>?=([0-9])", fact):
            wanted = {found[1]: int(found[2])}
        elif whose == "hidden" and (found := re.fullmatch("(?:hidden|cure)=([rygb]{2})", fact)):
            wanted = {letter: found[1].count(letter) for letter in found[1]}
        for letter, number in wanted.items():
            more = min(max(0, number - cards.count(letter)), cards.count(BACK))
            cards = cards.replace(BACK, letter, more)
    return cards

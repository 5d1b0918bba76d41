"""Assumed facts about the cards: their texts, minimal sets of facts that contradict each other, and the reasons."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from fastcore.games.herbalism.text.texts import CARDS, COLOURS, DECK, NAMES, Hand, hand_of, right_card
from fastcore.values import Conflict, counted

PAIR = -1  # the hidden pair, in place of a seat
World = tuple[Hand, tuple[Hand, ...]]

_FACT = re.compile("hidden=(.*)|cure=(.*)|([1-4]|hidden):([rygb])(=|>=|<=)([0-9]{1,2})")
_HOLDS = {"=": int.__eq__, ">=": int.__ge__, "<=": int.__le__}
_MOST = 99


class Fact(NamedTuple):
    """One fact: the hidden pair, the right medicine card, or a number of cards of a colour.

    Attributes:
        text: The text of the fact.
        pair: The letters of the hidden pair, or "".
        card: The right medicine card, or "".
        place: The seat that holds the cards, or PAIR.
        colour: The index of the colour.
        relation: "=", ">=" or "<=", or "" if the fact is a pair or a card.
        number: The number of cards.
    """

    text: str
    pair: str = ""
    card: str = ""
    place: int = PAIR
    colour: int = 0
    relation: str = ""
    number: int = 0

    def holds(self, pair: Hand, hands: Sequence[Hand]) -> bool:
        """Return whether the fact is true for these cards."""
        if self.pair:
            return pair == hand_of(self.pair)
        if self.card:
            return right_card(pair) == self.card
        there = pair if self.place == PAIR else hands[self.place]
        return bool(_HOLDS[self.relation](there[self.colour], self.number))


def fact(text: str, seats: int) -> Fact:
    """Parse a fact, such as `hidden=rb`, `cure=gy`, `2:r>=1` or `hidden:r>=1`.

    Raises:
        Conflict: The text is not a fact.
    """
    found = _FACT.fullmatch(text)
    if found is None or (found[3] and found[3] != "hidden" and int(found[3]) > seats):
        raise Conflict(text, "a fact is a hidden pair (hidden=rb), a cure (cure=gy) or a number of cards (2:r>=1)")
    if found[1] is not None:
        if len(found[1]) != 2 or not re.fullmatch("r*y*g*b*", found[1]):
            raise Conflict(text, "the hidden pair must be two letters of rygb, in this order")
        return Fact(text, pair=found[1])
    if found[2] is not None:
        if found[2] not in CARDS:
            raise Conflict(text, f"the medicine cards are {', '.join(CARDS)}")
        return Fact(text, card=found[2])
    place = PAIR if found[3] == "hidden" else int(found[3]) - 1
    return Fact(text, "", "", place, COLOURS.index(found[4]), found[5], int(found[6]))


def fact_of(text: str, seats: int) -> Callable[[Hand, Sequence[Hand]], bool]:
    """Return a function that tests whether a fact is true for given cards.

    Raises:
        Conflict: The text is not a fact.
    """
    return fact(text, seats).holds


# The fewest -----------------------------------------------------------------------------------------------------------


def fewest(facts: Sequence[Fact], worlds: Iterable[World]) -> tuple[Fact, ...] | None:
    """Return a smallest contradictory set of facts; None if some world satisfies all facts."""
    broken = {sum(1 << number for number, one in enumerate(facts) if not one.holds(*world)) for world in worlds}
    if 0 in broken:
        return None
    # A set of facts that rules out a world also rules out every world that violates a superset of the same facts.
    bare = [one for one in broken if not any(other != one and other & one == other for other in broken)]
    bare.sort(key=lambda one: (one.bit_count(), one))
    for most in range(1, len(facts) + 1):
        chosen = _hitting(bare, 0, most)
        if chosen is not None:
            return tuple(one for number, one in enumerate(facts) if chosen >> number & 1)
    return ()


def _hitting(broken: Sequence[int], chosen: int, most: int) -> int | None:
    """Return a set of facts such that every world violates at least one of them.

    Args:
        broken: The facts that each world violates, as bits.
        chosen: The facts of the set so far.
        most: The maximum number of facts to add.

    Returns:
        The set as bits; None if there is no such set.
    """
    missed = next((one for one in broken if not one & chosen), 0)
    if not missed:
        return chosen
    while missed and most:
        lowest = missed & -missed
        found = _hitting(broken, chosen | lowest, most - 1)
        if found is not None:
            return found
        missed -= lowest
    return None


# Why ------------------------------------------------------------------------------------------------------------------


class Seen(NamedTuple):
    """The known cards: the sizes of the hands, the visible hands, and the hidden pair if it is visible."""

    sizes: Sequence[int]
    hands: Sequence[Hand | None]
    pair: Hand | None


def why(facts: Sequence[Fact], seen: Seen) -> str:
    """Return the reason why these facts cannot all be true, without a full stop."""
    bounds = _Bounds(facts, seen)
    reasons = (
        bounds.seen_otherwise,
        bounds.pair_at_odds,
        bounds.at_odds,
        bounds.too_many_there,
        bounds.too_many,
        bounds.too_few,
    )
    return next(filter(None, (reason() for reason in reasons)), "") or "no arrangement of the hidden cards fits this"


class _Bounds:
    """The bounds that facts set on the number of cards of each colour in each hand and in the hidden pair."""

    def __init__(self, facts: Sequence[Fact], seen: Seen) -> None:
        self.facts, self.seen = facts, seen
        self.places = (*range(len(seen.sizes)), PAIR)
        self.least = {place: [0] * len(COLOURS) for place in self.places}
        self.most = {place: [_MOST] * len(COLOURS) for place in self.places}
        for fact in facts:
            for place, colour, relation, number in _numbers(fact):
                if relation != "<=":
                    self.least[place][colour] = max(self.least[place][colour], number)
                if relation != ">=":
                    self.most[place][colour] = min(self.most[place][colour], number)

    def size(self, place: int) -> int:
        return 2 if place == PAIR else self.seen.sizes[place]

    def known(self, place: int) -> Hand | None:
        return self.seen.pair if place == PAIR else self.seen.hands[place]

    def seen_otherwise(self) -> str:
        """Return which visible cards contradict a fact, or ""."""
        for place in self.places:
            hand = self.known(place)
            for colour, there in enumerate(hand or ()):
                if not self.least[place][colour] <= there <= self.most[place][colour]:
                    return f"{_whose(place)} {counted_cards(there, colour)}"
        for fact in self.facts:
            if fact.card and self.seen.pair is not None and right_card(self.seen.pair) != fact.card:
                return f"the hidden pair is visible, and the right medicine is {_medicine(right_card(self.seen.pair))}"
        return ""

    def at_odds(self) -> str:
        """Return which facts about the same cards contradict each other, or ""."""
        for place in self.places:
            for colour in range(len(COLOURS)):
                least, most = self.least[place][colour], self.most[place][colour]
                if least > most and self._both_exact(place, colour):
                    return f"{_whose(place)} {counted_cards(least, colour)} or {most or 'none'}, not both"
                if least > most:
                    return (
                        f"{_whose(place)} at least {counted_cards(least, colour)} or "
                        f"{f'at most {most}' if most else 'none'}, not both"
                    )
        return ""

    def _both_exact(self, place: int, colour: int) -> bool:
        """Return whether two facts give different exact numbers."""
        exact = {
            number
            for fact in self.facts
            for there, one, relation, number in _numbers(fact)
            if (there, one, relation) == (place, colour, "=")
        }
        return {self.least[place][colour], self.most[place][colour]} <= exact

    def pair_at_odds(self) -> str:
        """Return which facts about the hidden pair or the right card contradict each other, or ""."""
        pairs = list(dict.fromkeys(_pair(hand_of(fact.pair)) for fact in self.facts if fact.pair))
        cures = list(
            dict.fromkeys(fact.card or right_card(hand_of(fact.pair)) for fact in self.facts if fact.card or fact.pair)
        )
        if len(pairs) > 1:
            return f"the hidden pair cannot be both {pairs[0]} and {pairs[1]}"
        if len(cures) > 1:
            return f"only one medicine is right, not both {_medicine(cures[0])} and {_medicine(cures[1])}"
        two_colours = sum(number > 0 for number in self.least[PAIR]) > 1 or (1, 1) in zip(
            self.least[PAIR], self.most[PAIR], strict=True
        )
        if not pairs and "==" in cures and two_colours:
            return "the hidden pair has two colours, not one"
        return ""

    def too_many_there(self) -> str:
        """Return which hand has too few cards or too many for the facts, or ""."""
        for place in self.places:
            least, size = sum(self.least[place]), self.size(place)
            if least > size:
                return f"that makes {counted(least, 'card')}, but {_whose(place)} {size or 'none'}"
            most = sum(min(number, there) for number, there in zip(self.most[place], DECK, strict=True))
            if most < size:
                return f"{_whose(place)} {counted(size, 'card')}, but that leaves room for {most or 'none'}"
        return ""

    def too_many(self) -> str:
        """Return which colour needs too many cards for the facts and the visible cards, or ""."""
        for colour, there in enumerate(DECK):
            number, own = self.total(colour)
            if number > there:
                seen = "".join(f", with {have} that {_whose(place)}" for place, have in own)
                return (
                    f"that makes {counted_cards(number, colour)}{seen}, but there "
                    f"{'is' if there == 1 else 'are'} only {there}"
                )
        return ""

    def total(self, colour: int) -> tuple[int, list[tuple[int, int]]]:
        """Return the minimum number of cards of a colour, and the visible cards of it by place."""
        own = [
            (place, hand[colour]) for place in self.places if (hand := self.known(place)) is not None and hand[colour]
        ]
        given = sum(self.least[place][colour] for place in self.places if self.known(place) is None)
        return given + sum(number for _, number in own), own

    def too_few(self) -> str:
        """Return which colour has too little room for its cards under the facts, or ""."""
        for colour, there in enumerate(DECK):
            room = 0
            for place in self.places:
                hand = self.known(place)
                left = self.size(place) - sum(self.least[place]) + self.least[place][colour]
                room += hand[colour] if hand is not None else min(self.most[place][colour], left)
            if room < there:
                return f"there are {counted_cards(there, colour)}, but that leaves room for {room or 'none'}"
        return ""


def _numbers(fact: Fact) -> list[tuple[int, int, str, int]]:
    """Return the numbers of cards that a fact gives, each as place, colour, relation and number."""
    if fact.relation:
        return [(fact.place, fact.colour, fact.relation, fact.number)]
    if fact.card == "==":
        return []
    pair = hand_of(fact.pair or fact.card)
    return [(PAIR, colour, "=", number) for colour, number in enumerate(pair)]


def counted_cards(number: int, colour: int) -> str:
    """Return a number of cards in words, such as "3 red cards" or "no blue card"."""
    name = NAMES[COLOURS[colour]]
    return f"no {name} card" if not number else counted(number, f"{name} card")


def _pair(hand: Hand) -> str:
    """Return a hidden pair in words, such as "red with blue" or "two blue cards"."""
    names = [NAMES[letter] for letter, number in zip(COLOURS, hand, strict=True) if number]
    return " with ".join(names) if len(names) > 1 else f"two {names[0]} cards"


def _medicine(card: str) -> str:
    """Return a medicine card in words, such as "red with blue" or "two of one colour"."""
    return "two of one colour" if card == "==" else " with ".join(NAMES[letter] for letter in card)


def _whose(place: int) -> str:
    return "the hidden pair has" if place == PAIR else f"seat {place + 1} holds"

"""Cards that do not add up, laid so that they do with as few changes as can be, and those changes in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from fastcore.games.herbalism.texts import COLOURS, DECK
from fastcore.lines import Way
from fastcore.mending import listed

NAMES = dict(zip(COLOURS, ("red", "yellow", "green", "blue"), strict=True))
PAIR = -1  # instead of a seat: the hidden pair
MOST_WORDS = 3


def ordered(cards: Sequence[str]) -> str:
    """Cards as they are written, those that are covered last."""
    return "".join(sorted(cards, key=f"{COLOURS}?".index)) or "-"


class Laid:
    """Hands and the hidden pair while they are changed; `covered` tells whose cards cannot be seen."""

    def __init__(self, hands: Sequence[str], pair: str, covered: Sequence[bool]) -> None:
        self.held: dict[int, list[str]] = {seat: [] if hand == "-" else list(hand) for seat, hand in enumerate(hands)}
        self.held[PAIR] = list(pair)
        self.covered = covered
        # what is done how often: verb, card, other card, seat
        self.done: Counter[tuple[str, str, str, int]] = Counter()

    def surplus(self, colour: str) -> int:
        """How many cards of a colour there are more than in the deck; below 0: fewer."""
        return sum(cards.count(colour) for cards in self.held.values()) - DECK[COLOURS.index(colour)]

    @property
    def too_many(self) -> int:
        return sum(len(cards) for cards in self.held.values()) - sum(DECK)

    @property
    def spare(self) -> str:
        """The colour that there are the most of, against the deck."""
        return max(COLOURS, key=self.surplus)

    @property
    def lacking(self) -> str:
        return min(COLOURS, key=self.surplus)

    def whose(self, card: str, first: int) -> int:
        """Whose card it is that is changed: this seat's if it holds one, else that of whoever holds most cards."""
        holders = [seat for seat, cards in self.held.items() if card in cards]
        return first if first in holders else max(holders, key=lambda seat: (len(self.held[seat]), seat))

    def add_up(self, first: int) -> Laid:
        """Take cards away, give some or exchange them, in this seat's hand before others, until they add up."""
        hands = [seat for seat in self.held if seat != PAIR]
        while self.too_many > 0:
            card = self.spare if self.surplus(self.spare) > 0 else "?"
            holders = [seat for seat in hands if card in self.held[seat]]
            if not holders:
                card = "".join(card for seat in (first, *hands) if seat != PAIR for card in self.held[seat])[0]
            elif holders != [first] and card in self.held[PAIR] and first == PAIR:
                holders = hands
            seat = (
                first
                if first in hands and card in self.held[first]
                else max((one for one in hands if card in self.held[one]), key=lambda one: len(self.held[one]))
            )
            self.held[seat].remove(card)
            self.done["take", card, "", seat] += 1
        while self.too_many < 0:
            seat = first if first in hands else min(hands, key=lambda one: len(self.held[one]))
            card = "?" if self.covered[seat] else self.lacking
            self.held[seat].append(card)
            self.done["give", card, "", seat] += 1
        while self.surplus(self.spare) > 0:
            card, other = self.spare, self.lacking
            seat = self.whose(card, first)
            self.held[seat].remove(card)
            self.held[seat].append(other)
            self.done["exchange", card, other, seat] += 1
        return self

    def level(self, size: int) -> Laid:
        """Hand cards over until every hand has so many."""
        hands = [seat for seat in self.held if seat != PAIR]
        while (most := max(hands, key=lambda seat: len(self.held[seat]))) is not None and len(self.held[most]) > size:
            fewest = min(hands, key=lambda seat: len(self.held[seat]))
            covered = self.covered[most]
            if covered != self.covered[fewest] and not covered:
                card, new = self.held[most][-1], "?"
            else:
                card = self.held[most][-1]
                new = card if covered == self.covered[fewest] else self.lacking
            self.held[most].remove(card)
            self.held[fewest].append(new)
            self.done["hand", card, str(fewest + 1), most] += 1
        return self

    @property
    def way(self) -> Way:
        """What was done, and the fields as they are now."""
        hands = "/".join(ordered(cards) for seat, cards in self.held.items() if seat != PAIR)
        changed = {"hands": hands}
        if any(seat == PAIR for _, _, _, seat in self.done):
            changed["hidden"] = ordered(self.held[PAIR])
        parts = [_words(*change, number) for change, number in self.done.items()]
        return listed(parts) if len(parts) <= MOST_WORDS else f"lay the hands as {hands}", changed


def _words(verb: str, card: str, other: str, seat: int, number: int) -> str:
    """As in "take one red card from seat 2's hand"."""
    cards = f"{'one' if number == 1 else number}{f' {NAMES[card]}' if card in NAMES else ''} card{'s' * (number > 1)}"
    whose = "the hidden pair" if seat == PAIR else f"seat {seat + 1}'s hand"
    if verb == "take":
        return f"take {cards} from {whose}"
    if verb == "give":
        return f"give seat {seat + 1} {cards}"
    if verb == "hand":
        return f"pass {cards} from seat {seat + 1} to seat {other}"
    return (
        f"exchange {cards} of {whose} for "
        f"{'a ' if number == 1 else ''}{NAMES[other]}{' one' if number == 1 else ' ones'}"
    )


def adding_up(hands: Sequence[str], pair: str, covered: Sequence[bool]) -> list[Way]:
    """Ways to make the cards add up: in the hand of each seat first, and in the pair; the fewest changes first."""
    laid = [Laid(hands, pair, covered).add_up(first) for first in (*range(len(hands)), PAIR)]
    return [one.way for one in sorted(laid, key=lambda one: sum(one.done.values()))]


def left_over(hands: Sequence[str]) -> str:
    """The pair that the hands leave of the deck; "" if they do not leave two cards."""
    held = Counter("".join(hands))
    rest = [colour for colour, number in zip(COLOURS, DECK, strict=True) for _ in range(number - held[colour])]
    fits = all(held[colour] <= number for colour, number in zip(COLOURS, DECK, strict=True))
    return "".join(rest) if fits and len(rest) == 2 else ""

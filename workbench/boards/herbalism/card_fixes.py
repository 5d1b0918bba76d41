"""Changes that make the cards of a Herbalism position match the deck, with as few card moves as possible."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from fastcore.games.herbalism.text.texts import COLOURS, DECK
from workbench.boards.herbalism.event_words import COLOUR_NAMES
from workbench.boards.kit.fixes.proposals import Change, listed
from workbench.system.translation import tr, trn

PAIR = -1  # means the hidden pair, in place of a seat
MAX_PHRASES = 3


class Cards:
    """The hands and the hidden pair during a series of changes.

    Args:
        hands: The texts of the hands.
        pair: The text of the hidden pair.
        covered: For each seat, whether its cards are covered.

    Attributes:
        held: The cards of each seat and of PAIR.
        steps: The number of times each step was made. A step is a verb, a card, the second card or the receiving seat,
            and the seat.
    """

    def __init__(self, hands: Sequence[str], pair: str, covered: Sequence[bool]) -> None:
        self.held: dict[int, list[str]] = {seat: [] if hand == "-" else list(hand) for seat, hand in enumerate(hands)}
        self.seats = range(len(hands))
        self.held[PAIR] = list(pair)
        self.covered = covered
        self.steps: Counter[tuple[str, str, str, int]] = Counter()

    def surplus(self, colour: str) -> int:
        """Return the number of cards of a colour in excess of the deck; negative if some are missing."""
        return sum(cards.count(colour) for cards in self.held.values()) - DECK[COLOURS.index(colour)]

    @property
    def total_surplus(self) -> int:
        """The number of cards in excess of the deck; negative if some are missing."""
        return sum(len(cards) for cards in self.held.values()) - sum(DECK)

    @property
    def spare(self) -> str:
        """The colour with the largest surplus."""
        return max(COLOURS, key=self.surplus)

    @property
    def lacking(self) -> str:
        """The colour with the smallest surplus."""
        return min(COLOURS, key=self.surplus)

    def complete(self, first: int) -> Cards:
        """Remove, add and exchange cards until they match the deck, preferably in one hand (or the PAIR)."""
        while self.total_surplus > 0:
            self._remove_card(first)
        while self.total_surplus < 0:
            seat = first if first in self.seats else min(self.seats, key=lambda one: len(self.held[one]))
            card = "?" if self.covered[seat] else self.lacking
            self.held[seat].append(card)
            self.steps["give", card, "", seat] += 1
        while self.surplus(self.spare) > 0:
            card, other = self.spare, self.lacking
            holders = [seat for seat, cards in self.held.items() if card in cards]
            seat = first if first in holders else max(holders, key=lambda one: (len(self.held[one]), one))
            self.held[seat].remove(card)
            self.held[seat].append(other)
            self.steps["exchange", card, other, seat] += 1
        return self

    def _remove_card(self, first: int) -> None:
        """Remove an excess card, or else a covered card, from a hand, preferably that of seat `first`."""
        card = self.spare if self.surplus(self.spare) > 0 else "?"
        if not any(card in self.held[seat] for seat in self.seats):
            card = "".join(card for seat in (first, *self.seats) if seat != PAIR for card in self.held[seat])[0]
        holders = [seat for seat in self.seats if card in self.held[seat]]
        seat = first if first in holders else max(holders, key=lambda one: len(self.held[one]))
        self.held[seat].remove(card)
        self.steps["take", card, "", seat] += 1

    def level(self, size: int) -> Cards:
        """Move cards between hands until no hand has more than `size` cards."""
        while len(self.held[most := max(self.seats, key=lambda seat: len(self.held[seat]))]) > size:
            fewest = min(self.seats, key=lambda seat: len(self.held[seat]))
            card = new = self.held[most][-1]
            if self.covered[most] != self.covered[fewest]:
                new = self.lacking if self.covered[most] else "?"
            self.held[most].remove(card)
            self.held[fewest].append(new)
            self.steps["hand", card, str(fewest + 1), most] += 1
        return self

    @property
    def change(self) -> Change:
        """The steps in words, and the changed fields."""
        hands = "/".join(ordered(self.held[seat]) for seat in self.seats)
        changed = {"hands": hands}
        if any(seat == PAIR for *_, seat in self.steps):
            changed["hidden"] = ordered(self.held[PAIR])
        phrases = [_phrase(*step, number) for step, number in self.steps.items()]
        return listed(phrases) if len(phrases) <= MAX_PHRASES else tr(
            "change the hands to {hands}", hands=hands
        ), changed


def _phrase(verb: str, card: str, other: str, seat: int, number: int) -> str:
    """Return a step in words, such as "take one red card from seat 2's hand"."""
    if card in COLOUR_NAMES:
        cards = trn("one {name} card", "{count} {name} cards", number, name=COLOUR_NAMES[card])
    else:
        cards = trn("one card", "{count} cards", number)
    owner = tr("the hidden pair") if seat == PAIR else tr("seat {seat}'s hand", seat=seat + 1)
    if verb == "take":
        return tr("remove {cards} from {owner}", cards=cards, owner=owner)
    if verb == "give":
        return tr("give seat {seat} {cards}", seat=seat + 1, cards=cards)
    if verb == "hand":
        return tr("move {cards} from seat {seat} to seat {other}", cards=cards, seat=seat + 1, other=other)
    return trn(
        "exchange {cards} of {owner} for a {name} one",
        "exchange {cards} of {owner} for {name} ones",
        number,
        cards=cards,
        owner=owner,
        name=COLOUR_NAMES[other],
    )


def ordered(cards: Sequence[str]) -> str:
    """Return the text of a hand, with covered cards last."""
    return "".join(sorted(cards, key=f"{COLOURS}?".index)) or "-"


def complete_deck(hands: Sequence[str], pair: str, covered: Sequence[bool]) -> list[Change]:
    """Return the ways to change the cards to those of the deck, fewest steps first.

    Each way prefers to change another hand, or the pair.
    """
    ways = [Cards(hands, pair, covered).complete(first) for first in (*range(len(hands)), PAIR)]
    return [cards.change for cards in sorted(ways, key=lambda cards: cards.steps.total())]


def pair_left(hands: Sequence[str]) -> str:
    """Return the two cards of the deck that are in no hand, or "" if there are not exactly two."""
    rest = cards_left("".join(hands))
    return rest if len(rest) == 2 else ""


def cards_left(seen: str) -> str:
    """Return the cards of the deck that are not in `seen`, or "" if `seen` has too many cards of a colour."""
    rest = [number - seen.count(colour) for colour, number in zip(COLOURS, DECK, strict=True)]
    return "" if min(rest) < 0 else "".join(colour * number for colour, number in zip(COLOURS, rest, strict=True))

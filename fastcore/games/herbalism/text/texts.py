"""The texts of Herbalism: position texts, moves in byte order, and deals.

A position text is `<hidden> <hands> <scores> <round> <start> <turn> <phase> <medicine> <cure> <predictions>`. The
compiled rules read and write it as a `Table`. `refusals.py` validates it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from math import factorial, prod
from typing import NamedTuple

from fastcore.values import Field

Hand = tuple[int, int, int, int]  # the numbers of r, y, g and b

COLOURS = "rygb"
NAMES = dict(zip(COLOURS, ("red", "yellow", "green", "blue"), strict=True))
DECK: Hand = (2, 3, 4, 5)
CARDS = ("gy", "rg", "rb", "yr", "gb", "yb", "==")  # in the order of the compiled rules
ACTIONS = ("inquire", "feed", "brew", "appeal", "pass")
LETTERS = "ifba"
KINDS = ("-", "a", "f", "A", "F")  # cure markers: unused, used in the current cure, used in a failed cure
SEATS = 4
LAST_ROUND = 30
ACTING_TURNS, ALL_TURNS = 15, 16  # per player
WHOLE, PUBLIC = -1, -2  # viewers other than seats
FIELDS = (
    Field("hidden", "text", "two letters of rygb in this order, or - before the deal", "-", "the hidden pair"),
    Field(
        "hands", "text", "a hand for each seat, joined by /: letters of rygb in this order, or -", "-/-/-", "the hands"
    ),
    Field("scores", "text", "a number from 0 to 99 for each seat, joined by ,", "0,0,0", "points from earlier rounds"),
    Field("round", "whole", f"1 to {LAST_ROUND}", "1", "the number of the round"),
    Field("start", "whole", "1 to the number of seats", "1", "the seat that starts the round"),
    Field("turn", "whole", "0 before the deal, then 1 or more", "0", "the number of the turn in its round"),
    Field(
        "phase", "text", "deal, act:1, give:2:1:rb:appeal, cure:2:1, predict:1 or over", "deal", "the decision to make"
    ),
    Field("medicine", "text", "a medicine card or - for each seat, joined by ,", "-,-,-", "the medicine markers"),
    Field("cure", "text", "-, a=gy, f=gy, A=gy or F=gy for each seat, joined by ,", "-,-,-", "the cure markers"),
    Field(
        "predictions",
        "text",
        "letters of rygb in this order, or -, for each seat, joined by ,",
        "-,-,-",
        "the prediction markers",
    ),
)

MOVES = tuple(
    sorted(
        [
            *(
                f"{card}:{action}:{target}"
                for card in CARDS
                for action in ("brew", "appeal")
                for target in range(1, SEATS + 1)
            ),
            *(
                f"{card}:{action}:{target}:{colour}"
                for card in CARDS
                for action in ("inquire", "feed")
                for target in range(1, SEATS + 1)
                for colour in COLOURS
            ),
            *(f"{card}:pass" for card in CARDS),
            *(f"{kind}:{card}" for kind in ("cure", "answer", "follow") for card in CARDS),
            *(f"{kind}:{colour}" for kind in ("give", "predict") for colour in COLOURS),
            "skip",
        ]
    )
)
NUMBERS = {text: number for number, text in enumerate(MOVES)}


class Table(NamedTuple):
    """A position, or a view of it. Hidden cards are None; medicine cards are indices of CARDS, -1 for none."""

    hidden: Hand | None
    hands: Sequence[Hand | None]
    sizes: Sequence[int]
    scores: Sequence[int]
    round: int
    start: int
    turn: int
    phase: Sequence[str]  # its parts
    medicine: Sequence[int]
    cure: Sequence[tuple[int, int]]  # (index in KINDS, card)
    predictions: Sequence[int]  # a bit for each colour


def cards_text(hand: Sequence[int]) -> str:
    """Return the text of a hand, "-" if it is empty."""
    return "".join(colour * number for colour, number in zip(COLOURS, hand, strict=True)) or "-"


def hand_of(text: str) -> Hand:
    """Return the numbers of cards in the text of a hand."""
    return text.count("r"), text.count("y"), text.count("g"), text.count("b")


_PAIRS = {hand_of(card): card for card in CARDS if card != "=="}


def right_card(pair: Hand) -> str:
    """Return the medicine card of a hidden pair."""
    return _PAIRS.get(pair, "==")


def fields(table: Table) -> dict[str, str]:
    """Return the texts of the fields by name."""
    hands = [
        cards_text(hand) if hand is not None else "?" * size or "-"
        for hand, size in zip(table.hands, table.sizes, strict=True)
    ]
    return {
        "hidden": "??" if table.hidden is None else cards_text(table.hidden),
        "hands": "/".join(hands),
        "scores": ",".join(map(str, table.scores)),
        "round": str(table.round),
        "start": str(table.start + 1),
        "turn": str(table.turn),
        "phase": ":".join(table.phase),
        "medicine": ",".join(CARDS[card] if card >= 0 else "-" for card in table.medicine),
        "cure": ",".join(f"{KINDS[kind]}={CARDS[card]}" if kind else "-" for kind, card in table.cure),
        "predictions": ",".join(
            "".join(colour for place, colour in enumerate(COLOURS) if bits >> place & 1) or "-"
            for bits in table.predictions
        ),
    }


def read(text: str) -> Table:
    """Return the Table of a position text or view without problems."""
    hidden, hands, scores, round, start, turn, phase, medicine, cure, predictions = text.split(" ")
    each = hands.split("/")
    return Table(
        None if hidden == "??" else hand_of(hidden),
        [None if "?" in hand else hand_of(hand) for hand in each],
        [0 if hand == "-" else len(hand) for hand in each],
        [int(score) for score in scores.split(",")],
        int(round),
        int(start) - 1,
        int(turn),
        phase.split(":"),
        [CARDS.index(card) if card != "-" else -1 for card in medicine.split(",")],
        [(KINDS.index(mark[0]), CARDS.index(mark[2:])) if mark != "-" else (0, -1) for mark in cure.split(",")],
        [sum(1 << COLOURS.index(colour) for colour in taken if colour != "-") for taken in predictions.split(",")],
    )


# Deals ----------------------------------------------------------------------------------------------------------------


class Deals(NamedTuple):
    """All deals for a number of players, in byte order of their texts.

    Attributes:
        texts: The texts of the deals.
        hidden: The hidden pairs.
        hands: The hands of the seats.
        ways: The number of ways to deal each from 14 distinct cards.
        chances: Their probabilities.
        numbers: The index of each text.
    """

    texts: tuple[str, ...]
    hidden: tuple[Hand, ...]
    hands: tuple[tuple[Hand, ...], ...]
    ways: tuple[int, ...]
    chances: tuple[float, ...]
    numbers: dict[str, int]


@cache
def deals(players: int) -> Deals:
    """Return the 2,559 deals for 3 players or the 10,982 for 4. Cards of a colour are identical."""
    sizes = (2, *[12 // players] * players)
    arrangements = prod(map(factorial, DECK))
    found = []
    for groups in splits(DECK, sizes):
        ways = arrangements // prod(factorial(number) for group in groups for number in group)  # of each colour's cards
        found.append((f"deal:{'/'.join(map(cards_text, groups))}", groups, ways))
    found.sort()
    total = sum(ways for _, _, ways in found)
    texts = tuple(text for text, _, _ in found)
    return Deals(
        texts,
        tuple(groups[0] for _, groups, _ in found),
        tuple(groups[1:] for _, groups, _ in found),
        tuple(ways for _, _, ways in found),
        tuple(ways / total for _, _, ways in found),
        {text: number for number, text in enumerate(texts)},
    )


def splits(cards: Hand, sizes: Sequence[int]) -> Iterator[tuple[Hand, ...]]:
    """Yield all ways to split cards into groups of these sizes. Cards of a colour are identical."""
    if not sizes:
        yield ()
        return
    if len(sizes) == 1 and sum(cards) == sizes[0]:  # the last group is the rest
        yield (cards,)
        return
    for group in hands_of(cards, sizes[0]):
        red, yellow, green, blue = (have - taken for have, taken in zip(cards, group, strict=True))
        for rest in splits((red, yellow, green, blue), sizes[1:]):
            yield (group, *rest)


def hands_of(cards: Hand, size: int) -> Iterator[Hand]:
    """Yield all hands of this size from these cards."""
    for red in range(min(cards[0], size) + 1):
        for yellow in range(min(cards[1], size - red) + 1):
            for green in range(min(cards[2], size - red - yellow) + 1):
                blue = size - red - yellow - green
                if blue <= cards[3]:
                    yield red, yellow, green, blue

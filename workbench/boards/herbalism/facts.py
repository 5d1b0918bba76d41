"""Facts that a seat can know about hidden cards: sentence forms, their texts, and the cards they reveal."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import combinations_with_replacement

from fastcore import GameInfo
from workbench.boards.herbalism import event_words
from workbench.boards.herbalism.tabletop import CARDS, DECK
from workbench.boards.kit.editing import FactForm
from workbench.boards.kit.game_words import seat_name
from workbench.system.translation import tr

BACK = "?"
PAIRS = tuple("".join(pair) for pair in combinations_with_replacement(event_words.COLOUR_NAMES, 2))
RELATIONS = ((">=", tr("at least")), ("=", tr("exactly")), ("<=", tr("at most")))
NONE = tr("no")
NUMBERS = tuple(
    (str(number), word) for number, word in enumerate((NONE, tr("one"), tr("two"), tr("three"), tr("four"), tr("five")))
)


def forms(info: GameInfo, seats: int, seat: int) -> tuple[FactForm, ...]:
    """Return the sentence forms for facts about cards that `seat` cannot see."""
    others = tuple((str(owner + 1), seat_name(info, owner)) for owner in range(seats) if owner != seat)
    colours = tuple(event_words.COLOUR_NAMES.items())
    return (
        FactForm("hand", tr("Hand"), (others, tr("holds"), RELATIONS, NUMBERS, colours)),
        FactForm("pair holds", tr("Pair holds"), (tr("The hidden pair holds"), RELATIONS, NUMBERS[:3], colours)),
        FactForm(
            "pair", tr("Pair"), (tr("The hidden pair is"), tuple((pair, event_words.pair(pair)) for pair in PAIRS))
        ),
        FactForm(
            "cure", tr("Cure"), (tr("The right medicine is"), tuple((card, event_words.card(card)) for card in CARDS))
        ),
    )


def fact(form: str, chosen: Sequence[str]) -> str:
    """Return the fact that a form with these choices states, as text for `Viewpoint.suppose`."""
    if form in ("pair", "cure"):
        return f"{'hidden' if form == 'pair' else 'cure'}={chosen[0]}"
    whose, relation, number, colour = chosen if form == "hand" else ("hidden", *chosen)
    return f"{whose}:{colour}{relation}{number}"


def fact_sentence(info: GameInfo, fact: str, sentence: str) -> str:
    """Return a fact as a sentence.

    This covers facts that no form produces: about too many cards, or about cards that the seat can see.

    Args:
        info: The game.
        fact: The text of the fact.
        sentence: The sentence found by the forms, or the fact itself if there is none.
    """
    match = re.fullmatch("([1-4]|hidden):([rygb])(>=|=|<=)([0-9]+)", fact)
    if match and sentence == fact:
        whose = tr("The hidden pair") if match[1] == "hidden" else seat_name(info, int(match[1]) - 1)
        sentence = tr(
            "{whose} holds {relation} {number} {colour}.",
            whose=whose,
            relation=dict(RELATIONS)[match[3]],
            number=dict(NUMBERS).get(match[4], match[4]),
            colour=event_words.COLOUR_NAMES[match[2]],
        )
    for relation in ("<=", "="):  # "no" alone says the same
        sentence = sentence.replace(f" {dict(RELATIONS)[relation]} {NONE} ", f" {NONE} ")
    return sentence


def learn_card(facts: Sequence[str], whose: str, card: str) -> tuple[str, ...]:
    """Return the facts after one more card became known.

    A single fact counts all cards of a colour in one place.

    Args:
        facts: The facts so far.
        whose: The place of the card: a hand ("1" to "4") or the hidden pair ("hidden").
        card: The colour of the card.
    """
    if not whose or card not in event_words.COLOUR_NAMES:
        return tuple(facts)
    number = _known(facts, whose, card)
    most = 2 if whose == "hidden" else DECK[card]
    return _with_number(facts, whose, card, min(number + 1, most))


def forget_card(facts: Sequence[str], whose: str, card: str) -> tuple[str, ...]:
    """Return the facts with one known card fewer.

    Args:
        facts: The facts so far.
        whose: The place of the card: a hand ("1" to "4") or the hidden pair ("hidden").
        card: The colour of the card, `NOTHING` for the colour of the latest fact about this place.
    """
    known = (
        [fact.partition(":")[2][0] for fact in facts if re.fullmatch(f"{whose}:[rygb]>=[0-9]", fact)] if whose else []
    )
    card = card or "".join(known[-1:])
    return _with_number(facts, whose, card, _known(facts, whose, card) - 1) if card in known else tuple(facts)


def _known(facts: Sequence[str], whose: str, card: str) -> int:
    """Return the number of cards of a colour known to be in a place, from "at least" facts."""
    return max((int(fact[-1]) for fact in facts if re.fullmatch(f"{whose}:{card}>=[0-9]", fact)), default=0)


def _with_number(facts: Sequence[str], whose: str, card: str, number: int) -> tuple[str, ...]:
    """Return the facts with a new number in place of the previous fact, or at the end if there is none."""
    prefix = f"{whose}:{card}>="
    replaced = [f"{prefix}{number}" if re.fullmatch(f"{prefix}[0-9]", fact) else fact for fact in facts]
    return tuple(dict.fromkeys(fact for fact in [*replaced, f"{prefix}{number}"] if number or fact != f"{prefix}0"))


def reveal_cards(cards: str, whose: str, facts: Sequence[str]) -> str:
    """Return the cards of a hand or of the hidden pair, with revealed cards face up."""
    for fact in facts:
        wanted = {}
        if match := re.fullmatch(f"{whose}:([rygb])>?=([0-9])", fact):
            wanted = {match[1]: int(match[2])}
        elif whose == "hidden" and (match := re.fullmatch("(?:hidden|cure)=([rygb]{2})", fact)):
            wanted = {letter: match[1].count(letter) for letter in match[1]}
        for letter, number in wanted.items():
            more = min(max(0, number - cards.count(letter)), cards.count(BACK))
            cards = cards.replace(BACK, letter, more)
    return cards

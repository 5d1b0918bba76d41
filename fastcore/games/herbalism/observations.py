"""What a seat is told of a move in Herbalism: the facts that stand behind the move in an observation, as in `n=2`."""

from __future__ import annotations

import re
from collections.abc import Sequence

from fastcore.games.herbalism.texts import Hand, hand_of
from fastcore.values import Conflict

_CARDS = "-|(?=.)r*y*g*b*"


def dealt_hand(text: str, facts: Sequence[str], seat: int, seats: int) -> Hand:
    """The hand that this seat (-1: nobody) is dealt, as in `deal:??/????/rygb/????`; Conflict if it is no such text."""
    size = 12 // seats
    covered = ["?" * size] * seats
    own = ["(r*y*g*b*)"] if seat >= 0 else []
    wanted = "/".join(["deal:??", *covered[: max(seat, 0)], *own, *covered[seat + 1 :]])
    found = re.fullmatch(wanted.replace("?", r"\?"), text)
    if found is None or facts or (seat >= 0 and len(found[1]) != size):
        raise Conflict(text, "the cards are dealt now, and this seat sees its own hand only")
    return hand_of(found[1]) if seat >= 0 else (0, 0, 0, 0)


def no_facts(text: str, facts: Sequence[str]) -> None:
    """Conflict if there are any."""
    if facts:
        raise Conflict(";".join([text, *facts]), "nothing more is seen of it")


def told_number(text: str, facts: Sequence[str]) -> int:
    """The number in the one fact `n=`."""
    found = re.fullmatch("n=([0-9])", facts[0]) if len(facts) == 1 else None
    if found is None:
        raise Conflict(";".join([text, *facts]), "it must say the number that is told, as in n=1")
    return int(found[1])


def handed_back(text: str, facts: Sequence[str], concerned: bool) -> str:
    """The cards in the one fact `back=`: letters, or ? for each, "" for none."""
    form = _CARDS if concerned else r"-|\?+"
    found = re.fullmatch(f"back=({form})", facts[0]) if len(facts) == 1 else None
    if found is None or len(found[1]) > 12:
        raise Conflict(";".join([text, *facts]), "it must say what is handed back, as in back=rr, back=?? or back=-")
    return "" if found[1] == "-" else found[1]


def told_pair(fact: str) -> Hand:
    """The hidden pair in the fact `pair=`."""
    found = re.fullmatch("pair=(r*y*g*b*)", fact)
    if found is None or len(found[1]) != 2:
        raise Conflict(fact, "the hidden pair is told now, as in pair=rb")
    return hand_of(found[1])


def shown_hands(facts: Sequence[str], seats: int) -> tuple[Hand, ...]:
    """All hands in the one fact `hands=`."""
    hands = facts[0].removeprefix("hands=").split("/") if len(facts) == 1 and facts[0].startswith("hands=") else []
    if len(hands) != seats or any(not re.fullmatch(_CARDS, hand) for hand in hands):
        raise Conflict(";".join(facts), "the game is over, so all hands are shown, as in hands=rgbb/yy/-")
    return tuple(hand_of(hand) for hand in hands)

"""The facts that follow a move in an observation of Herbalism, such as `n=2` in `rb:inquire:2:b;n=2`."""

from __future__ import annotations

import re
from collections.abc import Sequence

from fastcore.games.herbalism.text.texts import Hand, hand_of
from fastcore.values import Conflict

_CARDS = "-|(?=.)r*y*g*b*"


def dealt_hand(text: str, facts: Sequence[str], seat: int, seats: int) -> Hand:
    """Return the hand dealt to a seat (-1: nobody, an empty hand), read from a text such as `deal:??/????/rygb/????`.

    Raises:
        Conflict: the text is not such a deal, or facts follow it.
    """
    size = 12 // seats
    hidden = ["?" * size] * seats
    visible = ["(r*y*g*b*)"] if seat >= 0 else []
    pattern = "/".join(["deal:??", *hidden[: max(seat, 0)], *visible, *hidden[seat + 1 :]])
    match = re.fullmatch(pattern.replace("?", r"\?"), text)
    if match is None or facts or (seat >= 0 and len(match[1]) != size):
        raise Conflict(text, "the next observation is a deal, which shows this seat only its own hand")
    return hand_of(match[1]) if seat >= 0 else (0, 0, 0, 0)


def refuse_facts(text: str, facts: Sequence[str]) -> None:
    """Raise Conflict if facts follow a move that reveals nothing."""
    if facts:
        raise Conflict(";".join([text, *facts]), "this move reveals nothing more")


def announced_count(text: str, facts: Sequence[str]) -> int:
    """Return the number in the only fact, `n=`. Conflict if there is no such fact."""
    match = re.fullmatch("n=([0-9])", facts[0]) if len(facts) == 1 else None
    if match is None:
        raise Conflict(";".join([text, *facts]), "the announced number must follow, such as n=1")
    return int(match[1])


def handed_back(text: str, facts: Sequence[str], visible: bool) -> str:
    """Return the cards in the only fact, `back=`: letters if they are visible, otherwise ? for each; "" for none.

    Raises:
        Conflict: there is no such fact, or there are more than twelve cards.
    """
    pattern = _CARDS if visible else r"-|\?+"
    match = re.fullmatch(f"back=({pattern})", facts[0]) if len(facts) == 1 else None
    if match is None or len(match[1]) > 12:
        raise Conflict(";".join([text, *facts]), "the returned cards must follow, such as back=rr, back=?? or back=-")
    return "" if match[1] == "-" else match[1]


def revealed_pair(fact: str) -> Hand:
    """Return the hidden pair in the fact `pair=`. Conflict if it is another fact."""
    match = re.fullmatch("pair=(r*y*g*b*)", fact)
    if match is None or len(match[1]) != 2:
        raise Conflict(fact, "the hidden pair must follow, such as pair=rb")
    return hand_of(match[1])


def revealed_hands(facts: Sequence[str], seats: int) -> tuple[Hand, ...]:
    """Return all hands in the only fact, `hands=`. Conflict if there is no such fact."""
    hands = facts[0].removeprefix("hands=").split("/") if len(facts) == 1 and facts[0].startswith("hands=") else []
    if len(hands) != seats or any(not re.fullmatch(_CARDS, hand) for hand in hands):
        raise Conflict(";".join(facts), "the game is over, so all hands must follow, such as hands=rgbb/yy/-")
    return tuple(hand_of(hand) for hand in hands)

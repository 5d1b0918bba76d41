"""Reasons, in words, why a text is not a legal move in Herbalism."""

from __future__ import annotations

import re
from collections.abc import Sequence

from fastcore.games.herbalism.text.reading import Spec
from fastcore.games.herbalism.text.texts import ACTING_TURNS, ACTIONS, CARDS, COLOURS, Hand, Table
from fastcore.values import quoted

_CARD = "(?:gy|rg|rb|yr|gb|yb|==)"
_EXAMPLES = {
    "act": "a medicine card and an action, as in rb:appeal:2, or a cure, as in cure:gy",
    "give": "what is handed over, as in give:r",
    "cure": "an answer, as in answer:gy, a follow, as in follow:gy, or skip",
    "predict": "a colour, as in predict:r, or skip",
}


def why_not(spec: Spec, table: Table, legal: Sequence[str], text: str) -> str:
    """The reason, without a full stop. `legal` has the legal moves; the text is not one of them.

    Only the hand of the deciding seat is used.
    """
    phase = table.phase[0]
    if phase == "over":
        return "the game is over"
    if phase == "deal":
        return f"the cards are dealt now, as in {legal[0]}" if legal else "the cards are dealt now"
    seat = int(table.phase[1]) - 1
    action = re.fullmatch(f"({_CARD}):({'|'.join(ACTIONS)})(?::([0-9]+))?(?::([a-z?]))?", text)
    marker = re.fullmatch(f"(cure|answer|follow):({_CARD})", text)
    colour = re.fullmatch(f"(give|predict):([{COLOURS}])", text)
    if action is None and marker is None and colour is None and text != "skip":
        return f"{quoted(text)} is no move; now it is {_EXAMPLES[phase]}"
    kind = (
        "act"
        if action is not None or text.startswith("cure:")
        else "cure"
        if marker is not None
        else text.partition(":")[0]
    )
    if kind != phase and not (text == "skip" and phase in ("cure", "predict")):
        return f"now it is {_EXAMPLES[phase]}"
    if marker is not None:
        if marker[1] == "follow":
            return f"nobody has put a marker on {marker[2]} in this cure"
        return f"a cure marker lies on {marker[2]} already"
    if colour is not None:
        if phase == "give":
            return f"{colour[2]} is not asked for, or there are not enough cards of it in the hand"
        return f"there is no marker of {colour[2]} to take"
    assert action is not None
    if table.turn > ACTING_TURNS * spec.seats:
        return f"after turn {ACTING_TURNS * spec.seats} there are only cures"
    if [mark for mark, _ in table.cure].count(0) == 1:
        return "with one marker left there are only cures"
    return _why_not_act(spec, table, seat, action)


def _why_not_act(spec: Spec, table: Table, seat: int, action: re.Match[str]) -> str:
    card, name, target, given = action[1], action[2], action[3], action[4]
    if name == "pass":
        return "only an empty hand passes, and only where neither brew nor appeal is in the game"
    if name not in spec.actions:
        return f"{name} is not in this game; there is {', '.join(spec.actions)}"
    if table.medicine[seat] == CARDS.index(card):
        return f"the medicine marker is on {card} already and must move"
    if target is None or target not in [str(number + 1) for number in range(spec.seats)]:
        return f"name a seat from 1 to {spec.seats} as the target, as in {card}:{name}:{2 if seat == 0 else 1}"
    if int(target) - 1 == seat:
        return "the target is another seat"
    if name in ("brew", "appeal"):
        return f"{name} names no colour"
    if given is None or given not in COLOURS:
        return (
            "name the colour of the card that is given, as in "
            f"{card}:{name}:{target}:{card[0] if card != '==' else 'r'}"
        )
    if card != "==" and given not in card:
        return f"on {card} a card of {card[0]} or {card[1]} is given"
    held: Hand | None = table.hands[seat]
    if held is not None and not held[COLOURS.index(given)]:
        return f"seat {seat + 1} holds no card of {given}"
    return f"{action[0]} cannot be made now"

"""Reasons, in words, why a text is not a legal move in Herbalism."""

from __future__ import annotations

import re
from collections.abc import Sequence

from fastcore.games.herbalism.text.reading import Spec
from fastcore.games.herbalism.text.texts import ACTING_TURNS, ACTIONS, CARDS, COLOURS, NAMES, Hand, Table
from fastcore.values import quoted

_CARD = "(?:gy|rg|rb|yr|gb|yb|==)"
_EXAMPLES = {
    "act": "a medicine card with an action, such as rb:appeal:2, or a cure, such as cure:gy",
    "give": "the cards to give, such as give:r",
    "cure": "an answer such as answer:gy, a follow such as follow:gy, or skip",
    "predict": "a colour, such as predict:r, or skip",
}


def why_not(spec: Spec, table: Table, legal: Sequence[str], text: str) -> str:
    """Return why a text is not a legal move, without a full stop. `legal` has the legal moves.

    Only the hand of the deciding seat is used.
    """
    phase = table.phase[0]
    if phase == "over":
        return "the game is over"
    if phase == "deal":
        return f"the next event is a deal, such as {legal[0]}" if legal else "the next event is a deal"
    seat = int(table.phase[1]) - 1
    action = re.fullmatch(f"({_CARD}):({'|'.join(ACTIONS)})(?::([0-9]+))?(?::([a-z?]))?", text)
    marker = re.fullmatch(f"(cure|answer|follow):({_CARD})", text)
    colour = re.fullmatch(f"(give|predict):([{COLOURS}])", text)
    if action is None and marker is None and colour is None and text != "skip":
        return f"{quoted(text)} is not a move; choose {_EXAMPLES[phase]}"
    kind = (
        "act"
        if action is not None or text.startswith("cure:")
        else "cure"
        if marker is not None
        else text.partition(":")[0]
    )
    if kind != phase and not (text == "skip" and phase in ("cure", "predict")):
        return f"choose {_EXAMPLES[phase]}"
    if marker is not None:
        if marker[1] == "follow":
            return f"nobody has placed a marker on {marker[2]} in this cure"
        return f"a cure marker is already on {marker[2]}"
    if colour is not None:
        if phase == "give":
            return f"{NAMES[colour[2]]} was not requested, or the hand has too few {NAMES[colour[2]]} cards"
        return f"no {NAMES[colour[2]]} marker is available"
    assert action is not None
    if table.turn > ACTING_TURNS * spec.seats:
        return f"from turn {ACTING_TURNS * spec.seats + 1} on, only cures are possible"
    if [mark for mark, _ in table.cure].count(0) == 1:
        return "with one marker left, only cures are possible"
    return _why_not_act(spec, table, seat, action)


def _why_not_act(spec: Spec, table: Table, seat: int, action: re.Match[str]) -> str:
    card, name, target, given = action[1], action[2], action[3], action[4]
    if name == "pass":
        return "you can pass only with an empty hand, and only in a game without brew and appeal"
    if name not in spec.actions:
        return f"{name} is not in this game; the actions are {', '.join(spec.actions)}"
    if table.medicine[seat] == CARDS.index(card):
        return f"your medicine marker is already on {card}; choose another card"
    if target is None or target not in [str(number + 1) for number in range(spec.seats)]:
        return f"add a target seat from 1 to {spec.seats}, such as {card}:{name}:{2 if seat == 0 else 1}"
    if int(target) - 1 == seat:
        return "the target must be another seat"
    if name in ("brew", "appeal"):
        return f"{name} takes no colour"
    if given is None or given not in COLOURS:
        return f"add the colour of the card to give, such as {card}:{name}:{target}:{card[0] if card != '==' else 'r'}"
    if card != "==" and given not in card:
        return f"on {card}, the card to give must be {NAMES[card[0]]} or {NAMES[card[1]]}"
    held: Hand | None = table.hands[seat]
    if held is not None and not held[COLOURS.index(given)]:
        return f"seat {seat + 1} has no {NAMES[given]} card"
    return f"{action[0]} is not possible now"

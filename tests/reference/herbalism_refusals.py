"""Validation of Herbalism positions and views: which ones the rules page rejects, and for which field.

Fields are checked in their order in the text; a relation is checked only if all its fields can be parsed. In a view, a
relation is violated if every distribution of the unseen cards violates it.
"""

from collections.abc import Iterator
from functools import lru_cache

from tests.reference.herbalism_text import (
    COLOURS,
    DECK,
    EVERYTHING,
    LAST_ROUND,
    MARKERS_OF_A_COLOUR,
    PAIRS,
    Fields,
    Phase,
    Position,
    RefusedError,
    Rules,
    available_predictions,
    colours_of,
    fields_of,
    gift_choices,
    parse_spec,
    right_card,
    unused,
)

PerSeat = tuple[str, ...]


@lru_cache(maxsize=4096)
def read_position(spec: str, text: str, viewer: int | None = EVERYTHING) -> Position:
    """Return the position of a text as `viewer` (a seat, None for the public) sees it.

    Raises:
        RefusedError: The spec or a field is invalid.
    """
    rules = parse_spec(spec)
    return check_fields(rules, fields_of(rules, text, viewer), viewer)


def raise_first(field: str, faults: Iterator[str]) -> None:
    for reason in faults:
        raise RefusedError(field, reason)


def check_fields(rules: Rules, fields: Fields, viewer: int | None) -> Position:
    hidden, hands, scores, round_, start, turn, phase, medicine, cure, predictions = fields
    if hidden is None:
        raise RefusedError("hidden", "must be - or two cards in colour order, ?? where a view hides them")
    raise_first("hidden", hidden_faults(hidden, phase, cure, viewer))
    if hands is None:
        raise RefusedError(
            "hands", f"must be {rules.players} hands, cards in colour order or -, ? where a view hides them"
        )
    raise_first("hands", hands_faults(rules, hidden, hands, turn, phase, viewer))
    if scores is None:
        raise RefusedError("scores", f"must be {rules.players} numbers from 0 to 99")
    if phase and phase.kind != "over" and max(scores) >= rules.target:
        raise RefusedError("scores", "a score at the target before the end")
    if round_ is None:
        raise RefusedError("round", f"must be 1 to {LAST_ROUND}")
    if start is None:
        raise RefusedError("start", f"must be a seat from 1 to {rules.players}")
    if turn is None or (turn == 0 and phase and phase.kind != "deal"):
        raise RefusedError("turn", f"must be 1 to {rules.last_turn}, or 0 before the deal")
    if phase is None:
        raise RefusedError("phase", "must be deal, act:1, give:2:1:rb:appeal, cure:2:1, predict:1 or over, say")
    raise_first("phase", phase_faults(rules, turn, phase, medicine, cure, predictions))
    if phase.kind == "give" and not possible_pairs(hidden, hands, phase):
        raise RefusedError("phase", "the target has nothing to give")
    if phase.kind == "cure" and cure is not None:
        raise_first("phase", cure_phase_faults(rules, phase, cure))
    if phase.kind == "over" and max(scores) < rules.target and round_ < LAST_ROUND:
        raise RefusedError("phase", f"over without a score at the target before round {LAST_ROUND}")
    if phase.kind == "over" and cure is not None and not round_is_over(hidden, cure):
        raise RefusedError("phase", "over without the end of a round")
    if medicine is None:
        raise RefusedError("medicine", f"must be {rules.players} medicine cards or -")
    if phase.kind == "predict" and not medicine[phase.seat]:
        raise RefusedError("medicine", "it has acted without a medicine marker")
    if cure is None:
        raise RefusedError("cure", f"must be {rules.players} of -, a=, f=, A= or F= with a card")
    raise_first("cure", cure_faults(hidden, hands, phase, cure))
    if predictions is None:
        raise RefusedError("predictions", f"must be {rules.players} of - or colours in colour order")
    if any(predictions) and not rules.predictions:
        raise RefusedError("predictions", "this game has none")
    if any("".join(predictions).count(colour) > MARKERS_OF_A_COLOUR for colour in COLOURS):
        raise RefusedError("predictions", f"more than {MARKERS_OF_A_COLOUR} markers of a colour")
    return Position(hidden, hands, scores, round_, start, turn, phase, medicine, cure, predictions)


# Cards
def hidden_faults(hidden: str, phase: Phase | None, cure: PerSeat | None, viewer: int | None) -> Iterator[str]:
    if phase is None or phase.kind == "deal":
        return
    if not hidden:
        yield "no pair after the deal"
    if phase.kind == "over" and hidden == "??":
        yield "when the game is over everybody sees the pair"
    if phase.kind != "over" and cure is not None and viewer != EVERYTHING:
        has_looked = viewer is not None and cure[viewer][:1] in ("A", "F")
        if has_looked == (hidden == "??"):
            yield "those who put a marker in a failed cure see the pair, and only they"


def hands_faults(
    rules: Rules, hidden: str, hands: PerSeat, turn: int | None, phase: Phase | None, viewer: int | None
) -> Iterator[str]:
    cards = hidden + "".join(hands)
    if cards and (len(cards) != sum(DECK.values()) or any(cards.count(colour) > DECK[colour] for colour in COLOURS)):
        yield "the cards do not add up"
    if phase is None:
        return
    if cards and phase.kind == "deal":
        yield "cards before the deal"
    for seat, hand in enumerate(hands):
        is_hidden = viewer not in (EVERYTHING, seat) and phase.kind != "over"
        if hand and ("?" in hand) != is_hidden:
            yield "the hands of others are hidden until the game is over"
    # A prediction on turn 1 follows a transfer of cards.
    if turn == 1 and phase.kind not in ("deal", "predict") and {len(hand) for hand in hands} != {12 // rules.players}:
        yield "on turn 1 hands have the dealt size"


def possible_pairs(hidden: str, hands: PerSeat, phase: Phase) -> list[str]:
    """Return the possible hidden pairs; in a `give`, only those that leave the target something to give."""
    shown = "".join((hidden, *hands))
    unseen = {colour: DECK[colour] - shown.count(colour) for colour in COLOURS}
    if hidden != "??":
        return [hidden] if can_give(hands, phase, unseen) else []
    remainders = [(pair, {colour: unseen[colour] - pair.count(colour) for colour in COLOURS}) for pair in PAIRS]
    return [pair for pair, left in remainders if min(left.values()) >= 0 and can_give(hands, phase, left)]


def can_give(hands: PerSeat, phase: Phase, unseen: dict[str, int]) -> bool:
    if phase.kind != "give":
        return True
    target = hands[phase.seat]
    if "?" not in target:
        return bool(gift_choices(target, phase.card, phase.action))
    possible_cards = "".join(colour * min(unseen[colour], len(target)) for colour in colours_of(phase.card))
    return bool(gift_choices(possible_cards, phase.card, phase.action))


# Phase
def phase_faults(
    rules: Rules, turn: int, phase: Phase, medicine: PerSeat | None, cure: PerSeat | None, predictions: PerSeat | None
) -> Iterator[str]:
    if phase.kind == "deal" and (turn or any(any(fields) for fields in (medicine, cure, predictions) if fields)):
        yield "something on the table before the deal"
    if phase.kind in ("act", "give", "predict") and cure is not None:
        seat = phase.initiator if phase.kind == "give" else phase.seat
        if cure[seat]:
            yield "its marker is used"
        if phase.kind != "act" and len(unused(cure)) == 1:
            yield "the last marker may only cure"
    if phase.kind in ("give", "predict") and turn > rules.last_action_turn:
        yield "only cures beyond the turn cap"
    if phase.kind == "give" and phase.action[0] not in rules.actions:
        yield "this game has no such action"
    if phase.kind == "give" and medicine is not None and medicine[phase.initiator] != phase.card:
        yield "the medicine marker lies elsewhere"
    if (
        phase.kind == "predict"
        and predictions is not None
        and not available_predictions(rules, predictions, phase.seat)
    ):
        yield "nothing to take"


def cure_phase_faults(rules: Rules, phase: Phase, cure: PerSeat) -> Iterator[str]:
    if not cure[phase.initiator].startswith("a="):
        yield "the curing seat has put no answer"
    if cure[phase.seat]:
        yield "the asked seat has put its marker"
    steps = range(1, (phase.initiator - phase.seat) % rules.players)
    if any(cure[(phase.seat + step) % rules.players][:1] in ("a", "f") for step in steps):
        yield "a later seat has answered"


def round_is_over(hidden: str, cure: PerSeat) -> bool:
    return f"a={right_card(hidden)}" in cure or all(marker[:1] in ("A", "F") for marker in cure)


# Cure
def cure_faults(hidden: str, hands: PerSeat, phase: Phase, cure: PerSeat) -> Iterator[str]:
    placed = [(marker[0], marker[2:]) for marker in cure if marker]
    answered = [card for kind, card in placed if kind in "aA"]
    failed = {card for kind, card in placed if kind in "AF"}
    if phase.kind not in ("cure", "over") and any(kind in "af" for kind, _ in placed):
        yield "a cure is going on outside its phase"
    if len(set(answered)) < len(answered):
        yield "two answers on one card"
    if any(({"f": "a", "F": "A"}[kind], card) not in placed for kind, card in placed if kind in "fF"):
        yield "a follow of nobody"
    if phase.kind == "cure":
        order = [cure[(phase.initiator + step) % len(cure)] for step in range(len(cure))]
        if any(marker[:1] == "f" and f"a={marker[2:]}" not in order[:place] for place, marker in enumerate(order)):
            yield "a follow of a marker put later"
    if failed and all(right_card(pair) in failed for pair in possible_pairs(hidden, hands, phase)):
        yield "a failed marker on the right card"

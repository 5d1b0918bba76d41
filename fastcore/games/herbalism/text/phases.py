"""Conditions that each phase of Herbalism imposes on other fields of a position text."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from fastcore.games.herbalism.text.reading import Reading, whole_number
from fastcore.games.herbalism.text.texts import (
    ACTING_TURNS,
    COLOURS,
    DECK,
    LAST_ROUND,
    Hand,
    hand_of,
    hands_of,
    right_card,
)


def broken_rule(reading: Reading, phase: Sequence[str]) -> tuple[str, str]:
    """Return the rule that forbids the position in this phase, and the reason, which is "" if the phase is valid.

    Unreadable fields satisfy every condition.
    """
    rule, check = _CHECKS[phase[0]]
    return rule, check(reading, phase)


def _deal(reading: Reading, phase: Sequence[str]) -> str:
    markers = [reading.medicines, reading.cures, reading.predictions]
    if any(entries is not None and set(entries) != {"-"} for entries in markers):
        return "before the deal, no markers are on the table"
    return "before the deal, the turn must be 0" if reading.turn else ""


def _act(reading: Reading, phase: Sequence[str]) -> str:
    seat = int(phase[1]) - 1
    return f"seat {seat + 1}'s cure marker is already used" if reading.used(seat) else ""


def _predict(reading: Reading, phase: Sequence[str]) -> str:
    if not reading.spec.predictions:
        return "there are no predictions in this game"
    seat = int(phase[1]) - 1
    if reading.used(seat):
        return f"seat {seat + 1}'s cure marker is already used"
    if reading.predictions is not None:
        free = [
            colour
            for colour in COLOURS
            if colour not in reading.predictions[seat] and sum(colour in one for one in reading.predictions) < 2
        ]
        if not free:
            return f"seat {seat + 1} has no prediction marker to take"
    return _why_only_cures(reading)


def _give(reading: Reading, phase: Sequence[str]) -> str:
    target, seat, card, action = int(phase[1]) - 1, int(phase[2]) - 1, phase[3], phase[4]
    if target == seat:
        return "players cannot ask themselves"
    if action not in reading.spec.actions:
        return f"{action} is not in this game"
    if action == "brew" and card != "==":
        return "brew on a card of two colours has no target"
    if reading.medicines is not None and reading.medicines[seat] != card:
        return f"seat {seat + 1}'s medicine marker is not on {card}"
    if reading.used(seat):
        return f"seat {seat + 1}'s cure marker is already used"
    if reading.hands is not None and (
        not _can_give(reading.hands[target], card, action) or possible_pairs(reading) == []
    ):
        return f"seat {target + 1} has no card to give"
    return _why_only_cures(reading)


def _can_give(hand: str, card: str, action: str) -> bool:
    """Return whether a hand can hold the requested cards. Hidden cards can be of any colour."""
    least = 2 if action == "brew" else 1
    if "?" in hand:
        return len(hand) >= least
    return any(hand.count(colour) >= least for colour in (COLOURS if card == "==" else card))


def possible_pairs(reading: Reading) -> list[Hand] | None:
    """Return the possible hidden pairs in a view; None if the cards cannot be read.

    A pair is possible if the deck holds it in addition to the visible cards, and if the target of a `give` then has
    a card to give.
    """
    if reading.hands is None or reading.texts["hidden"] != "??" or reading.phase is None:
        return None
    seen = [hand_of(hand) for hand in reading.hands]
    unseen = [there - sum(hand[colour] for hand in seen) for colour, there in enumerate(DECK)]
    pairs = []
    for pair in hands_of(DECK, 2):
        left = [there - hidden for there, hidden in zip(unseen, pair, strict=True)]
        if min(left) < 0:
            continue
        if reading.phase[0] == "give" and "?" in (hand := reading.hands[int(reading.phase[1]) - 1]):
            most = "".join(colour * min(there, len(hand)) for colour, there in zip(COLOURS, left, strict=True))
            if not _can_give(most, reading.phase[3], reading.phase[4]):
                continue
        pairs.append(pair)
    return pairs


def _cure(reading: Reading, phase: Sequence[str]) -> str:
    seat, by = int(phase[1]) - 1, int(phase[2]) - 1
    if seat == by:
        return "the player who cures cannot answer"
    if reading.cures is not None:
        if reading.cures[by][0] != "a":
            return f"seat {by + 1} has not answered in this cure"
        if reading.cures[seat] != "-":
            return f"seat {seat + 1} has already used its marker"
        later = (seat + 1) % reading.spec.seats
        while later != by:
            if reading.cures[later][0] in "af":
                return f"seat {later + 1} cannot have answered before seat {seat + 1}"
            later = (later + 1) % reading.spec.seats
    return ""


def _over(reading: Reading, phase: Sequence[str]) -> str:
    scores = [whole_number(score, 0, 99) for score in reading.texts["scores"].split(",")]
    last = whole_number(reading.texts["round"], 1, LAST_ROUND)
    most = max((score for score in scores if score is not None), default=0)
    readable = None not in scores and last is not None and len(scores) == reading.spec.seats
    if readable and last != LAST_ROUND and most < reading.spec.target:
        return f"the game is not over: nobody has {reading.spec.target} points, and the round is not {LAST_ROUND}"
    if reading.cures is None or reading.pair is None:
        return ""
    answered = f"a={right_card(reading.pair)}" in reading.cures
    failed = all(mark[0] in "AF" for mark in reading.cures)
    return "" if answered or failed else "the round is not over: no answer is right and some markers are unused"


def _why_only_cures(reading: Reading) -> str:
    """Return why only a cure is still possible, or ""."""
    if reading.turn is not None and reading.turn > ACTING_TURNS * reading.spec.seats:
        return f"from turn {ACTING_TURNS * reading.spec.seats + 1} on, only cures are possible"
    if reading.cures is not None and reading.cures.count("-") == 1:
        return "with one marker left, only cures are possible"
    return ""


_CHECKS: dict[str, tuple[str, Callable[[Reading, Sequence[str]], str]]] = {
    "deal": ("phase-deal", _deal),
    "act": ("phase-act", _act),
    "predict": ("phase-predict", _predict),
    "give": ("phase-give", _give),
    "cure": ("phase-cure", _cure),
    "over": ("phase-over", _over),
}


def wrong_cure_markers(reading: Reading, cures: Sequence[str]) -> list[tuple[int, str]]:
    """Return the seats whose cure markers contradict the position, with the reasons."""
    wrong = []
    right = right_card(reading.pair) if reading.pair is not None and reading.phase != ["deal"] else ""
    curing = reading.phase is not None and reading.phase[0] == "cure"
    by = int(reading.phase[2]) - 1 if curing and reading.phase is not None else -1
    for seat, mark in enumerate(cures):
        kind, card = mark[0], mark[2:]
        answers = [
            (other, cures[other][0]) for other in range(len(cures)) if cures[other] in (f"a={card}", f"A={card}")
        ]
        if kind in "af" and reading.phase is not None and reading.phase[0] not in ("cure", "over"):
            wrong.append((seat, "this marker belongs to a cure in progress, but there is none"))
        elif kind in "AF" and card == right:
            wrong.append((seat, f"{card} is right, so a cure with it cannot have failed"))
        elif kind == "F" and f"A={card}" not in cures:
            wrong.append((seat, f"this seat cannot follow: nobody has answered {card}"))
        elif kind == "f" and f"a={card}" not in cures:
            wrong.append((seat, f"this seat cannot follow: nobody has answered {card} in this cure"))
        elif kind in "aA" and any((there == kind and other < seat) or there < kind for other, there in answers):
            wrong.append((seat, f"another marker is already on {card}"))
        elif curing and kind == "f" and not _answered_before(cures, seat, by, card):
            wrong.append((seat, f"this seat cannot follow: {card} was answered later"))
    failed = {mark[2:] for mark in cures if mark[0] in "AF"}
    pairs = possible_pairs(reading)
    if failed and pairs and not wrong and all(right_card(pair) in failed for pair in pairs):
        seat = max(seat for seat, mark in enumerate(cures) if mark[0] == "A")
        wrong.append((seat, "the visible cards prove that one of the failed cures was right"))
    return wrong


def _answered_before(cures: Sequence[str], seat: int, by: int, card: str) -> bool:
    """Return whether any seat answered with this card, from the seat that cures up to the seat before `seat`."""
    each = by
    while each != seat:
        if cures[each] == f"a={card}":
            return True
        each = (each + 1) % len(cures)
    return False

"""What each phase of Herbalism demands of the rest of a position text."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from fastcore.games.herbalism.reading import Line, whole_number
from fastcore.games.herbalism.texts import ACTING_TURNS, COLOURS, DECK, LAST_ROUND, Hand, hand_of, hands_of, right_card


def misfit(line: Line, step: Sequence[str]) -> str:
    """Why the line cannot be in the phase with these parts, "" if it can;
    of what cannot be read nothing is demanded."""
    return _MISFITS[step[0]](line, step)


def _in_deal(line: Line, step: Sequence[str]) -> str:
    lying = [line.markers, line.marks, line.taken]
    if any(entries is not None and set(entries) != {"-"} for entries in lying):
        return "before the deal nothing lies on the table"
    return "before the deal it is turn 0" if line.number else ""


def _in_act(line: Line, step: Sequence[str]) -> str:
    seat = int(step[1]) - 1
    return f"seat {seat + 1}'s cure marker is used" if line.used(seat) else ""


def _in_predict(line: Line, step: Sequence[str]) -> str:
    if not line.spec.predictions:
        return "there are no predictions in this game"
    seat = int(step[1]) - 1
    if line.used(seat):
        return f"seat {seat + 1}'s cure marker is used"
    if line.taken is not None:
        free = [
            colour
            for colour in COLOURS
            if colour not in line.taken[seat] and sum(colour in one for one in line.taken) < 2
        ]
        if not free:
            return f"seat {seat + 1} has no prediction marker to take"
    return _over_acting(line)


def _in_give(line: Line, step: Sequence[str]) -> str:
    target, seat, card, action = int(step[1]) - 1, int(step[2]) - 1, step[3], step[4]
    if target == seat:
        return "nobody asks themselves"
    if action not in line.spec.actions:
        return f"{action} is not in this game"
    if action == "brew" and card != "==":
        return "brew on two colours asks nobody"
    if line.markers is not None and line.markers[seat] != card:
        return f"seat {seat + 1}'s medicine marker is not on {card}"
    if line.used(seat):
        return f"seat {seat + 1}'s cure marker is used"
    if line.held is not None and (not _can_give(line.held[target], card, action) or pairs_that_fit(line) == []):
        return f"seat {target + 1} has nothing to hand over"
    return _over_acting(line)


def _can_give(hand: str, card: str, action: str) -> bool:
    """Whether a hand, as far as it is seen, may hold what is asked for."""
    least = 2 if action == "brew" else 1
    if "?" in hand:
        return len(hand) >= least
    return any(hand.count(colour) >= least for colour in (COLOURS if card == "==" else card))


def pairs_that_fit(line: Line) -> list[Hand] | None:
    """The pairs that may lie hidden in a view with the cards that are seen and, in a `give`, leave the target something
    to hand over; None where the cards cannot be read."""
    if line.held is None or line.parts["hidden"] != "??" or line.step is None:
        return None
    seen = [hand_of(hand) for hand in line.held]
    unseen = [there - sum(hand[colour] for hand in seen) for colour, there in enumerate(DECK)]
    pairs = []
    for pair in hands_of(DECK, 2):
        left = [there - hidden for there, hidden in zip(unseen, pair, strict=True)]
        if min(left) < 0:
            continue
        if line.step[0] == "give" and "?" in (hand := line.held[int(line.step[1]) - 1]):
            most = "".join(colour * min(there, len(hand)) for colour, there in zip(COLOURS, left, strict=True))
            if not _can_give(most, line.step[3], line.step[4]):
                continue
        pairs.append(pair)
    return pairs


def _in_cure(line: Line, step: Sequence[str]) -> str:
    seat, by = int(step[1]) - 1, int(step[2]) - 1
    if seat == by:
        return "whoever cures does not answer themselves"
    if line.marks is not None:
        if line.marks[by][0] != "a":
            return f"seat {by + 1} has not answered in this cure"
        if line.marks[seat] != "-":
            return f"seat {seat + 1} has used its marker"
        later = (seat + 1) % line.spec.seats
        while later != by:
            if line.marks[later][0] in "af":
                return f"seat {later + 1} answers after seat {seat + 1}, not before"
            later = (later + 1) % line.spec.seats
    return ""


def _in_over(line: Line, step: Sequence[str]) -> str:
    scores = [whole_number(score, 0, 99) for score in line.parts["scores"].split(",")]
    last = whole_number(line.parts["round"], 1, LAST_ROUND)
    most = max((score for score in scores if score is not None), default=0)
    read = None not in scores and last is not None and len(scores) == line.spec.seats
    if read and last != LAST_ROUND and most < line.spec.target:
        return f"nobody has {line.spec.target} points, and it is not round {LAST_ROUND}"
    if line.marks is None or line.pair is None:
        return ""
    answered = f"a={right_card(line.pair)}" in line.marks
    failed = all(mark[0] in "AF" for mark in line.marks)
    return "" if answered or failed else "no answer is right and not all markers are used, so the round is not over"


def _over_acting(line: Line) -> str:
    """Why nobody can act any more but by a cure, "" if they can."""
    if line.number is not None and line.number > ACTING_TURNS * line.spec.seats:
        return f"after turn {ACTING_TURNS * line.spec.seats} there are only cures"
    if line.marks is not None and line.marks.count("-") == 1:
        return "with one marker left there are only cures"
    return ""


_MISFITS: dict[str, Callable[[Line, Sequence[str]], str]] = {
    "deal": _in_deal,
    "act": _in_act,
    "predict": _in_predict,
    "give": _in_give,
    "cure": _in_cure,
    "over": _in_over,
}


def misplaced(line: Line, marks: Sequence[str]) -> list[tuple[int, str]]:
    """The seats whose cure markers cannot lie where they do, with the reasons."""
    wrong = []
    right = right_card(line.pair) if line.pair is not None and line.step != ["deal"] else ""
    curing = line.step is not None and line.step[0] == "cure"
    by = int(line.step[2]) - 1 if curing and line.step is not None else -1
    for seat, mark in enumerate(marks):
        kind, card = mark[0], mark[2:]
        answers = [
            (other, marks[other][0]) for other in range(len(marks)) if marks[other] in (f"a={card}", f"A={card}")
        ]
        if kind in "af" and line.step is not None and line.step[0] not in ("cure", "over"):
            wrong.append((seat, "this marker was put in a cure, but none is going on"))
        elif kind in "AF" and card == right:
            wrong.append((seat, f"{card} is right, so no cure has failed on it"))
        elif kind == "F" and f"A={card}" not in marks:
            wrong.append((seat, f"nobody has answered {card} for this seat to follow"))
        elif kind == "f" and f"a={card}" not in marks:
            wrong.append((seat, f"nobody has answered {card} in this cure for this seat to follow"))
        elif kind in "aA" and any((there == kind and other < seat) or there < kind for other, there in answers):
            wrong.append((seat, f"a marker lies on {card} already"))
        elif curing and kind == "f" and not _earlier(marks, seat, by, card):
            wrong.append((seat, f"nobody had answered {card} when this seat decided"))
    failed = {mark[2:] for mark in marks if mark[0] in "AF"}
    pairs = pairs_that_fit(line)
    if failed and pairs and not wrong and all(right_card(pair) in failed for pair in pairs):
        seat = max(seat for seat, mark in enumerate(marks) if mark[0] == "A")
        wrong.append((seat, "with the cards that are seen one of the failed cures must be right"))
    return wrong


def _earlier(marks: Sequence[str], seat: int, by: int, card: str) -> bool:
    """Whether somebody from the curing seat on, before this one, has answered a card."""
    each = by
    while each != seat:
        if marks[each] == f"a={card}":
            return True
        each = (each + 1) % len(marks)
    return False

"""The numbers of a review as people see them: rounded once, so that differences agree on screen.

The sum of a seat's losses is rounded once too, so it can differ a little from the sum of the rounded losses.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from workbench.boards.kit.figures import SIGNED, plain_evaluations, plain_fixed
from workbench.luck.words import change_text
from workbench.review.judging import MIN_LOSS, Judged, size_of
from workbench.system.language.formats import localised

MAX_DIGITS = 4  # maximum number of extra decimals


class DecisionNumbers(NamedTuple):
    """The numbers of a decision for the deciding seat: with two seats in per cent of the chances, else values.

    Attributes:
        value: The value of the decision.
        best: The value of the best alternative.
        loss: The difference of the two as shown.
        steps: The loss of each move of the turn, or "" if it lost nothing. They add up to the loss. Empty if the
            moves were not judged.
        lost: The loss as a number, in the unit of the texts.
        digits: The number of decimals.
    """

    value: str
    best: str
    loss: str
    steps: tuple[str, ...]
    lost: float
    digits: int


def decision_numbers(decision: Judged, seats: int) -> DecisionNumbers:
    """Return the numbers of a decision, with enough decimals to show its loss and the size of the mistake."""
    value, best = decision.judgement.value, max(decision.judgement.best_value, decision.judgement.value)
    unit = 50 if seats == 2 else 1  # of a value of 1
    for extra in range(MAX_DIGITS + 1):
        texts = plain_evaluations(seats, value, best, least=extra)
        digits = len(texts[0].removesuffix(" %").partition(".")[2])
        ends = [_number(text) for text in texts]
        lost = round(ends[1] - ends[0], digits)
        if size_of(round(lost / unit, 6)) == decision.size and (lost > 0 or decision.loss < MIN_LOSS):
            break
    steps: tuple[str, ...] = ()
    if len(decision.judgement.steps) == len(decision.moves) + 1 > 2:
        inner = (round(unit * step + (50 if seats == 2 else 0), digits) for step in decision.judgement.steps[1:-1])
        values = (ends[1], *(min(ends[1], max(ends[0], number)) for number in inner), ends[0])
        losses = [round(before - after, digits) for before, after in pairwise(values)]
        steps = tuple(_text(number, digits, seats) if number > 0 else "" for number in losses)
    return DecisionNumbers(localised(texts[0]), localised(texts[1]), _text(lost, digits, seats), steps, lost, digits)


def total_loss_text(judged: Sequence[Judged], seat: int, seats: int) -> str:
    """Return the sum of a seat's losses, rounded like the split into luck and skill (see `workbench.luck`)."""
    return change_text(sum(one.loss for one in judged if one.seat == seat), seats).lstrip("+")


def mean_loss_text(judged: Sequence[Judged], seat: int, seats: int) -> str:
    """Return the mean loss of a seat's decisions, rounded like their sum, or a dash if it decided nothing."""
    losses = [one.loss for one in judged if one.seat == seat and not one.forced]
    return change_text(sum(losses) / len(losses), seats).lstrip("+") if losses else "–"


def amount_text(amount: float, seats: int) -> str:
    """Return a difference of values: with two seats in per cent of the chances, else as a value such as ".22"."""
    return _text(50 * amount, 0, seats) if seats == 2 else _text(amount, SIGNED, seats)


def _number(text: str) -> float:
    return float(text.removesuffix(" %").replace("\u2212", "-"))


def _text(number: float, digits: int, seats: int) -> str:
    text = plain_fixed(number, digits)
    return localised(f"{text} %" if seats == 2 else text.removeprefix("0"))

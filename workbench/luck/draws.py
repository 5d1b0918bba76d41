"""The luck of bots that draw their plans from a mixed strategy which they report.

The value of the drawn plan less the mean over the strategy has mean 0, because the draw is made after the strategy is
known and depends on nothing else. The opponent's plan of the same stage is kept, or averaged too if it was drawn.
Source: N. Burch et al., AIVAT: A New Variance Reduction Technique for Agent Evaluation in Imperfect Information Games,
arXiv 1612.06915; here without its averaging over unseen deals.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from math import fsum
from typing import NamedTuple

from bots.report import Report
from fastcore import CHANCE, OVER, State
from workbench.luck.judges import StaticJudge, Values

Plan = tuple[str, ...]
Weighed = tuple[tuple[Plan, float], ...]  # plans with their probabilities, whose sum is 1
POLICY = "greedy"  # completes the turn after the plans
LONGEST = 64  # moves of one plan, and of its completion


class Draw(NamedTuple):
    """A plan that a bot drew, and the strategy from which it was drawn.

    Attributes:
        plan: The drawn plan. The bot may have left it later.
        mixture: The reported plans with their probabilities. They may be only a part of the strategy.
    """

    plan: Plan
    mixture: Weighed


def draw_of(report: Report) -> Draw | None:
    """Return the draw of a report, or None if it says nothing about a whole plan that was drawn from several.

    If a report leaves out rare plans, its plans are the strategy of those cases in which one of them is drawn. In all
    other cases, luck is unknown and counts as 0, so the mean remains 0.
    """
    plans = tuple((tuple(plan.split(",")), weight) for plan, weight in report.mixture if weight > 0)
    if len(plans) < 2 or report.plan not in dict(plans):
        return None
    total = fsum(weight for _, weight in plans)
    return Draw(report.plan, tuple((plan, weight / total) for plan, weight in plans))


def lucks_of_draws(
    start: State, moves: Sequence[str], draws: Mapping[int, Draw], value: Callable[[State], Values] | None = None
) -> Iterator[tuple[Values, Values]]:
    """Yield the luck of every seat at each stage in which a plan was drawn, and the values before the stage.

    Args:
        start: The starting position of a game with two seats.
        moves: The moves of the game, possibly not finished.
        draws: The draws, by the index of the first move of their plan.
        value: Returns the value of a position for each seat; by default the static evaluation.
    """
    value = StaticJudge().value if value is None else value
    state, number = start.copy(), 0
    while number < len(moves):
        if number not in draws:
            state.play(moves[number])
            number += 1
            continue
        first, end = draws[number], decision_end(state, moves, number)
        mine = first.mixture
        reply: Draw | None = None
        after = state.copy()
        for move in moves[number:end]:
            after.play(move)
        if is_secret(state, after, mine):
            last = decision_end(after, moves, end)
            reply = draws.get(end) or Draw(tuple(moves[end:last]), ((tuple(moves[end:last]), 1.0),))
            end = last
        theirs: Weighed = reply.mixture if reply is not None else (((), 1.0),)
        known = {(a, b): outcome(state, a, b, value) for a, _ in mine for b, _ in theirs}
        drawn = known[first.plan, reply.plan if reply is not None else ()]
        usual = [fsum(p * q * known[a, b][seat] for a, p in mine for b, q in theirs) for seat in range(state.seats)]
        yield tuple(one - mean for one, mean in zip(drawn, usual, strict=True)), value(state)
        for move in moves[number:end]:
            state.play(move)
        number = end


def decision_end(state: State, moves: Sequence[str], number: int) -> int:
    """Return the index after the last move of the decision that begins with a move. Its last step has events."""
    state, seat, turn = state.copy(), state.actor, state.turn
    while number < len(moves) and (state.actor, state.turn) == (seat, turn):
        is_last = bool(state.events(moves[number]))
        state.play(moves[number])
        number += 1
        if is_last:
            break
    return number


def is_secret(before: State, after: State, plans: Weighed) -> bool:
    """Return whether another seat decides next, in the same stage, without knowing which of the plans was drawn."""
    if after.actor < 0 or after.actor == before.actor or (after.turn, after.phase) != (before.turn, before.phase):
        return False
    views = set()
    for plan, _ in plans:
        state = before.copy()
        for move in plan:
            state.play(move)
        if state.actor != after.actor:
            return False
        views.add(state.view(after.actor))
    return len(views) == 1


def outcome(state: State, first: Plan, second: Plan, value: Callable[[State], Values]) -> Values:
    """Return the values after a turn in which the seats follow these plans, and then the most likely moves of a policy.

    A plan that becomes illegal ends early.
    """
    state, turn = state.copy(), state.turn
    for plan in (first, second):
        seat = state.actor
        for move in plan:
            if state.actor != seat or state.turn != turn or state.why_not(move):
                break
            state.play(move)
    for _ in range(LONGEST):
        if state.actor in (OVER, CHANCE) or state.turn != turn:
            break
        state.play(max(state.policy(POLICY), key=lambda choice: choice[1])[0])
    return value(state)

"""Games between bots in which one decision is replaced by the worst one found, and a clock that counts."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from typing import NamedTuple

import bots
import fastcore
from bots.report import Limit
from fastcore import OVER, State, Stream, Viewpoint
from workbench.tutor.comparisons import judge_name
from workbench.tutor.watch import Watch

PLAYING, WEIGHING, REFERENCE = 150, 400, 12_000  # simulations
TRIED = 12  # random decisions from which the worst one is chosen
STEPS = {
    "herbalism": 0.01,
    "herbs": 0.01,
}  # the part of its time that the tutor uses between two looks, where a search is slow
USUAL_STEP = 0.003


class Played(NamedTuple):
    """A decision of a game: what its player knew, its moves, and whether it was planted."""

    point: Viewpoint
    moves: tuple[str, ...]
    planted: bool


def counting_watch(game: str) -> Watch:
    """Return a watch whose time passes with every look at it, so that results can be repeated."""
    looks, step = count(), STEPS.get(game, USUAL_STEP)
    return Watch(1.0, lambda: next(looks) * step)


def goes_on(before: State, after: State) -> bool:
    """Return whether the same decision goes on: a turn if nothing is hidden, a plan if plans are secret."""
    has = before.info.has
    if has.covered and not has.secrets:
        return False
    same = (after.actor, after.turn) == (before.actor, before.turn)
    return same and (not has.secrets or after.phase == before.phase)


def random_decision(state: State, stream: Stream) -> tuple[str, ...]:
    """Return a random turn, plan or move."""
    after, moves = state.copy(), list[str]()
    while not moves or goes_on(state, after):
        moves.append(after.move_text(stream.choice(after.moves())))
        after.play(moves[-1])
    return tuple(moves)


def worst_decision(state: State, stream: Stream) -> tuple[str, ...]:
    """Return the worst of some random decisions, by short searches."""
    name, point = judge_name(state.spec), state.viewpoint(state.actor)
    tried = [random_decision(state, stream) for _ in range(TRIED)]
    judge = bots.make(name, 7, spec=state.spec)
    return min(tried, key=lambda moves: judge.judge(point, moves, WEIGHING).value)  # type: ignore[attr-defined]


def reference_loss(point: Viewpoint, moves: tuple[str, ...], seed: int = 99) -> float:
    """Return the loss of a decision by the judge of reviews, which has much more time."""
    judge = bots.make(judge_name(point.spec), seed, spec=point.spec)
    judgement = judge.judge(point, moves, REFERENCE)  # type: ignore[attr-defined]
    return float(judgement.best_value - judgement.value)


def median_loss(point: Viewpoint, moves: tuple[str, ...]) -> float:
    """Return the median of three reference losses."""
    return sorted(reference_loss(point, moves, seed) for seed in (97, 98, 99))[1]


def game_with_blunder(spec: str, seed: int, blunder: float) -> Iterator[Played]:
    """Play a game and yield its decisions.

    From a random decision on, the first decision that can lose this much is replaced by the worst one found.
    """
    state, stream, number = fastcore.start(spec), Stream(seed, "planted", spec), 0
    first, planted = stream.below(4), False
    name = judge_name(spec)
    while state.actor != OVER and number < 200:
        if state.actor < 0:
            state.play(state.move_text(state.sample(stream)))
            continue
        point = state.viewpoint(state.actor)
        if not planted and number >= first:
            moves = worst_decision(state, stream)
            planted = reference_loss(point, moves) >= blunder and median_loss(point, moves) >= blunder
            if planted:
                yield Played(point, moves, True)
                for move in moves:
                    state.play(move)
                number += 1
                continue
        before, moves = state.copy(), ()
        while not moves or goes_on(before, state):
            bot = bots.make(name, seed, spec=spec)
            report = [*bot.think(state.viewpoint(state.actor), Limit(simulations=PLAYING))][-1]
            for move in report.plan or (report.move,):
                moves = (*moves, move)
                state.play(move)
                if not goes_on(before, state):
                    break
        yield Played(point, moves, False)
        number += 1

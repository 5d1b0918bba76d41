"""Games with hidden hands, played for measurements."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import fastcore
from bots import Bot
from bots.report import Report
from fastcore import CHANCE, OVER, State, Stream, Viewpoint
from workbench.bot_process.decisions import decide


class Decision(NamedTuple):
    """A decision: the position before it, its seat's viewpoint (updated later), and the bot's report."""

    state: State
    point: Viewpoint
    report: Report


class RoundEnd(NamedTuple):
    """The end of a round: its last position, the points each seat gained, and the points after it."""

    state: State
    gains: tuple[int, ...]
    points: tuple[int, ...]
    over: bool


def play_game(spec: str, players: Sequence[Bot], seed: int, number: int) -> Iterator[Decision | RoundEnd]:
    """Play one game and yield its decisions and round ends.

    The deals depend only on seed, number and round, so every order of seats gets the same deals.
    """
    state = fastcore.start(spec)
    points = [Viewpoint(spec, seat) for seat in range(state.seats)]
    deals, points_before = 0, state.points()
    while state.actor != OVER:
        if state.actor == CHANCE:
            deals += 1
            move = state.sample(Stream(seed, "deal", number, deals))
        else:
            point = points[state.actor]
            report = decide(players[state.actor], point)
            yield Decision(state, point, report)
            move = state.parse_move(report.move)
        for point in points:
            observation = state.observation(move, point.seat)
            if observation:
                point.observe(observation)
        previous, state = state, state.after(move)
        if previous.actor >= 0 and state.actor in (CHANCE, OVER):
            points_after = state.points()
            yield RoundEnd(
                previous,
                tuple(new - old for new, old in zip(points_after, points_before, strict=True)),
                points_after,
                state.actor == OVER,
            )
            points_before = points_after


def right_card(state: State) -> str:
    """Return the correct medicine card in a Herbalism position."""
    hidden = state.fields["hidden"]
    return "==" if hidden[0] == hidden[1] else {"ry": "yr", "yg": "gy"}.get(hidden, hidden)

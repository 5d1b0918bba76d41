"""Games with hidden hands, played here and now, for what is measured of them:
every decision with what its seat knew."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import fastcore
from bots import Bot
from bots.report import Report
from fastcore import CHANCE, OVER, State, Stream, Viewpoint
from workbench.bot_process.decisions import decide


class Decided(NamedTuple):
    """A decision: the position before it, what its seat knew (it goes on from here), and what the bot said."""

    state: State
    point: Viewpoint
    report: Report


class Settled(NamedTuple):
    """The end of a round: the last position in it, what each seat got, and the points after it."""

    state: State
    gains: tuple[int, ...]
    points: tuple[int, ...]
    over: bool


def played(spec: str, players: Sequence[Bot], seed: int, number: int) -> Iterator[Decided | Settled]:
    """One game; the deals depend on seed, number and round alone, so that all orders of seats can have the same."""
    state = fastcore.start(spec)
    points = [Viewpoint(spec, seat) for seat in range(state.seats)]
    deals, before = 0, state.points()
    while state.actor != OVER:
        if state.actor == CHANCE:
            deals += 1
            move = state.sample(Stream(seed, "deal", number, deals))
        else:
            point = points[state.actor]
            report = decide(players[state.actor], point)
            yield Decided(state, point, report)
            move = state.parse_move(report.move)
        for point in points:
            seen = state.observation(move, point.seat)
            if seen:
                point.observe(seen)
        last, state = state, state.after(move)
        if last.actor >= 0 and state.actor in (CHANCE, OVER):
            after = state.points()
            yield Settled(
                last, tuple(new - old for new, old in zip(after, before, strict=True)), after, state.actor == OVER
            )
            before = after


def right_card(state: State) -> str:
    """The right medicine card in a position of Herbalism."""
    hidden = state.fields["hidden"]
    return "==" if hidden[0] == hidden[1] else {"ry": "yr", "yg": "gy"}.get(hidden, hidden)

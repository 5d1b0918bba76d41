"""Decisions of searching bots, each with its report and the reasons derived from the report."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

import bots
import fastcore
from bots.report import Report
from fastcore import GameInfo
from tests.conftest import deep
from workbench.conformance.walks import option_specs
from workbench.game.session import Session
from workbench.reports.reasons import GOES_ON, Reason, previous_report, reasons

SEARCHING_BOTS = ("mcts", "alphabeta", "uct", "equilibrium", "duct", "improver", "ismcts")
SIMULATIONS = {"alphabeta": 3000, "equilibrium": 500, "duct": 200}


class Decision(NamedTuple):
    """A bot's report, and the position and seat it belongs to."""

    info: GameInfo
    seat: int
    report: Report
    earlier: Report | None
    point: fastcore.Viewpoint
    bot: str  # with its options


def bot_text(bot: str) -> str:
    return f"{bot}(simulations={SIMULATIONS.get(bot, 80)})"


def decisions(game: str, number: int) -> Iterator[Decision]:
    """Yield the decisions of one game between searching bots, with the reports as the session stores them."""
    specs = option_specs(game)
    spec = specs[number % len(specs)]
    names = [name for name in SEARCHING_BOTS if name in bots.names(spec)]
    seats = [bot_text(names[(number + seat) % len(names)]) for seat in range(fastcore.start(spec).seats)]
    players = [bots.make(text, number) for text in seats]
    session, stream = Session(spec, seats, number), fastcore.Stream(7, spec, number)
    for number_of_steps in range(400):
        if session.waits_for == "over":
            return
        if session.waits_for == "chance":
            session.draw_chance()
            continue
        state = session.state
        # Make most moves at random, so that the game ends soon.
        if not (state.info.has.covered or number_of_steps < 4 or number_of_steps % 7 == 0):
            session.play(state.move_text(stream.choice(state.moves())))
            continue
        seat = state.actor
        point = session.viewpoint(seat).copy()
        *_, report = players[seat].think(point.copy())
        session.play(report.move, report)
        steps = session.steps[::-1]
        stored = steps[0].report
        assert stored is not None, "a report that does not fit into a record"
        yield Decision(
            state.info, seat, stored, previous_report((step.actor, step.report) for step in steps), point, seats[seat]
        )


@cache
def decisions_with_reasons(game: str) -> tuple[tuple[Decision, tuple[Reason, ...]], ...]:
    """Return decisions with their reasons. Stop at 150 reasons, or at 2,000 in `make deep`."""
    target, count, number = deep(150, 2000), 0, 0
    decided = []
    while count < target:
        for decision in decisions(game, number):
            sentences = reasons(decision.info, decision.seat, decision.report, decision.earlier)
            count += sum(reason.kind not in ("only", GOES_ON) for reason in sentences)
            decided.append((decision, sentences))
            if count >= target:
                break
        number += 1
    return tuple(decided)

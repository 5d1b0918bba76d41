"""Decisions of bots that look ahead, each with what it reported and the sentences made of that."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

import bots
import fastcore
from bots.report import Report
from fastcore import GameInfo
from tests.conftest import deep
from tests.kit.walks import option_specs
from workbench.game.session import Session
from workbench.reports.reasons import GOES_ON, Reason, earlier_report, reasons

THINKERS = ("mcts", "alphabeta", "uct", "equilibrium", "duct", "improver", "ismcts")
SIMULATIONS = {"alphabeta": 3000, "equilibrium": 500, "duct": 200}


class Decision(NamedTuple):
    """What a bot reported, and where."""

    info: GameInfo
    seat: int
    report: Report
    earlier: Report | None
    point: fastcore.Viewpoint
    bot: str  # in full


def texts_of(bot: str) -> str:
    return f"{bot}(simulations={SIMULATIONS.get(bot, 80)})"


def decisions(game: str, number: int) -> Iterator[Decision]:
    """Those of one game, all seats bots that look ahead; the reports as the session keeps them."""
    specs = option_specs(game)
    spec = specs[number % len(specs)]
    names = [name for name in THINKERS if name in bots.names(spec)]
    seats = [texts_of(names[(number + seat) % len(names)]) for seat in range(fastcore.start(spec).seats)]
    players = [bots.make(text, number) for text in seats]
    session, stream = Session(spec, seats, number), fastcore.Stream(7, spec, number)
    for made in range(400):
        if session.waits_for == "over":
            return
        if session.waits_for == "chance":
            session.draw_chance()
            continue
        state = session.state
        if not (state.info.has.covered or made < 4 or made % 7 == 0):  # quickly on, to see all of the game
            session.play(state.move_text(stream.choice(state.moves())))
            continue
        seat = state.actor
        point = session.viewpoint(seat).copy()
        *_, report = players[seat].think(point.copy())
        session.play(report.move, report)
        steps = session.steps[::-1]
        kept = steps[0].report
        assert kept is not None, "a report that does not fit into a record"
        yield Decision(
            state.info, seat, kept, earlier_report((step.actor, step.report) for step in steps), point, seats[seat]
        )


@cache
def sample(game: str) -> tuple[tuple[Decision, tuple[Reason, ...]], ...]:
    """Decisions with their sentences, so many sentences in all."""
    wanted, found, number = deep(150, 2000), 0, 0
    made = []
    while found < wanted:
        for one in decisions(game, number):
            said = reasons(one.info, one.seat, one.report, one.earlier)
            found += sum(reason.kind not in ("only", GOES_ON) for reason in said)
            made.append((one, said))
            if found >= wanted:
                break
        number += 1
    return tuple(made)

"""A program as the judge of a review: the values in its reports show how much each move lost.

A decision of several moves is judged move by move. Its loss is the sum of their losses, but at most the fall of the
value from its first to its last move, because the errors of many reports add up.
"""

from __future__ import annotations

from collections.abc import Sequence
from time import perf_counter
from typing import NamedTuple

from msgspec.structs import replace

from bots.judging import Judgement
from bots.reasoning import turn_of
from bots.report import Fact, Limit, Report
from fastcore import Viewpoint
from workbench.bot_process import bot_factory
from workbench.bot_process.decisions import BotFaultError, decide
from workbench.bot_process.process_bot import ProcessBot
from workbench.system.translation import tr


class Step(NamedTuple):
    """One move of a decision: where it was made, the program's report, and the values of the best and of this move."""

    point: Viewpoint
    report: Report
    best: float
    value: float

    @property
    def loss(self) -> float:
        """The lost value, at least 0."""
        return max(0.0, self.best - self.value)


class ProgramJudge:
    """A judge that asks a program about each position, and takes the values from its reports.

    Args:
        text: The spec of the program.
        seed: Its seed.
        spec: The game.

    Raises:
        BotError: The spec is invalid.
        NotAllowedError: The user must first agree to this program.
    """

    def __init__(self, text: str, seed: int, spec: str) -> None:
        bot = bot_factory.make(text, seed, spec)
        assert isinstance(bot, ProcessBot), "a program runs in a process"
        bot.end_if_silent()
        self.bot = bot

    @property
    def name(self) -> str:
        """The name of the program."""
        return self.bot.name

    @property
    def text(self) -> str:
        """The canonical spec of the program."""
        return self.bot.text

    def close(self) -> None:
        """End the program. A running question ends with a fault."""
        self.bot.close()

    def judge(self, point: Viewpoint, decided: Sequence[str], simulations: int) -> Judgement:
        """Judge a decision. Wait for the program.

        Raises:
            BotFaultError: The program fails, or reports no value for a move.
        """
        start = perf_counter()
        steps = self._whole_plan(point, tuple(decided), simulations) or self._each(point, decided, simulations)
        worst = max(range(len(steps)), key=lambda number: steps[number].loss)
        total = sum(step.loss for step in steps)
        loss = min(total, max(0.0, steps[0].best - steps[-1].value))
        left = [steps[0].best]
        for step in steps:
            left.append(left[-1] - (step.loss * loss / total if loss else 0.0))
        found = steps[worst]
        better = tuple(decided)
        if loss:
            better = (*decided[:worst], *turn_of(found.point, found.report))
        facts = found.report.facts if loss and not worst else ()
        facts = tuple(fact for fact in facts if fact.key != "only")
        if all(len(step.point.moves()) == 1 for step in steps):
            facts = (*facts, Fact("only", {}))
        first = steps[0].report
        candidates = tuple(sorted(first.candidates, key=lambda one: one.move != better[0]))
        report = replace(
            first, move=better[0], candidates=candidates, plan=(), facts=facts, seconds=perf_counter() - start
        )
        return Judgement(report, better, left[0], left[-1], tuple(left) if loss and len(steps) > 1 else ())

    def _whole_plan(self, point: Viewpoint, decided: tuple[str, ...], simulations: int) -> list[Step]:
        """Return the program's opinion about a secret plan as one step, or [] if it has none about the whole plan."""
        if len(decided) < 2 or not point.info.has.secrets:
            return []
        report = self._ask(point, decided, simulations)
        seat = point.actor
        best = next((one.value[seat] for one in report.candidates if one.move == report.move), None)
        value = next((one.value[seat] for one in report.candidates if one.line[: len(decided)] == decided), None)
        return [] if best is None or value is None else [Step(point, report, best, value)]

    def _each(self, point: Viewpoint, decided: Sequence[str], simulations: int) -> list[Step]:
        """Return the program's opinion about each move of a decision."""
        steps, at = list[Step](), point.copy()
        for number, move in enumerate(decided):
            if number:
                at.observe(decided[number - 1], events=False)  # a seat sees its own moves within a turn as they are
            report = self._ask(at, (move,), simulations)
            values = {one.move: one.value[at.actor] for one in reversed(report.candidates)}
            for needed in (report.move, move):
                if needed not in values:
                    raise BotFaultError("start", self._refusal(needed if values else ""))
            steps.append(Step(at.copy(), report, values[report.move], values[move]))
        return steps

    def _ask(self, point: Viewpoint, moves: tuple[str, ...], simulations: int) -> Report:
        self.bot.compare = moves
        return decide(self.bot, point, Limit(simulations=simulations))

    def _refusal(self, move: str) -> str:
        if move:
            return tr("{name} reported no value for {move}, so it cannot judge a game", name=self.name, move=move)
        return tr("{name} cannot judge a game, because it reports no values of moves", name=self.name)

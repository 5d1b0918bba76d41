"""Judgement of a finished game: the loss of each decision, and the mistakes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from math import exp
from types import MappingProxyType
from typing import NamedTuple

import bots
from bots.judging import CLOSELY, Judgement
from bots.reasoning import turn_of
from bots.report import Report, author, is_review
from bots.searching import SearchBot
from fastcore import State, Viewpoint
from workbench.bot_process import bot_factory
from workbench.bot_process.decisions import close_bot
from workbench.bot_process.process_bot import ProcessBot
from workbench.game.session import Session
from workbench.protocol import registry
from workbench.review.decisions import decisions
from workbench.review.program_judge import ProgramJudge
from workbench.system.translation import tr

# the smallest loss of each size, the largest size first
SIZES = (("blunder", 0.3), ("mistake", 0.15), ("inaccuracy", 0.06))
MIN_LOSS, MIN_LISTED = (
    0.01,
    5,
)  # smaller losses count as none; at least this many losses are listed, mistakes or not
FEW_MISTAKES = 3  # for a seat with fewer mistakes, the largest small losses are listed as well
LARGE_FALL = SIZES[0][1]  # smallest fall of the value during the game worth mentioning
DECIDED = 0.96  # a game with at least this value counts as won
THREADS = ("threads", "shared")  # options of a bot that change only how many simulations it makes in a second
LENIENCE = 4.0  # accuracy halves with every ln 2 / 4 = 0.17 of mean loss


class Judged(NamedTuple):
    """A decision and its judgement.

    Attributes:
        node: The position before the decision.
        decided: The nodes of its moves: one, or those of a turn or a plan.
        seat: The seat that decided.
        turn: The number of the turn.
        moves: The texts of its moves.
        judgement: What the decision and the best alternative were worth.
    """

    node: int
    decided: tuple[int, ...]
    seat: int
    turn: int
    moves: tuple[str, ...]
    judgement: Judgement

    @property
    def loss(self) -> float:
        """The lost value, in [0, 2]."""
        return max(0.0, self.judgement.best_value - self.judgement.value)

    @property
    def forced(self) -> bool:
        """Whether there was only one choice."""
        return any(fact.key == "only" for fact in self.judgement.report.facts)

    @property
    def costly_node(self) -> int:
        """The node of the move that lost most, or the first one if the moves were not judged one by one."""
        steps = self.judgement.steps
        if len(steps) != len(self.decided) + 1:
            return self.decided[0]
        values = (self.judgement.best_value, *steps[1:-1], self.judgement.value)
        losses = [before - after for before, after in pairwise(values)]
        return self.decided[losses.index(max(losses))]

    @property
    def size(self) -> str:
        """The size of the mistake: "blunder", "mistake", "inaccuracy", or "" for none."""
        return size_of(self.loss)


def size_of(loss: float) -> str:
    """Return the size of a loss: "blunder", "mistake", "inaccuracy", or "" for none."""
    return next((name for name, threshold in SIZES if loss >= threshold), "")


def judges(spec: str) -> list[str]:
    """Return the bots that can judge games of this spec, the strongest first, and registered programs that report."""
    fitting = [name for name in bots.names(spec) if can_judge(bots.bot_class(name))]
    programs = [name for name in registry.names_for(spec) if registry.programs()[name].reports]
    return [*sorted(fitting, key=lambda name: -bots.bot_class(name).rank), *programs]


def judge_for(spec: str) -> str:
    """Return the strongest bot that can judge games of this spec.

    Raises:
        ValueError: There is none.
    """
    names = judges(spec)
    if not names:
        raise ValueError(tr("no bot can review games of {spec}", spec=spec))
    return names[0]


def can_judge(kind: type[bots.Bot]) -> bool:
    """Return whether bots of this class can evaluate moves that they would not play."""
    return issubclass(kind, SearchBot) and kind.has_comparable_values


class Reviewer:
    """A reviewer that judges the decisions along one line of a session.

    Args:
        session: The session to review.
        bot: The judge's spec; by default the strongest judge.
        simulations: The simulations for each searched position.
        seed: The seed of the judge.
        line: The nodes of the line; by default the main line.

    Raises:
        ValueError: The session follows one seat, or the bot cannot judge the game.
    """

    def __init__(
        self, session: Session, bot: str = "", simulations: int = 8000, seed: int = 1, line: Sequence[int] = ()
    ) -> None:
        if session.follows is not None:
            raise ValueError(tr("one player's view cannot be reviewed, because it lacks other players' decisions"))
        name = bot or judge_for(session.spec)
        make = ProgramJudge if registry.is_program(name) else bot_factory.make
        judge = make(name, seed, session.spec)
        if not isinstance(judge, ProcessBot | ProgramJudge):  # a bot in a process is checked at its first judgement
            if not isinstance(judge, SearchBot) or not judge.has_comparable_values:
                raise ValueError(tr("{judge} can judge only moves that it would choose itself", judge=judge.name))
            if not judge.fits(session.spec):
                raise ValueError(tr("{judge} cannot play {spec}", judge=judge.name, spec=session.spec))
        self.session, self.judge, self.simulations = session, judge, simulations
        self.decisions = tuple(decisions(session, tuple(line) or session.document.main_line()))

    def close(self) -> None:
        """Close the judge."""
        if isinstance(self.judge, ProgramJudge):
            self.judge.close()
        else:
            close_bot(self.judge)

    def interrupt(self) -> None:
        """Stop a judge that runs in another process. May be called from any thread."""
        if isinstance(self.judge, ProcessBot | ProgramJudge):
            self.judge.close()

    def judge_all(self) -> Iterator[Judged]:
        """Return an iterator that judges each decision, in order."""
        return map(self.judge_one, range(len(self.decisions)))

    def judge_one(self, number: int) -> Judged:
        """Judge the decision with this index."""
        nodes = self.session.document.tree.nodes
        before, decided = self.decisions[number]
        first = nodes[decided[0]]
        moves = tuple(nodes[node].move for node in decided)
        point = self.session.document.viewpoint_at(before, first.actor)
        judgement = self.judge.judge(point, moves, self.simulations)
        if judgement.best_value > judgement.value and (report := self._recommendation(before, decided, judgement)):
            judgement = Judgement(report, moves, judgement.value, judgement.value)
        return Judged(before, decided, first.actor, first.turn, moves, judgement)

    def _recommendation(self, before: int, decided: Sequence[int], judgement: Judgement) -> Report | None:
        """Return the first stored search about as deep as the judge's own, if such searches advised this turn."""
        document, number, found = self.session.document, 0, list[Report]()
        nodes, seat = document.tree.nodes, document.tree.nodes[decided[0]].actor
        moves = [nodes[node].move for node in decided]
        while number < len(moves):
            node = decided[number - 1] if number else before
            point = document.viewpoint_at(node, seat)
            advised = [
                report
                for report in document.annotations.analyses(node)
                if not is_review(report) and self._is_as_deep(report, judgement.report.seconds)
            ]
            lengths = [(length, report) for report in advised if (length := _followed(point, report, moves[number:]))]
            if not lengths:
                return None
            length, report = max(lengths, key=lambda pair: pair[0])
            number += length
            found.append(report)
        return found[0]

    def _is_as_deep(self, report: Report, seconds: float) -> bool:
        """Return whether a search knows about as much as the judge, which searched for so many seconds.

        That is a search by the judge with about as many simulations, on any number of threads, or a search by a
        stronger bot that lasted as long.
        """
        if author(report) == self.judge.text:
            return report.simulations >= CLOSELY * self.simulations
        try:
            kind, values = bots.values_of(author(report))
            judge, own = bots.values_of(self.judge.text)
        except ValueError:  # another person's bot, or a record with an invalid name
            return False
        if kind is not judge:
            return kind.rank > judge.rank and report.seconds >= seconds
        same = all(value == own.get(name) for name, value in values.items() if name not in THREADS)
        return same and report.simulations >= CLOSELY * self.simulations


def _followed(point: Viewpoint, report: Report, moves: Sequence[str]) -> int:
    """Return how many of the moves a report recommended: those of its turn in any order, the first one, or none."""
    turn = turn_of(point, report)
    return len(turn) if _same_end(point.state, turn, moves[: len(turn)]) else int(report.move == moves[0])


def _same_end(state: State | None, first: Sequence[str], second: Sequence[str]) -> bool:
    """Return whether moves lead to the same position, whatever their order."""
    if state is None or tuple(first) == tuple(second):
        return tuple(first) == tuple(second)
    if sorted(first) != sorted(second):
        return False
    ends = [state.copy(), state.copy()]
    for end, moves in zip(ends, (first, second), strict=True):
        for move in moves:
            if end.why_not(move):
                return False
            end.play(move)
    return ends[0].text() == ends[1].text()


def accuracy(judged: Sequence[Judged]) -> float:
    """Return the accuracy of a seat's decisions, from 0 to 1: exp(-4 x the mean loss), 1 if there are none.

    Forced decisions do not count, nor do decisions in a game that is lost or won already.
    """
    free = [
        decision
        for decision in judged
        if not decision.forced and decision.judgement.best_value > -DECIDED and decision.judgement.value < DECIDED
    ]
    return exp(-LENIENCE * sum(decision.loss for decision in free) / len(free)) if free else 1.0


def count_mistakes(judged: Sequence[Judged]) -> dict[str, int]:
    """Return the number of mistakes of each size, the largest size first. Forced decisions do not count."""
    return {name: sum(decision.size == name and not decision.forced for decision in judged) for name, _ in SIZES}


def count_changed(judged: Sequence[Judged], before: Sequence[Judged]) -> int:
    """Return the number of decisions whose size differs from an earlier review."""
    sizes = {decision.decided[0]: decision.size for decision in before}
    return sum(sizes.get(decision.decided[0], decision.size) != decision.size for decision in judged)


def largest_losses(judged: Sequence[Judged], seat: int | None = None) -> list[Judged]:
    """Return the largest losses of a seat (None: any seat), the largest first.

    Mistakes come first. If there are few of them, smaller losses fill the list.
    """
    losses = sorted(
        (decision for decision in judged if decision.loss >= MIN_LOSS and seat in (None, decision.seat)),
        key=lambda decision: (-decision.loss, decision.node),
    )
    return losses[: max(MIN_LISTED, len(mistakes(judged, seat)))]


def small_losses(judged: Sequence[Judged]) -> list[Judged]:
    """Return the largest small losses of the seats with few mistakes, the largest first."""
    few = [
        seat for seat in sorted({decision.seat for decision in judged}) if len(mistakes(judged, seat)) < FEW_MISTAKES
    ]
    losses = [decision for seat in few for decision in largest_losses(judged, seat) if not decision.size]
    return sorted(losses, key=lambda decision: (-decision.loss, decision.node))


class Fall(NamedTuple):
    """A fall of a seat's value over decisions that include no mistake.

    `slow` is True if the value never fell by much between two consecutive decisions.
    """

    before: float
    after: float
    decisions: int
    slow: bool


def unexplained_fall(judged: Sequence[Judged], seat: int) -> Fall | None:
    """Return the unexplained fall of a seat's value, or None if it is small or a mistake explains it."""
    mine = [decision for decision in judged if decision.seat == seat and not decision.forced]
    if not mine or mistakes(judged, seat):
        return None
    values = [mine[0].judgement.best_value, *(decision.judgement.value for decision in mine)]
    if values[0] - values[-1] < LARGE_FALL:
        return None
    return Fall(
        values[0], values[-1], len(mine), all(earlier - later < LARGE_FALL for earlier, later in pairwise(values))
    )


def judged_values(
    judged: Sequence[Judged], tried: Mapping[int, tuple[int, float]] = MappingProxyType({})
) -> dict[int, tuple[float, ...]]:
    """Return the values of positions for the two seats by node, as the judgements and the tried turns have them.

    Args:
        judged: The decisions. A position before a decision is worth as much as the best one.
        tried: The deciding seat and the value of other turns, by their last node.
    """
    found: dict[int, tuple[float, ...]] = {node: _for_both(seat, value) for node, (seat, value) in tried.items()}
    for decision in judged:
        best, value, steps = decision.judgement.best_value, decision.judgement.value, decision.judgement.steps
        after = steps[1:-1] if len(steps) == len(decision.decided) + 1 else [value] * (len(decision.decided) - 1)
        for node, worth in zip(decision.decided, (*after, value), strict=True):
            found.setdefault(node, _for_both(decision.seat, worth))
        found[decision.node] = _for_both(decision.seat, max(best, value))
    return found


def _for_both(seat: int, value: float) -> tuple[float, float]:
    return (value, -value) if seat == 0 else (-value, value)


def better_line(decision: Judged) -> tuple[str, ...]:
    """Return the better moves of a decision with the line expected after them."""
    best = decision.judgement.best
    found = next((one for one in decision.judgement.report.candidates if one.move == best[0]), None)
    return found.line if found is not None and found.line[: len(best)] == best else best


def seconds_each(judged: Sequence[Judged]) -> float:
    """Return the judge's mean time per unforced decision in seconds, or 0 if unknown."""
    times = [decision.judgement.report.seconds for decision in judged if not decision.forced]
    return sum(times) / len(times) if times else 0.0


def mistakes(judged: Sequence[Judged], seat: int | None = None) -> list[Judged]:
    """Return the mistakes of a seat (None: all seats), the largest first."""
    mistakes = [decision for decision in judged if decision.size and seat in (None, decision.seat)]
    return sorted(mistakes, key=lambda decision: (-decision.loss, decision.node))

"""Judges a finished game decision by decision: the loss of each, and the mistakes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import exp
from typing import NamedTuple

import bots
from bots.searching import Judgement, SearchBot
from workbench.bot_process import bot_factory
from workbench.bot_process.decisions import close_bot
from workbench.bot_process.process_bot import ProcessBot
from workbench.game.move_tree import ROOT
from workbench.game.session import Session

# the smallest loss of each size, the largest size first
SIZES = (("blunder", 0.3), ("mistake", 0.15), ("inaccuracy", 0.06))
MIN_LOSS, MIN_LISTED = (
    0.01,
    5,
)  # smaller losses count as none; at least this many of the largest are listed, mistakes or not
FEW_MISTAKES = 3  # a seat with fewer mistakes also has its largest small losses listed
LARGE_FALL = SIZES[0][1]  # a fall of the value during the game that is worth mentioning
LENIENCE = 4.0  # accuracy halves with every ln 2 / 4 = 0.17 of mean loss


class Judged(NamedTuple):
    """A decision and its judgement.

    `node` is the position before it. `decided` are the nodes of its moves: one, or the steps of a plan.
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
    def size(self) -> str:
        """The size of the mistake: "blunder", "mistake", "inaccuracy", or "" for none."""
        return size_of(self.loss)


def size_of(loss: float) -> str:
    """Return the size of a loss: "blunder", "mistake", "inaccuracy", or "" for none."""
    return next((name for name, least in SIZES if loss >= least), "")


def judges(spec: str) -> list[str]:
    """Return the bots that can judge games of this spec, the strongest first."""
    fitting = [name for name in bots.names(spec) if can_judge(bots.bot_class(name))]
    return sorted(fitting, key=lambda name: -bots.bot_class(name).rank)


def judge_for(spec: str) -> str:
    """Return the strongest bot that can judge games of this spec.

    Raises:
        ValueError: There is none.
    """
    found = judges(spec)
    if not found:
        raise ValueError(f"no bot can judge games of {spec}")
    return found[0]


def can_judge(kind: type[bots.Bot]) -> bool:
    """Return whether bots of this class can evaluate moves that they would not play."""
    return issubclass(kind, SearchBot) and kind.has_comparable_values


class Reviewer:
    """Judges the decisions along one line of a session.

    Args:
        session: The session to review.
        bot: The text of the judge; by default the strongest one.
        simulations: The simulations for each decision.
        seed: The seed of the judge.
        line: The nodes of the line; by default the main line.

    Raises:
        ValueError: The session follows one seat, or the bot cannot judge it.
    """

    def __init__(
        self, session: Session, bot: str = "", simulations: int = 4000, seed: int = 1, line: Sequence[int] = ()
    ) -> None:
        if session.follows is not None:
            raise ValueError(
                "what one seat has seen alone cannot be reviewed: the decisions of the others are not in it"
            )
        judge = bot_factory.make(bot or judge_for(session.spec), seed, session.spec)
        if not isinstance(judge, ProcessBot):  # a bot in a process shows this when it first judges
            if not isinstance(judge, SearchBot) or not judge.has_comparable_values:
                raise ValueError(f"{judge.name} cannot judge moves that it would not make itself")
            if not judge.fits(session.spec):
                raise ValueError(f"{judge.name} cannot play {session.spec}")
        self.session, self.judge, self.simulations = session, judge, simulations
        self.decisions = tuple(decisions(session, tuple(line) or session.document.main_line()))

    def close(self) -> None:
        """Close the judge."""
        close_bot(self.judge)

    def interrupt(self) -> None:
        """Stop a judge that runs in another process. May be called from any thread."""
        if isinstance(self.judge, ProcessBot):
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
        return Judged(before, decided, first.actor, first.turn, moves, self.judge.judge(point, moves, self.simulations))


def decisions(session: Session, line: Sequence[int]) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Yield the position before each decision, and its nodes: one, or all steps of a secret plan."""
    nodes = session.document.tree.nodes
    secret = session.document.point_at(ROOT).info.has.secrets
    plan: list[int] = []
    for node in line:
        one = nodes[node]
        if one.actor < 0:
            continue
        if plan and not (secret and _continues_plan(session, plan[-1], node)):
            yield nodes[plan[0]].parent, tuple(plan)
            plan = []
        plan.append(node)
    if plan:
        yield nodes[plan[0]].parent, tuple(plan)


def _continues_plan(session: Session, before: int, node: int) -> bool:
    """Return whether a move continues the plan of the move before it."""
    nodes = session.document.tree.nodes
    one, other = nodes[before], nodes[node]
    if (one.actor, one.turn, before) != (other.actor, other.turn, other.parent):
        return False
    return session.document.point_at(one.parent).phase == session.document.point_at(other.parent).phase


def accuracy(judged: Sequence[Judged]) -> float:
    """Return the accuracy of a seat's decisions, from 0 to 1: exp(-4 x the mean loss), 1 if there are none.

    Forced decisions do not count.
    """
    free = [one for one in judged if not one.forced]
    return exp(-LENIENCE * sum(one.loss for one in free) / len(free)) if free else 1.0


def count_mistakes(judged: Sequence[Judged]) -> dict[str, int]:
    """Return the number of mistakes of each size, the largest size first. Forced decisions do not count."""
    return {name: sum(one.size == name and not one.forced for one in judged) for name, _ in SIZES}


def count_changed(judged: Sequence[Judged], before: Sequence[Judged]) -> int:
    """Return the number of decisions whose size differs from an earlier review."""
    sizes = {one.decided[0]: one.size for one in before}
    return sum(sizes.get(one.decided[0], one.size) != one.size for one in judged)


def largest_losses(judged: Sequence[Judged], seat: int | None = None) -> list[Judged]:
    """Return the largest losses of a seat (None: any seat), the largest first.

    These are all its mistakes, filled up with smaller losses if there are few.
    """
    losses = sorted(
        (one for one in judged if one.loss >= MIN_LOSS and seat in (None, one.seat)),
        key=lambda one: (-one.loss, one.node),
    )
    return losses[: max(MIN_LISTED, len(mistakes(judged, seat)))]


def small_losses(judged: Sequence[Judged]) -> list[Judged]:
    """Return the largest small losses of the seats with hardly any mistakes, the largest first."""
    few = [seat for seat in sorted({one.seat for one in judged}) if len(mistakes(judged, seat)) < FEW_MISTAKES]
    found = [one for seat in few for one in largest_losses(judged, seat) if not one.size]
    return sorted(found, key=lambda one: (-one.loss, one.node))


class Fall(NamedTuple):
    """A fall of a seat's value over decisions none of which is a mistake.

    `slow` is True if the value never fell by much between two of them.
    """

    before: float
    after: float
    decisions: int
    slow: bool


def unexplained_fall(judged: Sequence[Judged], seat: int) -> Fall | None:
    """Return the unexplained fall of a seat's value, None if it is small or a mistake explains it."""
    mine = [one for one in judged if one.seat == seat and not one.forced]
    if not mine or mistakes(judged, seat):
        return None
    values = [mine[0].judgement.best_value, *(one.judgement.value for one in mine)]
    if values[0] - values[-1] < LARGE_FALL:
        return None
    return Fall(
        values[0], values[-1], len(mine), all(earlier - later < LARGE_FALL for earlier, later in pairwise(values))
    )


def seconds_each(judged: Sequence[Judged]) -> float:
    """Return the mean time of the judge per unforced decision, 0 if unknown."""
    taken = [one.judgement.report.seconds for one in judged if not one.forced]
    return sum(taken) / len(taken) if taken else 0.0


def mistakes(judged: Sequence[Judged], seat: int | None = None) -> list[Judged]:
    """Return the mistakes of a seat (None: all seats), the largest first."""
    mistakes = [one for one in judged if one.size and seat in (None, one.seat)]
    return sorted(mistakes, key=lambda one: (-one.loss, one.node))

"""Judges a finished game decision by decision: how much each lost, and which are mistakes."""

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

# by how much value is lost at least, the largest first
SIZES = (("blunder", 0.3), ("mistake", 0.15), ("inaccuracy", 0.06))
LEAST, FEW = 0.01, 5  # smaller losses are no losses; so many of the largest are told of, mistakes or not
HARDLY = 3  # mistakes of a seat: with fewer, its largest small losses are told of too
MUCH = SIZES[0][1]  # a fall of the value in the course of the game that is told of
FORGIVING = 4.0  # accuracy halves with every ln 2 / 4 = 0.17 of value lost on average


class Judged(NamedTuple):
    """One decision: the node where it was to be made, the nodes of what was decided (one, or the steps of a plan), and
    what the judge says. `loss` is in [0, 2]."""

    node: int
    decided: tuple[int, ...]
    seat: int
    turn: int
    moves: tuple[str, ...]
    judgement: Judgement

    @property
    def loss(self) -> float:
        return max(0.0, self.judgement.best_value - self.judgement.value)

    @property
    def forced(self) -> bool:
        """Whether there was nothing to choose."""
        return any(fact.key == "only" for fact in self.judgement.report.facts)

    @property
    def size(self) -> str:
        """ "blunder", "mistake", "inaccuracy", or "" for none of them."""
        return size_of(self.loss)


def size_of(loss: float) -> str:
    return next((name for name, least in SIZES if loss >= least), "")


def judges(spec: str) -> list[str]:
    """The bots for this spec that can judge, the strongest first."""
    fitting = [name for name in bots.names(spec) if can_judge(bots.about(name))]
    return sorted(fitting, key=lambda name: -bots.about(name).rank)


def judge_for(spec: str) -> str:
    """The strongest bot for this spec that can judge; ValueError if there is none."""
    found = judges(spec)
    if not found:
        raise ValueError(f"no bot can judge games of {spec}")
    return found[0]


def can_judge(kind: type[bots.Bot]) -> bool:
    """Whether a bot can tell what moves are worth that it would not make."""
    return issubclass(kind, SearchBot) and kind.compares


class Reviewer:
    """Judges the decisions of a session along one line (the main one if none is given), with so many simulations each.

    ValueError if the session follows one seat, or the bot cannot judge it.
    """

    def __init__(
        self, session: Session, bot: str = "", simulations: int = 4000, seed: int = 1, line: Sequence[int] = ()
    ) -> None:
        if session.follows is not None:
            raise ValueError(
                "what one seat has seen alone cannot be reviewed: the decisions of the others are not in it"
            )
        judge = bot_factory.make(bot or judge_for(session.spec), seed, session.spec)
        if not isinstance(judge, ProcessBot):  # a bot in a process shows this when it judges
            if not isinstance(judge, SearchBot) or not judge.compares:
                raise ValueError(f"{judge.name} cannot judge moves that it would not make itself")
            if not judge.fits(session.spec):
                raise ValueError(f"{judge.name} cannot play {session.spec}")
        self.session, self.judge, self.simulations = session, judge, simulations
        self.decisions = tuple(decisions(session, tuple(line) or session.document.main_line()))

    def close(self) -> None:
        """End the judge."""
        close_bot(self.judge)

    def interrupt(self) -> None:
        """End a judge that thinks in another process, whatever it does there. From any thread."""
        if isinstance(self.judge, ProcessBot):
            self.judge.close()

    def judged(self) -> Iterator[Judged]:
        """The decisions in their order, each judged when it is asked for."""
        return map(self.judge_one, range(len(self.decisions)))

    def judge_one(self, number: int) -> Judged:
        """The decision of a number, whichever were judged before."""
        nodes = self.session.document.tree.nodes
        before, decided = self.decisions[number]
        first = nodes[decided[0]]
        moves = tuple(nodes[node].move for node in decided)
        point = self.session.document.viewpoint_at(before, first.actor)
        return Judged(before, decided, first.actor, first.turn, moves, self.judge.judge(point, moves, self.simulations))


def decisions(session: Session, line: Sequence[int]) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Where each decision was to be made, and its nodes: one, or all steps of a secret plan."""
    nodes = session.document.tree.nodes
    secret = session.document.point_at(ROOT).info.has.secrets
    plan: list[int] = []
    for node in line:
        one = nodes[node]
        if one.actor < 0:
            continue
        if plan and not (secret and _goes_on(session, plan[-1], node)):
            yield nodes[plan[0]].parent, tuple(plan)
            plan = []
        plan.append(node)
    if plan:
        yield nodes[plan[0]].parent, tuple(plan)


def _goes_on(session: Session, before: int, node: int) -> bool:
    """Whether a move goes on with the plan that the one before it belongs to."""
    nodes = session.document.tree.nodes
    one, other = nodes[before], nodes[node]
    if (one.actor, one.turn, before) != (other.actor, other.turn, other.parent):
        return False
    return session.document.point_at(one.parent).phase == session.document.point_at(other.parent).phase


def accuracy(judged: Sequence[Judged]) -> float:
    """Return the accuracy of one seat's decisions, from 0 to 1: exp(-4 x the mean loss), 1 for none.

    What was forced is no decision.
    """
    free = [one for one in judged if not one.forced]
    return exp(-FORGIVING * sum(one.loss for one in free) / len(free)) if free else 1.0


def counted(judged: Sequence[Judged]) -> dict[str, int]:
    """How many mistakes there are of each size, the largest first; what was forced is none."""
    return {name: sum(one.size == name and not one.forced for one in judged) for name, _ in SIZES}


def unlike(judged: Sequence[Judged], before: Sequence[Judged]) -> int:
    """How many decisions are of another size than they were before."""
    sizes = {one.decided[0]: one.size for one in before}
    return sum(sizes.get(one.decided[0], one.size) != one.size for one in judged)


def given_away(judged: Sequence[Judged], seat: int | None = None) -> list[Judged]:
    """Where a seat (None: any) gave most away, the largest first:
    its mistakes, and where those are few the largest losses besides."""
    losses = sorted(
        (one for one in judged if one.loss >= LEAST and seat in (None, one.seat)), key=lambda one: (-one.loss, one.node)
    )
    return losses[: max(FEW, len(largest(judged, seat)))]


def small(judged: Sequence[Judged]) -> list[Judged]:
    """The largest small losses of each seat that made hardly any mistakes, the largest first."""
    few = [seat for seat in sorted({one.seat for one in judged}) if len(largest(judged, seat)) < HARDLY]
    found = [one for seat in few for one in given_away(judged, seat) if not one.size]
    return sorted(found, key=lambda one: (-one.loss, one.node))


class Fall(NamedTuple):
    """How a seat came from good to bad, with none of so many decisions called a mistake; `slow` if the value never fell
    by much from one of them to the next."""

    before: float
    after: float
    decisions: int
    slow: bool


def fallen(judged: Sequence[Judged], seat: int) -> Fall | None:
    """None if the value of a seat did not fall by much, or a mistake tells why."""
    mine = [one for one in judged if one.seat == seat and not one.forced]
    if not mine or largest(judged, seat):
        return None
    values = [mine[0].judgement.best_value, *(one.judgement.value for one in mine)]
    if values[0] - values[-1] < MUCH:
        return None
    return Fall(values[0], values[-1], len(mine), all(earlier - later < MUCH for earlier, later in pairwise(values)))


def seconds_each(judged: Sequence[Judged]) -> float:
    """What the judge took for a decision, on average of those that were none of the forced; 0 if that is not known."""
    taken = [one.judgement.report.seconds for one in judged if not one.forced]
    return sum(taken) / len(taken) if taken else 0.0


def largest(judged: Sequence[Judged], seat: int | None = None) -> list[Judged]:
    """The mistakes of a seat (None: of all), the largest first."""
    mistakes = [one for one in judged if one.size and seat in (None, one.seat)]
    return sorted(mistakes, key=lambda one: (-one.loss, one.node))

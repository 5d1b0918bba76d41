"""Ways to put problems of a position right:
what a game proposes is tried, and goes on until nothing else is made wrong.

A game proposes mends without trying them. One is offered only if its problem is gone after it, and if it makes nothing
wrong that was not wrong before; if it does, what would mend that is done along with it. So mending comes to an end, and
nothing that was mended is ever wrong again. What could not be read before may show more when it can be read: that is no
harm done.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from fastcore.values import Mend, Problem

MOST_MENDS = 4  # of one problem
MOST_STEPS = 4  # of one mend
MOST_TRIES = 160  # looks at a text, for all problems of one

Identity = tuple[str, str, tuple[str, ...]]
Judge = Callable[[str], list[Problem]]


def with_mends(situation: str, problems: Sequence[Problem], judge: Judge) -> list[Problem]:
    """The problems of a situation with the mends that hold of those proposed; `judge` tells the problems of another
    situation, with proposals."""
    trial = _Trial(situation, problems, judge)
    return [replace(problem, mends=trial.mends(problem)) for problem in problems]


def identity(problem: Problem) -> Identity:
    """What makes two problems the same, wherever they stand in the text: the same may be wrong in two places of it."""
    return problem.field, problem.reason, problem.cells


class _Trial:
    """Proposals for one situation, tried."""

    def __init__(self, situation: str, problems: Sequence[Problem], judge: Judge) -> None:
        self.situation = situation
        self.known = Counter(map(identity, problems))
        self.judge = judge
        self.judged: dict[str, list[Problem]] = {situation: list(problems)}
        self.left = MOST_TRIES

    def after(self, situation: str) -> list[Problem] | None:
        """The problems of another situation; None if too many have been looked at."""
        if situation not in self.judged:
            if not self.left:
                return None
            self.left -= 1
            self.judged[situation] = self.judge(situation)
        return self.judged[situation]

    def mends(self, problem: Problem) -> tuple[Mend, ...]:
        """Those that make nothing else wrong, the others gone on with; where a text could not be read, at the least
        those that show the fewest problems besides."""
        clean, unfinished = [], []
        for mend in problem.mends:
            new = self.new_after(mend, problem)
            if new == []:
                clean.append(mend)
            elif new is not None:
                unfinished.append((new, mend))
        if problem.unread and not clean:
            clean = [mend for _new, mend in sorted(unfinished, key=lambda one: len(one[0]))]
        elif not problem.unread and len(clean) < MOST_MENDS:
            clean += filter(None, (self.gone_on(mend, new, problem) for new, mend in unfinished))
        return _different(clean)

    def new_after(self, mend: Mend, problem: Problem) -> list[Problem] | None:
        """What is wrong after a mend and was not before; None if the mend does not mend its problem."""
        found = self.after(mend.situation) if mend.situation != self.situation else None
        if found is None:
            return None
        there: Counter[Identity] = Counter()
        new = []
        for one in found:
            there[identity(one)] += 1
            if there[identity(one)] > self.known[identity(one)]:
                new.append(one)
        return new if there[identity(problem)] < self.known[identity(problem)] else None

    def gone_on(self, mend: Mend, new: list[Problem], problem: Problem) -> Mend | None:
        """The mend with others after it until nothing new is wrong, the first of the shortest that are found."""
        reached: list[tuple[tuple[str, ...], str, list[Problem]]] = [((mend.words,), mend.situation, new)]
        for _step in range(1, MOST_STEPS):
            further = []
            for words, _situation, wrong in reached:
                for way in wrong[0].mends:
                    rest = self.new_after(way, problem)
                    if rest == []:
                        return Mend(listed((*words, way.words)), way.situation)
                    if rest is not None and _number(wrong[0], rest) < _number(wrong[0], wrong):
                        further.append(((*words, way.words), way.situation, rest))
            reached = further
        return None


def _number(problem: Problem, problems: Sequence[Problem]) -> int:
    """How often the same is wrong."""
    return sum(identity(one) == identity(problem) for one in problems)


def listed(parts: Sequence[str]) -> str:
    """Several things to do in one sentence, as in "give Blue the move, roll again and make it turn 4"."""
    return " and ".join(filter(None, (", ".join(parts[:-1]), *parts[-1:])))


def _different(mends: Iterable[Mend]) -> tuple[Mend, ...]:
    """The mends without those that lead where one before them leads; not too many."""
    kept: dict[str, Mend] = {}
    for mend in mends:
        kept.setdefault(mend.situation, mend)
    return tuple(kept.values())[:MOST_MENDS]

"""The problems of a position, each with its tested fixes.

Games propose fixes without trying them. A fix is kept only if its problem is gone after it and no new problem appears;
if new problems appear, further proposals are added to it until none is left. So applying fixes always ends, and
no fixed problem comes back. After a fix of an unreadable text, other problems of it may become visible.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import fastcore
from fastcore import Problem
from workbench import boards
from workbench.boards.kit.fixes.proposals import listed
from workbench.boards.kit.fixes.specs import near_game, nearest_specs
from workbench.system.translation import tr

MAX_FIXES = 4  # maximum number of fixes of one problem
MAX_STEPS = 4  # maximum number of proposals combined in one fix
MAX_TRIES = 160  # maximum number of situations judged for all problems of one situation

Key = tuple[str, str, tuple[str, ...]]


class Fix(NamedTuple):
    """One way to fix a problem: a description, and the situation after the fix."""

    words: str
    situation: str


@dataclass(frozen=True)
class FixableProblem(Problem):
    """A problem with its fixes, best first."""

    fixes: tuple[Fix, ...] = ()


def judge(situation: str, seat: int | None) -> list[Problem]:
    """Return all problems of a full position (`seat` None), or of a seat's view."""
    return fastcore.problems(situation) if seat is None else fastcore.view_problems(situation, seat)


def problems_with_fixes(situation: str, seat: int | None = None) -> list[FixableProblem]:
    """Return all problems of a situation in the order of its text, each with its fixes; [] if it is valid.

    This may take longer than a frame and may run on any thread.

    Args:
        situation: The spec and the position text.
        seat: The seat whose view the text is; None for a whole position.

    Raises:
        ValueError: The game, or a game whose spec is similar to an invalid spec, has no such seat.
    """
    problems = judge(situation, seat)
    trial = _Trial(situation, seat, problems)
    return [with_fixes(problem, trial.fixes(problem)) for problem in problems]


def with_fixes(problem: Problem, fixes: Iterable[Fix]) -> FixableProblem:
    """Return a problem with these fixes."""
    return FixableProblem(**{**vars(problem), "fixes": tuple(fixes)})


def problem_key(problem: Problem) -> Key:
    """Return a key that identifies a problem regardless of its place in the text.

    Two problems may have the same key.
    """
    return problem.field, problem.reason, problem.cells


class _Trial:
    """Trials of the proposals for one situation."""

    def __init__(self, situation: str, seat: int | None, problems: Sequence[Problem]) -> None:
        self.situation, self.seat = situation, seat
        self.known = Counter(map(problem_key, problems))
        self.judged: dict[str, Sequence[Problem]] = {situation: problems}
        self.proposals: dict[str, boards.Proposals] = {}
        self.tries_left = MAX_TRIES

    def judge(self, situation: str) -> Sequence[Problem] | None:
        """Return the problems of another situation, or None after too many tries."""
        if situation not in self.judged:
            if not self.tries_left:
                return None
            self.tries_left -= 1
            self.judged[situation] = judge(situation, self.seat)
        return self.judged[situation]

    def proposed(self, situation: str, problem: Problem) -> list[Fix]:
        """Return the untried fixes for a problem of a situation."""
        if problem.rule == "length":
            return []
        if problem.rule == "spec":
            return _spec_fixes(situation, self.seat)
        spec, _, text = situation.partition(" ")
        if problem.rule == "no-position":
            start = fastcore.start(spec)
            return [Fix(tr("add the start position after the spec"), f"{spec} {start.text()}")]
        if situation not in self.proposals:
            self.proposals[situation] = boards.proposals(spec, text, self.seat)
        proposals = self.proposals[situation]
        return [Fix(words, proposals.changed(changes)) for words, changes in proposals.propose(problem)]

    def fixes(self, problem: Problem) -> tuple[Fix, ...]:
        """Return the fixes for a problem that cause no new problems, if necessary combined with further proposals.

        If the text could not be read and every fix reveals other problems, the fixes that reveal the fewest come first.
        """
        clean: list[Fix] = []
        unfinished: list[tuple[list[Problem], Fix]] = []
        for fix in self.proposed(self.situation, problem):
            new = self.new_problems(fix, problem)
            if new == []:
                clean.append(fix)
            elif new is not None:
                unfinished.append((new, fix))
        if problem.unread and not clean:
            clean = [fix for _new, fix in sorted(unfinished, key=lambda one: len(one[0]))]
        elif not problem.unread and len(clean) < MAX_FIXES:
            clean += filter(None, (self.completed(fix, new, problem) for new, fix in unfinished))
        return _distinct(clean)

    def new_problems(self, fix: Fix, problem: Problem) -> list[Problem] | None:
        """Return the problems that a fix adds, or None if it does not remove its problem."""
        found = self.judge(fix.situation) if fix.situation != self.situation else None
        if found is None:
            return None
        counts: Counter[Key] = Counter()
        new = []
        for one in found:
            key = problem_key(one)
            counts[key] += 1
            if counts[key] > self.known[key]:
                new.append(one)
        return new if counts[problem_key(problem)] < self.known[problem_key(problem)] else None

    def completed(self, fix: Fix, new: list[Problem], problem: Problem) -> Fix | None:
        """Return a fix followed by the fewest further proposals that leave no new problem, or None."""
        reached: list[tuple[tuple[str, ...], str, list[Problem]]] = [((fix.words,), fix.situation, new)]
        for _step in range(1, MAX_STEPS):
            further = []
            for words, situation, wrong in reached:
                for proposal in self.proposed(situation, wrong[0]):
                    rest = self.new_problems(proposal, problem)
                    if rest == []:
                        return Fix(listed((*words, proposal.words)), proposal.situation)
                    if rest is not None and _count(wrong[0], rest) < _count(wrong[0], wrong):
                        further.append(((*words, proposal.words), proposal.situation, rest))
            reached = further
        return None


def _spec_fixes(situation: str, seat: int | None) -> list[Fix]:
    """Return the untried fixes for an invalid spec."""
    spec, space, text = situation.partition(" ")
    found = [f"{other}{space}{text}" for other in nearest_specs(spec)]
    if near_game(spec.partition("(")[0]) and (not space or not judge(found[0], seat)):
        found = found[:2]  # the position gives no reason for another game
    return [Fix(tr("change to {space}", space=other.partition(" ")[0]), other) for other in found]


def _count(problem: Problem, problems: Sequence[Problem]) -> int:
    """Return how many of the problems have the same key as this one."""
    return sum(problem_key(one) == problem_key(problem) for one in problems)


def _distinct(fixes: Iterable[Fix]) -> tuple[Fix, ...]:
    """Return the first fixes, leaving out any that leads to the same situation as an earlier fix."""
    kept: dict[str, Fix] = {}
    for fix in fixes:
        kept.setdefault(fix.situation, fix)
    return tuple(kept.values())[:MAX_FIXES]

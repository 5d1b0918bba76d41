"""The Bayesian filter over what may have happened: every way to read the unsure and missed lines, with its weight.

A branch is one sequence of observations. The knowledge in it is exact, so only the unsure lines multiply the branches.
If there are more than a limit, the least likely are dropped.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from fnmatch import fnmatchcase
from math import exp, inf, log
from random import Random
from typing import NamedTuple

import msgspec

from fastcore import Conflict, TooMany
from workbench.companion.cursor import Cursor, Step, log_sum
from workbench.companion.lines import MISSED, SEVERAL, Line
from workbench.companion.slips import NEIGHBOURING, Prior, shares
from workbench.system.translation import tr

MAX_BRANCHES = 4096
PARTICLES = 8  # the limit of branches is this many times the size of a sample of unseen events
MOST_SEVERAL = 12  # events in one line of unseen ones
SEED = 1
NEGLIGIBLE = 1e-9  # weight of a branch, relative to the most probable, below which it is dropped


class Branch(NamedTuple):
    """One way to read the lines so far.

    Attributes:
        cursor: The knowledge of the seat.
        log_weight: The logarithm of its weight.
    """

    cursor: Cursor
    log_weight: float


class Belief(NamedTuple):
    """The branches after some lines, the most probable first.

    Attributes:
        branches: The branches; their weights sum to 1.
        pruned: Whether unlikely branches have been dropped.
    """

    branches: tuple[Branch, ...]
    pruned: bool = False

    @property
    def cursor(self) -> Cursor:
        """The most probable branch."""
        return self.branches[0].cursor

    @property
    def weights(self) -> tuple[float, ...]:
        """The probability of each branch."""
        return tuple(exp(branch.log_weight) for branch in self.branches)

    @property
    def is_certain(self) -> bool:
        """Whether there is only one way to read the lines."""
        return len(self.branches) == 1


class Filter:
    """The filter with its limits.

    Args:
        prior: The prior of slips.
        limit: The maximum number of branches.
    """

    def __init__(self, prior: Prior = NEIGHBOURING, limit: int = MAX_BRANCHES) -> None:
        self.prior, self.limit = prior, limit

    def advance(self, belief: Belief, line: Line) -> Belief:
        """Return the belief after a line.

        Raises:
            Conflict: The line is impossible in every branch. The reason is that of the most probable.
            TooMany: The events that may have been missed cannot be listed.
        """
        if line.struck:
            return belief
        if line.kind == "event" and line.text == SEVERAL:
            return self._several(belief)
        if line.is_sure and belief.is_certain:
            return Belief((Branch(_follow(belief.cursor, as_event(belief.cursor, line)), 0.0),), belief.pruned)
        reason: Conflict | None = None
        found = list[Branch]()
        for cursor, log_weight in belief.branches:
            try:
                found += [Branch(after, log_weight + more) for after, more in self._successors(cursor, line)]
            except Conflict as error:
                reason = reason or error
        if not found:
            raise reason or Conflict(line.text, cannot_follow(belief.cursor, line.text))
        return self._trim(found, belief.pruned)

    def weigh(self, belief: Belief, line: Line) -> tuple[Belief, float]:
        """Return the belief after a line, and the logarithm of the line's probability under the model of play.

        Raises:
            Conflict: The line is impossible in every branch.
            TooMany: The events that may have been missed cannot be listed.
        """
        after = self.advance(belief, line)
        if line.struck or line.kind not in ("event", "keys") or line.text == SEVERAL:
            return after, 0.0
        if line.is_sure and belief.is_certain:
            return after, belief.cursor.log_chance(as_event(belief.cursor, line).text, after.cursor)
        found = list[float]()
        for cursor, log_weight in belief.branches:
            with suppress(Conflict):
                found += [log_weight + more for _, more in self._successors(cursor, line)]
        return after, log_sum(found)

    def _successors(self, cursor: Cursor, line: Line) -> list[tuple[Cursor, float]]:
        """Return the cursors after a line with the logarithms of their weights."""
        line = as_event(cursor, line)
        if line.kind != "event":
            return _given(cursor, line)
        if line.is_sure:
            after = cursor.advance(line.text)
            return [(after, cursor.log_chance(line.text, after))]
        steps = cursor.steps()
        if line.is_open:
            spelled = {text for keys, text in cursor.spelled.items() if matches(line.text.casefold(), keys)}
            matching = [step for step in steps if step.text in spelled or matches(line.text, step.text)]
            return [(step.after, step.log_chance) for step in matching]
        return self._unsure(steps, line)

    def _several(self, belief: Belief) -> Belief:
        """Return the belief after one or more events that nobody saw, from a sample of what may have happened.

        The number of events has a geometric distribution with a mean of about 2.
        """
        random, found = Random(SEED), list[tuple[int, Branch]]()
        size = self.limit // PARTICLES // (4 if belief.cursor.parts else 1)  # an observation that has begun takes long
        for begin in random.choices(range(len(belief.branches)), belief.weights, k=size):
            drawn, more = belief.branches[begin].cursor.sample(random), 1
            if drawn is None:
                continue
            after, weight = drawn
            while more < MOST_SEVERAL and random.random() < 0.5:
                following = after.sample(random)
                after, more = following.after if following is not None else after, more + 1
            found.append((begin, Branch(after, weight)))
        if not found:
            raise Conflict(SEVERAL, cannot_follow(belief.cursor, SEVERAL))
        return self._trim(_distinct(found), True)

    def _unsure(self, steps: tuple[Step, ...], line: Line) -> list[tuple[Cursor, float]]:
        meant = shares(line.text, {step.text: step.text for step in steps}, self.prior)
        found = list[tuple[Cursor, float]]()
        for step in steps:
            share = line.confidence if step.text == line.text else (1 - line.confidence) * meant[step.text]
            if share > 0 and step.log_chance > -inf:
                found.append((step.after, step.log_chance + log(share)))
        return found

    def _trim(self, found: list[Branch], pruned: bool) -> Belief:
        """Return the belief of these branches: merged, normalised, and without the least probable."""
        merged = _merged(found)
        merged.sort(key=lambda branch: -branch.log_weight)
        most = merged[0].log_weight
        kept = [branch for branch in merged[: self.limit] if branch.log_weight >= most + log(NEGLIGIBLE)]
        return normalised(kept, pruned or len(kept) < len(merged))


def normalised(branches: Sequence[Branch], pruned: bool) -> Belief:
    """Return the belief of these branches, with weights that sum to 1."""
    total = log_sum([branch.log_weight for branch in branches])
    return Belief(tuple(Branch(branch.cursor, branch.log_weight - total) for branch in branches), pruned)


def _distinct(found: list[tuple[int, Branch]]) -> list[Branch]:
    """Return the branches; those with the same observations that began with the same reading are one."""
    alike = dict[tuple[int, tuple[str, ...]], list[Branch]]()
    for begin, branch in found:
        alike.setdefault((begin, branch.cursor.texts), []).append(branch)
    return [Branch(same[0].cursor, log_sum([branch.log_weight for branch in same])) for same in alike.values()]


def matches(pattern: str, text: str) -> bool:
    """Return whether a text fits a line with missed parts."""
    return pattern == MISSED or fnmatchcase(text, pattern.replace("?", "[?]"))


def as_event(cursor: Cursor, line: Line) -> Line:
    """Return the event that a line of keys means here, or any other line as it is."""
    return msgspec.structs.replace(line, text=cursor.meant(line.text), kind="event") if line.kind == "keys" else line


def cannot_follow(cursor: Cursor, text: str) -> str:
    """Return why a line is impossible, or that nothing fits its pattern."""
    return cursor.why_not(text) if MISSED not in text else tr("nothing that can happen here fits this")


def _follow(cursor: Cursor, line: Line) -> Cursor:
    """Return the cursor after a sure line. Raise Conflict if it is impossible."""
    if line.kind == "position":
        return cursor.place(line.text)
    if line.kind == "fact":
        return cursor.suppose(line.text)
    return cursor.advance(line.text)


def _given(cursor: Cursor, line: Line) -> list[tuple[Cursor, float]]:
    """Return the cursors after a fact or a position. An unsure one says nothing if it is wrong."""
    if line.confidence == 1:
        return [(_follow(cursor, line), 0.0)]
    found = [(cursor, log(1 - line.confidence))]
    with suppress(Conflict):
        found.append((_follow(cursor, line), log(line.confidence)))
    return found


def _merged(found: list[Branch]) -> list[Branch]:
    """Return the branches; those with the same position are one if nothing is hidden in it, as before a deal."""
    if len(found) < 2:
        return found
    by_key = dict[object, list[Branch]]()
    for branch in found:
        by_key.setdefault(_position(branch.cursor), []).append(branch)
    return [
        Branch(max(same, key=lambda branch: branch.log_weight).cursor, log_sum([branch.log_weight for branch in same]))
        for same in by_key.values()
    ]


def _position(cursor: Cursor) -> object:
    """Return what distinguishes a position from others. If something is hidden, no two are the same."""
    point = cursor.point
    if not point.info.has.covered:
        return point.key, point.turn, cursor.parts
    return (state.text(), cursor.parts) if (state := point.state) is not None else cursor


__all__ = ["Belief", "Branch", "Filter", "TooMany", "as_event", "cannot_follow", "matches", "normalised"]

"""The replay of a list: what follows from each line, and the first line that no longer fits."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

from msgspec import structs

from fastcore import Conflict, TooMany
from workbench.companion.branches import Belief, Branch, Filter, as_event, normalised
from workbench.companion.cursor import Cursor
from workbench.companion.lines import EVENTS, Line
from workbench.system.translation import core

Status = Literal["fits", "struck", "impossible", "waiting"]
FEW = 4  # branches up to which the belief after every line is kept
EVERY = 16  # lines between two kept beliefs with more branches
RETRY = 4  # factor of the limit of branches before a line is called impossible


class Fault(NamedTuple):
    """The first line that does not fit.

    Attributes:
        at: The index of the line.
        reason: Why it is impossible, without a full stop.
        exact: Whether every reading of the lines before was tried.
    """

    at: int
    reason: str
    exact: bool


class Replay:
    """The beliefs after the lines of a list, kept for the next replay.

    Args:
        begin: The cursor before the first line.
        filter: The filter.

    Attributes:
        lines: The lines of the last replay.
        fault: The first line that does not fit, or None.
        replayed: The number of lines that the last replay had to follow.
    """

    def __init__(self, begin: Cursor, filter: Filter | None = None) -> None:
        self.begin, self.filter = begin, filter or Filter()
        self.lines: tuple[Line, ...] = ()
        self.fault: Fault | None = None
        self.replayed = 0
        self._kept: dict[int, Belief] = {0: Belief((Branch(begin, 0.0),))}  # by the number of lines before
        self._cursors = [begin]  # the most probable reading, by the number of lines before
        self._readers: dict[int, Cursor] = {}  # a reading before a line that fits it, where the most probable does not

    def update(self, lines: Sequence[Line]) -> None:
        """Replay a changed list from its first change."""
        same = 0
        for before, after in zip(self.lines, lines, strict=False):
            if before is not after and _meaning(before) != _meaning(after):
                break
            same += 1
        self.lines = tuple(lines)
        if self.fault is not None and self.fault.at < same:
            return
        self._kept = {count: belief for count, belief in self._kept.items() if count <= same}
        count = max(self._kept)
        del self._cursors[count + 1 :]
        self._readers = {index: cursor for index, cursor in self._readers.items() if index < count}
        belief, self.fault, self.replayed = self._kept[count], None, len(lines) - count
        for index in range(count, len(lines)):
            retried = None
            try:
                following = self.filter.advance(belief, lines[index])
            except Conflict as error:
                retried = self._retry(index) if belief.pruned else None
                if retried is None:
                    self.fault = Fault(index, self.begin.table.reason(error.reason), not belief.pruned)
                    self._keep(index, belief, last=True)
                    return
                following = retried
            except TooMany as error:
                self.fault = Fault(index, core(str(error)), False)
                self._keep(index, belief, last=True)
                return
            self._find_reader(index, belief)
            belief = following
            self._cursors.append(belief.cursor)
            self._keep(index + 1, belief, last=retried is not None)  # following the line again would fail
        self._keep(len(lines), belief, last=True)

    def settled(self) -> Replay:
        """Return a replay in which unsure lines count as they were entered, unless less fits then.

        With fewer readings, following the list takes less time.
        """
        settled = self
        for index, line in enumerate(self.lines[: self.fitting]):
            if line.confidence < 1 and line.kind in EVENTS and not line.struck and not line.is_open:
                lines = [*settled.lines]
                lines[index] = structs.replace(line, confidence=1.0)
                trial = Replay(self.begin, self.filter)
                trial.update(lines)
                settled = trial if trial.fitting == self.fitting else settled
        return settled

    @property
    def belief(self) -> Belief:
        """The belief after the last line that fits."""
        return self._kept[self.fitting]

    @property
    def fitting(self) -> int:
        """The number of lines before the first that does not fit."""
        return len(self.lines) if self.fault is None else self.fault.at

    def belief_before(self, index: int) -> Belief:
        """Return the belief before a line that fits, or before the first that does not.

        Raises:
            ValueError: The line is after the first that does not fit.
        """
        if not 0 <= index <= self.fitting:
            raise ValueError(f"line {index} of {self.fitting}")
        count = max(kept for kept in self._kept if kept <= index)
        belief = self._kept[count]
        for line in self.lines[count:index]:
            belief = self.filter.advance(belief, line)
        return belief

    def cursor_before(self, index: int) -> Cursor:
        """Return the most probable reading before a line; see `belief_before`. This takes no time."""
        if not 0 <= index <= self.fitting:
            raise ValueError(f"line {index} of {self.fitting}")
        return self._cursors[index]

    def reader(self, index: int) -> Cursor:
        """Return the most probable reading before a line that the line fits. Raise ValueError as `cursor_before`."""
        cursor = self.cursor_before(index)
        return self._readers.get(index, cursor)

    def _find_reader(self, index: int, belief: Belief) -> None:
        line = self.lines[index]
        if belief.is_certain or line.struck or line.is_open or line.kind not in ("event", "keys"):
            return
        for number, branch in enumerate(belief.branches):
            if not branch.cursor.why_not(as_event(branch.cursor, line).text):
                if number:
                    self._readers[index] = branch.cursor
                return

    def is_certain_before(self, index: int) -> bool:
        """Return whether there is only one reading of the lines before a line."""
        count = max(kept for kept in self._kept if kept <= index)
        return self._kept[count].is_certain

    def status(self, index: int) -> Status:
        """Return the status of a line."""
        if self.lines[index].struck:
            return "struck"
        if self.fault is None or index < self.fault.at:
            return "fits"
        return "impossible" if index == self.fault.at else "waiting"

    def _keep(self, count: int, belief: Belief, last: bool = False) -> None:
        if last or len(belief.branches) <= FEW or count % EVERY == 0:
            self._kept[count] = belief

    def _retry(self, index: int) -> Belief | None:
        """Return the belief after a line with many more branches, or None if it is impossible all the same."""
        wider = Filter(self.filter.prior, self.filter.limit * RETRY)
        count = max(kept for kept, belief in self._kept.items() if not belief.pruned)
        belief = self._kept[count]
        try:
            for line in self.lines[count : index + 1]:
                belief = wider.advance(belief, line)
        except (Conflict, TooMany):
            return None
        return normalised(belief.branches[: self.filter.limit], True)


def _meaning(line: Line) -> tuple[object, ...]:
    """Return what decides the effect of a line."""
    return (line.text, line.kind, line.confidence, line.struck)

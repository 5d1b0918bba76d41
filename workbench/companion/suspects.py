"""The search for wrong entries: which single line, if it was entered wrongly, explains the whole list.

A hypothesis is a line and the text that was meant. Its weight is the prior of the slip times the probability of all
events of the corrected list under the model of play. Every hypothesis is tried, so the ranking is the exact posterior
for one wrong entry. Lines after the first that does not fit cannot be the cause.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import exp, inf, log
from typing import NamedTuple

from fastcore import Conflict, TooMany
from workbench.companion.branches import PARTICLES, Belief, Branch, Filter, as_event
from workbench.companion.cursor import Cursor, Step, log_sum
from workbench.companion.lines import MISSED, SEVERAL, Line
from workbench.companion.replay import Replay
from workbench.companion.slips import NEIGHBOURING, SLIP, Prior, shares

MOST_TEXTS = 5  # corrections that are shown for a line
FEW_READINGS = 32  # readings, and unseen events of a line of several, that are followed if they are only a sample
MOST_CHECKED = 3  # suspects whose correction is tried on a list with several unseen events
CLEAR = 0.8  # share of the first correction of a line from which on the others are not mentioned


class Correction(NamedTuple):
    """A text that may have been meant.

    Attributes:
        text: The text.
        probability: Its probability, given that exactly one line is wrong.
        fits: The number of lines of the corrected list that fit.
    """

    text: str
    probability: float
    fits: int


class Suspect(NamedTuple):
    """A line that may be wrong.

    Attributes:
        at: The index of the line.
        line: Its id.
        probability: The probability that it is the wrong one, given that exactly one is.
        corrections: The texts that may have been meant, the most probable first.
    """

    at: int
    line: int
    probability: float
    corrections: tuple[Correction, ...]

    @property
    def is_clear(self) -> bool:
        """Whether only one text is likely to have been meant."""
        return self.corrections[0].probability >= CLEAR * self.probability


class Repair(NamedTuple):
    """Another change of the list that was tried.

    Attributes:
        kind: "remove" the line, "swap" it with the next one, or "insert" a missed event before it.
        at: The index of the line.
        fits: The number of lines of the repaired list that fit.
        complete: Whether all lines fit.
    """

    kind: str
    at: int
    fits: int
    complete: bool


class Diagnosis(NamedTuple):
    """The causes of a contradiction that were found so far.

    Attributes:
        fault: The index of the first line that does not fit.
        suspects: The lines that explain the whole list if they alone are wrong, the most probable first. If there are
            none, those whose correction makes the most lines fit.
        conflict: The indices of the lines that contradict each other, given all others up to `fault`. Without any one
            of them, the rest is possible; without any other line, it is not. So if only one line is wrong, it is here.
        explains: Whether the suspects explain the whole list.
        repairs: Other changes that were tried, those that make the most lines fit first.
        tried: The number of hypotheses tried.
        done: Whether all lines have been tried.
    """

    fault: int
    suspects: tuple[Suspect, ...] = ()
    conflict: tuple[int, ...] = ()
    explains: bool = False
    repairs: tuple[Repair, ...] = ()
    tried: int = 0
    done: bool = False


class _Survivor(NamedTuple):
    """A hypothesis that removes the contradiction.

    Attributes:
        at: The index of the line.
        text: The text that was meant.
        fits: The number of lines that fit.
        log_weight: The logarithm of its weight, if it explains all lines.
    """

    at: int
    text: str
    fits: int
    log_weight: float


def diagnose(replay: Replay, prior: Prior = NEIGHBOURING) -> Iterator[Diagnosis]:
    """Yield the causes of the contradiction of a list as far as they are known, the latest line first.

    The caller can stop after every correction that was tried.

    While another line is corrected, an unsure line counts as it was entered, if everything before the fault fits then.

    Args:
        replay: The replayed list, with a fault.
        prior: The prior of slips.

    Raises:
        ValueError: The list has no fault.
    """
    if replay.fault is None:
        raise ValueError("the list has no fault")
    search = _Search(replay, prior, replay.fault.at)
    for index in range(replay.fault.at, -1, -1):
        search.try_given(index)
        for _ in search.try_line(index):
            yield search.latest
        search.latest = search.diagnosis()
        yield search.latest
    search.try_repairs()
    yield search.diagnosis(done=True)


class _Search:
    def __init__(self, replay: Replay, prior: Prior, fault: int) -> None:
        self.confidences = [line.confidence for line in replay.lines]
        replay = replay.settled()
        self.replay, self.prior, self.fault = replay, prior, fault
        self.lines = replay.lines[: _evidence(replay.lines, fault)]
        several = any(line.text == SEVERAL for line in self.lines)
        self.filter = Filter(prior, FEW_READINGS * PARTICLES) if several else replay.filter
        self.latest = Diagnosis(fault)
        self.survivors: list[_Survivor] = []
        self.repairs: list[Repair] = []
        self.whole: dict[tuple[int, str], bool] = {}  # whether the corrected list fits as a whole
        self.given: set[int] = set()  # facts and positions without which the contradiction is gone
        self.tried = 0
        self.starts = self._find_starts()
        self.texts = [self._text(line) for line in self.lines]
        # for each line, the index of the first line from it on that is no sure event
        self.sure_until = [len(self.lines)] * (len(self.lines) + 1)
        for index in range(len(self.lines) - 1, -1, -1):
            line = self.lines[index]
            plain = line.is_sure and not line.struck and (line.kind == "event" or self.texts[index] != line.text)
            self.sure_until[index] = self.sure_until[index + 1] if plain else index
        self.before = _log_chances(replay, fault)

    def _text(self, line: Line) -> str:
        """Return the text of a line, or of the event that its keys mean wherever they are typed."""
        alone = self.replay.cursor_before(self.fault).spelled_alone(line.text) if line.kind == "keys" else ""
        return alone or line.text

    def _find_starts(self) -> list[Cursor | None]:
        """Return for each line up to the fault the cursor at which following it fast begins, or None."""
        found, start = list[Cursor | None](), None
        self.start_at = list[int]()
        for index, line in enumerate(self.lines[: self.fault + 1]):
            cursor = self.replay.cursor_before(index)
            if cursor.table.can_follow(cursor.point, cursor.parts):
                start, at = cursor, index
            if not line.is_sure or line.kind != "event" or line.struck or not self.replay.is_certain_before(index):
                start = None
            found.append(start)
            self.start_at.append(at if start is not None else -1)
        return found

    def try_line(self, index: int) -> Iterator[None]:
        """Try all corrections of a line, and yield after each of them. Not every line can be wrong."""
        line = self.lines[index]
        if line.struck or line.kind not in ("event", "keys") or line.text in (MISSED, SEVERAL):
            return
        belief = self.replay.belief_before(index)
        for cursor, log_weight in belief.branches[:FEW_READINGS] if belief.pruned else belief.branches:
            try:
                steps = cursor.steps()
            except TooMany:
                continue
            entered = as_event(cursor, line).text
            meant = shares(entered, _spellings(cursor, line, steps), self.prior)
            possible = entered in {step.text for step in steps}
            factor = 1.0 if possible else self.prior.impossible
            wrong = SLIP if self.confidences[index] == 1 else 1 - self.confidences[index]
            for step in steps:
                if step.text == entered:
                    continue
                self.tried += 1
                yield
                fits = self._follow(step.after, index + 1, step.text)
                if fits <= self.fault:
                    continue
                weight = -inf
                if fits == len(self.lines) and step.log_chance > -inf and factor * meant[step.text] > 0:
                    try:
                        weight = (
                            log_weight + self.before[index] + log(wrong / (1 - wrong)) + log(factor * meant[step.text])
                            + step.log_chance + self._log_chance(step.after, index + 1)
                        )  # fmt: skip
                    except Conflict:  # the game's fast way was too generous
                        fits = self._follow(step.after, index + 1, step.text, fast=False)
                        if fits <= self.fault:
                            continue
                self.survivors.append(_Survivor(index, step.text, fits, weight))

    def _follow(self, cursor: Cursor, first: int, text: str, fast: bool = True) -> int:
        """Return how many lines of the list fit, from a cursor before a line, after a corrected line with this text.

        If they are no more than up to the fault, the number may be too large.
        """
        index, start = first, self.starts[first - 1]
        if start is not None and fast:
            at, until = self.start_at[first - 1], self.sure_until[self.start_at[first - 1]]
            texts = [*self.texts[at : first - 1], text, *self.texts[first:until]]
            followed = start.table.follow(start.point, texts)
            if followed.most < len(texts) and at + followed.most <= self.fault:
                return at + followed.most
            if at + followed.fits > first:
                cursor, index = start.place(followed.view), at + followed.fits
        while index < len(self.lines):
            line = self.lines[index]
            if line.struck:
                index += 1
                continue
            if self.sure_until[index] == index:
                return self._follow_belief(cursor, index)
            try:
                cursor, count = cursor.advance_far(self.texts[index : self.sure_until[index]], self.fault + 1 - index)
            except Conflict:
                return index
            index += count
        return len(self.lines)

    def _follow_belief(self, cursor: Cursor, first: int) -> int:
        belief = Belief((Branch(cursor, 0.0),))
        for index in range(first, len(self.lines)):
            try:
                belief = self.filter.advance(belief, self.lines[index])
            except (Conflict, TooMany):
                return index
        return len(self.lines)

    def _log_chance(self, cursor: Cursor, first: int) -> float:
        """Return the logarithm of the probability of the lines from a cursor on, all of which fit."""
        total, single = 0.0, True
        belief = Belief((Branch(cursor, 0.0),))
        for index in range(first, len(self.lines)):
            line = self.lines[index]
            if line.struck:
                continue
            if single and line.is_sure:
                line = as_event(cursor, line)
                if line.kind != "event":
                    cursor = self.filter.advance(Belief((Branch(cursor, 0.0),)), line).cursor
                else:
                    after = cursor.advance(line.text)
                    total += cursor.log_chance(line.text, after)
                    cursor = after
                continue
            if single:
                belief, single = Belief((Branch(cursor, 0.0),)), False
            belief, more = self.filter.weigh(belief, line)
            total += more
        return total

    def try_repairs(self) -> None:
        """Try to remove each line of the conflict, to swap it with the next one, and to insert a missed event."""
        conflict = self._conflict()
        for index in conflict:
            if index in self.given:
                continue
            rest = self.lines[index + 1 :]
            self._try("remove", index, rest)
            if rest:
                self._try("swap", index, (rest[0], self.lines[index], *rest[1:]))
        self._try("insert", self.fault, (Line(0, MISSED), *self.lines[self.fault :]))

    def _try(self, kind: str, index: int, rest: Sequence[Line]) -> None:
        belief, fits = self.replay.belief_before(index), 0
        narrow = self.filter
        for line in rest:
            try:
                belief = narrow.advance(belief, line)
            except (Conflict, TooMany):
                break
            fits += 1
        more = {"remove": 1, "insert": -1}.get(kind, 0)  # lines of the list before the change
        if index + fits + more > self.fault:
            self.repairs.append(Repair(kind, index, index + fits, fits == len(rest)))

    def _conflict(self) -> tuple[int, ...]:
        return tuple(sorted({survivor.at for survivor in self.survivors} | {self.fault} | self.given))

    def try_given(self, index: int) -> None:
        """Find out whether a fact or a position that was set up causes the contradiction."""
        line = self.lines[index]
        if line.kind in ("fact", "position") and not line.struck:
            count = len(self.repairs)
            self._try("remove", index, self.lines[index + 1 :])
            self.given |= {index} if len(self.repairs) > count else set()

    def diagnosis(self, done: bool = False) -> Diagnosis:
        """Return the ranking so far."""
        complete = [survivor for survivor in self.survivors if survivor.log_weight > -inf]
        furthest = max((survivor.fits for survivor in self.survivors), default=0)
        chosen = complete or [
            survivor._replace(log_weight=0.0) for survivor in self.survivors if survivor.fits == furthest
        ]
        total = log_sum([survivor.log_weight for survivor in chosen])
        by_line = dict[int, dict[str, Correction]]()
        for survivor in chosen:
            texts = by_line.setdefault(survivor.at, {})
            before = texts.get(survivor.text, Correction(survivor.text, 0.0, survivor.fits))
            texts[survivor.text] = before._replace(probability=before.probability + exp(survivor.log_weight - total))
        suspects = [
            Suspect(
                index,
                self.lines[index].id,
                sum(correction.probability for correction in texts.values()),
                tuple(sorted(texts.values(), key=lambda one: (-one.probability, one.text))[:MOST_TEXTS]),
            )
            for index, texts in by_line.items()
        ]
        suspects.sort(key=lambda suspect: (-suspect.probability, -suspect.at))
        explaining = [suspect for suspect in suspects[:MOST_CHECKED] if complete and self._fits_whole(suspect)]
        suspects = [*explaining, *(suspect for suspect in suspects if suspect not in explaining)]
        repairs = sorted(self.repairs, key=lambda repair: (not repair.complete, -repair.fits, -repair.at))
        return Diagnosis(
            self.fault, tuple(suspects), self._conflict(), bool(explaining), tuple(repairs), self.tried, done
        )

    def _fits_whole(self, suspect: Suspect) -> bool:
        """Return whether all lines fit with a correction. The weights ignore those after several unseen events."""
        if len(self.lines) == len(self.replay.lines):
            return True
        key = suspect.at, suspect.corrections[0].text
        if key not in self.whole:
            lines = [*self.replay.lines]
            lines[suspect.at] = Line(suspect.line, suspect.corrections[0].text)
            corrected = Replay(self.replay.begin, self.replay.filter)
            corrected.update(lines)
            self.whole[key] = corrected.fault is None
        return self.whole[key]


def _evidence(lines: Sequence[Line], fault: int) -> int:
    """Return how many lines say something about the contradiction: after several unseen events, anything may happen."""
    return next((index for index in range(fault + 1, len(lines)) if lines[index].text == SEVERAL), len(lines))


def _spellings(cursor: Cursor, line: Line, steps: Sequence[Step]) -> dict[str, str]:
    """Return what is typed for each event that may follow: its text, or for a line of keys, its shortest keys."""
    texts = {step.text: step.text for step in steps}
    if line.kind == "keys":
        for keys, text in sorted(cursor.spelled.items(), key=lambda pair: len(pair[0]), reverse=True):
            if text in texts:
                texts[text] = keys
    return texts


def _log_chances(replay: Replay, fault: int) -> list[float]:
    """Return the logarithm of the probability of the lines before each line up to the fault."""
    belief, total, sums = replay.belief_before(0), 0.0, [0.0]
    for index, line in enumerate(replay.lines[:fault]):
        try:
            belief, more = replay.filter.weigh(belief, line)
        except (Conflict, TooMany):  # the line fits only readings that the filter drops
            belief, more = replay.belief_before(index + 1), 0.0
        total += more
        sums.append(total)
    return sums

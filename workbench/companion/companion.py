"""The companion of one real table: the list of observations, and what follows from it.

Nothing here takes long but `diagnose`, whose steps can run on any thread.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress

from fastcore import OVER
from workbench.companion import known
from workbench.companion.alerts import Alert, alert
from workbench.companion.branches import Belief, Filter
from workbench.companion.cursor import Cursor, begin
from workbench.companion.journal import Journal, new_table
from workbench.companion.key_entry import Typing
from workbench.companion.known import Known
from workbench.companion.line_words import LineWords
from workbench.companion.lines import EVENTS, UNSURE, Kind, Line, LineList, kind_of
from workbench.companion.replay import Fault, Replay, Status
from workbench.companion.set_up import read_position
from workbench.companion.slips import NEIGHBOURING, Prior
from workbench.companion.suspects import Diagnosis, diagnose
from workbench.system.saving import WriteError
from workbench.system.translation import tr

READINGS = 8  # readings of the list with the same kind of next event that give it keys


class Companion:
    """A table with its list.

    Args:
        spec: The game with its options.
        seat: The seat of the person with the list, from 0; None for a spectator.
        names: The names of the players by seat.
        journal: The file that keeps every change, or None. Its table replaces `spec`, `seat` and `names`.
        prior: The prior of slips.

    Attributes:
        table: The table.
        words: The words for lines and events.
        list: The list of observations; change it with the methods here.
        typing: The keys of the next event.
        diagnosis: The latest result of `diagnose` for the present list, or None.

    Raises:
        ValueError: The spec, the seat or the journal is invalid.
    """

    def __init__(
        self, spec: str, seat: int | None = None, names: tuple[str, ...] = (), journal: Journal | None = None,
        prior: Prior = NEIGHBOURING,
    ) -> None:  # fmt: skip
        self.table = journal.table if journal is not None else new_table(spec, seat, names)
        self.journal, self.prior = journal, prior
        first = begin(self.table.spec, self.table.seat)
        self._replay = Replay(first, Filter(prior))
        self.words = LineWords(first.point.info, self.table.names)
        self.list = LineList()
        self.diagnosis: Diagnosis | None = None
        self._spelled: tuple[Belief, Mapping[str, str]] | None = None
        self._known: tuple[Known, ...] | None = None
        self._alert: Alert | None = None
        self._correction: tuple[int, str] | None = None  # the id of a line and the text with which all lines fit
        self._corrected = Replay(first, self._replay.filter)  # of the list with the correction
        if journal is not None:
            self.list.restore(journal.changes)
            self.list.on_change = journal.append
        self._refresh()
        self.typing = Typing(lambda: self.spelled, lambda text, kind: self.enter(text, kind=kind), lambda: self.waits,
                             lambda keys: self.cursor.table.first_event(keys))  # fmt: skip
        if not self.lines:
            self._add_automatic()

    @staticmethod
    def open(journal: Journal) -> Companion:
        """Return the companion of a journal. If its table is invalid, close it and raise ValueError."""
        try:
            return Companion(journal.table.spec, journal=journal)
        except BaseException:
            journal.close()
            raise

    # The state --------------------------------------------------------------------------------------------------------

    @property
    def spec(self) -> str:
        """The game with its options."""
        return self._replay.begin.point.spec

    @property
    def seat(self) -> int | None:
        """The seat of the person with the list, or None."""
        return self.table.seat

    @property
    def lines(self) -> tuple[Line, ...]:
        """The list, the earliest line first."""
        return self.list.lines

    @property
    def fault(self) -> Fault | None:
        """The first line that does not fit, or None. The analysis uses the lines before it."""
        return self._replay.fault

    @property
    def belief(self) -> Belief:
        """What may have happened, after the last line that fits."""
        return self._replay.belief

    @property
    def cursor(self) -> Cursor:
        """Where the next event is entered.

        This is the most probable reading of the list. If a line does not fit and a `diagnosis` explained it, the list
        is read with the correction that was the most probable, as long as all lines fit with it.
        """
        return (self._replay if self._correction is None else self._corrected).belief.cursor

    @property
    def supposed(self) -> tuple[int, str] | None:
        """The index of the line that `cursor` reads with another text, and that text, or None."""
        if self._correction is None:
            return None
        number, text = self._correction
        return self.list.index(number), text

    @property
    def spelled(self) -> Mapping[str, str]:
        """The text of each spelling of the next event, in any of the most probable readings of the list."""
        belief = (self._replay if self._correction is None else self._corrected).belief
        if belief.is_certain:
            return belief.cursor.spelled
        if self._spelled is None or self._spelled[0] is not belief:
            found, counts = dict[str, str](), Counter[tuple[object, ...]]()
            for cursor, _ in belief.branches:
                kind = (cursor.actor, cursor.point.phase, len(cursor.parts))
                counts[kind] += 1
                if counts[kind] <= READINGS:
                    for keys, text in cursor.spelled.items():
                        found.setdefault(keys, text)
            self._spelled = belief, found
        return self._spelled[1]

    @property
    def waits(self) -> bool:
        """Whether events are entered without a check, because nobody knows yet which earlier entry is wrong."""
        return self.fault is not None and self._correction is None

    @property
    def actor(self) -> int:
        """The seat whose event is next, or CHANCE or OVER."""
        return self.cursor.actor

    @property
    def task(self) -> str:
        """A sentence about what the next line says, or "" if the position says it."""
        return self.named(self.cursor.table.next_task(self.cursor.point, self.cursor.parts))

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.fault is None and self.belief.cursor.point.actor == OVER

    def status(self, index: int) -> Status:
        """Return whether a line fits, does not fit, waits behind a fault, or was struck."""
        return self._replay.status(index)

    def describe(self, index: int) -> str:
        """Return a line in words, such as "Red removes the blue stone on d4"."""
        line = self.lines[index]
        if line.kind == "position":
            return tr("The position was set up.")
        if line.kind == "fact":
            return self.words.facts(self._replay.begin.point, line.text)
        replay = self._corrected if self._correction is not None and index >= self._replay.fitting else self._replay
        return self.words.line(replay.reader(index) if index < replay.fitting else None, line)

    def named(self, text: str) -> str:
        """Return a sentence with the names of the players instead of those of their seats."""
        return self.words.named(text)

    def cursor_before(self, index: int) -> Cursor:
        """Return where a line was entered, in the most probable reading. Raise ValueError behind a fault."""
        return self._replay.cursor_before(index)

    def meaning(self, text: str) -> str:
        """Return in words what it means if this event happens next."""
        return self.words.event(self.cursor, text)

    def statements(self) -> tuple[Known, ...]:
        """Return what the seat knows for certain and what is likely, the certain first."""
        if self._known is None:
            self._known = known.statements(self.belief)
        return self._known

    def sentence(self, statement: Known) -> str:
        """Return a statement in words."""
        return self.named(known.sentence(self.belief, statement))

    def alert(self) -> Alert | None:
        """Return the rule that was broken if the line that does not fit was entered correctly, or None."""
        if self.fault is not None and self._alert is None and self.lines[self.fault.at].kind in EVENTS:
            index = self.fault.at
            cursor = self._replay.cursor_before(index)
            self._alert = alert(cursor, self.lines[index].text, self.fault, self.prior)
        return self._alert

    def spelled_at(self, index: int, typed: str) -> str:
        """Return the text of an event that is typed for a place in the list: by its keys, or as it is."""
        if index > self._replay.fitting:
            return typed
        return self._replay.reader(index).meant(typed)

    # Changes ----------------------------------------------------------------------------------------------------------

    def enter(self, text: str, at: int | None = None, confidence: float = 1.0, kind: Kind = "event") -> Line:
        """Insert a line (None: at the end) and return it. Lines that nobody has to enter follow it by themselves.

        Raises:
            ValueError: The text is empty or too long.
            WriteError: The journal cannot be written. Nothing has changed.
        """
        line = self.list.add(text, at, kind, confidence)
        self._refresh()
        if at is None:
            self._add_automatic()
        return line

    def change(
        self, line: int, *, text: str | None = None, confidence: float | None = None, struck: bool | None = None,
        kind: Kind | None = None,
    ) -> None:  # fmt: skip
        """Change a line by its id; see `LineList.change`."""
        self.list.change(line, text=text, confidence=confidence, struck=struck, kind=kind)
        self._refresh()
        self._add_automatic()

    def rewrite(self, line: int, typed: str) -> None:
        """Change an event to another, typed by its keys or as it is, or change the text of any other line.

        Raises:
            ValueError: There is no such line, or the text is empty or too long.
        """
        before = self.lines[self.list.index(line)]
        if before.kind == "fact":
            typed = self._facts(typed)
        if before.kind == "position":
            typed = read_position(typed, self.spec, self.seat).view
        if typed.strip() != before.text:
            self._check_complete(self.list.index(line), typed)
            self.change(line, text=typed, kind=kind_of(typed) if before.kind in EVENTS else None)

    def enter_typed(self, typed: str, at: int | None = None) -> Line:
        """Insert the event that is typed, by its keys or as it is, even if it is impossible; see `enter`."""
        if at is not None:
            self._check_complete(at, typed)
        return self.enter(typed, at, kind=kind_of(typed))

    def add_facts(self, typed: str) -> None:
        """Enter facts with spaces between them, each as a line, also those that the game can write shorter.

        Raises:
            ValueError: There is none.
        """
        for fact in typed.split() or [""]:
            self.enter(self._facts(fact), kind="fact")

    def set_up(self, text: str, at: int | None = None) -> Line:
        """Insert a position, written as one line, from which the game goes on; see `enter`.

        Raises:
            ValueError: The position is invalid or belongs to another game.
        """
        return self.enter(read_position(text, self.spec, self.seat).view, at, kind="position")

    def start_from(self, text: str) -> None:
        """Let the list of a new table begin with a position. Raise ValueError if it is invalid."""
        view = read_position(text, self.spec, self.seat).view
        self.list.replace((Line(1, view, "position"),))
        self._refresh()
        self._add_automatic()

    def mark_unsure(self, line: int, unsure: bool = True) -> None:
        """Mark a line as unsure, with the usual confidence, or as sure."""
        self.change(line, confidence=UNSURE if unsure else 1.0)

    def remove(self, line: int) -> None:
        """Remove a line by its id. Raise ValueError if there is none."""
        self.list.remove(line)
        self._refresh()

    def move(self, line: int, to: int) -> None:
        """Move a line to another index. Raise ValueError if there is no such line."""
        self.list.move(line, to)
        self._refresh()

    def replace_lines(self, lines: Sequence[Line]) -> None:
        """Replace the whole list, for example by what another player at the table saw."""
        self.list.replace(lines)
        self._refresh()

    def undo(self) -> None:
        """Undo the last change. Raise ValueError if there is none."""
        try:
            self.list.undo()
        finally:  # if the journal cannot be written, a part may have been undone
            self._refresh()

    def redo(self) -> None:
        """Redo the change that was undone last. Raise ValueError if there is none."""
        try:
            self.list.redo()
        finally:
            self._refresh()

    def correct(self, index: int, text: str) -> None:
        """Replace the text of a line by the text that was meant, and mark it as sure."""
        self.change(self.lines[index].id, text=text, confidence=1.0)

    # The search for wrong entries -------------------------------------------------------------------------------------

    def diagnose(self, lines: tuple[Line, ...] | None = None) -> Iterator[Diagnosis]:
        """Yield the causes of the contradiction, as far as they have been found. Nothing is yielded without a fault.

        The steps may run on another thread than changes of the list: they belong to the list as it was, and
        `keep_diagnosis` ignores them if it has changed.

        Args:
            lines: The list as it was; by default as it is now.
        """
        replay = Replay(self._replay.begin, self._replay.filter)
        replay.update(self.lines if lines is None else lines)
        if replay.fault is not None:
            yield from diagnose(replay, self.prior)

    def keep_diagnosis(self, lines: tuple[Line, ...], diagnosis: Diagnosis) -> bool:
        """Keep a diagnosis of these lines for `cursor`. Return False if the list has changed since."""
        if lines != self.lines:
            return False
        self.diagnosis = diagnosis
        if diagnosis.explains and diagnosis.suspects:
            suspect = diagnosis.suspects[0]
            self._correction = suspect.line, suspect.corrections[0].text
            self._follow_correction()
        return True

    def close(self, finished: bool = False) -> None:
        """Close the journal. If the game has been saved as a record, the table is no longer unfinished."""
        if self.journal is not None:
            self.journal.finish() if finished else self.journal.close()

    # ------------------------------------------------------------------------------------------------------------------

    def _check_complete(self, index: int, typed: str) -> None:
        """Raise ValueError if these keys begin an event at this place, but say only a part of it."""
        if index <= self._replay.fitting and self._replay.cursor_before(index).is_begun_by(typed):
            raise ValueError(tr("{typed} is only a part of an event; type all of it", typed=repr(typed)))

    def _facts(self, typed: str) -> str:
        return " ".join(fact for one in typed.split() for fact in self._replay.begin.table.facts(one))

    def _refresh(self) -> None:
        self._replay.update(self.lines)
        self.diagnosis = self._known = self._alert = None
        self._name_events()
        self._follow_correction()

    def _name_events(self) -> None:
        """Replace the keys of lines that fit by the texts of their events, if that can be written."""
        with suppress(WriteError):
            for index, line in enumerate(self.lines[: self._replay.fitting]):
                if line.kind == "keys" and not line.struck:
                    self.list.change(line.id, text=self.spelled_at(index, line.text), kind="event", joined=True)
        self._replay.update(self.lines)

    def _add_automatic(self) -> None:
        with suppress(WriteError):  # the line before is in the journal, so entering that line has succeeded
            while self.fault is None and not self.over:
                cursor = self.belief.cursor
                text = cursor.table.automatic(cursor.point, cursor.parts)
                if not text or cursor.why_not(text):
                    return
                self.list.add(text, joined=True)
                self._refresh()

    def _follow_correction(self) -> None:
        """Replay the list with the correction, and drop the correction if a line does not fit all the same."""
        if self._correction is None:
            return
        number, text = self._correction
        if self.fault is not None:
            self._corrected.update([Line(number, text) if line.id == number else line for line in self.lines])
        if self.fault is None or self._corrected.fault is not None:
            self._correction = None

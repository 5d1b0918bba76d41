"""The work at a table: changes of the list on one thread, the search for wrong entries and advice on another."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from threading import Event as Flag

from bots.report import Limit
from workbench.companion import finishing, passing
from workbench.companion.advice import Advice, advise
from workbench.companion.branches import Belief
from workbench.companion.companion import Companion
from workbench.companion.key_entry import ImpossibleKeysError
from workbench.companion.lines import Line
from workbench.companion.set_up import is_position
from workbench.companion.suspects import Diagnosis
from workbench.gui.companion import words
from workbench.gui.companion.scene import Scene, keys_at, look_at, meant
from workbench.gui.shell.background_jobs import BackgroundJobs
from workbench.records.schema import Record

Action = Callable[[Companion], None]
ADVICE = Limit(simulations=2_000, seconds=5)
CANDIDATES = 3
AT_ONCE = 8  # results delivered in one poll


class Desk:
    """A companion with its threads. Only the first thread touches the companion.

    Args:
        companion: The table.
        changed: Called when there is a new scene, or when a search or advice begins or ends.

    Attributes:
        scene: What is shown, or None before the first result.
        advice: The advice for this scene, or None.
        no_advice: Why there is no advice, or "".
        searching: Whether the wrong entry is being searched.
        advising: Whether a bot thinks.
        finished: Whether the game has been saved as a record.
    """

    def __init__(self, companion: Companion, changed: Callable[[], None]) -> None:
        self.companion, self.changed = companion, changed
        self.scene: Scene | None = None
        self.advice: Advice | None = None
        self.no_advice = ""
        self.searching = self.advising = self.finished = False
        self._belief: Belief | None = None
        self._changes, self._thoughts = BackgroundJobs(), BackgroundJobs()
        self._stop = Flag()  # set when the list has changed
        self._message, self._question = "", tuple[tuple[str, str], ...]()  # belong to the first thread
        self._seen: Scene | None = None  # belongs to the first thread
        self._asked = self._worked = 0  # changes that were asked for, and those that the first thread has begun
        self._closing = Flag()
        self.run(lambda _: None)

    @property
    def busy(self) -> bool:
        """Whether changes are still being made."""
        return self._changes.pending > 0

    def poll(self) -> None:
        """Deliver results. Called by the window."""
        for _ in range(min(AT_ONCE, self._changes.pending)):
            self._changes.deliver_next()
        self._thoughts.deliver_next()

    def close(self) -> None:
        """Stop all work and close the file. Everything entered before is in it."""
        self._stop.set()
        self._closing.set()
        if self.finished:
            self._changes.run(partial(passing.finish_others, self.companion), lambda _: None, lambda _: None)
        self._changes.run(partial(self.companion.close, self.finished), lambda _: None, lambda _: None)
        self._changes.discard_results()
        self._thoughts.discard_results()
        self._changes.close()
        self._thoughts.close(0)

    # Changes ----------------------------------------------------------------------------------------------------------

    def run(self, action: Action) -> None:
        """Make a change on the thread, after those that wait already."""
        self._asked += 1
        self._changes.run(partial(self._work, action), self._take, self._on_error)

    def press(self, key: str) -> None:
        """Press a key of the next event."""
        self.run(lambda companion: _ignore(companion.typing.press(key)))

    def feed(self, text: str) -> None:
        """Type several events, or enter a position that was pasted."""

        def act(companion: Companion) -> None:
            if is_position(text, companion.spec, companion.seat):
                companion.set_up(text)
            else:
                companion.typing.feed(text)

        self.run(act)

    def set_up(self, text: str) -> None:
        """Enter a position."""
        self.run(lambda companion: _ignore(companion.set_up(text)))

    def enter(self, text: str) -> None:
        """Enter an event at the end."""

        def act(companion: Companion) -> None:
            companion.typing.typed = ""
            companion.enter(text)

        self.run(act)

    def add_facts(self, text: str) -> None:
        """Enter facts with spaces between them."""
        self.run(lambda companion: companion.add_facts(text))

    def play(self, move: str) -> None:
        """Enter a move made on the board. If it has several answers, the scene asks for one."""

        def act(companion: Companion) -> None:
            found = meant(companion, move)
            if len(found) > 1:
                self._question = found
            else:
                companion.typing.typed = ""
                companion.enter(found[0][0])

        self.run(act)

    def _work(self, action: Action) -> tuple[Scene, Belief] | None:
        """Run on the first thread. Return the new scene, or None if more changes wait."""
        companion, lines, waits = self.companion, self.companion.lines, self.companion.waits
        typed = companion.typing.typed
        self._question = ()
        self._worked += 1
        try:
            action(companion)
            if typed and companion.typing.typed == typed and (companion.lines, companion.waits) != (lines, waits):
                companion.typing.retype()  # the keys may be possible now
            self._message = ""
        except ImpossibleKeysError as error:
            self._message = words.impossible(str(error))
        except ValueError as error:
            self._message = str(error)
        if companion.lines != lines:
            companion.typing.candidates = ()
        if self._worked < self._asked and not self._message and not self._question:
            return None
        self._seen = look_at(companion, self._seen)
        return self._seen._replace(message=self._message, question=self._question), companion.belief

    def _take(self, found: tuple[Scene, Belief] | None) -> None:
        if found is None:
            return
        before, (self.scene, self._belief) = self.scene, found
        if before is None or before.lines != self.scene.lines:
            self._stop.set()
            self.advice, self.no_advice = None, ""
            self.searching = self.advising = self.finished = False
            if self.scene.fault is not None:
                self._search(self.scene.lines)
        self.changed()

    def _on_error(self, error: ValueError) -> None:
        if self.scene is not None:
            self.scene = self.scene._replace(message=str(error))
            self.changed()

    # Thoughts ---------------------------------------------------------------------------------------------------------

    def _search(self, lines: tuple[Line, ...]) -> None:
        """Search for the entry that is wrong."""
        stop, self.searching = self._begin(), True
        work = partial(self._diagnose, stop, lines)
        self._thoughts.run(work, partial(self._take_diagnosis, stop, lines), self._on_error)

    def _diagnose(self, stop: Flag, lines: tuple[Line, ...]) -> Diagnosis | None:
        latest: Diagnosis | None = None
        if stop.is_set():
            return None
        for found in self.companion.diagnose(lines):
            latest = found
            if stop.is_set():
                break
        return latest

    def _take_diagnosis(self, stop: Flag, lines: tuple[Line, ...], found: Diagnosis | None) -> None:
        if stop.is_set():
            return
        self.searching = False
        if found is not None:
            diagnosis = found
            self.run(lambda companion: _ignore(companion.keep_diagnosis(lines, diagnosis)))
        self.changed()

    def ask_advice(self) -> None:
        """Ask a bot what it would do."""
        if self._belief is None or self.advising:
            return
        stop = self._begin()
        self.advising, self.no_advice = True, ""
        work = partial(advise, self._belief, ADVICE, stopped=stop.is_set)
        self._thoughts.run(work, partial(self._take_advice, stop), partial(self._refuse_advice, stop))
        self.changed()

    def _begin(self) -> Flag:
        """Return the flag that stops work about the present list."""
        if self._stop.is_set():
            self._stop = Flag()
        return self._stop

    def _take_advice(self, stop: Flag, found: Advice | None) -> None:
        if stop.is_set():
            return
        self.advising, self.advice = False, found
        if found is not None:
            moves = tuple(choice.move for choice in found.choices[:CANDIDATES])

            def act(companion: Companion) -> None:
                companion.typing.candidates = moves

            self.run(act)
        else:
            self._refuse_advice(stop, None)
        self.changed()

    def _refuse_advice(self, stop: Flag, error: ValueError | None) -> None:
        if not stop.is_set():
            self.advising, self.no_advice = False, str(error or "-")
            self.changed()

    def pass_to(self, seat: int, done: Action, failed: Callable[[ValueError], None]) -> None:
        """Make the list of another player at the table."""
        self._changes.run(partial(passing.pass_to, self.companion, seat), done, failed)

    # The end ----------------------------------------------------------------------------------------------------------

    def ask_keys(self, index: int, done: Callable[[tuple[tuple[str, ...], str]], None]) -> None:
        """Call a function with the keys of the events that may be entered at a place, and those of the line there."""
        self._changes.run(partial(keys_at, self.companion, index), done, lambda _: None)

    def finish(self, whole: bool, done: Callable[[Record], None], failed: Callable[[ValueError], None]) -> None:
        """Make the record of the game.

        Args:
            whole: Whether it holds the whole game, and not only what the seat saw.
            done: Called with the record.
            failed: Called with the reason if it cannot be made yet.
        """
        companion, stopped = self.companion, self._closing.is_set
        work = partial(finishing.full_record if whole else finishing.seat_record, companion, *((stopped,) * whole))
        self._changes.run(work, done, failed)


def _ignore(_: object) -> None:
    """Drop a result."""

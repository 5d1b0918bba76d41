"""The person's practice at this window: the sets, the chosen puzzles, the current exercise and its judgement."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from workbench import boards
from workbench.gui.practice import words
from workbench.gui.practice.exercise import Exercise, Judged, Prepared, judged, prepare
from workbench.gui.shell.background_jobs import BackgroundJobs
from workbench.puzzles import attempts, sets
from workbench.puzzles.attempts import Attempt
from workbench.puzzles.practice import Counts, Practice
from workbench.puzzles.schema import Puzzle
from workbench.puzzles.sets import SetEntry
from workbench.puzzles.verdicts import Verdict

if TYPE_CHECKING:  # importing it slows start-up
    from workbench.puzzles.background import Work


class Choice(NamedTuple):
    """The chosen puzzles: those of one game, in one set or in all of them.

    Attributes:
        game: The id of the game.
        name: The name of the set, or "" for all sets.
    """

    game: str
    name: str = ""


class Trainer:
    """The state of the practice. It knows no widgets.

    Args:
        changed: Called when something to be shown has changed.
        warn: Shows a message about a problem.

    Attributes:
        sets: All sets, or None before they are loaded.
        choice: The chosen puzzles.
        exercise: The current exercise, or None.
        is_loading: Whether the next puzzle is being prepared.
    """

    def __init__(self, changed: Callable[[], None], warn: Callable[[str], None]) -> None:
        self.changed, self.warn = changed, warn
        self.background = BackgroundJobs()  # separate, because a puzzle may take a second to prepare
        self.practice = Practice()
        self.sets: list[SetEntry] | None = None
        self.choice = Choice("")
        self.exercise: Exercise | None = None
        self.is_loading = False
        self._skipped: set[str] = set()
        self._stamp: attempts.Stamp | None = None  # the state of the file at the last reading
        self._reads = False
        self._work: Work[Verdict | None] | None = None
        self._turn = 0  # number of the exercise, for ignoring late results

    # Sets -------------------------------------------------------------------------------------------------------------

    def load(self, done: Callable[[], None] = lambda: None) -> None:
        """Load the sets, and the attempts if they are not loaded yet."""
        first = self.sets is None

        def read() -> tuple[Practice | None, list[SetEntry]]:
            return Practice.load() if first else None, sets.all_sets()

        def receive(found: tuple[Practice | None, list[SetEntry]]) -> None:
            practice, self.sets = found
            if practice is not None and not self.practice.attempts:
                self.practice = practice
                if practice.warning:
                    self.warn(practice.warning)
            done()
            self.changed()

        self.background.run(read, receive, lambda error: self.warn(str(error)))

    def read_again(self) -> None:
        """Load the attempts that were made elsewhere, perhaps in the shell, if the file has changed."""
        if self.sets is None or self._reads:
            return
        self._reads, known = True, len(self.practice.attempts)

        def read() -> tuple[attempts.Stamp, Practice | None]:
            stamp = attempts.stamp()
            return stamp, None if stamp == self._stamp else Practice.load()

        def receive(found: tuple[attempts.Stamp, Practice | None]) -> None:
            self._reads = False
            stamp, practice = found
            if len(self.practice.attempts) != known:
                self.read_again()  # an attempt ended meanwhile
                return
            self._stamp = stamp
            if practice is not None and len(practice.attempts) >= known:  # fewer: some could not be saved
                self.practice = practice
                self.changed()

        self.background.run(read, receive, lambda error: self.warn(str(error)))

    def choose(self, choice: Choice) -> None:
        """Choose puzzles, and begin with the first due one."""
        self.choice, self._skipped = choice, set()
        self.next_puzzle()

    @property
    def puzzles(self) -> list[Puzzle]:
        """The chosen puzzles, each one once."""
        return self.puzzles_of(self.choice)

    def puzzles_of(self, choice: Choice) -> list[Puzzle]:
        """Return the puzzles of a choice, each one once."""
        found = {
            puzzle.id: puzzle
            for entry in self.sets or ()
            if choice.name in ("", entry.name)
            for puzzle in entry.puzzles
            if puzzle.game == choice.game
        }
        return list(found.values())

    @property
    def title(self) -> str:
        """The name of the chosen set."""
        entry = next((entry for entry in self.sets or () if entry.name == self.choice.name), None)
        return set_title(entry) if entry is not None else words.ALL_SETS

    @property
    def damage(self) -> str:
        """Why the chosen set cannot be read, or ""."""
        return next((entry.damage for entry in self.sets or () if entry.name == self.choice.name), "")

    def choices(self) -> list[tuple[Choice, SetEntry | None]]:
        """Return everything that can be chosen: all puzzles of each game, then each game of each set.

        A damaged set is in the list with the game "".
        """
        known = self.sets or []
        played = [game for game in boards.titles().values() if boards.find(game) is not None]
        found: list[tuple[Choice, SetEntry | None]] = []
        for game in played:
            own = [entry for entry in known if any(puzzle.game == game for puzzle in entry.puzzles)]
            if len(own) > 1:
                found.append((Choice(game), None))
            found += [(Choice(game, entry.name), entry) for entry in own]
        found += [(Choice("", entry.name), entry) for entry in known if entry.damage]
        return found

    # Counts -----------------------------------------------------------------------------------------------------------

    @property
    def counts(self) -> Counts:
        """Counts of the chosen puzzles."""
        return self.practice.counts(self.puzzles)

    @property
    def streak(self) -> int:
        """How many of the chosen puzzles in a row were solved at the first try, the latest last."""
        return streak(self.practice.attempts, {puzzle.id for puzzle in self.puzzles})

    # Exercise ---------------------------------------------------------------------------------------------------------

    def next_puzzle(self, ahead: bool = False) -> None:
        """Begin the next puzzle.

        Args:
            ahead: Whether to practise before a puzzle is due, if none is due or new.
        """
        self.leave_exercise(skips=True)
        puzzles = self.puzzles
        puzzle = self.practice.next_puzzle(puzzles, skipped=self._skipped)
        if puzzle is None and self._skipped:
            self._skipped = set()
            puzzle = self.practice.next_puzzle(puzzles)
        if puzzle is None and ahead:
            seen = [(due, one.id, one) for one in puzzles if (due := self.practice.due(one)) is not None]
            puzzle = min(seen)[2] if seen else None
        self.begin(puzzle)

    def begin(self, puzzle: Puzzle | None) -> None:
        """Begin a puzzle, or show that there is none."""
        self.exercise, self.is_loading = None, puzzle is not None
        self._turn += 1
        if puzzle is not None:
            failed = partial(self._on_failed, self._turn, puzzle)
            self.background.run(partial(prepare, puzzle), partial(self._on_prepared, self._turn), failed)
        self.changed()

    def _on_prepared(self, turn: int, prepared: Prepared) -> None:
        if turn == self._turn:
            self.exercise, self.is_loading = Exercise(prepared), False
            self.changed()

    def _on_failed(self, turn: int, puzzle: Puzzle, error: ValueError) -> None:
        """Skip an impossible puzzle."""
        if turn == self._turn:
            self.warn(words.impossible(str(error)))
            self._skipped.add(puzzle.id)
            self.begin(self.practice.next_puzzle(self.puzzles, skipped=self._skipped))

    def leave_exercise(self, skips: bool = False) -> None:
        """End the exercise. It counts as unsolved if a hint or a wrong answer was given.

        Args:
            skips: Whether the puzzle must not come again soon if it does not count.
        """
        exercise = self.exercise
        self._stop_judging()
        if exercise is None:
            return
        if exercise.has_begun:
            self._record(exercise, False)
        elif skips and not exercise.is_over:
            self._skipped.add(exercise.puzzle.id)
        self.exercise = None

    def submit(self) -> None:
        """Judge the complete answer of the exercise."""
        exercise = self.exercise
        assert exercise is not None and exercise.is_complete
        exercise.waits = True
        prepared = exercise.prepared

        def known() -> Judged | None:
            found = prepared.solving.known()
            return None if found is None else judged(prepared, found)

        self.background.run(known, partial(self._on_known, self._turn, exercise), lambda error: self._not_judged(error))
        self.changed()

    def _on_known(self, turn: int, exercise: Exercise, found: Judged | None) -> None:
        if turn != self._turn or not exercise.waits:
            return
        if found is not None:
            self._on_judged(exercise, found)
        else:
            from workbench.puzzles.background import judge_answer  # imported here because importing it slows start-up

            self._work = judge_answer(exercise.puzzle, tuple(exercise.moves))

    def _on_judged(self, exercise: Exercise, found: Judged) -> None:
        if exercise.take_judgement(found):
            self._record(exercise, True)
        self.changed()

    def _not_judged(self, reason: object) -> None:
        if self.exercise is not None:
            self.exercise.waits = False
        self.warn(words.not_judged(str(reason)))
        self.changed()

    def _stop_judging(self) -> None:
        if self._work is not None:
            self._work.stop()
            self._work = None
        if self.exercise is not None:
            self.exercise.waits = False

    def poll(self) -> None:
        """Receive results of threads."""
        self.background.deliver_next()
        work, exercise = self._work, self.exercise
        if work is None:
            return
        work.poll()
        if work.running:
            return
        self._work = None
        if exercise is None or not exercise.waits:
            return
        if work.result is None:
            self._not_judged(work.fault)
        else:
            self._on_judged(exercise, judged(exercise.prepared, work.result))

    def hint(self) -> None:
        """Give the next hint."""
        if self.exercise is not None:
            self.exercise.solving.hint()
            self.changed()

    def show_answer(self) -> None:
        """Show the best answer. An unsolved puzzle counts as unsolved."""
        exercise = self.exercise
        if exercise is not None:
            self._stop_judging()
            if exercise.give_up():
                self._record(exercise, False)
            self.changed()

    def try_again(self) -> None:
        """Begin the answer again."""
        if self.exercise is not None:
            self._stop_judging()
            self.exercise.begin_again()
            self.changed()

    def _record(self, exercise: Exercise, solved: bool) -> None:
        hints, seconds = len(exercise.given), round(exercise.seconds, 1)
        attempt = self.practice.count(exercise.puzzle, solved, exercise.solving.wrong, hints, seconds)
        self.background.run(
            partial(attempts.add, attempt), lambda _: None, lambda error: self.warn(words.not_saved(str(error)))
        )

    def close(self) -> None:
        """Count an exercise that has begun, save everything, and stop all threads."""
        self.leave_exercise()
        self.background.finish()
        self.background.close()


def streak(done: Sequence[Attempt], ids: set[str]) -> int:
    """Return how many of the latest attempts at these puzzles in a row were right at the first try."""
    number = 0
    for attempt in reversed(done):
        if attempt.puzzle in ids:
            if not attempt.first_try:
                break
            number += 1
    return number


def set_title(entry: SetEntry) -> str:
    """Return the title of a set for people."""
    return words.SHIPPED if entry.shipped else entry.title

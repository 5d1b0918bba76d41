"""Practice: which puzzle comes next, when a puzzle is due again, and the ratings of the person and the puzzles.

FSRS (Free Spaced Repetition Scheduler) decides when a puzzle is due. All state follows from the list of attempts.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime, timedelta
from functools import cache
from hashlib import sha256
from typing import TYPE_CHECKING, NamedTuple

from workbench.puzzles import attempts as attempts_file
from workbench.puzzles import glicko
from workbench.puzzles.attempts import Attempt
from workbench.puzzles.schema import Puzzle
from workbench.results.rating import Rating

if TYPE_CHECKING:
    from fsrs import Card, Scheduler
    from fsrs import Rating as Grade

AGAIN = timedelta(minutes=10)  # until an unsolved puzzle comes again
SPREAD = 100.0  # Elo; new puzzles that are this much nearer or farther come in a mixed order


class RatedOn(NamedTuple):
    """A person's rating after the attempts of one day."""

    day: str
    rating: Rating


class Counts(NamedTuple):
    """Counts of puzzles and attempts.

    Attributes:
        puzzles: The number of puzzles.
        seen: How many of them the person has tried.
        solved: How many of them were solved at the latest attempt.
        attempts: The number of attempts.
        first_try: How many attempts were right at the first answer, without a hint.
        due: How many seen puzzles are due before the end of today.
        new: How many puzzles are new.
    """

    puzzles: int
    seen: int
    solved: int
    attempts: int
    first_try: int
    due: int
    new: int


@cache
def _scheduler() -> Scheduler:
    """Return the scheduler. It is deterministic, so that the same attempts always give the same dates."""
    from fsrs import Scheduler  # imported here because importing it slows start-up

    return Scheduler(learning_steps=(AGAIN,), relearning_steps=(AGAIN,), enable_fuzzing=False)


class Practice:
    """The state of a person's practice.

    Attributes:
        attempts: All attempts, oldest first.
        warning: A message for the user about a damaged file, or "".
    """

    def __init__(self, attempts: Iterable[Attempt] = (), warning: str = "") -> None:
        self.attempts: list[Attempt] = []
        self.warning = warning
        self._cards: dict[str, Card] = {}
        self._solvers: dict[str, tuple[Rating, datetime]] = {}
        self._puzzles: dict[str, Rating] = {}
        self._history: dict[str, list[RatedOn]] = {}
        for attempt in attempts:
            self._add(attempt)

    @classmethod
    def load(cls) -> Practice:
        """Return the stored practice. Never raise."""
        found, warning = attempts_file.load()
        return cls(found, warning)

    def record(
        self, puzzle: Puzzle, solved: bool, wrong: int = 0, hints: int = 0, seconds: float = 0.0,
        date: datetime | None = None,
    ) -> Attempt:  # fmt: skip
        """Count an attempt and save it; see `count`.

        Raises:
            WriteError: The attempt cannot be saved. It counts until the program ends.
        """
        attempt = self.count(puzzle, solved, wrong, hints, seconds, date)
        attempts_file.add(attempt)
        return attempt

    def count(
        self, puzzle: Puzzle, solved: bool, wrong: int = 0, hints: int = 0, seconds: float = 0.0,
        date: datetime | None = None,
    ) -> Attempt:  # fmt: skip
        """Count an attempt without saving it. `attempts.add` saves it, which may wait for the disk.

        Args:
            puzzle: The puzzle.
            solved: Whether an accepted answer was found, perhaps after wrong ones.
            wrong: The number of wrong answers.
            hints: The number of hints.
            seconds: The time of the attempt.
            date: When it ended, with a time zone; None for now.
        """
        attempt = Attempt(
            puzzle=puzzle.id, game=puzzle.game, date=date or attempts_file.now(), solved=solved, wrong=wrong,
            hints=hints, seconds=seconds, rating=puzzle.difficulty.rating, deviation=puzzle.difficulty.deviation,
        )  # fmt: skip
        self._add(attempt)
        return attempt

    def _add(self, attempt: Attempt) -> None:
        from fsrs import Card

        self.attempts.append(attempt)
        card = self._cards.get(attempt.puzzle) or Card(card_id=int(attempt.puzzle, 16), due=_utc(attempt.date))
        self._cards[attempt.puzzle], _ = _scheduler().review_card(card, _grade(attempt), _utc(attempt.date))
        if attempt.puzzle in self._puzzles:
            return  # only the first attempt shows strength; later ones also show memory
        solver = self.solver(attempt.game, attempt.date)
        puzzle = Rating(attempt.rating, max(attempt.deviation, glicko.LEAST_DEVIATION), 0)
        score = float(attempt.first_try)
        rating = glicko.after_attempt(solver, puzzle, score)
        self._puzzles[attempt.puzzle] = glicko.after_attempt(puzzle, solver, 1 - score)
        self._solvers[attempt.game] = rating, attempt.date
        history, day = self._history.setdefault(attempt.game, []), attempt.date.date().isoformat()
        history[-1 if history and history[-1].day == day else len(history) :] = [RatedOn(day, rating)]

    # Ratings ----------------------------------------------------------------------------------------------------------

    def solver(self, game: str, date: datetime | None = None) -> Rating:
        """Return the person's rating in a game, now or on a date. `games` counts its puzzles."""
        if game not in self._solvers:
            return glicko.START_RATING
        rating, last = self._solvers[game]
        return glicko.after_days(rating, ((date or attempts_file.now()) - last) / timedelta(days=1))

    def rating_of(self, puzzle: Puzzle) -> Rating:
        """Return the rating of a puzzle: its estimate, corrected by the person's first attempt."""
        estimate = Rating(puzzle.difficulty.rating, max(puzzle.difficulty.deviation, glicko.LEAST_DEVIATION), 0)
        return self._puzzles.get(puzzle.id, estimate)

    def solve_chance(self, puzzle: Puzzle) -> float:
        """Return the probability that the person solves a new puzzle at the first try."""
        return glicko.solve_chance(self.solver(puzzle.game), self.rating_of(puzzle))

    def history(self, game: str) -> tuple[RatedOn, ...]:
        """Return the person's rating in a game after each day with new puzzles, oldest first."""
        return tuple(self._history.get(game, ()))

    # Schedule ---------------------------------------------------------------------------------------------------------

    def due(self, puzzle: Puzzle) -> datetime | None:
        """Return when a puzzle is due again, or None if it is new."""
        card = self._cards.get(puzzle.id)
        return None if card is None else card.due

    def is_due(self, puzzle: Puzzle, date: datetime | None = None) -> bool:
        """Return whether a puzzle is due, now or on a date. A new puzzle is not due."""
        due = self.due(puzzle)
        return due is not None and due <= (date or attempts_file.now())

    def next_puzzle(
        self, puzzles: Sequence[Puzzle], date: datetime | None = None, skipped: Iterable[str] = ()
    ) -> Puzzle | None:
        """Return the puzzle that comes next: the puzzle due for longest, or a new one near the rating.

        Args:
            puzzles: The puzzles to choose from.
            date: The time, with a time zone; None for now.
            skipped: The ids of puzzles that must not come now.

        Returns:
            None if no puzzle is due and none is new; see `next_due`.
        """
        date, left = date or attempts_file.now(), set(skipped)
        open_ = [puzzle for puzzle in puzzles if puzzle.id not in left]
        waiting = [puzzle for puzzle in open_ if self.is_due(puzzle, date)]
        if waiting:
            return min(waiting, key=lambda puzzle: (self._cards[puzzle.id].due, puzzle.id))
        new = [puzzle for puzzle in open_ if puzzle.id not in self._cards]
        return min(new, key=self._distance) if new else None

    def _distance(self, puzzle: Puzzle) -> tuple[float, str]:
        """Return how far the difficulty of a new puzzle is from the person's rating, with a fixed random part."""
        digest = sha256(f"{puzzle.id} {len(self.attempts)}".encode()).digest()
        part = int.from_bytes(digest[:4], "big") / 2**32
        return abs(self.solver(puzzle.game).value - puzzle.difficulty.rating) + SPREAD * part, puzzle.id

    def next_due(self, puzzles: Iterable[Puzzle]) -> datetime | None:
        """Return when the next of the seen puzzles is due, or None."""
        return min((card.due for puzzle in puzzles if (card := self._cards.get(puzzle.id))), default=None)

    # Statistics -------------------------------------------------------------------------------------------------------

    def counts(self, puzzles: Iterable[Puzzle], date: datetime | None = None) -> Counts:
        """Return counts about puzzles. Attempts at other puzzles do not count.

        Args:
            puzzles: The puzzles, such as all those of one game.
            date: The time, with a time zone; None for now.
        """
        date = date or attempts_file.now()
        tomorrow = date.replace(hour=0, minute=0, second=0, microsecond=0) + timedelta(days=1)
        ids = {puzzle.id for puzzle in puzzles}
        mine = [attempt for attempt in self.attempts if attempt.puzzle in ids]
        latest = {attempt.puzzle: attempt for attempt in mine}
        return Counts(
            puzzles=len(ids),
            seen=len(latest),
            solved=sum(attempt.solved for attempt in latest.values()),
            attempts=len(mine),
            first_try=sum(attempt.first_try for attempt in mine),
            due=sum(self._cards[name].due < tomorrow for name in latest),
            new=len(ids) - len(latest),
        )


def _grade(attempt: Attempt) -> Grade:
    from fsrs import Rating as Grade

    if not attempt.solved or attempt.wrong:
        return Grade.Again
    return Grade.Hard if attempt.hints else Grade.Good


def _utc(date: datetime) -> datetime:
    """Return a time in UTC, as FSRS wants it."""
    return date.astimezone(UTC)

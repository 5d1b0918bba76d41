"""One attempt at a puzzle: the moves of the answer, the hints, the judgement and the time."""

from __future__ import annotations

from collections.abc import Sequence
from time import monotonic
from typing import NamedTuple

from fastcore import Event, State, Viewpoint
from workbench.puzzles.hints import Hint, hints
from workbench.puzzles.question import Question, viewpoint
from workbench.puzzles.reasons import difference_sentences, history_sentences, reasons
from workbench.puzzles.schema import Puzzle
from workbench.puzzles.verdicts import Verdict


class Prepared(NamedTuple):
    """Everything about a puzzle that takes a moment to compute.

    Attributes:
        puzzle: The puzzle.
        question: Its question.
        hints: The hints, the vaguest first.
        history: A sentence about each event that the seat has observed.
        last_turn: The events of the last observation.
    """

    puzzle: Puzzle
    question: Question
    hints: tuple[Hint, ...]
    history: tuple[str, ...]
    last_turn: tuple[Event, ...]


def prepare(puzzle: Puzzle) -> Prepared:
    """Prepare a puzzle. Call this on a thread.

    Raises:
        ValueError: The puzzle is impossible.
    """
    question = Question.of(puzzle)
    events: tuple[Event, ...] = ()
    point = viewpoint(puzzle.spec, puzzle.seat, puzzle.view)
    for text in puzzle.observations:
        events = tuple(point.observe(text))
    return Prepared(puzzle, question, hints(puzzle, question), history_sentences(puzzle), events)


class Judged(NamedTuple):
    """A judged answer.

    Attributes:
        moves: The answer.
        right: Whether it is accepted.
        sentence: The sentence about it.
        differences: Sentences about why a wrong answer is worse. Like the first, they name no other answer.
        reasons: All further sentences, which name the best answer.
    """

    moves: tuple[str, ...]
    right: bool
    sentence: str
    differences: tuple[str, ...]
    reasons: tuple[str, ...]


def judged(prepared: Prepared, moves: tuple[str, ...], verdict: Verdict) -> Judged:
    """Return a judgement with its sentences."""
    puzzle, question = prepared.puzzle, prepared.question
    first, *others = reasons(puzzle, verdict, question)
    differences = () if verdict.right else difference_sentences(question, puzzle, verdict.answer)
    return Judged(moves, verdict.right, first, tuple(differences), tuple(others))


class Exercise:
    """One attempt at a puzzle.

    Attributes:
        moves: The moves of the answer so far.
        hinted: The number of hints given.
        wrong: The number of wrong answers.
        judged: The last judged answer, or None while an answer is being entered or judged.
        waits: Whether the answer is being judged.
        is_over: Whether the attempt is over: solved, or the answer was shown.
        solved: Whether a right answer was found.
        given_up: Whether the best answer was shown.
    """

    def __init__(self, prepared: Prepared) -> None:
        self.prepared, self.puzzle, self.question = prepared, prepared.puzzle, prepared.question
        self.moves: list[str] = []
        self.undone: list[str] = []
        self.hinted = self.wrong = 0
        self.judged: Judged | None = None
        self.waits = self.is_over = self.solved = self.given_up = False
        self._spent, self._since = 0.0, monotonic()
        self.legal: tuple[str, ...] = self.question.legal(())
        self._shown = self.question.shown(())

    @property
    def has_begun(self) -> bool:
        """Whether the attempt counts if it ends now without an answer: there was a hint or a wrong answer."""
        return not self.is_over and bool(self.hinted or self.wrong)

    @property
    def is_wrong(self) -> bool:
        """Whether a wrong answer is on the board."""
        return self.judged is not None and not self.judged.right and not self.given_up

    @property
    def writes_plan(self) -> bool:
        """Whether the answer is a plan, which is submitted as a whole."""
        return self.question.unit == "plan"

    @property
    def is_complete(self) -> bool:
        """Whether the answer is complete."""
        return bool(self.moves) and not self.legal

    @property
    def accepts_moves(self) -> bool:
        """Whether a move can be entered now."""
        return not (self.waits or self.judged or self.given_up or self.is_complete)

    @property
    def start(self) -> Viewpoint | State:
        """The position of the puzzle."""
        return self.question.point if self.question.point.state is None else self.question.point.state

    @property
    def shown(self) -> Viewpoint | State:
        """The position after the moves of the answer, as the seat knows it."""
        return self._shown

    # Answer -----------------------------------------------------------------------------------------------------------

    def play(self, move: str) -> None:
        """Add a move to the answer.

        Raises:
            IllegalMove: The move is illegal.
        """
        self._set([*self.moves, move])
        self.undone = []

    def undo(self) -> None:
        """Remove the last move of the answer, and any judgement."""
        self.undone.append(self.moves[-1])
        self.judged = None
        self._set(self.moves[:-1])

    def redo(self) -> None:
        """Add the last undone move again."""
        move = self.undone.pop()
        self._set([*self.moves, move])

    @property
    def can_undo(self) -> bool:
        """Whether a move can be undone."""
        return bool(self.moves) and not (self.waits or self.is_over)

    @property
    def can_redo(self) -> bool:
        """Whether an undone move can be made again."""
        return bool(self.undone) and self.accepts_moves

    def begin_again(self) -> None:
        """Remove all moves and the judgement. A finished attempt goes on as an exercise that does not count."""
        self.judged, self.given_up, self.undone = None, False, []
        self._set([])

    def _set(self, moves: Sequence[str]) -> None:
        self.legal = self.question.legal(moves)
        self._shown = self.question.shown(moves)
        self.moves = list(moves)

    # Judgement --------------------------------------------------------------------------------------------------------

    def take_judgement(self, found: Judged) -> bool:
        """Note the judgement of the answer. Return whether the attempt ends with it."""
        self.waits, self.judged = False, found
        if self.is_over:
            return False
        if not found.right:
            self.wrong += 1
            return False
        self.is_over = self.solved = True
        return True

    def give_up(self) -> bool:
        """Show the best answer. Return whether the attempt ends with it, unsolved."""
        ends = not self.is_over
        self.is_over = self.given_up = True
        self.waits = False
        self._set([])
        return ends

    # Hints ------------------------------------------------------------------------------------------------------------

    @property
    def given(self) -> tuple[Hint, ...]:
        """The hints given so far."""
        return self.prepared.hints[: self.hinted]

    @property
    def has_hint(self) -> bool:
        """Whether there is a further hint."""
        return self.hinted < len(self.prepared.hints)

    def hint(self) -> None:
        """Give the next hint."""
        self.hinted += 1

    # Time -------------------------------------------------------------------------------------------------------------

    @property
    def seconds(self) -> float:
        """The seconds in which the puzzle was on the screen."""
        return self._spent + (monotonic() - self._since if self._since else 0.0)

    def set_running(self, running: bool) -> None:
        """Start or stop the time, because the puzzle appears on the screen or leaves it."""
        if running != bool(self._since):
            self._spent, self._since = self.seconds, monotonic() if running else 0.0

"""One attempt at a puzzle, move by move, for the terminal and the window."""

from __future__ import annotations

from time import monotonic

from fastcore import State, Viewpoint
from workbench.puzzles.attempts import Attempt
from workbench.puzzles.hints import WHERE, Hint, hints
from workbench.puzzles.practice import Practice
from workbench.puzzles.question import Question
from workbench.puzzles.schema import Puzzle
from workbench.puzzles.verdicts import Verdict, known_verdict


class Solving:
    """An attempt in progress.

    Play moves until `is_complete`. Then judge the answer: `known` has the verdict of an answer of the puzzle's list;
    another answer needs `background.judge_answer`. Pass the verdict to `count`. A wrong answer is removed, so that
    the person can try again. `finish` saves the attempt.

    Args:
        puzzle: The puzzle.

    Attributes:
        question: Its question.
        moves: The moves of the answer so far.
        wrong: The number of wrong answers.
        shown_hints: The hints so far.
        solved: Whether a right answer was found.

    Raises:
        ValueError: The position of the puzzle is impossible.
    """

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle
        self.question = Question.of(puzzle)
        self.moves: list[str] = []
        self.wrong = 0
        self.shown_hints: list[Hint] = []
        self.solved = False
        self._hints = hints(puzzle, self.question)
        self._start = monotonic()

    # The answer -------------------------------------------------------------------------------------------------------

    @property
    def point(self) -> State | Viewpoint:
        """The position to show. It has only what the seat knows."""
        return self.question.shown(self.moves)

    @property
    def legal(self) -> tuple[str, ...]:
        """The texts of the possible next moves; none if the answer is complete."""
        return self.question.legal(self.moves)

    @property
    def is_complete(self) -> bool:
        """Whether the moves are a whole answer."""
        return self.question.is_complete(self.moves)

    def play(self, move: str) -> None:
        """Add a move to the answer.

        Raises:
            IllegalMove: The move is illegal, or the answer is complete.
        """
        self.question.after((*self.moves, move))
        self.moves.append(move)

    def undo(self, count: int = 1) -> None:
        """Undo the last moves of the answer."""
        del self.moves[max(0, len(self.moves) - count) :]

    # The verdict ------------------------------------------------------------------------------------------------------

    def known(self) -> Verdict | None:
        """Return the verdict of the complete answer if the puzzle's list has it."""
        return known_verdict(self.puzzle, self.moves, self.question)

    def count(self, verdict: Verdict) -> None:
        """Take the verdict of the answer into account. A wrong answer is removed; hints then show what it lacked."""
        self.solved = verdict.right
        if not verdict.right:
            self.wrong += 1
            self._hints = hints(self.puzzle, self.question, self.moves)
            if self.shown_hints and self.shown_hints[-1].degree == self._hints[0].degree == WHERE:
                self.shown_hints[-1] = self._hints[0]
            self.moves.clear()

    # Hints and the end ------------------------------------------------------------------------------------------------

    @property
    def has_hint(self) -> bool:
        """Whether there is a further hint."""
        return self._next_hint is not None

    @property
    def _next_hint(self) -> Hint | None:
        degree = self.shown_hints[-1].degree if self.shown_hints else 0
        return next((hint for hint in self._hints if hint.degree > degree), None)

    def hint(self) -> Hint:
        """Return the next hint, or the last one again if there are no more."""
        following = self._next_hint
        if following is not None:
            self.shown_hints.append(following)
        return self.shown_hints[-1]

    def finish(self, practice: Practice) -> Attempt:
        """Save the attempt. Without a right answer it counts as not solved.

        Raises:
            WriteError: It cannot be saved. It counts until the program ends.
        """
        seconds = monotonic() - self._start
        return practice.record(self.puzzle, self.solved, self.wrong, len(self.shown_hints), seconds)

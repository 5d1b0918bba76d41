"""One attempt at a puzzle in the window: the answer with undo and redo, its judgement, and the time."""

from __future__ import annotations

from collections.abc import Sequence
from time import monotonic
from typing import NamedTuple

from fastcore import Event, State, Viewpoint
from workbench import boards
from workbench.puzzles.hints import Hint
from workbench.puzzles.question import viewpoint
from workbench.puzzles.reasons import difference_sentences, history_sentences, part_sentence, reasons
from workbench.puzzles.schema import Puzzle
from workbench.puzzles.solving import Solving
from workbench.puzzles.verdicts import Verdict


class Prepared(NamedTuple):
    """Everything about a puzzle that takes a moment to compute.

    Attributes:
        puzzle: The puzzle.
        solving: The attempt.
        history: A sentence about each event that the seat has observed.
        last_turn: The events of the last observation.
        writes_plan: Whether the answer is written on a sheet and submitted as a whole.
    """

    puzzle: Puzzle
    solving: Solving
    history: tuple[str, ...]
    last_turn: tuple[Event, ...]
    writes_plan: bool


def prepare(puzzle: Puzzle) -> Prepared:
    """Prepare a puzzle. Call this on a thread.

    Raises:
        ValueError: The puzzle is impossible.
    """
    solving = Solving(puzzle)
    events: tuple[Event, ...] = ()
    point = viewpoint(puzzle.spec, puzzle.seat, puzzle.view)
    for text in puzzle.observations:
        events = tuple(point.observe(text))
    board = boards.find(puzzle.game)
    writes_plan = solving.question.unit == "plan" and board is not None and board.uses_sheet(solving.question.point)
    return Prepared(puzzle, solving, history_sentences(puzzle), events, writes_plan)


class Judged(NamedTuple):
    """A judged answer.

    Attributes:
        verdict: The judgement.
        sentence: The sentence about it.
        differences: Sentences about how much of a wrong answer is right, and why it is worse. Like the first, they name
            no other answer.
        reasons: All further sentences, which name the best answer.
    """

    verdict: Verdict
    sentence: str
    differences: tuple[str, ...]
    reasons: tuple[str, ...]

    @property
    def right(self) -> bool:
        """Whether the answer is accepted."""
        return self.verdict.right


def judged(prepared: Prepared, verdict: Verdict) -> Judged:
    """Return a judgement with its sentences."""
    puzzle, question, tried = prepared.puzzle, prepared.solving.question, tuple(prepared.solving.moves)
    first, *others = reasons(puzzle, verdict, question, tried)
    if verdict.right:
        return Judged(verdict, first, (), tuple(others))
    part = part_sentence(question, puzzle.best.moves, tried or verdict.answer.moves)
    differences = difference_sentences(puzzle, question, verdict.answer, verdict.trials)
    return Judged(verdict, first, (*filter(None, [part]), *differences), tuple(others))


class Exercise:
    """One attempt at a puzzle.

    Attributes:
        solving: The attempt of the model, with the moves, the hints and the number of wrong answers.
        judged: The last judged answer, or None while an answer is being entered or judged.
        waits: Whether the answer is being judged.
        is_over: Whether the attempt is over: solved, or the answer was shown.
        given_up: Whether the best answer was shown.
    """

    def __init__(self, prepared: Prepared) -> None:
        self.prepared, self.puzzle, self.solving = prepared, prepared.puzzle, prepared.solving
        self.question = self.solving.question
        self.undone: list[str] = []
        self.judged: Judged | None = None
        self.waits = self.is_over = self.given_up = False
        self._spent, self._since = 0.0, monotonic()
        self.legal: tuple[str, ...] = self.solving.legal
        self._shown = self.solving.point

    @property
    def moves(self) -> list[str]:
        """The moves of the answer so far."""
        return self.solving.moves

    @property
    def has_begun(self) -> bool:
        """Whether the attempt counts if it ends now without an answer: there was a hint or a wrong answer."""
        return not self.is_over and bool(self.given or self.solving.wrong)

    @property
    def is_wrong(self) -> bool:
        """Whether a wrong answer is on the board."""
        return self.judged is not None and not self.judged.right and not self.given_up

    @property
    def writes_plan(self) -> bool:
        """Whether the answer is written on a sheet and submitted as a whole."""
        return self.prepared.writes_plan

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
        legal, shown = self.question.legal(moves), self.question.shown(moves)
        self.legal, self._shown = legal, shown
        self.solving.moves[:] = moves

    # Judgement --------------------------------------------------------------------------------------------------------

    def take_judgement(self, found: Judged) -> bool:
        """Note the judgement of the answer. Return whether the attempt ends with it.

        A wrong answer stays on the board until the person tries again.
        """
        self.waits, self.judged = False, found
        if self.is_over:
            return False
        moves = tuple(self.moves)
        self.solving.count(found.verdict)
        self.solving.moves[:] = moves
        self.is_over = found.right
        return found.right

    def give_up(self) -> bool:
        """Show the best answer. Return whether the attempt ends with it, unsolved."""
        ends = not self.is_over
        self.is_over = self.given_up = True
        self.waits = False
        self._set([])
        return ends

    # Hints ------------------------------------------------------------------------------------------------------------

    @property
    def given(self) -> list[Hint]:
        """The hints given so far."""
        return self.solving.shown_hints

    # Time -------------------------------------------------------------------------------------------------------------

    @property
    def seconds(self) -> float:
        """The number of seconds that the puzzle was on the screen."""
        return self._spent + (monotonic() - self._since if self._since else 0.0)

    def set_running(self, running: bool) -> None:
        """Start or stop the time, because the puzzle appears on the screen or leaves it."""
        if running != bool(self._since):
            self._spent, self._since = self.seconds, monotonic() if running else 0.0

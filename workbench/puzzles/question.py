"""The position of a puzzle, its answers as moves by the rules, and which of them are the same answer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from fastcore import CHANCE, OVER, BadPosition, Conflict, GameInfo, IllegalMove, State, Stream, Viewpoint
from fastcore.comparison.comparison import MAX_HORIZON, MAX_TRIALS
from workbench.puzzles.schema import Puzzle
from workbench.system import limits
from workbench.system.translation import tr

Unit = Literal["turn", "plan", "move"]
Moves = Sequence[str]
Ending = tuple[str, ...]  # names the position after an answer; equal for the same answer in another order


def unit(info: GameInfo) -> Unit:
    """Return what one answer is: a turn if nothing is hidden, a plan if choices are secret, else one move."""
    return "plan" if info.has.secrets else "move" if info.has.covered else "turn"


def viewpoint(spec: str, seat: int, view: str, observations: Sequence[str] = ()) -> Viewpoint:
    """Return what a seat knows after these observations from this view.

    Raises:
        BadPosition: The view is invalid.
        Conflict: An observation is impossible.
    """
    point = Viewpoint.parse(f"{spec} {view}", seat)
    for text in observations:
        point.observe(text, events=False)
    return point


class Question:
    """A decision of one seat.

    Args:
        point: What the seat knows.

    Raises:
        ValueError: Another seat is to move.
    """

    def __init__(self, point: Viewpoint) -> None:
        if point.seat is None or point.actor != point.seat:
            raise ValueError(tr("the seat of the puzzle is not to move"))
        self.point, self.seat, self.info = point, point.seat, point.info
        self.unit = unit(point.info)
        # One possible full position. It is used only for moves of the seat, which are the same in all of them.
        self._world = point.state or point.sample(Stream(0, "puzzle", point.key))

    @classmethod
    def of(cls, puzzle: Puzzle) -> Question:
        """Return the question of a puzzle.

        Raises:
            ValueError: The position is impossible, or another seat is to move.
        """
        return cls(viewpoint(puzzle.spec, puzzle.seat, puzzle.view, puzzle.observations))

    def after(self, moves: Sequence[str]) -> State:
        """Return a possible position after the first moves of an answer.

        In a game with hidden information, this is one of several possible positions; show only `legal` moves of it.

        Raises:
            IllegalMove: A move is illegal, or the answer was complete before it.
        """
        state = self._world.copy()
        for number, move in enumerate(moves):
            if number and self._has_ended(state):
                raise self._illegal(move, tr("the answer ends before this move"))
            try:
                state.play(move)
            except IllegalMove as error:
                raise self._illegal(move, error.reason) from None
        return state

    def _illegal(self, move: str, reason: str) -> IllegalMove:
        """Return the error for a move, with the position as the seat knows it."""
        return IllegalMove(move, f"{self.point.spec} {self.point.text()}", reason)

    def _has_ended(self, state: State) -> bool:
        begin = self._world
        if (state.actor, state.turn) != (begin.actor, begin.turn) or self.unit == "move":
            return True
        return self.unit == "plan" and state.phase != begin.phase

    def is_complete(self, moves: Sequence[str]) -> bool:
        """Return whether these moves are a whole answer.

        Raises:
            IllegalMove: A move is illegal.
        """
        return bool(moves) and self._has_ended(self.after(moves))

    def legal(self, moves: Sequence[str]) -> tuple[str, ...]:
        """Return the texts of the next moves after the first moves of an answer; none if it is complete.

        Raises:
            IllegalMove: A move is illegal.
        """
        state = self.after(moves)
        if moves and self._has_ended(state):
            return ()
        return tuple(state.move_text(move) for move in state.moves())

    def shown(self, moves: Sequence[str]) -> Viewpoint | State:
        """Return the position to show after the first moves of an incomplete answer, as the seat knows it.

        Raises:
            IllegalMove: A move is illegal.
        """
        state = self.after(moves)
        if self.point.state is not None:
            return state
        point = self.point.copy()
        known = len(moves) - self._has_ended(state)  # what happens after the last move of an answer is not known
        for move in moves[:known]:
            point.observe(move, events=False)
        return point

    def ending(self, moves: Sequence[str]) -> Ending:
        """Return the name of an answer. The moves of a turn have the same name in every order with the same end.

        Raises:
            IllegalMove: A move is illegal.
        """
        state = self.after(moves)
        return (state.text(),) if self.unit == "turn" else self.canonical(moves)

    def canonical(self, moves: Sequence[str]) -> tuple[str, ...]:
        """Return the moves of an answer as the program writes them.

        Raises:
            IllegalMove: A move is illegal.
        """
        self.after(moves)
        state, texts = self._world.copy(), list[str]()
        for move in moves:
            number = state.parse_move(move)
            texts.append(state.move_text(number))
            state.play(number)
        return tuple(texts)


def check(puzzle: Puzzle) -> None:
    """Check a puzzle by the rules: its position, and that its answers are complete, legal, different and in order.

    Raises:
        ValueError: The puzzle is impossible.
    """
    try:
        question = Question.of(puzzle)
    except (BadPosition, Conflict) as error:
        raise ValueError(tr("its position is impossible: {reason}", reason=str(error))) from None
    if question.point.actor in (CHANCE, OVER):
        raise ValueError(tr("nobody decides in its position"))
    if len(puzzle.accepted) + len(puzzle.rejected) > limits.PUZZLE_ANSWERS:
        raise ValueError(tr("it has too many answers"))
    endings: set[Ending] = set()
    for answer in (*puzzle.accepted, *puzzle.rejected):
        try:
            if not question.is_complete(answer.moves):
                raise ValueError(tr("its answer {moves} is incomplete", moves=" ".join(answer.moves)))
            ending = question.ending(answer.moves)
        except IllegalMove as error:
            raise ValueError(tr("its answer is illegal: {reason}", reason=str(error))) from None
        if ending in endings:
            raise ValueError(tr("it has the answer {moves} twice", moves=" ".join(answer.moves)))
        endings.add(ending)
    proof, policies = puzzle.proof, question.info.policies
    if proof.continuation not in policies:
        raise ValueError(tr("its proof needs the unknown policy {name!r}", name=proof.continuation))
    if not 1 <= proof.trials <= MAX_TRIALS or (proof.horizon or 0) > MAX_HORIZON:
        raise ValueError(tr("its proof has more games or turns than a comparison"))
    losses = [answer.loss for answer in puzzle.rejected]
    if puzzle.best.loss or losses != sorted(losses) or losses[0] <= 0:
        raise ValueError(tr("the losses of its answers are not in order"))

"""The state of a guided first game: the current lesson, its next goal, and the effect of a move or click."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import fastcore
from fastcore import CHANCE, Event, State, Viewpoint
from workbench import boards
from workbench.boards.kit import lessons
from workbench.boards.kit.lessons import REFUSED, Lesson
from workbench.seen.draft import Draft
from workbench.system.translation import tr


class LessonMove(NamedTuple):
    """The result of a move in a lesson.

    Args:
        events: The events of the move, or () if it was not played.
        is_goal: Whether the move was a goal. Other moves are not played.
    """

    events: tuple[Event, ...]
    is_goal: bool


class Guide:
    """The lessons of one game and the progress in the current one.

    Args:
        game: The id of the game.
        number: The lesson to start with, from 0.

    Raises:
        ValueError: The game has no lessons.
    """

    def __init__(self, game: str, number: int = 0) -> None:
        self.game, self.lessons = game, lessons.find(game)
        if not self.lessons:
            raise ValueError(tr("{game} has no lessons", game=game))
        self.start_lesson(number)

    def start_lesson(self, number: int) -> None:
        """Start a lesson from its first position. A number out of range is clamped."""
        self.number = max(0, min(number, len(self.lessons) - 1))
        self.state = fastcore.parse(self.lesson.situation)
        # the seat whose view the learner has, if the game has hidden information
        self.seat = self.state.actor if self.state.info.has.covered else None
        self.known = None if self.seat is None else self.state.viewpoint(self.seat)
        self.reached = self.drawn = 0
        self.written = ""  # the last move of a plan, played when the plan is locked

    @property
    def point(self) -> State | Viewpoint:
        """The position as the learner sees it."""
        return self.state if self.known is None else self.known

    @property
    def lesson(self) -> Lesson:
        """The current lesson."""
        return self.lessons[self.number]

    @property
    def done(self) -> bool:
        """Whether all goals of the lesson are reached."""
        return self.reached == len(self.lesson.goals)

    @property
    def last(self) -> bool:
        """Whether this is the last lesson."""
        return self.number == len(self.lessons) - 1

    @property
    def goal(self) -> tuple[str, ...]:
        """The moves that reach the next goal, or () if any move does."""
        return () if self.done else self.lesson.goals[self.reached]

    @property
    def step(self) -> str:
        """A short prompt for the next goal, or "" if none is needed."""
        return "" if self.done or self.written or not self.lesson.steps else self.lesson.steps[self.reached]

    def draw(self) -> tuple[Event, ...]:
        """Play the next chance event that the lesson prescribes, if one is due."""
        if self.done or self.state.actor != CHANCE or self.drawn == len(self.lesson.rolls):
            return ()
        roll = self.lesson.rolls[self.drawn]
        self.drawn += 1
        return self._make(roll)

    def play(self, move: str) -> LessonMove:
        """Play a legal move if it reaches the goal.

        A move that completes a written plan is entered on the sheet; `lock` plays it.

        Raises:
            IllegalMove: The move is illegal. The message is the reason.
        """
        self.state.parse_move(move)
        if self.done or self.written or (self.goal and move not in self.goal):
            return LessonMove((), False)
        if self._completes(move):
            self.written = move
            return LessonMove((), True)
        self.reached += 1
        return LessonMove(self._make(move), True)

    def clear_written(self) -> bool:
        """Remove the move that waits for `lock`. Return False if there is none."""
        was, self.written = bool(self.written), ""
        return was

    def _completes(self, move: str) -> bool:
        """Return whether this move completes a plan on a sheet."""
        board = boards.find(self.game)
        uses_sheet = board is not None and self.known is not None and board.uses_sheet(self.known)
        return uses_sheet and self.known is not None and Draft(self.known, (move,)).complete

    def lock(self) -> tuple[Event, ...]:
        """Play the move that waits on the sheet, if any, and return its events."""
        move, self.written = self.written, ""
        self.reached += bool(move)
        return self._make(move) if move else ()

    def _make(self, move: str) -> tuple[Event, ...]:
        events = self.state.events(move, self.seat)
        seen = "" if self.known is None else self.state.observation(move, self.seat)
        self.state.play(move)
        if self.known is not None and seen:
            self.known = self.known.copy()  # the previous object may still be in use
            self.known.observe(seen)
        return tuple(events)

    def count_refused(self, clicks: Sequence[str]) -> bool:
        """Count a refused click as progress if it was the goal. Return whether it was.

        Args:
            clicks: The spots clicked, the refused one last.
        """
        is_goal = REFUSED + "-".join(clicks) in self.goal
        self.reached += is_goal
        return is_goal

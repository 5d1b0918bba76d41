"""A guided first game: which lesson is on, what is still to be done in it, and what a move or a click comes to."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import fastcore
from fastcore import CHANCE, Event, State, Viewpoint
from workbench import boards
from workbench.boards.kit import lessons
from workbench.boards.kit.lessons import REFUSED, Lesson
from workbench.seen.draft import Draft


class Made(NamedTuple):
    """What a move did: its events, and whether it was asked for. What was not asked for is not kept."""

    events: tuple[Event, ...]
    asked: bool


class Guide:
    """The lessons of one game, one of them on the table. ValueError if the game has none."""

    def __init__(self, game: str, number: int = 0) -> None:
        self.game, self.lessons = game, lessons.find(game)
        if not self.lessons:
            raise ValueError(f"{game} has no lessons")
        self.begin(number)

    def begin(self, number: int) -> None:
        """Put a lesson on the table as it starts."""
        self.number = max(0, min(number, len(self.lessons) - 1))
        self.state = fastcore.parse(self.lesson.situation)
        # whose view is shown where something is covered
        self.seat = self.state.actor if self.state.info.has.covered else None
        self.known = None if self.seat is None else self.state.viewpoint(self.seat)
        self.reached = self.drawn = 0
        self.written = ""  # the last move of a turn on a sheet, which is made when that is locked

    @property
    def point(self) -> State | Viewpoint:
        """The position as the learner sees it."""
        return self.state if self.known is None else self.known

    @property
    def lesson(self) -> Lesson:
        return self.lessons[self.number]

    @property
    def done(self) -> bool:
        return self.reached == len(self.lesson.goals)

    @property
    def last(self) -> bool:
        return self.number == len(self.lessons) - 1

    @property
    def goal(self) -> tuple[str, ...]:
        """The moves that count now, () for any."""
        return () if self.done else self.lesson.goals[self.reached]

    @property
    def step(self) -> str:
        """What is asked for now in a few words, "" where the task says it all."""
        return "" if self.done or self.written or not self.lesson.steps else self.lesson.steps[self.reached]

    def draw(self) -> tuple[Event, ...]:
        """Let chance decide what the lesson says, if it is to decide and the lesson goes on."""
        if self.done or self.state.actor != CHANCE or self.drawn == len(self.lesson.rolls):
            return ()
        roll = self.lesson.rolls[self.drawn]
        self.drawn += 1
        return self._make(roll)

    def play(self, move: str) -> Made:
        """Make a legal move if it counts. What completes a turn on a sheet is written there and waits for `lock`.
        IllegalMove says why it cannot be made."""
        self.state.parse_move(move)
        if self.done or self.written or (self.goal and move not in self.goal):
            return Made((), False)
        if self._completes(move):
            self.written = move
            return Made((), True)
        self.reached += 1
        return Made(self._make(move), True)

    def unwrite(self) -> bool:
        """Take what waits for `lock` off the sheet; whether anything did."""
        was, self.written = bool(self.written), ""
        return was

    def _completes(self, move: str) -> bool:
        """Whether nothing of a turn that is written on a sheet is missing after this move."""
        board = boards.find(self.game)
        collected = board is not None and self.known is not None and board.collects(self.known)
        return collected and self.known is not None and Draft(self.known, (move,)).complete

    def lock(self) -> tuple[Event, ...]:
        """Make what waits for it, if anything does."""
        move, self.written = self.written, ""
        self.reached += bool(move)
        return self._make(move) if move else ()

    def _make(self, move: str) -> tuple[Event, ...]:
        events = self.state.events(move, self.seat)
        seen = "" if self.known is None else self.state.observation(move, self.seat)
        self.state.play(move)
        if self.known is not None and seen:
            self.known = self.known.copy()  # who asked for the point before keeps it
            self.known.observe(seen)
        return tuple(events)

    def refused(self, clicks: Sequence[str]) -> bool:
        """A click was refused, after the spots chosen before it: whether that was asked for."""
        wanted = REFUSED + "-".join(clicks) in self.goal
        self.reached += wanted
        return wanted

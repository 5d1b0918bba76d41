"""One game being played: its position, what has happened, who sits where, undo and redo. It knows no window."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

import bots
import fastcore
from bots.base import in_one_line
from bots.report import Report
from fastcore import CHANCE, OVER, Event

PERSON = "person"
Waits = Literal["person", "bot", "chance", "over"]


class Step(NamedTuple):
    """One move: who made it (a seat or CHANCE), its text, the turn it belongs to, what everybody saw of it.

    `report` is what the bot that chose it reported last, None for persons and chance. A step as one seat saw it has
    its observation for the text of the move.
    """

    actor: int
    move: str
    turn: int
    events: tuple[Event, ...]
    report: Report | None = None


def own_turn(point: fastcore.Viewpoint, line: Sequence[str]) -> tuple[str, ...]:
    """The beginning of a line of moves that the same seat makes in the same turn."""
    state = point.state
    if state is None:
        return tuple(line[:1])
    moves = []
    for move in line:
        if (state.actor, state.turn) != (point.actor, point.turn) or state.why_not(move):
            break
        state.play(move)
        moves.append(move)
    return tuple(moves)


class Session:
    """A game of `spec` from its start or a given position text. `seats` are PERSON or a bot's text.

    Chance draws from streams of its own, keyed by seed, turn, phase and how often both have been before (a round may
    count its turns anew): the same turn gets the same dice, also after an undo, and nobody's thinking can move them.
    ValueError if spec, position or a seat is refused.
    """

    def __init__(self, spec: str, seats: Sequence[str], seed: int, position: str | None = None) -> None:
        self._start = fastcore.start(spec) if position is None else fastcore.parse(f"{spec} {position}")
        if len(seats) != self._start.seats:
            raise ValueError(f"{len(seats)} seats are taken, but {self._start.info.title} has {self._start.seats} here")
        self.seats: tuple[str, ...] = tuple(self._checked(player) for player in seats)
        self.seed = seed
        self.steps: tuple[Step, ...] = ()
        self.future: tuple[Step, ...] = ()
        self.hindsight = False
        self._states = [self._start]  # before the first step, and after each
        self._points: dict[int | None, tuple[int, fastcore.Viewpoint]] = {}  # seat -> (steps taken in, viewpoint)
        self._seen: dict[int | None, list[Step | None]] = {}  # seat -> the steps as it saw them, None for nothing

    def _checked(self, player: str) -> str:
        if player == PERSON:
            return PERSON
        bot = bots.make(player, 0)
        try:
            fits = bot.fits(self._start.spec)
            bot.close()
        except (Exception, SystemExit) as error:  # a file of somebody's own may do anything
            raise ValueError(f"{bot.name} broke before the game: {in_one_line(error)}") from error
        if not fits:
            raise ValueError(f"{bot.name} cannot play {self._start.info.title}")
        return player

    # What is the case -------------------------------------------------------------------------------------------------

    @property
    def spec(self) -> str:
        return self._start.spec

    @property
    def state(self) -> fastcore.State:
        """The position now. It belongs to the session: copy it before playing on it."""
        return self._states[-1]

    @property
    def start(self) -> fastcore.State:
        """The position that the session began with."""
        return self._start

    @property
    def waits_for(self) -> Waits:
        actor = self.state.actor
        if actor == OVER:
            return "over"
        if actor == CHANCE:
            return "chance"
        return "person" if self.seats[actor] == PERSON else "bot"

    def viewpoint(self, seat: int | None) -> fastcore.Viewpoint:
        """What a seat (None: everybody) knows, grown from its observations alone."""
        known, point = self._points.get(seat, (-1, None))
        if point is None or known > len(self.steps):
            known, point = 0, self._start.viewpoint(seat)
        for before, step in zip(self._states[known:], self.steps[known:], strict=False):
            seen = before.observation(step.move, seat)
            if seen:
                point.observe(seen)
        self._points[seat] = (len(self.steps), point)
        return point.copy()

    def seen(self, seat: int | None) -> tuple[Step, ...]:
        """The steps as a seat (None: everybody) saw them; those that it learned nothing of are left out."""
        if not self.state.info.has.covered:
            return self.steps
        known = self._seen.setdefault(seat, [])
        for before, step in zip(self._states[len(known) :], self.steps[len(known) :], strict=False):
            text = before.observation(step.move, seat)
            events = tuple(before.events(step.move, seat)) if text else ()
            known.append(step._replace(move=text, events=events) if text else None)
        return tuple(step for step in known if step is not None)

    # What can be done -------------------------------------------------------------------------------------------------

    def play(self, move: str, report: Report | None = None) -> list[Event]:
        """Make a move of whoever decides; IllegalMove says why it cannot be. What was undone is given up, unless
        the move is the one that was undone."""
        before = self.state
        events = before.events(move)
        after = before.after(move)
        step = Step(before.actor, move, before.turn, tuple(events), report)
        same = bool(self.future) and self.future[0].move == move
        self.future = self.future[1:] if same else ()
        self._append(step, after)
        return events

    def draw_chance(self) -> list[Event]:
        """Let chance decide; ValueError if it does not."""
        state = self.state
        earlier = sum(
            step.actor == CHANCE and (step.turn, before.phase) == (state.turn, state.phase)
            for before, step in zip(self._states, self.steps, strict=False)
        )
        stream = fastcore.Stream(self.seed, "chance", state.turn, state.phase, earlier)
        return self.play(state.move_text(state.sample(stream)))

    def _append(self, step: Step, after: fastcore.State) -> None:
        self.steps = (*self.steps, step)
        self._states.append(after)

    def change_seat(self, seat: int, player: str) -> None:
        """Let somebody else play a seat from now on; ValueError if there is no such seat or player."""
        if not 0 <= seat < len(self.seats):
            raise ValueError(f"seat is {seat}; it must be 0 to {len(self.seats) - 1}")
        taken = list(self.seats)
        taken[seat] = self._checked(player)
        self.seats = tuple(taken)

    # Undo and redo ----------------------------------------------------------------------------------------------------

    @property
    def can_undo(self) -> str:
        """"" if there is something to undo, else why not."""
        return "" if self._undo_to() is not None else "nothing has been played yet"

    @property
    def can_redo(self) -> str:
        """"" if there is something to redo, else why not."""
        return "" if self.future else "nothing has been undone"

    def undo(self) -> None:
        """Back to the last decision of a person before this one, or of anybody if no person plays."""
        to = self._undo_to()
        if to is None:
            raise ValueError(self.can_undo)
        undone = self.steps[to:]
        # beyond dice, a deal or what another has shown, one decides again with knowledge one did not have
        shown = any(map(self._shows_more, self._states[to:], undone))
        if shown or len({step.actor for step in undone}) > 1:
            self.hindsight = True
        self.future = undone + self.future
        self.steps = self.steps[:to]
        del self._states[to + 1 :]
        self._points = {seat: kept for seat, kept in self._points.items() if kept[0] <= to}
        for seen in self._seen.values():
            del seen[to:]

    def _shows_more(self, before: fastcore.State, step: Step) -> bool:
        """Whether a step showed whoever decided more than what they decided."""
        if step.actor == CHANCE or not before.info.has.covered:
            return step.actor == CHANCE
        return before.observation(step.move, step.actor) != step.move

    def _undo_to(self) -> int | None:
        """How many steps are left after an undo; None if nothing can be undone."""
        for number in range(len(self.steps) - 1, -1, -1):
            if self._is_stop(self.steps[number].actor):
                return number
        return None

    def redo(self) -> None:
        """Forward over one decision that was undone, and over all that followed it up to the next one."""
        if not self.future:
            raise ValueError(self.can_redo)
        first = True
        while self.future and (first or not self._is_stop(self.future[0].actor)):
            step = self.future[0]
            self.future = self.future[1:]
            self._append(step, self.state.after(step.move))
            first = False

    def _is_stop(self, actor: int) -> bool:
        """Whether undo and redo stop before a step of this actor."""
        if PERSON not in self.seats:
            return actor >= 0
        return actor >= 0 and self.seats[actor] == PERSON

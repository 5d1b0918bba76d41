"""One game at the window: the session, the bots that play in it, and the adviser. It knows no widgets.

Everything here runs on the window's thread. Bots think on the Thinker's; what they say comes through one queue with a
ticket, and what carries an old ticket is dropped.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile
from queue import Empty, SimpleQueue
from secrets import randbelow
from typing import NamedTuple, Protocol, cast

import bots
import fastcore
from bots.report import Limit, Report
from fastcore import OVER, Event, State, Viewpoint
from workbench import boards
from workbench.chance import bot_seed
from workbench.gui import words
from workbench.screen import Screen
from workbench.session import PERSON, Session, own_turn
from workbench.thinking import Done, Failed, Progress, Thinker, close_bot

MOST_MESSAGES = 50  # read at one go
AHEAD = 2  # batches of events that the game may be ahead of what is shown
HINT_SECONDS = 1.5
HURRY_SECONDS = 0.1  # for each decision after Move now


class Setup(NamedTuple):
    """What a game is begun with."""

    spec: str
    seats: tuple[str, ...]
    seed: int
    position: str | None = None

    def anew(self) -> Setup:
        """The same from its start, with other dice."""
        return self._replace(seed=fresh_seed(), position=None)


def fresh_seed() -> int:
    return randbelow(1_000_000)


class Batch(NamedTuple):
    """What one move did, to be shown step by step, and the points after it."""

    turn: int
    events: tuple[Event, ...]
    points: tuple[int, ...]


class Plan(NamedTuple):
    """What a bot meant to play when its turn began, and its value and simulations at its last decision."""

    seat: int
    turn: int
    moves: tuple[str, ...]
    value: float
    simulations: int


class Audience(Protocol):
    """Who is told what happens at the table."""

    def begun(self) -> None:
        """Another position stands there: after a new game, an undo or a redo."""

    def happened(self, batch: Batch) -> None:
        """A move was made."""

    def changed(self) -> None:
        """Something else is different: a bot began, reported or ended, or there is advice."""

    def said(self, text: str) -> None:
        """Something went wrong that can be said in a sentence."""

    @property
    def behind(self) -> int:
        """The batches not yet shown."""


class Table:
    def __init__(self, audience: Audience) -> None:
        self.audience = audience
        self.messages: SimpleQueue[Progress | Done | Failed] = SimpleQueue()
        self.thinker = Thinker(self.messages)
        self.setup = Setup("", (), 0)
        self.session: Session
        self.players: dict[int, bots.Bot] = {}
        self.missing: dict[int, str] = {}  # seat -> why its bot cannot be made
        self.adviser: bots.Bot | None = None
        self.ticket = 0  # of what is thought now, 0 for nothing
        self.advising = False  # whether that is advice
        self.held = False  # a bot was stopped: nothing thinks until told to
        self.hurried = (-1, 0)  # the seat and turn in which a bot was told to move now
        self.screen: Screen
        self.progress: Report | None = None
        self.advice: Report | None = None
        self.looked: tuple[State, int | None, Viewpoint] | None = None  # the last view taken: of what, by whom
        self.plan: Plan | None = None  # of the bot that decided last
        self.values: dict[int, float] = {}  # after how many steps -> value of the first seat

    # The game ---------------------------------------------------------------------------------------------------------

    def begin(self, setup: Setup) -> None:
        """Begin a game. ValueError if the spec, a seat or the position is refused; the old game then goes on."""
        self.take(Session(setup.spec, setup.seats, setup.seed, setup.position))

    def take(self, session: Session) -> None:
        """Go on with a session. A bot that is there no more is missed when it has to move. Where something lies ahead, or
        bots alone have begun already, nobody moves before they are told to."""
        seed = session.seed
        players, self.missing = {}, {}
        for seat, text in enumerate(session.seats):
            if text != PERSON:
                try:
                    players[seat] = bots.make(text, bot_seed(seed))
                except ValueError as error:
                    self.missing[seat] = str(error)
        self._halt()
        for bot in self.players.values():
            close_bot(bot)
        if self.adviser is not None:
            close_bot(self.adviser)
            self.adviser = None
        self.setup = Setup(session.spec, session.seats, seed, session.position)
        self.session, self.players = session, players
        self.held = bool(session.future) or (bool(session.steps) and PERSON not in session.seats)
        self.plan, self.hurried = None, (-1, 0)
        self.screen = Screen(session)
        self.values = {}
        self._note_values()
        self.audience.begun()
        self.go_on()

    def go_on(self) -> None:
        """Let whoever is next do something, if it is not a person. Called again when what happened has been shown."""
        while self.ticket == 0 and not self.held and self.audience.behind < AHEAD:
            waits = self.session.waits_for
            if waits == "bot":
                seat = self.state.actor
                if seat in self.missing:
                    self._failed(self.missing[seat])
                    return
                limit = Limit(seconds=HURRY_SECONDS) if self.hurried == (seat, self.state.turn) else None
                self.ticket = self.thinker.start(self.players[seat], self.session.viewpoint(seat), limit)
            elif waits == "chance" and self.session.follows is None:
                before = self.state
                self.session.draw_chance()
                self._made(before)
                continue
            break
        self.audience.changed()

    def play(self, move: str, reports: Sequence[Report] = ()) -> None:
        """Make a move of whoever is to move; IllegalMove says why it cannot be."""
        before = self.state
        self.session.play(move, reports)
        self._halt()
        self._made(before)
        self.go_on()

    def take_over(self) -> None:
        """The person whom the screen was handed to is there."""
        self.screen.take_over()
        self.audience.begun()

    def undo(self) -> None:
        self._halt()
        self.session.undo()
        self._moved()

    def redo(self) -> None:
        self._halt()
        self.session.redo()
        self._moved()

    def _moved(self) -> None:
        self.held, self.plan = not self.persons, None  # bots alone would at once go forward again
        self._note_value()
        self.audience.begun()
        self.go_on()

    def _made(self, before: State) -> None:
        """The last step was made in this position."""
        self.advice = None
        self.screen.moved()
        self._note_value()
        self.audience.happened(Batch(before.turn, self._seen_events(before), self.state.points()))

    def _seen_events(self, before: State) -> tuple[Event, ...]:
        """What the last step did, as whoever is before the screen now may see it."""
        step = self.session.steps[-1]
        if self.screen.viewer is None or not self.info.has.covered or self.session.follows is not None:
            return step.events
        return tuple(before.events(step.move, self.screen.viewer))

    def _note_value(self) -> None:
        hidden = self.info.has.covered and self.session.follows is None
        public = self.session.viewpoint(None) if hidden else self.state
        self.values[len(self.session.steps)] = public.evaluate().values[0]

    def _note_values(self) -> None:
        """Those of all positions on the way to here, where everybody knows them."""
        if not self.info.has.covered:
            state = self.session.start.copy()
            for number, step in enumerate(self.session.steps):
                self.values[number] = state.evaluate().values[0]
                state.play(step.move)
        self._note_value()

    def close(self) -> None:
        self._halt()
        self.thinker.close()
        for bot in (*self.players.values(), *([self.adviser] if self.adviser else [])):
            close_bot(bot)

    # What is the case -------------------------------------------------------------------------------------------------

    @property
    def state(self) -> State:
        """The position. Where one seat alone is followed, what it knows of it: that answers the same questions."""
        return self.session.state if self.session.follows is None else cast(State, self.session.point)

    @property
    def info(self) -> fastcore.GameInfo:
        return self.session.point.info

    @property
    def persons(self) -> tuple[int, ...]:
        return self.screen.persons

    @property
    def point(self) -> Viewpoint:
        """What the window may show."""
        state, seat = self.state, self.screen.viewer
        if self.looked is None or self.looked[0] is not state or self.looked[1] != seat:
            self.looked = (state, seat, self.session.viewpoint(seat))
        return self.looked[2]

    @property
    def thinking(self) -> bool:
        """Whether a bot that plays is thinking."""
        return self.ticket != 0 and not self.advising

    def turn_events(self) -> tuple[Event, ...]:
        """What has happened in the turn that is being played."""
        turn = takewhile(lambda step: step.turn == self.state.turn, reversed(self.session.seen(self.screen.viewer)))
        return tuple(event for step in reversed(list(turn)) for event in step.events)

    def last_events(self) -> tuple[Event, ...]:
        """What the seats did in the latest turn in which one did anything."""
        decided = [step for step in self.session.seen(self.screen.viewer)[-200:] if step.actor >= 0]
        return tuple(event for step in decided if step.turn == decided[-1].turn for event in step.events)

    @property
    def done(self) -> float:
        """How much of what it may use the bot that thinks has used, 0 to 1."""
        report = self.progress
        if report is None:
            return 0.0
        if self.advising:
            return report.seconds / HINT_SECONDS
        values = self.players[self.state.actor].values
        used = {"simulations": report.simulations, "seconds": report.seconds}
        shares = (used[name] / most for name, most in values.items() if name in used and isinstance(most, int | float) and most)
        return max(shares, default=0.0)

    def curve(self) -> list[float]:
        """The value of the first seat at the start and after every turn that was ended."""
        steps = self.session.steps
        ends = [n for n in range(1, len(steps)) if steps[n].turn != steps[n - 1].turn]
        ends += [len(steps)] if (steps and self.state.turn != steps[-1].turn) or self.state.actor == OVER else []
        return [self.values[n] for n in (0, *ends) if n in self.values]

    # Bots -------------------------------------------------------------------------------------------------------------

    def move_now(self) -> None:
        """Let the bot that thinks decide with what it has found, now and for the rest of its turn."""
        if self.thinking:
            self.hurried = (self.state.actor, self.state.turn)
        self.thinker.move_now(self.ticket)

    def stop(self) -> None:
        """Stop whatever is thinking. A bot that plays then waits to be told to go on."""
        self.held = self.held or self.thinking
        self._halt()
        self.audience.changed()

    def resume(self) -> None:
        self.held = False
        self.go_on()

    def hint(self) -> None:
        """Ask a bot of its own, whose tree no player uses."""
        self._halt()
        if self.adviser is None:
            self.adviser = bots.make(self.adviser_name(), self.setup.seed)
        self.advice = None
        self.advising = True
        self.ticket = self.thinker.start(self.adviser, self.point, Limit(seconds=HINT_SECONDS))
        self.audience.changed()

    def adviser_name(self) -> str:
        """The bot that gives advice on this game, "" if none fits."""
        return bots.strongest(self.session.spec)

    def _halt(self) -> None:
        if self.ticket:
            self.thinker.stop(self.ticket)
        self.ticket, self.advising, self.progress, self.advice = 0, False, None, None

    def read(self) -> None:
        """Take in what the bots have said; of their progress only the newest counts."""
        newest = None
        for _ in range(MOST_MESSAGES):
            try:
                message = self.messages.get_nowait()
            except Empty:
                break
            if message.ticket != self.ticket:
                continue
            if isinstance(message, Progress):
                newest = message.report
                continue
            newest = None
            if isinstance(message, Failed):
                self._failed(message.reason)
            elif self.advising:
                self.ticket, self.advising, self.progress, self.advice = 0, False, None, message.report
                self.audience.changed()
            else:
                self.ticket, self.progress = 0, None
                self._note_plan(message.report)
                self.play(message.report.move, message.reports)
        if newest is not None:
            self.progress = newest
            self.audience.changed()

    def _note_plan(self, report: Report) -> None:
        """Keep what the bot means to play in the turn that it begins, and what it thinks of its chances by now."""
        if not report.candidates or not report.simulations:
            self.plan = None
            return
        best, seat, turn = report.candidates[0], self.state.actor, self.state.turn
        begun = self.plan is not None and (self.plan.seat, self.plan.turn) == (seat, turn)
        moves = self.plan.moves if self.plan and begun else own_turn(self.session.viewpoint(seat), best.line)
        self.plan = Plan(seat, turn, moves, best.value[seat], report.simulations)

    def _failed(self, reason: str) -> None:
        self.held = not self.advising
        side = words.ADVISER if self.advising else boards.side(self.info, self.state.actor)
        self.ticket, self.advising, self.progress = 0, False, None
        self.audience.changed()
        self.audience.said(words.bot_failed(side, reason))

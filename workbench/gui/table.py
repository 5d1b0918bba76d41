"""One game at the window: the session, the bots that play in it, and the adviser. It knows no widgets.

Everything here runs on the window's thread. Bots think on the Thinker's; what they say comes through one queue with a
ticket, and what carries an old ticket is dropped.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import takewhile
from queue import Empty, SimpleQueue
from time import monotonic
from typing import cast

import bots
import fastcore
from bots.report import Limit, Report
from fastcore import Event, State, Viewpoint
from workbench import boards
from workbench.curve import Curve
from workbench.game_clock import GameClock
from workbench.gui import words
from workbench.gui.audience import Audience, Batch, Plan
from workbench.gui.seating import Seating
from workbench.gui.setup import Setup
from workbench.looking import Looking
from workbench.screen import Screen
from workbench.session import PERSON, Session, own_turn
from workbench.thinking import Done, Failed, Progress, Thinker

__all__ = ["Batch", "Setup", "Table"]

MOST_MESSAGES = 50  # read at one go
AHEAD = 2  # batches of events that the game may be ahead of what is shown
HINT_SECONDS = 1.5
HURRY_SECONDS = 0.1  # for each decision after Move now


class Table:
    def __init__(self, audience: Audience) -> None:
        self.audience = audience
        self.messages: SimpleQueue[Progress | Done | Failed] = SimpleQueue()
        self.thinker = Thinker(self.messages)
        self.setup = Setup("", (), 0)
        self.session: Session
        self.seating: Seating
        self.clock: GameClock
        self.ticket = 0  # of what is thought now, 0 for nothing
        self.asked: bots.Bot | None = None  # who thinks that
        self.advising = False  # whether that is advice
        self.helping = False  # whether that is a move for a person
        self.held = False  # a bot was stopped, or the game paused: nothing thinks until told to
        self.paused = False  # persons wait as well
        self.stepping = False  # the next move of a bot is the last for now
        self.next_at = 0.0  # when the next of them may be
        self.hurried = (-1, 0)  # the seat and turn in which a bot was told to move now
        self.screen: Screen
        self.progress: Report | None = None
        self.advice: Report | None = None
        self.looked: tuple[State, tuple[int | None, int | None], Viewpoint] | None = None  # the last view: of what, where, by whom
        self.plan: Plan | None = None  # of the bot that decided last
        self.looking: Looking
        self.curve: Curve

    # The game ---------------------------------------------------------------------------------------------------------

    def begin(self, setup: Setup) -> None:
        """Begin a game. ValueError if the spec, a seat or the position is refused; the old game then goes on."""
        self.take(setup.session())
        self.setup = setup

    def take(self, session: Session) -> None:
        """Go on with a session. A bot that is there no more is missed when it has to move. Where something lies ahead, or
        bots alone have begun already, nobody moves before they are told to."""
        seating = Seating(session)
        if self.setup.spec:
            self._halt()
            self.seating.close()
        self.setup = Setup(session.spec, session.seats, session.seed, session.position, session.names, session.limit)
        self.session, self.seating, self.clock = session, seating, GameClock(session)
        begun = len(session.steps) > session.given
        self.held = bool(session.future) or (begun and PERSON not in session.seats)
        self.paused, self.stepping, self.next_at, self.plan, self.hurried = False, False, 0.0, None, (-1, 0)
        self.screen = Screen(session)
        self.looking, self.curve = Looking(session), Curve(session)
        self.audience.begun()
        self.go_on()

    def go_on(self) -> None:
        """Let whoever is next do something, if it is not a person. Called again when what happened has been shown."""
        while self.ticket == 0 and not self.held and self.audience.behind < AHEAD:
            waits = self.session.waits_for
            if waits == "bot":
                if monotonic() < self.next_at:
                    return
                self._let_bot_think()
            elif waits == "chance" and self.session.follows is None:
                before = self.state
                self.session.draw_chance()
                self._made(before)
                continue
            break
        self.audience.changed()

    def _let_bot_think(self) -> None:
        seat = self.state.actor
        if seat not in self.seating.players:
            self._failed(self.seating.faults[seat])
            return
        bot = self.seating.players[seat]
        limit = self._limit(bot)
        if self.hurried == (seat, self.state.turn):
            most = HURRY_SECONDS if limit is None or limit.seconds is None else min(HURRY_SECONDS, limit.seconds)
            limit = Limit(seconds=most)
        self._ask(bot, self.session.viewpoint(seat), limit)
        self.clock.run()

    def _limit(self, bot: bots.Bot) -> Limit | None:
        """What a bot has for the decision that is to be made, None: what its own options say."""
        own = (bot.values.get("simulations"), bot.values.get("seconds"))
        simulations, seconds = (one if isinstance(one, int | float) else None for one in own)
        return self.clock.allowance(self.state.actor, None if simulations is None else int(simulations), seconds)

    def _ask(self, bot: bots.Bot, point: Viewpoint, limit: Limit | None) -> None:
        self.asked, self.ticket = bot, self.thinker.start(bot, point, limit)

    def play(self, move: str, reports: Sequence[Report] = ()) -> None:
        """Make a move of whoever is to move; IllegalMove says why it cannot be."""
        before, (seconds, left) = self.state, self.clock.charge()
        self.session.play(move, reports, seconds, left=left)
        self._halt()
        self._made(before)
        self.go_on()

    def take_over(self) -> None:
        """The person whom the screen was handed to is there."""
        self.screen.take_over()
        self.looking.node = None
        self.audience.begun()

    def undo(self) -> None:
        self.revise(self.session.undo)

    def redo(self) -> None:
        self.revise(self.session.redo)

    def take_back(self) -> None:
        self.revise(self.session.take_back)

    def revise(self, change: Callable[[], None]) -> None:
        """Change something in the session. What thinks goes on unless the game stands somewhere else then."""
        before = self._stands
        change()
        if self._stands != before:
            self._halt()
            self._moved()
            return
        if self.looking.node is not None and not self.session.holds(self.looking.node):
            self.looking.node = None
            self.audience.begun()
            self.go_on()
        self.audience.changed()

    @property
    def _stands(self) -> tuple[object, ...]:
        return self.session.here, self.session.seats, self.session.result

    def resign(self, seat: int) -> None:
        """The person on a seat gives the game up."""
        self._end(lambda: self.session.resign(seat))

    def _end(self, declare: Callable[[], None]) -> None:
        """The game ends otherwise than by a move; the clocks stay as they stand."""
        self._halt()
        declare()
        self.plan, self.looking.node = None, None
        self.audience.begun()
        self.go_on()

    def change_seats(self, players: Sequence[str], names: Sequence[str]) -> None:
        """Say anew who plays; ValueError if a player is refused."""
        if (tuple(players), tuple(names)) == (self.session.seats, self.session.names):
            return
        self.session.change_seats(players, names)
        self._halt()
        self._moved(self.held and self.session.waits_for == "bot")

    def _moved(self, held: bool = False) -> None:
        self.seating.sync()
        self.clock.moved()
        self.stepping, self.next_at = False, 0.0
        self.paused = False
        self.held, self.plan = held or not self.persons, None  # bots alone would at once go forward again
        self.looking.node = None
        self.audience.begun()
        self.go_on()

    # Looking at other positions ---------------------------------------------------------------------------------------

    def look(self, node: int) -> None:
        """Look at a position; the game goes on where it stands."""
        if self.advising:
            self._halt()
        self.advice = None
        self.looking.look(node)
        self.audience.begun()
        self.go_on()

    @property
    def may_play(self) -> bool:
        """Whether a person may move in the position that is looked at, as they were to."""
        if self.session.tree.head.result is not None or self.session.follows is not None:
            return False
        actor = self.point.actor
        return actor in self.persons and (not self.info.has.covered or actor == self.screen.viewer)

    def play_there(self, move: str) -> None:
        """Make a move in the position that is looked at: a variation, where the game goes on. A move that the game's own
        line has there already is only gone along. IllegalMove says why it cannot be made."""
        at = self.looking.at
        child = self.session.tree.child(at, move)
        if child is not None and child in self.session.line():
            self.look(child)
            return
        before = self.session.state_at(at)
        self.session.play_at(at, move)
        self._halt()
        self.held, self.plan, self.looking.node = False, None, None
        self._made(before)
        self.go_on()

    def _made(self, before: State) -> None:
        """The last step was made in this position."""
        self.advice = None
        self.clock.moved()
        self.screen.moved()
        if before.actor >= 0 and not self.persons:
            self.next_at = monotonic() + self.audience.pace
            self.held, self.stepping = self.held or self.stepping, False
        self.audience.happened(Batch(before.turn, self._seen_events(before), self.state.points()))

    def _seen_events(self, before: State) -> tuple[Event, ...]:
        """What the last step did, as whoever is before the screen now may see it."""
        step = self.session.steps[-1]
        if self.screen.viewer is None or not self.info.has.covered or self.session.follows is not None:
            return step.events
        return tuple(before.events(step.move, self.screen.viewer))

    def close(self) -> None:
        self._halt()
        self.thinker.close()
        self.seating.close()

    # What is the case -------------------------------------------------------------------------------------------------

    @property
    def state(self) -> State:
        """The position. Where one seat alone is followed, what it knows of it: that answers the same questions."""
        return self.session.state if self.session.follows is None else cast(State, self.session.point)

    @property
    def info(self) -> fastcore.GameInfo:
        return self.session.point.info

    @property
    def players(self) -> dict[int, bots.Bot]:
        """The bots that play, by seat."""
        return self.seating.players

    @property
    def adviser(self) -> bots.Bot | None:
        """The bot that gives advice."""
        return self.seating.adviser

    @property
    def played(self) -> Setup:
        """What the game was begun with, and who plays it now."""
        return self.setup._replace(seats=self.session.seats, names=self.session.names, limit=self.session.limit)

    @property
    def over(self) -> bool:
        return self.session.waits_for == "over"

    @property
    def watched(self) -> bool:
        """Whether bots play alone, so that one can only look."""
        return self.session.follows is None and not self.persons and not self.over

    @property
    def persons(self) -> tuple[int, ...]:
        return self.screen.persons

    @property
    def point(self) -> Viewpoint:
        """What the window may show."""
        state, node, seat = self.state, self.looking.node, self.screen.viewer
        if self.looked is None or self.looked[0] is not state or self.looked[1] != (node, seat):
            view = self.session.viewpoint(seat) if node is None else self.looking.point(seat)
            self.looked = (state, (node, seat), view)
        return self.looked[2]

    @property
    def thinking(self) -> bool:
        """Whether a bot that plays is thinking."""
        return self.ticket != 0 and not self.advising

    def turn_events(self) -> tuple[Event, ...]:
        """What has happened in the turn that is being played."""
        if self.looking.node is not None:
            return self.looking.turn_events(self.screen.viewer)
        turn = takewhile(lambda step: step.turn == self.state.turn, reversed(self.session.seen(self.screen.viewer)))
        return tuple(event for step in reversed(list(turn)) for event in step.events)

    def last_events(self) -> tuple[Event, ...]:
        """What the seats did in the latest turn in which one did anything."""
        if self.looking.node is not None:
            return self.looking.last_events(self.screen.viewer)
        decided = [step for step in self.session.seen(self.screen.viewer)[-200:] if step.actor >= 0]
        return tuple(event for step in decided if step.turn == decided[-1].turn for event in step.events)

    @property
    def done(self) -> float:
        """How much of what it may use the bot that thinks has used, 0 to 1."""
        report = self.progress
        if report is None or self.asked is None:
            return 0.0
        if self.advising:
            return report.seconds / HINT_SECONDS
        values = self.asked.values
        used = {"simulations": report.simulations, "seconds": report.seconds}
        shares = (used[name] / most for name, most in values.items() if name in used and isinstance(most, int | float) and most)
        return max(shares, default=0.0)

    # Bots -------------------------------------------------------------------------------------------------------------

    def move_now(self) -> None:
        """Let the bot that thinks decide with what it has found, now and for the rest of its turn."""
        if self.thinking and not self.helping:
            self.hurried = (self.state.actor, self.state.turn)
        self.thinker.move_now(self.ticket)

    def stop(self) -> None:
        """Stop whatever is thinking. A bot that plays then waits to be told to go on."""
        self.held = self.held or (self.thinking and not self.helping)
        self._halt()
        self.audience.changed()

    def pause(self) -> None:
        """Let everything wait, the clocks as well."""
        self.held = self.paused = True
        self._halt()
        self.audience.begun()

    def resume(self) -> None:
        paused, self.paused = self.paused, False
        self.held, self.stepping, self.next_at = False, False, 0.0
        if paused:
            self.audience.begun()
        self.go_on()

    def step(self) -> None:
        """Let the bot that waits make one move, and wait again."""
        self.held, self.paused, self.stepping, self.next_at = False, False, True, 0.0
        self.go_on()

    def hint(self) -> None:
        """Ask a bot of its own, whose tree no player uses."""
        adviser = self.adviser
        if adviser is not None:
            self._halt()
            self.advising = True
            self._ask(adviser, self.point, Limit(seconds=HINT_SECONDS))
            self.audience.changed()

    def let_move(self, text: str) -> None:
        """Let a bot that plays on no seat make this one move for the person; ValueError if it cannot be made."""
        helper = self.seating.helper(text)
        self._halt()
        self.helping = True
        self._ask(helper, self.session.viewpoint(self.state.actor), self._limit(helper))
        self.audience.changed()

    def adviser_name(self) -> str:
        """The bot that gives advice on this game, "" if none fits."""
        return bots.strongest(self.session.spec)

    def _halt(self) -> None:
        if self.ticket:
            self.thinker.stop(self.ticket)
        self._end_task()
        self.advice = None
        self.clock.rest()

    def _end_task(self) -> None:
        self.ticket, self.asked, self.advising, self.helping, self.progress = 0, None, False, False, None

    def keep_time(self) -> None:
        """Start and stop the clock as is fair, and see whether somebody has no time left. A person's clock stands while
        what happened is being shown, while another game is on the screen, and until that has been handed over."""
        waits = self.session.waits_for
        ready = self.audience.on_show and self.audience.behind == 0 and self.screen.handing_to is None
        person = waits == "person" and ready
        if not self.held and (person or (waits == "bot" and self.thinking)):
            self.clock.run()
        else:
            self.clock.rest()
        late = self.clock.overrun(bot=waits == "bot") if waits in ("person", "bot") else None
        if late is not None:
            self._end(lambda: self.session.lose_on_time(late))
        self.audience.ticked()

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
                self._end_task()
                self.advice = message.report
                self.audience.changed()
            else:
                self._end_task()
                self._note_plan(message.report)
                self.play(message.report.move, message.reports)
        if newest is not None:
            self.progress = newest
            self.audience.changed()
        if self.watched and not self.ticket and not self.held and monotonic() >= self.next_at:
            self.go_on()
        self.keep_time()

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
        self.held = not self.advising and not self.helping
        side = words.ADVISER if self.advising else boards.side(self.info, self.state.actor)
        self._end_task()
        self.audience.changed()
        self.audience.said(words.bot_failed(side, reason))

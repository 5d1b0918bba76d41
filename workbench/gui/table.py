"""One game at the window: the session, the bots that play in it, and the adviser. It knows no widgets, and everything
here runs on the window's thread."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from time import monotonic
from typing import cast

import bots
import fastcore
from bots.report import Limit, Report
from fastcore import State, Viewpoint
from workbench import boards
from workbench.curve import Curve
from workbench.game_clock import GameClock
from workbench.gui import words
from workbench.gui.asking import HINT_SECONDS, Asking, Purpose
from workbench.gui.audience import Audience, Batch, Plan
from workbench.gui.seating import Seating
from workbench.gui.setup import Setup
from workbench.looking import Looking
from workbench.outlook import Outlook
from workbench.records.schema import Result
from workbench.screen import Screen
from workbench.session import PERSON, Session, own_turn
from workbench.thinking import Failed, Progress

__all__ = ["Batch", "Setup", "Table"]

AHEAD = 2  # batches of events that the game may be ahead of what is shown
HURRY_SECONDS = 0.1  # for each decision after Move now


class Table:
    def __init__(self, audience: Audience) -> None:
        self.audience = audience
        self.asking = Asking()
        self.setup = Setup("", (), 0)
        self.session: Session
        self.seating: Seating
        self.clock: GameClock
        self.held = False  # a bot was stopped, or the game paused: nothing thinks until told to
        self.paused = False  # persons wait as well
        self.stepping = False  # the next move of a bot is the last for now
        self.next_at = 0.0  # when the next of them may be
        self.hurried = (-1, 0)  # the seat and turn in which a bot was told to move now
        self.advice: Report | None = None
        self.plan: Plan | None = None  # of the bot that decided last
        self.outlook: Outlook
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
        self.outlook, self.curve = Outlook(session), Curve(session)
        self.audience.begun()
        self.go_on()

    def go_on(self) -> None:
        """Let whoever is next do something, if it is not a person. Called again when what happened has been shown."""
        while self.asking.ticket == 0 and not self.held and self.audience.behind < AHEAD:
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
        self.asking.ask(bot, self.session.viewpoint(seat), limit)
        self.clock.run()

    def _limit(self, bot: bots.Bot) -> Limit | None:
        """What a bot has for the decision that is to be made, None: what its own options say."""
        own = (bot.values.get("simulations"), bot.values.get("seconds"))
        simulations, seconds = (one if isinstance(one, int | float) else None for one in own)
        return self.clock.allowance(self.state.actor, None if simulations is None else int(simulations), seconds)

    def play(self, move: str, reports: Sequence[Report] = ()) -> None:
        """Make a move of whoever is to move; IllegalMove says why it cannot be."""
        before, (seconds, left) = self.state, self.clock.charge()
        self.session.play(move, reports, seconds, left=left)
        self._halt()
        self._made(before)
        self.go_on()

    def play_turn(self, node: int, moves: Sequence[str]) -> None:
        """Make all moves of a turn that begins at a node, where the game then goes on. A turn that the game's own line has
        there already is only gone along. IllegalMove says why one cannot be made; none is then."""
        session, at = self.session, node
        for move in moves:
            at = session.tree.child(at, move) or -1
            if at < 0:
                break
        if self.looking.node is not None and at in session.line():
            self.look(at)
            return
        befores = [session.state_at(node).copy()]
        for move in moves[:-1]:
            befores.append(befores[-1].after(move))
        seconds, left = self.clock.charge() if self.looking.node is None else (None, None)
        session.play_turn(node, moves, seconds, left)
        self._halt()
        if self.looking.node is not None:
            self.held, self.plan, self.looking.node = False, None, None
        self._made(*befores)
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
        here, seats, result = self._stands
        change()
        if self._stands != (here, seats, result):
            self._halt()
            if (self.session.here, self.session.result) != (here, result):
                self.clock.moved()
            self._moved()
            return
        if self.looking.node is not None and not self.session.holds(self.looking.node):
            self.looking.node = None
            self.audience.begun()
            self.go_on()
        self.audience.changed()

    @property
    def _stands(self) -> tuple[int, tuple[str, ...], Result | None]:
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
        self.stepping, self.next_at = False, 0.0
        self.paused = False
        self.held, self.plan = held or not self.persons, None  # bots alone would at once go forward again
        self.looking.node = None
        self.audience.begun()
        self.go_on()

    # Looking at other positions ---------------------------------------------------------------------------------------

    def look(self, node: int) -> None:
        """Look at a position; the game goes on where it stands."""
        if self.advising or self.helping:
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

    def _made(self, *befores: State) -> None:
        """The last steps were made in these positions."""
        before = befores[0]
        self.advice = None
        self.clock.moved()
        self.screen.moved()
        if before.actor >= 0 and not self.persons:
            self.next_at = monotonic() + self.audience.pace
            self.held, self.stepping = self.held or self.stepping, False
        self.audience.happened(Batch(before.turn, self.outlook.events_of_last(befores), self.state.points()))

    def close(self) -> None:
        self._halt()
        self.asking.close()
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
    def screen(self) -> Screen:
        return self.outlook.screen

    @property
    def looking(self) -> Looking:
        return self.outlook.looking

    @property
    def point(self) -> Viewpoint:
        """What the window may show."""
        return self.outlook.point

    @property
    def thinking(self) -> bool:
        """Whether a bot thinks about a move that will be made."""
        return self.asking.ticket != 0 and not self.advising

    @property
    def advising(self) -> bool:
        return self.asking.is_for("advice")

    @property
    def helping(self) -> bool:
        """Whether a bot looks for a move for a person."""
        return self.asking.is_for("help")

    # Bots -------------------------------------------------------------------------------------------------------------

    def move_now(self) -> None:
        """Let the bot that thinks decide with what it has found, now and for the rest of its turn."""
        if self.thinking and not self.helping:
            self.hurried = (self.state.actor, self.state.turn)
        self.asking.move_now()

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

    def hint(self, point: Viewpoint) -> None:
        """Ask a bot of its own, whose tree no player uses, about the position that is shown, or what is written there."""
        adviser = self.adviser
        if adviser is not None:
            self._halt()
            self.asking.ask(adviser, point, Limit(seconds=HINT_SECONDS), "advice")
            self.audience.changed()

    def let_move(self, text: str, point: Viewpoint) -> None:
        """Let a bot that plays on no seat make one move for the person at this point; ValueError if it cannot be made."""
        helper = self.seating.helper(text)
        self._halt()
        self.asking.ask(helper, point, self._limit(helper), "help")
        self.audience.changed()

    def withdraw(self) -> None:
        """What was asked for a person is asked about something that is not there any more."""
        if self.advising or self.helping or self.advice is not None:
            self._halt()

    def adviser_name(self) -> str:
        """The bot that gives advice on this game, "" if none fits."""
        return bots.strongest(self.session.spec)

    def _halt(self) -> None:
        self.asking.withdraw()
        self.advice = None
        self.clock.rest()

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
        heard = self.asking.heard()
        if isinstance(heard, Progress):
            self.audience.changed()
        elif heard is not None:
            purpose, end = heard
            if isinstance(end, Failed):
                self._failed(end.reason, purpose)
            elif purpose == "advice":
                self.advice = end.report
                self.audience.changed()
            elif purpose == "turn" or not self.audience.helped(end.report.move):
                self._note_plan(end.report)
                self.play(end.report.move, end.reports)
        if self.watched and not self.asking.ticket and not self.held and monotonic() >= self.next_at:
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

    def _failed(self, reason: str, purpose: Purpose = "turn") -> None:
        self.held = self.held or purpose == "turn"
        side = words.ADVISER if purpose == "advice" else boards.side(self.info, self.state.actor)
        self.audience.changed()
        self.audience.said(words.bot_failed(side, reason))

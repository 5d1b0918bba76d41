"""The course of a game at the window: who moves next, what a move leads to, taking back, other positions looked at, the end."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from time import monotonic

import bots
from bots.report import Limit, Report
from fastcore import State
from workbench import boards
from workbench.bot_process.process_bot import ProcessBot
from workbench.game.current_line import shows_more
from workbench.game.game_clock import GameClock
from workbench.game.session import PERSON, Session
from workbench.game.values import ValueCurve
from workbench.records.schema import ByHand, Result
from workbench.seen.seat_view import SeatView
from workbench.system.sentences import as_sentence
from workbench.table import words
from workbench.table.audience import Batch
from workbench.table.bots import Purpose
from workbench.table.seating import Seating
from workbench.table.setup import Setup
from workbench.table.table_facts import TableFacts

AHEAD = 2  # batches of events that the game may be ahead of what is shown
HURRY_SECONDS = 0.1  # for each decision after Move now


class Course(TableFacts):
    """A table whose game goes on, back and elsewhere."""

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
        self.setup = Setup(session.spec, session.seats, session.seed, session.position, session.names, session.limit, by_hand=session.by_hand)
        self.session, self.seating, self.clock = session, seating, GameClock(session)
        begun = len(session.steps) > session.given
        self.held = bool(session.future) or (begun and PERSON not in session.seats)
        self.paused, self.stepping, self.next_at, self.plan, self.hurried = False, False, 0.0, None, (-1, 0)
        self.seat_view, self.curve = SeatView(session, self.audience.sitting), ValueCurve(session)
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
                if self.starting:
                    break
            elif waits == "chance" and self.session.follows is None:
                before = self.state
                self.session.draw_chance()
                self._made(before)
                continue
            break
        self.audience.changed()

    def _let_bot_think(self) -> None:
        seat = self.state.actor
        if seat in self.seating.waiting:
            return  # until the user has answered
        if seat not in self.seating.players:
            self._failed(self.seating.faults[seat])
            return
        bot = self.seating.players[seat]
        self.starting = self.session.limit is not None and isinstance(bot, ProcessBot) and not bot.made
        if self.starting:  # its own options are not known yet, and its clock does not run
            return
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

    def _failed(self, reason: str, purpose: Purpose = "turn") -> None:
        side = words.ADVISER if purpose == "advice" else boards.side(self.info, self.state.actor)
        if purpose == "turn":
            self.held, self.broken = True, as_sentence(reason)
        self.audience.changed()
        self.audience.said(words.bot_failed(side, reason))

    def _halt(self) -> None:
        self.asking.withdraw()
        self.advice, self.broken, self.starting = None, "", False
        self.clock.rest()

    def play(self, move: str, reports: Sequence[Report] = ()) -> None:
        """Make a move of whoever is to move; IllegalMove says why it cannot be."""
        before, (seconds, left) = self.state, self.clock.charge() if self.state.actor >= 0 else (None, None)
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
        if self.browsing.node is not None and at in session.line():
            self.look(at)
            return
        befores = [session.state_at(node).copy()]
        for move in moves[:-1]:
            befores.append(befores[-1].after(move))
        seconds, left = self.clock.charge() if self.browsing.node is None else (None, None)
        session.play_turn(node, moves, seconds, left)
        self._halt()
        if self.browsing.node is not None:
            self.held, self.plan, self.browsing.node = False, None, None
        self._made(*befores)
        self.go_on()

    def _made(self, *befores: State) -> None:
        """The last steps were made in these positions."""
        before = befores[0]
        self.advice = None
        self.clock.moved()
        self.screen.moved(self._reads(befores[-1]))
        if before.actor >= 0 and not self.persons:
            self.next_at = monotonic() + self.audience.pace
            self.held, self.stepping = self.held or self.stepping, False
        self.audience.happened(Batch(before.turn, self.seat_view.events_of_last(befores), self.state.points()))

    def take_over(self) -> None:
        """The person whom the screen was handed to is there."""
        self.screen.take_over()
        self.browsing.node = None
        self.audience.begun()

    def hand_over(self) -> None:
        """The person before the screen has read what their move did: it is covered for the next one."""
        self.screen.hand_over()
        self.browsing.node = None
        self.audience.begun()

    def _reads(self, before: State) -> bool:
        """Whether whoever is before the screen stays there to read: what somebody else did, or what their own move told them."""
        if before.actor not in self.persons:
            return self.screen.reads
        return not self.info.has.secrets and shows_more(before, before.actor, self.session.steps[-1].move)

    # Looking at other positions ---------------------------------------------------------------------------------------

    def look(self, node: int) -> None:
        """Look at a position; the game goes on where it stands."""
        if self.advising or self.helping:
            self._halt()
        self.advice = None
        self.browsing.look(node)
        self.audience.begun()
        self.go_on()

    def play_there(self, move: str) -> None:
        """Make a move in the position that is looked at: a variation, where the game goes on. A move that the game's own
        line has there already is only gone along. IllegalMove says why it cannot be made."""
        at = self.browsing.at
        child = self.session.tree.child(at, move)
        if child is not None and child in self.session.line():
            self.look(child)
            return
        before = self.session.state_at(at)
        self.session.play_at(at, move)
        self._halt()
        self.held, self.plan, self.browsing.node = False, None, None
        self._made(before)
        self.go_on()

    def set_up(self, text: str) -> None:
        """Go on from a position that was set up by hand, in a branch that begins at the one that is shown. IllegalMove says why
        it cannot be."""
        self.session.set_up(text, self.browsing.at)
        self._halt()
        self.clock.moved()
        self._moved()

    def choose_chance(self, when: ByHand) -> None:
        """When chance is chosen and not drawn from now on."""
        self.session.by_hand = when
        self.audience.begun()
        self.go_on()

    # Back, and to the end ------------------------------------------------------------------------------------------------

    def undo(self) -> None:
        self.revise(self.session.undo)

    def redo(self) -> None:
        self.revise(self.session.redo)

    def take_back(self) -> None:
        self.revise(self.session.take_back)

    def revise(self, change: Callable[[], None]) -> None:
        """Change something in the session. What thinks goes on unless the game stands somewhere else then."""
        here, seats, result = self._stands
        persons = self._persons
        change()
        self._greet(persons)
        if self._stands != (here, seats, result):
            self._halt()
            if (self.session.here, self.session.result) != (here, result):
                self.clock.moved()
            self._moved()
            return
        if self.browsing.node is not None and not self.session.holds(self.browsing.node):
            left = self.session.left_of(self.browsing.node)
            self.browsing.node = left if left != self.session.here else None
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
        self.plan, self.browsing.node = None, None
        self.audience.begun()
        self.go_on()

    def change_seats(self, players: Sequence[str], names: Sequence[str]) -> None:
        """Say anew who plays; ValueError if a player is refused."""
        if (tuple(players), tuple(names)) == (self.session.seats, self.session.names):
            return
        persons, failed = self._persons, bool(self.broken)
        self.session.change_seats(players, names)
        self._greet(persons)
        self._halt()
        self._moved(self.held and not failed and self.session.waits_for == "bot")

    @property
    def _persons(self) -> dict[int, str]:
        """The names of the persons by their seats."""
        return {seat: self.session.names[seat] for seat in self.persons}

    def _greet(self, before: dict[int, str]) -> None:
        """Where other persons play than before, whoever is next says that they are there. To be given a name makes nobody
        another person."""
        now = self._persons
        if now.keys() != before.keys() or any(before[seat] not in ("", name) for seat, name in now.items()):
            self.screen.seated_anew()

    def _moved(self, held: bool = False) -> None:
        self.seating.sync()
        self.stepping, self.next_at = False, 0.0
        self.paused = False
        self.held, self.plan = held or not self.persons, None  # bots alone would at once go forward again
        self.browsing.node, self.screen.reads = None, False
        self.audience.begun()
        self.go_on()

    def consented(self) -> None:
        """The user has agreed to a bot: it plays where it was waited for."""
        self.seating.ask_again()
        self.audience.changed()
        self.go_on()

    def close(self) -> None:
        self._halt()
        self.asking.close()
        self.seating.close()

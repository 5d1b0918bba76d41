"""Plays one game with its bots: who is next, what a move leads to, undo, other positions, and the end.
Uses no widgets."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import cast

import fastcore
from bots.report import Report
from fastcore import State, Viewpoint
from workbench.game.clock import GameClock
from workbench.game.hindsight import shows_more
from workbench.game.session import PERSON, Session
from workbench.game.values import ValueCurve
from workbench.records.schema import ByHand, Result
from workbench.seen.browsing import Browsing
from workbench.seen.seat_view import SeatView
from workbench.seen.shared_screen import SharedScreen
from workbench.table.audience import Audience, Batch
from workbench.table.bots import Answer, TableBots
from workbench.table.seating import Seating
from workbench.table.setup import Setup
from workbench.thinking.thinker import Progress

AHEAD = 2  # batches of events that the game may be ahead of what is shown


class Table:
    """A game that persons and bots play, for one audience. All methods are for one thread; bots think on others.

    Without `timed`, nobody's time is measured and no clock runs.
    """

    def __init__(self, audience: Audience, timed: bool = True) -> None:
        self.audience, self.timed = audience, timed
        self.bots = TableBots(audience, self.go_on, timed)
        self.setup = Setup("", (), 0)
        self.session: Session
        self.clock: GameClock
        self.seat_view: SeatView
        self.curve: ValueCurve

    def begin(self, setup: Setup) -> None:
        """Start a game. Raise ValueError if the spec, a seat or the position is refused;
        the old game then continues."""
        self.take(setup.session())
        self.setup = setup

    def take(self, session: Session) -> None:
        """Continue a session.

        A bot that cannot be made fails when it has to move. If moves were undone, or bots alone have played already,
        the bots wait until the user continues.
        """
        seating = Seating(session)
        if self.setup.spec:
            self.bots.leave()
        self.setup = Setup(
            session.spec,
            session.seats,
            session.seed,
            session.position,
            session.document.names,
            session.limit,
            by_hand=session.by_hand,
        )
        self.session, self.clock = session, GameClock(session)
        self.seat_view, self.curve = SeatView(session, self.audience.sitting), ValueCurve(session)
        begun = len(session.steps) > session.given
        held = bool(session.document.future) or (begun and PERSON not in session.seats)
        self.bots.seat(seating, self.screen, self.clock, held)
        self.audience.begun()
        self.go_on()

    def close(self) -> None:
        self.bots.close()

    # The state of the game --------------------------------------------------------------------------------------------

    @property
    def state(self) -> State:
        """The position. If the session follows one seat: what this seat knows of it, which has the same methods."""
        return self.session.state if self.session.follows is None else cast(State, self.session.point)

    @property
    def info(self) -> fastcore.GameInfo:
        return self.session.point.info

    @property
    def played(self) -> Setup:
        """The setup of the game with its present players."""
        return self.setup._replace(
            seats=self.session.seats, names=self.session.document.names, limit=self.session.limit
        )

    @property
    def over(self) -> bool:
        return self.session.waits_for == "over"

    @property
    def watched(self) -> bool:
        """Whether bots play alone."""
        return self.session.follows is None and not self.persons and not self.over

    @property
    def persons(self) -> tuple[int, ...]:
        return self.screen.persons

    @property
    def screen(self) -> SharedScreen:
        return self.seat_view.screen

    @property
    def browsing(self) -> Browsing:
        return self.seat_view.browsing

    @property
    def point(self) -> Viewpoint:
        """What may be shown of the position that is viewed."""
        return self.seat_view.point

    @property
    def may_play(self) -> bool:
        """Whether the person at the screen may move in the position that is viewed."""
        if self.session.document.tree.head.result is not None or self.session.follows is not None:
            return False
        actor = self.point.actor
        return actor in self.persons and (not self.info.has.covered or actor == self.screen.viewer)

    # The course of the game -------------------------------------------------------------------------------------------

    def go_on(self) -> None:
        """Let chance or a bot act if it is their turn. The audience calls this when it has caught up with the game."""
        while self.bots.idle and self.audience.behind < AHEAD:
            waits = self.session.waits_for
            if waits == "chance" and self.session.follows is None:
                self.draw_chance()
                continue
            if waits == "bot" and not self.bots.think():
                return
            break
        self.audience.changed()

    def take_in_reports(self) -> None:
        """Take in what the bots have reported since the last call, and keep the clocks."""
        self.take_in(self.bots.asking.heard())
        if (self.watched or self.bots.starting) and self.bots.due:
            self.go_on()
        self.keep_time()

    def take_in(self, heard: Progress | Answer | None) -> None:
        """Take in what a bot has reported, and play its decision."""
        decision = self.bots.take_in(heard)
        if decision is not None:
            self.play(*decision)

    def keep_time(self) -> None:
        """Start and stop the clock, and end the game if a player's time is up.

        A person's clock rests while the audience shows earlier moves, while another game is
        shown, and during a hand-over.
        """
        waits = self.session.waits_for
        ready = self.audience.on_show and self.audience.behind == 0 and self.screen.handing_to is None
        person = waits == "person" and ready
        if not self.bots.held and (person or (waits == "bot" and self.bots.thinking)):
            self.clock.run()
        else:
            self.clock.rest()
        late = self.clock.overrun(bot=waits == "bot") if waits in ("person", "bot") else None
        if late is not None:
            self._end(lambda: self.session.lose_on_time(late))
        self.audience.ticked()

    def play(self, move: str, reports: Sequence[Report] = ()) -> None:
        """Make a move of the player whose turn it is. Raise IllegalMove if it cannot be made."""
        before = self.state
        seconds, left = self._charge() if before.actor >= 0 else (None, None)
        self.session.play(move, reports, seconds, left=left)
        self.bots.halt()
        self._made(before)
        self.go_on()

    def draw_chance(self) -> None:
        """Draw the next outcome of chance."""
        before = self.state
        self.session.draw_chance()
        self._made(before)

    def play_turn(self, node: int, moves: Sequence[str]) -> None:
        """Make all moves of a turn that begins at a node, and continue the game there.

        If the game's current line has this turn at the node, only show it. Raise IllegalMove if a move cannot be made;
        then none is made.
        """
        session, at = self.session, node
        for move in moves:
            at = session.document.tree.child(at, move) or -1
            if at < 0:
                break
        if self.browsing.node is not None and at in session.document.line():
            self.look(at)
            return
        befores = [session.document.state_at(node).copy()]
        for move in moves[:-1]:
            befores.append(befores[-1].after(move))
        seconds, left = self._charge() if self.browsing.node is None else (None, None)
        session.play_turn(node, moves, seconds, left)
        self.bots.halt()
        if self.browsing.node is not None:
            self._leave_view()
        self._made(*befores)
        self.go_on()

    def _charge(self) -> tuple[float | None, float | None]:
        """Return the time that the decision took, and the time left after it."""
        return self.clock.charge() if self.timed else (None, None)

    def _made(self, *befores: State) -> None:
        """Follow the latest steps, which were made in these positions."""
        before = befores[0]
        self.clock.moved()
        self.screen.moved(self._reads(befores[-1]))
        self.bots.follow(alone=before.actor >= 0 and not self.persons)
        self.audience.happened(Batch(before.turn, self.seat_view.events_of_last(befores), self.state.points()))

    # Several persons at one screen ------------------------------------------------------------------------------------

    def take_over(self) -> None:
        """Show the game to the person to whom the screen was handed."""
        self.screen.take_over()
        self.browsing.node = None
        self.audience.begun()

    def hand_over(self) -> None:
        """Cover the screen for the next person: the last one has read what their move did."""
        self.screen.hand_over()
        self.browsing.node = None
        self.audience.begun()

    def _reads(self, before: State) -> bool:
        """Return whether the person at the screen stays there to read what another player did,
        or what their own move showed."""
        if before.actor not in self.persons:
            return self.screen.reads
        return not self.info.has.secrets and shows_more(before, before.actor, self.session.steps[-1].move)

    # Other positions --------------------------------------------------------------------------------------------------

    def look(self, node: int) -> None:
        """View a position. The game goes on at its own."""
        if self.bots.advising or self.bots.helping:
            self.bots.halt()
        self.bots.advice = None
        self.browsing.look(node)
        self.audience.begun()
        self.go_on()

    def play_there(self, move: str) -> None:
        """Make a move in the position that is viewed: a variation, where the game continues.

        If the game's current line has this move there, only show it. Raise IllegalMove if it cannot be made.
        """
        at = self.browsing.at
        child = self.session.document.tree.child(at, move)
        if child is not None and child in self.session.document.line():
            self.look(child)
            return
        before = self.session.document.state_at(at)
        self.session.play_at(at, move)
        self.bots.halt()
        self._leave_view()
        self._made(before)
        self.go_on()

    def _leave_view(self) -> None:
        """Continue the game from the position that was viewed."""
        self.bots.held, self.bots.plan, self.browsing.node = False, None, None

    def set_up(self, text: str) -> None:
        """Continue from a position set up by hand, in a branch of the one that is viewed.
        Raise IllegalMove if it is refused."""
        self.session.set_up(text, self.browsing.at)
        self.bots.halt()
        self.clock.moved()
        self._moved()

    def choose_chance(self, when: ByHand) -> None:
        """Set when the user chooses the outcomes of chance."""
        self.session.by_hand = when
        self.audience.begun()
        self.go_on()

    # Undo, players, and the end ---------------------------------------------------------------------------------------

    def undo(self) -> None:
        self.revise(self.session.undo)

    def redo(self) -> None:
        self.revise(self.session.redo)

    def take_back(self) -> None:
        self.revise(self.session.take_back)

    def revise(self, change: Callable[[], None]) -> None:
        """Change the session. A bot that thinks continues unless the position, the players or the result changed."""
        here, seats, result = self._stands
        persons = self._persons
        change()
        self._greet(persons)
        if self._stands != (here, seats, result):
            self.bots.halt()
            if (self.session.here, self.session.result) != (here, result):
                self.clock.moved()
            self._moved()
            return
        if self.browsing.node is not None and not self.session.document.holds(self.browsing.node):
            left = self.session.document.left_of(self.browsing.node)
            self.browsing.node = left if left != self.session.here else None
            self.audience.begun()
            self.go_on()
        self.audience.changed()

    @property
    def _stands(self) -> tuple[int, tuple[str, ...], Result | None]:
        return self.session.here, self.session.seats, self.session.result

    def resign(self, seat: int) -> None:
        """Let the person on a seat resign."""
        self._end(lambda: self.session.resign(seat))

    def _end(self, declare: Callable[[], None]) -> None:
        """End the game by a declaration, not by a move. The clocks keep their times."""
        self.bots.halt()
        declare()
        self.bots.plan, self.browsing.node = None, None
        self.audience.begun()
        self.go_on()

    def change_seats(self, players: Sequence[str], names: Sequence[str]) -> None:
        """Change the players. Raise ValueError if one is refused."""
        if (tuple(players), tuple(names)) == (self.session.seats, self.session.document.names):
            return
        persons, failed = self._persons, bool(self.bots.broken)
        self.session.change_seats(players, names)
        self._greet(persons)
        self.bots.halt()
        self._moved(self.bots.held and not failed and self.session.waits_for == "bot")

    @property
    def _persons(self) -> dict[int, str]:
        """The names of the persons by their seats."""
        return {seat: self.session.document.names[seat] for seat in self.persons}

    def _greet(self, before: dict[int, str]) -> None:
        """Cover the screen for the next person if other persons play than before.
        A person who only gets a name is the same."""
        now = self._persons
        if now.keys() != before.keys() or any(before[seat] not in ("", name) for seat, name in now.items()):
            self.screen.seated_anew()

    def _moved(self, held: bool = False) -> None:
        """Continue at another position or with other players. Bots alone wait: they would play on past an undo."""
        self.bots.move_elsewhere(held or not self.persons)
        self.browsing.node, self.screen.reads = None, False
        self.audience.begun()
        self.go_on()

    def consented(self) -> None:
        """Let a bot play that the user has agreed to."""
        self.bots.seating.ask_again()
        self.audience.changed()
        self.go_on()

"""A game with its bots, without widgets: the course of the game, undo, variations and the end."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import cast

import fastcore
from bots.report import Report
from fastcore import State, Viewpoint
from workbench.game.clock import GameClock
from workbench.game.current_line import common_length
from workbench.game.session import PERSON, Session
from workbench.game.values import ValueCurve
from workbench.records.schema import ByHand, Result
from workbench.seen.browsing import Browsing
from workbench.seen.seat_view import SeatView
from workbench.seen.shared_screen import SharedScreen
from workbench.table.audience import Audience, Batch
from workbench.table.bots import TableBots
from workbench.table.requests import Answer
from workbench.table.seating import Seating
from workbench.table.setup import Setup
from workbench.thinking.thinker import Progress

AHEAD = 2  # number of batches by which the game may be ahead of its display


class Table:
    """A game between people and bots, shown by one `Audience`.

    All methods must be called on one thread; bots think on other threads. Clocks run only if the table is `timed`.
    """

    def __init__(self, audience: Audience, timed: bool = True) -> None:
        self.audience, self.timed = audience, timed
        self.bots = TableBots(audience, self.advance, timed)
        self._reads = False  # whether the person who moved last stays at the screen to read its results
        self.setup = Setup("", (), 0)
        self.session: Session
        self.clock: GameClock
        self.seat_view: SeatView
        self.curve: ValueCurve

    def begin(self, setup: Setup) -> None:
        """Start a new game.

        Raises:
            ValueError: The spec, a player or the position is invalid. The old game continues.
        """
        self.load(setup.session())
        self.setup = setup

    def load(self, session: Session) -> None:
        """Continue a session.

        A bot that cannot be started fails when it has to move. The bots wait until the user continues if moves were
        undone, or if only bots play and have already moved.
        """
        seating = Seating(session)
        if self.setup.spec:
            self.bots.close_seating()
        names, limit, by_hand = session.document.names, session.limit, session.by_hand
        self.setup = Setup(session.spec, session.seats, session.seed, session.position, names, limit, by_hand=by_hand)
        self.session, self.clock = session, GameClock(session)
        self.seat_view, self.curve = SeatView(session, self.audience.screen_owner), ValueCurve(session)
        started = len(session.steps) > session.opening_steps
        held = bool(session.document.future) or (started and PERSON not in session.seats)
        self.bots.use_seating(seating, self.screen, self.clock, held)
        self.audience.show_position()
        self.advance()

    def close(self) -> None:
        """Close the bots and stop their threads."""
        self.bots.close()

    # The state of the game --------------------------------------------------------------------------------------------

    @property
    def state(self) -> State:
        """The position. If the session follows one seat: its viewpoint, which has the same methods."""
        return self.session.state if self.session.follows is None else cast(State, self.session.point)

    @property
    def info(self) -> fastcore.GameInfo:
        """The description of the game."""
        return self.session.point.info

    @property
    def played(self) -> Setup:
        """The setup of the game with its present players."""
        return self.setup._replace(
            seats=self.session.seats, names=self.session.document.names, limit=self.session.limit
        )

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.session.waits_for == "over"

    @property
    def bots_only(self) -> bool:
        """Whether only bots play, and the game is not over."""
        return self.session.follows is None and not self.persons and not self.over

    @property
    def persons(self) -> tuple[int, ...]:
        """The seats of people."""
        return self.screen.persons

    @property
    def screen(self) -> SharedScreen:
        """The shared screen."""
        return self.seat_view.screen

    @property
    def browsing(self) -> Browsing:
        """The browsing of earlier positions."""
        return self.seat_view.browsing

    @property
    def point(self) -> Viewpoint:
        """The viewed position, without information hidden from the person at the screen."""
        return self.seat_view.point

    @property
    def may_play(self) -> bool:
        """Whether the person at the screen may move in the viewed position."""
        if self.session.document.tree.head.result is not None or self.session.follows is not None:
            return False
        line = self.session.document.line_to(self.browsing.shown_node)
        if self.screen.shown_since(common_length(line, self.session.document.line())):
            return False
        actor = self.point.actor
        return actor in self.persons and (not self.info.has.covered or actor == self.screen.viewer)

    # The course of the game -------------------------------------------------------------------------------------------

    def advance(self) -> None:
        """Let chance or a bot act if it is their turn. Called by the audience when its display has caught up."""
        while self.bots.idle and self.audience.behind < AHEAD and not self.audience.holds_game:
            waits = self.session.waits_for
            if waits == "chance" and self.session.follows is None:
                self.draw_chance()
                continue
            if waits == "bot" and not self.bots.think():
                return
            break
        if self.over:
            self.bots.seating.release_searches()
        self.audience.refresh()

    def go_on(self) -> None:
        """Continue after the audience held the game. The screen is handed over if that was due."""
        if self.screen.reading_seat is not None and not self._reads:
            self.hand_over()
        self.advance()

    def process_reports(self) -> None:
        """Process the reports of bots since the last call, and update the clocks."""
        self.process_message(self.bots.requests.poll())
        if (self.bots_only or self.bots.starting) and self.bots.can_start:
            self.advance()
        self.keep_time()

    def process_message(self, heard: Progress | Answer | None) -> None:
        """Process a message of a bot, and play its decision."""
        decision = self.bots.process_message(heard)
        if decision is not None:
            self.play(*decision)

    def keep_time(self) -> None:
        """Start or stop the clock, and end the game if a player has run out of time.

        A person's clock is paused while the display is behind, while another game is shown, and during a hand-over.
        """
        waits = self.session.waits_for
        ready = self.audience.on_show and self.audience.behind == 0 and not self.audience.holds_game
        person = waits == "person" and ready and self.screen.handover_seat is None
        if not self.bots.held and (person or (waits == "bot" and self.bots.thinking)):
            self.clock.start()
        else:
            self.clock.pause()
        late = self.clock.overrun_seat(bot=waits == "bot") if waits in ("person", "bot") else None
        if late is not None:
            self._end(lambda: self.session.lose_on_time(late))
        self.audience.refresh_clocks()

    def play(self, move: str, reports: Sequence[Report] = ()) -> None:
        """Make a move for the player to move.

        Raises:
            IllegalMove: The move is illegal.
        """
        before = self.state
        seconds, left = self._charge() if before.actor >= 0 else (None, None)
        self.session.play(move, reports, seconds, left=left)
        self.bots.halt()
        self._follow_moves(before)
        self.advance()

    def draw_chance(self) -> None:
        """Draw the next chance event."""
        before = self.state
        self.session.draw_chance()
        self._follow_moves(before)

    def play_turn(self, node: int, moves: Sequence[str]) -> None:
        """Play all moves of a turn that begins at a node, and continue the game from there.

        If the current line already contains this turn, only show it.

        Raises:
            IllegalMove: A move is illegal. No move is played then.
        """
        session, end = self.session, node
        for move in moves:
            end = session.document.tree.child(end, move) or -1
            if end < 0:
                break
        if self.browsing.node is not None and end in session.document.line():
            self.view_node(end)
            return
        befores = [session.document.state_at(node).copy()]
        for move in moves[:-1]:
            befores.append(befores[-1].after(move))
        seconds, left = self._charge() if self.browsing.node is None else (None, None)
        session.play_turn(node, moves, seconds, left)
        self.bots.halt()
        if self.browsing.node is not None:
            self._leave_view()
        self._follow_moves(*befores)
        self.advance()

    def _charge(self) -> tuple[float | None, float | None]:
        """Return the time that the decision took and the time left, in seconds."""
        return self.clock.decision_cost() if self.timed else (None, None)

    def _follow_moves(self, *befores: State) -> None:
        """Update clock, screen and display after moves, given the positions before them."""
        before = befores[0]
        self.clock.reload()
        self._reads = self.screen.stays_to_read(befores[-1])
        self.screen.after_move(self._reads or self.audience.holds_game)
        self.bots.note_move(alone=before.actor >= 0 and not self.persons)
        self.audience.show_move(Batch(before.turn, self.seat_view.events_of_last(befores), self.state.points()))

    # Several people at one screen ------------------------------------------------------------------------------------

    def take_over(self) -> None:
        """Show the game to the person who received the screen."""
        self.screen.take_over()
        self.browsing.node = None
        self.audience.show_position()

    def hand_over(self) -> None:
        """Cover the screen for the next person, once the previous one has read the result of their move."""
        self.screen.hand_over()
        self.browsing.node = None
        self.audience.show_position()

    # Other positions --------------------------------------------------------------------------------------------------

    def view_node(self, node: int) -> None:
        """View a position. The game continues at its current node."""
        if self.bots.advising or self.bots.helping:
            self.bots.halt()
        self.bots.advice = None
        self.browsing.view_node(node)
        self.audience.show_position()
        self.advance()

    def play_variation(self, move: str) -> None:
        """Play a move in the viewed position, and continue the game there as a variation.

        If the current line already contains this move, only show it.

        Raises:
            IllegalMove: The move is illegal.
        """
        at = self.browsing.shown_node
        child = self.session.document.tree.child(at, move)
        if child is not None and child in self.session.document.line():
            self.view_node(child)
            return
        before = self.session.document.state_at(at)
        self.session.play_at(at, move)
        self.bots.halt()
        self._leave_view()
        self._follow_moves(before)
        self.advance()

    def _leave_view(self) -> None:
        """Let the game continue from the viewed position."""
        self.bots.held, self.bots.plan, self.browsing.node = False, None, None

    def set_up(self, text: str) -> None:
        """Continue from a position set up by hand, as a variation of the viewed one.

        Raises:
            IllegalMove: The position is invalid.
        """
        self.session.set_up(text, self.browsing.shown_node)
        self.bots.halt()
        self.clock.reload()
        self._restart_at_position()

    def set_by_hand(self, when: ByHand) -> None:
        """Set whether the user enters chance outcomes never, once or always."""
        self.session.by_hand = when
        self.audience.show_position()
        self.advance()

    # Undo, players, and the end ---------------------------------------------------------------------------------------

    def undo(self) -> None:
        """Undo the last change."""
        self.revise(self.session.undo)

    def redo(self) -> None:
        """Redo the last undone change."""
        self.revise(self.session.redo)

    def retract(self) -> None:
        """Undo everything up to the person's last decision."""
        self.revise(self.session.retract)

    def revise(self, change: Callable[[], None]) -> None:
        """Change the session. A thinking bot continues unless the position, the players or the result change."""
        node, seats, result = self._situation
        persons = self._persons
        change()
        self._cover_for_new_persons(persons)
        if self._situation != (node, seats, result):
            self.bots.halt()
            if (self.session.here, self.session.result) != (node, result):
                self.clock.reload()
            self._restart_at_position()
            return
        if self.browsing.node is not None and not self.session.document.has_node(self.browsing.node):
            nearest = self.session.document.nearest_existing(self.browsing.node)
            self.browsing.node = nearest if nearest != self.session.here else None
            self.audience.show_position()
            self.advance()
        self.audience.refresh()

    @property
    def _situation(self) -> tuple[int, tuple[str, ...], Result | None]:
        return self.session.here, self.session.seats, self.session.result

    def resign(self, seat: int) -> None:
        """Resign for the person on a seat."""
        self._end(lambda: self.session.resign(seat))

    def _end(self, declare: Callable[[], None]) -> None:
        """End the game by resignation or loss on time. The clocks are not reset."""
        self.bots.halt()
        declare()
        self.bots.plan, self.browsing.node = None, None
        self.audience.show_position()
        self.advance()

    def change_seats(self, players: Sequence[str], names: Sequence[str]) -> None:
        """Change the players and their names. Raise ValueError if a player is invalid."""
        if (tuple(players), tuple(names)) == (self.session.seats, self.session.document.names):
            return
        persons, failed = self._persons, bool(self.bots.broken)
        self.session.change_seats(players, names)
        self._cover_for_new_persons(persons)
        self.bots.halt()
        self._restart_at_position(self.bots.held and not failed and self.session.waits_for == "bot")

    @property
    def _persons(self) -> dict[int, str]:
        """The names of the people by seat."""
        return {seat: self.session.document.names[seat] for seat in self.persons}

    def _cover_for_new_persons(self, before: dict[int, str]) -> None:
        """Cover the screen for the next person if people have changed. Naming an unnamed person does not count."""
        current = self._persons
        if current.keys() != before.keys() or any(before[seat] not in ("", name) for seat, name in current.items()):
            self.screen.players_changed()

    def _restart_at_position(self, held: bool | None = None) -> None:
        """Continue at another position or with other players.

        Args:
            held: Whether the bots wait. None: they wait if only bots play, so that an undo lasts.
        """
        self.bots.note_position(not self.persons if held is None else held)
        self.browsing.node = None
        self.screen.after_move()  # the person who undid a move may leave the screen at the cover
        self.audience.show_position()
        self.advance()

    def on_consent(self) -> None:
        """Let a bot play after the user has consented to it."""
        self.bots.seating.retry()
        self.audience.refresh()
        self.advance()

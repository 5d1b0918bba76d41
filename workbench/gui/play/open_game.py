"""A game in a tab: what happens in it step by step, and what a person does. display.py shows it.

It is the table's audience, the presenter's stage and the player whose moves the board takes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from queue import SimpleQueue
from typing import Protocol

from fastcore import CHANCE, Conflict, Event, IllegalMove, Viewpoint
from workbench import boards
from workbench.boards.kit.choices import Choice
from workbench.boards.kit.contract import Board
from workbench.game.chance_by_hand import outcomes
from workbench.game.move_tree import ROOT
from workbench.game.session import Session
from workbench.gui.board.board_view import BoardView
from workbench.gui.board.event_player import EventPlayer
from workbench.gui.board.move_input import MoveInput
from workbench.gui.board.plain_view import PlainView
from workbench.gui.board.presenter import Presenter
from workbench.gui.play import captions, chance_by_hand, words
from workbench.gui.play.captions import show_clocks
from workbench.gui.play.cover import HAND_OVER
from workbench.gui.play.display import Display
from workbench.gui.play.hand_over import HandOver
from workbench.gui.play.hints import Hints
from workbench.gui.play.layers import Layers
from workbench.gui.play.screen import Screen
from workbench.gui.shell.notice import StandingLine
from workbench.gui.shell.shell import Shell
from workbench.positions.sketch import Sketch
from workbench.seen.names import by_name
from workbench.seen.shared_screen import Sitting
from workbench.storage.stored_game import StoredGame
from workbench.system.sentences import as_sentence
from workbench.table.audience import Batch, Purpose
from workbench.table.table import Table
from workbench.table.words import ADVISER, bot_failed


class Games(Protocol):
    """The part of the collection of open games that one open game uses."""

    shell: Shell
    screen: Screen
    layers: Layers
    hand_over: HandOver
    sitting: Sitting  # who is at the screen
    faults: SimpleQueue[str]  # what went wrong while games were written down
    explainers: list[Callable[[str, str], str]]  # extend the text about a spot; called with the spot and the text

    @property
    def shown(self) -> OpenGame:
        """The game on the screen."""

    @property
    def outgrown(self) -> bool:
        """Whether the shown game needs another layout."""

    def waiting(self, table: Table) -> StandingLine | None:
        """Return the notice about a bot that waits for permission."""

    def take_seat(self, seat: int) -> None:
        """Give a seat of the shown game to the person at the screen."""

    def follow_on(self, session: Session, before: Session) -> None:
        """Note that a game replaced another."""

    def put_away(self, game: StoredGame) -> None:
        """Note that a game left its tab."""


class OpenGame:
    """One open game, shown or behind the others."""

    def __init__(self, games: Games) -> None:
        self.games, self.shell, self.screen, self.layers = games, games.shell, games.screen, games.layers
        self.table = Table(self)
        settings = self.shell.settings
        self.presenter = Presenter(self, lambda: settings.animation, lambda: settings.animation_speed)
        self.move_input = MoveInput(self)
        self.hints = Hints(self)
        self.display = Display(self, self.hints, games.hand_over, lambda: games.waiting(self.table), games.take_seat)
        self.showing: EventPlayer | None = None  # the event that is being shown
        self.typed = ""  # what stood in the field for moves when another game was shown
        self.kept: StoredGame | None = None

    def leave(self) -> None:
        """Another game is going to be shown: nothing of this one is any more."""
        if self.on_show:
            self.shell.events.writing_ends.tell()
            covered = self.table.screen.covered_for is not None
            self.typed = "" if covered else self.shell.status.typed()  # whoever is there then has not typed it
            self.presenter.begin(0, ())
            self.table.screen.reads = False

    def close(self) -> None:
        if self.on_show:
            self.presenter.begin(0, ())
        self.move_input.close()
        self.shell.events.closed.tell(self.table)
        self.table.close()

    @property
    def on_show(self) -> bool:
        """Whether this is the game on the screen."""
        return self.screen.body is not None and self.games.shown is self and not self.layers.hides(self.table)

    def take(self, game: StoredGame) -> None:
        """Go on with a game that was opened."""
        before, self.kept = self.kept, game
        if before is not None:
            self.games.put_away(before)
        self.table.take(game.session)

    @property
    def ours(self) -> bool:
        """Whether a person is to move and all is shown."""
        table = self.table
        if self.presenter.busy or table.screen.handing_to is not None:
            return False
        may = self.layers.first(table, lambda layer: layer.may_move(table))
        if may is not None:
            return may
        waits = table.session.waits_for
        decides = waits in ("person", chance_by_hand.WAITS) or (waits == "chance" and table.session.follows is not None)
        return decides and not table.bots.paused

    @property
    def outcomes(self) -> tuple[str, ...]:
        """What chance may come to, where that is to be chosen now and can be listed."""
        table = self.table
        point = table.point
        elsewhere = table.browsing.node is not None and self._in_play
        if point.actor != CHANCE or not self.ours or elsewhere or table.info.has.deals:
            return ()
        return outcomes(point)

    @property
    def _in_play(self) -> bool:
        return self.layers.mode(self.table) == "play"

    @property
    def ended(self) -> bool:
        """Whether the screen shows the end of the game."""
        return self._in_play and self.table.over and self.table.browsing.node is None and not self.presenter.busy

    # The table's audience ---------------------------------------------------------------------------------------------

    @property
    def sitting(self) -> Sitting:
        return self.games.sitting

    @property
    def pace(self) -> float:
        return words.SPEEDS[words.speed_number(self.shell.settings.speed)][1]

    @property
    def behind(self) -> int:
        return self.presenter.behind

    def begun(self) -> None:
        table = self.table
        another = self.kept is None or self.kept.session is not table.session
        if another:
            if self.shell.pages.over is not None and self.on_show:
                self.shell.pages.over.give_way()
            if self.kept is not None:
                self.games.follow_on(table.session, self.kept.session)
                self.games.put_away(self.kept)
            self.move_input.forget()
            self.kept = StoredGame(table.session, lambda line: self.games.faults.put(line))
        self.shell.events.begun.tell(table, another)
        if not self.on_show:
            return
        table.screen.be_shown()
        if self.games.outgrown:
            self.shell.rebuild()
            return
        self.presenter.begin(table.point.turn, table.seat_view.turn_events())
        self.settle()

    def happened(self, batch: Batch) -> None:
        if self.on_show and self.table.browsing.node is None:
            self.shell.events.happened.tell(batch, self.presenter.animated())
            self.presenter.add(batch)
            self.display.clear_marks()
            for remark in filter(None, (boards.remark(self.table.info, event) for event in batch.events)):
                self.shell.notice.say(by_name(self.table.session, remark))

    def changed(self) -> None:
        if self.on_show:
            self.display.changed()

    def ticked(self) -> None:
        if self.on_show:
            show_clocks(self.screen.players, self.table)

    def bot_failed(self, purpose: Purpose, reason: str) -> None:
        if self.on_show:
            side = ADVISER if purpose == "advice" else boards.side(self.table.info, self.table.state.actor)
            self.shell.status.point_out(bot_failed(side, reason), True)

    def warned(self, text: str) -> None:
        self.shell.notice.say(as_sentence(text), True)

    # The presenter's stage --------------------------------------------------------------------------------------------

    def step(self, event: Event, turn: Sequence[Event], done: Callable[[], None]) -> None:
        board, view, status = self.screen.board, self.screen.view, self.shell.status
        told = by_name(self.table.session, boards.tell(self.table.info, event, self.table.screen.viewer))
        status.remind("")
        status.point_out("", False)
        if told:
            status.expect(told)
        drawn = board is not None and isinstance(view, BoardView)
        if board is not None and isinstance(view, BoardView):
            paced = self.presenter.paced
            self.showing = EventPlayer(view, board, self.screen.panels, self.table.info, paced, self.screen.players)
        self.shell.events.stepped.tell(event, turn, told)
        if drawn and self.showing is not None:
            self.showing.step(event, turn, done)
        else:
            done()

    def cut(self) -> None:
        showing, self.showing = self.showing, None
        if showing is not None and showing.view.winfo_exists():
            showing.cut()

    def settle(self) -> None:
        """Show the position as it is, and what may be clicked in it."""
        self.display.settle()

    def settled(self) -> None:
        self.settle()
        self.table.go_on()

    def reached(self, points: Sequence[int]) -> None:
        self.display.show_players(points)

    def after(self, ms: int, call: Callable[[], None]) -> str:
        return self.shell.root.after(ms, call)

    def after_cancel(self, timer: str) -> None:
        self.shell.root.after_cancel(timer)

    # A person's doings ------------------------------------------------------------------------------------------------

    @property
    def board(self) -> Board | None:
        return self.screen.board

    @property
    def view(self) -> BoardView | PlainView:
        return self.screen.view

    @property
    def point(self) -> Viewpoint:
        return self._written or self.table.point

    @property
    def _written(self) -> Viewpoint | None:
        return self.layers.first(self.table, lambda layer: layer.move_point(self.table))

    @property
    def sketch(self) -> Sketch | None:
        """The shown position as one that can be set up, None while nobody may see it."""
        table, point = self.table, self.table.point
        if table.screen.handing_to is not None or (point.seat is None and point.state is None):
            return None
        sketch, at_start = Sketch.of(point.state or point), table.browsing.at == ROOT
        return replace(sketch, facts=table.session.facts) if sketch.seat is not None and at_start else sketch

    @property
    def deciding(self) -> Viewpoint:
        """What the person who decides knows, after what is written."""
        session = self.table.session
        return self._written or session.viewpoint(session.point.actor)

    def helped(self, move: str) -> bool:
        return bool(self.layers.first(self.table, lambda layer: layer.take_help(self.table, move)))

    @property
    def resting(self) -> str:
        return captions.why_no_move(self)

    def touched(self) -> bool:
        """What a person's own move did need not be waited for; what somebody else's did is only ended."""
        self.shell.events.touched.tell()
        if self.layers.stop_replay(self.table):
            return True
        skipped = self.presenter.skip()
        last = next((step.actor for step in reversed(self.table.session.steps) if step.actor >= 0), None)
        return skipped and not (self.ours and last == self.point.actor)

    def skip(self) -> bool:
        """Show the current position. Return whether something else was shown."""
        return self.presenter.skip() or self.layers.stop_replay(self.table)

    def rested(self, spot: str) -> None:
        if spot == HAND_OVER.spot:
            self.shell.commands.run("hand_over")
            return
        self.refuse(self.resting, spot)

    def refused(self, chosen: Sequence[str], spot: str) -> None:
        assert self.board is not None
        self.refuse(self.board.refusal(self.point, chosen, spot), spot)

    def offer(self, choices: Sequence[Choice]) -> None:
        table, before = self.table, self.screen.choices.shown
        note = self.layers.text(table, lambda layer: layer.choices_note(table))
        reading = table.screen.reading is not None and table.screen.handing_to is not None
        self.screen.choices.show((HAND_OVER,) if reading else choices, note, main=reading)
        if self.screen.choices.shown != before:
            self.screen.side.refresh()

    def lead(self) -> None:
        self.shell.status.expect(captions.sentence(self))

    def explain(self, spot: str, detail: str) -> None:
        if not self.presenter.busy:
            for explain in self.games.explainers:
                detail = explain(spot, detail)
            detail = by_name(self.table.session, detail)
            self.shell.status.point_out(detail, False)
            self.shell.events.pointed.tell(spot, detail)

    def type_move(self, text: str) -> None:
        """Play moves of this turn that were typed, or one chosen from a list; what is not played stays, with why."""
        if text.strip() and self.table.screen.covered_for is not None:
            self.refuse(words.COVERED)
            return
        moves = text.split()
        self.skip()
        turn = self.table.point.turn
        while moves:
            if not self.ours or self.table.point.turn != turn:
                # the next person must not read what was meant to be written
                self.shell.status.clear("" if self.table.screen.handing_to is not None else " ".join(moves))
                self.refuse(captions.why_no_move(self))
                return
            try:
                self._play(moves[0])
            except (Conflict, IllegalMove) as error:
                self.shell.status.clear(" ".join(moves))
                self.refuse(as_sentence(error.reason))
                return
            self.presenter.skip()
            del moves[0]
        self.shell.status.clear()
        self.games.hand_over.focus_done()

    def play(self, move: str) -> None:
        """A person's move, in the position that is shown, made at once or written on the sheet; tried where that is
        analysed."""
        try:
            self._play(move)
        except Conflict as error:  # what one seat followed may learn is more than the move
            self.refuse(as_sentence(error.reason))

    def _play(self, move: str) -> None:
        if not self.layers.first(self.table, lambda layer: layer.take(self.table, move)):
            self.table.play(move)

    def refuse(self, reason: str, spot: str = "") -> None:
        reason = by_name(self.table.session, reason)
        self.shell.status.point_out(reason, True)
        self.shell.events.refused.tell(reason, spot)

    def escape(self) -> None:
        """Handle Esc: skip an animation, leave the topmost layer that can be left, or stop the bot."""
        if self.presenter.skip() or self.layers.first(self.table, lambda layer: layer.leave(self.table) or None):
            return
        if self.table.bots.asking.ticket:
            self.table.bots.stop()

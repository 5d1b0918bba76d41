"""The replay of the latest turns on the board, event by event, forwards and backwards.

The game continues during the replay.
"""

from __future__ import annotations

from collections.abc import Callable

from workbench.boards.kit.elements import Fields
from workbench.gui.board.board_view import BoardView
from workbench.gui.board.event_player import EventPlayer
from workbench.gui.play import reasons
from workbench.gui.play.layers import Height, Layer, Live
from workbench.gui.play.screen import Screen
from workbench.gui.play.tabs import Tabs
from workbench.gui.shell.shell import Shell
from workbench.gui.side import words
from workbench.seen import recap
from workbench.seen.recap import COVERED, NOTHING, Recap
from workbench.table.table import Table

ACCOUNT = "account"
READ_MS = 650  # pause after each event, for reading its line


class Playback:
    """A replay of recent events. `at` is the number of events on the board, or None while no replay is shown.

    A move or any return to the current position ends the replay. `on_started` is called when a replay starts.
    """

    def __init__(self, shell: Shell, games: Tabs, screen: Screen) -> None:
        self.shell, self.games, self.screen = shell, games, screen
        self.on_started: Callable[[], None] = lambda: None
        self.table: Table | None = None  # the table whose turns are replayed
        self.at: int | None = None
        self.running = False
        self.stop_at: int | None = None  # the number of events at which the replay stops
        self.timer = ""
        self.before: Fields = {}  # the fields on the board before the replay
        self.event_player: EventPlayer | None = None  # plays the event being shown
        self.cached_recap: tuple[tuple[object, ...], Recap] = ((), NOTHING)  # game, position and seat, and their recap
        events = shell.events
        events.closing.connect(self._stop)
        events.settling.connect(self.forget)
        events.game_shown.connect(self.forget)
        events.move_made.connect(lambda batch, animated: self.interrupt())

    # State ------------------------------------------------------------------------------------------------------------

    @property
    def is_active(self) -> bool:
        """Whether the board shows a replay. A replay in another tab has ended."""
        return self.at is not None and self.table is self.games.table

    @property
    def recap(self) -> Recap:
        """The latest turns as the person at the screen saw them. They do not change during a replay."""
        if self.is_active:
            return self.cached_recap[1]
        table = self.games.table
        if table.screen.covered_for is not None:
            return COVERED
        now = (table.session, table.browsing.shown_node, table.screen.viewer)
        if now != self.cached_recap[0]:
            self.cached_recap = now, recap.recap_of(*now)
        return self.cached_recap[1]

    @property
    def fields(self) -> Fields:
        """The fields of the replayed position."""
        shown = self.cached_recap[1]
        return shown.frames[self.at - 1].fields if self.at else shown.start

    @property
    def points(self) -> tuple[int, ...]:
        """The points of the seats in the replayed position."""
        shown = self.cached_recap[1]
        return shown.frames[self.at - 1].points if self.at else shown.points

    def sentence(self) -> str:
        """Return the replayed event for the status bar."""
        frames, at = self.cached_recap[1].frames, self.at or 0
        return words.shown(frames[at - 1].words if at else "", at, len(frames))

    # Replay -----------------------------------------------------------------------------------------------------------

    def show_event(self, at: int) -> None:
        """Show the board after this many events. Only a step to the next event is animated."""
        self.running, self.stop_at = False, None
        self._show(at)

    def show_part(self, step: int) -> None:
        """Go to the end of the previous part of a turn if `step` is -1, or play to the end of the next one.

        A second call during the animation skips to the end.
        """
        shown = self.recap
        at = self.at if self.at is not None else len(shown.frames) if step < 0 else 0
        if step < 0:
            self.show_event(max((end for end in shown.part_ends() if end < at), default=0))
            return
        end = (
            self.stop_at
            if self.running and self.stop_at is not None
            else min(end for end in shown.part_ends() if end > at)
        )
        if self.running or not self.shell.settings.animation:
            self.show_event(end)
            return
        if self.at is None:
            self._show(0)
        self.running, self.stop_at = True, end
        self._next()

    def play(self) -> None:
        """Play the events in order, or pause. After the last event, play starts from the beginning."""
        if self.running:
            self._cancel_timer()
            self.running = False
            self._show_texts()
            return
        if self.at in (None, len(self.recap.frames)):
            self._show(0)
        self.running, self.stop_at = True, None
        self._continue()

    def leave(self) -> bool:
        """End the replay. Return False if there was none."""
        shown = self.is_active
        if shown:
            self.games.shown.settle()
        return shown

    def settle(self) -> None:
        """End the replay, as the action of a command."""
        self.leave()

    def forget(self) -> None:
        """Forget the replay, because the board shows the game again."""
        if self.at is not None:
            self.at, self.running, self.table = None, False, None
            self._stop()

    def interrupt(self) -> None:
        """End the replay and show the game's position, from which new events are about to be animated."""
        if self.is_active and isinstance(self.screen.view, BoardView):
            self.forget()
            self.screen.view.set_position(self.before)

    def step(self, step: int) -> None:
        """Show the next event, or the previous one if `step` is -1."""
        number = len(self.recap.frames)
        start = self.at if self.at is not None else number if step < 0 else 0
        if self.at is None and step > 0:
            self._show(0)
        self.show_event(start + step)

    def _show(self, index: int) -> None:
        game, screen = self.games.shown, self.screen
        view, board = screen.view, screen.board
        game.presenter.skip()
        if board is None or not isinstance(view, BoardView):
            return
        self._stop()
        frames = self.recap.frames
        index = max(0, min(len(frames), index))
        is_next = self.at is not None and index == self.at + 1
        if self.at is None:
            self.before = view.fields
        self.at, self.table = index, game.table
        game.move_input.set_moves([])
        game.display.clear_marks()
        screen.show_outcomes(game.table, ())  # outcomes belong to the game's current position
        self.on_started()
        events = frames[index - 1].events if index else ()
        self.event_player = EventPlayer(
            view, board, screen.panels, game.table.info, game.presenter.scaled, screen.players
        )
        if is_next and self.shell.settings.animation:
            self.shell.events.event_shown.emit(events[-1], events, "")
            self._show_texts()
            self.event_player.step(events[-1], events, self._continue)
        else:
            view.set_position(self.fields)
            view.painter.show("last", board.last_turn_marks(self.fields, events))
            self.event_player.fill(self.fields, events)
            self._continue()

    def _continue(self) -> None:
        """Continue after an event was shown: wait for the next one, or stop."""
        if self.running and self.at in (self.stop_at, len(self.recap.frames)):
            self.running, self.stop_at = False, None
        elif self.running:
            self.timer = self.shell.root.after(self.games.shown.presenter.scaled(READ_MS), self._next)
        self._show_texts()

    def _next(self) -> None:
        self.timer = ""
        self._show((self.at or 0) + 1)

    def _show_texts(self) -> None:
        self.shell.status.set_prompt(self.sentence())
        self.shell.status.show_detail("", False)
        self.shell.status.refresh()
        self.games.shown.display.show_players()
        self.screen.side.refresh()

    def _cancel_timer(self) -> None:
        if self.timer:
            self.shell.root.after_cancel(self.timer)
            self.timer = ""

    def _stop(self) -> None:
        """Cancel the timer and the animation."""
        self._cancel_timer()
        showing, self.event_player = self.event_player, None
        if showing is not None and showing.view.winfo_exists():
            showing.cancel()

    # Commands ---------------------------------------------------------------------------------------------------------

    def play_label(self) -> str:
        """Return the menu text of the command that plays and pauses."""
        return words.PAUSE if self.running else words.PLAY

    def no_events(self) -> str:
        """Return why there is nothing to replay, or ""."""
        reason = reasons.no_board(self.screen.board) or reasons.covered(self.games.table)
        return reason or ("" if self.recap.frames else words.NOTHING)

    def no_back(self) -> str:
        """Return why there is no earlier event, or ""."""
        return self.no_events() or (words.AT_START if self.at == 0 else "")

    def no_forward(self) -> str:
        """Return why there is no later event, or ""."""
        return self.no_events() or (words.AT_END if self.at == len(self.recap.frames) else "")

    def no_leaving(self) -> str:
        """Return why there is no replay to end, or ""."""
        return "" if self.is_active else words.NOT_SHOWN


class PlaybackLayer(Layer):
    """A layer while the board shows a replay."""

    height = Height.PLAYBACK
    own_marks = replays = True

    def __init__(self, playback: Playback) -> None:
        self.playback = playback

    def covers(self, table: Table) -> bool:
        """Return whether this table's turns are being replayed."""
        return self.playback.is_active and self.playback.table is table

    def may_move(self, table: Table) -> bool:
        """Return False: no moves are possible during a replay."""
        return False

    def points(self, table: Table) -> tuple[int, ...]:
        """Return the points of the seats in the replayed position."""
        return self.playback.points

    def sentence(self, table: Table) -> str:
        """Return the replayed event."""
        return self.playback.sentence()

    def live(self, table: Table) -> Live:
        """Return the replayed events for screen readers."""
        frames = self.playback.recap.frames[: self.playback.at]
        return Live(self.playback.sentence(), events=[frame.words for frame in frames])

    def leave(self, table: Table) -> bool:
        """End the replay."""
        return self.playback.leave()

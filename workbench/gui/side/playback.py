"""The latest turns shown once more on the board, event by event, forward and back. The game goes on meanwhile."""

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
READ_MS = 650  # after each event while it plays, so that its line can be read


class Playback:
    """A replay of recent events. `at` is the number of events on the board, or None while no replay is shown.

    A move ends it, and so does anything else that shows the current position. `began` is called when a replay starts.
    """

    def __init__(self, shell: Shell, games: Tabs, screen: Screen) -> None:
        self.shell, self.games, self.screen = shell, games, screen
        self.began: Callable[[], None] = lambda: None
        self.table: Table | None = None  # the table whose turns are replayed
        self.at: int | None = None
        self.running = False
        self.until: int | None = None  # where it stops by itself
        self.timer = ""
        self.before: Fields = {}  # what the board showed when it began
        self.showing: EventPlayer | None = None  # of the event that is being shown
        self.made: tuple[tuple[object, ...], Recap] = ((), NOTHING)  # of this game, position and seat
        events = shell.events
        events.closing.connect(self._stop)
        events.settling.connect(self.ended)
        events.shown.connect(self.ended)
        events.happened.connect(lambda batch, animated: self.overtaken())

    # What is the case -------------------------------------------------------------------------------------------------

    @property
    def shows(self) -> bool:
        """Whether the board shows what was, not the game."""
        return self.at is not None

    @property
    def recap(self) -> Recap:
        """The latest turns as whoever sits before the screen saw them; once they are shown, they stay the same."""
        if self.shows:
            return self.made[1]
        table = self.games.table
        if table.screen.covered_for is not None:
            return COVERED
        now = (table.session, table.browsing.at, table.screen.viewer)
        if now != self.made[0]:
            self.made = now, recap.recap_of(*now)
        return self.made[1]

    @property
    def fields(self) -> Fields:
        """What the board shows."""
        found = self.made[1]
        return found.frames[self.at - 1].fields if self.at else found.start

    @property
    def points(self) -> tuple[int, ...]:
        """The points of the seats by then."""
        found = self.made[1]
        return found.frames[self.at - 1].points if self.at else found.points

    def sentence(self) -> str:
        """What the board shows."""
        frames, at = self.made[1].frames, self.at or 0
        return words.shown(frames[at - 1].words if at else "", at, len(frames))

    # Showing it -------------------------------------------------------------------------------------------------------

    def show(self, at: int) -> None:
        """Show the board after so many events: one more than before step by step, otherwise at once."""
        self.running, self.until = False, None
        self._show(at)

    def go_part(self, step: int) -> None:
        """Show the end of the part of a turn before this, or play on to the next one; once more, and it is there at
        once."""
        found = self.recap
        at = self.at if self.at is not None else len(found.frames) if step < 0 else 0
        if step < 0:
            self.show(max((end for end in found.parts() if end < at), default=0))
            return
        end = self.until if self.running and self.until is not None else min(end for end in found.parts() if end > at)
        if self.running or not self.shell.settings.animation:
            self.show(end)
            return
        if self.at is None:
            self._show(0)
        self.running, self.until = True, end
        self._next()

    def play(self) -> None:
        """Show one event after the other, or pause; from the start where all have been shown."""
        if self.running:
            self._wait_no_more()
            self.running = False
            self._tell()
            return
        if self.at in (None, len(self.recap.frames)):
            self._show(0)
        self.running, self.until = True, None
        self._told()

    def leave(self) -> bool:
        """End the replay. Return False if there was none."""
        shown = self.shows
        if shown:
            self.games.shown.settle()
        return shown

    def settle(self) -> None:
        self.leave()

    def ended(self) -> None:
        """The game is shown as it is."""
        if self.shows:
            self.at, self.running, self.table = None, False, None
            self._stop()

    def overtaken(self) -> None:
        """Something new happens in the game, which goes on from what was shown before."""
        if self.shows and isinstance(self.screen.view, BoardView):
            self.ended()
            self.screen.view.position(self.before)

    def step(self, step: int) -> None:
        number = len(self.recap.frames)
        start = self.at if self.at is not None else number if step < 0 else 0
        if self.at is None and step > 0:
            self._show(0)
        self.show(start + step)

    def _show(self, at: int) -> None:
        game, screen = self.games.shown, self.screen
        view, board = screen.view, screen.board
        game.presenter.skip()
        if board is None or not isinstance(view, BoardView):
            return
        self._stop()
        frames = self.recap.frames
        at = max(0, min(len(frames), at))
        onward = self.at is not None and at == self.at + 1
        if self.at is None:
            self.before = view.fields
        self.at, self.table = at, game.table
        game.move_input.begin([])
        game.display.clear_marks()
        screen.show_outcomes(game.table, ())  # they are of the game as it is
        self.began()
        events = frames[at - 1].events if at else ()
        self.showing = EventPlayer(view, board, screen.panels, game.table.info, game.presenter.paced, screen.players)
        if onward and self.shell.settings.animation:
            self.shell.events.stepped.tell(events[-1], events, "")
            self._tell()
            self.showing.step(events[-1], events, self._told)
        else:
            view.position(self.fields)
            view.painter.show("last", board.last(self.fields, events))
            self.showing.fill(self.fields, events)
            self._told()

    def _told(self) -> None:
        """What was to be shown stands on the board."""
        if self.running and self.at in (self.until, len(self.recap.frames)):
            self.running, self.until = False, None
        elif self.running:
            self.timer = self.shell.root.after(self.games.shown.presenter.paced(READ_MS), self._next)
        self._tell()

    def _next(self) -> None:
        self.timer = ""
        self._show((self.at or 0) + 1)

    def _tell(self) -> None:
        self.shell.status.expect(self.sentence())
        self.shell.status.point_out("", False)
        self.shell.status.refresh()
        self.games.shown.display.show_players()
        self.screen.side.refresh()

    def _wait_no_more(self) -> None:
        if self.timer:
            self.shell.root.after_cancel(self.timer)
            self.timer = ""

    def _stop(self) -> None:
        """Nothing of it is under way any more."""
        self._wait_no_more()
        showing, self.showing = self.showing, None
        if showing is not None and showing.view.winfo_exists():
            showing.cut()

    # Commands ---------------------------------------------------------------------------------------------------------

    def play_label(self) -> str:
        return words.PAUSE if self.running else words.PLAY

    def no_events(self) -> str:
        """Why nothing can be shown once more, "" if it can."""
        reason = reasons.no_board(self.screen.board) or reasons.covered(self.games.table)
        return reason or ("" if self.recap.frames else words.NOTHING)

    def no_back(self) -> str:
        return self.no_events() or (words.AT_START if self.at == 0 else "")

    def no_forward(self) -> str:
        return self.no_events() or (words.AT_END if self.at == len(self.recap.frames) else "")

    def no_leaving(self) -> str:
        return "" if self.shows else words.NOT_SHOWN


class PlaybackLayer(Layer):
    """A layer while the board shows an earlier moment of the latest turns."""

    height = Height.PLAYBACK
    own_marks = replays = True

    def __init__(self, playback: Playback) -> None:
        self.playback = playback

    def covers(self, table: Table) -> bool:
        return self.playback.shows and self.playback.table is table

    def may_move(self, table: Table) -> bool:
        return False

    def points(self, table: Table) -> tuple[int, ...]:
        return self.playback.points

    def sentence(self, table: Table) -> str:
        return self.playback.sentence()

    def live(self, table: Table) -> Live:
        frames = self.playback.recap.frames[: self.playback.at]
        return Live(self.playback.sentence(), events=[frame.words for frame in frames])

    def leave(self, table: Table) -> bool:
        return self.playback.leave()

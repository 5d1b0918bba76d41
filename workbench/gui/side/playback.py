"""The latest turns shown once more on the board, event by event, forward and back. The game goes on meanwhile."""

from __future__ import annotations

from typing import TYPE_CHECKING

from workbench.boards.kit.elements import Fields
from workbench.gui.board.board_view import BoardView
from workbench.gui.board.event_player import Showing
from workbench.gui.play import reasons
from workbench.gui.play.side_pages import ACCOUNT
from workbench.gui.shell.commands import Command
from workbench.gui.side import words as side_words
from workbench.seen import recap
from workbench.seen.recap import COVERED, NOTHING, Recap

if TYPE_CHECKING:
    from workbench.gui.window import Window

READ_MS = 650  # after each event while it plays, so that its line can be read


class Playback:
    """`at` is how many of the events the board shows, None while it shows the game. A move, and whatever else shows the
    game as it is, ends it."""

    def __init__(self, window: Window) -> None:
        self.window = window
        self.shell, self.games, self.screen = window.shell, window.games, window.screen
        self.at: int | None = None
        self.running = False
        self.until: int | None = None  # where it stops by itself
        self.timer = ""
        self.before: Fields = {}  # what the board showed when it began
        self.showing: Showing | None = None  # of the event that is being shown
        self.made: tuple[tuple[object, ...], Recap] = ((), NOTHING)  # of this game, position and seat
        window.shell.events.closing.connect(self.close)
        add = window.shell.commands.add
        on = lambda: window.screen.dock.kind == ACCOUNT  # noqa: E731
        add(Command(
            "account", "moves", side_words.TITLE, "The latest turns in words beside the board, to be shown once more",
            lambda: window.screen.dock.toggle(ACCOUNT), ("J",), on=on, group=2,
        ))
        add(Command(
            "account_play", "moves", self._play_label, "Show the latest turns event by event, or stop there", self.play,
            ("K",), self.no_events, group=2,
        ))
        add(Command(
            "account_back", "moves", "An event back", "Show the board as it was one event earlier",
            lambda: self._step(-1), ("<",), self.no_back, group=2,
        ))
        add(Command(
            "account_forward", "moves", "The next event", "Show the next event of the latest turns",
            lambda: self._step(1), (">",), self.no_forward, group=2,
        ))
        add(Command(
            "account_part_back", "moves", "An action or a turn back",
            "Show the board as it was before this action of all seats, or before this turn", lambda: self._part(-1),
            ("Shift+J",), self.no_back, group=2,
        ))
        add(Command(
            "account_part_forward", "moves", "On to the next action or turn",
            "Show the next action of all seats, or the next turn, to its end", lambda: self._part(1), ("Shift+K",),
            self.no_forward, group=2,
        ))
        add(Command(
            "account_start", "moves", "Before it all", "Show the board as it was before the latest turns",
            lambda: self.show(0), (), self.no_back, group=2,
        ))
        add(Command(
            "account_end", "moves", "After it all", "Show the board after the last event told",
            lambda: self.show(len(self.recap.frames)), (), self.no_forward, group=2,
        ))
        add(Command(
            "account_leave", "moves", "Leave what happened", "Show the game as it is now", self.settle, (),
            self.no_leaving, group=2,
        ))

    def close(self) -> None:
        self._stop()

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
        return side_words.shown(frames[at - 1].words if at else "", at, len(frames))

    # Showing it -------------------------------------------------------------------------------------------------------

    def show(self, at: int) -> None:
        """Show the board after so many events: one more than before step by step, otherwise at once."""
        self.running, self.until = False, None
        self._show(at)

    def _part(self, step: int) -> None:
        """Show the end of the part of a turn before this, or play on to the next one; once more, and it is there at once."""
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
        """Show the game as it is; whether something else was shown."""
        shown = self.shows
        if shown:
            self.games.shown.settle()
        return shown

    def settle(self) -> None:
        self.leave()

    def ended(self) -> None:
        """The game is shown as it is."""
        if self.shows:
            self.at, self.running = None, False
            self._stop()

    def overtaken(self) -> None:
        """Something new happens in the game, which goes on from what was shown before."""
        if self.shows and isinstance(self.screen.view, BoardView):
            self.ended()
            self.screen.view.position(self.before)

    def _step(self, step: int) -> None:
        number = len(self.recap.frames)
        start = self.at if self.at is not None else number if step < 0 else 0
        if self.at is None and step > 0:
            self._show(0)
        self.show(start + step)

    def _show(self, at: int) -> None:
        window, view, board = self.window, self.screen.view, self.screen.board
        window.games.shown.presenter.skip()
        if board is None or not isinstance(view, BoardView):
            return
        self._stop()
        frames = self.recap.frames
        at = max(0, min(len(frames), at))
        onward = self.at is not None and at == self.at + 1
        if self.at is None:
            self.before = view.fields
        self.at = at
        window.games.shown.touch.begin([])
        window.games.shown.display.clear_marks()
        window.show_outcomes(())  # they are of the game as it is
        window.desk.follow()
        events = frames[at - 1].events if at else ()
        self.showing = Showing(view, board, window.screen.panels, window.games.table.info, window.games.shown.presenter.paced, window.screen.players)
        if onward and window.shell.settings.animation:
            window.echo.step(events[-1], "")
            self._tell()
            self.showing.step(events[-1], events, self._told)
        else:
            view.position(self.fields)
            view.show("last", board.last(self.fields, events))
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
        self.screen.dock.follow()

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

    def _play_label(self) -> str:
        return side_words.PAUSE if self.running else side_words.PLAY

    def no_events(self) -> str:
        """Why nothing can be shown once more, "" if it can."""
        reason = reasons.no_board(self.screen.board) or reasons.covered(self.games.table)
        return reason or ("" if self.recap.frames else side_words.NOTHING)

    def no_back(self) -> str:
        return self.no_events() or (side_words.AT_START if self.at == 0 else "")

    def no_forward(self) -> str:
        return self.no_events() or (side_words.AT_END if self.at == len(self.recap.frames) else "")

    def no_leaving(self) -> str:
        return "" if self.shows else side_words.NOT_SHOWN

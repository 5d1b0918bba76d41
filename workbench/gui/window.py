"""The main window: its life and look. What stands where is in layout.py, what is played in it in playing.py."""

from __future__ import annotations

import sys
import tkinter
from collections.abc import Sequence
from types import TracebackType
from typing import Literal

import ttkbootstrap

from workbench.boards.kit.choices import Outcome
from workbench.gui.analyse.feature import AnalyseActions
from workbench.gui.analyse.feature import register as register_analyse
from workbench.gui.analyse.mode import Analyse
from workbench.gui.board.board_view import BoardView
from workbench.gui.files.closing import Closing
from workbench.gui.files.game_files import Files
from workbench.gui.files.left_bar import left_bar
from workbench.gui.look.look import ZOOMS, wanted_theme
from workbench.gui.look.styles import Styles
from workbench.gui.matches.desk import Matches
from workbench.gui.matches.desk import register as register_matches
from workbench.gui.moves.below import register as register_below
from workbench.gui.moves.stepping import Stepping
from workbench.gui.play.cover import register as register_cover
from workbench.gui.play.feature import register
from workbench.gui.play.hand_over import Handing
from workbench.gui.play.open_game import Playing
from workbench.gui.play.screen import CHART_FROM, COLUMN, STRIP, Screen, build, fitting_scale
from workbench.gui.play.seat_commands import SeatActions
from workbench.gui.play.tabs import Tabs
from workbench.gui.play.viewing import Viewing
from workbench.gui.review.desk import ReviewDesk
from workbench.gui.set_up.feature import register as register_set_up
from workbench.gui.set_up.mode import SetUp
from workbench.gui.sheet.drafting import register as register_drafting
from workbench.gui.shell import faults, words
from workbench.gui.shell.collector import Collector
from workbench.gui.shell.commands import Command, Registry
from workbench.gui.shell.shell import Shell
from workbench.gui.shell.status_bar import StatusBar
from workbench.gui.side.paper_form import FormDesk
from workbench.gui.side.playback import Playback
from workbench.gui.side.reveals import Reveals
from workbench.gui.sound.announcer import Echo
from workbench.gui.widgets.keys import ALT, pressed
from workbench.settings import Settings
from workbench.table.setup import Setup
from workbench.table.table import Table

Theme = Literal["light", "dark", "system"]
RESIZE_MS = 120  # before a new size of the window is taken up
POLL_MS = 20
SWITCH_SECONDS = 0.0005
"""After which another thread must let go of the interpreter when Tk's waits for it. Each call to the toolkit gives it away, so
that at the usual 5 ms a list of thirty lines beside a busy thread takes 150 ms."""


class Window:
    """Everything in the main window, in one look; made anew when the look changes."""

    def __init__(self, root: ttkbootstrap.App, settings: Settings, setup: Setup) -> None:
        sys.setswitchinterval(SWITCH_SECONDS)
        self.registry = Registry(self._denied)
        self.shell = Shell(root, settings, self.registry, self.fault)
        self.root, self.settings, self.look = root, settings, self.shell.look
        self.pages, self.notice, self.events = self.shell.pages, self.shell.notice, self.shell.events
        self.screen = Screen()
        self.games = self.tabs = Tabs(self)
        self.resizing = ""
        self.frame: tuple[object, ...] = ()  # what the layout depends on
        self.handing = Handing(self)
        self.files, self.closing = Files(self), Closing(self)
        self.seat_actions, self.set_up, self.analyse = SeatActions(self), SetUp(self), Analyse(self)
        self.matches = Matches(self)
        self.tabs.start(setup)
        self.registry.ends = lambda: self.playing.presenter.skip()
        self.viewing: Viewing
        self.analyse_actions: AnalyseActions
        register(self)
        self.stepping = Stepping(self)
        self.playback = Playback(self)
        self.desk = FormDesk(self)
        self.reveals = Reveals(self)
        register_below(self)
        register_drafting(self)
        register_analyse(self)
        self.review_desk = ReviewDesk(self)
        register_set_up(self)
        register_cover(self)
        register_matches(self)
        self.registry.rebind_all(settings.keys)
        self.echo = Echo(self)
        self.rebuild()
        calls = {"<Key>": self._key, "<Configure>": self._resized, "<Button-1>": self._click, "<<Board>>": self._return}
        self.bindings = {sequence: root.bind(sequence, call) for sequence, call in calls.items()}
        root.report_callback_exception = self.fault
        root.bind_class("TButton", "<Control-Key-Return>", lambda _: None)  # a command, not the button
        self.collector = Collector()
        self.polling = root.after(POLL_MS, self._poll)

    def close(self) -> None:
        """End what thinks and take everything off the root; that is its owner's to destroy."""
        for timer in filter(None, (self.polling, self.resizing)):
            self.root.after_cancel(timer)
        for sequence, command in self.bindings.items():
            self.root.unbind(sequence, command)  # else the toolkit would keep the window by it
        self.notice.take_away()
        self.events.closing.tell()
        self.pages.close()
        if self.screen.body is not None:
            self.screen.body.destroy()
        self.handing.copying.close()
        self.collector.close()

    @property
    def playing(self) -> Playing:
        """The game that is shown. Another tab, another one: ask for it anew each time."""
        return self.tabs.shown

    @property
    def table(self) -> Table:
        return self.games.table

    @property
    def status(self) -> StatusBar:
        return self.shell.status

    # The look ---------------------------------------------------------------------------------------------------------

    def set_theme(self, theme: Theme) -> None:
        self.settings.theme = theme
        self.rebuild()

    def switch_theme(self) -> None:
        self.set_theme("light" if self.look.theme == "dark" else "dark")

    def zoomed(self, steps: int) -> float:
        """The zoom that many steps from the present one; the same at the end of the scale."""
        nearest = min(range(len(ZOOMS)), key=lambda n: abs(ZOOMS[n] - self.settings.zoom))
        return ZOOMS[max(0, min(len(ZOOMS) - 1, nearest + steps))]

    def set_zoom(self, zoom: float) -> None:
        self.settings.zoom = zoom
        self.rebuild()

    def rebuild(self) -> None:
        """Make every widget anew in the look that the settings and the size ask for."""
        self.playing.presenter.begin(0, ())
        typed = ""
        if self.screen.body is not None:
            self.finish_writing()
            typed = self.status.typed()
            self.screen.body.destroy()
        self.frame = self.fresh_frame()
        self.look.apply(wanted_theme(self.settings), self._scale())
        self.shell.styles = Styles(self.look)
        build(self)
        self.status.clear(typed)
        self._show_game()
        self.pages.again()

    def finish_writing(self) -> None:
        """What is being written beside the board is kept where it belongs."""
        self.screen.moves.finish()
        self.screen.dock.finish()

    def turn_to(self) -> None:
        """Another game is shown from now on."""
        self.status.clear(self.playing.typed)
        self.status.offer("", None)
        if self.fresh_frame() != self.frame:
            self.rebuild()
            return
        if isinstance(self.screen.view, BoardView):
            self.screen.view.hand_to(self.playing.touch)
            self.screen.choices.presser = self.playing.touch
        else:
            self.screen.view.clear_filter()
        self.show_tabs()
        self._show_game()

    def _show_game(self) -> None:
        """The widgets are there: show in them what is played or set up."""
        modes: list[SetUp | Analyse] = [self.set_up, self.analyse]
        for mode in sorted(modes, key=lambda mode: mode.on):  # first the one that gives the room back
            mode.follow()
        self.playing.begun()
        self.table.go_on()
        self.middle.focus_set()

    @property
    def middle(self) -> tkinter.Misc:
        """Whatever lies in the middle of the window."""
        return self.pages.over or self.set_up.middle or (self.screen.cover if self.screen.cover.winfo_manager() else self.screen.view)

    def show_tabs(self) -> None:
        """Show the strip of tabs as the open games are now; none for one game alone."""
        if len(self.tabs.open) > 1:
            self.screen.strip.show(self.tabs.labels(), self.tabs.number)
        if bool(self.screen.strip.winfo_manager()) != (len(self.tabs.open) > 1):
            if self.screen.strip.winfo_manager():
                self.screen.strip.pack_forget()
            else:
                self.screen.strip.pack(fill="x", after=self.screen.head.pack_slaves()[0])  # the line; what is offered above the board is below

    def _scale(self) -> float:
        width, height = self._size()
        return fitting_scale(self.settings.zoom, width / self.look.base, height / self.look.base)

    def _size(self) -> tuple[int, int]:
        return self.root.winfo_width(), self.root.winfo_height()

    def fresh_frame(self) -> tuple[object, ...]:
        """What the layout depends on: when it is another, everything is made anew."""
        width, height = self._size()
        scale = self._scale() * self.look.base
        column = min(round(COLUMN * scale), round(width * 0.42))
        tabbed = len(self.tabs.open) > 1
        charted = height >= (CHART_FROM + STRIP * tabbed) * scale
        return scale, column, charted, self.table.info.id, self.table.state.seats

    def show_left(self) -> None:
        """Offer what was left behind, if there is anything."""
        if self.screen.left_bar is not None:
            self.screen.left_bar.destroy()
            self.screen.left_bar = None
        files = self.files
        if files.left:
            self.screen.left_bar = left_bar(self.screen.head, self.look, files.left, files.recover, files.discard, files.later)
        self.events.left.tell()

    @property
    def outcomes_shown(self) -> Sequence[Outcome]:
        """What a decision may lead to, as it is shown beside the board."""
        return self.screen.outcomes.shown if isinstance(self.screen.view, BoardView) else ()

    def show_outcomes(self, outcomes: Sequence[Outcome]) -> None:
        """Show what a decision may lead to below the board, or the board alone."""
        if self.screen.body is not None and isinstance(self.screen.view, BoardView):
            self.screen.outcomes.stand_below(self.screen.view, self.table.point, outcomes)

    # What the toolkit tells -------------------------------------------------------------------------------------------

    def _resized(self, event: tkinter.Event[tkinter.Misc]) -> None:
        if event.widget is self.root:
            if self.resizing:
                self.root.after_cancel(self.resizing)
            self.resizing = self.root.after(RESIZE_MS, self._take_size)

    def _take_size(self) -> None:
        self.resizing = ""
        if self.fresh_frame() != self.frame:
            self.rebuild()
        elif self.outcomes_shown:
            self.show_outcomes(self.outcomes_shown)

    def _key(self, event: tkinter.Event[tkinter.Misc]) -> str | None:
        if self.pages.over is not None:  # what lies behind it is not for keys
            self.pages.over.focus_set()
            return "break"
        if pressed(event) == "Esc":
            self.status.forgive()
            (self.set_up if self.set_up.on else self.playing).escape()
            return "break"
        if isinstance(event.state, int) and event.state & ALT and len(event.keysym) == 1:
            letter = event.keysym.lower()
            for name, label in words.MENUS.items():
                if label[words.menu_letter(name)].lower() == letter:
                    return self.screen.top.open(name)
        if self.registry.press(event) == "break":
            return "break"
        if event.char or event.keysym in ("Return", "Left", "Right", "Up", "Down"):
            self.playing.presenter.skip()
        return None

    def _click(self, _: object) -> None:
        self.playing.presenter.skip()

    def _return(self, _: object) -> None:
        """A dialog was closed: whatever lies in the middle has the focus."""
        self.middle.focus_set()

    def _poll(self) -> None:
        """The one place where what bots say is taken in."""
        self.polling = self.root.after(POLL_MS, self._poll)
        self.events.polled.tell()
        with self.tabs.guard(self.table):
            self.show_tabs()
        self.collector.step()

    def _denied(self, command: Command, reason: str) -> None:
        self.root.bell()
        self.status.point_out(reason, True)

    def fault(
        self, kind: type[BaseException], error: BaseException, trace: TracebackType | None, table: Table | None = None
    ) -> None:
        """Something unexpected, at a table or at the one that is shown: log it, say it calmly, go on."""
        report = faults.report(kind, error, trace, faults.situation(table or self.table))

        def copy() -> None:
            self.handing.copying.text(report)
            self.status.offer("", None)
            self.status.point_out(words.COPIED_REPORT, False)

        self.status.offer(words.COPY_REPORT, copy)
        self.status.point_out(words.SHOW_ERROR, True)

"""The main window: its features, its size and look, its keys (Esc goes to `OpenGame.escape`) and its poll."""

from __future__ import annotations

import sys
import tkinter
from types import TracebackType

import ttkbootstrap

from workbench.gui.features import FEATURES
from workbench.gui.look.look import wanted_theme
from workbench.gui.look.styles import Styles
from workbench.gui.play.layout import build
from workbench.gui.play.screen import Screen
from workbench.gui.play.tabs import Tabs
from workbench.gui.shell import faults, words
from workbench.gui.shell.collector import Collector
from workbench.gui.shell.commands import Command, Registry
from workbench.gui.shell.shell import Shell
from workbench.gui.widgets.keys import ALT, pressed
from workbench.settings import Settings
from workbench.table.setup import Setup
from workbench.table.table import Table

RESIZE_MS = 120  # before a new size of the window is taken up
POLL_MS = 20
SWITCH_SECONDS = 0.0005
"""After which another thread must let go of the interpreter when Tk's waits for it. Each call to the toolkit gives
it away, so that at the usual 5 ms a list of thirty lines beside a busy thread takes 150 ms."""


class Window:
    """The main window. Only the program and the tests know it; features get its parts."""

    def __init__(self, root: ttkbootstrap.App, settings: Settings, setup: Setup) -> None:
        """Show the first game. Raise ValueError if its set-up is invalid."""
        sys.setswitchinterval(SWITCH_SECONDS)
        self.shell = Shell(root, settings, Registry(self._denied), self.fault, self.rebuild)
        self.screen = Screen(self.shell)
        self.games = Tabs(self.shell, self.screen)
        for install in FEATURES:
            install(self.shell, self.games, self.screen)
        self.games.start(setup)
        self.shell.commands.rebind_all(settings.keys)
        self.resizing = ""
        self.rebuild()
        calls = {"<Key>": self._key, "<Configure>": self._resized, "<Button-1>": self._click, "<<Board>>": self._return}
        self.bindings = {sequence: root.bind(sequence, call) for sequence, call in calls.items()}
        root.report_callback_exception = self.fault
        root.bind_class("TButton", "<Control-Key-Return>", lambda _: None)  # a command, not the button
        self.collector = Collector()
        self.polling = root.after(POLL_MS, self._poll)

    def close(self) -> None:
        """End what thinks and take everything off the root; that is its owner's to destroy."""
        root = self.shell.root
        for timer in filter(None, (self.polling, self.resizing)):
            root.after_cancel(timer)
        for sequence, command in self.bindings.items():
            root.unbind(sequence, command)  # else the toolkit would keep the window by it
        self.shell.notice.take_away()
        self.shell.events.closing.tell()
        self.shell.pages.close()
        if self.screen.body is not None:
            self.screen.body.destroy()
        self.shell.copying.close()
        self.collector.close()

    def rebuild(self) -> None:
        """Make every widget anew in the look that the settings and the size ask for."""
        shell, screen = self.shell, self.screen
        self.games.shown.presenter.begin(0, ())
        typed = ""
        if screen.body is not None:
            shell.events.writing_ends.tell()
            typed = shell.status.typed()
            screen.body.destroy()
        shell.look.apply(wanted_theme(shell.settings), screen.scale())
        shell.styles = Styles(shell.look)
        build(shell, self.games, screen)
        shell.status.clear(typed)
        self.games.show_game()
        shell.pages.again()

    # What the toolkit tells -------------------------------------------------------------------------------------------

    def _resized(self, event: tkinter.Event[tkinter.Misc]) -> None:
        root = self.shell.root
        if event.widget is root:
            if self.resizing:
                root.after_cancel(self.resizing)
            self.resizing = root.after(RESIZE_MS, self._take_size)

    def _take_size(self) -> None:
        self.resizing = ""
        if self.games.outgrown:
            self.rebuild()
        elif self.screen.outcomes_shown:
            self.screen.show_outcomes(self.games.table, self.screen.outcomes_shown)

    def _key(self, event: tkinter.Event[tkinter.Misc]) -> str | None:
        shell, game = self.shell, self.games.shown
        if shell.pages.over is not None:  # what lies behind it is not for keys
            shell.pages.over.focus_set()
            return "break"
        if pressed(event) == "Esc":
            shell.status.forgive()
            game.escape()
            return "break"
        if isinstance(event.state, int) and event.state & ALT and len(event.keysym) == 1:
            letter = event.keysym.lower()
            for name, label in words.MENUS.items():
                if label[words.menu_letter(name)].lower() == letter:
                    return self.screen.top.open(name)
        if shell.commands.press(event) == "break":
            return "break"
        if event.char or event.keysym in ("Return", "Left", "Right", "Up", "Down"):
            game.presenter.skip()
        return None

    def _click(self, _: object) -> None:
        self.games.shown.presenter.skip()

    def _return(self, _: object) -> None:
        """A dialog was closed: whatever lies in the middle has the focus."""
        self.games.middle.focus_set()

    def _poll(self) -> None:
        """Receive the results of all threads and processes. Nothing else does so."""
        self.polling = self.shell.root.after(POLL_MS, self._poll)
        self.shell.events.polled.tell()
        self.collector.step()

    def _denied(self, command: Command, reason: str) -> None:
        self.shell.root.bell()
        self.shell.status.point_out(reason, True)

    def fault(
        self, kind: type[BaseException], error: BaseException, trace: TracebackType | None, table: Table | None = None
    ) -> None:
        """Something unexpected, at a table or at the one that is shown: log it, say it calmly, go on."""
        report = faults.report(kind, error, trace, faults.situation(table or self.games.table))

        def copy() -> None:
            self.shell.copying.text(report)
            self.shell.status.offer("", None)
            self.shell.status.point_out(words.COPIED_REPORT, False)

        self.shell.status.offer(words.COPY_REPORT, copy)
        self.shell.status.point_out(words.SHOW_ERROR, True)

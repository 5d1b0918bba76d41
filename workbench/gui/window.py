"""The main window: its features, size, look, keys (`OpenGame.escape` handles Esc) and polling."""

from __future__ import annotations

import sys
import tkinter
from types import TracebackType

import ttkbootstrap

from workbench.gui.features import FEATURES
from workbench.gui.look.look import resolve_theme
from workbench.gui.look.styles import Styles
from workbench.gui.play.layout import build
from workbench.gui.play.screen import Screen
from workbench.gui.play.tabs import Tabs
from workbench.gui.shell import buttons, faults, words
from workbench.gui.shell.collector import Collector
from workbench.gui.shell.commands import Command, Registry
from workbench.gui.shell.shell import Shell
from workbench.gui.widgets.keys import ALT, pressed
from workbench.gui.widgets.tips import Tip
from workbench.settings import Settings
from workbench.table.setup import Setup
from workbench.table.table import Table

RESIZE_MS = 120  # delay after a resize before the layout follows
POLL_MS = 20
SWITCH_SECONDS = 0.0005
"""Seconds after which another thread must release the interpreter while Tk's thread waits for it.

Every call to Tk releases the interpreter. With Python's usual 5 ms, a list of thirty lines takes 150 ms beside a busy
thread.
"""


class Window:
    """The main window. Features receive its parts, not the window itself.

    Args:
        root: The Tk root, owned by the caller.
        settings: The user's settings.
        setup: The game to start with.

    Raises:
        ValueError: The setup is invalid.
    """

    def __init__(self, root: ttkbootstrap.App, settings: Settings, setup: Setup) -> None:
        sys.setswitchinterval(SWITCH_SECONDS)
        self.shell = Shell(root, settings, Registry(self._on_denied), self.fault, self.rebuild)
        self.screen = Screen(self.shell)
        self.games = Tabs(self.shell, self.screen)
        for install in FEATURES:
            install(self.shell, self.games, self.screen)
        self.games.start(setup)
        self.shell.commands.rebind_all(settings.keys)
        self.resizing = ""
        self.rebuild()
        calls = {
            "<Key>": self._key,
            "<Configure>": self._on_resize,
            "<Button-1>": self._on_click,
            "<<Board>>": self._focus_board,
        }
        self.bindings = {sequence: root.bind(sequence, call) for sequence, call in calls.items()}
        root.report_callback_exception = self.fault
        # Ctrl+Enter is a command and must not press the button.
        root.tk.call("bind", "TButton", "<Control-Key-Return>", "# no action")
        buttons.keep_focus_on_click(self.shell)
        buttons.watch_appearing(self.shell)
        self.collector = Collector()
        self.polling = root.after(POLL_MS, self._poll)

    def close(self) -> None:
        """Stop all background work and clear the root. The owner destroys the root."""
        root = self.shell.root
        for timer in filter(None, (self.polling, self.resizing)):
            root.after_cancel(timer)
        for sequence, command in self.bindings.items():
            root.unbind(sequence, command)  # a bound command would keep the window alive
        self.shell.notice.dismiss()
        self.shell.events.closing.emit()
        self.shell.pages.close()
        for widget in root.winfo_children():  # the body, and menus that were open
            widget.destroy()
        self.shell.clipboard.close()
        self.collector.close()

    def rebuild(self) -> None:
        """Rebuild all widgets with the look of the current settings and size."""
        shell, screen = self.shell, self.screen
        self.games.shown.presenter.reset(0, ())
        typed, old = "", screen.body
        if old is not None:
            shell.events.writing_ends.emit()
            typed = shell.status.typed_text()
        shell.look.apply(resolve_theme(shell.settings), screen.scale())
        shell.styles = Styles(shell.look)
        build(shell, self.games, screen)
        if old is not None:  # it covers the new widgets until they have their places, so that no empty window is seen
            shell.root.update_idletasks()
            old.destroy()
        shell.status.set_typed_text(typed)
        self.games.show_game()
        shell.pages.rebuild()

    # Tk events --------------------------------------------------------------------------------------------------------

    def _on_resize(self, event: tkinter.Event[tkinter.Misc]) -> None:
        root = self.shell.root
        if event.widget is root:
            if self.resizing:
                root.after_cancel(self.resizing)
            self.resizing = root.after(RESIZE_MS, self._apply_size)

    def _apply_size(self) -> None:
        self.resizing = ""
        if self.games.needs_new_layout:
            self.rebuild()
        elif self.games.layers.mode(self.games.table) == "play":
            self.screen.make_outcome_room(True)
            self.screen.show_outcomes(self.games.table, self.screen.outcomes_shown)

    def _key(self, event: tkinter.Event[tkinter.Misc]) -> str | None:
        shell, game = self.shell, self.games.shown
        if shell.pages.over is not None:  # the page covers the board, which must not receive keys
            shell.pages.over.focus_set()
            return "break"
        if pressed(event) == "Esc":
            shell.status.clear_warning()
            game.escape()
            return "break"
        if isinstance(event.state, int) and event.state & ALT and len(event.keysym) == 1:
            letter = event.keysym.lower()
            for name, label in words.MENUS.items():
                if label[words.menu_letter(name)].lower() == letter:
                    return self.screen.top.open(name)
        if shell.commands.dispatch_key(event) == "break":
            return "break"
        if event.char or event.keysym in ("Return", "Left", "Right", "Up", "Down"):
            game.presenter.skip()
        return None

    def _on_click(self, _: object) -> None:
        Tip.dismiss()
        self.games.shown.presenter.skip()

    def _focus_board(self, _: object) -> None:
        self.games.focus_target.focus_set()

    def _poll(self) -> None:
        """Receive the results of all threads and processes. No other code does so."""
        self.polling = self.shell.root.after(POLL_MS, self._poll)
        self.shell.events.polled.emit()
        self.collector.step()

    def _on_denied(self, command: Command, reason: str) -> None:
        self.shell.root.bell()
        self.shell.status.show_detail(reason, True)

    def fault(
        self, kind: type[BaseException], error: BaseException, trace: TracebackType | None, table: Table | None = None
    ) -> None:
        """Log an unexpected error at a table (None: the shown table), and offer the report to the user."""
        report = faults.report(kind, error, trace, faults.describe_table(table or self.games.table))

        def copy() -> None:
            self.shell.clipboard.copy_text(report)
            self.shell.status.set_button("", None)
            self.shell.status.show_detail(words.COPIED_REPORT, False)

        self.shell.status.set_button(words.COPY_REPORT, copy)
        self.shell.status.show_detail(words.SHOW_ERROR, True)

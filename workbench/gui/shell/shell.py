"""The services that every feature of the window receives."""

from __future__ import annotations

from collections.abc import Callable
from tkinter import ttk
from typing import NamedTuple, TypeVar

import ttkbootstrap

from workbench.gui.look.look import Look
from workbench.gui.look.styles import Styles
from workbench.gui.shell.background_jobs import BackgroundJobs
from workbench.gui.shell.clipboard import Clipboard
from workbench.gui.shell.commands import Registry
from workbench.gui.shell.events import Events, OnFault
from workbench.gui.shell.notice import Notice
from workbench.gui.shell.pages import Pages
from workbench.gui.shell.status_bar import StatusBar
from workbench.settings import Settings

Feature = TypeVar("Feature")


class SettingsPart(NamedTuple):
    """A part of the settings dialog.

    `make` receives the parent, the look, the width of texts in pixels, and a function that it must call with every
    change. If `concerns_games`, the dialog for a new game has the part too, among the options that are folded away,
    and makes the changes when the game begins.
    """

    title: str
    make: Callable[[ttk.Frame, Look, int, Callable[[Callable[[], None]], None]], ttk.Frame]
    concerns_games: bool = False


class Shell:
    """The root, look, settings, commands and events, and the places where messages are shown.

    `status` and `styles` are replaced whenever the look changes: read the attributes on every use. `background` runs
    short jobs that wait for the disk; work that can take seconds needs a separate `BackgroundJobs`. `ask_to_close`
    receives the function that closes the window, and calls it once no game would be lost.
    """

    status: StatusBar
    styles: Styles

    def __init__(
        self,
        root: ttkbootstrap.App,
        settings: Settings,
        commands: Registry,
        on_fault: OnFault,
        rebuild: Callable[[], None],
    ) -> None:
        self.root, self.settings, self.commands = root, settings, commands
        self.fault, self.rebuild = on_fault, rebuild
        self.look = Look(root)
        self.events = Events(on_fault)
        self.notice = Notice(root, self._tell)
        self.pages = Pages()
        self.background = BackgroundJobs()
        self.clipboard = Clipboard(root)
        self.ask_to_close: Callable[[Callable[[], None]], None] = lambda end: end()
        self.settings_parts: list[SettingsPart] = []
        self._features: dict[type, object] = {}
        self.events.polled.connect(self.background.deliver_next)

    def _tell(self, message: str) -> bool:
        """Show a message in the status bar. Return False if there is no room, or no status bar yet."""
        status = getattr(self, "status", None)
        return isinstance(status, StatusBar) and bool(status.winfo_exists()) and status.set_message(message)

    def add(self, feature: object) -> None:
        """Register a feature for the features that build on it."""
        self._features[type(feature)] = feature

    def feature(self, kind: type[Feature]) -> Feature:
        """Return the feature of this type.

        Raises:
            KeyError: The feature is not installed.
        """
        feature = self._features[kind]
        assert isinstance(feature, kind)
        return feature

    def focus_board(self) -> None:
        """Focus the widget in the middle of the window."""
        self.root.event_generate("<<Board>>")

"""The services that every feature of the window receives. They know no feature."""

from __future__ import annotations

import ttkbootstrap

from workbench.gui.look.look import Look
from workbench.gui.look.styles import Styles
from workbench.gui.shell.commands import Registry
from workbench.gui.shell.events import Events, OnFault
from workbench.gui.shell.notice import Notice
from workbench.gui.shell.pages import Pages
from workbench.gui.shell.status_bar import StatusBar
from workbench.settings import Settings


class Shell:
    """The root, the look and the settings; the commands, the events, and the places that say something to the user.

    `status` and `styles` are new objects whenever the look changes: look them up on every use.
    """

    status: StatusBar
    styles: Styles

    def __init__(self, root: ttkbootstrap.App, settings: Settings, commands: Registry, on_fault: OnFault) -> None:
        self.root, self.settings, self.commands, self.fault = root, settings, commands, on_fault
        self.look = Look(root)
        self.events = Events(on_fault)
        self.notice = Notice(root)
        self.pages = Pages()

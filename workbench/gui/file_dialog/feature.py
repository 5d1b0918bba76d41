"""The use of the program's own file dialog, and the folders that it remembers."""

from __future__ import annotations

import tkinter
from collections.abc import Sequence
from pathlib import Path

from workbench.gui.file_dialog.dialog import FileDialog
from workbench.gui.play.screen import Screen
from workbench.gui.play.tabs import Tabs
from workbench.gui.shell.shell import Shell
from workbench.gui.widgets import file_dialogs
from workbench.gui.widgets.file_dialogs import Request

MAX_FOLDERS = 6  # folders that the list of places remembers


def install(shell: Shell, games: Tabs, screen: Screen) -> None:
    """Use the program's own file dialog on X11."""
    chooser = FileChooser(shell)
    shell.add(chooser)
    file_dialogs.use_chooser(chooser.choose)
    shell.events.closing.connect(chooser.close)


class FileChooser:
    """Asks for files, and remembers the folder of each kind of file in the settings.

    Args:
        shell: The window.
    """

    def __init__(self, shell: Shell) -> None:
        self.shell = shell
        self.dialog: FileDialog | None = None  # the open dialog

    def choose(self, parent: tkinter.Misc, request: Request) -> Sequence[Path]:
        """Ask for files and wait for the answer, while the main loop runs."""
        if self.dialog is not None:
            return ()
        settings = self.shell.settings
        purpose = request.kinds[0].suffix if request.kinds else request.purpose
        last = Path(settings.file_folders.get(purpose, request.folder))
        existing = bool(request.name) and (request.folder / request.name).exists()
        if not existing and last.is_dir():
            request = request._replace(folder=last)
        focus = parent.focus_get()
        self.dialog = dialog = FileDialog(parent, self.shell.look, request, list(map(Path, settings.recent_folders)))
        try:
            dialog.grab_set()
            dialog.wait_window()
        finally:
            self.dialog = None
        if focus is not None and focus.winfo_exists():
            focus.focus_force()
        if dialog.chosen:
            folder = str(dialog.chosen[0] if request.purpose == "folder" else dialog.chosen[0].parent)
            settings.file_folders[purpose] = folder
            others = (known for known in settings.recent_folders if known != folder)
            settings.recent_folders = (folder, *others)[:MAX_FOLDERS]
        return dialog.chosen

    def close(self) -> None:
        """Close the dialog, because the window closes."""
        file_dialogs.use_chooser(None)
        if self.dialog is not None:
            self.dialog.destroy()

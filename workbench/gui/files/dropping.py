"""Files dropped onto the window, where the optional package tkinterdnd2 is installed.

The package has the extension tkdnd for Tk, which implements XDND on X11, and drag and drop on Windows and macOS. Its
events are not Tk's own: tkdnd evaluates the script bound to `<<Drop>>` with `%D` replaced by a list of paths.
"""

from __future__ import annotations

import tkinter
from collections.abc import Callable, Sequence
from contextlib import suppress
from importlib import import_module
from pathlib import Path

PACKAGE = "tkinterdnd2.TkinterDnD"
MAX_FILES = 20  # files opened by one drop


class DropTarget:
    """The main window as a target of dropped files. Without the package, nothing happens.

    Args:
        root: The main window.
        receive: Called with the files. Called again for every drop.

    Attributes:
        active: Whether files can be dropped.
    """

    def __init__(self, root: tkinter.Tk, receive: Callable[[Sequence[Path]], None]) -> None:
        self.root, self.receive = root, receive
        self.active = False
        self._command = ""
        # The package may be missing, or may not support this system or this version of Tk.
        with suppress(ImportError, RuntimeError, tkinter.TclError, OSError):
            import_module(PACKAGE).require(root)
            self._register()
            self.active = True

    def _register(self) -> None:
        call = self.root.tk.call
        call("tkdnd::drop_target", "register", ".", ("DND_Files",))
        self._command = self.root.register(self._on_drop)
        for event in ("<<DropEnter>>", "<<DropPosition>>"):
            call("bind", ".", event, "list copy")
        call("bind", ".", "<<Drop>>", f"{self._command} %D")

    def _on_drop(self, data: str) -> str:
        """Pass on the dropped files, after the drop: the source waits for the answer."""
        from workbench.positions import pasting  # imported here because importing it slows start-up

        files = [path for text in self.root.tk.splitlist(data) for path in [pasting.as_path(text)] if path is not None]
        self.root.after_idle(self.receive, files[:MAX_FILES])
        return "copy"

    def close(self) -> None:
        """Receive no more files."""
        if self.active:
            self.active = False
            self.root.tk.call("tkdnd::drop_target", "unregister", ".")
            for event in ("<<DropEnter>>", "<<DropPosition>>", "<<Drop>>"):
                self.root.tk.call("bind", ".", event, "")
            self.root.deletecommand(self._command)

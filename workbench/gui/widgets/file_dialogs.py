"""Questions for files to open or save: one small module for all features.

Windows and macOS have good dialogs, which Tk shows. On X11, `use_chooser` sets the program's own.
"""

from __future__ import annotations

import os
import re
import tkinter
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from tkinter import filedialog
from typing import Literal, NamedTuple

from workbench.gui.widgets import words as widgets_words


class FileKind(NamedTuple):
    """A kind of file: its name and the suffix of its files."""

    name: str
    suffix: str

    @property
    def pattern(self) -> tuple[str, str]:
        """The kind in Tk's format."""
        return self.name, f"*{self.suffix}"


def documents() -> Path:
    """Return the documents folder of the desktop, or the home folder if there is none."""
    home = Path.home()
    config = Path(os.environ.get("XDG_CONFIG_HOME") or home / ".config") / "user-dirs.dirs"
    configured = []
    with suppress(OSError, ValueError):
        configured = re.findall(r'^XDG_DOCUMENTS_DIR="(.+)"', config.read_text(encoding="utf-8"), re.MULTILINE)
    folders = (*(Path(path.replace("$HOME", str(home))) for path in configured), home / "Documents")
    return next((folder for folder in folders if folder.is_dir()), home)


class Request(NamedTuple):
    """A question for files.

    Attributes:
        purpose: What the files are for.
        folder: The folder to start in.
        kinds: The kinds of files; empty for any.
        name: The proposed name of a file to save.
        several: Whether several files can be opened.
        title: The title of the dialog, or "" for the default.
    """

    purpose: Literal["open", "save", "folder"]
    folder: Path
    kinds: tuple[FileKind, ...] = ()
    name: str = ""
    several: bool = False
    title: str = ""


Chooser = Callable[[tkinter.Misc, Request], Sequence[Path]]

_chooser: Chooser | None = None


def use_chooser(chooser: Chooser | None) -> None:
    """Use this dialog on X11, where the system has none; Windows and macOS keep theirs. None restores Tk's."""
    global _chooser
    _chooser = chooser


def ask_open(parent: tkinter.Misc, folder: Path, *kinds: FileKind) -> Path | None:
    """Ask for a file of these kinds (default: any) to open. Return None if the user cancels."""
    return next(iter(_ask(parent, Request("open", folder, kinds))), None)


def ask_open_several(parent: tkinter.Misc, folder: Path, *kinds: FileKind) -> Sequence[Path]:
    """Ask for files of these kinds (default: any) to open. Return none if the user cancels."""
    return _ask(parent, Request("open", folder, kinds, several=True))


def ask_save(parent: tkinter.Misc, folder: Path, name: str, *kinds: FileKind, title: str = "") -> Path | None:
    """Ask for a file to save to; overwriting needs a confirmation. Return None if the user cancels."""
    return next(iter(_ask(parent, Request("save", folder, kinds, name, title=title))), None)


def ask_folder(parent: tkinter.Misc, folder: Path) -> Path | None:
    """Ask for a folder for several files. Return None if the user cancels."""
    return next(iter(_ask(parent, Request("folder", folder))), None)


def _ask(parent: tkinter.Misc, request: Request) -> Sequence[Path]:
    if _chooser is not None and parent.tk.call("tk", "windowingsystem") == "x11":
        return _chooser(parent, request)
    title, folder = request.title or None, str(request.folder)
    types = [kind.pattern for kind in request.kinds]
    if request.purpose == "folder":
        names = [filedialog.askdirectory(parent=parent, title=title, initialdir=folder)]
    elif request.purpose == "save":
        suffix = request.kinds[0].suffix if request.kinds else ""
        names = [
            filedialog.asksaveasfilename(
                parent=parent, title=title, initialdir=folder, initialfile=request.name, filetypes=types,
                defaultextension=suffix,
            )
        ]  # fmt: skip
    else:
        types.append((widgets_words.ANY, "*"))
        if request.several:
            names = list(filedialog.askopenfilenames(parent=parent, title=title, initialdir=folder, filetypes=types))
        else:
            names = [filedialog.askopenfilename(parent=parent, title=title, initialdir=folder, filetypes=types)]
    return [Path(name) for name in names if name]

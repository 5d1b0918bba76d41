"""The file dialogs of Tk."""

from __future__ import annotations

import os
import re
import tkinter
from contextlib import suppress
from pathlib import Path
from tkinter import filedialog
from typing import NamedTuple

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


def ask_open(parent: tkinter.Misc, folder: Path, *kinds: FileKind) -> Path | None:
    """Ask for a file of these kinds (default: any) to open. Return None if the user cancels."""
    types = [*(kind.pattern for kind in kinds), (widgets_words.ANY, "*")]
    name = filedialog.askopenfilename(parent=parent, initialdir=str(folder), filetypes=types)
    return Path(name) if name else None


def ask_save(parent: tkinter.Misc, folder: Path, name: str, kind: FileKind) -> Path | None:
    """Ask for a file to save to; overwriting needs a confirmation. Return None if the user cancels."""
    chosen = filedialog.asksaveasfilename(
        parent=parent, initialdir=str(folder), initialfile=name, filetypes=[kind.pattern], defaultextension=kind.suffix
    )
    return Path(chosen) if chosen else None


def ask_folder(parent: tkinter.Misc, folder: Path) -> Path | None:
    """Ask for a folder for several files. Return None if the user cancels."""
    name = filedialog.askdirectory(parent=parent, initialdir=str(folder))
    return Path(name) if name else None

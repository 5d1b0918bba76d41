"""The toolkit's dialogs for files, the only ones that are not made here."""

from __future__ import annotations

import os
import re
import tkinter
from contextlib import suppress
from pathlib import Path
from tkinter import filedialog

from workbench.gui.widgets import words as widgets_words
from workbench.positions import lists
from workbench.records.files import SUFFIX
from workbench.reports import tree_files

TYPES = [(widgets_words.FILES, f"*{SUFFIX}")]
TREES = [(widgets_words.TREES, f"*{tree_files.SUFFIX}")]
POSITIONS = [(widgets_words.POSITIONS, f"*{lists.SUFFIX}")]


def documents() -> Path:
    """Where the user keeps documents, as the desktop says it; the home folder where there is no such place."""
    home = Path.home()
    config = Path(os.environ.get("XDG_CONFIG_HOME") or home / ".config") / "user-dirs.dirs"
    told = []
    with suppress(OSError, ValueError):
        told = re.findall(r'^XDG_DOCUMENTS_DIR="(.+)"', config.read_text(encoding="utf-8"), re.MULTILINE)
    folders = (*(Path(one.replace("$HOME", str(home))) for one in told), home / "Documents")
    return next((folder for folder in folders if folder.is_dir()), home)


def ask_open(parent: tkinter.Misc, folder: Path) -> Path | None:
    """Which file to open, None for none."""
    name = filedialog.askopenfilename(parent=parent, initialdir=str(folder), filetypes=[*TYPES, *POSITIONS, (widgets_words.ANY, "*")])
    return Path(name) if name else None


def ask_save(parent: tkinter.Misc, folder: Path, name: str) -> Path | None:
    """Where to save, None for nowhere. The dialog asks before a file is written over."""
    chosen = filedialog.asksaveasfilename(
        parent=parent, initialdir=str(folder), initialfile=name, filetypes=TYPES, defaultextension=SUFFIX
    )
    return Path(chosen) if chosen else None


def ask_save_positions(parent: tkinter.Misc, folder: Path, name: str) -> Path | None:
    """Where to save positions, None for nowhere."""
    chosen = filedialog.asksaveasfilename(
        parent=parent, initialdir=str(folder), initialfile=name, filetypes=POSITIONS, defaultextension=lists.SUFFIX
    )
    return Path(chosen) if chosen else None


def ask_openings(parent: tkinter.Misc, folder: Path) -> Path | None:
    """Which file with openings, None for none."""
    name = filedialog.askopenfilename(parent=parent, initialdir=str(folder), filetypes=[(widgets_words.ANY, "*")])
    return Path(name) if name else None


def ask_export(parent: tkinter.Misc, folder: Path, name: str, kind: str, suffix: str) -> Path | None:
    """Where to write something in another form, None for nowhere."""
    chosen = filedialog.asksaveasfilename(
        parent=parent, initialdir=str(folder), initialfile=name + suffix, filetypes=[(kind, f"*{suffix}")], defaultextension=suffix
    )
    return Path(chosen) if chosen else None


def ask_folder(parent: tkinter.Misc, folder: Path) -> Path | None:
    """Into which folder many files go, None for none."""
    name = filedialog.askdirectory(parent=parent, initialdir=str(folder))
    return Path(name) if name else None


def ask_open_tree(parent: tkinter.Misc, folder: Path) -> Path | None:
    """Which kept tree to open, None for none."""
    name = filedialog.askopenfilename(parent=parent, initialdir=str(folder), filetypes=[*TREES, (widgets_words.ANY, "*")])
    return Path(name) if name else None


def ask_save_tree(parent: tkinter.Misc, folder: Path) -> Path | None:
    """Where to keep a tree, None for nowhere."""
    chosen = filedialog.asksaveasfilename(parent=parent, initialdir=str(folder), filetypes=TREES, defaultextension=tree_files.SUFFIX)
    return Path(chosen) if chosen else None


def ask_save_page(parent: tkinter.Misc, folder: Path, name: str) -> Path | None:
    """Where to save a page for browsers, None for nowhere."""
    types = [(widgets_words.WEB_PAGES, "*.html")]
    chosen = filedialog.asksaveasfilename(parent=parent, initialdir=str(folder), initialfile=name, filetypes=types, defaultextension=".html")
    return Path(chosen) if chosen else None

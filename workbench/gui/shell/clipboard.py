"""Copy text and pictures, and clear the clipboard when the screen changes hands.

Tk puts only text on the clipboard. A program of the system takes pictures.
"""

from __future__ import annotations

import os
import sys
import tkinter
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from shutil import which
from subprocess import DEVNULL, run
from tempfile import TemporaryDirectory

from workbench.gui.shell import clipboard

PATIENCE = 20.0
POWERSHELL = (
    "Add-Type -AssemblyName System.Windows.Forms,System.Drawing;"
    " [Windows.Forms.Clipboard]::SetImage([Drawing.Image]::FromFile('{file}'))"
)
APPLESCRIPT = 'set the clipboard to (read (POSIX file "{file}") as «class PNGf»)'
COPIES = ("<<Copy>>", "<<Cut>>")  # the toolkit's own, of what is marked in a field or a text


def command() -> list[str]:
    """The program that takes a PNG from its input, or from the file that {file} stands for; [] if there is none."""
    if sys.platform == "win32":
        return ["powershell", "-NoProfile", "-STA", "-Command", POWERSHELL] if which("powershell") else []
    if sys.platform == "darwin":
        return ["osascript", "-e", APPLESCRIPT]
    if os.environ.get("WAYLAND_DISPLAY") and which("wl-copy"):
        return ["wl-copy", "--type", "image/png"]
    return ["xclip", "-selection", "clipboard", "-t", "image/png"] if which("xclip") else []


def lacking() -> str:
    """The program that would be needed, where `command` finds none."""
    if sys.platform == "win32":
        return "powershell"
    return "wl-copy" if os.environ.get("WAYLAND_DISPLAY") else "xclip"


def put(png: bytes) -> None:
    """Put a picture on the clipboard. OSError or SubprocessError if that fails; it may take a while."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / "picture.png"
        file.write_bytes(png)
        words = [word.replace("{file}", str(file)) for word in command()]
        # what keeps the clipboard stays in the background with our outputs: it must not be waited for
        run(words, input=png, stdout=DEVNULL, stderr=DEVNULL, check=True, timeout=PATIENCE)


class Copying:
    def __init__(self, root: tkinter.Misc) -> None:
        self.root = root
        self.copied = ""  # the text that was put there last
        self.pictured = False  # a picture was put there
        self.persons = 0  # how often another person has come
        for sequence in COPIES:
            root.bind_all(sequence, self._noted)

    def close(self) -> None:
        for sequence in COPIES:
            self.root.unbind_all(sequence)

    def text(self, text: str) -> None:
        self.root.clipboard_clear()
        self.root.clipboard_append(text)
        self.copied, self.pictured = text, False

    def picture(self, then: Callable[[], None]) -> tuple[Callable[[bytes], None], Callable[[bytes], None]]:
        """What puts a picture there when it is made, on any thread; and what the window does after that: `then`, if
        the one who wanted it is still there, else it is taken away again."""
        persons, there = self.persons, False

        def put(png: bytes) -> None:
            nonlocal there
            if persons == self.persons:
                clipboard.put(png)
                there = True

        def done(_: bytes) -> None:
            self.pictured = self.pictured or there
            if persons == self.persons:
                then()
            elif there:
                self.forget()

        return put, done

    def forget(self) -> None:
        """Take away what was put there, unless another program has put something there since. A picture cannot be
        told from another one: only a text there is not ours."""
        self.persons += 1
        if not self.copied and not self.pictured:
            return
        there = None
        with suppress(tkinter.TclError):  # there may be no text
            there = self.root.clipboard_get()
        if (there is None and self.pictured) or (there and there == self.copied):
            self.root.clipboard_clear()
        self.copied, self.pictured = "", False

    def _noted(self, _: object) -> None:
        with suppress(tkinter.TclError):
            self.copied = self.root.clipboard_get()

"""The clipboard: text and pictures are copied, and cleared when the screen changes hands.

Tk supports only text, so a system program copies pictures.
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
COPIES = ("<<Copy>>", "<<Cut>>")  # Tk's own events for selected text


def command() -> list[str]:
    """Return the command line that copies a PNG, or [] if there is no such program.

    The program reads standard input, or the file named in place of {file}.
    """
    if sys.platform == "win32":
        return ["powershell", "-NoProfile", "-STA", "-Command", POWERSHELL] if which("powershell") else []
    if sys.platform == "darwin":
        return ["osascript", "-e", APPLESCRIPT]
    if os.environ.get("WAYLAND_DISPLAY") and which("wl-copy"):
        return ["wl-copy", "--type", "image/png"]
    return ["xclip", "-selection", "clipboard", "-t", "image/png"] if which("xclip") else []


def missing_program() -> str:
    """Return the name of the program to install if `command` returns []."""
    if sys.platform == "win32":
        return "powershell"
    return "wl-copy" if os.environ.get("WAYLAND_DISPLAY") else "xclip"


def put(png: bytes) -> None:
    """Copy a PNG to the clipboard. This can take seconds.

    Raises:
        OSError: The program cannot be started.
        subprocess.SubprocessError: The program fails or hangs.
    """
    with TemporaryDirectory() as folder:
        file = Path(folder) / "picture.png"
        file.write_bytes(png)
        words = [word.replace("{file}", str(file)) for word in command()]
        # A program that serves the clipboard stays in the background with our outputs open, so do not wait for them.
        run(words, input=png, stdout=DEVNULL, stderr=DEVNULL, check=True, timeout=PATIENCE)


class Clipboard:
    """The program's access to the clipboard. Owned by the `Shell`.

    Args:
        root: The Tk root.
    """

    def __init__(self, root: tkinter.Misc) -> None:
        self.root = root
        self.copied = ""  # the last text copied from this program
        self.has_picture = False  # whether a picture was copied
        self.persons = 0  # how often the person at the screen has changed
        self._bindings = {sequence: root.bind_all(sequence, self._note_copy) for sequence in COPIES}

    def close(self) -> None:
        """Stop watching for copied text."""
        for sequence, command in self._bindings.items():
            self.root.unbind_all(sequence)
            self.root.deletecommand(command)  # it would keep the window alive

    def copy_text(self, text: str) -> None:
        """Copy a text."""
        self.root.clipboard_clear()
        self.root.clipboard_append(text)
        self.copied, self.has_picture = text, False

    def prepare_picture(self, then: Callable[[], None]) -> tuple[Callable[[bytes], None], Callable[[bytes], None]]:
        """Prepare the copying of a picture.

        Args:
            then: Called when the picture is copied. If the person at the screen has changed, the picture is removed
                instead.

        Returns:
            A function that copies a PNG on any thread, and a function to call afterwards on Tk's thread.
        """
        persons, on_clipboard = self.persons, False

        def put(png: bytes) -> None:
            nonlocal on_clipboard
            if persons == self.persons:
                clipboard.put(png)
                on_clipboard = True

        def done(_: bytes) -> None:
            self.has_picture = self.has_picture or on_clipboard
            if persons == self.persons:
                then()
            elif on_clipboard:
                self.clear_own()

        return put, done

    def clear_own(self) -> None:
        """Clear text and pictures copied by this program, unless another program has replaced them.

        Only a text is recognised as a replacement of a copied picture, not a second picture.
        """
        self.persons += 1
        if not self.copied and not self.has_picture:
            return
        on_clipboard = None
        with suppress(tkinter.TclError):  # the clipboard may contain no text
            on_clipboard = self.root.clipboard_get()
        if (on_clipboard is None and self.has_picture) or (on_clipboard and on_clipboard == self.copied):
            self.root.clipboard_clear()
        self.copied, self.has_picture = "", False

    def _note_copy(self, _: object) -> None:
        with suppress(tkinter.TclError):
            self.copied = self.root.clipboard_get()

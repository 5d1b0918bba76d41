"""A picture on the clipboard. Tk puts text there only, so that a program of the system's does it."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from shutil import which
from subprocess import DEVNULL, run
from tempfile import TemporaryDirectory

PATIENCE = 20.0
POWERSHELL = (
    "Add-Type -AssemblyName System.Windows.Forms,System.Drawing;"
    " [Windows.Forms.Clipboard]::SetImage([Drawing.Image]::FromFile('{file}'))"
)
APPLESCRIPT = 'set the clipboard to (read (POSIX file "{file}") as «class PNGf»)'


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

"""Whether Tk can draw smooth fonts, and what helps if it cannot."""

from __future__ import annotations

import sys
from contextlib import suppress
from pathlib import Path
from tkinter import Misc, TclError

from workbench.system.folders import state_path
from workbench.system.translation import tr

CHECKOUT = Path(__file__).parents[3]
SYSTEM_PYTHON = "/usr/bin/python3"
MARK = "fonts-reported"  # a file that exists once the window has said it


def draws_smooth_fonts(root: Misc) -> bool:
    """Return whether Tk draws smooth fonts. On X11 it does so only if it was built with the library Xft."""
    if root.tk.call("tk", "windowingsystem") != "x11":
        return True
    try:
        return str(root.tk.call("::tk::pkgconfig", "get", "fontsystem")) == "xft"
    except TclError:
        return True  # this Tk does not tell


def remedy() -> str:
    """Return the command that gives Herbarium the system's Tk, or "" if it already has it."""
    if Path(sys.base_prefix) == Path("/usr"):
        return ""
    if (CHECKOUT / "Makefile").exists():
        return f"make PYTHON={SYSTEM_PYTHON}"
    known = "pipx" in Path(sys.prefix).parts
    return f"sudo apt-get install python3-tk && pipx {'re' if known else ''}install --python {SYSTEM_PYTHON} herbarium"


def font_problem(root: Misc) -> str:
    """Return what the window says about poor fonts, or "" if the fonts are smooth or it has said so before."""
    if draws_smooth_fonts(root) or state_path(MARK).exists():
        return ""
    with suppress(OSError):
        state_path(MARK).parent.mkdir(parents=True, exist_ok=True)
        state_path(MARK).touch()
    command = remedy()
    if not command:
        return tr("Letters look rough because Tk has no Xft.")
    return tr("Letters look rough because Tk has no Xft. This helps: {command}", command=command)

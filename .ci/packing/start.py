"""The start of the program folder.

The program starts its processes as `python -P -m MODULE WORD...`. In the folder, `sys.executable` is the program
itself, so this file understands these words.
"""

from __future__ import annotations

import os
import runpy
import sys
from multiprocessing import freeze_support

PATHS = ("LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH")  # set for this program; other programs must not load our libraries


def restore_paths() -> None:
    """Restore the library paths that PyInstaller's start has changed."""
    for name in PATHS:
        before = os.environ.pop(f"{name}_ORIG", None)
        if before is not None:
            os.environ[name] = before
        else:
            os.environ.pop(name, None)


def find_tcl_modules() -> None:
    """Name the folder of Tcl's modules. Debian keeps them beside Tcl's scripts, where Tcl itself does not look."""
    folder = os.path.join(getattr(sys, "_MEIPASS", ""), "_tcl_data", "tcl8")
    if os.path.isdir(folder):
        os.environ.setdefault("TCL8_6_TM_PATH", folder)


def main() -> int:
    """Run a module as Python would, or else the program. Return the exit status."""
    words = sys.argv[1:]
    if words[:1] == ["-P"]:
        words = words[1:]
    if words[:1] == ["-m"] and len(words) > 1:
        sys.argv = words[1:]
        runpy.run_module(words[1], run_name="__main__", alter_sys=True)
        return 0
    from workbench.__main__ import main as run_program

    return run_program()


if __name__ == "__main__":
    freeze_support()
    restore_paths()
    find_tcl_modules()
    sys.exit(main())

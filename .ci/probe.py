"""Print one line about how suitable this Python is for Herbarium: penalty, missing parts, executable.

Penalty 0: nothing is missing. 1: tkinter is missing, so there is no window. 100 or more: this Python cannot build or
install Herbarium. The exit status is 1 if the Python is too old. This file must run on any Python 3.
"""

import os
import shlex
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Iterator
from importlib.util import find_spec

PENALTIES = {"tkinter": 1, "venv": 100, "compiler": 100, "headers": 100}


def missing_parts() -> Iterator[str]:
    try:
        import tkinter

        tkinter.Tcl()  # finds incomplete installations of Tcl, and needs no display
    except Exception:
        yield "tkinter"
    if not find_spec("venv") or not (find_spec("ensurepip") or find_spec("pip")):
        yield "venv"
    compiler = shlex.split(os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc")
    if not shutil.which(compiler[0]):
        yield "compiler"
        return
    paths = sysconfig.get_paths()
    folders = ["-I" + paths["include"], "-I" + paths["platinclude"]]
    source = "#include <Python.h>\n"
    compilation = subprocess.run(
        compiler + folders + ["-fsyntax-only", "-x", "c", "-"],
        input=source.encode(),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        check=False,
    )
    if compilation.returncode:
        yield "headers"


if sys.version_info < (3, 11):  # noqa: UP036 - this file meets the Pythons that are to be turned down
    sys.exit(1)
missing = list(missing_parts())
executable = os.path.realpath(getattr(sys, "_base_executable", sys.executable))
print(sum(PENALTIES[name] for name in missing), ",".join(missing) or "nothing", executable)

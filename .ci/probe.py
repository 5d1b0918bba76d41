"""Say how well the Python that runs this serves Herbarium, in one line: penalty, what it lacks, its executable.

Penalty 0: it has everything; 1: only tkinter is missing, so no window; 100 and more: it cannot build or install.
Exit status 1: too old. The file must stay readable to any Python 3.
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


def lacks() -> Iterator[str]:
    try:
        import tkinter

        tkinter.Tcl()  # finds a Tcl that is installed by halves, and needs no display
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
    trial = subprocess.run(
        compiler + folders + ["-fsyntax-only", "-x", "c", "-"],
        input=source.encode(),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        check=False,
    )
    if trial.returncode:
        yield "headers"


if sys.version_info < (3, 11):  # noqa: UP036 - this file meets the Pythons that are to be turned down
    sys.exit(1)
missing = list(lacks())
executable = os.path.realpath(getattr(sys, "_base_executable", sys.executable))
print(sum(PENALTIES[name] for name in missing), ",".join(missing) or "nothing", executable)

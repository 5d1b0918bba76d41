"""Install the locked libraries into .venv.

`install.py run` installs the libraries for building and running, `install.py test` also those for tests. The lock files
contain exact versions and the hashes of all files, so pip refuses any other file.
"""

import re
import shutil
import subprocess
import sys
import sysconfig
from compileall import compile_dir
from importlib.metadata import version
from pathlib import Path

WINDOW = ("PIL", "filelock", "msgspec", "numpy", "platformdirs", "resvg_py", "ttkbootstrap")  # what a start imports

lock = Path(".ci", f"requirements-{sys.argv[1]}.txt")
pip = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check", "--no-input", "install", "--no-compile"]
if subprocess.run([*pip, "--require-hashes", "-r", str(lock)], check=False).returncode:
    sys.exit(
        f"pip could not install the libraries that {lock} names. Its message is above. "
        "Check the network, then try again."
    )

# setup.py takes C code from another version of Cython as up to date, so a change of Cython must empty build.
translator = Path("build", "cython.txt")
if not translator.exists() or translator.read_text() != version("Cython"):
    shutil.rmtree(translator.parent, ignore_errors=True)
    translator.parent.mkdir()
    translator.write_text(version("Cython"))

# Compiling all libraries takes long. Compiling those that a start imports takes a second, and makes the first start as
# fast as later ones.
for package in WINDOW:
    compile_dir(Path(sysconfig.get_path("purelib"), package), quiet=2, rx=re.compile(r"[/\\]tests[/\\]"))

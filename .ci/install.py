"""Install the locked libraries into .venv.

`install.py run` installs those for building and running, `install.py test` those for tests as well.

The lock files name the exact version of each library and the hashes of its files, so pip refuses any other file.
"""

import shutil
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

lock = Path(".ci", f"requirements-{sys.argv[1]}.txt")
pip = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check", "--no-input", "install", "--no-compile"]
if subprocess.run([*pip, "--require-hashes", "-r", str(lock)], check=False).returncode:
    sys.exit(
        f"pip could not install the libraries that {lock} names. Its message is above. "
        "Check the network, then try again."
    )

# C made by another Cython looks current to setup.py, so a change of Cython empties build.
translator = Path("build", "cython.txt")
if not translator.exists() or translator.read_text() != version("Cython"):
    shutil.rmtree(translator.parent, ignore_errors=True)
    translator.parent.mkdir()
    translator.write_text(version("Cython"))

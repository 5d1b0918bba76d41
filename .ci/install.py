"""Install into .venv what pyproject.toml asks for: to build, to run, and for the extras named as arguments."""

import shutil
import subprocess
import sys
import tomllib
from importlib.metadata import version
from pathlib import Path

project = tomllib.loads(Path("pyproject.toml").read_text(encoding="utf-8"))
wanted = project["build-system"]["requires"] + project["project"]["dependencies"]
for extra in sys.argv[1:]:
    wanted += project["project"]["optional-dependencies"][extra]
pip = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check", "--no-input", "install", "--no-compile"]
if subprocess.run(pip + wanted, check=False).returncode:
    sys.exit("pip could not install what Herbarium needs (its message stands above); is the network there?")

# C made by another Cython looks current to setup.py, so a change of Cython empties build.
translator = Path("build", "cython.txt")
if not translator.exists() or translator.read_text() != version("Cython"):
    shutil.rmtree(translator.parent, ignore_errors=True)
    translator.parent.mkdir()
    translator.write_text(version("Cython"))

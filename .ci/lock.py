"""Write the lock files from pyproject.toml, for every system and version of Python.

The lock files contain exact versions and the hashes of all files. uv does the work; it may be a package of this Python
or a program on the path.

python .ci/lock.py [--upgrade]: keep locked versions that still fit, or upgrade to the newest that fit
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tomllib
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory

CI = Path(__file__).resolve().parent
ROOT = CI.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
IN_FOLDER = ("reports", "dnd", "completion")  # optional dependencies that the program folder contains
HEADING = """# Written by `make lock` from pyproject.toml; do not edit. .ci/install.py installs exactly these files.
"""


def compile_lock(folder: Path, extras: list[str], old: Path, constraints: Path | None, words: list[str]) -> str:
    """Return the text of a lock file for building, running and the given extras."""
    (folder / "build.in").write_text("\n".join(PROJECT["build-system"]["requires"]) + "\n")
    sources = [*(f"--extra={extra}" for extra in extras), "pyproject.toml", str(folder / "build.in")]
    return run_uv(folder, sources, old, constraints, words)


def compile_tools_lock(folder: Path, lines: list[str], old: Path, words: list[str]) -> str:
    """Return the text of a lock file for tools that work without the program."""
    (folder / "tools.in").write_text("\n".join(lines) + "\n")
    return run_uv(folder, [str(folder / "tools.in")], old, None, words)


def compile_folder_lock(folder: Path, old: Path, constraints: Path) -> str:
    """Return the text of the lock file for the program folder: all that it contains."""
    sources = [*(f"--extra={extra}" for extra in IN_FOLDER), "pyproject.toml"]
    return run_uv(folder, sources, old, constraints, [])


def run_uv(folder: Path, sources: list[str], old: Path, constraints: Path | None, words: list[str]) -> str:
    """Lock the dependencies that the sources name. Return the text of the lock file."""
    output = folder / old.name
    if old.exists():
        shutil.copy(old, output)  # uv keeps versions that still fit
    uv = [sys.executable, "-m", "uv"] if find_spec("uv") else ["uv"]
    command = [*uv, "pip", "compile", "--quiet", "--universal", "--generate-hashes", "--no-header", "--no-annotate"]
    command += ["--python-version", PROJECT["project"]["requires-python"].removeprefix(">=")]
    command += ["--constraints", str(constraints)] if constraints else []
    subprocess.run([*command, *words, *sources, "-o", str(output)], cwd=ROOT, check=True)
    return HEADING + output.read_text(encoding="utf-8")


def main(*words: str) -> None:
    all_path, run_path, docs_path = (CI / f"requirements-{name}.txt" for name in ("test", "run", "docs"))
    tools_path, folder_path = (CI / "packing" / f"requirements-{name}.txt" for name in ("tools", "folder"))
    extras = PROJECT["project"]["optional-dependencies"]
    with TemporaryDirectory() as name:
        folder = Path(name)
        texts = {all_path: compile_lock(folder, ["reports", "test"], all_path, None, list(words))}
        texts[run_path] = compile_lock(folder, ["reports"], run_path, folder / all_path.name, [])
        texts[docs_path] = compile_tools_lock(folder, extras["docs"], docs_path, list(words))
        texts[tools_path] = compile_tools_lock(
            folder, extras["packages"] + PROJECT["build-system"]["requires"], tools_path, list(words)
        )
        texts[folder_path] = compile_folder_lock(folder, folder_path, folder / all_path.name)
    for path, text in texts.items():
        path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    try:
        main(*sys.argv[1:])
    except FileNotFoundError:
        sys.exit("The lock files need uv. This installs it:  .venv/bin/python -m pip install uv")
    except subprocess.CalledProcessError as problem:
        sys.exit(f"uv could not lock the dependencies (status {problem.returncode}, its message is above).")

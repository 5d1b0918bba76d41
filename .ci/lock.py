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
HEADING = """# Written by `make lock` from pyproject.toml; do not edit. .ci/install.py installs exactly these files.
"""


def compile_lock(folder: Path, extras: list[str], old: Path, constraints: Path | None, words: list[str]) -> str:
    """Return the text of a lock file for building, running and the given extras."""
    (folder / "build.in").write_text("\n".join(PROJECT["build-system"]["requires"]) + "\n")
    sources = [*(f"--extra={extra}" for extra in extras), "pyproject.toml", str(folder / "build.in")]
    return run_uv(folder, sources, old, constraints, words)


def compile_docs_lock(folder: Path, old: Path, words: list[str]) -> str:
    """Return the text of the lock file for the site, which is built without the program."""
    (folder / "docs.in").write_text("\n".join(PROJECT["project"]["optional-dependencies"]["docs"]) + "\n")
    return run_uv(folder, [str(folder / "docs.in")], old, None, words)


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
    with TemporaryDirectory() as name:
        folder = Path(name)
        texts = {all_path: compile_lock(folder, ["reports", "test"], all_path, None, list(words))}
        texts[run_path] = compile_lock(folder, ["reports"], run_path, folder / all_path.name, [])
        texts[docs_path] = compile_docs_lock(folder, docs_path, list(words))
    for path, text in texts.items():
        path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    try:
        main(*sys.argv[1:])
    except FileNotFoundError:
        sys.exit("The lock files need uv. This installs it:  .venv/bin/python -m pip install uv")
    except subprocess.CalledProcessError as problem:
        sys.exit(f"uv could not lock the dependencies (status {problem.returncode}, its message is above).")

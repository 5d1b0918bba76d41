"""Packages of games, built and installed as their authors and users would."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
MINUTES = 60.0  # in seconds


def environment(*sites: Path) -> dict[str, str]:
    """Return the environment of a process that sees this checkout and the packages in these folders."""
    return {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, (*sites, ROOT))), "PYTHONDONTWRITEBYTECODE": "1"}


def run_python(*words: str, sites: tuple[Path, ...] = (), cwd: Path = ROOT, timeout: float = 10 * MINUTES) -> str:
    """Run Python with these words and return what it printed. Fail with its output if its exit status is not 0."""
    result = try_python(*words, sites=sites, cwd=cwd, timeout=timeout)
    assert result.returncode == 0, result.stdout[-3000:] + result.stderr[-3000:]
    return result.stdout


def try_python(
    *words: str, sites: tuple[Path, ...] = (), cwd: Path = ROOT, timeout: float = 10 * MINUTES
) -> subprocess.CompletedProcess[str]:
    """Run Python with these words and return the finished process."""
    return subprocess.run(
        [sys.executable, *words], cwd=cwd, env=environment(*sites), capture_output=True, text=True, check=False,
        timeout=timeout,
    )  # fmt: skip


def install(source: Path, site: Path) -> None:
    """Build the package in a folder, and install it into another folder."""
    options = ("-q", "--no-build-isolation", "--no-deps", "--no-index", "--disable-pip-version-check")
    run_python("-m", "pip", "install", *options, "--upgrade", "--target", str(site), str(source), cwd=source.parent)


def copied(source: Path, folder: Path) -> Path:
    """Copy a package, so that its build leaves no files in the repository, and return the copy."""
    target = folder / source.name
    shutil.copytree(source, target, ignore=shutil.ignore_patterns("build", "*.egg-info", "__pycache__", "*.so", "*.c"))
    return target


def describe(site: Path, name: str, group: str, entries: dict[str, str]) -> None:
    """Write what an installer writes about a package: its name, and its entry points in a group."""
    folder = site / f"{name}-1.0.dist-info"
    folder.mkdir(parents=True)
    (folder / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n", encoding="ascii")
    lines = "\n".join(f"{entry} = {value}" for entry, value in entries.items())
    (folder / "entry_points.txt").write_text(f"[{group}]\n{lines}\n", encoding="ascii")

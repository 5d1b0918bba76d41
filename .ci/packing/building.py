"""The source distribution and wheels of this checkout, and the checks that they are complete."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tarfile
import zipfile
from fnmatch import fnmatch
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
EXCLUDED = ("*.so", "*.pyd", "*.pyc", "*/__pycache__/*", "build/*", ".venv/*")  # must not be in a source distribution
SOURCES = (
    "setup.py",
    "Makefile",
    "LICENSE",
    "CHANGELOG.md",
    "fastcore/state.pyx",
    "fastcore/state.pxd",
    "docs/rules/herd.md",
)
SITE = ROOT / "build" / "site" / "site.zip"  # where `make docs` has made it, packages contain it
DOCUMENTS = "workbench/documents"  # where a wheel has the files of `docs` that the program shows
BUILDS = ["v3", "portable"]  # of the core, in a wheel for other machines
PLATFORM = "manylinux_2_17_x86_64"  # of such a wheel: the oldest that the symbols of the core allow
MAX_WHEEL = 15_000_000  # bytes
# Files of the sources that a wheel must have, with the place in the wheel. `{}` is the path below the folder.
COMPLETE = (
    ("fastcore", "**/*.pyi", "fastcore/{}"),
    ("fastcore", "**/py.typed", "fastcore/{}"),
    ("fastcore", "*.pxd", "fastcore/{}"),
    ("fastcore", "games/*/ladder.json", "fastcore/{}"),
    ("docs", "rules/*.md", f"{DOCUMENTS}/{{}}"),
    ("docs", "bots/protocol.*", f"{DOCUMENTS}/{{}}"),
    ("docs", "kits/*/[bB]ot.*", f"{DOCUMENTS}/{{}}"),
    ("workbench", "boards/*/levels.json", "workbench/{}"),
    ("workbench", "boards/*/*.puzzles", "workbench/{}"),
    ("workbench", "boards/*/studies/*.toml", "workbench/{}"),
    ("workbench", "game_packages/skeleton/*", "workbench/{}"),
    ("workbench", "gui/**/*.svg", "workbench/{}"),
    ("docs", "herbarium.1", "*.data/data/share/man/man1/{}"),
)


class PackageError(Exception):
    """A package is incomplete or does not work. The message is for the person who built it."""


def run(words: list[str], folder: Path, environment: dict[str, str] | None = None, stdin_text: str = "") -> str:
    """Run a program and return its standard output. Raise PackageError with the end of its output if it fails."""
    done = subprocess.run(
        words, cwd=folder, env=environment, input=stdin_text, capture_output=True, text=True, check=False
    )
    if done.returncode:
        output = "\n".join((done.stdout + done.stderr).splitlines()[-20:])
        raise PackageError(f"{' '.join(words)}: status {done.returncode}\n{output}")
    return done.stdout


def tracked() -> list[str]:
    """Return the files that git tracks. Outside a clone, return the files that every build needs."""
    try:
        done = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=False)
    except FileNotFoundError:
        return list(SOURCES)
    return [name for name in done.stdout.split("\0") if name and (ROOT / name).exists()] or list(SOURCES)


def build_sdist(folder: Path, isolated: list[str]) -> Path:
    """Build the source distribution and check that it has every tracked file and no generated ones."""
    run([sys.executable, "-m", "build", "--sdist", *isolated, "--outdir", str(folder), str(ROOT)], folder)
    (sdist,) = folder.glob("*.tar.gz")
    with tarfile.open(sdist) as archive:
        names = {member.name.partition("/")[2] for member in archive if member.isfile()}
    site = {SITE.relative_to(ROOT).as_posix()} if SITE.exists() else set()
    missing = sorted({*tracked(), *site} - names)
    if missing:
        raise PackageError(
            f"{sdist.name} lacks {len(missing)} files, such as {', '.join(missing[:5])}; see MANIFEST.in"
        )
    generated = sorted(name for name in names - site if any(fnmatch(name, pattern) for pattern in EXCLUDED))
    if generated:
        raise PackageError(
            f"{sdist.name} has {len(generated)} files that are generated, such as {generated[0]}; see MANIFEST.in"
        )
    return sdist


def unpack_sdist(sdist: Path, folder: Path) -> Path:
    """Unpack the source distribution. Return the folder of the sources."""
    with tarfile.open(sdist) as archive:
        archive.extractall(folder)  # the archive is our own, and Python 3.11.2 has no extraction filters yet
    return folder / sdist.name.removesuffix(".tar.gz")


def reuse_compiled_files(source: Path) -> None:
    """Copy the compiled files of this checkout if its core has the same sources, so that nothing compiles twice."""
    for path in sorted((source / "fastcore").rglob("*.p[xy][xd]")):
        own = ROOT / path.relative_to(source)
        if not own.exists() or own.read_bytes() != path.read_bytes():
            return
    if (ROOT / "build").exists():
        ignored = shutil.ignore_patterns("checked", "cython-checked", "site", "docs-venv", "pictures")
        shutil.copytree(ROOT / "build", source / "build", ignore=ignored, dirs_exist_ok=True)


def missing_files(source: Path, names: list[str], builds: list[str]) -> list[str]:
    """Return the files that a wheel lacks.

    Args:
        source: the folder of the sources.
        names: the names of the files in the wheel.
        builds: the builds of the core that it must have; with an empty list, any one.
    """
    expected = []
    for top, pattern, place in COMPLETE:
        found = [path.relative_to(source / top).as_posix() for path in (source / top).glob(pattern)]
        if not found:
            raise PackageError(f"there is no {top}/{pattern} in the sources; see COMPLETE in {__file__}")
        expected += [place.format(name) for name in found]
    for path in (source / "fastcore").rglob("*.pyx"):
        stem = path.relative_to(source / "fastcore").with_suffix("").as_posix()
        expected += [f"fastcore/_{build}/{stem}.*" for build in builds or ["*"]]
    locale = source / "workbench" / "locale"  # the catalogues of other pages serve only the site
    for path in [*locale.glob("*/LC_MESSAGES/*.po"), *locale.glob("*/LC_MESSAGES/docs/rules/*.po")]:
        expected.append(path.relative_to(source).with_suffix(".mo").as_posix())
    if (source / SITE.relative_to(ROOT)).exists():
        expected.append(f"{DOCUMENTS}/{SITE.name}")
    for top in ("bots", "fastcore", "workbench"):
        expected += [path.relative_to(source).as_posix() for path in (source / top).rglob("*.py")]
    present = set(names)
    return sorted(
        name for name in expected
        if name not in present and not ("*" in name and any(fnmatch(found, name) for found in names))
    )  # fmt: skip


def check_wheel(wheel: Path, source: Path, builds: list[str]) -> None:
    """Raise PackageError unless a wheel is complete and small enough."""
    if wheel.name.endswith("-none-any.whl"):
        raise PackageError(f"{wheel.name} has no compiled core")
    with zipfile.ZipFile(wheel) as archive:
        missing = missing_files(source, archive.namelist(), builds)
    if missing:
        raise PackageError(
            f"{wheel.name} lacks {len(missing)} files, such as {', '.join(missing[:5])}; see pyproject.toml, setup.py"
        )
    if builds and wheel.stat().st_size > MAX_WHEEL:
        raise PackageError(f"{wheel.name} has {wheel.stat().st_size:,} bytes; the limit is {MAX_WHEEL:,}")

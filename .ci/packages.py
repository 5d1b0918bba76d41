"""Build the source distribution and the wheel, then test the wheel in a clean environment.

python .ci/packages.py [--quick] [--output FOLDER]
    --quick: reuse the libraries and compiled files of this checkout, as continuous integration does. Otherwise,
        build and install everything from scratch, with packages from the network.
    --output: keep both packages in this folder

The exit status is 1 if a package is incomplete or the installed program does not work. A message names the problem.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import venv
import zipfile
from fnmatch import fnmatch
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).resolve().parent.parent
EXTENSION = sysconfig.get_config_var("EXT_SUFFIX")
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
SITE = ROOT / "build" / "site" / "site.zip"  # where `make docs` has made it, the wheel contains it
PLAY = """
import sys
import bots, fastcore, workbench
for module in (bots, fastcore, workbench):
    assert module.__file__.startswith(sys.prefix), f"{module.__file__} is not in {sys.prefix}"
state = fastcore.start("herd(size=3)")
assert bots.make("mcts(simulations=50)", 1)
search = fastcore.Search(state, seed=1)
search.run(200)
assert search.line()
dice, moves = fastcore.Stream(1), 0
while state.actor != fastcore.OVER:
    state.play(state.sample(dice) if state.actor == fastcore.CHANCE else dice.choice(state.moves()))
    moves += 1
assert moves > 10
print("played", moves, state.returns())
"""


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
        names = {name.partition("/")[2] for name in archive.getnames()}
    missing = sorted(set(tracked()) - names)
    if missing:
        raise PackageError(
            f"{sdist.name} lacks {len(missing)} files, such as {', '.join(missing[:5])}; see MANIFEST.in"
        )
    generated = sorted(name for name in names if any(fnmatch(name, pattern) for pattern in EXCLUDED))
    if generated:
        raise PackageError(
            f"{sdist.name} has {len(generated)} files that are generated, such as {generated[0]}; see MANIFEST.in"
        )
    return sdist


def build_wheel(sdist: Path, folder: Path, isolated: list[str], quick: bool) -> Path:
    """Build the wheel from the source distribution and check that it has the core, its types and the rules."""
    with tarfile.open(sdist) as archive:
        archive.extractall(folder)  # the archive is our own, and Python 3.11.2 has no extraction filters yet
    source = folder / sdist.name.removesuffix(".tar.gz")
    if SITE.exists():
        (source / SITE.relative_to(ROOT)).parent.mkdir(parents=True)
        shutil.copy2(SITE, source / SITE.relative_to(ROOT))
    if quick:
        reuse_compiled_files(source)
    run([sys.executable, "-m", "build", "--wheel", *isolated, "--outdir", str(folder), str(source)], folder)
    (wheel,) = folder.glob("*.whl")
    if wheel.name.endswith("-none-any.whl"):
        raise PackageError(f"{wheel.name} has no compiled core")
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
    if SITE.exists() and not any(name.endswith("/share/herbarium/site.zip") for name in names):
        raise PackageError(f"{wheel.name} lacks the site; see pyproject.toml")
    for path in sorted((source / "fastcore").rglob("*")):
        name = path.relative_to(source)
        if path.suffix == ".pyx":
            inner = name.relative_to("fastcore").with_suffix(EXTENSION).as_posix()
            if not any(fnmatch(found, f"fastcore/_*/{inner}") for found in names):
                raise PackageError(f"{wheel.name} lacks {inner}")
        elif (path.suffix == ".pyi" or path.name == "py.typed") and name.as_posix() not in names:
            raise PackageError(f"{wheel.name} lacks {name}; see package-data in pyproject.toml")
    for pattern, folder_of in (("*/docs/rules/{}.md", "docs/rules"), ("workbench/boards/{}.json", "workbench/boards")):
        for path in (source / folder_of).glob("*.md" if "rules" in folder_of else "*.json"):
            if not any(fnmatch(found, pattern.format(path.stem)) for found in names):
                raise PackageError(f"{wheel.name} lacks {path.name}; see pyproject.toml")
    for path in (source / "workbench" / "locale").rglob("*.po"):
        if (name := path.relative_to(source).with_suffix(".mo").as_posix()) not in names:
            raise PackageError(f"{wheel.name} lacks {name}; see setup.py")
    return wheel


def reuse_compiled_files(source: Path) -> None:
    """Copy the compiled files of this checkout if its core has the same sources, so that nothing compiles twice."""
    for path in sorted((source / "fastcore").rglob("*.p[xy][xd]")):
        own = ROOT / path.relative_to(source)
        if not own.exists() or own.read_bytes() != path.read_bytes():
            return
    if (ROOT / "build").exists():
        ignored = shutil.ignore_patterns("checked", "cython-checked", "site", "docs-venv", "pictures")
        shutil.copytree(ROOT / "build", source / "build", ignore=ignored, dirs_exist_ok=True)


def try_out(wheel: Path, folder: Path, quick: bool) -> None:
    """Install the wheel in a new environment and use the program from an empty folder."""
    home, elsewhere = folder / "environment", folder / "elsewhere"
    elsewhere.mkdir()
    inherited = {
        name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "HERBARIUM", "VIRTUAL_ENV"))
    }
    environment = {name: value for name, value in inherited.items() if name not in ("DISPLAY", "WAYLAND_DISPLAY")}
    environment["HERBARIUM_HOME"] = str(folder / "home")
    python = str(home / ("Scripts" if os.name == "nt" else "bin") / "python")
    program = str(Path(python).with_name("herbarium"))
    if quick:
        venv.create(home)
        pip = [
            sys.executable,
            "-m",
            "pip",
            "--python",
            python,
            "install",
            "--quiet",
            "--no-deps",
            "--no-index",
            "--no-compile",
        ]
        run([*pip, str(wheel)], elsewhere)
        # PYTHONPATH makes the libraries importable without running their .pth files, so the checkout stays out of
        # reach.
        environment["PYTHONPATH"] = sysconfig.get_path("purelib")
    else:
        venv.create(home, with_pip=True)
        run(
            [
                python,
                "-m",
                "pip",
                "install",
                "--quiet",
                "--require-hashes",
                "-r",
                str(ROOT / ".ci" / "requirements-run.txt"),
            ],
            elsewhere,
        )
        run([python, "-m", "pip", "install", "--quiet", str(wheel)], elsewhere)
        run([python, "-m", "pip", "check"], elsewhere)
    expect("Herbarium ", run([program, "--version"], elsewhere, environment), "--version")
    expect("mcts", run([program, "bots"], elsewhere, environment), "bots")
    expect("played ", run([python, "-c", PLAY], elsewhere, environment), "a game in Python")
    printed = run([program, "play", "herd(size=3)"], elsewhere, environment, stdin_text="rules\nquit\n")
    expect("Herd", printed, "play")
    expect("Mark Steere", printed, "the rules page")
    words = [program, "match", "herd(size=2)", "--bots", "random,greedy", "--blocks", "1", "--seed", "1"]
    run([*words, "--archive", "match.herbarium-archive"], elsewhere, environment)
    expect("nothing wrong", run([program, "verify", "match.herbarium-archive"], elsewhere, environment), "verify")


def expect(text: str, output: str, what: str) -> None:
    """Raise PackageError unless the output contains the text."""
    if text not in output:
        raise PackageError(f"the installed program: {what} printed no {text.strip()!r}:\n{output[-2000:]}")


def main() -> int:
    parser = argparse.ArgumentParser(prog="packages.py", description=(__doc__ or "").splitlines()[0])
    parser.add_argument(
        "--quick", action="store_true", help="use the libraries and compiled files of this checkout again"
    )
    parser.add_argument("--output", type=Path, help="keep both packages in this folder")
    chosen = parser.parse_args()
    isolated = ["--no-isolation"] if chosen.quick else []
    with TemporaryDirectory() as name:
        folder = Path(name)
        try:
            sdist = build_sdist(folder, isolated)
            print(f"{sdist.name}: complete", flush=True)
            wheel = build_wheel(sdist, folder, isolated, chosen.quick)
            print(f"{wheel.name}: complete", flush=True)
            try_out(wheel, folder, chosen.quick)
            print("installed in a clean environment: works", flush=True)
        except PackageError as problem:
            print(problem)
            return 1
        if chosen.output:
            chosen.output.mkdir(parents=True, exist_ok=True)
            for path in (sdist, wheel):
                shutil.copy(path, chosen.output)
    return 0


if __name__ == "__main__":
    sys.exit(main())

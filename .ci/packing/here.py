"""Wheels of this machine's Pythons, tried in virtual environments."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
import venv
from pathlib import Path

from packing.building import (
    BUILDS,
    PLATFORM,
    ROOT,
    PackageError,
    check_wheel,
    reuse_compiled_files,
    run,
    unpack_sdist,
)

QUIET = ["--quiet", "--disable-pip-version-check"]
LOCK = ["--require-hashes", "-r"]
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


def build_wheel(sdist: Path, folder: Path, isolated: list[str], quick: bool) -> Path:
    """Build this Python's wheel from the source distribution and check that it is complete."""
    source = unpack_sdist(sdist, folder)
    if quick:
        reuse_compiled_files(source)
    run([sys.executable, "-m", "build", "--wheel", *isolated, "--outdir", str(folder), str(source)], folder)
    (wheel,) = folder.glob("*.whl")
    check_wheel(wheel, source, [])
    return wheel


def build_wheel_with(python: str, sdist: Path, folder: Path, output: Path) -> Path:
    """Build a Python's wheel with all builds of the core, for other machines. Return its path in `output`."""
    source = unpack_sdist(sdist, folder)
    run([python, "-m", "venv", "tools"], folder)
    tools = folder / "tools" / "bin"
    run([str(tools / "python"), "-m", "pip", "install", *QUIET, *LOCK,
         str(ROOT / ".ci" / "packing" / "requirements-tools.txt")], folder)  # fmt: skip
    environment = os.environ | {
        "HERBARIUM_BUILDS": ",".join(BUILDS), "CFLAGS": "-g0", "PATH": f"{tools}{os.pathsep}{os.environ['PATH']}",
    }  # fmt: skip
    words = [str(tools / "python"), "-m", "build", "--wheel", "--no-isolation", "--outdir", "raw", str(source)]
    run(words, folder, environment)
    (raw,) = (folder / "raw").glob("*.whl")
    repair = [str(tools / "auditwheel"), "repair", "--strip", "--plat", PLATFORM, "--wheel-dir", "wheels", str(raw)]
    run(repair, folder, environment)
    (wheel,) = (folder / "wheels").glob("*.whl")
    check_wheel(wheel, source, BUILDS)
    return Path(shutil.copy2(wheel, output))


def try_out(wheel: Path, folder: Path, quick: bool, python: str = sys.executable) -> None:
    """Install a wheel in a new environment and use the program from an empty folder."""
    home, elsewhere = folder / "environment", folder / "elsewhere"
    elsewhere.mkdir()
    inherited = {
        name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "HERBARIUM", "VIRTUAL_ENV"))
    }
    environment = {name: value for name, value in inherited.items() if name not in ("DISPLAY", "WAYLAND_DISPLAY")}
    environment["HERBARIUM_HOME"] = str(folder / "home")
    installed = str(home / ("Scripts" if os.name == "nt" else "bin") / "python")
    program = str(Path(installed).with_name("herbarium"))
    if quick:
        venv.create(home)
        options = ["--no-deps", "--no-index", "--no-compile"]
        run([sys.executable, "-m", "pip", "--python", installed, "install", *QUIET, *options, str(wheel)], elsewhere)
        # PYTHONPATH makes the libraries importable without running their .pth files, so the checkout stays out of
        # reach.
        environment["PYTHONPATH"] = sysconfig.get_path("purelib")
    else:
        subprocess.run([python, "-m", "venv", str(home)], check=True)
        pip = [installed, "-m", "pip", *QUIET]
        run([*pip, "install", *LOCK, str(ROOT / ".ci" / "requirements-run.txt")], elsewhere)
        run([*pip, "install", str(wheel)], elsewhere)
        run([*pip, "check"], elsewhere)
    expect("Herbarium ", run([program, "--version"], elsewhere, environment), "--version")
    expect("mcts", run([program, "bots"], elsewhere, environment), "bots")
    expect("played ", run([installed, "-c", PLAY], elsewhere, environment), "a game in Python")
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

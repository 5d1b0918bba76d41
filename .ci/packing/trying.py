"""Trying an installed program in a clean system: its shell verbs, and its window with real keys."""

from __future__ import annotations

import statistics
import subprocess
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from clean_systems import System
from packing.building import ROOT, PackageError
from packing.display import PATIENCE, Display, DisplayError

FOLDER = "/srv/try"  # the working folder inside a system
SETTINGS = {"TERM": "dumb", "HERBARIUM_HOME": f"{FOLDER}/home"}
GAME, SEED, MOVE = "herd(size=3)", "1", "c3"  # a game whose first decision has this move
TRIES = 10  # to play the move in the window
LATER = 3  # later starts of the window, whose median is shown
# Start a program and note when. A program that a file manager started outlives the command that opened the file.
START = """
date +%s.%N >started
"$@" 2>errors
status=$?
while pidof herbarium; do sleep 0.1; done
exit $status
"""
BOT = """
import statistics
import numpy
from bots import Bot, Report
from bots.report import Candidate

class First(Bot):
    name, meaning = "first", "plays the first move"
    options, presets = (), {}
    def think(self, point, limit=None):
        move = point.move_text(point.moves()[int(numpy.argmin([statistics.fmean([0, 1]), 2]))])
        yield Report(move, (Candidate(move, 1, (0.0, 0.0), 0.0, 0.0, (move,)),), simulations=1)
"""


class Tried(NamedTuple):
    """The figures of an installed program: seconds until its window is complete at the first and at later starts."""

    first: float
    later: float


class Trial:
    """One installed program in a clean system.

    Args:
        system: the system.
        program: the words that start the program.
        version: its version.
        display: where its window opens.
        picture: the file for a picture of the window.
    """

    def __init__(self, system: System, program: list[str], version: str, display: Display, picture: Path) -> None:
        self.system, self.program, self.version = system, program, version
        self.display, self.picture = display, picture
        self.folder = system.root / FOLDER[1:]

    def run(self, *words: str, stdin_text: str = "", **settings: str) -> str:
        """Run the program in the working folder without a display. Return its output."""
        command = ["env", "-C", FOLDER, *self.program, *words]
        return self.system.run(command, stdin_text=stdin_text, settings=SETTINGS | settings)

    def expect(self, text: str, *words: str, stdin_text: str = "", **settings: str) -> None:
        """Run the program and raise PackageError unless its output has this text."""
        output = self.run(*words, stdin_text=stdin_text, **settings)
        if text not in output:
            raise PackageError(f"{' '.join([*self.program, *words])} printed no {text!r}:\n{output[-2000:]}")

    def try_verbs(self) -> None:
        """Try the verbs: versions, rules, languages, a match of two blocks, a bot from a file."""
        self.folder.mkdir(parents=True)
        self.expect(f"Herbarium {self.version}", "--version")
        self.expect("mcts", "bots")
        for page in sorted((ROOT / "docs" / "rules").glob("*.md")):
            title = page.read_text(encoding="utf-8").splitlines()[0].removeprefix("# ")
            self.expect(title, "play", page.stem, stdin_text="rules\nquit\n")
        english = self.run("--help")
        for folder in sorted((ROOT / "workbench" / "locale").glob("*/LC_MESSAGES")):
            if self.run("--help", HERBARIUM_LANGUAGE=folder.parent.name) == english:
                raise PackageError(f"the texts in {folder.parent.name} are missing")
        archive = ["--archive", "match.herbarium-archive"]
        self.run("match", "herd(size=2)", "--bots", "random,greedy", "--blocks", "2", "--seed", SEED, *archive)
        self.expect("nothing wrong", "verify", "match.herbarium-archive")
        (self.folder / "first.py").write_text(BOT, encoding="utf-8")
        self.expect("The game is over", "play", "herd(size=2)", "--seats", "./first.py:First,random", "--seed", SEED)
        self.run("play", GAME, "--seats", "person,person", "--record", "game.herbarium", "--seed", SEED,
                 stdin_text="quit\n")  # fmt: skip

    def try_window(self, opener: list[str] | None = None) -> Tried:
        """Open the record in the window, play a move, save, and quit. Then start the window a few times without a file.

        Args:
            opener: the words that open a file, instead of the program's own: those of a file manager.
        """
        first = self._in_window([*(opener or self.program), "game.herbarium"], self._play_and_save)
        later = statistics.median(self._in_window(self.program, lambda: None) for _ in range(LATER))
        return Tried(first, later)

    def _play_and_save(self) -> None:
        """Type a move and save, again if necessary: a busy machine may still be opening the file."""
        for _ in range(TRIES):
            self.display.press("Escape")
            self.display.press("slash")
            for letter in MOVE:
                self.display.press(letter)
            self.display.press("Return")
            self.display.press("Control_L", "s")
            time.sleep(1)
            self.display.save_picture(self.picture)
            if MOVE in self.run("export", "game.herbarium", "--to", "text"):
                return
        raise PackageError(f"{MOVE}, typed in the window, was not saved; see {self.picture}")

    def _in_window(self, words: list[str], work: Callable[[], None]) -> float:
        """Start the window, work in it, and quit. Return the seconds until it was complete."""
        stamp = self.folder / "started"
        command = ["env", "-C", FOLDER, "sh", "-c", START, "start", *words]
        process = subprocess.Popen(
            self.system.entering(command, SETTINGS | {"DISPLAY": self.display.name}),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        try:
            drawn = self.display.wait_until_drawn(lambda: process.poll() is None)
            self.display.focus()
            work()
            self.display.press("Control_L", "q")
            status = process.wait(PATIENCE)
        except (DisplayError, subprocess.TimeoutExpired) as problem:
            with suppress(OSError):
                self.display.save_picture(self.picture)
            printed = (self.folder / "errors").read_text(errors="replace")[-2000:]
            raise PackageError(f"{' '.join(words)}: {problem}; see {self.picture}\n{printed}") from problem
        finally:
            process.kill()  # this also ends everything in its namespaces
            process.wait()
        if status:
            raise PackageError(f"{' '.join(words)}: status {status}")
        return drawn - float(stamp.read_text())

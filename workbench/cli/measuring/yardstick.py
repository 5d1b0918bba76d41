"""Speed comparison with another program, the yardstick: a folder with an executable `run` that takes a game id."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Container
from pathlib import Path
from typing import NamedTuple

import fastcore
from workbench.system.translation import tr

_LINE = re.compile(r"^(?:base (\d+)|([a-z]+))\b[^|]*\|\s*([\d.]+) playouts/s\b(.*)$", re.MULTILINE)
_TREE = re.compile(r"^base (\d+) mid\b.*\bev=1\b.*?([\d.]+) sims/s\b.*\bbytes/sim ([\d.]+)", re.MULTILINE)
_NODES = re.compile(r"\bAB depth [\d.]+ ([\d.]+)M nodes/s")
_TURNS = re.compile(r"\bturns mean ([\d.]+)")
_MOVES = re.compile(r"\b(?:moves|actions)/game ([\d.]+)")


class YardstickError(ValueError):
    """Raised when the folder has no `run` or the program fails. The message is one line."""


class Yardstick(NamedTuple):
    """The yardstick's figures for one size: playouts per second, turns and moves per game (0 if unknown)."""

    playouts: float
    turns: float
    moves: float


class ProgramFigures(NamedTuple):
    """The yardstick's figures for one game.

    The keys of `playouts` and `tree` are sizes (the number after `base`), None for the usual form of the game.

    Attributes:
        playouts: Random playouts.
        tree: Tree search with a static evaluation in middle positions: simulations per second and bytes per simulation.
        nodes: Nodes per second of alpha-beta search, or None if unknown.
    """

    playouts: dict[int | None, Yardstick]
    tree: dict[int | None, tuple[float, float]]
    nodes: float | None


def find_program(folder: str) -> Path:
    """Return the path of the program in a folder.

    Raises:
        YardstickError: The folder has no file `run`.
    """
    program = Path(folder).resolve() / "run"
    if not program.is_file():
        raise YardstickError(tr("{folder} has no file run", folder=folder))
    return program


def run_program(program: Path, game: str) -> ProgramFigures:
    """Run the program for a game and parse its output.

    Raises:
        YardstickError: The program cannot be run, or fails.
    """
    try:
        done = subprocess.run([str(program), game], capture_output=True, text=True, errors="replace", check=False)
    except OSError as error:
        raise YardstickError(
            tr("{program} cannot be run: {strerror}", program=program, strerror=error.strerror)
        ) from None
    if done.returncode:
        last = (done.stderr.strip() or done.stdout.strip() or tr("it prints no message")).splitlines()[-1]
        raise YardstickError(
            tr(
                "{program} {game} ended with status {returncode}: {last}",
                program=program,
                game=game,
                returncode=done.returncode,
                last=last[:200],
            )
        )
    found = _LINE.findall(done.stdout)
    nodes = _NODES.search(done.stdout)
    return ProgramFigures(
        {int(base) if base else None: _read(float(rate), rest) for base, id, rate, rest in found if base or id == game},
        {int(base): (float(rate), float(size)) for base, rate, size in _TREE.findall(done.stdout)},
        float(nodes[1]) * 1e6 if nodes else None,
    )


def _read(rate: float, rest: str) -> Yardstick:
    turns, moves = _TURNS.search(rest), _MOVES.search(rest)
    return Yardstick(rate, float(turns[1]) if turns else 0.0, float(moves[1]) if moves else 0.0)


def figure_key(spec: str, found: Container[int | None]) -> int | None:
    """Return the key of the figures for this spec: None for the usual form if `found` has it, otherwise its size.

    The size is the first option that is a whole number, or -1.
    """
    state = fastcore.start(spec)
    if None in found and spec == state.info.id:
        return None
    for option in state.info.options:
        if option.kind == "whole":
            return int(state.game.options[option.name])
    return -1

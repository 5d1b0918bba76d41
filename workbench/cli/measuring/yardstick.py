"""Runs another program to compare speeds with: a folder with an executable `run` that takes a game's id."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Container
from pathlib import Path
from typing import NamedTuple

import fastcore

_LINE = re.compile(r"^(?:base (\d+)|([a-z]+))\b[^|]*\|\s*([\d.]+) playouts/s\b(.*)$", re.MULTILINE)
_TREE = re.compile(r"^base (\d+) mid\b.*\bev=1\b.*?([\d.]+) sims/s\b.*\bbytes/sim ([\d.]+)", re.MULTILINE)
_NODES = re.compile(r"\bAB depth [\d.]+ ([\d.]+)M nodes/s")
_TURNS = re.compile(r"\bturns mean ([\d.]+)")
_MOVES = re.compile(r"\b(?:moves|actions)/game ([\d.]+)")


class NoYardstick(ValueError):
    """The folder has no `run`, or it fails; one line says which."""


class Yardstick(NamedTuple):
    """What the other program measured for one size: random playouts a second, and means a game (0 if it says none)."""

    playouts: float
    turns: float
    moves: float


class Measured(NamedTuple):
    """All that the other program told of a game. By the number behind `base`, None for its usual form:
    playouts, and of a tree search with static values in middle positions (simulations a second, bytes
    each). Nodes a second of alpha-beta."""

    playouts: dict[int | None, Yardstick]
    tree: dict[int | None, tuple[float, float]]
    nodes: float | None


def program_in(folder: str) -> Path:
    """The folder's program; NoYardstick if there is none."""
    program = Path(folder).resolve() / "run"
    if not program.is_file():
        raise NoYardstick(f"{folder} has no file run")
    return program


def measured(program: Path, game: str) -> Measured:
    """What the program prints for a game."""
    try:
        done = subprocess.run([str(program), game], capture_output=True, text=True, errors="replace", check=False)
    except OSError as error:
        raise NoYardstick(f"{program} cannot be run: {error.strerror}") from None
    if done.returncode:
        last = (done.stderr.strip() or done.stdout.strip() or "it says nothing").splitlines()[-1]
        raise NoYardstick(f"{program} {game} ended with status {done.returncode}: {last[:200]}")
    found = _LINE.findall(done.stdout)
    nodes = _NODES.search(done.stdout)
    return Measured(
        {int(base) if base else None: _read(float(rate), rest) for base, id, rate, rest in found if base or id == game},
        {int(base): (float(rate), float(size)) for base, rate, size in _TREE.findall(done.stdout)},
        float(nodes[1]) * 1e6 if nodes else None,
    )


def _read(rate: float, rest: str) -> Yardstick:
    turns, moves = _TURNS.search(rest), _MOVES.search(rest)
    return Yardstick(rate, float(turns[1]) if turns else 0.0, float(moves[1]) if moves else 0.0)


def place(spec: str, found: Container[int | None]) -> int | None:
    """Which of the figures are about this spec: None if it is the game in its usual form and there are such figures,
    else its size, the first option that is a whole number."""
    state = fastcore.start(spec)
    if None in found and spec == state.info.id:
        return None
    for option in state.info.options:
        if option.kind == "whole":
            return int(state.game.options[option.name])
    return -1

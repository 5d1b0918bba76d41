"""The folder of a fit: its games belong to the weights that they were played with, and to no others."""

from __future__ import annotations

import argparse
import json
from hashlib import sha256
from pathlib import Path

from fastcore.fitting.selfplay import count

NOTE = "made-by.json"
MATTERS = ("simulations", "random", "deep", "seed")  # options that change a game; more games may always be added


def begin_folder(asked: argparse.Namespace, weights: Path) -> str:
    """Note in the folder asked for what its games are made by: options, and the weights in use. Returns the beginning
    of the sha256 of their file, by which they are known again.

    Ends the program, with a sentence, where the folder holds games that something else has made and more are to be
    added or fitted: no command would make that fit again. To check other weights on all of them is right.
    """
    in_use = sha256(weights.read_bytes()).hexdigest()[:16]
    made_by = {name: getattr(asked, name) for name in MATTERS if hasattr(asked, name)} | {"weights": in_use}
    note, folder = asked.folder / NOTE, asked.folder
    noted: dict[str, object] = {}
    if note.exists():
        try:
            noted = dict(json.loads(note.read_text(encoding="utf-8")))
        except (OSError, ValueError, TypeError):
            raise SystemExit(f"{note} cannot be read: begin a new --folder") from None
    elif any(folder.glob("*.jsonl")):
        raise SystemExit(f"{folder} holds games, and nothing says what made them: begin a new --folder")
    other = next((name for name, value in made_by.items() if noted and noted.get(name) != value), None)
    if other is None:
        folder.mkdir(parents=True, exist_ok=True)
        note.write_text(json.dumps(made_by), encoding="utf-8")
    elif not (asked.check and holds_all(asked)):
        told = f"{folder} holds games made with {other} {noted.get(other)}, not {made_by[other]}: begin a new --folder"
        raise SystemExit(told)
    return in_use


def holds_all(asked: argparse.Namespace) -> bool:
    """Whether the folder has as many games, and long searches, as are asked for."""
    wanted = {"games": asked.games, "decisions": getattr(asked, "decisions", 0)}
    return all(count(asked.folder / f"{name}.jsonl") >= number for name, number in wanted.items())

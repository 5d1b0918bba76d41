"""The folder of a fit. All its games were played with the same options and weights."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Sequence
from hashlib import sha256
from pathlib import Path

from fastcore.fitting.selfplay import count

NOTE = "made-by.json"
MATTERS = ("simulations", "random", "seed")  # options that affect each game; the number of games does not


def has_games(parsed: argparse.Namespace) -> bool:
    """Return whether the folder has all games that the command line requests."""
    return count(parsed.folder / "games.jsonl") >= int(parsed.games)


def begin_folder(
    parsed: argparse.Namespace,
    weights: Path,
    matters: Sequence[str] = MATTERS,
    has_all: Callable[[argparse.Namespace], bool] = has_games,
) -> str:
    """Record in the folder of a fit the options and weights of its games.

    Args:
        parsed: the parsed command line.
        weights: the file of the weights in use.
        matters: the options that affect each game.
        has_all: returns whether the folder has all games that the command line requests.

    Returns:
        The first 16 digits of the sha256 of that file.

    Raises:
        SystemExit: the folder holds games played with other options or weights, and the run would add or fit games; no
            command could reproduce such a fit. With --check, such games are allowed if there are enough.
    """
    digest = sha256(weights.read_bytes()).hexdigest()[:16]
    settings = {name: getattr(parsed, name) for name in matters if hasattr(parsed, name)} | {"weights": digest}
    note, folder = parsed.folder / NOTE, parsed.folder
    earlier: dict[str, object] = {}
    if note.exists():
        try:
            earlier = dict(json.loads(note.read_text(encoding="utf-8")))
        except (OSError, ValueError, TypeError):
            raise SystemExit(f"{note} cannot be read: choose a new --folder") from None
    elif any(folder.glob("*.jsonl")) or any(folder.glob("*.npz")):
        raise SystemExit(f"{folder} has games without a record of their settings: choose a new --folder")
    other = next((name for name, value in settings.items() if earlier and earlier.get(name) != value), None)
    if other is None:
        folder.mkdir(parents=True, exist_ok=True)
        note.write_text(json.dumps(settings), encoding="utf-8")
    elif not (getattr(parsed, "check", False) and has_all(parsed)):
        message = (
            f"{folder} has games made with {other} {earlier.get(other)}, not {settings[other]}: choose a new --folder"
        )
        raise SystemExit(message)
    return digest

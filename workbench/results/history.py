"""The results of a person's games against bots: one line of JSON for each game in one file."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta

import bots
from bots.levels.ladders import ADAPTIVE
from workbench.system import bounded, decoding, folders, limits, saving

FILE = "results.jsonl"
KEPT = 5_000  # results that remain in the file; older ones are dropped
MAX_SEATS = 16

Text = Annotated[str, Meta(max_length=limits.LABEL)]


class GameResult(msgspec.Struct, frozen=True, omit_defaults=True):
    """The result of one game.

    Attributes:
        id: Identifies the game, so that it counts once.
        date: When it ended, in ISO format.
        spec: The game with its options.
        opponents: The bots, as their players' texts.
        score: The person's share of the win, from 0 to 1.
        rated: Whether the game counts for the rating.
    """

    id: Text
    date: Text
    spec: Annotated[str, Meta(max_length=1000)]
    opponents: Annotated[tuple[Annotated[str, Meta(max_length=1000)], ...], Meta(min_length=1, max_length=MAX_SEATS)]
    score: Annotated[float, Meta(ge=0, le=1)]
    rated: bool = True

    @property
    def game(self) -> str:
        """The id of the game."""
        return self.spec.partition("(")[0]

    @property
    def levels(self) -> tuple[str, ...]:
        """The levels that the opponents played at; empty if one of them has no level."""
        found = tuple(level_of(opponent) for opponent in self.opponents)
        return found if all(found) else ()

    @property
    def opponent(self) -> str:
        """The choice of the person, such as `club` or `adaptive`; several different bots are joined by " + "."""
        names = dict.fromkeys(text.partition("(")[0] if bots.is_level(text) else text for text in self.opponents)
        return " + ".join(names)


def level_of(player: str) -> str:
    """Return the level that a bot plays at, or "" if it plays at none."""
    if not bots.is_level(player):
        return ""
    try:
        kind, values = bots.values_of(player)
    except ValueError:
        return ""
    return str(values["level"]) if kind.name == ADAPTIVE else kind.name


def shared_win(returns: Sequence[float], seat: int) -> float:
    """Return a seat's share of the win: 1, a part of 1 if several share it, or 0."""
    best = max(returns)
    winners = [number for number, value in enumerate(returns) if value >= best - 1e-9]
    return 1 / len(winners) if seat in winners else 0.0


def file() -> Path:
    """Return the file with the results."""
    return folders.data_path(FILE)


def load() -> list[GameResult]:
    """Return all results, oldest first. Unreadable lines are skipped. Never raise."""
    try:
        lines = bounded.read_bytes(file(), limits.TEXT_FILE).splitlines()
    except (OSError, bounded.RefusedError):
        return []
    results: dict[str, GameResult] = {}
    for line in lines:
        try:
            result = decoding.decode_json(line, GameResult)
        except (msgspec.MsgspecError, ValueError, RecursionError):
            continue
        results.setdefault(result.id, result)
    return list(results.values())


def add(result: GameResult) -> None:
    """Add a result, unless the game has one.

    Raises:
        WriteError: The file cannot be written.
    """
    results = load()
    if any(known.id == result.id for known in results):
        return
    lines = [msgspec.json.encode(known) for known in (*results, result)[-KEPT:]]
    saving.write(file(), b"\n".join(lines) + b"\n")

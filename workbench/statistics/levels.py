"""The measured strengths of the bots' levels: a table for each game, written by `herbarium calibrate`."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Literal

import msgspec

import bots
from fastcore import packages
from fastcore.comparison.quantiles import BOUNDARY, boundary
from workbench.statistics.scale import Estimate
from workbench.system import bounded, decoding, limits

FOLDER = Path(__file__).parents[1] / "boards"


class LevelsError(ValueError):
    """Raised when a table cannot be read or written. The message names the file and the reason."""


class Level(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A level and its strength.

    `name` is the user's choice, such as `mcts:steady` or a bot without levels. `bot` is the complete spec of the bot as
    measured. `strength` is in Elo above the yardstick.
    """

    name: str
    bot: str
    strength: Estimate


class Meeting(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The result of two levels against each other, from the point of view of the upper level.

    `lead` is the score from half the difference of the returns, from 0 to 1 (even: 0.5). `share` is the share of games
    won by each of its seats, and `even` is this share for equal players; with two seats, they are the lead and 0.5.
    `looks` is the maximum number of checks of the result, each after twice as many games as the one before.
    """

    upper: str
    lower: str
    games: int
    blocks: int
    lead: Estimate
    share: Estimate
    even: float
    looks: int = 3

    @property
    def clear(self) -> bool:
        """Whether the upper level is stronger, by an interval that is widened for repeated checks."""
        wider = boundary(self.looks) / BOUNDARY[0]
        return self.share.value - wider * (self.share.value - self.share.low) > self.even


class MeasuredLevels(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The levels of a game, weakest first, and the meetings behind their strengths."""

    spec: str
    yardstick: str
    program: str
    date: str
    command: str
    levels: tuple[Level, ...]
    meetings: tuple[Meeting, ...]
    format: Literal[1] = 1

    def level(self, name: str) -> Level | None:
        """Return the measured level, or None if it was not measured or has changed since."""
        found = next((level for level in self.levels if level.name == name), None)
        return found if found is not None and found.bot == bots.make(name, 0).text else None

    def meeting_below(self, name: str) -> Meeting | None:
        """Return the meeting of a level with the next lower level of the same bot, or None."""
        bot = name.partition(":")[0]
        return next(
            (meeting for meeting in self.meetings if meeting.upper == name and meeting.lower.partition(":")[0] == bot),
            None,
        )


def table_path(game: str) -> Path:
    """Return the file with the table of a game: beside its board, or in the package of an installed game."""
    own = None if game in packages.built_in() else packages.folder(game)
    return (own or FOLDER / game) / "levels.json"


@cache
def table(game: str) -> MeasuredLevels | None:
    """Return the table that ships with a game, by its id, or None. A damaged one of an installed game is none."""
    path = table_path(game)
    if not game.isidentifier() or not path.is_file():
        return None
    try:
        return read(path)
    except LevelsError:
        if game in packages.built_in():
            raise
        return None


def read(path: Path) -> MeasuredLevels:
    """Return the table in a file.

    Raises:
        LevelsError: The file cannot be read or is invalid.
    """
    try:
        plain = bounded.read_bytes(path, limits.SETTINGS_FILE)
        bounded.check_json(plain)
        return decoding.decode_json(plain, MeasuredLevels)
    except (OSError, ValueError) as error:
        raise LevelsError(f"{path}: {' '.join(str(error).split())}") from None


def write(path: Path, table: MeasuredLevels) -> None:
    """Write a table atomically.

    Raises:
        LevelsError: The file cannot be written.
    """
    beside = path.with_name(f"{path.name}.new")
    try:
        beside.write_bytes(msgspec.json.format(msgspec.json.encode(table), indent=1) + b"\n")
        beside.replace(path)
    except OSError as error:
        raise LevelsError(f"{path}: it cannot be written: {error.strerror}") from None

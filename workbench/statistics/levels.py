"""The measured strength of the levels of bots: a table for each game, written by `herbarium calibrate`."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Literal

import msgspec

import bots
from workbench.statistics.scale import Estimate
from workbench.system import bounded, limits

FOLDER = Path(__file__).parents[1] / "boards"


class BadLevels(ValueError):
    """A table that cannot be read or written; one line says which and why."""


class Level(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A level as a person picks it (`mcts:steady`, or a bot that has none), the bot's whole text when it was measured,
    and its strength in Elo above that of the yardstick."""

    name: str
    bot: str
    strength: Estimate


LOOKS = (1.9600, 2.1765, 2.3106, 2.4090, 2.4831, 2.5473, 2.5987, 2.9487)
"""How many standard errors the upper of two levels must be above even to be called the stronger one, by how often that
may be looked at with twice the games each time: then two equal levels are called clear in 2.5 % of all calibrations,
however often they were looked at. A constant boundary as in S. J. Pocock, Group sequential methods in the design and
analysis of clinical trials, Biometrika 64 (1977); quantiles of the largest of the looks in 4,000,000 simulated paths.
The last one is for twenty looks, more than a calibration can have, and for all from eight on."""


class Meeting(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What two levels came to against each other, all figures the upper one's: `lead` as half of the difference of the
    returns, scaled from 0 to 1 (even: 0.5); `share` what each of its seats won, and `even` what that is between equals
    (between two seats it is the lead and 0.5). `looks`: after how many numbers of games, each twice the one before, it
    could have been found clear."""

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
        """Whether the upper one is the stronger one, by the lower end of its interval,
        drawn out for all looks at it."""
        wider = LOOKS[min(self.looks, len(LOOKS)) - 1] / LOOKS[0]
        return self.share.value - wider * (self.share.value - self.share.low) > self.even


class MeasuredLevels(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The levels of one game, the weakest first, and the meetings that tell it."""

    spec: str
    yardstick: str
    program: str
    date: str
    command: str
    levels: tuple[Level, ...]
    meetings: tuple[Meeting, ...]
    format: Literal[1] = 1

    def level(self, name: str) -> Level | None:
        """A level as it was measured; None if it was not, or means something else today."""
        found = next((one for one in self.levels if one.name == name), None)
        return found if found is not None and found.bot == bots.make(name, 0).text else None

    def below(self, name: str) -> Meeting | None:
        """How a level met the one below it of the same bot."""
        bot = name.partition(":")[0]
        return next((one for one in self.meetings if one.upper == name and one.lower.partition(":")[0] == bot), None)


def path_of(game: str) -> Path:
    """Where the table of a game is."""
    return FOLDER / game / "levels.json"


@cache
def table(game: str) -> MeasuredLevels | None:
    """The table that ships with the program, by the game's id; None if there is none."""
    path = path_of(game)
    return read(path) if game.isidentifier() and path.is_file() else None


def read(path: Path) -> MeasuredLevels:
    """The table in a file; BadLevels says why there is none."""
    try:
        plain = bounded.bytes_of(path, limits.SETTINGS_FILE)
        bounded.check_json(plain)
        return msgspec.json.decode(plain, type=MeasuredLevels)
    except (OSError, ValueError) as error:
        raise BadLevels(f"{path}: {' '.join(str(error).split())}") from None


def write(path: Path, table: MeasuredLevels) -> None:
    """Write a table, whole or not at all; BadLevels if it cannot be."""
    beside = path.with_name(f"{path.name}.new")
    try:
        beside.write_bytes(msgspec.json.format(msgspec.json.encode(table), indent=1) + b"\n")
        beside.replace(path)
    except OSError as error:
        raise BadLevels(f"{path}: it cannot be written: {error.strerror}") from None

"""The attempts at puzzles: one line of JSON for each attempt in one file.

Everything about practice follows from these lines: when a puzzle is due, the ratings and the statistics. A damaged line
costs one attempt.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta

from workbench.puzzles.schema import ID_LENGTH, Rate
from workbench.system import bounded, decoding, folders, limits, saving
from workbench.system.locks import Lock
from workbench.system.translation import tr

FILE = "practice.jsonl"
KEPT = 20_000  # attempts that remain in the file; older ones are dropped
YEARS = range(1970, 9000)  # of attempts; later dates leave no room for the date on which a puzzle is due
WAIT = 5.0  # seconds to wait for another window that saves an attempt

Id = Annotated[str, Meta(pattern=f"^[0-9a-f]{{{ID_LENGTH}}}$")]
Stamp = tuple[int, int]
Whole = Annotated[int, Meta(ge=0, le=10_000)]


class Attempt(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """One attempt at a puzzle.

    Attributes:
        puzzle: The id of the puzzle.
        game: The id of the game.
        date: When it ended, in ISO format with a time zone.
        solved: Whether the person found an accepted answer, perhaps after wrong ones.
        wrong: The number of wrong answers.
        hints: The number of hints.
        seconds: The time of the attempt.
        rating: The estimated rating of the puzzle in its file.
        deviation: The deviation of that estimate.
    """

    puzzle: Id
    game: Annotated[str, Meta(max_length=limits.LABEL)]
    date: datetime
    solved: bool
    wrong: Whole = 0
    hints: Whole = 0
    seconds: Annotated[float, Meta(ge=0)] = 0.0
    rating: Rate = 1500.0
    deviation: Rate = 350.0

    @property
    def first_try(self) -> bool:
        """Whether the first answer was right, without a hint."""
        return self.solved and not self.wrong and not self.hints


def file() -> Path:
    """Return the file with the attempts."""
    return folders.data_path(FILE)


def stamp() -> Stamp:
    """Return the time of the last change of the file, and its size; (0, 0) if there is none."""
    try:
        found = file().stat()
    except OSError:
        return 0, 0
    return found.st_mtime_ns, found.st_size


def load() -> tuple[list[Attempt], str]:
    """Return all attempts, oldest first, and a message for the user about unreadable ones, or "". Never raise."""
    found, damaged, reason = _load()
    if reason:
        return [], tr("Herbarium cannot read your practice ({file}: {reason}).", file=file(), reason=reason)
    if damaged:
        return found, tr("Some attempts in {file} are damaged and do not count.", file=file())
    return found, ""


def _load() -> tuple[list[Attempt], bool, str]:
    """Return the attempts, whether there are damaged lines, and why the file cannot be read."""
    try:
        lines = bounded.read_bytes(file(), limits.PRACTICE_FILE).splitlines()
    except FileNotFoundError:
        return [], False, ""
    except bounded.RefusedError as error:
        return [], False, str(error)
    found: list[Attempt] = []
    for line in lines:
        with suppress(msgspec.MsgspecError, ValueError, RecursionError):
            attempt = decoding.decode_json(line, Attempt)
            if attempt.date.tzinfo is not None and attempt.date.year in YEARS:
                found.append(attempt)
    return found, len(found) < len(lines), ""


def add(attempt: Attempt) -> None:
    """Add an attempt. A damaged file is first renamed, and its readable attempts are kept.

    Raises:
        WriteError: The file cannot be written. Nothing is lost then.
    """
    path = file()
    lock = Lock(folders.state_path(f"{FILE}.lock"))
    try:
        saving.make_folder(lock.file.parent)
        if not lock.acquire(WAIT):
            raise saving.WriteError(f"{path}{saving.FAILED}{tr('another window is using it')}")
    except OSError as error:
        raise saving.WriteError(f"{path}{saving.FAILED}{saving.system_message(error)}") from None
    try:
        found, damaged, reason = _load()
        if reason or damaged:
            _keep_aside(path)
        saving.write(path, encode([*found, attempt]))
    finally:
        lock.release()


def encode(attempts: Sequence[Attempt]) -> bytes:
    """Return the content of the file with the newest attempts."""
    return b"".join(msgspec.json.encode(attempt) + b"\n" for attempt in attempts[-KEPT:])


def _keep_aside(path: Path) -> None:
    """Rename a damaged file.

    Raises:
        WriteError: It cannot be renamed, so it must not be replaced.
    """
    number, aside = 1, path.with_name(f"{path.name}.damaged")
    while aside.exists():
        number += 1
        aside = path.with_name(f"{path.name}.damaged-{number}")
    try:
        os.rename(path, aside)
    except OSError as error:
        raise saving.WriteError(f"{path}{saving.FAILED}{saving.system_message(error)}") from None


def now() -> datetime:
    """Return the current time, in the time zone of this computer."""
    return datetime.now(UTC).astimezone()

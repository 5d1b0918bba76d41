"""Making a data set, and continuing an interrupted run. It needs the library pyarrow."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import NamedTuple

from fastcore.fitting.shards import PART, in_processes, make_shard, shard_path
from workbench.bot_process.decisions import BotFaultError
from workbench.datasets import card
from workbench.datasets.parquet import SUFFIX, ParquetWriter, decisions_in, games_of
from workbench.datasets.players import play
from workbench.datasets.settings import DatasetError, Settings, checked
from workbench.system import saving
from workbench.system.locks import Lock

NOTE = "settings.json"
LOCK = ".lock"


class Progress(NamedTuple):
    """The progress of a data set: the complete files, all files, and the decisions in the newest file."""

    complete: int
    shards: int
    decisions: int


class Made(NamedTuple):
    """A complete data set: the numbers of its games, decisions and files."""

    games: int
    decisions: int
    shards: int


def make_dataset(
    folder: Path,
    settings: Settings,
    games: int,
    processes: int = 1,
    report: Callable[[Progress], None] = lambda progress: None,
) -> Made:
    """Make a data set, or complete a folder with the same settings. Complete files stay as they are.

    The tables depend only on the settings and the number of games.

    Args:
        folder: The folder.
        settings: The settings.
        games: The number of games that the data set should have.
        processes: The number of processes that play.
        report: Called after each new file.

    Raises:
        DatasetError: The settings are wrong, the folder has other settings or more games, another program is writing
            to it, a file cannot be written, or the bot fails. Complete files stay.
    """
    settings = checked(settings)
    if games < 1 or processes < 1:
        raise DatasetError(f"games is {games} and processes {processes}; both must be at least 1")
    lock = Lock(folder / LOCK)
    try:
        saving.make_folder(folder)
        if not lock.acquire():
            raise DatasetError(f"{folder}: another program is writing to this folder")
        _begin(folder, settings)
        return _complete(folder, settings, games, processes, report)
    except (OSError, saving.WriteError) as error:
        raise DatasetError(_failed(folder, error)) from None
    finally:
        with suppress(OSError):
            lock.release()


def _begin(folder: Path, settings: Settings) -> None:
    """Check or write the settings of a folder, and remove unfinished files.

    Raises:
        DatasetError: The folder has other settings, or files without settings.
        OSError: A file cannot be read or removed.
        WriteError: The settings cannot be written.
    """
    note, noted = folder / NOTE, settings.noted()
    if note.exists():
        try:
            earlier = dict(json.loads(note.read_text(encoding="utf-8")))
        except (ValueError, TypeError):
            raise DatasetError(f"{note} cannot be read: choose another folder") from None
        for name, value in noted.items():
            if earlier.get(name) != value:
                raise DatasetError(
                    f"{folder} has games with {name} {str(earlier.get(name))[:80]}, not {value}: choose another folder"
                )
    elif any(file.name != LOCK for file in folder.iterdir()):
        raise DatasetError(f"{folder} has other files: choose an empty or new folder")
    else:
        saving.write(note, (json.dumps(noted, indent=1) + "\n").encode(), shared=True)
    for part in folder.glob(f"*{PART}"):
        part.unlink()


def _complete(folder: Path, settings: Settings, games: int, processes: int, report: Callable[[Progress], None]) -> Made:
    """Make the files that are missing."""
    paths = [shard_path(folder, number, SUFFIX) for number in range(-(-games // settings.shard))]
    found = [games_of(path) for path in paths]
    expected = [range(n * settings.shard, min((n + 1) * settings.shard, games)) for n in range(len(paths))]
    # After an interrupted run of several processes, later files may exist where earlier ones are missing.
    if len(found[-1]) > len(expected[-1]) or set(folder.glob(f"shard-*{SUFFIX}")) - set(paths):
        raise DatasetError(f"{folder} has more than {games:,} games: choose another folder or more games")
    missing = [n for n, numbers in enumerate(expected) if found[n] != list(numbers)]
    make = partial(_make, folder=folder, settings=settings, games=games)
    complete = len(expected) - len(missing)
    _write_card(folder, settings, paths)
    try:
        for decisions in in_processes(make, folder, missing, processes):
            complete += 1
            report(Progress(complete, len(expected), decisions))
    except BaseException:
        with suppress(OSError, saving.WriteError):
            _write_card(folder, settings, paths)
        raise
    return _write_card(folder, settings, paths)


def _make(number: int, folder: Path, settings: Settings, games: int) -> int:
    """Make one file, and return the number of its decisions.

    Raises:
        DatasetError: The file cannot be written, or the bot fails. It can pass from one process to another.
    """
    try:
        play_numbered = partial(play, settings=settings)
        return make_shard(number, folder, settings.shard, play_numbered, ParquetWriter(settings), games)
    except BotFaultError as error:
        raise DatasetError(str(error)) from None
    except OSError as error:
        raise DatasetError(_failed(shard_path(folder, number, SUFFIX), error)) from None


def _write_card(folder: Path, settings: Settings, paths: list[Path]) -> Made:
    """Write the data card for the complete files, and return their totals."""
    held = {path: games for path in paths if (games := games_of(path))}
    made = Made(sum(map(len, held.values())), sum(map(decisions_in, held)), len(held))
    saving.write(folder / card.NAME, card.written(settings, *made).encode(), shared=True)
    return made


def _failed(path: Path, error: Exception) -> str:
    text = str(error) if isinstance(error, saving.WriteError) else saving.system_message(error)
    return text if isinstance(error, saving.WriteError) else f"{path}: it cannot be written: {text}"

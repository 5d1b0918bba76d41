"""The file of a companion: a line of JSON for the table, then one for each change of the list.

Every change is on disk before it counts. A last line that was cut off is dropped when the file is opened again.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from secrets import token_hex
from time import strftime, time, time_ns
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from fastcore.text.limits import MAX_SPEC
from workbench.companion.cursor import begin
from workbench.companion.lines import Change
from workbench.system import bounded, decoding, folders, limits, saving
from workbench.system.locks import Lock
from workbench.system.translation import tr

SUFFIX = ".companion"
FINISHED = ".finished"  # follows the suffix once the game has been saved as a record
DELETED = ".deleted"  # follows the suffix once the table has been deleted
DAYS = 30  # days after which a deleted table is permanently removed
FORMAT: Literal["herbarium companion"] = "herbarium companion"
VERSION: Literal[1] = 1
MAX_FILE = limits.TEXT_FILE


class Table(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A table.

    Attributes:
        spec: The game with its options.
        seat: The seat of the person with the list, from 0; None for a spectator.
        names: The names of the players by seat.
        created: When the list was begun, in ISO format.
    """

    spec: Annotated[str, Meta(max_length=MAX_SPEC)]
    seat: Annotated[int, Meta(ge=0, lt=limits.SEATS)] | None = None
    names: Annotated[tuple[Annotated[str, Meta(max_length=limits.LABEL)], ...], Meta(max_length=limits.SEATS)] = ()
    created: Annotated[str, Meta(max_length=limits.LABEL)] = ""
    format: Literal["herbarium companion"] = FORMAT
    version: Literal[1] = VERSION


def new_table(spec: str, seat: int | None, names: tuple[str, ...] = ()) -> Table:
    """Return a table that begins now.

    Raises:
        ValueError: The spec or the seat is invalid, there are more names than seats, or a name is too long.
    """
    point = begin(spec, seat).point
    if len(names) > point.seats:
        raise ValueError(tr("there are {names} names for {seats} seats", names=len(names), seats=point.seats))
    now = datetime.now().astimezone().isoformat(timespec="seconds")
    try:  # a journal with an invalid table could never be opened
        return decoding.convert(msgspec.to_builtins(Table(point.spec, seat, names, now)), Table)
    except msgspec.ValidationError as error:
        raise ValueError(decoding.in_plain_words(error)) from None


class JournalError(ValueError):
    """Raised when a journal cannot be opened. The message is one line with the file and the reason."""


class Journal:
    """An open journal. Only one program can have it open.

    Args:
        file: The file.

    Attributes:
        table: The table.
        changes: The changes that were in the file when it was opened.

    Raises:
        JournalError: The file cannot be opened, is damaged before its last line, or is open elsewhere.
    """

    def __init__(self, file: Path) -> None:
        self.file = file
        self._lock = Lock(file.with_name(file.name + ".lock"))
        if not self._lock.acquire():
            raise JournalError(tr("{file}: another program has opened it", file=file))
        try:
            self.table, self.changes, whole = read(file)
            self._handle = os.open(file, os.O_RDWR | getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0))
            os.ftruncate(self._handle, whole)
            os.lseek(self._handle, 0, os.SEEK_END)
        except (OSError, JournalError) as error:
            self._lock.release()
            reason = saving.system_message(error) if isinstance(error, OSError) else str(error)
            raise JournalError(f"{file}: {reason}" if isinstance(error, OSError) else reason) from None

    def append(self, change: Change) -> None:
        """Write a change. It is on disk when this returns.

        Raises:
            WriteError: The change cannot be written. The file is as before.
        """
        length = os.lseek(self._handle, 0, os.SEEK_END)
        try:
            data = msgspec.json.encode(change) + b"\n"
            if length + len(data) > MAX_FILE:
                raise OSError(tr("the list is too long"))
            while data:
                data = data[os.write(self._handle, data) :]
            os.fsync(self._handle)
        except OSError as error:
            with suppress(OSError):
                os.ftruncate(self._handle, length)
            raise saving.WriteError(f"{self.file}{saving.FAILED}{saving.system_message(error)}") from None

    def mark_used(self) -> None:
        """Make this the journal that was used last. The times of writes are too coarse for lists used in turn."""
        now = time_ns()
        with suppress(OSError):
            os.utime(self.file, ns=(now, now))

    def close(self) -> None:
        """Close the file."""
        self._close_file()
        self._lock.release()

    def finish(self) -> None:
        """Close the file, and rename it so that it is no longer among the unfinished ones."""
        self._close_file()  # before renaming, because Windows renames no open file
        with suppress(OSError):
            self.file.rename(self.file.with_name(self.file.name + FINISHED))
        self._lock.release()

    def _close_file(self) -> None:
        if self._handle >= 0:
            os.close(self._handle)
            self._handle = -1


def folder() -> Path:
    """Return the folder of the journals."""
    return folders.data_path("companion")


def create(table: Table, where: Path | None = None) -> Journal:
    """Create a journal in a folder (None: the usual one) and open it.

    Raises:
        JournalError: It cannot be created.
    """
    where = folder() if where is None else where
    try:
        saving.make_folder(where)
        name = f"{strftime('%Y-%m-%d %H-%M-%S')} {table.spec.partition('(')[0]} {token_hex(2)}{SUFFIX}"
        file = where / name
        saving.write(file, msgspec.json.encode(table) + b"\n")
    except saving.WriteError as error:
        raise JournalError(str(error)) from None
    except OSError as error:
        raise JournalError(f"{where}: {saving.system_message(error)}") from None
    return Journal(file)


def journals(where: Path | None = None) -> Iterator[Path]:
    """Yield the journals in a folder (None: the usual one), the last changed first. Never raise."""
    with suppress(OSError):
        yield from sorted((folder() if where is None else where).glob(f"*{SUFFIX}"), key=_changed, reverse=True)


def delete(file: Path) -> Path:
    """Mark a journal as deleted by renaming it. Return its new path, for `restore`.

    Journals deleted more than `DAYS` days ago are removed.

    Raises:
        JournalError: It is open in another program or cannot be renamed.
    """
    with suppress(OSError):
        for old in file.parent.glob(f"*{SUFFIX}{DELETED}"):
            if old.stat().st_mtime < time() - DAYS * 86400:
                old.unlink()
    lock = Lock(file.with_name(file.name + ".lock"))
    if not lock.acquire():
        raise JournalError(tr("{file}: another program has opened it", file=file))
    aside = file.with_name(file.name + DELETED)
    try:
        file.rename(aside)
        os.utime(aside)  # the days are counted from now
    except OSError as error:
        raise JournalError(f"{file}: {saving.system_message(error)}") from None
    finally:
        lock.release()
    return aside


def restore(aside: Path) -> None:
    """Restore a deleted journal. Raise JournalError if it cannot be renamed."""
    try:
        aside.rename(aside.with_name(aside.name.removesuffix(DELETED)))
    except OSError as error:
        raise JournalError(f"{aside}: {saving.system_message(error)}") from None


def _changed(file: Path) -> tuple[int, str]:
    """Return when a file was changed, and its name."""
    with suppress(OSError):
        return file.stat().st_mtime_ns, file.name
    return 0, file.name


def read(file: Path) -> tuple[Table, tuple[Change, ...], int]:
    """Return the table, the changes and the number of bytes of whole lines in a journal.

    Raises:
        JournalError: The file cannot be read or is damaged before its last line.
    """
    try:
        data = bounded.read_bytes(file, MAX_FILE)
    except (OSError, ValueError) as error:
        raise JournalError(f"{file}: {saving.system_message(error)}") from None
    *lines, _ = data.split(b"\n")
    try:
        if not lines:
            raise JournalError(tr("{file}: this is not the list of a table", file=file))
        table = decoding.decode_json(lines[0], Table)
        changes = _changes(lines[1:])
    except msgspec.MsgspecError as error:
        reason = decoding.in_plain_words(error)
        raise JournalError(tr("{file}: this is not the list of a table: {reason}", file=file, reason=reason)) from None
    return table, changes, sum(len(line) + 1 for line in lines[: 1 + len(changes)])


def _changes(lines: list[bytes]) -> tuple[Change, ...]:
    """Return the changes, without a damaged last one, which was cut off before it was confirmed."""
    changes = [decoding.decode_json(line, Change) for line in lines[:-1]]
    with suppress(msgspec.MsgspecError):
        changes += [decoding.decode_json(line, Change) for line in lines[-1:]]
    return tuple(changes)

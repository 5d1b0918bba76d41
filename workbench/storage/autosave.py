"""Autosaves: writing a game on a background thread after each change, and finding the files of crashed programs."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from time import monotonic, time
from typing import Generic, NamedTuple, TypeVar
from uuid import uuid4

from workbench.records import files
from workbench.records.schema import Record
from workbench.storage import traces
from workbench.system import folders, saving
from workbench.system.locks import Lock
from workbench.system.translation import tr

SECONDS = 0.5  # minimum time between two writes
LOOKING = 0.5  # seconds to wait for another program that inspects an abandoned file
OLD = 86400.0  # seconds after which files of killed programs are removed
REST = 5  # minimum pause after a write, as a multiple of its duration
T = TypeVar("T")


class BackgroundSaver(Generic[T]):
    """A saver of the newest version of an object. It writes on a separate thread, so that callers never wait.

    The file is locked until the program ends. `close` removes it; `leave` keeps it for the next start. `fault` is
    the reason the newest version is not on disk, or "".

    Args:
        on_fault: Receives one line per new failure, on the writing thread.
        folder: The folder for a new file, by default the autosave folder.
        seconds: The minimum time between two writes.
        file: An abandoned file to take over instead of a new one.

    Raises:
        RecordError: `file` is missing or opened by another program.
    """

    suffix = ""  # file suffix
    failed = tr("The position is not being saved")  # start of the failure message

    def __init__(
        self,
        on_fault: Callable[[str], None] = lambda line: None,
        folder: Path | None = None,
        seconds: float = SECONDS,
        file: Path | None = None,
    ) -> None:
        self.folder = file.parent if file is not None else autosave_folder() if folder is None else folder
        self.file = self.folder / f"{os.getpid()}-{uuid4().hex[:8]}{self.suffix}" if file is None else file
        self.seconds = seconds
        self._on_fault = on_fault
        self._lock = _lock_of(self.file)
        if file is not None:
            self._take_over()
        self.fault = ""
        self._reported = ""  # the last failure reported
        self._writing = threading.Lock()  # one write at a time, the newest last
        self._changed = threading.Condition()
        self._newest: Callable[[], T] | None = None  # the version not yet written
        self._dropped = False  # whether to remove the file
        self._closed = False
        self._thread = threading.Thread(target=self._work, name="autosave", daemon=True)
        self._thread.start()

    def _take_over(self) -> None:
        acquired = False
        with suppress(OSError):
            acquired = self._lock.acquire(LOOKING)
        if not acquired:
            raise files.RecordError("file", tr("another window has opened it"))
        if not self.file.exists():
            _remove(self.file, self._lock)
            raise files.RecordError("file", tr("it no longer exists: another window has opened or discarded this game"))

    def keep(self, newest: Callable[[], T]) -> None:
        """Schedule a write. `newest` is called on the writing thread and returns the object to write."""
        with self._changed:
            self._newest = newest
            self._dropped = False
            self._changed.notify()

    def drop(self) -> None:
        """Remove the file until the next `keep`, because its content is saved elsewhere."""
        with self._changed:
            self._newest, self._dropped, self.fault = None, True, ""
            self._changed.notify()

    def close(self) -> None:
        """Stop the thread and remove the file."""
        self._end()
        _remove(self.file, self._lock)

    def flush(self) -> str:
        """Write the newest version now, on this thread. Return the reason for a failure, or ""."""
        self._write()
        return self.fault

    def leave(self) -> str:
        """Stop the thread and leave the newest version for the next start.

        Returns:
            Why the newest version cannot be recovered at the next start, or "".
        """
        self._end()
        if self._dropped:
            _remove(self.file, self._lock)
            return ""
        self._write()
        self._lock.release()
        return self.fault

    def _write_file(self, file: Path, newest: T) -> None:
        """Write the file. Any exception is reported as a failed save."""
        raise NotImplementedError

    def _end(self) -> None:
        with self._changed:
            self._closed = True
            self._changed.notify()
        self._thread.join()

    def _work(self) -> None:
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._closed or self._dropped or self._newest is not None)
                if self._closed:
                    return
            start = monotonic()
            self._write()
            with self._changed:
                took = monotonic() - start
                self._changed.wait_for(lambda: self._closed, max(0.0, self.seconds - took, REST * took))

    def _write(self) -> None:
        """Write the newest version or remove a dropped file, if either is pending."""
        with self._writing:
            with self._changed:
                newest, self._newest = self._newest, None
                dropped, self._dropped = self._dropped, False
            if dropped:
                self.fault = self._reported = ""
                remove(self.file)
            elif newest is not None:
                self._try(newest)

    def _try(self, newest: Callable[[], T]) -> None:
        try:
            if not self._lock.is_valid():  # not locked yet, or the folder was removed
                saving.make_folder(self.folder)
                if not self._lock.acquire():
                    raise saving.WriteError(
                        tr("{file}{failed}another program has locked it", file=self.file, failed=saving.FAILED)
                    )
            self._write_file(self.file, newest())
            self.fault = self._reported = ""
        except Exception as error:  # no error of an autosave may break the game
            with self._changed:
                if self._newest is None and not self._dropped:
                    self._newest = newest  # to be retried
            self.fault = saving.reason(error)
            line = f"{self.failed}: {' '.join(str(error).split())}"
            if line != self._reported:
                self._reported = line
                self._on_fault(line)


class Autosave(BackgroundSaver[Record]):
    """An autosave of the newest record of a game, with the traces of its bots in a file beside it."""

    suffix = files.SUFFIX
    failed = tr("The game is not being saved as you play")
    _traces: Callable[[], traces.TracesByKey] = dict  # returns the traces of the newest record
    _written_traces: traces.TracesByKey | None = None  # the last traces written

    def keep(self, newest: Record | Callable[[], Record], make_traces: Callable[[], traces.TracesByKey] = dict) -> None:
        """Schedule a write.

        Args:
            newest: The record, or a function that builds it on the writing thread.
            make_traces: Returns the traces of its bots, on the writing thread.
        """
        self._traces = make_traces
        super().keep(newest if callable(newest) else lambda: newest)

    def _write_file(self, file: Path, newest: Record) -> None:
        files.write(file, newest)
        new_traces = self._traces()
        # Traces are large and rarely change.
        if new_traces != (self._written_traces or {}) or (new_traces and not traces.trace_file(file).exists()):
            traces.write(file, new_traces)
            self._written_traces = new_traces


class AbandonedGame(NamedTuple):
    """A file that a crashed program left behind.

    Args:
        file: The file.
        changed: When it was written, in seconds since 1970.
        record: The record in the file, or None if the file cannot be opened.
        damage: Why the file cannot be opened, or "".
    """

    file: Path
    changed: float
    record: Record | None
    damage: str

    def discard(self) -> None:
        """Remove the file unless another program has opened it."""
        discard(self.file)


def find_abandoned(folder: Path | None = None) -> list[AbandonedGame]:
    """Return the files of crashed programs, newest first. Files in use are skipped. Never raise."""
    abandoned = []
    remove_stale_files(autosave_folder() if folder is None else folder)
    with suppress(OSError):
        for file in abandoned_files(autosave_folder() if folder is None else folder, files.SUFFIX):
            with suppress(OSError):
                try:
                    abandoned.append(AbandonedGame(file, file.stat().st_mtime, files.read(file), ""))
                except files.RecordError as error:
                    abandoned.append(AbandonedGame(file, file.stat().st_mtime, None, f"{error.field}: {error.reason}"))
    return sorted(abandoned, key=lambda game: game.changed, reverse=True)


def remove_stale_files(folder: Path) -> None:
    """Remove old half-written files and leftover locks from an autosave folder. Never raise."""
    with suppress(OSError):
        for file in [*folder.glob(".*.new"), *folder.glob("*.lock")]:
            with suppress(OSError):
                if file.stat().st_mtime > time() - OLD:
                    continue
                if file.suffix == ".new":
                    file.unlink(missing_ok=True)
                elif not file.with_suffix("").exists():
                    lock = Lock(file)
                    if lock.acquire():
                        lock.release()


def abandoned_files(folder: Path, suffix: str) -> Iterator[Path]:
    """Yield the files with this suffix whose program has ended.

    Each file is locked while the caller uses it. Files in use are skipped.
    """
    for file in folder.glob(f"*{suffix}"):
        lock = _lock_of(file)
        with suppress(OSError):
            if lock.acquire():
                yield file
        lock.release()


def discard(file: Path) -> None:
    """Remove an abandoned file unless another program has opened it."""
    lock = _lock_of(file)
    with suppress(OSError):
        if lock.acquire(LOOKING):
            _remove(file, lock)


@contextmanager
def lock_abandoned(file: Path) -> Iterator[bool]:
    """Lock an abandoned file during the block.

    Yields:
        Whether the block may use the file. False if the file is missing or another program has opened it.
    """
    lock = _lock_of(file)
    acquired = False
    with suppress(OSError):
        acquired = lock.acquire(LOOKING)
    try:
        yield acquired and file.exists()
    finally:
        lock.release()


def autosave_folder() -> Path:
    """Return the folder for autosaves of games."""
    return folders.data_path("autosave")


def _lock_of(file: Path) -> Lock:
    return Lock(file.with_name(f"{file.name}.lock"))


def _remove(file: Path, lock: Lock) -> None:
    remove(file)
    lock.release()


def remove(file: Path) -> None:
    """Remove a file and the traces beside it. The caller holds its lock. Never raise."""
    for removable in (traces.trace_file(file), file):
        with suppress(OSError):
            removable.unlink(missing_ok=True)

"""Autosaves: writes a game on a thread after each change, and finds those that a program left behind."""

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

SECONDS = 0.5  # between two writings at least
LOOKING = 0.5  # seconds: how long another program may take to look at a file that was left behind
OLD = 86400.0  # seconds after which what a kill left is removed
REST = 5  # after a writing, at least so many times as long as it took
T = TypeVar("T")


class BackgroundSaver(Generic[T]):
    """Keeps one file with the newest thing it was given. It is written on a thread of its own; nobody waits for it.

    The file is locked until the program ends; `close` removes it, `leave` lets the next start find it. `file` is one
    that another program left behind: BadRecord if somebody else has opened it or it is gone. `on_fault` gets one line
    (on the thread) for a failure, once for the same one; `fault` is why the newest thing is not written, "" if it is.
    """

    suffix = ""  # of the file
    failed = "It is not being saved"  # what is told if it is not

    def __init__(
        self,
        on_fault: Callable[[str], None] = lambda line: None,
        folder: Path | None = None,
        seconds: float = SECONDS,
        file: Path | None = None,
    ) -> None:
        self.folder = file.parent if file is not None else own_folder() if folder is None else folder
        self.file = self.folder / f"{os.getpid()}-{uuid4().hex[:8]}{self.suffix}" if file is None else file
        self.seconds = seconds
        self._on_fault = on_fault
        self._lock = _lock_of(self.file)
        if file is not None:
            self._go_on()
        self.fault = ""
        self._told = ""  # what was said of it
        self._writing = threading.Lock()  # one record at a time, and the newest last
        self._news = threading.Condition()
        self._newest: Callable[[], T] | None = None  # what is not yet written
        self._dropped = False  # nothing needs to be kept at present
        self._closed = False
        self._thread = threading.Thread(target=self._work, name="autosave", daemon=True)
        self._thread.start()

    def _go_on(self) -> None:
        taken = False
        with suppress(OSError):
            taken = self._lock.take(LOOKING)
        if not taken:
            raise files.BadRecord("file", "another window has opened it")
        if not self.file.exists():
            _remove(self.file, self._lock)
            raise files.BadRecord("file", "it no longer exists: another window has opened or discarded this game")

    def keep(self, newest: Callable[[], T]) -> None:
        """Something changed: this is what to write next, or what makes it, on the thread."""
        with self._news:
            self._newest = newest
            self._dropped = False
            self._news.notify()

    def drop(self) -> None:
        """What there is stands somewhere else by now: the file goes until something is kept again."""
        with self._news:
            self._newest, self._dropped, self.fault = None, True, ""
            self._news.notify()

    def close(self) -> None:
        """The program ends as it should: nothing needs to be kept."""
        self._end()
        _remove(self.file, self._lock)

    def flush(self) -> str:
        """Write what is not written yet, here and now; why that failed, "" if it did not."""
        self._write()
        return self.fault

    def leave(self) -> str:
        """The program ends, and what was kept last is to be found at the next start;
        why it will not be, "" if it will."""
        self._end()
        if self._dropped:
            _remove(self.file, self._lock)
            return ""
        self._write()
        self._lock.let_go()
        return self.fault

    def _put(self, file: Path, newest: T) -> None:
        """Write it; any error tells why that failed."""
        raise NotImplementedError

    def _end(self) -> None:
        with self._news:
            self._closed = True
            self._news.notify()
        self._thread.join()

    def _work(self) -> None:
        while True:
            with self._news:
                self._news.wait_for(lambda: self._closed or self._dropped or self._newest is not None)
                if self._closed:
                    return
            began = monotonic()
            self._write()
            with self._news:
                took = monotonic() - began
                self._news.wait_for(lambda: self._closed, max(0.0, self.seconds - took, REST * took))

    def _write(self) -> None:
        """Write what was kept last, or remove the file if nothing is to be kept; nothing if that is done already."""
        with self._writing:
            with self._news:
                newest, self._newest = self._newest, None
                dropped, self._dropped = self._dropped, False
            if dropped:
                self.fault = self._told = ""
                remove(self.file)
            elif newest is not None:
                self._try(newest)

    def _try(self, newest: Callable[[], T]) -> None:
        try:
            if not self._lock.valid():  # not taken yet, or the folder was removed
                saving.make_folder(self.folder)
                if not self._lock.take():
                    raise saving.CannotWrite(f"{self.file}{saving.FAILED}another program has locked it")
            self._put(self.file, newest())
            self.fault = self._told = ""
        except Exception as error:  # whatever it is, the game goes on
            with self._news:
                if self._newest is None and not self._dropped:
                    self._newest = newest  # to be tried again
            self.fault = saving.reason(error)
            line = f"{self.failed}: {' '.join(str(error).split())}"
            if line != self._told:
                self._told = line
                self._on_fault(line)


class Autosave(BackgroundSaver[Record]):
    """Keeps the newest record of a game, and beside it the single simulations of its bots."""

    suffix = files.SUFFIX
    failed = "The game is not being saved as you play"
    _traces: Callable[[], traces.Told] = dict  # what makes those of the newest record
    _beside: traces.Told | None = None  # those that were written last

    def keep(self, newest: Record | Callable[[], Record], told: Callable[[], traces.Told] = dict) -> None:
        self._traces = told
        super().keep(newest if callable(newest) else lambda: newest)

    def _put(self, file: Path, newest: Record) -> None:
        files.write(file, newest)
        told = self._traces()
        # they are much to write, and seldom new
        if told != (self._beside or {}) or (told and not traces.beside(file).exists()):
            traces.write(file, told)
            self._beside = told


class Left(NamedTuple):
    """What a program that died left behind: its file, when it was written (seconds since 1970), and the record in it,
    or None and the reason why it cannot be opened."""

    file: Path
    changed: float
    record: Record | None
    damage: str

    def discard(self) -> None:
        """Remove the file, unless a program has opened it."""
        discard(self.file)


def left_behind(folder: Path | None = None) -> list[Left]:
    """What programs that died left, newest first. Files of programs that still live are not touched. Never fails."""
    left = []
    tidy(own_folder() if folder is None else folder)
    with suppress(OSError):
        for file in abandoned(own_folder() if folder is None else folder, files.SUFFIX):
            with suppress(OSError):
                try:
                    left.append(Left(file, file.stat().st_mtime, files.read(file), ""))
                except files.BadRecord as error:
                    left.append(Left(file, file.stat().st_mtime, None, f"{error.field}: {error.reason}"))
    return sorted(left, key=lambda one: one.changed, reverse=True)


def tidy(folder: Path) -> None:
    """Remove what kills have left in an autosave folder a while ago:
    files that were half written, and locks without a file. Never fails."""
    with suppress(OSError):
        for file in [*folder.glob(".*.new"), *folder.glob("*.lock")]:
            with suppress(OSError):
                if file.stat().st_mtime > time() - OLD:
                    continue
                if file.suffix == ".new":
                    file.unlink(missing_ok=True)
                elif not file.with_suffix("").exists():
                    lock = Lock(file)
                    if lock.take():
                        lock.let_go()


def abandoned(folder: Path, suffix: str) -> Iterator[Path]:
    """The files of this ending that programs that died left there, each locked while it is looked at; it is let go
    after that. Files of programs that still live are passed over."""
    for file in folder.glob(f"*{suffix}"):
        lock = _lock_of(file)
        with suppress(OSError):
            if lock.take():
                yield file
        lock.let_go()


def discard(file: Path) -> None:
    """Remove a file that was left behind, unless a program has opened it."""
    lock = _lock_of(file)
    with suppress(OSError):
        if lock.take(LOOKING):
            _remove(file, lock)


@contextmanager
def claimed(file: Path) -> Iterator[bool]:
    """Hold an abandoned file during a block. Yield whether the block may use the file: False if another program
    holds it or has taken it over."""
    lock = _lock_of(file)
    taken = False
    with suppress(OSError):
        taken = lock.take(LOOKING)
    try:
        yield taken and file.exists()
    finally:
        lock.let_go()


def own_folder() -> Path:
    return folders.folder() / "autosave"


def _lock_of(file: Path) -> Lock:
    return Lock(file.with_name(f"{file.name}.lock"))


def _remove(file: Path, lock: Lock) -> None:
    """Remove a file whose lock is held, then the lock."""
    remove(file)
    lock.let_go()


def remove(file: Path) -> None:
    """Remove a file that is claimed, and first the traces beside it. Never fails."""
    for one in (traces.beside(file), file):
        with suppress(OSError):
            one.unlink(missing_ok=True)

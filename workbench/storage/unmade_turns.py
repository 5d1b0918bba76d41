"""Saves turns that are written on a sheet but not made yet.

There is one file a game and seat beside the autosaves.
The turns are never in the record, so that nobody who opens it sees them.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from time import monotonic, time

import msgspec

from workbench.game.session import Session
from workbench.system import bounded, folders, limits, saving

MOST = 20  # turns of a seat that are remembered
SUFFIX = ".plan"
OLD = 90 * 86400  # seconds after which nobody comes back to a plan
AGAIN = 2.0  # seconds after which what could not be written is tried again

Moves = tuple[str, ...]
Plans = dict[str, Moves]  # by place, the one written last at the end


class UnmadeTurns:
    """What the seats of one game have written, by where their turns begin. It is read and written by work for
    any thread; what is put in meanwhile goes before what is read. `fault` is why the newest is not on the
    disk, "" as long as nothing fails."""

    def __init__(self, session: Session) -> None:
        self.name = name_of(session)
        self._plans: dict[int, Plans] = {}
        self._changes: dict[int, int] = {}  # how often each seat's have changed
        # which of these changes is on the disk; a failed writing leaves it as it was
        self._written: dict[int, int] = {}
        self._writing = threading.Lock()  # one at a time, and the newest last
        self._busy = False  # it is being written
        self._again = 0.0  # when it may be tried again
        self.fault = ""
        self._gone: set[tuple[int, str]] = set()  # that were made before they were read

    def get(self, seat: int, place: str) -> Moves | None:
        """What a seat has written there, None for nothing."""
        return self._plans.get(seat, {}).get(place)

    def put(self, seat: int, place: str, moves: Moves | None) -> None:
        """A seat has written this there; None: it is made, or nothing of it is left."""
        plans = self._plans.setdefault(seat, {})
        if moves == plans.get(place) and (moves is not None or (seat, place) in self._gone):
            return
        plans.pop(place, None)
        if moves is not None:
            plans[place] = moves
            del_oldest(plans)
        else:
            self._gone.add((seat, place))
        self._changes[seat] = self._changes.get(seat, 0) + 1

    def take_in(self, read: dict[int, Plans]) -> None:
        """What stood on the disk."""
        for seat, plans in read.items():
            left = {place: moves for place, moves in plans.items() if (seat, place) not in self._gone}
            self._plans[seat] = {**left, **self._plans.get(seat, {})}
            del_oldest(self._plans[seat])

    def reader(self) -> Callable[[], dict[int, Plans]]:
        """What reads what stands on the disk, on any thread. What is damaged is nothing."""
        name = self.name

        def read() -> dict[int, Plans]:
            found = {}
            for file in _files(name):
                with suppress(OSError, ValueError):
                    found[int(file.name.split(".")[1]) - 1] = msgspec.json.decode(_plain(file), type=Plans)
            return found

        return read

    @property
    def unsaved(self) -> bool:
        """Whether something of it is not on the disk."""
        return any(count != self._written.get(seat) for seat, count in list(self._changes.items()))

    def due(self) -> Callable[[], None] | None:
        """What writes it down, on any thread; None if that needs nobody now. CannotWrite if that fails: it is due again
        after a while."""
        if self._busy or not self.unsaved or monotonic() < self._again:
            return None
        self._busy, write = True, self._writer()

        def work() -> None:
            try:
                write()
            finally:
                self._busy = False

        return work

    def flush(self) -> str:
        """Write it down at once, on any thread; why that failed, "" if it did not."""
        with suppress(saving.CannotWrite):
            self._writer()()
        return self.fault

    def _writer(self) -> Callable[[], None]:
        changes = [(seat, count, dict(self._plans.get(seat, {}))) for seat, count in list(self._changes.items())]

        def write() -> None:
            with self._writing:
                try:
                    for seat, count, plans in changes:
                        if count > self._written.get(seat, 0):
                            self._write(seat, plans)
                            self._written[seat] = count
                except saving.CannotWrite as error:
                    self.fault, self._again = saving.reason(error), monotonic() + AGAIN
                    raise
                self.fault = ""

        return write

    def _write(self, seat: int, plans: Plans) -> None:
        file = folder() / f"{self.name}.{seat + 1}{SUFFIX}"
        if plans:
            saving.write(file, msgspec.json.encode(plans))
        else:
            with suppress(OSError):
                file.unlink(missing_ok=True)


def del_oldest(plans: Plans) -> None:
    for place in list(plans)[:-MOST]:
        del plans[place]


def folder() -> Path:
    return folders.folder() / "unlocked"


def _plain(file: Path) -> bytes:
    """Return the JSON of a file of plans."""
    plain = bounded.bytes_of(file, limits.SETTINGS_FILE)
    bounded.check_json(plain)
    return plain


def _files(name: str) -> Iterator[Path]:
    with suppress(OSError):
        yield from folder().glob(f"{name}.*{SUFFIX}")


def name_of(session: Session) -> str:
    """What a game is known by: the same after it was left and opened again, another one for every other game."""
    told = (session.spec, session.position or "", str(session.seed), session.created)
    return sha256("\n".join(told).encode()).hexdigest()[:24]


def place_of(session: Session, node: int, seat: int) -> str:
    """What a node is known by to a seat: all that it has seen up to there.
    What others have covered makes no other place of it."""
    told = (session.document.text_at(one, seat) for one in session.document.line_to(node))
    return sha256("\n".join(filter(None, told)).encode()).hexdigest()[:24]


def forget(session: Session) -> None:
    """Nobody wants this game any more."""
    for file in _files(name_of(session)):
        with suppress(OSError):
            file.unlink(missing_ok=True)


def tidy() -> None:
    """Remove what has been there for months."""
    with suppress(OSError):
        for file in folder().glob(f"*{SUFFIX}"):
            with suppress(OSError):
                if file.stat().st_mtime < time() - OLD:
                    file.unlink(missing_ok=True)

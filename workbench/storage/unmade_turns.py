"""Storage for plans: turns that are written on a sheet but not submitted yet.

There is one file per game and seat beside the autosaves. Plans are never part of the record, so nobody who opens the
record sees them.
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
from workbench.system import bounded, decoding, folders, limits, saving

MAX = 20  # plans kept per seat
SUFFIX = ".plan"
OLD = 90 * 86400  # seconds after which a plan is deleted
AGAIN = 2.0  # seconds before a failed write is repeated

Moves = tuple[str, ...]
Plans = dict[str, Moves]  # by place (see `place_key`), the newest last


class PlanStore:
    """The unsubmitted plans of all seats in one game, keyed by seat and start of turn (`place_key`).

    The methods `reader` and `pending_save` return functions for any thread. `fault` is the reason the newest plans are
    not on disk, or "".
    """

    def __init__(self, session: Session) -> None:
        self.name = game_key(session)
        self._plans: dict[int, Plans] = {}
        self._changes: dict[int, int] = {}  # number of changes by seat
        # number of changes on disk by seat
        self._written: dict[int, int] = {}
        self._writing = threading.Lock()  # one write at a time, the newest last
        self._writing_now = False  # whether a write is running
        self._retry_at = 0.0  # earliest time to repeat a failed write
        self.fault = ""
        self._removed: set[tuple[int, str]] = set()  # plans removed before the file was loaded

    def get(self, seat: int, place: str) -> Moves | None:
        """Return a seat's plan at a place, or None."""
        return self._plans.get(seat, {}).get(place)

    def put(self, seat: int, place: str, moves: Moves | None) -> None:
        """Store a seat's plan at a place, or remove it if `moves` is None (submitted or cleared)."""
        plans = self._plans.setdefault(seat, {})
        if moves == plans.get(place) and (moves is not None or (seat, place) in self._removed):
            return
        plans.pop(place, None)
        if moves is not None:
            plans[place] = moves
            delete_oldest(plans)
        else:
            self._removed.add((seat, place))
        self._changes[seat] = self._changes.get(seat, 0) + 1

    def merge_loaded(self, read: dict[int, Plans]) -> None:
        """Merge the plans loaded from disk. Plans written or removed since then take precedence."""
        for seat, plans in read.items():
            remaining = {place: moves for place, moves in plans.items() if (seat, place) not in self._removed}
            self._plans[seat] = {**remaining, **self._plans.get(seat, {})}
            delete_oldest(self._plans[seat])

    def reader(self) -> Callable[[], dict[int, Plans]]:
        """Return a function, for any thread, that loads the plans from disk. Damaged files are skipped."""
        name = self.name

        def read() -> dict[int, Plans]:
            plans = {}
            for file in _files(name):
                with suppress(OSError, ValueError):
                    plans[int(file.name.split(".")[1]) - 1] = decoding.decode_json(_plain(file), Plans)
            return plans

        return read

    @property
    def unsaved(self) -> bool:
        """Whether some change is not on disk."""
        return any(count != self._written.get(seat) for seat, count in list(self._changes.items()))

    def pending_save(self) -> Callable[[], None] | None:
        """Return a function, for any thread, that saves the changes, or None if no save is due.

        The function raises `WriteError` if the save fails. It is then due again after `AGAIN` seconds.
        """
        if self._writing_now or not self.unsaved or monotonic() < self._retry_at:
            return None
        self._writing_now, write = True, self._writer()

        def work() -> None:
            try:
                write()
            finally:
                self._writing_now = False

        return work

    def flush(self) -> str:
        """Save the changes now, on any thread. Return the reason for a failure, or ""."""
        with suppress(saving.WriteError):
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
                except saving.WriteError as error:
                    self.fault, self._retry_at = saving.reason(error), monotonic() + AGAIN
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


def delete_oldest(plans: Plans) -> None:
    """Delete all but the newest `MAX` plans."""
    for place in list(plans)[:-MAX]:
        del plans[place]


def folder() -> Path:
    """Return the folder of the plan files."""
    return folders.data_path("unlocked")


def _plain(file: Path) -> bytes:
    plain = bounded.read_bytes(file, limits.SETTINGS_FILE)
    bounded.check_json(plain)
    return plain


def _files(name: str) -> Iterator[Path]:
    with suppress(OSError):
        yield from folder().glob(f"{name}.*{SUFFIX}")


def game_key(session: Session) -> str:
    """Return the key of a game: the same after it is closed and reopened, different for every other game."""
    parts = (session.spec, session.position or "", str(session.seed), session.created)
    return sha256("\n".join(parts).encode()).hexdigest()[:24]


def place_key(session: Session, node: int, seat: int) -> str:
    """Return the key of a node for a seat: a hash of everything the seat has observed up to it."""
    parts = (session.document.text_at(step, seat) for step in session.document.line_to(node))
    return sha256("\n".join(filter(None, parts)).encode()).hexdigest()[:24]


def delete_plans(session: Session) -> None:
    """Delete the plans of a game."""
    for file in _files(game_key(session)):
        with suppress(OSError):
            file.unlink(missing_ok=True)


def delete_old_plans() -> None:
    """Delete plan files older than `OLD`."""
    with suppress(OSError):
        for file in folder().glob(f"*{SUFFIX}"):
            with suppress(OSError):
                if file.stat().st_mtime < time() - OLD:
                    file.unlink(missing_ok=True)

"""Lock files that stop concurrent programs from using the same files."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from filelock import BaseFileLock

_TRIES = 5  # attempts on a lock whose file the last holder has just removed


class Lock:
    """A lock file that one program at a time may hold, on any of its threads.

    The system releases the lock when the program ends. The file is removed while the lock is still held. A program that
    was waiting for the removed file tries again, so two programs never hold the same lock.

    Args:
        file: The lock file.
        keep: Whether to leave the file after a release.
    """

    def __init__(self, file: Path, keep: bool = False) -> None:
        self.file, self.keep = file, keep
        self._lock: BaseFileLock | None = None
        self._identity: tuple[int, int] | None = None  # device and inode of the locked file

    @property
    def held(self) -> bool:
        """Whether this object holds the lock."""
        return self._lock is not None

    def acquire(self, wait: float = 0.0) -> bool:
        """Acquire the lock. Return False if another program holds it.

        Args:
            wait: How long to wait for the lock, in seconds.

        Raises:
            OSError: The file cannot be created.
        """
        if self._lock is not None:
            return True
        from filelock import FileLock, Timeout  # imported here because importing it slows start-up

        for _ in range(1 if wait else _TRIES):
            lock = FileLock(self.file, timeout=wait, thread_local=False)
            try:
                lock.acquire()
            except Timeout:
                continue
            current = identity(self.file)
            if current is None:  # the file was just removed
                lock.release()
                continue
            self._lock, self._identity = lock, current
            return True
        return False

    def is_valid(self) -> bool:
        """Return whether the lock is held and its file is still in place.

        If the file or its folder was removed or replaced, the lock protects nothing and is released.
        """
        if self._lock is not None and identity(self.file) != self._identity:
            self._release()
        return self.held

    def release(self) -> None:
        """Release the lock and remove its file, unless `keep` is set."""
        if self._lock is None:
            return
        ours = not self.keep and identity(self.file) == self._identity
        if os.name == "posix" and ours:
            _remove(self.file)
        self._release()
        # Windows cannot remove open files: try after the release, unless another program has the file.
        if os.name != "posix" and ours:
            _remove(self.file)

    def _release(self) -> None:
        if self._lock is not None:
            self._lock.release()
        self._lock = self._identity = None


def identity(file: Path) -> tuple[int, int] | None:
    """Return the device and inode of a file, or None if it does not exist."""
    with suppress(OSError):
        status = os.stat(file)
        return status.st_dev, status.st_ino
    return None


def _remove(file: Path) -> None:
    with suppress(OSError):
        file.unlink(missing_ok=True)

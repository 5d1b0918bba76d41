"""Writes files completely or not at all, readable by their owner only."""

from __future__ import annotations

import errno
import os
import stat
from contextlib import suppress
from pathlib import Path
from secrets import token_hex

MOST_WHY = 300  # characters of what the system says; SQLite repeats whatever is in a file
FAILED = ": it cannot be written: "  # between the file and the reason
PRIVATE_FILE, PRIVATE_FOLDER = 0o600, 0o700
SHARED_FILE = 0o666  # less what the user's umask takes away
# this file system cannot sync a folder
_NO_SYNC = {errno.EINVAL, errno.ENOTSUP, errno.EACCES, errno.EPERM, errno.EBADF, errno.ENOSYS}


class CannotWrite(ValueError):
    """Raised when a file cannot be written. The message is one line with the file and the reason;
    an older file is unchanged."""


def write(file: Path, data: bytes, shared: bool = False) -> None:
    """Write data to a file: all of it, or nothing. Raise CannotWrite if that fails.

    The data goes to a new file in the same folder, which then takes the place of the old one; data and name are on the
    disk when this returns. A link is followed. An existing file keeps its permissions. A new one can be read by its
    owner only, unless it is `shared`, as an export is: then the umask decides. Missing folders are created.
    """
    fresh = None
    try:
        file = file.resolve()
        mode = _mode_of(file)
        make_folder(file.parent)
        fresh = file.parent / f".{file.name[:80]}.{token_hex(8)}.new"
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0)
        with os.fdopen(os.open(fresh, flags, SHARED_FILE if shared else PRIVATE_FILE), "wb") as opened:
            opened.write(data)
            opened.flush()
            os.fsync(opened.fileno())  # the data before the name, also when the power fails
        if mode is not None:
            os.chmod(fresh, mode)
        os.replace(fresh, file)
        fresh = None
        sync_folder(file.parent)
    except (OSError, UnicodeError, ValueError, RuntimeError) as error:
        raise CannotWrite(f"{file}{FAILED}{why(error)}") from None
    finally:
        if fresh is not None:  # also when it was interrupted
            with suppress(OSError, ValueError):
                os.unlink(fresh)


def _mode_of(file: Path) -> int | None:
    """Return the permissions of an existing file, None if there is none.
    Raise ValueError for a device, a pipe or a folder."""
    try:
        now = file.stat().st_mode
    except FileNotFoundError:
        return None
    if not stat.S_ISREG(now):
        raise ValueError("it is a folder" if stat.S_ISDIR(now) else "it is not a regular file")
    return stat.S_IMODE(now)


def make_folder(folder: Path) -> None:
    """Create a folder and those above it where they are missing; only their owner may enter the new ones.
    Raise OSError."""
    if folder.is_dir():
        return
    if folder.parent != folder:
        make_folder(folder.parent)
    try:
        folder.mkdir(PRIVATE_FOLDER)
    except FileExistsError:
        if not folder.is_dir():
            raise
    else:
        sync_folder(folder.parent)


def create(file: Path) -> None:
    """Create an empty file that only its owner can read.
    Raise FileExistsError if the name is taken, or another OSError."""
    os.close(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, PRIVATE_FILE))


def private(path: str, flags: int) -> int:
    """Open a file as `open(..., opener=private)` wants it: a new one can be read by its owner only."""
    return os.open(path, flags, PRIVATE_FILE)


def sync_folder(folder: Path) -> None:
    """Sync a folder to the disk, so that a renamed file keeps its name after a power failure. Raise OSError."""
    if os.name != "posix":
        return  # Windows opens no folder, and keeps the names in its journal
    try:
        handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
    except OSError as error:
        if error.errno not in _NO_SYNC:
            raise


def reason(error: BaseException) -> str:
    """Return why something could not be written, in one line without the name of the file."""
    return " ".join(str(error).rpartition(FAILED)[2].split()) or type(error).__name__


def why(error: BaseException) -> str:
    """Return the system's message about a failure in one line."""
    text = getattr(error, "strerror", None) or str(error) or type(error).__name__
    return " ".join(str(text).split())

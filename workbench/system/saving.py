"""Atomic writing of files, readable by their owner only."""

from __future__ import annotations

import errno
import os
import stat
from contextlib import suppress
from pathlib import Path
from secrets import token_hex

MAX_WHY = 300  # maximum characters of a system message; SQLite quotes the content of files
FAILED = ": it cannot be written: "  # between the file and the reason
PRIVATE_FILE, PRIVATE_FOLDER = 0o600, 0o700
SHARED_FILE = 0o666  # permissions before the umask is applied
# Errors of file systems that cannot sync a folder
_NO_SYNC = {errno.EINVAL, errno.ENOTSUP, errno.EACCES, errno.EPERM, errno.EBADF, errno.ENOSYS}


class WriteError(ValueError):
    """Raised when a file cannot be written. An existing file is unchanged.

    The message is one line with the file and the reason.
    """


def write(file: Path, data: bytes, shared: bool = False) -> None:
    """Write a file atomically.

    The data goes to a new file in the same folder, which then replaces the old one. Data and name are on disk when this
    returns. Links are followed, missing folders are created, and an existing file keeps its permissions.

    Args:
        file: The file.
        data: Its whole content.
        shared: Whether the umask decides who can read a new file, as for exports. Otherwise only its owner can.

    Raises:
        WriteError: The file cannot be written.
    """
    new = None
    try:
        file = file.resolve()
        mode = _mode_of(file)
        make_folder(file.parent)
        new = file.parent / f".{file.name[:80]}.{token_hex(8)}.new"
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0)
        with os.fdopen(os.open(new, flags, SHARED_FILE if shared else PRIVATE_FILE), "wb") as out:
            out.write(data)
            out.flush()
            os.fsync(out.fileno())  # sync the data before the name, in case of a power failure
        if mode is not None:
            os.chmod(new, mode)
        os.replace(new, file)
        new = None
        sync_folder(file.parent)
    except (OSError, UnicodeError, ValueError, RuntimeError) as error:
        raise WriteError(f"{file}{FAILED}{system_message(error)}") from None
    finally:
        if new is not None:  # also after an interrupt
            with suppress(OSError, ValueError):
                os.unlink(new)


def _mode_of(file: Path) -> int | None:
    """Return the permissions of an existing file, or None.

    Raises:
        ValueError: The path is a device, a pipe or a folder.
    """
    try:
        mode = file.stat().st_mode
    except FileNotFoundError:
        return None
    if not stat.S_ISREG(mode):
        raise ValueError("it is a folder" if stat.S_ISDIR(mode) else "it is not a regular file")
    return stat.S_IMODE(mode)


def make_folder(folder: Path) -> None:
    """Create a folder and its missing parents, accessible by their owner only.

    Raises:
        OSError: A folder cannot be created.
    """
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

    Raises:
        FileExistsError: The name is taken.
        OSError: The file cannot be created.
    """
    os.close(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, PRIVATE_FILE))


def private(path: str, flags: int) -> int:
    """Open a file for `open(..., opener=private)`, so that only its owner can read a new one."""
    return os.open(path, flags, PRIVATE_FILE)


def sync_folder(folder: Path) -> None:
    """Sync a folder to disk, so that a renamed file keeps its name after a power failure.

    Raises:
        OSError: The folder cannot be opened or synced.
    """
    if os.name != "posix":
        return  # Windows cannot open folders, and its journal protects the names
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
    """Return why a file could not be written, in one line without the file name."""
    return " ".join(str(error).rpartition(FAILED)[2].split()) or type(error).__name__


def system_message(error: BaseException) -> str:
    """Return the system's message about an error in one line."""
    text = getattr(error, "strerror", None) or str(error) or type(error).__name__
    return " ".join(str(text).split())

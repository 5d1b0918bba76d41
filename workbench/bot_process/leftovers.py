"""Removal of bots' working folders that were left behind.

A folder is left behind if the program is killed before the bot's guard has started. A guard locks its bot's folder, so
an old folder without a lock is unused.
"""

from __future__ import annotations

import os
import stat
import tempfile
from contextlib import suppress
from time import time

from workbench.bot_process import sandbox

PREFIX = "herbarium-bot-"
OLD_SECONDS = 3600.0  # much longer than a guard takes to start


def lock_folder(folder: str) -> int:
    """Lock a folder until this process ends. Return the file descriptor, or -1 if the system cannot lock folders."""
    with suppress(ImportError, OSError, ValueError):
        import fcntl

        handle = _open_folder(folder)
        with suppress(OSError):
            fcntl.flock(handle, fcntl.LOCK_SH | fcntl.LOCK_NB)
        return handle
    return -1


def remove_old_folders() -> None:
    """Remove this user's old bot folders that no guard has locked. Do nothing if the system cannot lock folders."""
    with suppress(ImportError, OSError, ValueError):
        import fcntl

        with os.scandir(tempfile.gettempdir()) as entries:
            paths = [entry.path for entry in entries if entry.name.startswith(PREFIX)]
        for path in paths:
            with suppress(OSError):
                handle = _open_folder(path)
                try:
                    about = os.fstat(handle)
                    if (
                        about.st_uid == os.geteuid()
                        and stat.S_ISDIR(about.st_mode)
                        and time() - about.st_mtime > OLD_SECONDS
                    ):
                        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
                        sandbox.remove_folder(path)
                finally:
                    os.close(handle)


def _open_folder(folder: str) -> int:
    return os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC)

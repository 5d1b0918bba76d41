"""Removes working folders of bots that nobody removed because a program was killed before the bot's guard had started.

A guard holds a lock on its bot's folder as long as it lives. A folder that is old and not locked is therefore nobody's.
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


def hold(folder: str) -> int:
    """Lock a folder until this process ends. Return the handle, -1 where that is not possible."""
    with suppress(ImportError, OSError, ValueError):
        import fcntl

        handle = _opened(folder)
        with suppress(OSError):
            fcntl.flock(handle, fcntl.LOCK_SH | fcntl.LOCK_NB)
        return handle
    return -1


def sweep() -> None:
    """Remove old folders of this user's bots that no guard holds, where folders can be locked."""
    with suppress(ImportError, OSError, ValueError):
        import fcntl

        with os.scandir(tempfile.gettempdir()) as entries:
            paths = [entry.path for entry in entries if entry.name.startswith(PREFIX)]
        for path in paths:
            with suppress(OSError):
                handle = _opened(path)
                try:
                    about = os.fstat(handle)
                    if (
                        about.st_uid == os.geteuid()
                        and stat.S_ISDIR(about.st_mode)
                        and time() - about.st_mtime > OLD_SECONDS
                    ):
                        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
                        sandbox.remove(path)
                finally:
                    os.close(handle)


def _opened(folder: str) -> int:
    return os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC)

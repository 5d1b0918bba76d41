"""Files that are never half written."""

from __future__ import annotations

import os
import tempfile
from contextlib import suppress
from pathlib import Path

FAILED = ": it cannot be written: "  # between the file and the reason


class CannotWrite(ValueError):
    """A file could not be written; one line says which and why. What was there before is still there."""


def write(file: Path, data: bytes) -> None:
    """Put data into a file, all of it or nothing: into a new file beside it first, then into its place.

    A link is followed, the permissions of a file that was there stay. CannotWrite if that fails.
    """
    fresh = None
    try:
        file = file.resolve()
        file.parent.mkdir(parents=True, exist_ok=True)
        handle, fresh = tempfile.mkstemp(prefix=f".{file.name[:80]}.", suffix=".new", dir=file.parent)
        with os.fdopen(handle, "wb") as opened:
            opened.write(data)
            opened.flush()
            os.fsync(opened.fileno())  # the data before the name, also when the power fails
        os.chmod(fresh, _permissions(file))
        os.replace(fresh, file)
    except (OSError, UnicodeError, ValueError, RuntimeError) as error:
        if fresh is not None:
            with suppress(OSError):
                os.unlink(fresh)
        raise CannotWrite(f"{file}{FAILED}{why(error)}") from None


def _permissions(file: Path) -> int:
    """Those that the file has, or that a new one would get."""
    try:
        return file.stat().st_mode & 0o7777
    except FileNotFoundError:
        mask = os.umask(0)
        os.umask(mask)
        return 0o666 & ~mask


def reason(error: BaseException) -> str:
    """Why something could not be written, without the name of the file, in one line."""
    return " ".join(str(error).rpartition(FAILED)[2].split()) or type(error).__name__


def why(error: BaseException) -> str:
    """What the system says about a failure, in one line."""
    text = getattr(error, "strerror", None) or str(error) or type(error).__name__
    return " ".join(str(text).split())

"""Upgrades of archives that an earlier version of the program wrote."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from workbench.matches.archive.archive import Archive
from workbench.matches.archive.archive_file import ArchiveError, ArchiveFullError


def upgrade(path: Path) -> None:
    """Bring an archive up to date before it is read.

    An archive that cannot be changed now, because it is read-only, damaged or in use, stays as it is.
    """
    with suppress(ArchiveError, ArchiveFullError):
        with Archive(path, read_only=True) as archive:
            if archive.is_current:
                return
        with Archive(path) as archive:
            archive.lock(keep=False)

"""The file name of archives, and the archive that is used unless the user names another one."""

from __future__ import annotations

from pathlib import Path

from workbench.system import folders

SUFFIX = ".matches"


def default_archive() -> Path:
    """Return the archive used when the user names none."""
    return folders.data_path(f"own{SUFFIX}")

"""The version of the program: from pyproject.toml in a checkout, else from the installed package."""

from __future__ import annotations

import tomllib
from pathlib import Path

PROJECT = "herbarium"


def version() -> str:
    """As in "0.1.0"; "" where neither is there."""
    try:
        project = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text(encoding="utf-8"))["project"]
        if project["name"] == PROJECT:
            return str(project["version"])
    except (OSError, ValueError, KeyError):
        pass  # not a checkout
    from importlib import metadata  # slow to load, and most often not needed

    try:
        return metadata.version(PROJECT)
    except metadata.PackageNotFoundError:
        return ""

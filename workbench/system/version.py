"""The version of the program: from pyproject.toml in a checkout, else from the installed package."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path

PROJECT = "herbarium"
DIGEST = "sha256 "  # prefix of the version of a bot from a file, and of a program


@cache
def version() -> str:
    """Return the version, for example "0.1.0", or "" if it is unknown."""
    try:
        project = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text(encoding="utf-8"))["project"]
        if project["name"] == PROJECT:
            return str(project["version"])
    except (OSError, ValueError, KeyError):
        pass  # not a checkout
    from importlib import metadata  # imported here because it is slow and rarely needed

    try:
        return metadata.version(PROJECT)
    except metadata.PackageNotFoundError:
        return ""

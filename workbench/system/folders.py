"""The folder in which the program keeps its files."""

from __future__ import annotations

import os
from pathlib import Path


def folder() -> Path:
    """Return the folder of settings, games and logs: `HERBARIUM_HOME`, or the system's default."""
    own = os.environ.get("HERBARIUM_HOME", "")
    if own:
        return Path(own)
    import platformdirs  # imported here because most commands need no settings

    return Path(platformdirs.user_config_dir("herbarium", appauthor=False))

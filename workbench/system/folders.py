"""The folder in which the program keeps its files."""

from __future__ import annotations

import os
from pathlib import Path


def folder() -> Path:
    """Return the folder of the user's settings, games and logs:
    the one that HERBARIUM_HOME names, or the system's usual one."""
    own = os.environ.get("HERBARIUM_HOME", "")
    if own:
        return Path(own)
    import platformdirs  # most commands need no settings

    return Path(platformdirs.user_config_dir("herbarium", appauthor=False))

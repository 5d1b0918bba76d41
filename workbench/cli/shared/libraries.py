"""Optional libraries of the command line."""

from __future__ import annotations

from importlib.util import find_spec


def cluster_is_installed() -> bool:
    """Return whether Dask's distributed scheduler is installed."""
    return find_spec("distributed") is not None

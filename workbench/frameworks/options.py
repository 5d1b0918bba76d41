"""Options of a game as keyword arguments."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def with_options(spec: str, options: Mapping[str, Any]) -> str:
    """Return a spec in which options have these values.

    Raises:
        BadPosition: An option or its value does not exist.
    """
    id, _, listed = spec.partition("(")
    own = dict(part.split("=", 1) for part in listed.rstrip(")").split(",") if "=" in part)
    values = ",".join(f"{name}={value}" for name, value in {**own, **options}.items())
    return f"{id}({values})" if values and (options or spec.endswith(")")) else spec

"""Plain copies of callers' values.

Each value is read once, so that no code of the caller runs later. A subclass of `str` can have its own `==` and `hash`,
and an object can convert to a different number each time.
"""

from __future__ import annotations

from typing import SupportsFloat


def text(value: str, what: str) -> str:
    """Return a text as a plain `str`. TypeError names the type of anything else."""
    if not isinstance(value, str):
        raise TypeError(f"{what} must be a str, not {type(value).__name__}")
    return str.__str__(value)


def real(value: SupportsFloat) -> float:
    """Return a number as a plain `float`."""
    return float.__float__(value) if isinstance(value, float) else float(value)

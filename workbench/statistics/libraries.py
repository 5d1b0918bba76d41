"""Imports libraries that only reports need, and says which one is missing."""

from __future__ import annotations

from importlib import import_module
from typing import Any


class MissingLibrary(ValueError):
    """A library that is not installed; one line says what needs it and how to get it."""


def need(library: str, purpose: str) -> Any:
    """The module of that name; MissingLibrary if it is not there."""
    try:
        return import_module(library)
    except ImportError:
        top = library.partition(".")[0]
        raise MissingLibrary(f"{purpose} needs {top}: pip install 'herbarium[reports]'") from None

"""Import of optional libraries."""

from __future__ import annotations

from importlib import import_module
from typing import Any


class MissingLibraryError(ValueError):
    """Raised when a library is not installed. The message says what needs the library and how to install it."""


def import_library(library: str, purpose: str, extra: str = "reports") -> Any:
    """Import a library and return it.

    Args:
        library: The name of the module.
        purpose: What needs the library, for the message.
        extra: The extra of the package that installs it.

    Raises:
        MissingLibraryError: The library is not installed.
    """
    try:
        return import_module(library)
    except ImportError:
        top = library.partition(".")[0]
        raise MissingLibraryError(f"{purpose} needs {top}: pip install 'herbarium[{extra}]'") from None

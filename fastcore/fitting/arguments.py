"""Numbers of the command lines that fit, each with the least that makes sense."""

from __future__ import annotations

import argparse
from collections.abc import Callable


def whole(least: int) -> Callable[[str], int]:
    """A reader of whole numbers from `least` on."""

    def read(text: str) -> int:
        if not text.isdigit() or int(text) < least:
            raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from {least} on")
        return int(text)

    return read


def share(text: str) -> float:
    """A number from 0 to 1."""
    try:
        number = float(text)
    except ValueError:
        number = -1.0
    if not 0 <= number <= 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number from 0 to 1")
    return number


def positive(text: str) -> float:
    """A number above 0."""
    try:
        number = float(text)
    except ValueError:
        number = 0.0
    if not 0 < number < 1e9:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number above 0")
    return number

"""The prior of slips: how likely a wrong entry is, and what was meant."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import NamedTuple

SLIP = 0.01  # probability that a sure line is wrong
ROWS = ("1234567890", "qwertyuiop", "asdfghjkl", "zxcvbnm")
NEIGHBOUR, SAME_LENGTH, OTHER = 8.0, 2.0, 0.5  # relative frequencies of slips by kind

IMPOSSIBLE = 0.05  # relative frequency of a slip that was impossible where it was entered


class Prior(NamedTuple):
    """How often slips happen.

    Attributes:
        weight: The relative frequency of entering the first text when the second was meant.
        impossible: The factor for entries that were impossible where they were made: keys seldom spell them.
    """

    weight: Callable[[str, str], float]
    impossible: float


def even(entered: str, meant: str) -> float:
    """Return 1: every slip is equally likely."""
    return 1.0


@lru_cache(maxsize=1 << 16)
def neighbouring(entered: str, meant: str) -> float:
    """Return the relative frequency of a slip: neighbouring keys and values come first.

    One character that differs counts as NEIGHBOUR if the two are neighbours on the keyboard or in value, and so do two
    exchanged ones. Texts of the same length with one other character count as SAME_LENGTH, and all others as OTHER.
    """
    if len(entered) != len(meant):
        longer, shorter = sorted((entered, meant), key=len, reverse=True)
        return SAME_LENGTH if len(longer) - len(shorter) == 1 and _is_subsequence(shorter, longer) else OTHER
    wrong = [place for place, (one, other) in enumerate(zip(entered, meant, strict=True)) if one != other]
    if len(wrong) == 1:
        return NEIGHBOUR if _are_neighbours(entered[wrong[0]], meant[wrong[0]]) else SAME_LENGTH
    if len(wrong) == 2 and [entered[place] for place in wrong] == [meant[place] for place in reversed(wrong)]:
        return NEIGHBOUR
    return OTHER


def shares(entered: str, meant: Mapping[str, str], prior: Prior) -> dict[str, float]:
    """Return the probability of each text being meant if the entered one is wrong, before any evidence.

    Args:
        entered: What was entered, which is left out.
        meant: What is entered for each text.
        prior: The prior of slips.
    """
    weights = {text: prior.weight(entered, keys) for text, keys in meant.items() if text != entered}
    total = sum(weights.values())
    return {text: weight / total for text, weight in weights.items()}


EVEN = Prior(even, 0.0)
NEIGHBOURING = Prior(neighbouring, IMPOSSIBLE)


def _is_subsequence(shorter: str, longer: str) -> bool:
    letters = iter(longer)
    return all(letter in letters for letter in shorter)


def _are_neighbours(one: str, other: str) -> bool:
    """Return whether two characters are neighbours on the keyboard or in value."""
    if abs(ord(one) - ord(other)) == 1:
        return True
    places = {key: (row, column) for row, keys in enumerate(ROWS) for column, key in enumerate(keys)}
    if (first := places.get(one.casefold())) is None or (second := places.get(other.casefold())) is None:
        return False
    return abs(first[0] - second[0]) <= 1 and abs(first[1] - second[1]) <= 1

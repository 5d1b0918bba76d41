"""Deals of cards, dealt one card at a time."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from functools import lru_cache
from itertools import groupby

from fastcore.state import State


class Deals:
    """The outcomes of one chance node, divided into steps: each step adds one character to the text of the outcome.

    Characters that all outcomes share, such as the slashes between hands, are added without a step. Every outcome has
    exactly one sequence of steps, and the product of its probabilities is the probability of the outcome. A prefix is a
    text with which outcomes begin.

    Args:
        texts: the texts of the outcomes, in byte order; none is the beginning of another one.
        moves: the numbers of the outcomes.
        weights: their probabilities.
    """

    def __init__(self, texts: tuple[str, ...], moves: tuple[int, ...], weights: tuple[float, ...]) -> None:
        self._texts = texts
        self._moves = moves
        self._weights = weights
        self._common = [len(set(column)) == 1 for column in zip(*texts, strict=False)]
        self._choices: dict[str, list[tuple[str, str, float]]] = {}
        self.first = self._extended(0, 0)  # the prefix before the first step

    def _extended(self, number: int, depth: int) -> str:
        """Return the beginning of an outcome up to the next character that needs a step. `depth` are known."""
        text = self._texts[number]
        while depth < min(len(text), len(self._common)) and self._common[depth]:
            depth += 1
        return text[:depth]

    def choices(self, prefix: str) -> list[tuple[str, str, float]]:
        """Return (character, next prefix, probability) of each possible step after a prefix; [] after a whole text."""
        if prefix not in self._choices:
            self._choices[prefix] = list(self._found(prefix))
        return self._choices[prefix]

    def _found(self, prefix: str) -> Iterator[tuple[str, str, float]]:
        depth = len(prefix)
        low = bisect_left(self._texts, prefix)
        high = bisect_left(self._texts, prefix + chr(0x10FFFF))
        if self._texts[low] == prefix:
            return
        total = sum(self._weights[low:high])
        for character, group in groupby(range(low, high), lambda number: self._texts[number][depth]):
            numbers = list(group)
            share = sum(self._weights[numbers[0] : numbers[-1] + 1]) / total
            yield character, self._extended(numbers[0], depth + 1), share

    def outcome(self, prefix: str) -> int | None:
        """Return the outcome whose whole text is this prefix, or None."""
        number = bisect_left(self._texts, prefix)
        return self._moves[number] if self._texts[number] == prefix else None

    def example(self, prefix: str) -> int:
        """Return an outcome whose text begins with a prefix."""
        return self._moves[bisect_left(self._texts, prefix)]

    def characters(self) -> set[str]:
        """Return all characters that a step may add."""
        common = self._common
        return {
            character
            for text in self._texts
            for place, character in enumerate(text)
            if place >= len(common) or not common[place]
        }

    def longest(self) -> int:
        """Return the largest number of steps of an outcome."""
        return max(map(len, self._texts)) - sum(self._common)


@lru_cache(maxsize=64)
def _deals(spec: str, texts: tuple[str, ...], moves: tuple[int, ...], weights: tuple[float, ...]) -> Deals:
    return Deals(texts, moves, weights)


def deals_at(state: State) -> Deals:
    """Return the Deals of a chance node. Equal ones share their tables."""
    moves, weights = zip(*state.chances(), strict=True)
    return _deals(state.spec, tuple(state.move_text(move) for move in moves), moves, weights)

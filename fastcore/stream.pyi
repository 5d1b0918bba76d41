from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")

class Stream:
    """A named random stream: the same seed and key give the same numbers on every machine and build.

    `seed` is any int, `key` any ints and strings. Streams with different keys have nothing to do with each other.
    """

    def __init__(self, seed: int, *key: int | str) -> None: ...
    def below(self, n: int) -> int:
        """A whole number from 0 to n-1, all equally likely; 1 <= n <= 2**32, else ValueError."""
    def unit(self) -> float:
        """A float in [0, 1)."""
    def pick(self, weights: Sequence[float]) -> int:
        """An index, with probability in proportion to its weight; ValueError unless finite, >= 0 and some > 0."""
    def choice(self, items: Sequence[T]) -> T: ...
    def shuffled(self, items: Sequence[T]) -> list[T]: ...
    def copy(self) -> Stream: ...

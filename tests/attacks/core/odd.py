"""Odd values for `calls`: numbers and strings that change or call back, wrong types, surrogates and extremes."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from math import inf, nan
from typing import Any

Action = Callable[[], object]


class OddError(Exception):
    """The error that odd values raise. A call must pass it on unchanged."""


class OddNumber:
    """An object whose `__index__` and `__float__` return different answers each time and call back."""

    def __init__(self, answers: list[int], action: Action) -> None:
        self.answers, self.action, self.asked = answers, action, 0

    def __index__(self) -> int:
        self.action()
        self.asked += 1
        return self.answers[self.asked % len(self.answers)]

    def __float__(self) -> float:
        return float(self.__index__())

    def __eq__(self, other: object) -> bool:
        self.action()
        return True

    def __hash__(self) -> int:
        return self.answers[0]


class OddText(str):
    """A string with odd comparison, hash and methods."""

    action: Action

    def __eq__(self, other: object) -> bool:
        self.action()
        return True

    def __hash__(self) -> int:
        self.action()
        return hash("uniform")

    def __str__(self) -> str:
        return "another text"

    def partition(self, sep: str) -> tuple[str, str, str]:
        return ("herd", " ", "x")

    def split(self, *arguments: Any) -> list[str]:
        return ["0M1"]


class OddInt(int):
    """An `int` with odd comparison and conversion."""

    def __eq__(self, other: object) -> bool:
        return True

    def __lt__(self, other: object) -> bool:
        return True

    __le__ = __gt__ = __ge__ = __lt__

    def __hash__(self) -> int:
        return 0

    def __index__(self) -> int:
        return 10**6

    def __int__(self) -> int:
        return -(10**6)


class OddFloat(float):
    """A `float` with odd comparison and conversion."""

    def __float__(self) -> float:
        return nan

    def __int__(self) -> int:
        return 10**9

    def __le__(self, other: object) -> bool:
        return True

    __lt__ = __ge__ = __gt__ = __le__


class OddSequence:
    """A sequence that reports a wrong length and whose items call back."""

    def __init__(self, items: list[Any], action: Action) -> None:
        self.items, self.action = items, action

    def __len__(self) -> int:
        self.action()
        return len(self.items) + 3

    def __getitem__(self, index: int) -> Any:
        self.action()
        return self.items[index]

    def __iter__(self) -> Iterator[Any]:
        for item in list(self.items):
            self.action()
            yield item


class ListClearer:
    """An item that clears its list when it is used."""

    def __init__(self, items: list[Any], answer: int) -> None:
        self.items, self.answer = items, answer

    def __index__(self) -> int:
        self.items.clear()
        return self.answer

    def __eq__(self, other: object) -> bool:
        self.items.clear()
        return False

    def __hash__(self) -> int:
        self.items.clear()
        return self.answer


class FakeText:
    """An object that claims to be a string."""

    @property  # type: ignore[misc]
    def __class__(self) -> type:
        return str


NUMBERS = [-1, 0, 1, 2, 3, 5, 100, 871, 2**15, 2**31 - 1, 2**31, 2**32, 2**63 - 1, 2**63, -(2**63), 2**64, 10**30]
SMALL = [-1, 0, 1, 2, 3, 4, -(2**63), 10**30]
FLOATS = [nan, inf, -inf, -0.0, 1e300, 0.5, 5e-324]
TEXTS = [
    "", " ", "\0", "\ud800", "é", "٣", "x" * 1000, "herd", "herbs", "uniform", "greedy", "deducer", "none", "tree",
    "improver", "?",
    "a1", "6-6", "bid0", "0M1", "pass", "skip", "cure:gy", "deal:??/rb/gy/bb", "hidden=rb", "herbalism(players=4)",
]  # fmt: skip


def odd_value(chance: random.Random, action: Action, small: bool, core: list[Any]) -> Any:
    """Return an odd value.

    If `small`, numbers are small or far out of range, so that no call runs for long. `core` lists objects of the core.
    """
    numbers = SMALL if small else NUMBERS
    kind = chance.randrange(20)
    if kind < 5:
        return chance.choice(numbers)
    if kind < 8:
        return chance.choice(TEXTS)
    if kind == 8:
        return chance.choice(FLOATS)
    if kind == 9:
        return OddNumber([chance.choice(SMALL[:6]), chance.choice(numbers)], action)
    if kind == 10:
        text = OddText(chance.choice(TEXTS))
        text.action = action
        return text
    if kind == 11:
        return (
            chance.choice([OddInt(1), OddInt(10**6), OddFloat(1.0), OddFloat(8.0), FakeText()])
            if not small
            else chance.choice([OddInt(1), OddFloat(1.0), FakeText()])
        )
    if kind == 12:
        return OddSequence([chance.choice(numbers), chance.choice(TEXTS)], action)
    if kind == 13:
        items: list[Any] = [chance.choice(TEXTS), 1]
        items[chance.randrange(2)] = ListClearer(items, 1)
        return items * chance.randrange(1, 3)
    if kind == 14:
        return chance.choice(
            [None, [], (), {}, set(), b"", b"herd", bytearray(b"x"), memoryview(b"abc"), object(), int, range(2), ...]
        )
    if kind == 15:
        return [chance.choice(numbers), chance.choice(TEXTS)][: chance.randrange(3)]
    if kind == 16:
        return (text() for text in (lambda: chance.choice(TEXTS), action))
    if kind == 17:
        return {chance.choice(TEXTS): chance.choice(numbers)}
    return chance.choice(core) if core else None

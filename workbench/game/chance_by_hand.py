"""Chance entered by hand, for people who roll real dice: which keys spell which outcome."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import permutations

from fastcore import CHANCE, State, Viewpoint

MOST_PARTS = 4  # that may come in any order; more would have too many orders
MOST_SHOWN = 12


def outcomes(state: State | Viewpoint) -> tuple[str, ...]:
    """What chance may decide here, as texts; () if it does not."""
    return tuple(state.move_text(move) for move, _ in state.chances()) if state.actor == CHANCE else ()


class ChanceSpelling:
    """Keys that are pressed one after the other until they name one outcome: `6` and `1`, or `1` and `6`, for 6-1.

    What stands between the parts of an outcome's text (dice, hands) need not be typed, nor a word before a colon. The
    parts may come in any order unless that would be another outcome. `typed` are the keys so far; `apart` says whether
    each part is one key, as of dice.
    """

    def __init__(self, texts: Iterable[str]) -> None:
        self.texts = tuple(texts)
        self.typed = ""
        parts = {text: _parts(text) for text in self.texts}
        free = len({tuple(sorted(one)) for one in parts.values()}) == len(parts)
        self.apart = len({len(one) for one in parts.values()}) == 1 and all(
            len(part) == 1 for one in parts.values() for part in one
        )
        self._spelled = {text: _spellings(one, free) for text, one in parts.items()}

    @property
    def fits(self) -> tuple[str, ...]:
        """The outcomes that begin as typed."""
        return tuple(
            text for text, spelled in self._spelled.items() if any(one.startswith(self.typed) for one in spelled)
        )

    @property
    def next(self) -> tuple[str, ...]:
        """The keys that lead on."""
        at = len(self.typed)
        spelled = (one for ways in self._spelled.values() for one in ways)
        return tuple(sorted({one[at] for one in spelled if len(one) > at and one.startswith(self.typed)}))

    def press(self, key: str) -> str:
        """Take in a key: the outcome that it completes, "" as long as more is to come. ValueError, with a sentence, if
        no outcome goes on so; nothing is typed then."""
        if key.casefold() not in self.next:
            raise ValueError(f"{key} does not go on here; {among(self.next)}")
        self.typed += key.casefold()
        if len(found := self.named(self.typed)) == 1 and len(self.fits) == 1:
            self.typed = ""
            return found[0]
        return ""

    def back(self) -> bool:
        """Take the last key back; whether there was one."""
        was, self.typed = self.typed, self.typed[:-1]
        return bool(was)

    def named(self, typed: str) -> tuple[str, ...]:
        """The outcomes that are spelled so."""
        return tuple(text for text, spelled in self._spelled.items() if typed in spelled)

    def read(self, text: str) -> str:
        """The outcome that somebody wrote: its own text, or its keys with anything between them, as in `6 1` or `1,6`.
        ValueError, with a sentence, if there is none."""
        text = text.strip()
        found = (text,) if text in self.texts else self.named("".join(_parts(text)))
        if len(found) != 1:
            raise ValueError(f"{text[:40]!r} is no outcome here; {among(self.texts)}")
        return found[0]


def among(texts: Sequence[str]) -> str:
    more = ", ..." if len(texts) > MOST_SHOWN else ""
    return f"choose among {', '.join(texts[:MOST_SHOWN])}{more}"


def _parts(text: str) -> list[str]:
    return re.findall(r"[^\W_]+", text.casefold().rpartition(":")[2])


def _spellings(parts: list[str], free: bool) -> frozenset[str]:
    orders = permutations(parts) if free and len(parts) <= MOST_PARTS else [tuple(parts)]
    return frozenset("".join(order) for order in orders)

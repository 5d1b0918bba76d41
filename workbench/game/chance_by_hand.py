"""Chance entered by hand, for people who roll real dice: the keys that spell each outcome."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import permutations

from fastcore import CHANCE, State, Viewpoint
from workbench.system.translation import tr

MAX_PARTS = 4  # longest text whose parts may be typed in any order; the number of orders grows fast
MAX_SHOWN = 12


def outcomes(state: State | Viewpoint) -> tuple[str, ...]:
    """Return the possible outcomes of the current chance event as strings, or () if chance is not to act."""
    return tuple(state.move_text(move) for move, _ in state.chances()) if state.actor == CHANCE else ()


class ChanceSpelling:
    """Keys that spell an outcome: `6` and `1`, or `1` and `6`, for 6-1.

    Separators between the parts of an outcome (dice, hands) and a word before a colon need not be typed. The parts may
    come in any order unless that order spells another outcome.

    Attributes:
        typed: The keys so far.
        single_keys: Whether each part is a single key, such as a die.
    """

    def __init__(self, texts: Iterable[str]) -> None:
        self.texts = tuple(texts)
        self.typed = ""
        parts = {text: _parts(text) for text in self.texts}
        free = len({tuple(sorted(words)) for words in parts.values()}) == len(parts)
        self.single_keys = len({len(words) for words in parts.values()}) == 1 and all(
            len(part) == 1 for words in parts.values() for part in words
        )
        self._spelled = {text: _spellings(words, free) for text, words in parts.items()}

    @property
    def matches(self) -> tuple[str, ...]:
        """The outcomes that match the keys so far."""
        return tuple(
            text
            for text, spelled in self._spelled.items()
            if any(spelling.startswith(self.typed) for spelling in spelled)
        )

    @property
    def next_keys(self) -> tuple[str, ...]:
        """The keys that can follow `typed`."""
        length = len(self.typed)
        spelled = (spelling for spellings in self._spelled.values() for spelling in spellings)
        return tuple(
            sorted(
                {spelling[length] for spelling in spelled if len(spelling) > length and spelling.startswith(self.typed)}
            )
        )

    def press(self, key: str) -> str:
        """Add a key. Return the outcome that it completes, or "" if more keys are needed.

        Raises:
            ValueError: No outcome matches. The key is ignored, and the message lists the possible keys.
        """
        if key.casefold() not in self.next_keys:
            raise ValueError(
                tr("{key} is not possible here; {choose_among}", key=key, choose_among=choose_among(self.next_keys))
            )
        self.typed += key.casefold()
        if len(completed := self.outcomes_for(self.typed)) == 1 and len(self.matches) == 1:
            self.typed = ""
            return completed[0]
        return ""

    def delete_key(self) -> bool:
        """Delete the last key. Return False if there is none."""
        was, self.typed = self.typed, self.typed[:-1]
        return bool(was)

    def outcomes_for(self, typed: str) -> tuple[str, ...]:
        """Return the outcomes with this spelling."""
        return tuple(text for text, spelled in self._spelled.items() if typed in spelled)

    def parse(self, text: str) -> str:
        """Return the outcome for a typed text: its own text, or its keys with any separators, such as `6 1` or `1,6`.

        Raises:
            ValueError: There is no such outcome. The message lists the outcomes.
        """
        text = text.strip()
        matching = (text,) if text in self.texts else self.outcomes_for("".join(_parts(text)))
        if len(matching) != 1:
            raise ValueError(
                tr(
                    "{text!r} is not an outcome here; {choose_among}",
                    text=text[:40],
                    choose_among=choose_among(self.texts),
                )
            )
        return matching[0]


def choose_among(texts: Sequence[str]) -> str:
    """Return the texts to choose from, for an error message."""
    more = ", ..." if len(texts) > MAX_SHOWN else ""
    return tr("choose among {texts}{more}", texts=", ".join(texts[:MAX_SHOWN]), more=more)


def _parts(text: str) -> list[str]:
    return re.findall(r"[^\W_]+", text.casefold().rpartition(":")[2])


def _spellings(parts: list[str], free: bool) -> frozenset[str]:
    orders = permutations(parts) if free and len(parts) <= MAX_PARTS else [tuple(parts)]
    return frozenset("".join(order) for order in orders)

"""The contract of entry at a real table: how the events of a game are split into lines, typed and put together again.

A game's own part is the class `AtTable` in `workbench/boards/<id>/at_table.py`. Without one, a line is a whole
observation, and its keys are its letters and digits.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from random import Random
from typing import NamedTuple

from fastcore import CHANCE, Event, Viewpoint
from workbench.system.translation import core, tr

PAD_WIDTH = 6  # keys in a row of the pad
WHOLE = re.compile(r"[^\W_]+")


class Reading(NamedTuple):
    """The result of putting lines together.

    Both texts are empty if the observation still lacks lines.

    Attributes:
        observation: The observation, or "".
        reason: Why the lines cannot belong together, without a full stop, or "".
        surplus: Whether some of the lines make an observation, and the others come after it.
    """

    observation: str = ""
    reason: str = ""
    surplus: bool = False


class Followed(NamedTuple):
    """The result of following lines fast.

    Attributes:
        fits: The number of lines that certainly fit.
        view: The view of the seat after them; "" for no lines.
        most: The most lines that can fit.
    """

    fits: int
    view: str
    most: int


class AtTable:
    """Entry of any game: one line is one observation.

    Args:
        spec: The game with its options.
        seat: The seat whose observations are entered, or None for those of everybody.
    """

    EVENT: re.Pattern[str] | None = None  # the keys of any one event
    SPELLED_ALONE = False  # whether `unspelled` knows what keys mean without a list of the events

    def __init__(self, spec: str, seat: int | None) -> None:
        self.spec, self.seat = spec, seat

    def split(self, point: Viewpoint, observation: str) -> tuple[str, ...]:
        """Return the lines of an observation made at this point."""
        return (observation,)

    def read(self, point: Viewpoint, parts: Sequence[str]) -> Reading:
        """Put the lines since the last complete observation together."""
        return Reading(parts[0])

    def candidates(self, point: Viewpoint, parts: Sequence[str]) -> tuple[str, ...] | None:
        """Return the lines that may follow, perhaps with some that cannot, or None if they are not known.

        Args:
            point: The knowledge after the last complete observation.
            parts: The lines since then.
        """
        if point.actor == CHANCE and not point.info.has.covered:
            return tuple(point.move_text(move) for move, _ in point.chances())
        if point.actor >= 0 and point.state is not None:
            return tuple(point.move_text(move) for move in point.moves())
        return None

    def chance(self, point: Viewpoint, parts: Sequence[str], text: str) -> float:
        """Return the probability of a candidate if all are equally likely."""
        return 1 / (len(self.candidates(point, parts) or ()) or 1)

    def draw(self, point: Viewpoint, parts: Sequence[str], random: Random) -> tuple[str, float] | None:
        """Return one of the candidates at random and its probability, or None if there are none."""
        texts = self.candidates(point, parts) or ()
        chances = [self.chance(point, parts, text) for text in texts]
        if not texts:
            return None
        (number,) = random.choices(range(len(texts)), chances)
        return texts[number], chances[number] / sum(chances)

    def group(self, point: Viewpoint, texts: Sequence[str]) -> int:
        """Return how many of these lines probably belong to one observation that begins with the first.

        It saves time, and nothing depends on it.
        """
        return 1

    def can_follow(self, point: Viewpoint, parts: Sequence[str]) -> bool:
        """Return whether `follow` can begin here."""
        return False

    def follow(self, point: Viewpoint, texts: Sequence[str]) -> Followed:
        """Follow lines fast, as far as that is possible. It saves time, and nothing depends on it."""
        return Followed(0, "", len(texts))

    def keys(self, point: Viewpoint, parts: Sequence[str], text: str) -> tuple[str, ...]:
        """Return the spellings of a line, the shortest first."""
        return ("".join(WHOLE.findall(text.casefold())),)

    def unspelled(self, point: Viewpoint, parts: Sequence[str], keys: str) -> str:
        """Return the text of an event that keys spell in other positions, so that a reason can name what is impossible.

        Keys that spell nothing remain as they are.
        """
        return keys

    def reason(self, reason: str) -> str:
        """Return why an event is impossible as players say it, given the reason of the core."""
        return core(reason)

    def first_event(self, keys: str) -> str:
        """Return the keys of the first of several events that were typed without a space, as far as that is clear."""
        found = self.EVENT.match(keys.casefold()) if self.EVENT is not None else None
        return keys[: found.end()] if found else keys

    def describe_part(self, point: Viewpoint, parts: Sequence[str], text: str) -> str:
        """Return a line in words that does not complete an observation."""
        return text

    def describe_last(self, point: Viewpoint, parts: Sequence[str], text: str) -> str:
        """Return what the last line of an observation itself says, or "" if its events say that."""
        return ""

    def repeats(self, parts: Sequence[str], event: Event) -> bool:
        """Return whether an earlier line of an observation has said this event of it."""
        return False

    def next_task(self, point: Viewpoint, parts: Sequence[str]) -> str:
        """Return a sentence about what the next line says, or "" if the position says it."""
        return ""

    def actor(self, point: Viewpoint, parts: Sequence[str]) -> int:
        """Return the seat whose event the next line is, or CHANCE or OVER."""
        return point.actor

    def automatic(self, point: Viewpoint, parts: Sequence[str]) -> str:
        """Return the line that nobody has to enter here, because nothing else can happen, or ""."""
        return ""

    def belief_text(self, variable: str, value: str) -> str:
        """Return what a value of a hidden variable means, as part of a sentence."""
        return tr("{variable} is {value}", variable=variable, value=value)

    def facts(self, typed: str) -> tuple[str, ...]:
        """Return what a typed fact means, as facts for `Viewpoint.suppose`."""
        return (typed,)

    def example_facts(self) -> str:
        """Return what a person types who knows everything hidden, as an example, or "" if facts have no short form."""
        return ""

    def seen_by(self, point: Viewpoint, parts: Sequence[str], text: str, seat: int) -> str:
        """Return a line as another seat sees it, with `*` for what is not known here, or "" if it may see no such line.

        Args:
            point: The knowledge after the last complete observation.
            parts: The lines since then.
            text: The line.
            seat: That seat.
        """
        return "" if point.info.has.covered else text

    def history(self, texts: Sequence[str]) -> tuple[str, ...] | None:
        """Return the moves of all seats behind these observations of a whole game, or None to search for them."""
        return None

    def pad(self, keys: Sequence[str]) -> tuple[tuple[str, ...], ...]:
        """Return the rows of an on-screen pad with these keys."""
        return tuple(tuple(keys[first : first + PAD_WIDTH]) for first in range(0, len(keys), PAD_WIDTH))


def spellings(table: AtTable, point: Viewpoint, parts: Sequence[str], texts: Sequence[str]) -> Mapping[str, set[str]]:
    """Return the texts by each of their spellings. A spelling of several texts is left out if they have longer ones."""
    found: dict[str, set[str]] = {}
    for text in texts:
        for keys in (*table.keys(point, parts, text), text.casefold()):
            found.setdefault(keys, set()).add(text)
    return {keys: named for keys, named in found.items() if keys and len(named) == 1}

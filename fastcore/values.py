"""The plain values that cross the core's door: facts about games, events, problems, errors."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType
from typing import NamedTuple

CHANCE = -1
OVER = -2


def quoted(text: str, most: int = 60) -> str:
    """A text as a message shows it: quoted, on one line, cut if long."""
    shown = repr(text)
    return shown if len(shown) <= most else f"{shown[: most - 3]}..."


def counted(number: int, name: str) -> str:
    """A number of things, as in "1 row" or "2 rows"."""
    return f"{number} {name}{'s' * (number != 1)}"


@lru_cache(maxsize=8192)
def with_runs(row: str) -> str:
    """A row of a board with numbers for runs of points, the same rows being written again and again."""
    return re.sub(r"\.+", lambda run: str(len(run[0])), row)


class BadPosition(ValueError):
    """A spec, position text or view that cannot be read or that the game's page refuses."""

    def __init__(self, field: str, reason: str) -> None:
        super().__init__(field, reason)
        self.field = field
        self.reason = reason

    def __str__(self) -> str:
        return f"{self.field}: {self.reason}"


class IllegalMove(ValueError):
    """A move that the actor cannot make here; says which move, in which position, and why not."""

    def __init__(self, move: str, situation: str, reason: str) -> None:
        super().__init__(move, situation, reason)
        self.move = move
        self.situation = situation
        self.reason = reason

    def __str__(self) -> str:
        return f"illegal move {quoted(self.move)} in {self.situation!r}: {self.reason}"


class Conflict(ValueError):
    """Observations or facts that no position of the game allows together."""

    def __init__(self, what: str, reason: str) -> None:
        super().__init__(what, reason)
        self.what = what
        self.reason = reason

    def __str__(self) -> str:
        return f"{quoted(self.what)}: {self.reason}"


class TooMany(ValueError):
    """Worlds that are too many to be listed."""


class Option(NamedTuple):
    """One option of a game or a bot: enough to read its text and to build a form for it.

    `kind` is "whole" (a whole number from `least` to `most`), "number" (a float in that range), "choice" (one of
    `choices`) or "letters" (a non-empty set of `choices` in their order, or one of `names`, which stand for sets).
    `default` is the text of the default, "" where leaving the option out has no value of its own.
    """

    name: str
    kind: str
    default: str
    meaning: str
    least: float = 0
    most: float = 0
    choices: tuple[str, ...] = ()
    names: Mapping[str, str] = {}

    @property
    def allowed(self) -> str:
        """What may be written, in words, for messages and forms."""
        if self.kind in ("whole", "number"):
            kind = "a whole number" if self.kind == "whole" else "a number"
            return f"{kind} from {_plain(self.least)} to {_plain(self.most)}"
        if self.kind == "choice":
            return "one of " + ", ".join(self.choices)
        named = ", ".join(self.names)
        letters = "letters out of " + "".join(self.choices) + " in this order"
        return f"one of {named}, or {letters}" if named else letters


def _plain(number: float) -> str:
    return f"{number:,.0f}" if number == int(number) else f"{number:g}"


class Field(NamedTuple):
    """One field of a position text: its name, kind, what is allowed, its text at the start, and what it means."""

    name: str
    kind: str
    allowed: str
    default: str
    meaning: str


class Has(NamedTuple):
    """What a game asks of whoever plays, shows or searches it.

    `chance`: dice or deals; `secrets`: choices that are written down one after the other and shown together; `hidden`:
    cards that not everybody sees; `deals`: its chance deals those cards, which perft takes for an end.
    """

    chance: bool
    secrets: bool
    hidden: bool
    deals: bool = False

    @property
    def covered(self) -> bool:
        """Whether a seat may know something that another does not."""
        return self.secrets or self.hidden


@dataclass(frozen=True)
class GameInfo:
    """What is fixed about a game. `seats` are the numbers of seats it is played with.

    `longest` bounds the seats' decisions in one game; `policies` are the names that `State.policy` takes;
    `sides` are the seats' names in English, lower case ("red"); `goal` is the game in one sentence, `bench` the
    specs that speed is measured on.
    """

    id: str
    title: str
    designer: str
    year: int
    seats: tuple[int, ...]
    sides: tuple[str, ...]
    has: Has
    policies: tuple[str, ...]
    longest: int
    options: tuple[Option, ...]
    fields: tuple[Field, ...]
    goal: str
    bench: tuple[str, ...]


@dataclass(frozen=True)
class Problem:
    """One thing wrong with a situation.

    Attributes:
        field: The field of the position text, as the rules page names it; "position" for their number, "spec" for
            the spec.
        reason: Why the situation is refused, in words.
        cells: The cells concerned.
        span: The place (start, end) in the situation.
        unread: Whether a text cannot be read, so that nothing that depends on it is judged.
        rule: The broken rule: a short name that is stable and belongs to the game, such as "row-count".
        values: The numbers and texts that the judge found, by name. Read-only.
    """

    field: str
    reason: str
    cells: tuple[str, ...] = ()
    span: tuple[int, int] = (0, 0)
    unread: bool = False
    rule: str = ""
    values: Mapping[str, object] = dataclasses.field(default_factory=dict, hash=False)
    mends: tuple[Mend, ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "values", MappingProxyType(dict(self.values)))


class Mend(NamedTuple):
    """A fix of a game whose fixes are still in the core."""

    words: str
    situation: str


@dataclass(frozen=True)
class Event:
    """One step of what a move does. `fields` is the position text, by field, as it is after this step.

    `seat` is who causes the step (CHANCE for dice and deals), `where` the cells concerned in order, `values` the
    rest, by keys that the game's module lists.
    """

    kind: str
    seat: int
    where: tuple[str, ...]
    values: Mapping[str, int | str]
    fields: Mapping[str, str]


class Term(NamedTuple):
    """One named part of a static evaluation: it adds `amount * weight` for the first seat."""

    name: str
    amount: float
    weight: float


class Evaluation(NamedTuple):
    """A static evaluation: a value per seat in [-1, 1], and the named terms that make it."""

    values: tuple[float, ...]
    terms: tuple[Term, ...]


class Playouts(NamedTuple):
    """Means over `games` playouts: returns per seat, decisions of seats a game, turns a
    game (the last turn's number)."""

    games: int
    returns: tuple[float, ...]
    moves: float
    turns: float

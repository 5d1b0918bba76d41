"""Plain data types of the core's interface: game constants, events, problems and errors."""

from __future__ import annotations

import dataclasses
import inspect
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType
from typing import NamedTuple, TypeVar

CHANCE = -1
OVER = -2
_Kind = TypeVar("_Kind", bound=type)
_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")


def quoted(text: str, most: int = 60) -> str:
    """Return a text as a message shows it: quoted, on one line, cut if long."""
    shown = repr(text)
    return shown if len(shown) <= most else f"{shown[: most - 3]}..."


def counted(number: int, name: str) -> str:
    """Return a number of things in words, such as "1 row" or "2 rows"."""
    return f"{number} {name}{'s' * (number != 1)}"


def choices(names: Iterable[str], noun: str) -> str:
    """Return valid names in words, such as "the options are a, b" or "there are no options"."""
    listed = ", ".join(names)
    plural = f"{noun}es" if noun.endswith("s") else f"{noun}s"
    return f"the {plural} are {listed}" if listed else f"there are no {plural}"


@lru_cache(maxsize=8192)
def with_runs(row: str) -> str:
    """Return a row of a board with each run of points replaced by its length. Cached because rows repeat."""
    return re.sub(r"\.+", lambda run: str(len(run[0])), row)


def described(kind: _Kind) -> _Kind:
    """Copy the descriptions under "Attributes" in a NamedTuple's docstring to its fields, where `help` shows them."""
    section = inspect.cleandoc(kind.__doc__ or "").partition("Attributes:\n")[2]
    for name, text in re.findall(r"^ {4}(\w+): (.*(?:\n {8}.*)*)", section, re.MULTILINE):
        getattr(kind, name).__doc__ = " ".join(text.split())
    return kind


class BadPosition(ValueError):
    """Raised for a spec, position text or view that cannot be read or that the rules forbid."""

    def __init__(self, field: str, reason: str) -> None:
        super().__init__(field, reason)
        self.field = field
        self.reason = reason

    def __str__(self) -> str:
        return f"{self.field}: {self.reason}"


class IllegalMove(ValueError):
    """Raised for a move that the actor cannot make. The message has the move, the situation and the reason."""

    def __init__(self, move: str, situation: str, reason: str) -> None:
        super().__init__(move, situation, reason)
        self.move = move
        self.situation = situation
        self.reason = reason

    def __str__(self) -> str:
        return f"illegal move {quoted(self.move)} in {self.situation!r}: {self.reason}"


class Conflict(ValueError):
    """Raised for observations or facts that contradict each other or the rules."""

    def __init__(self, what: str, reason: str) -> None:
        super().__init__(what, reason)
        self.what = what
        self.reason = reason

    def __str__(self) -> str:
        return f"{quoted(self.what)}: {self.reason}"


class TooMany(ValueError):
    """Raised if there are too many worlds to list or positions to solve."""


@described
class Option(NamedTuple):
    """One option of a game or a bot, with everything needed to parse its text and to build a form.

    Attributes:
        name: The name in a spec.
        kind: "whole" (a whole number from `least` to `most`), "number" (a float in that range), "choice" (one of
            `choices`) or "letters" (a non-empty set of `choices` in their order, or the name of a set).
        default: The text of the default, or "" if an omitted option has no value.
        meaning: An explanation.
        least: The smallest number.
        most: The largest number.
        choices: The values or letters to choose from.
        names: The named sets of letters.
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
        """The valid texts in words, for messages and forms."""
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


@described
class Field(NamedTuple):
    """One field of a position text.

    Attributes:
        name: The name in `State.fields` and `Problem.field`.
        kind: The kind of control in a form, such as "board", "cards", "whole", "choice" or "text".
        allowed: The valid texts in words.
        default: The text at the start of a game with default options.
        meaning: An explanation.
    """

    name: str
    kind: str
    allowed: str
    default: str
    meaning: str


@described
class Has(NamedTuple):
    """The features of a game that matter to programs that play, display or search it.

    Attributes:
        chance: Whether there are dice or deals.
        secrets: Whether players choose secretly and reveal their choices together.
        hidden: Whether there are cards that some players cannot see.
        deals: Whether chance deals those cards. Perft stops at a deal.
    """

    chance: bool = False
    secrets: bool = False
    hidden: bool = False
    deals: bool = False

    @property
    def covered(self) -> bool:
        """Whether a seat may know something that another seat does not know."""
        return self.secrets or self.hidden


@dataclass(frozen=True, kw_only=True)
class GameInfo:
    """The constants of a game, as keyword arguments.

    Attributes:
        id: The name of its folder and of its specs.
        title: The title.
        designer: The designer.
        year: The year of publication, or 0.
        seats: The possible numbers of seats.
        sides: The names of the seats in English, in lower case, such as "red"; by default "first", "second", ...
        has: The features of the game.
        policies: The names that `State.policy` takes.
        declines: The move texts that decline a guess for good, such as a reply to another player's guess.
        longest: An upper bound on the number of decisions by all seats in one game.
        options: The options of a spec.
        fields: The fields of the position text.
        goal: The game in one sentence.
        bench: The specs that speed is measured on; by default the game without options.
    """

    id: str
    title: str
    designer: str
    year: int = 0
    seats: tuple[int, ...]
    sides: tuple[str, ...] = ()
    has: Has
    policies: tuple[str, ...] = ("uniform", "greedy")
    declines: tuple[str, ...] = ()
    longest: int
    options: tuple[Option, ...] = ()
    fields: tuple[Field, ...]
    goal: str
    bench: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "sides", self.sides or _ORDINALS[: max(self.seats)])
        object.__setattr__(self, "bench", self.bench or (self.id,))


@dataclass(frozen=True)
class Problem:
    """One problem of a situation.

    Attributes:
        field: The field of the position text, as named on the rules page; "position" for a wrong number of fields,
            "spec" for the spec.
        reason: The reason in words.
        cells: The cells concerned.
        span: The place (start, end) in the situation.
        unread: Whether a text cannot be read. Rules that depend on it are then not checked.
        rule: The broken rule: a short, stable name defined by the game, such as "row-count".
        values: The numbers and texts found by the check, by name. Read-only.
    """

    field: str
    reason: str
    cells: tuple[str, ...] = ()
    span: tuple[int, int] = (0, 0)
    unread: bool = False
    rule: str = ""
    values: Mapping[str, object] = dataclasses.field(default_factory=dict, hash=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "values", MappingProxyType(dict(self.values)))


@dataclass(frozen=True)
class Event:
    """One step of a move.

    Attributes:
        kind: The kind of the step.
        seat: The seat that causes the step, or CHANCE for dice and deals.
        where: The cells concerned, in order.
        values: Further values; the game's module documents the keys.
        fields: The position text after this step, by field.
    """

    kind: str
    seat: int
    where: tuple[str, ...]
    values: Mapping[str, int | str]
    fields: Mapping[str, str]


@described
class Term(NamedTuple):
    """One named part of a static evaluation, which adds `amount * weight` for seat 0.

    Attributes:
        name: The name of the feature.
        amount: The size of the feature, in the game's units.
        weight: The fitted weight of one unit.
    """

    name: str
    amount: float
    weight: float


@described
class Evaluation(NamedTuple):
    """A static evaluation of a position.

    Attributes:
        values: The value for each seat, in [-1, 1]; they sum to 0.
        terms: The Terms for seat 0. Their weighted sum s gives its value as s / sqrt(1 + s * s).
    """

    values: tuple[float, ...]
    terms: tuple[Term, ...]


@described
class Playouts(NamedTuple):
    """Means over playouts.

    Attributes:
        games: The number of playouts.
        returns: The mean result of each seat, in [-1, 1].
        moves: The mean number of decisions by all seats in a game.
        turns: The mean number of turns in a game.
    """

    games: int
    returns: tuple[float, ...]
    moves: float
    turns: float


@described
class Solution(NamedTuple):
    """The exact result of a position.

    Attributes:
        values: The value for each seat, in [-1, 1].
        move: A best move of the seat that decides; None if none does.
        positions: The number of positions visited.
    """

    values: tuple[float, ...]
    move: int | None
    positions: int

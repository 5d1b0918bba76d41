"""Messages between a bot's process and the process that asks it, as MessagePack.

One question has one answer. While a bot thinks for a window or a terminal (`Think.stream`), its process also sends what
it has found so far, and receives messages to stop or to focus on other moves.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from bots.report import MOST_REPORTS, Limit, Report
from bots.sources import Source

FaultKind = Literal["start", "crash", "nonsense", "illegal", "timeout"]


class Sit(msgspec.Struct, frozen=True, tag="sit", omit_defaults=True):
    """Make a bot and seat it in a new game.

    `view` is the starting position as the seat sees it, None for the usual start. An empty `spec` only makes the bot.
    `brief`: nobody keeps its reasons. `described`: the answer contains everything that the bot declares.
    """

    bot: str
    seed: int
    spec: str
    seat: int | None
    view: str | None
    brief: bool = False
    described: bool = False
    source: Source | None = None  # the file to run for a bot from a file, and its digest


class Place(msgspec.Struct, frozen=True):
    """A position as one seat knows it: what its viewpoint began with and what it has learned since (observed or
    supposed). `extends`: the position is the last one sent, and `learned` only holds what is new."""

    spec: str
    seat: int | None
    begun: str | None
    learned: tuple[tuple[bool, str], ...]
    extends: bool = False


class Wishes(msgspec.Struct, frozen=True, omit_defaults=True):
    """Settings of a bot that searches (`bots.searching.SearchBot`), for analysis. Other bots ignore them."""

    told: int
    pace: float
    tracing: bool = False
    resumes: bool = False
    focus: tuple[str, ...] = ()
    fresh: bool = False  # forget the search of the last question


class Think(msgspec.Struct, frozen=True, tag="think", omit_defaults=True):
    """Decide. `learned` is what the seat has observed since the last question; `place` replaces the position instead.
    `all` asks for every report, not only for the last; `stream` for each report immediately."""

    learned: tuple[str, ...]
    limit: Limit | None
    all: bool
    stream: bool = False
    place: Place | None = None
    wishes: Wishes | None = None


class Stop(msgspec.Struct, frozen=True, tag="stop"):
    """End a streamed search and keep its result."""


class Focus(msgspec.Struct, frozen=True, tag="focus"):
    """Restrict the simulations to these moves from now on, () for all."""

    moves: tuple[str, ...]


class Judge(msgspec.Struct, frozen=True, tag="judge"):
    """Judge the decision in a position (see `SearchBot.judge`)."""

    place: Place
    decided: tuple[str, ...]
    simulations: int


class Dump(msgspec.Struct, frozen=True, tag="dump"):
    """Return the most visited nodes of the last search in the format of a tree file."""


class Declared(msgspec.Struct, frozen=True):
    """One option of a bot."""

    name: str
    kind: str
    default: str
    meaning: str
    allowed: str


class About(msgspec.Struct, frozen=True):
    """What a bot declares about itself, and what it can do for an analysis."""

    name: str
    meaning: str
    values: dict[str, int | float | str]
    options: tuple[Declared, ...]
    presets: dict[str, tuple[str, str]]
    searches: bool = False
    focuses: bool = False
    compares: bool = False
    traces: bool = False


class Seated(msgspec.Struct, frozen=True, tag="seated", omit_defaults=True):
    """Answer to Sit: the bot's canonical text, its version, how many threads it uses, and the seconds of a decision
    if its own options limit them."""

    text: str
    version: str
    threads: int
    seconds: float | None
    about: About | None = None


class Found(msgspec.Struct, frozen=True, tag="found"):
    """A report of a bot that continues to think."""

    report: Report


class Thought(msgspec.Struct, frozen=True, tag="thought", omit_defaults=True):
    """Answer to Think: the reports (none if they were streamed) and the seconds taken. `waited` are
    the seconds in which the process had no core; they are measured from outside. `bytes` is the memory
    of the bot's search, 0 for none."""

    reports: Annotated[tuple[Report, ...], Meta(max_length=MOST_REPORTS)]
    seconds: float
    waited: float = 0.0
    bytes: int = 0
    engine: str = ""


class Judged(msgspec.Struct, frozen=True, tag="judged"):
    """Answer to Judge."""

    report: Report
    best: tuple[str, ...]
    best_value: float
    value: float


class Data(msgspec.Struct, frozen=True, tag="data"):
    """Answer to Dump: the tree as JSON."""

    json: bytes


class Fault(msgspec.Struct, frozen=True, tag="fault"):
    """Answer of a bot that failed."""

    kind: FaultKind
    reason: str


Question = Sit | Think | Judge | Dump
Answer = Seated | Found | Thought | Judged | Data | Fault

TO_BOT = msgspec.msgpack.Decoder(Sit | Think | Stop | Focus | Judge | Dump)
FROM_BOT = msgspec.msgpack.Decoder(Seated | Found | Thought | Judged | Data | Fault)
ENCODER = msgspec.msgpack.Encoder()

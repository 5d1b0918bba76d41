"""The MessagePack messages between a bot's process and its parent.

Each question has one answer. If a question asks for streaming (`Think.stream`), the bot also sends interim reports and
accepts `Stop` and `Focus` while it thinks.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from bots.loading.sources import Source
from bots.report import MAX_REPORTS, Limit, Report
from fastcore import Viewpoint
from workbench.system import decoding

FaultKind = Literal["start", "crash", "nonsense", "illegal", "timeout"]


class Sit(msgspec.Struct, frozen=True, tag="sit", omit_defaults=True):
    """A request to make a bot and seat it in a new game.

    `view` is the starting position as the seat sees it (None: the usual start). With an empty `spec` the bot is created
    but not seated. `brief` means that the bot's reasons are not needed. `described` asks for the bot's description.
    """

    bot: str
    seed: int
    spec: str
    seat: int | None
    view: str | None
    brief: bool = False
    described: bool = False
    source: Source | None = None  # the file to run and its digest, for a bot from a file


class SentPosition(msgspec.Struct, frozen=True):
    """A position as one seat knows it: the start of its viewpoint and what it has learned since.

    Each entry of `learned` is True and an observation, or False and a supposition. If `extends` is set, the message
    continues the last position sent, and `learned` contains only the new entries.
    """

    spec: str
    seat: int | None
    begun: str | None
    learned: tuple[tuple[bool, str], ...]
    extends: bool = False

    def viewpoint(self, before: Viewpoint | None) -> Viewpoint:
        """Return the position. `before` is the last one, which changes if this message continues it."""
        extends = self.extends and before is not None
        point = before if extends and before is not None else Viewpoint(self.spec, self.seat, self.begun)
        for observed, text in self.learned:
            if observed:
                point.observe(text, events=False)
            else:
                point = point.suppose(text)
        return point


class SearchSettings(msgspec.Struct, frozen=True, omit_defaults=True):
    """Analysis settings for a searching bot (`bots.searching.SearchBot`). Other bots ignore them."""

    max_candidates: int
    report_seconds: float
    tracing: bool = False
    resumes: bool = False
    focus: tuple[str, ...] = ()
    fresh: bool = False  # discard the previous search


class Think(msgspec.Struct, frozen=True, tag="think", omit_defaults=True):
    """A request to decide in a position.

    `learned` contains the seat's observations since the last question. `place` replaces the position instead. `all`
    asks for all reports in the answer, not only the last. `stream` asks for each report as soon as it is ready.
    `compare` has a move that a program's report should include, and the rest of its secret plan, in a review.
    """

    learned: tuple[str, ...]
    limit: Limit | None
    all: bool
    stream: bool = False
    place: SentPosition | None = None
    settings: SearchSettings | None = None
    compare: tuple[str, ...] = ()


class Stop(msgspec.Struct, frozen=True, tag="stop"):
    """A request to end a streamed search and keep its result."""


class Focus(msgspec.Struct, frozen=True, tag="focus"):
    """A request to restrict further simulations to these moves; () allows all moves again."""

    moves: tuple[str, ...]


class Judge(msgspec.Struct, frozen=True, tag="judge"):
    """A request to judge a decision in a position (see `SearchBot.judge`)."""

    place: SentPosition
    decided: tuple[str, ...]
    simulations: int


class Dump(msgspec.Struct, frozen=True, tag="dump"):
    """A request for the most visited nodes of the last search, in the format of a tree file."""


class DeclaredOption(msgspec.Struct, frozen=True):
    """One option that a bot declares."""

    name: str
    kind: str
    default: str
    meaning: str
    allowed: str


class BotDescription(msgspec.Struct, frozen=True):
    """A bot's description of itself, and the kinds of analysis that it supports."""

    name: str
    meaning: str
    values: dict[str, int | float | str]
    options: tuple[DeclaredOption, ...]
    presets: dict[str, tuple[str, str]]
    searches: bool = False
    focuses: bool = False
    compares: bool = False
    traces: bool = False


class Seated(msgspec.Struct, frozen=True, tag="seated", omit_defaults=True):
    """The answer to `Sit`: the bot's canonical spec and its version.

    `seconds` is the time for a decision if the bot's options limit it. `about` is present if `Sit.described` was set.
    `stays` is whether the process may play further games.
    """

    text: str
    version: str
    threads: int
    seconds: float | None
    about: BotDescription | None = None
    stays: bool = False


class InterimReport(msgspec.Struct, frozen=True, tag="found"):
    """An interim report of a bot that is still thinking."""

    report: Report


class Thought(msgspec.Struct, frozen=True, tag="thought", omit_defaults=True):
    """The answer to `Think`: the reports and the seconds taken.

    `reports` is empty if the reports were streamed. `waited` is the time in seconds without a free core, measured by
    the parent. `bytes` is the memory of the bot's search, or 0. `engine` names the search.
    """

    reports: Annotated[tuple[Report, ...], Meta(max_length=MAX_REPORTS)]
    seconds: float
    waited: float = 0.0
    bytes: int = 0
    engine: str = ""


class Judged(msgspec.Struct, frozen=True, tag="judged"):
    """The answer to `Judge`. Values are from the point of view of the seat that decided, from -1 to 1."""

    report: Report
    best: tuple[str, ...]
    best_value: float
    value: float
    steps: tuple[float, ...] = ()


class TreeDump(msgspec.Struct, frozen=True, tag="data"):
    """The answer to `Dump`: the tree as JSON."""

    json: bytes


class GameOver(msgspec.Struct, frozen=True, tag="over"):
    """The end of a match's game. Only programs receive it: a Python bot needs to know nothing."""

    ending: str
    returns: tuple[float, ...]
    points: tuple[int, ...]
    guilty: int | None
    reason: str
    learned: tuple[str, ...] = ()  # the seat's observations since its last question


class Fault(msgspec.Struct, frozen=True, tag="fault"):
    """The answer of a bot that failed."""

    kind: FaultKind
    reason: str


Question = Sit | Think | Judge | Dump
Answer = Seated | InterimReport | Thought | Judged | TreeDump | Fault

TO_BOT = decoding.msgpack_decoder(Sit | Think | Stop | Focus | Judge | Dump)
FROM_BOT = decoding.msgpack_decoder(Seated | InterimReport | Thought | Judged | TreeDump | Fault)
ENCODER = msgspec.msgpack.Encoder()

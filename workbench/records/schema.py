"""The contents of a record.

`docs/formats.md` and the JSON Schema of `herbarium export --schema` are made from these types.
"""

from __future__ import annotations

from inspect import cleandoc
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from bots.report import MOST_BOT, MOST_LIST, MOST_REPORTS, Limit, Mark, Report
from fastcore.limits import MOST_FACT, MOST_FACTS, MOST_MOVE, MOST_POSITION, MOST_SPEC
from workbench.system import limits

VERSION = 5  # of the schema; `migrations` reads the earlier ones
FORMAT: Literal["herbarium record"] = "herbarium record"
SETS_UP = "position="  # how the text of a step begins that sets up a position by hand

Seconds = Annotated[float, Meta(ge=0, description="seconds")]
Count = Annotated[int, Meta(ge=0)]
Seed = Annotated[int, Meta(ge=0, le=2**63 - 1)]
Salt = Annotated[str, Meta(pattern=r"^[0-9a-f]{32}$", max_length=32)]
Head = Annotated[str, Meta(max_length=100)]
Spec = Annotated[str, Meta(max_length=MOST_SPEC)]
Position = Annotated[str, Meta(max_length=MOST_POSITION)]
MoveText = Annotated[str, Meta(max_length=MOST_MOVE + len("position="))]
FactText = Annotated[str, Meta(max_length=MOST_FACT)]
Label = Annotated[str, Meta(max_length=limits.LABEL)]
Comment = Annotated[str, Meta(max_length=limits.COMMENT)]
Tag = Annotated[str, Meta(max_length=limits.TAG)]
BotText = Annotated[str, Meta(max_length=MOST_BOT)]
Reports = Annotated[tuple[Report, ...], Meta(max_length=MOST_REPORTS)]
Marks = Annotated[tuple[Mark, ...], Meta(max_length=MOST_LIST)]
Cell = Annotated[str, Meta(pattern=r"^[0-9]{1,3}\.[0-9]{1,3}$")]
Written = Annotated[str, Meta(min_length=1, max_length=12)]
ByHand = Literal["never", "once", "always"]
Ending = Literal["normal", "adjudicated", "resigned", "illegal", "timeout", "crash", "void"]


class Part(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A part of a record: what is at its default is not written, what is not known is refused."""


class Seat(Part, frozen=True):
    """Who sat there: `person`, or the text that makes a bot; `name` is the person's, `version` the bot's program's."""

    player: BotText
    name: Label = ""
    version: Label = ""


class Move(Part, frozen=True):
    """One move as the rules page writes it, or what the seat that is followed learned of it; or
    `position=` and the position text of one that was set up by hand (as that seat sees it).

    `seconds` is the time it took, `left` what the clock showed after it, `reports` what the bot that chose it had
    found, the last being its choice (`kept` in it: simulations taken over from the decision before). `later` are
    reports of an analysis that was made afterwards, `analysed` those of one of the position after it, where nothing was
    decided yet.
    """

    move: MoveText
    seconds: Seconds | None = None
    left: float | None = None
    reports: Reports = ()
    later: Reports = ()
    analysed: Reports = ()
    comment: Comment = ""
    marks: Marks = ()


class Line(Part, frozen=True):
    """Moves one after the other. The first line is the main one; each other one leaves the earlier line `of` after `at`
    of the moves on the way from the start to there."""

    of: Count = 0
    at: Count = 0
    moves: Annotated[tuple[Move, ...], Meta(max_length=limits.MOVES)] = ()


class Place(Part, frozen=True):
    """A position in the tree: after `at` moves on the way along line `line`."""

    line: Count = 0
    at: Count = 0


class Help(Part, frozen=True):
    """A while in which the program filled in a seat's forms: after how many moves it began, and after how many it ended
    (None: it goes on)."""

    since: Count
    until: Count | None = None


class Notes(Part, frozen=True):
    """What a seat (from 0) noted beside the game, for itself alone: by the heads of its forms what it wrote in their
    cells, which are named `row.column`, both from 0. `helped` are the whiles in which the program filled them in for
    it, the one that goes on last."""

    seat: Count
    forms: Annotated[
        dict[Head, Annotated[dict[Cell, Written], Meta(max_length=limits.CELLS)]], Meta(max_length=limits.FORMS)
    ] = {}
    helped: Annotated[tuple[Help, ...], Meta(max_length=limits.HELPED)] = ()


class Result(Part, frozen=True):
    """How it ended: the result a seat in [-1, 1], the game's own points, and for endings that are not the game's own
    the seat that is to blame (from 0) and the reason in words."""

    ending: Ending
    returns: Annotated[tuple[float, ...], Meta(max_length=limits.SEATS)]
    points: Annotated[tuple[int, ...], Meta(max_length=limits.SEATS)] = ()
    guilty: Count | None = None
    reason: Annotated[str, Meta(max_length=limits.REASON)] = ""


class Record(Part, frozen=True):
    """One game. `position` is the position text it began with (None: the start of the rules), `seed` fixes dice and
    deals, and `salt` with `block` and `game` (its number there; both from 0, and 0 outside matches) the bots' own
    seeds; without a salt, bots have the seed of programs before version 5. `by_hand` says when it is chosen instead,
    `follows` the one seat (from 0) whose observations alone are here (None: the whole table), `facts` what that seat
    knew at the start besides, `here` where whoever kept it stood, `limit` what the bots had to think, `given` how many
    of the first moves nobody at the table decided (an opening), `comment`, `marks` and `analysed` are those of the
    start, `tags` what else is to be remembered (event, round, ...), `notes` what seats noted for themselves.
    """

    spec: Spec
    position: Position | None = None
    follows: Count | None = None
    facts: Annotated[tuple[FactText, ...], Meta(max_length=MOST_FACTS)] = ()
    by_hand: ByHand = "never"
    seed: Seed = 0
    salt: Salt | None = None
    block: Count = 0
    game: Count = 0
    seats: Annotated[tuple[Seat, ...], Meta(max_length=limits.SEATS)] = ()
    limit: Limit | None = None
    given: Count = 0
    hindsight: bool = False
    created: Label = ""
    program: Label = ""
    tags: Annotated[dict[Label, Tag], Meta(max_length=limits.TAGS)] = {}
    comment: Comment = ""
    marks: Marks = ()
    analysed: Reports = ()
    lines: Annotated[tuple[Line, ...], Meta(max_length=limits.LINES)] = ()
    here: Place | None = None
    notes: Annotated[tuple[Notes, ...], Meta(max_length=limits.NOTES)] = ()
    result: Result | None = None


class Filed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The whole file: gzip over the JSON of this."""

    format: Literal["herbarium record"]
    version: int
    record: Record


def json_schema() -> dict[str, object]:
    """Return the JSON Schema (2020-12) of a file of the present version, before it is compressed."""
    schema: dict[str, object] = _unindented(msgspec.json.schema(Filed))
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **schema}


def _unindented(schema: Any) -> Any:
    """Return the schema with its descriptions unindented.
    They are docstrings, which Python itself unindents since 3.13."""
    if isinstance(schema, dict):
        return {
            key: cleandoc(value) if key == "description" and isinstance(value, str) else _unindented(value)
            for key, value in schema.items()
        }
    return [_unindented(value) for value in schema] if isinstance(schema, list) else schema

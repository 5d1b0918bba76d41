"""The contents of a record.

`docs/research/formats.md` and the JSON Schema of `herbarium export --to schema` are based on these types.
"""

from __future__ import annotations

import re
from inspect import cleandoc
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from bots.report import MAX_BOT, MAX_LIST, MAX_REPORTS, Limit, Mark, Report
from fastcore.text.limits import MAX_FACT, MAX_FACTS, MAX_MOVE, MAX_POSITION, MAX_SPEC
from workbench.system import limits

VERSION = 5  # version of the schema; `migrations` converts earlier ones
FORMAT: Literal["herbarium record"] = "herbarium record"
SETS_UP = "position="  # prefix of a step that sets up a position by hand

Seconds = Annotated[float, Meta(ge=0, description="seconds")]
Count = Annotated[int, Meta(ge=0)]
Seed = Annotated[int, Meta(ge=0, le=2**63 - 1)]
Salt = Annotated[str, Meta(pattern=r"^[0-9a-f]{32}$", max_length=32)]
Head = Annotated[str, Meta(max_length=100)]
Spec = Annotated[str, Meta(max_length=MAX_SPEC)]
Position = Annotated[str, Meta(max_length=MAX_POSITION)]
MoveText = Annotated[str, Meta(max_length=MAX_MOVE + len("position="))]
FactText = Annotated[str, Meta(max_length=MAX_FACT)]
Label = Annotated[str, Meta(max_length=limits.LABEL)]
Comment = Annotated[str, Meta(max_length=limits.COMMENT)]
Tag = Annotated[str, Meta(max_length=limits.TAG)]
BotText = Annotated[str, Meta(max_length=MAX_BOT)]
Reports = Annotated[tuple[Report, ...], Meta(max_length=MAX_REPORTS)]
Marks = Annotated[tuple[Mark, ...], Meta(max_length=MAX_LIST)]
Cell = Annotated[str, Meta(pattern=r"^[0-9]{1,3}\.[0-9]{1,3}$")]
Written = Annotated[str, Meta(min_length=1, max_length=12)]
ByHand = Literal["never", "once", "always"]
Ending = Literal["normal", "adjudicated", "resigned", "illegal", "timeout", "crash", "void"]


class Part(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A part of a record. Default values are omitted, and unknown fields are refused."""


class Seat(Part, frozen=True):
    """The player on a seat: `person` or the text of a bot, with the person's `name` or the bot's `version`.

    A bot of a match may have its own `limit`, instead of that of the record.
    """

    player: BotText
    name: Label = ""
    version: Label = ""
    limit: Limit | None = None


class Private(Part, frozen=True):
    """The comment and the marks of one seat (from 0) on a position, which others must not see before the end."""

    seat: Count
    comment: Comment = ""
    marks: Marks = ()


Privates = Annotated[tuple[Private, ...], Meta(max_length=limits.SEATS)]


class Move(Part, frozen=True):
    """One move.

    `move` is a move as on the rules page, an observation of the seat that the record follows, or `position=` with the
    text of a position set up by hand (as that seat sees it). `seconds` is the time taken, and `left` the clock after
    the move. `reports` come from the bot that chose the move, the choice last; `kept` in a report counts simulations
    reused from the previous decision. `later` are reports of a subsequent analysis, and `analysed` are reports of an
    analysis of the position after the move. `marks` are on the board after the move, by kind: `circle:green` around one
    place, `arrow:green` from one place to another (also red, blue and yellow), and `annotation:!?` for the move itself.
    `private` has the comments and marks that only their author may see until the game ends.
    """

    move: MoveText
    seconds: Seconds | None = None
    left: float | None = None
    reports: Reports = ()
    later: Reports = ()
    analysed: Reports = ()
    comment: Comment = ""
    marks: Marks = ()
    private: Privates = ()


class Line(Part, frozen=True):
    """A sequence of moves.

    The first line is the main line. Each later line branches off the earlier line `of` after `at` moves, counted from
    the start of the game.
    """

    of: Count = 0
    at: Count = 0
    moves: Annotated[tuple[Move, ...], Meta(max_length=limits.MOVES)] = ()


class Place(Part, frozen=True):
    """A position in the tree: after `at` moves from the start of the game, in line `line`."""

    line: Count = 0
    at: Count = 0


class Help(Part, frozen=True):
    """A period in which the program filled in a seat's forms.

    It lasts from move number `since` to `until`. If `until` is null, it has not ended.
    """

    since: Count
    until: Count | None = None


class Notes(Part, frozen=True):
    """The private notes of a seat (from 0).

    `forms` maps the head of a form to its cells, named `row.column`, both from 0. `helped` are the periods in which the
    program filled in the forms, an unfinished one last.
    """

    seat: Count
    forms: Annotated[
        dict[Head, Annotated[dict[Cell, Written], Meta(max_length=limits.CELLS)]], Meta(max_length=limits.FORMS)
    ] = {}
    helped: Annotated[tuple[Help, ...], Meta(max_length=limits.HELPED)] = ()


class Result(Part, frozen=True):
    """The result of a game.

    `returns` has a number from -1 to 1 for each seat, and `points` has the points of the game. An irregular ending has
    a `guilty` seat (from 0) and a `reason`.
    """

    ending: Ending
    returns: Annotated[tuple[float, ...], Meta(max_length=limits.SEATS)]
    points: Annotated[tuple[int, ...], Meta(max_length=limits.SEATS)] = ()
    guilty: Count | None = None
    reason: Annotated[str, Meta(max_length=limits.REASON)] = ""


class Record(Part, frozen=True):
    """One game.

    `position` is the position text of the start (null: the usual start). `seed` determines dice and deals. `salt`,
    `block` and `game` (the number in the block) determine the bots' seeds; blocks and games are numbered from 0, and
    both are 0 outside matches. Without a salt, the seeds are those of programs before version 5. `by_hand`
    says when chance was chosen by hand.

    `follows` is the seat (from 0) whose view is recorded (null: everything), and `facts` are what this seat also knew
    at the start. `limit` is the limit of the bots. `given` counts the moves of the opening, which nobody decided.
    `hindsight` means that moves were undone. `here` is the position where the game was left. `comment`, `marks`,
    `private` and `analysed` belong to the start. `tags` are free (event, round, ...). `notes` are private to a seat.
    """

    spec: Spec
    position: Position | None = None
    follows: Count | None = None
    facts: Annotated[tuple[FactText, ...], Meta(max_length=MAX_FACTS)] = ()
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
    private: Privates = ()
    analysed: Reports = ()
    lines: Annotated[tuple[Line, ...], Meta(max_length=limits.LINES)] = ()
    here: Place | None = None
    notes: Annotated[tuple[Notes, ...], Meta(max_length=limits.NOTES)] = ()
    result: Result | None = None


class Filed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The whole file: gzip over this JSON."""

    format: Literal["herbarium record"]
    version: int
    record: Record


def json_schema() -> dict[str, object]:
    """Return the JSON Schema (2020-12) of an uncompressed file of the current version."""
    schema: dict[str, object] = _with_clean_descriptions(msgspec.json.schema(Filed))
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **schema}


def _with_clean_descriptions(schema: Any) -> Any:
    """Return the schema with descriptions for readers of JSON."""
    if isinstance(schema, dict):
        return {
            key: _description(value)
            if key == "description" and isinstance(value, str)
            else _with_clean_descriptions(value)
            for key, value in schema.items()
        }
    return [_with_clean_descriptions(value) for value in schema] if isinstance(schema, list) else schema


def _description(docstring: str) -> str:
    """Return a docstring as a description: unindented, without the Raises section, and with JSON's name for None.

    Python itself unindents docstrings only since 3.13.
    """
    return re.sub(r"\bNone\b", "null", cleandoc(docstring).partition("\n\nRaises:")[0])

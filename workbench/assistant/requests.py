"""The arguments of every tool, with their bounds and meanings. Clients get them as a JSON schema."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from workbench.system.translation import tr

Answer = dict[str, Any]  # the data of an answer, ready for JSON

MOST_SIMULATIONS = 1_000_000
MOST_GAMES = 100_000
MOST_REVIEW = 20_000

Position = Annotated[
    str,
    Meta(
        min_length=1, max_length=4000,
        description=tr(
            "a spec for the start of a game, or a spec and a position text. A following @2 marks "
            "the view of seat 2"
        ),
    ),
]  # fmt: skip
Seat = Annotated[int, Meta(ge=1, le=99, description=tr("the seat, from 1, whose view is used"))]
Seconds = Annotated[
    float, Meta(gt=0, le=3600, description=tr("seconds for this call; the session's budget is the maximum"))
]
Seed = Annotated[int, Meta(ge=0, le=2**31 - 1, description=tr("fixes the random numbers"))]
MoveWord = Annotated[str, Meta(min_length=1, max_length=400, description=tr("a move as the rules write it"))]
Turn = Annotated[
    str,
    Meta(min_length=1, max_length=1000, description=tr("a move, or the moves of a turn with spaces between them")),
]
Bot = Annotated[str, Meta(min_length=1, max_length=200, description=tr("a built-in bot; default: the strongest"))]
File = Annotated[str, Meta(min_length=1, max_length=1000, description=tr("the file of a saved game (.herbarium)"))]
Continuation = Annotated[
    str,
    Meta(
        min_length=1, max_length=200,
        description=tr("who plays on: a policy such as greedy, a number of simulations, or a built-in bot"),
    ),
]  # fmt: skip
Horizon = Annotated[int, Meta(ge=0, le=1_000_000, description=tr("play this many turns, then evaluate"))]
Games = Annotated[int, Meta(ge=1, le=MOST_GAMES, description=tr("maximum games for each candidate"))]
Model = Annotated[str, Meta(max_length=40, description=tr("how the players choose; default: no model"))]
GameName = Annotated[str, Meta(min_length=1, max_length=100, description=tr("the id of a game"))]


class _Request(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Arguments. Unknown names are errors."""


class GamesRequest(_Request, frozen=True):
    """The arguments of `games`."""


class RulesRequest(_Request, frozen=True):
    """The arguments of `rules`."""

    game: GameName


class PositionRequest(_Request, frozen=True):
    """The arguments of tools that need only a position."""

    position: Position
    seat: Seat | None = None


class MoveRequest(_Request, frozen=True):
    """The arguments of `why_not`."""

    position: Position
    move: MoveWord
    seat: Seat | None = None


class BeliefsRequest(_Request, frozen=True):
    """The arguments of `beliefs`."""

    position: Position
    seat: Seat | None = None
    model: Model | None = None


class PictureRequest(_Request, frozen=True):
    """The arguments of `picture`."""

    position: Position
    seat: Seat | None = None
    width: Annotated[int, Meta(ge=100, le=1600, description=tr("width in pixels"))] = 800
    theme: Literal["light", "dark"] = "light"


class AnalyseRequest(_Request, frozen=True):
    """The arguments of `analyse`."""

    position: Position
    seat: Seat | None = None
    bot: Bot | None = None
    simulations: Annotated[int, Meta(ge=1, le=MOST_SIMULATIONS, description=tr("simulations of the search"))] = 2000
    seconds: Seconds | None = None
    seed: Seed = 1


class CompareRequest(_Request, frozen=True):
    """The arguments of `compare`."""

    position: Position
    moves: Annotated[tuple[Turn, ...], Meta(min_length=2, max_length=8, description=tr("two or more candidates"))]
    seat: Seat | None = None
    continuation: Continuation | None = None
    horizon: Horizon | None = None
    games: Games | None = None
    seconds: Seconds | None = None
    seed: Seed = 1


class RolloutRequest(_Request, frozen=True):
    """The arguments of `roll_out`."""

    position: Position
    seat: Seat | None = None
    continuation: Continuation | None = None
    horizon: Horizon | None = None
    games: Games | None = None
    seconds: Seconds | None = None
    seed: Seed = 1


class ReviewRequest(_Request, frozen=True):
    """The arguments of `review`."""

    record: File
    first: Annotated[int, Meta(ge=1, le=100_000, description=tr("the first decision to judge"))] = 1
    simulations: Annotated[int, Meta(ge=1, le=MOST_REVIEW, description=tr("simulations of each search"))] = 300
    repeats: Annotated[int, Meta(ge=2, le=5, description=tr("independent judgements of each decision"))] = 3
    seconds: Seconds | None = None
    seed: Seed = 1


class LuckRequest(_Request, frozen=True):
    """The arguments of `luck`."""

    record: File
    seconds: Seconds | None = None


class PuzzleRequest(_Request, frozen=True):
    """The arguments of `puzzle`."""

    game: GameName
    number: Annotated[int, Meta(ge=1, le=100_000, description=tr("the number of the puzzle"))] = 1
    answer: Turn | None = None
    solution: Annotated[bool, Meta(description=tr("whether to show the accepted answers"))] = False
    seconds: Seconds | None = None

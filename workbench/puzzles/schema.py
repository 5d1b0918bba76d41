"""The contents of a file with puzzles; `docs/research/formats.md` describes them.

Values are winning chances in the unit of the search: from -1 to 1 for the seat that decides. A loss is the value of the
best answer minus that of another answer, from 0 to 2. Errors are standard errors.
"""

from __future__ import annotations

from hashlib import sha256
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from bots.report import MAX_BOT
from workbench.records.schema import Count, Label, MoveText, Part, Position, Seed, Spec, Tag
from workbench.system import limits

VERSION = 1
FORMAT: Literal["herbarium puzzles"] = "herbarium puzzles"
LARGEST_LOSS = 2.0
ID_LENGTH = 12

Loss = Annotated[float, Meta(ge=-LARGEST_LOSS, le=LARGEST_LOSS)]
Error = Annotated[float, Meta(ge=0, le=LARGEST_LOSS)]
Rate = Annotated[float, Meta(ge=0, le=4000)]
Share = Annotated[float, Meta(ge=0, le=1)]
Name = Annotated[str, Meta(max_length=100)]
BotText = Annotated[str, Meta(max_length=MAX_BOT)]
Moves = Annotated[tuple[MoveText, ...], Meta(min_length=1, max_length=limits.PUZZLE_MOVES)]
Origin = Literal["review", "match", "self-play"]


class Outcome(Part, frozen=True):
    """The first chance outcome after the answers: its probability, and the loss of the answer if it comes."""

    text: MoveText
    probability: Share
    loss: Loss
    error: Error


class Term(Part, frozen=True):
    """A term of the evaluation: how much better the best answer is by this term, with its error."""

    name: Name
    difference: float
    error: Annotated[float, Meta(ge=0)]


class Answer(Part, frozen=True):
    """An answer: one move, the moves of a turn in any order that leads to the same position, or a plan.

    `loss` is what it loses against the best answer, with its `error`. `better` and `worse` are the shares of the trials
    in which the best answer did better and worse than this answer. `outcomes` and `terms` say where the loss comes
    from.
    """

    moves: Moves
    loss: Loss = 0.0
    error: Error = 0.0
    better: Share = 0.0
    worse: Share = 0.0
    outcomes: Annotated[tuple[Outcome, ...], Meta(max_length=limits.PUZZLE_FACTS)] = ()
    terms: Annotated[tuple[Term, ...], Meta(max_length=limits.PUZZLE_FACTS)] = ()


class Check(Part, frozen=True):
    """A check of a puzzle by a bot: whether it chose an accepted answer. `bot` is its spec with all options."""

    bot: BotText
    seed: Seed
    agrees: bool


class Proof(Part, frozen=True):
    """How the answers were compared.

    From the position after each answer, `trials` games went on with the policy `continuation`, with common luck. They
    ended after `horizon` more turns, or with the game if null. `seed` repeats them. `value` is the value of the best
    answer. `wide_trials` is the number of trials in the last check with a larger budget, which confirmed the answers;
    0 if there was none.
    """

    continuation: Name
    trials: Count
    seed: Seed
    horizon: Count | None = None
    value: Annotated[float, Meta(ge=-1, le=1)] = 0.0
    wide_trials: Count = 0
    checks: Annotated[tuple[Check, ...], Meta(max_length=limits.PUZZLE_CHECKS)] = ()


class Source(Part, frozen=True):
    """Where a position comes from: a reviewed game, a game of a match, or self-play.

    `game` names the game, and `date` says when it was played. `turn` is the turn of the decision. `played` are the
    moves that the player chose; empty if they are unknown.
    """

    origin: Origin
    game: Tag = ""
    date: Label = ""
    turn: Count = 0
    played: Annotated[tuple[MoveText, ...], Meta(max_length=limits.PUZZLE_MOVES)] = ()


class Difficulty(Part, frozen=True):
    """The estimated rating of a puzzle, from the answers of bots at the levels for people.

    A person with this rating solves the puzzle half of the time. `tries` is the number of answers of bots.
    """

    rating: Rate
    deviation: Rate
    tries: Count = 0


class Puzzle(Part, frozen=True):
    """A position with one clearly best decision, as the deciding seat knows it.

    `view` is the position as the `seat` (from 0) saw it, and `observations` are what it observed after that. `accepted`
    are the right answers, the best first. `rejected` are wrong answers, the smallest loss first. If `complete`, these
    are all answers; otherwise a further answer has to be compared. `themes` are the kinds of the best answer's events.
    """

    spec: Spec
    seat: Annotated[int, Meta(ge=0, lt=limits.SEATS)]
    view: Position
    accepted: Annotated[tuple[Answer, ...], Meta(min_length=1, max_length=limits.PUZZLE_ANSWERS)]
    rejected: Annotated[tuple[Answer, ...], Meta(min_length=1, max_length=limits.PUZZLE_ANSWERS)]
    proof: Proof
    source: Source
    difficulty: Difficulty
    observations: Annotated[tuple[MoveText, ...], Meta(max_length=limits.PUZZLE_OBSERVATIONS)] = ()
    complete: bool = False
    themes: Annotated[tuple[Name, ...], Meta(max_length=limits.PUZZLE_FACTS)] = ()

    @property
    def id(self) -> str:
        """A name of the question: equal positions of a seat have equal ids, whatever the file."""
        parts = "\n".join((self.spec, str(self.seat), self.view, *self.observations))
        return sha256(parts.encode(errors="surrogatepass")).hexdigest()[:ID_LENGTH]

    @property
    def game(self) -> str:
        """The id of the game."""
        return self.spec.partition("(")[0]

    @property
    def best(self) -> Answer:
        """The best answer."""
        return self.accepted[0]


class PuzzleSet(Part, frozen=True):
    """A named set of puzzles. `program` is the version that wrote it."""

    title: Label = ""
    created: Label = ""
    program: Label = ""
    puzzles: Annotated[tuple[Puzzle, ...], Meta(max_length=limits.PUZZLES)] = ()


class Filed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The whole file: gzip over this JSON."""

    format: Literal["herbarium puzzles"]
    version: int
    set: PuzzleSet

"""The plan of a match: game, bots, blocks, limits, openings and adjudication; and its schedule of games.

Plain data, stored in the archive.
"""

from __future__ import annotations

from itertools import combinations, combinations_with_replacement, permutations
from math import comb, factorial
from typing import Annotated, Literal, NamedTuple

import msgspec
from msgspec import Meta

import fastcore
from bots.report import Limit
from workbench.records.schema import BotText, Label, MoveText, Position, Salt, Spec
from workbench.system import limits

Kind = Literal["match", "gauntlet"]
Unit = Annotated[float, Meta(ge=0, le=1)]
Positive = Annotated[int, Meta(ge=1)]


class BadPlan(ValueError):
    """A match that cannot be played; one line says why."""


class Adjudication(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """When a game is ended before its end; all off at first.

    `resign`: a bot of two that values its own game at most -resign in its last `resign_moves` decisions has lost.
    `agree`: where every bot's last `agree_moves` decisions value the same seat at least this much, that seat has won;
    where they all value every seat at most `draw` away from 0, it is a draw. `longest`: a draw after so many decisions.
    """

    resign: Unit | None = None
    resign_moves: Positive = 4
    agree: Unit | None = None
    agree_moves: Positive = 3
    draw: Unit | None = None
    draw_moves: Positive = 8
    longest: Positive | None = None


class Opening(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """What a game begins with: a position text (None: the start of the rules) and moves already made in it."""

    position: Position | None = None
    moves: Annotated[tuple[MoveText, ...], Meta(max_length=limits.MOVES)] = ()
    name: Annotated[str, Meta(max_length=limits.POSITION_LINE)] = ""


class SprtBounds(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A sequential test of the first bot against the second:
    Elo bounds (of the model) and the errors that are allowed."""

    elo0: float
    elo1: float
    alpha: Annotated[float, Meta(gt=0, lt=0.5)] = 0.05
    beta: Annotated[float, Meta(gt=0, lt=0.5)] = 0.05
    model: Literal["normalised", "logistic"] = "normalised"


class Plan(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A match. `bots` are canonical texts; two make a match, more a round robin, or (kind gauntlet) the first plays
    each of the others. `seed` fixes dice, deals and random openings, `salt` the bots' own seeds (None: a random one
    when the match is begun; in an archive, a match of a program without salts). A block is one seed, played by every
    table in all seat orders (`rotations`: only those that turn the seats round). `versions` are the bots' (of a file
    its digest): another one makes another match. `random_moves` are drawn for each block after its opening."""

    spec: Spec
    bots: Annotated[tuple[BotText, ...], Meta(max_length=limits.PLAN_BOTS)]
    versions: Annotated[tuple[Label, ...], Meta(max_length=limits.PLAN_BOTS)] = ()
    kind: Kind = "match"
    blocks: Annotated[int, Meta(ge=1, le=limits.BLOCKS)] = 50
    seed: Annotated[int, Meta(ge=0)] = 0
    salt: Salt | None = None
    rotations: bool = False
    limit: Limit | None = None
    openings: Annotated[tuple[Opening, ...], Meta(max_length=limits.OPENINGS)] = ()
    random_moves: Annotated[int, Meta(ge=0, le=limits.MOVES)] = 0
    adjudication: Adjudication = Adjudication()
    sprt: SprtBounds | None = None
    patience: Annotated[float, Meta(gt=0)] = 60.0
    margin: Annotated[float, Meta(ge=0)] = 0.05
    reports: Literal["none", "last", "all"] = "last"
    memory_mb: Positive = 2048


class SeatOrders(NamedTuple):
    """Bots that meet: their numbers on the seats, one tuple for each seat order."""

    orders: tuple[tuple[int, ...], ...]


class Slot(NamedTuple):
    """One game of a schedule: the number of its block, table and order there, and which bot sits where."""

    number: int
    block: int
    table: int
    order: int
    seats: tuple[int, ...]


class Schedule:
    """The games of a plan in the order in which they are begun: block after block, every table in each of them, so that
    the table of results means something early. Game numbers never depend on how many blocks there are."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        seats = fastcore.start(plan.spec).seats
        if (
            len(plan.bots) > 1
            and (games := size(len(plan.bots), seats, plan.kind, plan.rotations).games) > limits.BLOCK_GAMES
        ):
            raise BadPlan(f"{len(plan.bots)} bots make {games:,} games a block; the maximum is {limits.BLOCK_GAMES:,}")
        if plan.versions and len(plan.versions) != len(plan.bots):
            raise BadPlan(f"there are {len(plan.versions)} versions for {len(plan.bots)} bots")
        if sum(len(opening.moves) for opening in plan.openings) > limits.OPENING_MOVES:
            raise BadPlan(f"the openings have more than {limits.OPENING_MOVES:,} moves")
        self.tables = tables(len(plan.bots), seats, plan.kind, plan.rotations)
        self._slots = [(t, o, order) for t, table in enumerate(self.tables) for o, order in enumerate(table.orders)]

    @property
    def games_a_block(self) -> int:
        return len(self._slots)

    @property
    def games(self) -> int:
        return self.plan.blocks * len(self._slots)

    def slot(self, number: int) -> Slot:
        block, rest = divmod(number, len(self._slots))
        table, order, seats = self._slots[rest]
        return Slot(number, block, table, order, seats)

    def seed(self, block: int) -> int:
        """Return the seed of a block's dice, deals and random openings, the same for all its games.
        No bot receives it."""
        stream = fastcore.Stream(self.plan.seed, "block", block)
        return stream.below(2**31) << 32 | stream.below(2**32)

    def opening(self, block: int) -> Opening:
        openings = self.plan.openings
        return openings[block % len(openings)] if openings else Opening()

    def bots_at(self, table: int) -> tuple[int, ...]:
        """The numbers of the bots that meet at a table."""
        return tuple(sorted({bot for order in self.tables[table].orders for bot in order}))


def tables(bots: int, seats: int, kind: Kind, rotations: bool = False) -> tuple[SeatOrders, ...]:
    """Which bots meet: all selections of as many bots as there are seats; where there are fewer bots, all of them with
    each as evenly often as can be. In a gauntlet the first meets each of the others alone."""
    if bots < 2:
        raise BadPlan("a match needs two bots at least; the same one may be given twice")
    groups = [(0, other) for other in range(1, bots)] if kind == "gauntlet" else [tuple(range(bots))]
    made = []
    for group in groups:
        if len(group) >= seats:
            made += [SeatOrders(_orders([some], rotations)) for some in combinations(group, seats)]
        else:
            made.append(SeatOrders(_orders(_even(group, seats), rotations)))
    return tuple(made)


class Size(NamedTuple):
    """The games of a block, and those of them that tell of one bot:
    its own ones, in a gauntlet those of one meeting."""

    games: int
    own: int


def size(bots: int, seats: int, kind: Kind, rotations: bool = False) -> Size:
    """How many games a block has, counted without seating anybody."""
    group = 2 if kind == "gauntlet" else bots
    if group < seats:
        orders = own = len(_orders(_even(tuple(range(group)), seats), rotations))
        meetings = 1
    else:
        orders, meetings = seats if rotations else factorial(seats), comb(group, seats)
        own = orders * comb(group - 1, seats - 1)
    return Size(orders * meetings * (bots - 1 if kind == "gauntlet" else 1), own)


def _even(group: tuple[int, ...], seats: int) -> list[tuple[int, ...]]:
    """Ways to fill the seats with all bots of a group, none of which sits more than once oftener than another."""
    some = combinations_with_replacement(group, seats)
    return [one for one in some if max(counts := [one.count(bot) for bot in group]) - min(counts) <= 1]


def _orders(fillings: list[tuple[int, ...]], rotations: bool) -> tuple[tuple[int, ...], ...]:
    """All different ways to seat the bots of each filling, in a fixed order."""
    orders: list[tuple[int, ...]] = []
    for filling in fillings:
        ways = [filling[n:] + filling[:n] for n in range(len(filling))] if rotations else permutations(filling)
        orders += sorted(set(ways))
    return tuple(orders)

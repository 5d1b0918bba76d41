"""The plan of a match, and the schedule of games that follows from it.

Plans are plain data and are stored in the archive.
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
from workbench.system.translation import tr, trn

Kind = Literal["match", "gauntlet"]
Unit = Annotated[float, Meta(ge=0, le=1)]
Positive = Annotated[int, Meta(ge=1)]


class PlanError(ValueError):
    """Raised for a match that cannot be played. The message gives the reason."""


class Adjudication(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """Rules for ending a game early. All are off by default.

    Args:
        resign: In a game of two, a bot whose last `resign_moves` decisions value its position at -resign or less has
            lost.
        resign_moves: See `resign`.
        agree: A seat wins if every bot's last `agree_moves` decisions value it at this much or more.
        agree_moves: See `agree`.
        draw: The game is drawn if every bot's last `draw_moves` decisions value every seat at most this far from 0.
        draw_moves: See `draw`.
        longest: The game is drawn after this many decisions.
    """

    resign: Unit | None = None
    resign_moves: Positive = 4
    agree: Unit | None = None
    agree_moves: Positive = 3
    draw: Unit | None = None
    draw_moves: Positive = 8
    longest: Positive | None = None


class Opening(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The start of a game: a position text (None for the usual start), and moves played from there."""

    position: Position | None = None
    moves: Annotated[tuple[MoveText, ...], Meta(max_length=limits.MOVES)] = ()
    name: Annotated[str, Meta(max_length=limits.POSITION_LINE)] = ""


class SprtBounds(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A sequential test of the first bot against the second: Elo bounds of a model, and error rates.

    `adjusted` means that the test uses results without the luck of the dice.
    """

    elo0: float
    elo1: float
    alpha: Annotated[float, Meta(gt=0, lt=0.5)] = 0.05
    beta: Annotated[float, Meta(gt=0, lt=0.5)] = 0.05
    model: Literal["normalised", "logistic"] = "normalised"
    adjusted: bool = False


class Plan(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A match.

    Args:
        spec: The game with its options.
        bots: The bots' canonical specs. Two bots make a match, more a round robin or a gauntlet.
        versions: The versions of the bots, or the digests of their files. A new version makes a new match.
        permissions: The permissions of each bot, such as "network" or "write=/data", or () if no bot has any. New
            permissions make a new match.
        kind: In a "gauntlet", the first bots play against each of the rest.
        challengers: The number of first bots in a gauntlet. They do not play each other.
        blocks: The number of blocks. A block is one seed, played by every table in all seat orders.
        seed: The seed of dice, deals and random openings.
        salt: The secret from which the bots' seeds derive. In a new plan, None means a random salt; in an archive, it
            marks a match from a program without salts.
        rotations: Whether a block has only the rotations of the seats instead of all orders.
        limit: The limit of every bot. None means each bot's own.
        limits: The limit of each bot instead, where it is not None; () if no bot has one.
        openings: The openings, which the blocks use in turn.
        random_moves: The number of random moves in each block after its opening.
        adjudication: The rules for ending games early.
        sprt: The sequential test, or None.
        patience: The seconds that a bot without a clock may take beyond its own time before it counts as hanging.
        margin: The seconds by which a bot may exceed its clock.
        reports: Which reports of the bots are recorded.
        memory_mb: The memory of each bot process in megabytes.
        logs: Whether what the bots print is saved after each game ("all") or only after a fault ("faults").
    """

    spec: Spec
    bots: Annotated[tuple[BotText, ...], Meta(max_length=limits.PLAN_BOTS)]
    versions: Annotated[tuple[Label, ...], Meta(max_length=limits.PLAN_BOTS)] = ()
    permissions: Annotated[tuple[tuple[str, ...], ...], Meta(max_length=limits.PLAN_BOTS)] = ()
    kind: Kind = "match"
    challengers: Positive = 1
    blocks: Annotated[int, Meta(ge=1, le=limits.BLOCKS)] = 50
    seed: Annotated[int, Meta(ge=0)] = 0
    salt: Salt | None = None
    rotations: bool = False
    limit: Limit | None = None
    limits: Annotated[tuple[Limit | None, ...], Meta(max_length=limits.PLAN_BOTS)] = ()
    openings: Annotated[tuple[Opening, ...], Meta(max_length=limits.OPENINGS)] = ()
    random_moves: Annotated[int, Meta(ge=0, le=limits.MOVES)] = 0
    adjudication: Adjudication = Adjudication()
    sprt: SprtBounds | None = None
    patience: Annotated[float, Meta(gt=0)] = 60.0
    margin: Annotated[float, Meta(ge=0)] = 0.05
    reports: Literal["none", "last", "all"] = "last"
    memory_mb: Positive = 2048
    logs: Literal["faults", "all"] = "faults"


def is_timed(plan: Plan) -> bool:
    """Return whether a clock limits a bot, so that two runs of a game differ."""
    return any(limit is not None and limit.seconds is not None for limit in (plan.limit, *plan.limits))


def limit_of(plan: Plan, bot: int) -> Limit | None:
    """Return the limit of a bot in a plan, or None for its own."""
    own = plan.limits[bot] if plan.limits else None
    return plan.limit if own is None else own


class SeatOrders(NamedTuple):
    """The seat orders at one table: for each, the number of the bot on every seat."""

    orders: tuple[tuple[int, ...], ...]


class Slot(NamedTuple):
    """A game of a schedule: its number, its block, its table and seat order in the block, and the bot on each seat."""

    number: int
    block: int
    table: int
    order: int
    seats: tuple[int, ...]


class Schedule:
    """The games of a plan in starting order.

    Every block plays all tables, so early standings are meaningful. Game numbers do not depend on the number of blocks.

    Raises:
        PlanError: The plan has too many games in a block, too many opening moves, or the wrong number of versions.
    """

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        seats = fastcore.start(plan.spec).seats
        if len(plan.bots) > 1 and (games := plan_block_size(plan, seats).games) > limits.BLOCK_GAMES:
            raise PlanError(
                tr(
                    "{count} bots need {games:,} games to play in every seat order; the maximum is {block_games:,}",
                    count=len(plan.bots),
                    games=games,
                    block_games=limits.BLOCK_GAMES,
                )
            )
        if plan.versions and len(plan.versions) != len(plan.bots):
            raise PlanError(
                tr("there are {count} versions for {count2} bots", count=len(plan.versions), count2=len(plan.bots))
            )
        if plan.limits and len(plan.limits) != len(plan.bots):
            raise PlanError(
                tr("there are {count} limits for {count2} bots", count=len(plan.limits), count2=len(plan.bots))
            )
        if sum(len(opening.moves) for opening in plan.openings) > limits.OPENING_MOVES:
            raise PlanError(
                tr("the openings have more than {opening_moves:,} moves", opening_moves=limits.OPENING_MOVES)
            )
        if plan.challengers > 1 and (plan.kind != "gauntlet" or plan.challengers >= len(plan.bots)):
            raise PlanError(
                tr(
                    "a gauntlet of {count} needs more than {count} bots, and no other match has one",
                    count=plan.challengers,
                )
            )
        self.tables = tables(len(plan.bots), seats, plan.kind, plan.rotations, plan.challengers)
        self._slots = [(t, o, order) for t, table in enumerate(self.tables) for o, order in enumerate(table.orders)]

    @property
    def games_per_block(self) -> int:
        """The number of games in each block."""
        return len(self._slots)

    @property
    def games(self) -> int:
        """The number of games in the match."""
        return self.plan.blocks * len(self._slots)

    def slot(self, number: int) -> Slot:
        """Return the game with this number, from 0."""
        block, rest = divmod(number, len(self._slots))
        table, order, seats = self._slots[rest]
        return Slot(number, block, table, order, seats)

    def seed(self, block: int) -> int:
        """Return the seed of a block's dice, deals and random openings.

        All games of the block share this seed, and no bot receives it.
        """
        stream = fastcore.Stream(self.plan.seed, "block", block)
        return stream.below(2**31) << 32 | stream.below(2**32)

    def opening(self, block: int) -> Opening:
        """Return the opening of a block: the usual start if the plan has no openings."""
        openings = self.plan.openings
        return openings[block % len(openings)] if openings else Opening()

    def bots_at(self, table: int) -> tuple[int, ...]:
        """Return the sorted numbers of the bots at a table."""
        return tuple(sorted({bot for order in self.tables[table].orders for bot in order}))


def tables(bots: int, seats: int, kind: Kind, rotations: bool = False, challengers: int = 1) -> tuple[SeatOrders, ...]:
    """Return the seat orders of each table.

    A table is a selection of as many bots as there are seats. If there are fewer bots, all sit at one table, as evenly
    as possible. In a gauntlet, each of the first `challengers` bots meets each of the rest at a table.

    Raises:
        PlanError: There are fewer than two bots.
    """
    if bots < 2:
        raise PlanError(tr("a match needs at least two bots; you may give the same bot twice"))
    groups = [tuple(range(bots))]
    if kind == "gauntlet":
        groups = [(first, other) for first in range(challengers) for other in range(challengers, bots)]
    tables = []
    for group in groups:
        if len(group) >= seats:
            tables += [SeatOrders(_orders([some], rotations)) for some in combinations(group, seats)]
        else:
            tables.append(SeatOrders(_orders(_even_fillings(group, seats), rotations)))
    return tuple(tables)


class BlockSize(NamedTuple):
    """The number of games in a block, and how many of them involve one bot (in a gauntlet, one opponent).

    `own_seats` has the possible numbers of seats of this bot in them, equally frequent.
    """

    games: int
    games_per_bot: int
    own_seats: tuple[int, ...]


def plan_block_size(plan: Plan, seats: int) -> BlockSize:
    """Return the number of games in a block of a plan for a game of this many seats."""
    return block_size(len(plan.bots), seats, plan.kind, plan.rotations, plan.challengers)


def block_size(bots: int, seats: int, kind: Kind, rotations: bool = False, challengers: int = 1) -> BlockSize:
    """Return the number of games in a block, without listing them. Arguments as for `tables`."""
    group = 2 if kind == "gauntlet" else bots
    if group < seats:
        fillings = _even_fillings(tuple(range(group)), seats)
        orders = own = len(_orders(fillings, rotations))
        meetings, own_seats = 1, tuple(filling.count(0) for filling in fillings)
    else:
        orders, meetings = seats if rotations else factorial(seats), comb(group, seats)
        own, own_seats = orders * comb(group - 1, seats - 1), (1,)
    own *= challengers if kind == "gauntlet" else 1
    games = orders * meetings * (challengers * (bots - challengers) if kind == "gauntlet" else 1)
    return BlockSize(games, own, own_seats)


def sets_text(blocks: int, size: int) -> str:
    """Return a number of blocks of `size` games for people, such as "10 pairs with sides swapped"."""
    if size == 2:
        return trn("1 pair with sides swapped", "{count:,} pairs with sides swapped", blocks)
    return trn("1 set of {size:,} with equal luck", "{count:,} sets of {size:,} with equal luck", blocks, size=size)


def games_text(blocks: int, size: int) -> str:
    """Return the number of games in blocks of `size` games, such as "20 games (10 pairs with sides swapped)"."""
    games = trn("1 game", "{count:,} games", blocks * size)
    return tr("{games} ({sets})", games=games, sets=sets_text(blocks, size))


def _even_fillings(group: tuple[int, ...], seats: int) -> list[tuple[int, ...]]:
    """Return the fillings of the seats with all bots of a group whose counts differ by at most 1."""
    some = combinations_with_replacement(group, seats)
    return [filling for filling in some if max(counts := [filling.count(bot) for bot in group]) - min(counts) <= 1]


def _orders(fillings: list[tuple[int, ...]], rotations: bool) -> tuple[tuple[int, ...], ...]:
    """Return all different seat orders of the fillings, in a fixed order."""
    orders: list[tuple[int, ...]] = []
    for filling in fillings:
        orders_of_filling = (
            [filling[n:] + filling[:n] for n in range(len(filling))] if rotations else permutations(filling)
        )
        orders += sorted(set(orders_of_filling))
    return tuple(orders)

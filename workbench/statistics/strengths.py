"""Plackett-Luce strengths: one number for each bot, from the order in which bots finish, on any number of seats."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from itertools import groupby
from math import log
from time import process_time
from typing import Any

import msgspec
import numpy as np

from workbench.statistics.games import Game
from workbench.statistics.libraries import import_library
from workbench.statistics.pentanomial import Floats
from workbench.statistics.ranking import SEED
from workbench.statistics.scale import Estimate, mean

ALPHA = 0.01  # keeps the strength of a bot that always wins finite
FEWEST = 20  # minimum number of draws for an interval
MAX = 1000
Ranking = list[int]


class Strengths(msgspec.Struct, frozen=True):
    """The strength of each bot in Elo above the mean, with a block bootstrap interval from `draws` draws.

    With fewer than 20 draws, the interval is the value itself.
    """

    elo: tuple[Estimate, ...]
    draws: int


def plackett_luce(bots: int, games: Sequence[Game], seconds: float = 5.0) -> Strengths | None:
    """Return strengths by iterative Luce spectral ranking (Maystre and Grossglauser 2015).

    Args:
        bots: The number of bots.
        games: The games, from `scored`.
        seconds: The processor time for bootstrap draws.

    Returns:
        The strengths, or None if no game was between different bots.

    Raises:
        MissingLibraryError: choix is not installed.
    """
    choix = import_library("choix", "Plackett-Luce")
    of_block: dict[int, list[Ranking]] = defaultdict(list)
    for game in games:
        of_block[game.block] += rankings(game)
    blocks = [found for _, found in sorted(of_block.items()) if found]
    if not blocks:
        return None
    start = process_time()  # processor time: a busy machine delays the result but does not change it
    values = _fit(choix, bots, [ranking for block in blocks for ranking in block])
    random = np.random.default_rng(SEED)
    drawn: list[Floats] = []
    while len(drawn) < MAX and process_time() - start < seconds:
        chosen = random.integers(len(blocks), size=len(blocks))
        drawn.append(_fit(choix, bots, [ranking for n in chosen for ranking in blocks[n]], values))
    low, high = (values, values) if len(drawn) < FEWEST else np.quantile(drawn, (0.025, 0.975), axis=0)
    scale = 400 / log(10)
    return Strengths(
        tuple(Estimate(*(scale * float(value) for value in three)) for three in zip(values, low, high, strict=True)),
        len(drawn),
    )


def rankings(game: Game) -> list[Ranking]:
    """Return two rankings of a game's bots, best first, by the mean return of their seats.

    Tied bots are in opposite orders in the two rankings. Return [] if a bot plays only against itself.
    """
    bots = sorted(set(game.seats))
    if len(bots) < 2:
        return []
    own = {bot: mean([r for r, player in zip(game.returns, game.seats, strict=True) if player == bot]) for bot in bots}
    groups = [list(group) for _, group in groupby(sorted(bots, key=lambda bot: -own[bot]), key=lambda bot: own[bot])]
    return [[bot for group in groups for bot in group], [bot for group in groups for bot in reversed(group)]]


def _fit(choix: Any, bots: int, data: list[Ranking], start: Floats | None = None) -> Floats:
    found = choix.ilsr_rankings(bots, data, alpha=ALPHA, initial_params=start, tol=1e-4)
    return np.asarray(found - found.mean(), dtype=np.float64)

"""Plackett-Luce strengths: one number for each bot, from the order in which bots finish, on any number of seats."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from itertools import groupby
from math import log
from time import process_time
from typing import Any

import msgspec
import numpy as np
import numpy.typing as npt

from workbench.statistics.games import Game
from workbench.statistics.libraries import import_library
from workbench.statistics.pentanomial import Floats
from workbench.statistics.ranking import SEED
from workbench.statistics.scale import Estimate, mean

ALPHA = 0.01  # keeps the strength of a bot that always wins finite
FEWEST = 20  # minimum number of draws for an interval
MAX = 1000
TOLERANCE = 1e-4
Ranking = list[int]
Indices = npt.NDArray[np.int64]
Fit = Callable[[Indices, "Floats | None"], Floats]


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
    fit = _pairwise_fit if all(len(ranking) == 2 for found in blocks for ranking in found) else _ranking_fit
    fit_blocks = fit(choix, bots, blocks)
    values = fit_blocks(np.arange(len(blocks)), None)
    random = np.random.default_rng(SEED)
    drawn: list[Floats] = []
    while len(drawn) < MAX and process_time() - start < seconds:
        drawn.append(fit_blocks(random.integers(len(blocks), size=len(blocks)), values))
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


def _ranking_fit(choix: Any, bots: int, blocks: list[list[Ranking]]) -> Fit:
    """Return a function that fits strengths to the rankings of some blocks."""

    def fit(chosen: Indices, start: Floats | None) -> Floats:
        data = [ranking for n in chosen for ranking in blocks[n]]
        return _centred(choix.ilsr_rankings(bots, data, alpha=ALPHA, initial_params=start, tol=TOLERANCE))

    return fit


def _pairwise_fit(choix: Any, bots: int, blocks: list[list[Ranking]]) -> Fit:
    """Return the same function for games of two bots, where counts of wins suffice. It is far faster."""
    wins = np.zeros((len(blocks), bots, bots))
    for n, found in enumerate(blocks):
        for winner, loser in found:
            wins[n, winner, loser] += 1

    def fit(chosen: Indices, start: Floats | None) -> Floats:
        counts = np.bincount(chosen, minlength=len(blocks))
        matrix = np.tensordot(counts, wins, 1)
        return _centred(choix.ilsr_pairwise_dense(matrix, alpha=ALPHA, initial_params=start, tol=TOLERANCE))

    return fit


def _centred(found: Floats) -> Floats:
    return np.asarray(found - found.mean(), dtype=np.float64)

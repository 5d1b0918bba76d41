"""Scores of two bots without the luck of the dice: the lead of each set of games, less what its luck predicts.

Luck has mean 0 whatever the bots do, so subtracting a multiple of it changes no expected score. The multiples are
fitted by least squares to sets other than those that they correct (cross-fitting), so a bad evaluation cannot bias the
result and hardly widens the interval. See "Without the luck" in docs/research/statistics.md.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

import msgspec
import numpy as np

from fastcore.comparison.quantiles import Z95
from workbench.statistics.games import Block, Game
from workbench.statistics.pentanomial import Floats
from workbench.statistics.scale import MIN_NORMAL, Estimate, mean, share, widening
from workbench.statistics.sprt import FEWEST, Path, Sprt

FOLDS = 10
WORTH_SHOWING = 1.1  # smallest gain at which adjusted figures are shown
RIDGE = 2.0  # sets without any luck that are added to the fit, which steadies a fit to few sets


class Adjusted(msgspec.Struct, frozen=True):
    """The score of the first of two bots without the luck of the dice.

    Attributes:
        score: The mean score with its 95 % interval. An end may lie outside [0, 1].
        gain: The variance of the sets over their variance without the luck: 2 is worth twice as many games.
        shares: The mean multiples of each kind of luck that were subtracted.
    """

    score: Estimate
    gain: float
    shares: tuple[float, ...]

    @property
    def is_worth_showing(self) -> bool:
        """Whether the adjustment gains enough to be shown beside the raw score."""
        return self.gain > WORTH_SHOWING


def luck_lead(game: Game, first: int, second: int) -> tuple[float, ...]:
    """Return half the difference of two bots' mean luck, for each kind of luck that was measured."""
    found = []
    for kind in game.luck:
        own, theirs = ([luck for luck, bot in zip(kind, game.seats, strict=True) if bot == b] for b in (first, second))
        found.append((mean(own) - mean(theirs)) / 2)
    return tuple(found)


def block_lucks(first: int, second: int, blocks: Sequence[Block]) -> Floats | None:
    """Return the mean luck lead of the first bot in each block, a row each, or None if a game's luck is unknown.

    Kinds of luck that some games lack are left out: earlier versions measured fewer. A game without any luck has 0 of
    each kind.
    """
    games = [game for block in blocks for game in block.games]
    if not all(game.luck for game in games):
        return None
    kinds = min((len(game.luck) for game in games if np.any(game.luck)), default=1)
    rows = [
        np.mean([_padded(luck_lead(game, first, second), kinds) for game in block.games], axis=0) for block in blocks
    ]
    return np.array(rows, dtype=np.float64)


def _padded(numbers: Sequence[float], count: int) -> Sequence[float]:
    """Return the first numbers, with zeros if there are fewer."""
    return (*numbers, *(0.0,) * (count - len(numbers)))[:count]


def multiples(leads: Floats, lucks: Floats) -> Floats:
    """Return the multiples of the luck that predict the leads best: least squares, shrunk a little towards 0."""
    if len(leads) < 2:  # nothing to fit
        return np.zeros(lucks.shape[1])
    centred = lucks - lucks.mean(axis=0)
    squares = centred.T @ centred
    scale = np.diag(squares) / len(leads)
    if not (scale > 0).all():
        return np.zeros(lucks.shape[1])
    found = np.linalg.solve(squares + RIDGE * np.diag(scale), centred.T @ (leads - leads.mean()))
    return np.asarray(found, dtype=np.float64)


def adjusted_leads(leads: Sequence[float], lucks: Floats) -> tuple[Floats, Floats]:
    """Return the leads of blocks without their luck, and the multiples used for each block.

    Block n belongs to part n modulo `FOLDS`. Its multiples come from the blocks of all other parts.
    """
    raw, places = np.array(leads, dtype=np.float64), np.arange(len(leads)) % FOLDS
    used = np.zeros_like(lucks)
    for part in range(min(FOLDS, len(leads))):
        inside = places == part
        used[inside] = multiples(raw[~inside], lucks[~inside])
    return raw - (used * lucks).sum(axis=1), used


def adjusted(first: int, second: int, blocks: Sequence[Block]) -> Adjusted | None:
    """Return the score of two bots without luck, or None for too few blocks, unknown luck, or no luck at all."""
    if len(blocks) < MIN_NORMAL or (lucks := block_lucks(first, second, blocks)) is None or not lucks.any():
        return None
    leads = [block.lead for block in blocks]
    without, used = adjusted_leads(leads, lucks)
    spread, middle = float(without.std()), float(without.mean())
    if spread == 0:
        return None
    half = widening(len(leads)) * Z95 * spread / sqrt(len(leads))
    score = Estimate(share(middle), share(middle - half), share(middle + half))
    return Adjusted(score, float(np.var(leads)) / spread**2, tuple(used.mean(axis=0).tolist()))


def adjusted_path(sprt: Sprt, leads: Sequence[float], lucks: Floats, games: int) -> Path:
    """Return the course of a sequential test on leads without their luck.

    The multiples for each block come from the blocks before it, so no block corrects itself. The ratio is the normal
    approximation of `Sprt.path`. Normalised Elo is converted with the deviation of the raw leads: the hypotheses do not
    depend on the adjustment, only the evidence does.

    Args:
        sprt: The test.
        leads: The raw leads of the blocks, in schedule order.
        lucks: The luck leads of the blocks, a row each.
        games: The number of games in a block.
    """
    raw = np.array(leads[: sprt.most_blocks], dtype=np.float64)
    lucks = lucks[: len(raw)]
    without = raw - (earlier_multiples(raw, lucks) * lucks).sum(axis=1)
    return sprt.course(sprt.normal_ratios(without, raw, games))


def earlier_multiples(leads: Floats, lucks: Floats) -> Floats:
    """Return, for each block, the multiples that `multiples` fits to all blocks before it.

    They are 0 for the first `FEWEST` blocks: the multiples of a few blocks can be anything, and one outlier would widen
    the variance for the rest of the test.
    """
    count, kinds = lucks.shape
    used = np.zeros_like(lucks)
    numbers = np.arange(1, count + 1)
    sums = np.cumsum(lucks, axis=0)
    products = np.cumsum(lucks[:, :, None] * lucks[:, None, :], axis=0)
    squares = products - sums[:, :, None] * sums[:, None, :] / numbers[:, None, None]
    crosses = np.cumsum(lucks * leads[:, None], axis=0) - sums * np.cumsum(leads)[:, None] / numbers[:, None]
    scale = squares[:, range(kinds), range(kinds)] / numbers[:, None]
    usable = (scale > 1e-12).all(axis=1) & (numbers >= FEWEST)
    usable[-1:] = False  # nothing comes after the last block
    which = np.flatnonzero(usable)
    if len(which):
        ridge = RIDGE * np.einsum("nk,kj->nkj", scale[which], np.eye(kinds))
        used[which + 1] = np.linalg.solve(squares[which] + ridge, crosses[which][:, :, None])[:, :, 0]
    return used

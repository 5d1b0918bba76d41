"""Plackett-Luce strengths: one number for each bot, from the order in which seats finish, on any number of seats.

Each seat finishes before the rest with a probability in proportion to the strength of its bot. So a bot on one seat of
three against an equal bot on both others is expected to win one game in three.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import groupby
from math import inf, isnan, nan
from typing import NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from fastcore.comparison.quantiles import Z95
from workbench.statistics.games import Game
from workbench.statistics.pentanomial import Floats
from workbench.statistics.ranking import block_weights
from workbench.statistics.scale import ELO, Estimate, lead_of, score_interval, widening

DRAWS = 1000
SCALE = ELO / 2  # from natural logarithms to Elo
STEPS = 60  # maximum number of steps of Newton's method
RIDGE = 1e-7  # keeps strengths finite where the games leave them without a bound
PRIOR = 0.25  # wins added to each side of each pair that met, for the intervals only
ALIKE = 1e-6  # smaller differences between draws are rounding errors
Flags = NDArray[np.bool_]


class Ranking(NamedTuple):
    """The bots of the seats of a game, best first, of which the order of the first `known` is known."""

    bots: tuple[int, ...]
    known: int


class Strengths(msgspec.Struct, frozen=True):
    """The strength of each bot in Elo above the reference, with its interval from a block bootstrap of `draws` draws.

    A bot that always won (or always lost) against the reference has an infinite value and one finite end, its bound. A
    bot that no results relate to the reference has the value NaN.
    """

    elo: tuple[Estimate, ...]
    draws: int


class Choices(msgspec.Struct):
    """The choices behind some rankings: from each set of seats, one finishes before the rest.

    Sets with the same bots on as many seats are one set. Each pair that met has a set, even one without choices.

    Attributes:
        members: The number of seats of each bot in each set: [sets, bots].
        chosen: How often each bot was chosen, by block: [blocks, bots].
        offered: How often each set was offered, by block: [blocks, sets].
        pairs: How often a seat of each bot finished before one of each other bot, by block: [blocks, bots * bots].
    """

    members: Floats
    chosen: Floats
    offered: Floats
    pairs: Floats


def plackett_luce(
    bots: int, games: Sequence[Game], draws: int = DRAWS, reference: int | None = None
) -> Strengths | None:
    """Return the strengths of maximum likelihood, by Newton's method.

    The reference, with strength 0, is the mean of all bots. If wins and losses do not connect all of them, it is the
    mean of the largest group that they connect.

    Args:
        bots: The number of bots.
        games: The games, from `scored`. Games of the same block are resampled together.
        draws: The number of bootstrap draws.
        reference: The bot with strength 0, or None.

    Returns:
        The strengths, or None if no game was between different bots.
    """
    of_block: dict[int, list[Ranking]] = defaultdict(list)
    for game in games:
        of_block[game.block] += rankings(game)
    blocks = [found for _, found in sorted(of_block.items()) if found]
    if not blocks:
        return None
    choices = _choices(bots, blocks)
    chosen, offered = choices.chosen.sum(axis=0), choices.offered.sum(axis=0)
    before = choices.pairs.sum(axis=0).reshape(bots, bots)
    above = _closure(before > 0)
    group = [reference] if reference is not None else _largest_group(above)
    values = _fit(choices.members, chosen[None], offered[None])[0]
    extra = _prior(choices.members, before + before.T > 0)
    smooth = _fit(choices.members, chosen[None] + extra[0], offered[None] + extra[1], values)[0]
    drawn = np.concatenate(
        [
            _fit(choices.members, rows @ choices.chosen + extra[0], rows @ choices.offered + extra[1], smooth)
            for rows in block_weights(len(blocks), draws)
        ]
    )
    bounds = _bounds(choices, before, above)
    spread = [array - array[..., group].mean(axis=-1, keepdims=True) for array in (values, smooth, drawn, bounds)]
    values, smooth, drawn, bounds = spread
    low, high = np.quantile(drawn, (0.025, 0.975), axis=0) if draws > 1 else (smooth, smooth)
    wider = widening(len(blocks)) if len(blocks) > 1 else 1.0
    alike = np.ptp(drawn, axis=0) < ALIKE if draws > 1 else np.zeros(bots, dtype=bool)
    connected = all(above[one, other] for one in group for other in group if one != other)
    elo = []
    for bot in range(bots):
        others = [member for member in group if member != bot]
        has_low = not others or any(above[bot, other] for other in others)
        has_high = not others or any(above[other, bot] for other in others)
        least, greatest = (float(values[bot] + wider * (end[bot] - smooth[bot])) for end in (low, high))
        if others and alike[bot]:
            least, greatest = _ends_of_equal_blocks(choices, before, bot, group)
        found = Estimate(float(values[bot]), least, greatest)
        elo.append(_estimate(found, float(bounds[bot]), has_low, has_high, connected))
    return Strengths(tuple(elo), draws)


def _estimate(found: Estimate, bound: float, has_low: bool, has_high: bool, connected: bool) -> Estimate:
    """Return a strength in Elo from natural logarithms. Without a bound on one side, only the opposite end is known."""
    value, low, high, bound = (SCALE * number for number in (found.value, found.low, found.high, bound))
    if has_low and has_high and connected:
        return Estimate(value, min(low, value), max(high, value))
    if has_low != has_high:
        return Estimate(inf, bound, inf) if has_low else Estimate(-inf, -inf, bound)
    return Estimate(nan, -inf, inf)


def strength_order(elo: Estimate) -> tuple[bool, float, float]:
    """Return a sort key: the strongest bot first, and bots without a known strength last."""
    if isnan(elo.value):
        return True, 0.0, 0.0
    return False, -elo.value, -(elo.low if elo.value > 0 else elo.high)


def rankings(game: Game) -> list[Ranking]:
    """Return two rankings of a game's seats, best first. Tied seats are in opposite orders in the two rankings.

    If several seats tie for the last place, their order is not known: where one seat wins everything, this says
    nothing about the others. Return [] if a bot plays only against itself.
    """
    if len(set(game.seats)) < 2:
        return []
    order = sorted(zip(game.returns, game.seats, strict=True), key=lambda seat: (-seat[0], seat[1]))
    groups = [[bot for _, bot in group] for _, group in groupby(order, key=lambda seat: seat[0])]
    known = len(order) - (len(groups[-1]) if len(groups) > 1 else 1)
    return [
        Ranking(tuple(bot for group in groups for bot in group), known),
        Ranking(tuple(bot for group in groups for bot in reversed(group)), known),
    ]


def _choices(bots: int, blocks: list[list[Ranking]]) -> Choices:
    """Return the choices of each block. Each of the two rankings of a game counts half."""
    numbers: dict[tuple[int, ...], int] = {}
    entries: list[tuple[int, int, int]] = []
    pairs = np.zeros((len(blocks), bots * bots))
    for block, found in enumerate(blocks):
        for order, known in found:
            for place, bot in enumerate(order[:known]):
                rest = order[place:]
                if any(other != bot for other in rest):
                    entries.append((block, bot, numbers.setdefault(tuple(sorted(rest)), len(numbers))))
                for other in rest:
                    if other != bot:
                        pairs[block, bot * bots + other] += 0.5
                        numbers.setdefault((min(bot, other), max(bot, other)), len(numbers))
    members = np.zeros((len(numbers), bots))
    for group, number in numbers.items():
        np.add.at(members[number], list(group), 1)
    block, bot, group_number = np.array(entries, dtype=np.intp).T
    chosen, offered = np.zeros((len(blocks), bots)), np.zeros((len(blocks), len(numbers)))
    np.add.at(chosen, (block, bot), 0.5)
    np.add.at(offered, (block, group_number), 0.5)
    return Choices(members, chosen, offered, pairs)


def _fit(members: Floats, chosen: Floats, offered: Floats, start: Floats | None = None) -> Floats:
    """Return the strengths that make these choices most likely, in natural logarithms with mean 0: [draws, bots].

    Args:
        members: See `Choices`.
        chosen: How often each bot was chosen in each draw: [draws, bots].
        offered: How often each set was offered in each draw: [draws, sets].
        start: The strengths from which Newton's method starts, or None.
    """
    draws, bots = chosen.shape
    found = np.zeros((draws, bots)) if start is None else np.tile(start, (draws, 1))
    diagonal = np.arange(bots)
    for _ in range(STEPS):
        weights = np.exp(found - found.max(axis=1, keepdims=True))
        expected = offered / np.maximum(weights @ members.T, 1e-300)  # [draws, sets]
        of_bot = weights * (expected @ members)
        slope = chosen - of_bot - RIDGE * found
        # the sum over sets of offered p p', with p = a bot's weight on all its seats / sum in the set
        squares = offered / np.maximum(weights @ members.T, 1e-300) ** 2
        bend = -np.einsum("ds,si,sj->dij", squares, members, members, optimize=True)
        bend *= weights[:, :, None] * weights[:, None, :]
        bend[:, diagonal, diagonal] += of_bot + RIDGE
        step = np.linalg.solve(bend, slope[..., None])[..., 0]
        found = found + np.clip(step, -1, 1)
        if np.abs(step).max() < 1e-8:
            break
    return np.asarray(found - found.mean(axis=1, keepdims=True), dtype=np.float64)


def _pair_choices(members: Floats, wins: Floats) -> tuple[Floats, Floats, Floats]:
    """Return the sets, the chosen and the offered counts of some wins between pairs: [bots, bots]."""
    bots = members.shape[1]
    first, second = np.nonzero(np.triu(wins + wins.T))
    sets = np.zeros((len(first), bots))
    sets[np.arange(len(first)), first] = sets[np.arange(len(first)), second] = 1
    return sets, wins.sum(axis=1), (wins + wins.T)[first, second]


def _prior(members: Floats, met: Flags) -> tuple[Floats, Floats]:
    """Return choices to add to those of the games: `PRIOR` wins of each bot against each bot that it met."""
    chosen, offered = met.sum(axis=1) * PRIOR, np.zeros(len(members))
    for number, row in enumerate(members):
        bots = np.flatnonzero(row)
        if row.sum() == 2 and len(bots) == 2 and met[bots[0], bots[1]]:
            offered[number] = 2 * PRIOR
    return chosen, offered


def _bounds(choices: Choices, before: Floats, above: Flags) -> Floats:
    """Return strengths that are bounds for bots that always won or always lost: their results with some opposite ones.

    For each pair with results in one direction only, z^2 blocks with the opposite result are added. For two bots, this
    is the end of Wilson's interval.
    """
    blocks = np.maximum((choices.pairs > 0).sum(axis=0).reshape(before.shape), 1)
    one_sided = (before > 0) & ~above.T
    return _fit_with(choices, np.where(one_sided, before / blocks * Z95**2, 0.0).T)


def _ends_of_equal_blocks(choices: Choices, before: Floats, bot: int, group: list[int]) -> tuple[float, float]:
    """Return the ends of a bot's interval, if the bootstrap has none because all blocks have the same result.

    Results are added against each opponent, as losses for the lower end and as wins for the upper end. They move the
    bot's share of the results against this opponent to the end of Wilson's interval.
    """
    pairs = choices.pairs.reshape(-1, *before.shape)
    losses, wins = np.zeros_like(before), np.zeros_like(before)
    for other in np.flatnonzero(before[bot] + before[:, bot]):
        won, lost = before[bot, other], before[other, bot]
        blocks = np.count_nonzero(pairs[:, bot, other] + pairs[:, other, bot])
        shares = score_interval([lead_of(won / (won + lost))] * blocks)
        losses[other, bot] = won / shares.low - won - lost if won else 0.0
        wins[bot, other] = lost / (1 - shares.high) - won - lost if lost else 0.0
    low, high = (_fit_with(choices, added) for added in (losses, wins))
    return float(low[bot] - low[group].mean()), float(high[bot] - high[group].mean())


def _fit_with(choices: Choices, wins: Floats) -> Floats:
    """Return the strengths fitted to all games and to added wins, `wins[one, other]` of one bot over another."""
    sets, chosen, offered = _pair_choices(choices.members, wins)
    found = _fit(
        np.concatenate([choices.members, sets]),
        (choices.chosen.sum(axis=0) + chosen)[None],
        np.concatenate([choices.offered.sum(axis=0), offered])[None],
    )
    return np.asarray(found[0], dtype=np.float64)


def _closure(direct: Flags) -> Flags:
    """Return which bots finished before which others, directly or through other bots: [bots, bots]."""
    reached = direct.copy()
    for middle in range(len(reached)):
        reached |= reached[:, middle, None] & reached[None, middle]
    return reached


def _groups(above: Flags) -> Iterator[list[int]]:
    """Yield the groups of bots whose strengths the results relate in both directions."""
    left = set(range(len(above)))
    while left:
        bot = min(left)
        group = [other for other in sorted(left) if other == bot or (above[bot, other] and above[other, bot])]
        left -= set(group)
        yield group


def _largest_group(above: Flags) -> list[int]:
    """Return the largest group of connected bots, or all bots if there is no group of two."""
    group = max(_groups(above), key=len)
    return group if len(group) > 1 else list(range(len(above)))

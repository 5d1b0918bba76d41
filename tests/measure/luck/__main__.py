"""Measure what results without luck gain: intervals with and without luck, and how often the interval holds.

python -m tests.measure.luck SPEC BLOCKS RANDOM [SUBSETS]

Two players meet in pairs of games with equal luck: the policy `greedy`, and the same policy with a share of RANDOM per
cent uniformly random moves. SUBSETS of 200 pairs, drawn at random, show how often the mean of all games is
within the adjusted interval.
"""

from __future__ import annotations

import sys
from math import sqrt
from statistics import fmean, stdev

import numpy as np

import fastcore
from fastcore import CHANCE, OVER, Stream
from workbench.luck.controls import Luck, luck_kinds
from workbench.records.seeds import ChanceDraws
from workbench.statistics.adjusted import adjusted
from workbench.statistics.games import Game, complete_blocks
from workbench.statistics.scale import Estimate, score_interval

SUBSET = 200  # pairs of games


def play(spec: str, random: tuple[int, ...], seed: int, order: int) -> tuple[tuple[float, ...], Luck]:
    """Return the returns and the luck of a game. `random` has each seat's share of random moves in per cent."""
    state, draws, stream, moves = fastcore.start(spec), ChanceDraws(seed), Stream(seed, "players", order), list[str]()
    while state.actor != OVER:
        if state.actor == CHANCE:
            text = draws.draw(state)
            draws.count_draw(state)
        elif stream.below(100) < random[state.actor]:
            text = state.move_text(stream.choice(state.moves()))
        else:
            options = state.policy("greedy")
            text = state.move_text(options[stream.pick([weight for _, weight in options])][0])
        moves.append(text)
        state.play(text)
    return tuple(state.returns()), luck_kinds(fastcore.start(spec), moves)


def games_of(spec: str, blocks: int, random: int) -> list[Game]:
    """Return the games of blocks between `greedy` and the policy with random moves."""
    games = []
    for block in range(blocks):
        for order, seats in enumerate(((0, 1), (1, 0))):
            returns, luck = play(spec, tuple(random * bot for bot in seats), block, order)
            line = 2 * block + order
            games.append(Game(block, 0, order, seats, returns, line, 1, "", None, (0.0, 0.0), luck=luck))
    return games


def width(found: Estimate) -> float:
    """Return half the width of an interval in points of a hundred."""
    return 50 * (found.high - found.low)


def main() -> None:
    """Print the figures."""
    spec, count, random, *rest = sys.argv[1], *map(int, sys.argv[2:])
    subsets = rest[0] if rest else 0
    blocks = complete_blocks(games_of(spec, count, random), 2, 0, 1)
    leads = [block.lead for block in blocks]
    raw, without = score_interval(leads), adjusted(0, 1, blocks)
    print(f"{spec}: {2 * count:,} games, raw {100 * raw.value:.2f} ± {width(raw):.2f}")
    if without is None:
        print("no luck")
        return
    lucks = [
        fmean(game.luck[0][game.seats.index(0)] for game in block.games) for block in blocks if block.games[0].luck
    ]
    error = stdev(lucks) / sqrt(len(lucks))
    print(f"luck of the first player: {fmean(lucks):+.4f} (standard error {error:.4f})")
    print(
        f"without luck {100 * without.score.value:.2f} ± {width(without.score):.2f}: gain {without.gain:.2f}, "
        f"width {width(without.score) / width(raw):.2f}, multiples {', '.join(f'{x:.2f}' for x in without.shares)}"
    )
    chance, hits, raw_hits, widths = np.random.default_rng(1), 0, 0, []
    for _ in range(subsets):
        chosen = [blocks[i] for i in chance.choice(len(blocks), SUBSET, replace=False)]
        own, theirs = adjusted(0, 1, chosen), score_interval([block.lead for block in chosen])
        assert own is not None
        hits += own.score.low <= raw.value <= own.score.high
        raw_hits += theirs.low <= raw.value <= theirs.high
        widths.append(width(own.score) / width(theirs))
    if subsets:
        print(
            f"the mean is within the interval of {2 * SUBSET} games in {hits} of {subsets} subsets, "
            f"the raw one in {raw_hits}; width {fmean(widths):.2f} of the raw one"
        )


if __name__ == "__main__":
    main()

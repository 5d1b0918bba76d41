"""OpenSpiel's Monte Carlo tree search against Herbarium's own bot in Herd.

python docs/examples/frameworks/mcts_herd.py --size 4 --games 100 --simulations 200 --bot "mcts(simulations=200)"

Both have the same number of simulations. OpenSpiel's search evaluates positions with random games; Herbarium's search
has an evaluation and priors. Both games of a pair have the same seed, with the seats exchanged. It needs
`herbarium[openspiel]`.
"""

from __future__ import annotations

import argparse
from math import sqrt
from statistics import stdev

import numpy as np
import pyspiel
from open_spiel.python.algorithms import mcts

import bots
import fastcore
import workbench.frameworks.openspiel  # noqa: F401 - registers the games


def play(game, searcher, bot, seat, seed):
    """Play a game with the bot in a seat, and return its result."""
    state, dice = game.new_initial_state(), fastcore.Stream(seed, "dice")
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(state.steps.sample(dice))
        elif state.current_player() == seat:
            point = state.steps.seen(seat).viewpoint(seat)
            *_, report = bot.think(point)
            state.apply_action(point.parse_move(report.move))
        else:
            state.apply_action(searcher.step(state))
    return state.returns()[seat]


def main(arguments=None):
    """Print the score of the bot, and return the mean result of each pair of games."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--size", type=int, default=3)
    parser.add_argument("--games", type=int, default=20, help="an even number")
    parser.add_argument("--simulations", type=int, default=50)
    parser.add_argument("--bot", default="mcts(simulations=50)")
    options = parser.parse_args(arguments)
    if options.games < 2 or options.games % 2:
        parser.error("--games must be an even number of at least 2")
    game = pyspiel.load_game(f"herbarium_herd(size={options.size})")
    pairs = []
    for pair in range(options.games // 2):
        results = []
        for seat in (0, 1):
            random = np.random.RandomState(2 * pair + seat)
            rollouts = mcts.RandomRolloutEvaluator(1, random)
            searcher = mcts.MCTSBot(game, 1.4, options.simulations, rollouts, random_state=random)
            bot = bots.make(options.bot, seed=pair, spec=game.step_game.spec)
            bot.brief = True  # only the move matters
            results.append(play(game, searcher, bot, seat, pair))
        pairs.append(sum(results) / 2)
    score = 50 + 50 * sum(pairs) / len(pairs)
    error = 98 * stdev(pairs) / sqrt(len(pairs)) if len(pairs) > 1 else 50
    print(f"{options.bot} against MCTSBot: {score:.1f} ± {error:.1f} of 100 in {2 * len(pairs)} games")
    return pairs


if __name__ == "__main__":
    main()

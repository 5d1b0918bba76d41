"""One seat of a game as a Gymnasium environment: a table of mean results learns the first move against a bot.

python docs/examples/frameworks/gymnasium_seat.py --env herbarium/herd-v0 --bot greedy --games 300

After its first move, the agent plays at random. It needs `herbarium[pettingzoo]`, which includes Gymnasium.
"""

from __future__ import annotations

import argparse

import gymnasium
import numpy as np

import workbench.frameworks.gymnasium  # noqa: F401 - registers the games


def main(arguments=None):
    """Print the best first action so far. Return the number of games and the mean result of each first action."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--env", default="herbarium/herd-v0")
    parser.add_argument("--size", type=int, help="the size of Herd; default: 2. Other games have none")
    parser.add_argument("--bot", default="random")
    parser.add_argument("--games", type=int, default=30)
    options = parser.parse_args(arguments)
    is_herd = options.env == "herbarium/herd-v0"
    if options.games < 1 or (options.size is not None and not is_herd):
        parser.error("--games must be at least 1, and only Herd has a size")
    size = {"size": options.size or 2} if is_herd else {}
    env = gymnasium.make(options.env, seat=0, bot=options.bot, **size)
    random = np.random.default_rng(1)
    tries, totals = np.zeros(env.action_space.n), np.zeros(env.action_space.n)
    for number in range(options.games):
        observation, _ = env.reset(seed=number)
        legal = np.flatnonzero(observation["action_mask"])
        means = totals[legal] / np.maximum(tries[legal], 1)
        bonus = np.sqrt(2 * np.log(number + 1) / np.maximum(tries[legal], 1e-9))  # UCB1
        first, over = int(legal[np.argmax(means + bonus)]), False
        action = first
        while not over:
            observation, reward, over, _, _ = env.step(action)
            if not over:
                action = int(random.choice(np.flatnonzero(observation["action_mask"])))
        tries[first] += 1
        totals[first] += reward
    means = totals / np.maximum(tries, 1)
    best = int(np.argmax(np.where(tries > 0, means, -2)))
    text = env.unwrapped.position.move_text(best)
    print(f"{text}: mean result {means[best]:+.2f} in {tries[best]:.0f} of {options.games} games against {options.bot}")
    return tries, means


if __name__ == "__main__":
    main()

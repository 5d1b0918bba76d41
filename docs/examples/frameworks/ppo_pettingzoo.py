"""PPO with masks in one file, on a PettingZoo environment: all seats share a network that plays against itself.

python docs/examples/frameworks/ppo_pettingzoo.py --env "herd(size=3)" --updates 40 --games 32

Advantages are generalised (GAE) along the decisions of each seat, with the result of the game at their end. It needs
`herbarium[pettingzoo]` and torch.
"""

from __future__ import annotations

import argparse

import numpy as np
import torch
from torch import nn
from torch.distributions import Categorical

from workbench.frameworks.pettingzoo import env as make_env

CLIP, ENTROPY, EPOCHS, BATCH, TRACE = 0.2, 0.003, 6, 128, 0.9


class Agent(nn.Module):
    """A network with a policy and a value."""

    def __init__(self, inputs, actions, width=128):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(inputs, width), nn.Tanh(), nn.Linear(width, width), nn.Tanh())
        self.policy, self.value = nn.Linear(width, actions), nn.Linear(width, 1)

    def forward(self, seen, mask):
        """Return the distribution over the legal actions, and the value."""
        hidden = self.body(seen)
        scores = self.policy(hidden).masked_fill(~mask, -1e9)
        return Categorical(logits=scores), torch.tanh(self.value(hidden)).squeeze(-1)


def tensors(observation):
    """Return an observation and its mask as tensors."""
    seen = torch.from_numpy(observation["observation"]).reshape(-1)
    return seen, torch.from_numpy(observation["action_mask"]).bool()


def play(env, seed, choose):
    """Play a game. Return what each agent saw and did, and the result of each agent."""
    env.reset(seed=seed)
    rows, results = [], {}
    for name in env.agent_iter():
        observation, reward, terminated, truncated, _ = env.last()
        if terminated or truncated:
            results[name] = reward
            env.step(None)
            continue
        action = choose(name, observation)
        rows.append((name, *tensors(observation), action))
        env.step(action)
    return rows, results


def collect(env, agent, games, seed):
    """Play games of the network against itself. Return rows for `update`, and the results."""
    values = []

    def choose(name, observation):
        with torch.no_grad():
            policy, value = agent(*tensors(observation))
        values.append(float(value))
        return int(policy.sample())

    seen, masks, actions, gains, targets, ends = [], [], [], [], [], []
    for number in range(games):
        values.clear()
        rows, results = play(env, seed + number, choose)
        found = np.zeros(len(rows))
        after, trace = dict(results), dict.fromkeys(results, 0.0)  # for each seat: its next value, its next advantage
        for i in range(len(rows) - 1, -1, -1):
            name = rows[i][0]
            trace[name] = found[i] = after[name] - values[i] + TRACE * trace[name]
            after[name] = values[i]
        for (_, row, mask, action), gain, value in zip(rows, found, values, strict=True):
            seen.append(row), masks.append(mask), actions.append(action)
            gains.append(gain), targets.append(gain + value)
        ends += [results[row[0]] for row in rows]
    numbers = (torch.tensor(np.array(column), dtype=torch.float32) for column in (gains, targets, ends))
    return torch.stack(seen), torch.stack(masks), torch.tensor(actions), *numbers


def update(agent, optimiser, seen, masks, actions, gains, targets):
    """Improve the network on these decisions."""
    with torch.no_grad():
        before = agent(seen, masks)[0].log_prob(actions)
    gains = (gains - gains.mean()) / (gains.std() + 1e-8)
    for _ in range(EPOCHS):
        for rows in torch.randperm(len(seen)).split(BATCH):
            policy, values = agent(seen[rows], masks[rows])
            ratio = torch.exp(policy.log_prob(actions[rows]) - before[rows])
            gain = gains[rows]
            loss = (
                -torch.min(ratio * gain, ratio.clamp(1 - CLIP, 1 + CLIP) * gain).mean()
                + 0.5 * ((values - targets[rows]) ** 2).mean()
                - ENTROPY * policy.entropy().mean()
            )
            optimiser.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(agent.parameters(), 0.5)
            optimiser.step()


def score(env, agent, games, seed):
    """Return the network's points of 100 against random play, with both in each seat in turn."""
    random, total = np.random.default_rng(seed), 0.0
    for number in range(games):
        own = env.possible_agents[number % len(env.possible_agents)]

        def choose(name, observation, own=own):
            if name != own:
                return int(random.choice(np.flatnonzero(observation["action_mask"])))
            with torch.no_grad():
                return int(agent(*tensors(observation))[0].probs.argmax())

        total += play(env, 10**6 + seed + number // 2, choose)[1][own]
    return 50 + 50 * total / games


def main(arguments=None):
    """Train a network. Return its scores against random play before and after, and the errors of its value."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--env", default="herd(size=2)")
    parser.add_argument("--updates", type=int, default=4)
    parser.add_argument("--games", type=int, default=16, help="for each update")
    parser.add_argument("--test-games", type=int, default=40)
    parser.add_argument("--every", type=int, default=0, help="updates between two further tests; 0 for none")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args(arguments)
    torch.manual_seed(options.seed)
    torch.set_num_threads(1)
    env = make_env(options.env)
    space = env.observation_space("seat_0")
    agent = Agent(int(np.prod(space["observation"].shape)), int(env.action_space("seat_0").n))
    optimiser = torch.optim.Adam(agent.parameters(), lr=2e-3)
    scores = [score(env, agent, options.test_games, options.seed)]
    print(f"before: {scores[0]:.1f} of 100 against random play")
    errors = []
    for number in range(options.updates):
        *rows, results = collect(env, agent, options.games, options.seed + number * options.games)
        with torch.no_grad():
            errors.append(float(((agent(rows[0], rows[1])[1] - results) ** 2).mean()))  # on games that are new to it
        update(agent, optimiser, *rows)
        if options.every and (number + 1) % options.every == 0:
            now = score(env, agent, options.test_games, options.seed)
            print(f"{(number + 1) * options.games:,} games: {now:.1f} of 100, error of the value {errors[-1]:.3f}")
    scores.append(score(env, agent, options.test_games, options.seed))
    print(f"after {options.updates * options.games:,} games: {scores[1]:.1f} of 100")
    return scores, errors


if __name__ == "__main__":
    main()

"""Measure steps per second through OpenSpiel and PettingZoo: `python -m tests.frameworks.speed [SECONDS]`.

It needs open_spiel, pettingzoo and pygame, which PettingZoo's tic-tac-toe imports. Everything is measured in turns in
one run, three times; the best of the three counts. Times are processor times. A step is one action, joint action or
chance outcome, with the list of legal actions from which it is chosen.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.games import tic_tac_toe  # noqa: F401 - registers it
from pettingzoo.classic import tictactoe_v3

import fastcore
import workbench.frameworks.openspiel  # noqa: F401 - registers the games
from workbench.conformance.walks import random_position
from workbench.frameworks.pettingzoo import env, parallel_env

ROUNDS = 3
GAMES = ("herd", "forest", "herbs", "herbalism")
BATCH = 1024


class EmptyGame(pyspiel.Game):  # type: ignore[misc, unused-ignore]
    """A Python game without rules: two players choose one of `width` actions in turn or together, `length` times."""

    def __init__(self, params: Any = None) -> None:
        self.width, self.length = int(params["width"]), int(params["length"])
        info = pyspiel.GameInfo(self.width, 0, 2, -1.0, 1.0, 0.0, self.length)
        self.together = params["together"]
        super().__init__(EMPTY_TOGETHER if self.together else EMPTY, info, params)

    def new_initial_state(self) -> EmptyState:
        return EmptyState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> None:
        return None


class EmptyState(pyspiel.State):  # type: ignore[misc, unused-ignore]
    """A state that counts its steps."""

    def __init__(self, game: EmptyGame) -> None:
        super().__init__(game)
        self.left, self.legal, self.together = game.length, list(range(game.width)), game.together

    def current_player(self) -> int:
        if not self.left:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.SIMULTANEOUS) if self.together else self.left % 2

    def is_terminal(self) -> bool:
        return self.left == 0

    def _legal_actions(self, player: int) -> list[int]:
        return self.legal

    def _apply_action(self, action: int) -> None:
        self.left -= 1

    def _apply_actions(self, actions: list[int]) -> None:
        self.left -= 1

    def returns(self) -> list[float]:
        return [0.0, 0.0]

    def _action_to_string(self, player: int, action: int) -> str:
        return str(action)

    def __str__(self) -> str:
        return str(self.left)


def empty_type(name: str, dynamics: Any, together: bool) -> pyspiel.GameType:
    """Return the GameType of an EmptyGame."""
    kind = pyspiel.GameType
    return kind(
        short_name=name,
        long_name="A game without rules",
        dynamics=dynamics,
        chance_mode=kind.ChanceMode.DETERMINISTIC,
        information=kind.Information.PERFECT_INFORMATION,
        utility=kind.Utility.ZERO_SUM,
        reward_model=kind.RewardModel.TERMINAL,
        max_num_players=2,
        min_num_players=2,
        provides_information_state_string=False,
        provides_information_state_tensor=False,
        provides_observation_string=False,
        provides_observation_tensor=False,
        parameter_specification={"width": 30, "length": 200, "together": together},
    )


EMPTY = empty_type("python_empty", pyspiel.GameType.Dynamics.SEQUENTIAL, False)
EMPTY_TOGETHER = empty_type("python_empty_together", pyspiel.GameType.Dynamics.SIMULTANEOUS, True)


def openspiel_steps(name: str, seconds: float) -> tuple[float, float]:
    """Return the steps per second of random games in OpenSpiel, and the mean number of legal actions."""
    game = pyspiel.load_game(name)
    steps, width, end = 0, 0, time.process_time() + seconds
    begin, pick = time.process_time(), random.Random(1).random
    while time.process_time() < end:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes = state.chance_outcomes()
                width += len(outcomes)
                state.apply_action(outcomes[int(pick() * len(outcomes))][0])
            elif state.is_simultaneous_node():
                lists = [state.legal_actions(0), state.legal_actions(1)]
                width += len(lists[0]) + len(lists[1])
                state.apply_actions([legal[int(pick() * len(legal))] if legal else -1 for legal in lists])
            else:
                legal = state.legal_actions()
                width += len(legal)
                state.apply_action(legal[int(pick() * len(legal))])
            steps += 1
    return steps / (time.process_time() - begin), width / steps


def turns(played: Any, seconds: float) -> tuple[float, float]:
    """Return the turns per second of random play, as PettingZoo's `performance_benchmark` counts them."""
    count, end, begin = 0, time.process_time() + seconds, time.process_time()
    played.reset()
    while time.process_time() < end:
        for _ in played.agent_iter(played.num_agents):
            observation, _, terminated, truncated, _ = played.last()
            over = terminated or truncated
            action = None if over else random.choice(np.flatnonzero(observation["action_mask"]).tolist())
            played.step(action)
            count += 1
            if all(played.terminations.values()) or all(played.truncations.values()):
                played.reset()
    return count / (time.process_time() - begin), 0


def parallel_turns(seconds: float) -> tuple[float, float]:
    """Return the choices per second of all agents in the parallel environment."""
    played, count, end, begin = parallel_env("herbs"), 0, time.process_time() + seconds, time.process_time()
    while time.process_time() < end:
        observations, _ = played.reset()
        while played.agents:
            actions = {
                agent: random.choice(np.flatnonzero(seen["action_mask"]).tolist() or [0])
                for agent, seen in observations.items()
            }
            observations, *_ = played.step(actions)
            count += len(actions)
    return count / (time.process_time() - begin), 0


def batch_steps(spec: str, seconds: float) -> tuple[float, float]:
    """Return the steps per second of a Batch on one thread."""
    batch, count, end, begin = fastcore.Batch(spec, BATCH), 0, time.process_time() + seconds, time.process_time()
    while time.process_time() < end:
        batch.step(batch.random_moves())
        count += BATCH
    return count / (time.process_time() - begin), 0


def tensors(spec: str, seconds: float) -> tuple[float, float]:
    """Return the tensors per second that `State.tensor` writes to an array."""
    state = random_position(spec, "tensors", max_moves=60)
    array, count, end, begin = state.tensor(0), 0, time.process_time() + seconds, time.process_time()
    while time.process_time() < end:
        for _ in range(100):
            state.tensor(0, array)
        count += 100
    return count / (time.process_time() - begin), 0


def main(seconds: float = 1.0) -> None:
    """Measure everything and print a table."""
    pyspiel.register_game(EMPTY, EmptyGame)
    pyspiel.register_game(EMPTY_TOGETHER, EmptyGame)
    jobs: dict[str, Callable[[float], tuple[float, float]]] = {}
    games = ("python_tic_tac_toe", "backgammon", *(f"herbarium_{game}" for game in GAMES))
    for name in (*games, "python_empty(width=10)", "python_empty(width=25)", "python_empty_together(width=130)"):
        jobs[f"OpenSpiel {name}"] = partial(openspiel_steps, name)
    jobs["PettingZoo tictactoe_v3"] = partial(turns, tictactoe_v3.env())
    jobs["PettingZoo tictactoe_v3, without wrappers"] = partial(turns, tictactoe_v3.raw_env())
    for game in GAMES:
        jobs[f"PettingZoo {game}"] = partial(turns, env(game))
        jobs[f"Batch {game}"] = partial(batch_steps, game)
        jobs[f"tensor {game}"] = partial(tensors, game)
    jobs["PettingZoo herbs, parallel"] = parallel_turns
    best: dict[str, tuple[float, float]] = {}
    for _ in range(ROUNDS):
        for name, job in jobs.items():
            best[name] = max(best.get(name, (0.0, 0.0)), job(seconds))
    for name, (rate, width) in best.items():
        print(f"{name:45} {rate:12,.0f}/s {1e6 / rate:9.2f} us" + (f"  {width:6.1f} legal" if width else ""))


if __name__ == "__main__":
    main(*map(float, sys.argv[1:]))

"""Games with secret choices as PettingZoo environments in which all agents act at the same time."""

from __future__ import annotations

from collections.abc import Mapping
from operator import index
from typing import Any

from pettingzoo import ParallelEnv

import fastcore
from workbench.frameworks.pettingzoo.table import Observation, Shown, Table


class HerbariumParallel(Shown, ParallelEnv):  # type: ignore[misc, unused-ignore]
    """A game in which seats choose in secret: each step is one choice of every agent.

    Observations, masks and rewards are those of HerbariumAEC. An agent whose mask is all 0 has no choice in this step;
    its action is ignored, or may be missing.

    Args:
        spec: The game, with its options or without.
        render_mode: "human", "ansi", "rgb_array" or None.
        render_all: Whether pictures show everything. By default they show what the first agent to act sees.
        full_state: Whether `state` is allowed, which shows hidden information.
        max_cycles: The number of steps after which the game is truncated, or None.
        options: Options of the game.

    Attributes:
        table: The Table.

    Raises:
        ValueError: An argument is wrong, or seats do not choose in secret in this game.
    """

    def __init__(
        self,
        spec: str,
        *,
        render_mode: str | None = None,
        render_all: bool = False,
        full_state: bool = False,
        max_cycles: int | None = None,
        **options: Any,
    ) -> None:
        self.table = Table(spec, options, render_mode=render_mode, render_all=render_all, full_state=full_state)
        if not self.table.game.secret:
            raise ValueError(f"agents take turns in {self.table.game.info.title}: use `env` instead of `parallel_env`")
        self.prepare(max_cycles)
        self._cycles = 0

    def reset(
        self, seed: int | None = None, options: Mapping[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        """Begin a game, as `HerbariumAEC.reset`. Return the observations and infos of all agents."""
        self.table.reset(seed, options)
        self.agents = self.possible_agents.copy()
        self._cycles = 0
        return self._observations(), self._infos()

    def step(
        self, actions: Mapping[str, int]
    ) -> tuple[dict[str, Observation], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]:
        """Make the choices of all agents.

        Returns:
            The observations, rewards, terminations, truncations and infos of all agents.

        Raises:
            IllegalMove: An action is not legal. Nothing has changed.
            KeyError: The action of an agent that has a choice is missing.
            TypeError: An action is not a whole number.
        """
        if not self.agents:
            raise RuntimeError("the game is over: call reset first")
        names, steps = self.table.names, self.table.steps
        self.table.play({seat: index(actions[names[seat]]) for seat in steps.acting})
        self._cycles += 1
        over = self.table.steps.actor == fastcore.OVER
        cut = not over and self.max_cycles is not None and self._cycles >= self.max_cycles
        rewards = dict(zip(names, steps.returns(), strict=True))
        result = (
            self._observations(), rewards, dict.fromkeys(names, over), dict.fromkeys(names, cut), self._infos()
        )  # fmt: skip
        if over or cut:
            self.agents = []
        if self.render_mode == "human":
            self.render()
        return result

    def _observations(self) -> dict[str, Observation]:
        return {agent: self.table.observe(agent) for agent in self.agents}

    def _infos(self) -> dict[str, dict[str, Any]]:
        return {agent: {"action_mask": self.table.masks[agent]} for agent in self.agents}


def parallel_env(spec: str, **kwargs: Any) -> HerbariumParallel:
    """Return an environment. The arguments are those of HerbariumParallel."""
    return HerbariumParallel(spec, **kwargs)

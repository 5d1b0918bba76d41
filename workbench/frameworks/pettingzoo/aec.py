"""Games as PettingZoo environments in which agents act in turn (AEC)."""

from __future__ import annotations

from collections.abc import Mapping
from operator import index
from typing import Any

from pettingzoo import AECEnv

import fastcore
from workbench.frameworks.pettingzoo.table import Observation, Shown, Table


class HerbariumAEC(Shown, AECEnv):  # type: ignore[misc, unused-ignore]
    """A game in which agents act in turn. Chance is drawn by the environment.

    Where seats choose together in secret, they act one after another, and no agent sees the choices of the others.

    An observation is {"observation": float32 of the shape of `State.tensor`, "action_mask": int8 of shape (actions,)}.
    The mask is also in the infos. It is all 0 if the agent is not to act. Rewards are the results at the end, from -1
    to 1 with sum 0.

    Args:
        spec: The game, with its options or without.
        render_mode: "human", "ansi", "rgb_array" or None.
        render_all: Whether pictures show everything. By default they show what the agent to act sees.
        full_state: Whether `state` is allowed, which shows hidden information.
        max_cycles: The number of steps after which the game is truncated, or None.
        options: Options of the game.

    Attributes:
        table: The Table.

    Raises:
        ValueError: An argument is wrong.
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
        super().__init__()
        self.table = Table(spec, options, render_mode=render_mode, render_all=render_all, full_state=full_state)
        self.prepare(max_cycles)
        self.metadata["is_parallelizable"] = False

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        """Begin a game.

        Args:
            seed: The seed of chance. The same seed and actions give the same game on every machine.
            options: Where to begin: {"position": text}, or values of `fastcore.steps.to_dict`. Other keys are ignored.

        Raises:
            ValueError: The position is wrong.
        """
        self.table.reset(seed, options)
        self.agents = self.possible_agents.copy()
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {"action_mask": self.table.no_mask} for agent in self.agents}
        self._chosen: dict[int, int] = {}
        self._cycles = 0
        self.agent_selection = self.agents[0]
        self._settle()

    def observe(self, agent: str) -> Observation:
        """Return new arrays with what an agent sees, and its mask."""
        return self.table.observe(agent, agent == self.agent_selection)

    @property
    def shown_agent(self) -> str:
        """The agent whose view `render` shows: where seats choose together, the others' plans stay secret."""
        return self.agent_selection

    def step(self, action: int | None) -> None:
        """Make the choice of `agent_selection`; None after the end of the game.

        Raises:
            IllegalMove: The action is not legal. Nothing has changed.
            TypeError: The action is not a whole number, or None before the end of the game.
        """
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise TypeError(f"{agent} must choose an action: the game is not over")
        table = self.table
        seat, choice = table.seats[agent], index(action)
        if not (0 <= choice < table.game.actions and table.masks[agent][choice]):
            table.steps.parse_action(seat, table.steps.action_text(seat, choice))  # raises with the reason
        self._chosen[seat] = choice
        if len(self._chosen) == len(table.steps.acting):
            table.play(self._chosen)
            self._chosen.clear()
        self._cycles += 1
        self._settle()
        if self.render_mode == "human":
            self.render()

    def _settle(self) -> None:
        """Update what PettingZoo's attributes say, after a step or a reset."""
        table, agent = self.table, self.agent_selection
        steps = table.steps
        if steps.actor == fastcore.OVER:
            self.infos[agent]["action_mask"] = table.masks[agent]
            self.agent_selection = self.agents[0]
            self.terminations = dict.fromkeys(self.agents, True)
            self.rewards = dict(zip(self.possible_agents, steps.returns(), strict=True))
            self._accumulate_rewards()
            return
        after = table.names[steps.acting[len(self._chosen)]]  # they choose in this order
        if after != agent:
            self.infos[agent]["action_mask"] = table.no_mask
            self.agent_selection = after
        self.infos[after]["action_mask"] = table.masks[after]
        if self.max_cycles is not None and self._cycles >= self.max_cycles:
            self.truncations = dict.fromkeys(self.agents, True)


def env(spec: str, **kwargs: Any) -> HerbariumAEC:
    """Return an environment. The arguments are those of HerbariumAEC."""
    return HerbariumAEC(spec, **kwargs)

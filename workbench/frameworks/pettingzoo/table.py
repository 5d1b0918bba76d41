"""What the two kinds of environments share: one game, its spaces, chance, observations and pictures."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium.spaces import Box, Dict, Discrete

import fastcore
from fastcore.steps import SIMULTANEOUS, Steps, from_dict, step_game
from fastcore.steps.arrays import new_tensor
from fastcore.steps.plain import KEYS
from workbench.frameworks import pictures
from workbench.frameworks.options import with_options
from workbench.records.seeds import new_seed

Observation = dict[str, npt.NDArray[Any]]


class Table:
    """One game, played by agents named "seat_0", "seat_1" and so on.

    Args:
        spec: The game, with its options or without.
        options: Options of the game that replace those of the spec.
        render_mode: One of `pictures.RENDER_MODES`, or None.
        render_all: Whether pictures show everything. By default they show what the agent to act sees.
        full_state: Whether `state` is allowed.

    Attributes:
        full_state: Whether `state` is allowed.
        steps: The Steps of the game being played.
        names: The names of all agents.
        masks: For each agent, its mask: int8 of shape (actions,). Several agents may choose at the same time. Do not
            write to it.
        no_mask: The mask of an agent that does not choose.
        observation_space: The space of every agent.
        action_space: The space of each agent.

    Raises:
        ValueError: An argument is wrong.
    """

    def __init__(
        self,
        spec: str,
        options: Mapping[str, Any],
        *,
        render_mode: str | None,
        render_all: bool,
        full_state: bool,
    ) -> None:
        pictures.check_mode(render_mode)
        self.game = step_game(with_options(spec, options))
        if not self.game.state.shape:
            raise ValueError(f"{self.game.info.title} has no observation tensor")
        self.steps = Steps(self.game)
        self.names = [f"seat_{seat}" for seat in range(self.game.seats)]
        self.seats = {name: seat for seat, name in enumerate(self.names)}
        space = {
            "observation": Box(0, 1, self.game.state.shape, np.float32),
            "action_mask": Box(0, 1, (self.game.actions,), np.int8),
        }
        self.observation_spaces = {name: Dict(space) for name in self.names}
        self.action_spaces = {name: Discrete(self.game.actions) for name in self.names}
        self.render_mode = render_mode
        self._render_all = render_all
        self.full_state = full_state
        self._stream = fastcore.Stream(new_seed(), "frameworks")
        self.no_mask = np.zeros(self.game.actions, np.int8)
        self.no_mask.flags.writeable = False
        self.masks = dict.fromkeys(self.names, self.no_mask)
        self._acted: tuple[int, ...] = ()  # the seats that have masks now

    def reset(self, seed: int | None, options: Mapping[str, Any] | None) -> None:
        """Begin a game. `options` may have a "position" (text) or values of `fastcore.steps.to_dict`.

        Raises:
            ValueError: The position or history is wrong, or belongs to another spec. Nothing has changed.
        """
        known = {key: value for key, value in (options or {}).items() if key in KEYS}
        steps = from_dict({"spec": self.game.spec, **known}) if known else Steps(self.game)
        if steps.game.spec != self.game.spec:
            raise ValueError(f"the position belongs to {steps.game.spec}, not to {self.game.spec}")
        if seed is not None:
            self._stream = fastcore.Stream(seed, "frameworks")
        self.steps = steps
        self.settle()

    def settle(self) -> None:
        """Draw chance outcomes until an agent chooses or the game is over, and make the masks."""
        steps = self.steps
        if steps.actor == fastcore.CHANCE:
            steps.draw(self._stream)
        masks, names = self.masks, self.names
        for seat in self._acted:
            masks[names[seat]] = self.no_mask
        self._acted = steps.acting
        for seat in self._acted:
            masks[names[seat]] = steps.mask(seat)

    def play(self, actions: Mapping[int, int]) -> None:
        """Make the choices of all seats that choose now.

        Raises:
            IllegalMove: One of them is not legal. Nothing has changed.
        """
        steps = self.steps
        if steps.actor == SIMULTANEOUS:
            steps.play_together(actions)
        else:
            steps.play(actions[steps.actor])
        self.settle()

    def observe(self, name: str, acts: bool = True) -> Observation:
        """Return new arrays with what an agent sees, and its mask: zeros if it does not act."""
        seat = self.seats[name]
        mask = self.masks[name] if acts else self.no_mask
        return {"observation": new_tensor(self.steps.seen(seat), seat), "action_mask": mask.copy()}

    def state(self) -> npt.NDArray[np.float32]:
        """Return the observations of all agents as one array of shape (agents, *shape).

        Raises:
            PermissionError: The environment was made without `full_state=True`.
        """
        if not self.full_state:
            raise PermissionError("state() shows hidden information; make the environment with full_state=True")
        return np.stack([self.steps.seen(seat).tensor(seat) for seat in range(self.game.seats)])

    def render(self, agent: str | None = None) -> npt.NDArray[np.uint8] | str | None:
        """Show the board: print it ("human"), or return it as text ("ansi") or as an array of shape (height, width, 3).

        Args:
            agent: The agent whose view is shown. By default, the first agent to act. After the end, all is shown.

        Raises:
            ValueError: The environment was made without a render mode.
        """
        acting = self.steps.acting
        viewer = self.seats[agent] if agent is not None else next(iter(acting), None)
        seat = viewer if acting and not self._render_all else None
        point = self.steps.state if seat is None else self.steps.seen(seat).viewpoint(seat)
        return pictures.rendered(point, self.render_mode)


class Shown:
    """What both kinds of environments have in the same way: their table, names, spaces and pictures.

    With `full_state=True`, they also have a `state_space`.

    Attributes:
        table: The Table.
    """

    table: Table

    def prepare(self, max_cycles: int | None) -> None:
        """Set the attributes that PettingZoo asks for, from those of the table.

        Raises:
            ValueError: `max_cycles` is out of range.
        """
        if max_cycles is not None and max_cycles < 1:
            raise ValueError(f"max_cycles is {max_cycles}; it must be at least 1, or None")
        table = self.table
        self.metadata: dict[str, Any] = {
            "name": f"herbarium_{table.game.info.id}_v0",
            "render_modes": list(pictures.RENDER_MODES),
            "render_fps": 2,
        }
        self.render_mode = table.render_mode
        self.max_cycles = max_cycles
        self.possible_agents = table.names.copy()
        self.observation_spaces = table.observation_spaces
        self.action_spaces = table.action_spaces
        self.agents: list[str] = []
        if table.full_state:
            self.state_space = Box(0, 1, (table.game.seats, *table.game.state.shape), np.float32)

    def observation_space(self, agent: str) -> Dict:
        """Return the space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Discrete:
        """Return the space of an agent's actions."""
        return self.action_spaces[agent]

    def state(self) -> npt.NDArray[np.float32]:
        """Return the observations of all agents in one array. It needs `full_state=True`."""
        return self.table.state()

    @property
    def shown_agent(self) -> str | None:
        """The agent whose view `render` shows; None for the first agent to act."""
        return None

    def render(self) -> npt.NDArray[np.uint8] | str | None:
        """Print the board ("human"), or return it as text ("ansi") or as an array of shape (height, width, 3)."""
        return self.table.render(self.shown_agent)

    def close(self) -> None:
        """Do nothing: there are no windows or files."""

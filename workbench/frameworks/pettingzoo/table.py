"""What the two kinds of environments share: one game, its spaces, chance, observations and pictures."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium.spaces import Box, Dict, Discrete

import fastcore
from fastcore.steps import SIMULTANEOUS, Steps, from_dict, step_game
from workbench.frameworks.pettingzoo import pictures
from workbench.records.seeds import new_seed

RENDER_MODES = ("human", "ansi", "rgb_array")
HISTORY_KEYS = ("position", "start", "moves", "lines")
Observation = dict[str, npt.NDArray[Any]]


class Table:
    """One game, played by agents named "seat_0", "seat_1" and so on.

    Args:
        spec: The game, with its options or without.
        options: Options of the game that replace those of the spec.
        render_mode: One of `RENDER_MODES`, or None.
        render_all: Whether pictures show everything. By default they show what the agent to act sees.
        full_state: Whether `state` is allowed.

    Attributes:
        steps: The Steps of the game being played.
        names: The names of all agents.
        masks: For each agent, its mask: int8 of shape (actions,). Several agents may choose at the same time.
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
        if render_mode is not None and render_mode not in RENDER_MODES:
            raise ValueError(f"render_mode is {render_mode!r}; it must be one of {', '.join(RENDER_MODES)}, or None")
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
        self._full_state = full_state
        self._stream = fastcore.Stream(new_seed(), "frameworks")
        self._no_mask = np.zeros(self.game.actions, np.int8)
        self._no_mask.flags.writeable = False
        self.masks = dict.fromkeys(self.names, self._no_mask)

    def reset(self, seed: int | None, options: Mapping[str, Any] | None) -> None:
        """Begin a game. `options` may have a "position" (text) or values of `fastcore.steps.to_dict`."""
        if seed is not None:
            self._stream = fastcore.Stream(seed, "frameworks")
        known = {key: value for key, value in (options or {}).items() if key in HISTORY_KEYS}
        self.steps = from_dict({"spec": self.game.spec, **known}) if known else Steps(self.game)
        self.settle()

    def settle(self) -> None:
        """Draw chance outcomes until an agent chooses or the game is over, and make the masks."""
        steps = self.steps
        if steps.actor == fastcore.CHANCE:
            steps.draw(self._stream)
        masks = self.masks = dict.fromkeys(self.names, self._no_mask)
        for seat in steps.acting:
            masks[self.names[seat]] = steps.mask(seat)

    def play(self, actions: Mapping[int, int]) -> None:
        """Make the choices of all seats that choose now.

        Raises:
            IllegalMove: One of them is not legal. Nothing has changed.
        """
        if self.steps.actor == SIMULTANEOUS:
            self.steps.play_together(actions)
        else:
            self.steps.play(actions[self.steps.actor])
        self.settle()

    def mask(self, name: str, *, acts: bool = True) -> npt.NDArray[np.int8]:
        """Return an agent's mask; zeros if it does not act. Do not write to it."""
        return self.masks[name] if acts else self._no_mask

    def observe(self, name: str, *, acts: bool = True) -> Observation:
        """Return new arrays with what an agent sees, and its mask: zeros if it does not act."""
        seat = self.seats[name]
        mask = self.mask(name, acts=acts)
        return {"observation": self.steps.seen(seat).tensor(seat), "action_mask": mask.copy()}

    def state(self) -> npt.NDArray[np.float32]:
        """Return the observations of all agents as one array of shape (agents, *shape).

        Raises:
            PermissionError: The environment was made without `full_state=True`.
        """
        if not self._full_state:
            raise PermissionError("state() shows hidden information; make the environment with full_state=True")
        return np.stack([self.steps.seen(seat).tensor(seat) for seat in range(self.game.seats)])

    def render(self) -> npt.NDArray[np.uint8] | str | None:
        """Show the board: print it ("human"), or return it as text ("ansi") or as an array of shape (height, width, 3).

        Raises:
            ValueError: The environment was made without a render mode.
        """
        if self.render_mode is None:
            raise ValueError(f"make the environment with a render_mode: {', '.join(RENDER_MODES)}")
        seat = None if self._render_all else next(iter(self.steps.acting), None)
        point = self.steps.state if seat is None else self.steps.seen(seat).viewpoint(seat)
        if self.render_mode == "rgb_array":
            return pictures.array(point)
        text = pictures.text(point)
        if self.render_mode == "ansi":
            return text
        print(text)
        return None


def with_options(spec: str, options: Mapping[str, Any]) -> str:
    """Return a spec in which options have these values.

    Raises:
        BadPosition: An option or its value does not exist.
    """
    id, _, listed = spec.partition("(")
    own = dict(part.split("=", 1) for part in listed.rstrip(")").split(",") if "=" in part)
    values = ",".join(f"{name}={value}" for name, value in {**own, **options}.items())
    return f"{id}({values})" if values and (options or spec.endswith(")")) else spec

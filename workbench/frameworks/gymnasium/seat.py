"""One seat of a game as a Gymnasium environment. Bots play all other seats."""

from __future__ import annotations

from operator import index
from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium.spaces import Box, Dict, Discrete

import bots
import fastcore
from workbench.bot_process import trust
from workbench.datasets.players import Mind
from workbench.frameworks import pictures
from workbench.frameworks.options import with_options

NAMESPACE = "herbarium"
Observation = dict[str, npt.NDArray[Any]]


class HerbariumSeat(gymnasium.Env):  # type: ignore[misc, unused-ignore]
    """A game in which the agent has one seat, and bots have the others. Chance is drawn by the environment.

    An observation is {"observation": float32 of the shape of `State.tensor`, "action_mask": int8 of shape (actions,)}.
    The mask is also in the info. The reward is the result of the game for the seat, from -1 to 1, and 0 before the end.

    Args:
        spec: The game, with its options or without.
        seat: The seat of the agent, from 0.
        bot: The bot in all other seats; None for the usual level.
        illegal: What an illegal action does: "raise" an error, or "lose" the game with the reward -1.
        render_mode: "human", "ansi", "rgb_array" or None.
        options: Options of the game.

    Attributes:
        position: The State. It has full information; do not play on it.

    Raises:
        ValueError: An argument is wrong.
    """

    metadata = {"render_modes": list(pictures.RENDER_MODES), "render_fps": 2}  # noqa: RUF012 - set by Gymnasium

    def __init__(
        self,
        spec: str,
        *,
        seat: int = 0,
        bot: str | None = None,
        illegal: str = "raise",
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        pictures.check_mode(render_mode)
        if illegal not in ("raise", "lose"):
            raise ValueError(f"illegal is {illegal!r}; it must be 'raise' or 'lose'")
        self._start = fastcore.start(with_options(spec, options))
        start = self._start
        if not start.shape:
            raise ValueError(f"{start.info.title} has no observation tensor")
        if not 0 <= seat < start.seats:
            raise ValueError(f"seat is {seat}; it must be 0 to {start.seats - 1}")
        self.bot = bots.usual_level(start.spec) if bot is None else bot
        if trust.is_foreign(self.bot):
            raise ValueError(f"{self.bot}: environments need a built-in or installed bot, not a file or a program")
        if not bots.make(self.bot, 0, spec=start.spec).fits(start.spec):
            raise ValueError(f"{self.bot} cannot play {start.spec}; the bots are {', '.join(bots.names(start.spec))}")
        self.seat = seat
        self.illegal = illegal
        self.render_mode = render_mode
        self.observation_space = Dict({
            "observation": Box(0, 1, start.shape, np.float32),
            "action_mask": Box(0, 1, (start.actions,), np.int8),
        })  # fmt: skip
        self.action_space = Discrete(start.actions)
        self.position = start.copy()
        self._over = True  # before the first reset
        self._minds: dict[int, Mind] = {}

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin a game, and play it up to the first decision of the seat.

        Args:
            seed: The seed of chance and bots. The same seed and actions give the same game on every machine.
            options: Ignored.
        """
        super().reset(seed=seed)
        own = int(self.np_random.integers(2**63))
        self._stream = fastcore.Stream(own, "frameworks")
        self.position = self._start.copy()
        self.close()
        self._minds = {
            other: Mind(self.bot, self._start, other, self._stream.below(2**32))
            for other in range(self._start.seats)
            if other != self.seat
        }
        self._over = False
        self._play_others()
        if self.position.actor == fastcore.OVER:
            raise ValueError(f"seat {self.seat} never decides in this game")
        return self._shown()

    def step(self, action: int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Make the choice of the seat, and play up to its next decision or the end.

        Returns:
            The observation, the reward, whether the game is over, False, and the info.

        Raises:
            IllegalMove: The action is not legal, and `illegal` is "raise". Nothing has changed.
            RuntimeError: The game is over.
            TypeError: The action is not a whole number.
        """
        if self._over:
            raise RuntimeError("the game is over: call reset first")
        try:
            self._make(index(action))
        except fastcore.IllegalMove as error:
            if self.illegal == "raise":  # agents may read the message, so it has only what the seat sees
                seen = f"{self.position.spec} {self.position.view(self.seat)}"
                raise fastcore.IllegalMove(error.move, seen, error.reason) from None
            self._over = True
            return (observed := self._shown())[0], -1.0, True, False, observed[1]
        self._play_others()
        self._over = self.position.actor == fastcore.OVER
        observation, info = self._shown()
        if self.render_mode == "human":
            self.render()
        return observation, self.position.returns()[self.seat] if self._over else 0.0, self._over, False, info

    def _make(self, move: int) -> None:
        """Make a move or outcome, and show it to the bots."""
        before = self.position.copy()
        self.position.play(move)
        for mind in self._minds.values():
            mind.observe(before, move)

    def _play_others(self) -> None:
        """Play until the seat decides or the game is over."""
        while (actor := self.position.actor) not in (self.seat, fastcore.OVER):
            self._make(self.position.sample(self._stream) if actor < 0 else self._minds[actor].think().choice)

    def _shown(self) -> tuple[Observation, dict[str, Any]]:
        mask = self.action_masks().view(np.int8)
        return {"observation": self.position.tensor(self.seat), "action_mask": mask}, {"action_mask": mask.copy()}

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Return whether each action is legal, shape (actions,). Libraries with masks call this."""
        if self._over or self.position.actor != self.seat:
            return np.zeros(self._start.actions, np.bool_)
        return self.position.mask()

    def render(self) -> Any:
        """Print the board ("human"), or return it as text ("ansi") or as an array of shape (height, width, 3).

        It shows what the seat sees.
        """
        return pictures.rendered(self.position.viewpoint(self.seat), self.render_mode)

    def close(self) -> None:
        """Close the bots. The next call must be `reset`."""
        self._over = True
        for mind in self._minds.values():
            mind.bot.close()
        self._minds = {}


def register() -> None:
    """Register all games that are not registered yet. `make` takes the arguments of HerbariumSeat."""
    for game in fastcore.games():
        name = f"{NAMESPACE}/{game}-v0"
        if name not in gymnasium.registry:
            gymnasium.register(name, f"{HerbariumSeat.__module__}:HerbariumSeat", kwargs={"spec": game})

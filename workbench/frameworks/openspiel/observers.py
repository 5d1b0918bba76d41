"""Observers: what a player knows, as text and as arrays."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import numpy.typing as npt
import pyspiel

from fastcore.steps import StepGame, Steps, Tensors, private_observation, to_dict

_ALL = pyspiel.PrivateInfoType.ALL_PLAYERS
_NONE = pyspiel.PrivateInfoType.NONE


class HerbariumObserver:
    """An observer of the kind that an IIGObservationType describes.

    The text is always complete. There are arrays only for public information, and for public information together with
    that of one player. With perfect recall, they need a `history`.

    Args:
        game: The StepGame.
        history: The number of characters in the piece "history".
        kind: A pyspiel.IIGObservationType; None for what one player sees, without perfect recall.
        params: Parameters; there are none.

    Attributes:
        tensor: All arrays as one float32 array of shape (n,), or None.
        dict: The arrays by name; they share memory with `tensor`.

    Raises:
        ValueError: There are parameters.
    """

    def __init__(self, game: StepGame, history: int, kind: Any = None, params: Any = None) -> None:
        if params:
            raise ValueError(f"observers have no parameters, but got {params}")
        kind = kind or pyspiel.IIGObservationType(perfect_recall=False)
        self._game = game
        self._recall: bool = kind.perfect_recall
        self._public: bool = kind.public_info
        self._private = kind.private_info
        self._tensors: Tensors | None = None
        if self._public and self._private != _ALL and game.pieces and (history or not self._recall):
            self._tensors = Tensors(game, history if self._recall else 0)
        self.tensor: npt.NDArray[np.float32] | None = self._tensors.array if self._tensors is not None else None
        self.dict: dict[str, npt.NDArray[np.float32]] = self._tensors.pieces if self._tensors is not None else {}

    def set_from(self, state: Any, player: int) -> None:
        """Write what a player knows in a state to the arrays."""
        if self._tensors is not None:
            self._tensors.fill(state.steps, None if self._private == _NONE else player)

    def string_from(self, state: Any, player: int) -> str:
        """Return what a player knows in a state.

        - Public information, or that and a player's own: the view of the position, or with perfect recall the
          information state.
        - Only private information: what the player knows beyond public information; "" if the game hides nothing.
        - Private information of all players: the position, or with perfect recall the whole history as JSON.
        """
        steps: Steps = state.steps
        if self._private == _ALL:
            return json.dumps(to_dict(steps)) if self._recall else str(steps)
        if not self._public:
            return "" if self._private == _NONE else private_observation(steps, player, recall=self._recall)
        seat = None if self._private == _NONE else player
        return steps.information_state(seat) if self._recall else steps.observation(seat)

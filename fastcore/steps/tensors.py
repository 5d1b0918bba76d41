"""Tensors: what a seat sees, as named numpy arrays of fixed shape."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from fastcore.steps.game import Piece, StepGame
from fastcore.steps.steps import Steps

CODES = 128  # character codes are below this number
MAX_HISTORY = 1 << 20


class Tensors:
    """The arrays of one observer. All are float32 and share memory with `array`.

    The pieces are "player", those of the game, and, if `history` is not 0, two more:

    - "player", shape (seats,): 1 for the observing seat; all 0 for everybody.
    - "history", shape (history,): the text of `Steps.information_state`, one character for each value, as its code
      divided by 128. The text ends at the last value; values before the text are 0.
    - "forgotten", shape (1,): 1 if the text is longer, so that its beginning is missing, else 0. If it is 0, the array
      determines everything that the seat has ever seen (perfect recall).

    Args:
        game: the StepGame.
        history: the number of characters of history, from 0 to 1,048,576.

    Attributes:
        layout: the Pieces, in the order of `array`.
        array: shape (n,), values from 0 to 1.
        pieces: each piece by name, with its shape.

    Raises:
        ValueError: `history` is out of range.
    """

    def __init__(self, game: StepGame, history: int = 0) -> None:
        if not 0 <= history <= MAX_HISTORY:
            raise ValueError(f"history is {history}; it must be 0 to {MAX_HISTORY:,}")
        self.game = game
        self.layout = layout(game, history)
        self.array = np.zeros(sum(piece.size for piece in self.layout), np.float32)
        self.pieces: dict[str, npt.NDArray[np.float32]] = {}
        begin = 0
        for piece in self.layout:
            self.pieces[piece.name] = self.array[begin : begin + piece.size].reshape(piece.shape)
            begin += piece.size
        size = sum(piece.size for piece in game.pieces)
        self._position = self.array[game.seats : game.seats + size].reshape(game.state.shape) if size else None
        self._history = self.pieces.get("history")

    def fill(self, steps: Steps, seat: int | None) -> None:
        """Write what a seat (None: everybody) sees now."""
        player = self.pieces["player"]
        player.fill(0)
        if seat is not None:
            player[seat] = 1
        if self._position is not None:
            steps.seen(seat).tensor(seat, self._position)
        if self._history is not None:
            codes = np.frombuffer(steps.information_state(seat).encode("ascii"), np.uint8)
            length = min(len(codes), len(self._history))
            self._history.fill(0)
            self._history[len(self._history) - length :] = codes[len(codes) - length :]
            self._history /= CODES
            self.pieces["forgotten"][0] = len(codes) > length


def layout(game: StepGame, history: int = 0) -> tuple[Piece, ...]:
    """Return the Pieces of the tensors of a game, in order."""
    player = Piece("player", (game.seats,), "0 or 1", "1 for the observing seat; all 0 for everybody")
    if not history:
        return (player, *game.pieces)
    text = Piece("history", (history,), "code / 128", "the last characters of the text of the information state")
    forgotten = Piece("forgotten", (1,), "0 or 1", "1 if the text has more characters")
    return (player, *game.pieces, text, forgotten)

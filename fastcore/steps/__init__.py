"""The step model: a game as reinforcement learning and game theory programs see it, without any framework.

A StepGame holds the constants of a spec, and a Steps one history. Each step is one choice of a seat, one joint choice
of several seats, or one outcome of chance. Cards are dealt one by one.
"""

from fastcore.steps.game import Piece, StepGame, step_game
from fastcore.steps.plain import from_dict, private_observation, seat_dict, to_dict
from fastcore.steps.steps import SIMULTANEOUS, Steps
from fastcore.steps.tensors import Tensors

__all__ = [
    "SIMULTANEOUS",
    "Piece",
    "StepGame",
    "Steps",
    "Tensors",
    "from_dict",
    "private_observation",
    "seat_dict",
    "step_game",
    "to_dict",
]

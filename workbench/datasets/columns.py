"""The columns of a data set."""

from __future__ import annotations

from typing import NamedTuple

from fastcore.steps import StepGame
from workbench.datasets.settings import Settings


class Column(NamedTuple):
    """A column.

    Attributes:
        name: The name.
        kind: The type of a value: "int8", "int32", "int64", "float32" or "text".
        shape: The shape of the value; () for a single number or text.
        units: The unit of its numbers, or "".
        meaning: What it says, in a few words.
    """

    name: str
    kind: str
    shape: tuple[int, ...]
    units: str
    meaning: str


def columns(game: StepGame, settings: Settings) -> tuple[Column, ...]:
    """Return the columns in their order."""
    every = (
        Column("game", "int64", (), "", "the number of the game, from 0"),
        Column("step", "int32", (), "steps", "the steps before; joint choices and chance outcomes count once"),
        Column("turn", "int32", (), "turns", "the number of the turn"),
        Column("seat", "int8", (), "", "the seat that decides, from 0"),
        Column("observation", "text", (), "", "what the seat sees"),
        Column("information_state", "text", (), "", "all that the seat has seen (perfect recall)"),
        Column("tensor", "float32", game.state.shape, "0 to 1", "what the seat sees, as arrays"),
        Column("mask", "int8", (game.actions,), "0 or 1", "1 for the legal actions"),
        Column("shares", "float32", (game.actions,), "0 to 1", "the bot's share of each action, with sum 1"),
        Column("values", "float32", (game.seats,), "-1 to 1", "the bot's value of the position for each seat"),
        Column("simulations", "int32", (), "", "the simulations of this decision; 0 without a search"),
        Column("choice", "int32", (), "", "the bot's choice"),
        Column("action", "int32", (), "", "what was played: the choice, or a random action"),
        Column("action_text", "text", (), "", "its text"),
        Column("returns", "float32", (game.seats,), "-1 to 1", "the result of the game for each seat, with sum 0"),
        Column("points", "int32", (game.seats,), "points", "the points of each seat at the end"),
        Column("spec", "text", (), "", "the game with its options"),
        Column("bot", "text", (), "", "the bot in all seats"),
        Column("seed", "int64", (), "", "the seed of the data set"),
        Column("version", "text", (), "", "the version of Herbarium"),
    )
    return tuple(column for column in every if settings.recall or column.name != "information_state")

"""The options of the engines, and their values for a position."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import isfinite
from operator import index

from fastcore import plain
from fastcore.specs import Value, value_of
from fastcore.values import Option

TO_THE_END = 100_000  # decisions of a playout that is never cut
TREE_OPTIONS = (
    Option(
        "selection",
        "choice",
        "puct",
        "puct: moves in the order of their priors; ucb: all of them alike",
        choices=("puct", "ucb"),
    ),
    Option("exploration", "number", "1", "how far the selection strays from the best move so far", 0, 100),
    Option("first_play", "number", "0.1", "how much worse than its position a move not tried yet is taken to be", 0, 2),
    Option("leaves", "whole", "3", "moves of a new node that are tried at once, on one way down", 1, 16),
    Option("priors", "choice", "game", "the game's own order of moves, or all alike", choices=("game", "none")),
    Option(
        "transpositions",
        "choice",
        "on",
        "one node for positions that are reached in another order",
        choices=("on", "off"),
    ),
    Option("solver", "choice", "on", "prove results where the end of the game is near", choices=("on", "off")),
    Option(
        "playout",
        "whole",
        "0",
        f"decisions played at random from a new leaf before it is valued; {TO_THE_END}: to the end",
        0,
        TO_THE_END,
    ),
    Option("policy", "choice", "uniform", "how they are played", choices=("uniform", "greedy")),
)
ALPHABETA_OPTIONS = (
    Option("quiescence", "choice", "on", "look at forcing moves beyond the depth", choices=("on", "off")),
    Option(
        "reductions",
        "choice",
        "on",
        "look less deep after moves that seldom are the best, and not beyond static values far off",
        choices=("on", "off"),
    ),
)


def values_of(options: Iterable[Option], given: Mapping[str, object]) -> dict[str, Value]:
    """The value of every option, given or by default;
    ValueError or TypeError names the one that is wrong and what is allowed."""
    known = {option.name: option for option in options}
    values = {option.name: value_of(option, option.default) for option in known.values() if option.default}
    for name, value in given.items():
        name = plain.text(name, "the name of an option")
        if name not in known:
            raise ValueError(f"no option {name!r}; there is {', '.join(known)}")
        values[name] = _value(known[name], value)
    return values


def _value(option: Option, value: object) -> Value:
    """The value of an option given as a number or text; ValueError or TypeError says what is allowed."""
    if option.kind == "choice":
        if not isinstance(value, str):
            raise TypeError(f"{option.name} is a text, not {type(value).__name__}")
        return value_of(option, plain.text(value, option.name))
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise TypeError(f"{option.name} is a number, not {type(value).__name__}")
    value = index(value) if isinstance(value, int) else plain.real(value)
    if (
        not isfinite(value)
        or not option.least <= value <= option.most
        or (option.kind == "whole" and value != int(value))
    ):
        raise ValueError(f"{option.name} is {value!r}; it must be {option.allowed}")
    return int(value) if option.kind == "whole" else float(value)

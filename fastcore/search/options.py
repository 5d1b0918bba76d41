"""The options of the search engines: their limits, and parsing of their values."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import isfinite
from operator import index

from fastcore.text import plain
from fastcore.text.specs import Value, value_of
from fastcore.values import Option

MIN_MB = 4  # memory for each thread, in MiB
USUAL_MB = 512
MAX_MB = 30000
MAX_THREADS = 256
TO_THE_END = 100_000  # playout length that always reaches the end of the game
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
EQUILIBRIUM_OPTIONS = (
    Option("plans", "whole", "24", "plans of each seat that the payoff matrix holds", 2, 64),
    Option("candidates", "whole", "64", "plans tried as an answer before the other seat looks for one", 1, 100_000),
    Option(
        "trees", "whole", "48", "simulations of decoupled UCT before each answer, whose plans are tried too", 0, 100_000
    ),
    Option("worlds", "whole", "16", "what cannot be known is drawn so often", 1, 64),
    Option("samples", "whole", "16", "simulations of two plans between which more than they decides", 1, 64),
)
DUCT_OPTIONS = (
    Option(
        "selection",
        "choice",
        "ucb",
        "ucb: plain, all steps alike; puct: in the order of their priors",
        choices=("ucb", "puct"),
    ),
    Option(
        "exploration",
        "number",
        "0.1",
        "how far the selection strays from the best step so far (puct: 0.5 does better)",
        0,
        100,
    ),
    Option("worlds", "whole", "16", "what cannot be known is drawn so often", 1, 64),
)
IMPROVER_OPTIONS = (
    Option(
        "model",
        "choice",
        "blueprint",
        "how others are taken to have chosen: blueprint (as the game's own account tells), uniform, or none (it tells "
        "nothing)",
        choices=("blueprint", "uniform", "none"),
    ),
    Option("exploration", "number", "1", "how far the selection strays from the best move so far", 0, 100),
    Option("caution", "number", "0", "value that a mistake costs more than the rules say; below 0 less", -1, 1),
    Option(
        "ahead",
        "choice",
        "known",
        "how simulations go on: known, by what every seat will know; plain, by the greedy policy in whole worlds",
        choices=("known", "plain"),
    ),
)
ISMCTS_OPTIONS = (
    *IMPROVER_OPTIONS,
    Option("levels", "whole", "6", "decisions that are chosen in the trees before the rest is played on", 1, 60),
)


def values_of(options: Iterable[Option], given: Mapping[str, object]) -> dict[str, Value]:
    """Return {name: value} of every option, with defaults for those not given.

    Raises:
        ValueError, TypeError: an option does not exist or its value is not allowed. The message names both.
    """
    by_name = {option.name: option for option in options}
    values = {option.name: value_of(option, option.default) for option in by_name.values() if option.default}
    for name, value in given.items():
        name = plain.text(name, "the name of an option")
        if name not in by_name:
            raise ValueError(f"no option {name!r}; there is {', '.join(by_name)}")
        values[name] = _checked(by_name[name], value)
    return values


def _checked(option: Option, value: object) -> Value:
    """Return the value of an option given as a number or text. ValueError or TypeError says what is allowed."""
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

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
SHARED = Option(
    "shared",
    "choice",
    "off",
    "on: all threads search one tree, which is stronger, but no search repeats another exactly",
    choices=("on", "off"),
)
TREE_OPTIONS = (
    Option(
        "selection",
        "choice",
        "puct",
        "puct: guided by priors; ucb: all moves alike",
        choices=("puct", "ucb"),
    ),
    Option("exploration", "number", "1", "how widely the search explores", 0, 100),
    Option("first_play", "number", "0.1", "how much lower than its position an untried move is valued", 0, 2),
    Option("leaves", "whole", "3", "moves of a new node that are valued in one simulation", 1, 16),
    Option("priors", "choice", "game", "the game's own priors, or equal priors", choices=("game", "none")),
    Option(
        "transpositions",
        "choice",
        "on",
        "one node for equal positions reached by different moves",
        choices=("on", "off"),
    ),
    Option("solver", "choice", "on", "prove wins and losses near the end of the game", choices=("on", "off")),
    Option(
        "playout",
        "whole",
        "0",
        f"random moves from a new leaf before its evaluation; {TO_THE_END}: to the end",
        0,
        TO_THE_END,
    ),
    Option("policy", "choice", "uniform", "the policy of those moves", choices=("uniform", "greedy")),
    SHARED,
)
ALPHABETA_OPTIONS = (
    Option("quiescence", "choice", "on", "extend the search by noisy moves", choices=("on", "off")),
    Option(
        "reductions",
        "choice",
        "on",
        "reduce the depth after unlikely moves, and cut hopeless ones",
        choices=("on", "off"),
    ),
    Option("futility", "number", "0.2", "how far below the goal a value is hopeless, for each decision left", 0, 4),
    Option("full_moves", "whole", "2", "moves that are searched to full depth before reductions", 1, 64),
    SHARED,
)
EQUILIBRIUM_OPTIONS = (
    Option("plans", "whole", "24", "plans of each player in the payoff matrix", 2, 64),
    Option(
        "candidates",
        "whole",
        "64",
        "plans tried as a best response in each of the first iterations; later twice as many",
        1,
        100_000,
    ),
    Option(
        "trees", "whole", "48", "simulations of decoupled UCT before each response; its plans are tried too", 0, 100_000
    ),
    Option("worlds", "whole", "16", "number of sampled hidden positions", 1, 64),
    Option("samples", "whole", "16", "simulations of a pair of plans with a random outcome", 1, 64),
)
DUCT_OPTIONS = (
    Option(
        "selection",
        "choice",
        "ucb",
        "ucb: all steps alike; puct: guided by priors",
        choices=("ucb", "puct"),
    ),
    Option(
        "exploration",
        "number",
        "0.1",
        "how widely the search explores (0.5 suits puct)",
        0,
        100,
    ),
    Option("worlds", "whole", "16", "number of sampled hidden positions", 1, 64),
)
IMPROVER_OPTIONS = (
    Option(
        "model",
        "choice",
        "blueprint",
        "assumed past choices of other players: blueprint (the game's model), uniform, or none (no inference)",
        choices=("blueprint", "uniform", "none"),
    ),
    Option("exploration", "number", "1", "how widely the search explores", 0, 100),
    Option("caution", "number", "0", "extra cost of a wrong guess; negative values reduce the cost", -1, 1),
    Option(
        "ahead",
        "choice",
        "known",
        "rollouts: known, with each player's own information; plain, by the greedy policy",
        choices=("known", "plain"),
    ),
)
ISMCTS_OPTIONS = (
    *IMPROVER_OPTIONS,
    Option("levels", "whole", "6", "decisions chosen in the trees before the rollout", 1, 60),
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
            raise ValueError(f"there is no option {name!r}; the options are {', '.join(by_name)}")
        values[name] = _checked(by_name[name], value)
    return values


def _checked(option: Option, value: object) -> Value:
    """Return the value of an option given as a number or text. ValueError or TypeError says what is allowed."""
    if option.kind == "choice":
        if not isinstance(value, str):
            raise TypeError(f"{option.name} must be a str, not {type(value).__name__}")
        return value_of(option, plain.text(value, option.name))
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise TypeError(f"{option.name} must be a number, not {type(value).__name__}")
    value = index(value) if isinstance(value, int) else plain.real(value)
    if (
        not isfinite(value)
        or not option.least <= value <= option.most
        or (option.kind == "whole" and value != int(value))
    ):
        raise ValueError(f"{option.name} is {value!r}; it must be {option.allowed}")
    return int(value) if option.kind == "whole" else float(value)

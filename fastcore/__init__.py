"""Compiled rules and search for every game. This module is the public API; do not import anything else.

`start` and `parse` return a State, a position with full information. A Viewpoint holds what one seat knows. A Search
finds moves from either, and a Comparison compares them on common luck; a Batch steps many positions. `solve` returns
exact values, `perft` counts, `playouts` means.

Conventions:
    seat: an int from 0; None means everybody, that is, public information.
    move: an int in range(State.actions); an outcome of chance is an int in range(State.outcomes). Most methods also
        take the text of a move.
    spec: the id of a game with options, such as "game(size=4)".
    situation: `<spec> <position text>`.
    value: a number in [-1, 1] for each seat, where 1 is a win. Values and returns sum to 0 over the seats.
    random numbers: they depend only on the seeds and keys of Streams, and are the same on every machine.
    ownership: methods return new objects, which the caller may change. Arrays given as `out` are filled and returned.

Constants:
    CHANCE: the value of `actor` where chance decides, -1.
    OVER: the value of `actor` after the end of the game, -2.
    BUILD: the build of the core in use: "portable", "v3" (for x86-64-v3) or "checked" (with sanitizers). Their results
        are the same.
    ENGINES: {name: engine class} for `Search(engine=...)`. The first engine that supports a game is its default.
    TREE_OPTIONS: the Options of the engine `tree`, which `Search` takes as keyword arguments.
    ALPHABETA_OPTIONS: the Options of the engine `alphabeta`.
    EQUILIBRIUM_OPTIONS: the Options of the engine `equilibrium`.
    DUCT_OPTIONS: the Options of the engine `duct`.
    IMPROVER_OPTIONS: the Options of the engine `improver`.
    ISMCTS_OPTIONS: the Options of the engine `ismcts`.
    TO_THE_END: a value of the option `playout` of the engine `tree`: play from a new leaf to the end of the game.
"""

from fastcore.build import choose as _choose

BUILD = _choose()  # must come first: it selects the build of the compiled modules

from fastcore.batch import Batch
from fastcore.comparison.comparison import Comparison
from fastcore.counts import perft, playouts
from fastcore.games import games, info, parse, problems, start, unusable_games, view_problems
from fastcore.knowledge.viewpoint import Viewpoint
from fastcore.search import (
    ALPHABETA_OPTIONS,
    DUCT_OPTIONS,
    ENGINES,
    EQUILIBRIUM_OPTIONS,
    IMPROVER_OPTIONS,
    ISMCTS_OPTIONS,
    TO_THE_END,
    TREE_OPTIONS,
    Search,
)
from fastcore.solve import solve
from fastcore.state import State
from fastcore.stream import Stream
from fastcore.values import (
    CHANCE,
    OVER,
    BadPosition,
    Conflict,
    Evaluation,
    Event,
    Field,
    GameInfo,
    Has,
    IllegalMove,
    Option,
    Playouts,
    Problem,
    Solution,
    Term,
    TooMany,
)

__all__ = [
    "ALPHABETA_OPTIONS",
    "BUILD",
    "CHANCE",
    "DUCT_OPTIONS",
    "ENGINES",
    "EQUILIBRIUM_OPTIONS",
    "IMPROVER_OPTIONS",
    "ISMCTS_OPTIONS",
    "OVER",
    "TO_THE_END",
    "TREE_OPTIONS",
    "BadPosition",
    "Batch",
    "Comparison",
    "Conflict",
    "Evaluation",
    "Event",
    "Field",
    "GameInfo",
    "Has",
    "IllegalMove",
    "Option",
    "Playouts",
    "Problem",
    "Search",
    "Solution",
    "State",
    "Stream",
    "Term",
    "TooMany",
    "Viewpoint",
    "games",
    "info",
    "parse",
    "perft",
    "playouts",
    "problems",
    "solve",
    "start",
    "unusable_games",
    "view_problems",
]

"""Compiled rules and search for every game. This module is the public API; do not import anything else."""

from fastcore.build import choose as _choose

BUILD = _choose()  # must come first: it selects the build of the compiled modules

from fastcore.batch import Batch
from fastcore.counts import perft, playouts
from fastcore.games import games, info, parse, problems, start, view_problems
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
    "view_problems",
]

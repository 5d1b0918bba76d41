"""Rules and search for every game, compiled. This module is the whole door: nothing else is meant to be imported."""

from fastcore.build import choose as _choose

BUILD = _choose()  # first: it decides which build the compiled modules come from

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

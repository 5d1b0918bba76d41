"""uct: plain UCT with random playouts, as a baseline."""

from __future__ import annotations

from typing import ClassVar

import fastcore
from bots.searching import MEMORY, THREADS, SearchBot, limits
from bots.traced import TRACE
from fastcore import Option


class Uct(SearchBot):
    """The baseline for all other search bots."""

    name = "uct"
    meaning = "plain tree search with random games"
    options = (
        *limits("simulations", SearchBot.simulations),
        THREADS,
        MEMORY,
        TRACE,
        Option("exploration", "number", "1.4", "how widely the search explores", 0, 100),
    )
    rank = 5
    searches = (options[-1],)
    settings: ClassVar = {
        "selection": "ucb",
        "priors": "none",
        "transpositions": "off",
        "solver": "off",
        "leaves": 1,
        "playout": fastcore.TO_THE_END,
    }

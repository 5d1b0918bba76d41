"""mcts: the core's Monte Carlo tree search."""

from __future__ import annotations

from typing import ClassVar

import fastcore
from bots.allowance import Share
from bots.attention import ATTENTION
from bots.base import Preset
from bots.searching import MEMORY, SOFTNESS, THREADS, SearchBot, drawn_by_visits, limits
from bots.traced import TRACE


class Mcts(SearchBot):
    """A bot with Monte Carlo tree search for open games."""

    name = "mcts"
    meaning = "tree search: simulates how the game may continue"
    searches = fastcore.TREE_OPTIONS
    options = (
        *limits("simulations", SearchBot.simulations),
        THREADS,
        MEMORY,
        SOFTNESS,
        ATTENTION,
        TRACE,
        *fastcore.TREE_OPTIONS,
    )
    presets: ClassVar = {
        "gentle": Preset("simulations=60,softness=1", "60 simulations per move, often not the best one"),
        "casual": Preset("simulations=100,softness=0.4", "100 simulations per move, not always the best one"),
        "steady": Preset("simulations=200,softness=0.25", "200 simulations per move, sometimes misses something"),
        "strong": Preset("simulations=1500", "1,500 simulations per move"),
        "full": Preset("simulations=10000", "10,000 simulations per move"),
    }
    usual = "steady"
    rank = 10

    def is_settled(self, search: fastcore.Search, share: Share, spent: int, seconds: float) -> bool:
        """Return whether the best move is proven or, if unused time is saved, cannot lose its lead in visits."""
        rows = search.root()
        best = rows[rows["move"] == search.choice()][0]
        others = rows[rows["move"] != best["move"]]
        if not len(others) or best["lower"] >= others["upper"].max():
            return True
        if not share.saves:
            return False
        left = spent / seconds * ((share.seconds or 0.0) - seconds)
        return bool(best["visits"] - others["visits"].max() > left)

    def choice(self, search: fastcore.Search, point: fastcore.Viewpoint) -> int:
        """Return the search's choice or, if the softness is not 0, a random move weighted by visits.

        Moves that are proven to lose are never picked at random.
        """
        softness = float(self.values["softness"])
        rows = search.root()
        if not softness or (rows["lower"] == 1).any():
            return search.choice()
        rows = rows[(rows["visits"] > 0) & (rows["upper"] > -1)]
        if not len(rows):
            return search.choice()
        return drawn_by_visits(rows, softness, self.stream(point))

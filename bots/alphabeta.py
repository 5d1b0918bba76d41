"""alphabeta: the core's alpha-beta search."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import ClassVar

import fastcore
from bots import reasoning
from bots.attention import ATTENTION
from bots.base import Preset
from bots.report import Candidate, Fact
from bots.searching import MEMORY, SLIPS, THREADS, Rows, SearchBot, limits
from fastcore.text import specs


class AlphaBeta(SearchBot):
    """A bot with alpha-beta search. The values of all moves but the best are upper bounds."""

    name = "alphabeta"
    meaning = "searches deeper and deeper, and finds forced wins"
    engine = "alphabeta"
    simulations = 100_000
    searches = fastcore.ALPHABETA_OPTIONS
    options = (*limits("nodes", simulations), THREADS, MEMORY, SLIPS, ATTENTION, *fastcore.ALPHABETA_OPTIONS)
    presets: ClassVar = {
        "gentle": Preset("simulations=150,slips=0.15", "150 nodes per move, and sometimes a random move"),
        "casual": Preset("simulations=1500", "1,500 nodes per move, sees its own turn"),
        "steady": Preset("simulations=10000", "10,000 nodes per move, sees threats"),
        "strong": Preset("simulations=50000", "50,000 nodes per move, sees some turns ahead"),
        "full": Preset("simulations=500000", "500,000 nodes per move"),
    }
    usual = "steady"
    rank = 11
    has_comparable_values = False

    def __init__(self, seed: int, values: Mapping[str, specs.Value]) -> None:
        super().__init__(seed, values)
        if self.values["threads"] != 1 and self.values["shared"] == "off":
            raise ValueError(f"threads is {self.values['threads']}; more than 1 needs shared=on")

    def ranked(self, rows: Rows, chosen: int, seat: int, most: int | None = None) -> Rows:
        """Return at most `most` rows: `chosen` first, then by depth and value."""
        import numpy as np

        return rows[np.lexsort((-rows["visits"], -rows["minimax"], -rows["depth"], rows["move"] != chosen))[:most]]

    def reply_facts(
        self, search: fastcore.Search, point: fastcore.Viewpoint, line: list[int], value: float
    ) -> Iterator[Fact]:
        """Yield the reply in the principal variation."""
        return reasoning.line_reply(point, line)

    def facts(
        self, search: fastcore.Search, point: fastcore.Viewpoint, rows: Rows, candidates: list[Candidate], total: int
    ) -> tuple[Fact, ...]:
        """Return the facts, with the search depth and the score.

        "depth" gives the depth of the complete search and of the best move, and the number of moves searched to the
        same depth. The values of the remaining moves are bounds.
        """
        value, proven = float(rows[0]["minimax"]), int(rows[0]["proven"])
        reached = int(rows[0]["depth"])
        alike = int((rows["depth"] == reached).sum())
        own = (
            Fact("depth", {"depth": search.depth, "reached": reached, "alike": alike, "of": len(rows)}),
            Fact("score", {"value": value, "proven": proven}),
        )
        return (*own, *super().facts(search, point, rows, candidates, total))

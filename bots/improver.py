"""improver: tries every move against all possible deals of the hidden hands."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

import fastcore
from bots import reasoning
from bots.allowance import Share
from bots.attention import ATTENTION, CERTAINTY, RECALL, forgetful, without_poor_guesses
from bots.base import Preset
from bots.reasoning import group_turns
from bots.report import Candidate, Fact, Limit, Report
from bots.searching import SLIPS, SOFTNESS, Rows, SearchBot, drawn_by_visits, limits
from bots.traced import TRACE
from fastcore import Option

# Added to the cost of a mistake under the rules, in units of value.
STYLES = {"balanced": 0.0, "cautious": 0.15, "bold": -0.15}


def hand_options(searches: tuple[Option, ...]) -> tuple[Option, ...]:
    """Return the options of a bot for games with hidden hands, followed by those of its search."""
    meaning = "cautious: a wrong guess costs more than in the rules; bold: less"
    return (
        *limits("simulations", 2000),
        Option("style", "choice", "balanced", meaning, choices=tuple(STYLES)),
        SOFTNESS,
        SLIPS,
        ATTENTION,
        RECALL,
        CERTAINTY,
        TRACE,
        *searches,
    )


class Improver(SearchBot):
    """A bot that tries every move against possible deals of the hidden hands."""

    name = "improver"
    meaning = "tries each move against possible hidden hands"
    engine = "improver"
    simulations = 2000
    searches = tuple(option for option in fastcore.IMPROVER_OPTIONS if option.name != "caution")
    options = hand_options(searches)
    presets: ClassVar = {
        "gentle": Preset("simulations=12,softness=5,slips=0.9", "mostly random moves, sometimes a searched one"),
        "casual": Preset("simulations=12,softness=5,slips=0.4", "12 simulations per move, and often a random move"),
        "steady": Preset("simulations=30,softness=1.5", "30 simulations per move, often not the best one"),
        "strong": Preset("simulations=50,softness=0.8", "50 simulations per move, mostly the best one"),
        "full": Preset("simulations=3000", "3,000 simulations per move"),
    }
    usual = "steady"
    rank = 10

    def think(self, point: fastcore.Viewpoint, limit: Limit | None = None) -> Iterator[Report]:
        """Yield reports of a search over the deals that fit everything the bot remembers."""
        recall = self.values.get("recall")
        return super().think(point if recall is None else forgetful(point, int(recall)), limit)

    def considered(self, point: fastcore.Viewpoint, search: fastcore.Search) -> tuple[str, ...]:
        """Return the moves that the bot considers, or () for all of them."""
        moves = super().considered(point, search)
        certainty = float(self.values["certainty"])
        if not certainty:
            return moves
        belief = next(iter(search.beliefs().values()), {})
        return without_poor_guesses(
            point, moves or [point.move_text(move) for move in point.moves()], belief, certainty
        )

    def search_for(self, point: fastcore.Viewpoint) -> tuple[fastcore.Search, int]:
        """Return a new search, and 0 because it holds no simulations."""
        options: dict[str, Any] = {option.name: self.values[option.name] for option in self.searches}
        caution = STYLES[str(self.values["style"])]
        self.search = fastcore.Search(
            point, seed=self.stream(point).below(2**32), engine=self.engine, caution=caution, **options
        )
        return self.search, 0

    def is_settled(self, search: fastcore.Search, share: Share, spent: int, seconds: float) -> bool:
        """Return whether there is only one move or, if unused time is saved, the lead in visits is safe."""
        visits = sorted(search.root()["visits"])
        if len(visits) < 2:
            return True
        return share.saves and bool(visits[-1] - visits[-2] > spent / seconds * ((share.seconds or 0.0) - seconds))

    def choice(self, search: fastcore.Search, point: fastcore.Viewpoint) -> int:
        """Return the search's choice or, if the softness is not 0, a random move weighted by visits."""
        softness = float(self.values["softness"])
        if not softness:
            return search.choice()
        return drawn_by_visits(search.root(), softness, self.stream(point))

    def facts(
        self, search: fastcore.Search, point: fastcore.Viewpoint, rows: Rows, candidates: list[Candidate], total: int
    ) -> tuple[Fact, ...]:
        """Return the facts behind the decision.

        They compare the two best moves, report an only move, and include the game's facts about the best move.
        """
        seat = point.actor
        names = search.metrics
        results = [{name: float(row[name][seat]) for name in names} for row in rows[:2]]
        compared = [
            Fact(fact.key, {**fact.values, **more})
            for fact, more in zip(
                reasoning.comparison(group_turns(point, candidates), seat, total, self.is_drawn(search, rows)),
                results,
                strict=False,
            )
        ]
        return (
            *compared,
            *reasoning.only_move(point),
            *(Fact(key, dict(values)) for key, values in search.facts(candidates[0].move)),
        )

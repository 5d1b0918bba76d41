"""improver: tries every move over all ways in which the hidden hands may lie."""

from __future__ import annotations

from typing import Any, ClassVar

import fastcore
from bots.allowance import Share
from bots.base import Preset
from bots.report import TOLD, Candidate, Fact, Mark, Report
from bots.searching import MARKED, SOFTNESS, SearchBot, drawn_by_visits, limits
from fastcore import Option

STYLES = {"balanced": 0.0, "cautious": 0.15, "bold": -0.15}  # value that a mistake costs more than the rules say


def hand_options(searches: tuple[Option, ...]) -> tuple[Option, ...]:
    """The options of a bot for hidden hands, with those that it hands to its search."""
    meaning = "cautious: a mistake counts more than the rules say; bold: less"
    return (
        *limits("simulations", 2000),
        Option("style", "choice", "balanced", meaning, choices=tuple(STYLES)),
        SOFTNESS,
        *searches,
    )


class Improver(SearchBot):
    name = "improver"
    meaning = "tries every move over all ways in which the hidden hands may lie"
    engine = "improver"
    simulations = 2000
    searches = tuple(option for option in fastcore.IMPROVER_OPTIONS if option.name != "caution")
    options = hand_options(searches)
    presets: ClassVar = {
        "gentle": Preset("simulations=20,softness=1", "twenty simulations a decision, plays any move that it looked at"),
        "casual": Preset("simulations=60,softness=0.5", "60 simulations a decision, and not always the best of them"),
        "steady": Preset("simulations=150", "150 simulations a decision, misses little"),
        "strong": Preset("simulations=400", "400 simulations a decision, thinks before it moves"),
        "full": Preset("simulations=20000", "20,000 simulations a decision, thinks hard"),
    }
    usual = "steady"
    rank = 10

    def search_for(self, point: fastcore.Viewpoint) -> tuple[fastcore.Search, int]:
        options: dict[str, Any] = {option.name: self.values[option.name] for option in self.searches}
        caution = STYLES[str(self.values["style"])]
        self.search = fastcore.Search(point, seed=self.stream(point).below(2**32), engine=self.engine, caution=caution, **options)
        return self.search, 0

    def is_settled(self, search: fastcore.Search, share: Share, made: int, seconds: float) -> bool:
        """Whether, where time saved is there for later, no other move can be simulated more often."""
        visits = sorted(search.root()["visits"])
        if len(visits) < 2:
            return True
        return share.saves and bool(visits[-1] - visits[-2] > made / seconds * ((share.seconds or 0.0) - seconds))

    def choice(self, search: fastcore.Search, point: fastcore.Viewpoint) -> int:
        softness = float(self.values["softness"])
        if not softness:
            return search.choice()
        return drawn_by_visits(search.root(), softness, self.stream(point))

    def report(
        self,
        search: fastcore.Search,
        point: fastcore.Viewpoint,
        before: fastcore.Evaluation,
        made: int,
        seconds: float,
        kept: int,
    ) -> Report:
        seat = point.actor
        rows = self.ranked(search.root(), self.choice(search, point), seat)
        candidates: list[Candidate] = []
        for row in rows[:TOLD]:
            if not row["visits"] and candidates:
                break
            text = point.move_text(int(row["move"]))
            value = tuple(float(one) for one in row["value"])
            candidates.append(Candidate(text, int(row["visits"]), value, float(row["spread"]), float(row["prior"]), (text,)))
        total = max(search.simulations, 1)
        facts = []
        for key, row, candidate in zip(("best", "second"), rows, candidates, strict=False):
            told = {name: float(row[name][seat]) for name in search.told}
            facts.append(Fact(key, {"move": candidate.move, "share": candidate.visits / total, "value": candidate.value[seat], **told}))
        best = candidates[0].move
        facts += [Fact(key, dict(values)) for key, values in search.facts(best)]
        marks = [Mark("candidate", point.events(one.move)[0].where, min(one.visits / total, 1.0)) for one in candidates[:MARKED]]
        return Report(
            move=best,
            candidates=tuple(candidates),
            simulations=made,
            seconds=seconds,
            beliefs=search.beliefs(),
            marks=tuple(marks),
            facts=tuple(facts),
        )

"""The reports of a thinking bot, and its limits. Plain data: keys and numbers, no sentences."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from bots.traced import Traced

MAX_CANDIDATES = 12  # number of candidates in a report
VALUE_TOLERANCE = 1e-6  # rounding tolerance for values at their bounds
AUTHOR_KEY = "analysis"  # key of the fact that names the author of a saved report

MAX_BOT = 5_000  # characters of a bot's spec, which may name a file
MAX_REPORTS = 1_000  # reports of one decision
MAX_LIST = 4_000  # entries of any other list in a report; more than the legal moves of any game without a deal
MAX_TEXT = 2_000  # characters of a text in a report

Text = Annotated[str, Meta(max_length=MAX_TEXT)]
Texts = Annotated[tuple[Text, ...], Meta(max_length=MAX_LIST)]
Integers = Annotated[tuple[int, ...], Meta(max_length=MAX_LIST)]
Numbers = Annotated[tuple[float, ...], Meta(max_length=MAX_LIST)]


class Candidate(msgspec.Struct, frozen=True):
    """A move that a bot considered.

    Attributes:
        move: The text of the move.
        visits: The visit count.
        value: The value for each seat, in [-1, 1].
        spread: The standard deviation of the value.
        prior: The prior probability.
        line: The best line, which begins with the move.
    """

    move: Text
    visits: int
    value: Numbers
    spread: float
    prior: float
    line: Texts


class Mark(msgspec.Struct, frozen=True):
    """A mark on the board: a kind, the cells, and its strength (0 to 1)."""

    kind: Text
    where: Texts
    value: float


class Fact(msgspec.Struct, frozen=True):
    """One fact behind a decision, as a key and values for a sentence."""

    key: Text
    values: Annotated[dict[Text, int | float | Text], Meta(max_length=MAX_LIST)]


class Growth(msgspec.Struct, frozen=True, omit_defaults=True):
    """The development of a choice: the statistics of a few moves at several times during a search.

    Attributes:
        moves: The moves.
        simulations: The number of simulations at each time.
        seconds: The seconds at each time.
        chosen: The choice at each time, not necessarily one of `moves`.
        visits: The visit counts of the moves, one list for each time.
        values: For each time and move, the values of all seats but the last, whose value makes the sum 0.
        weights: The priors of the moves; empty if they never changed.
    """

    moves: Texts
    simulations: Integers
    seconds: Numbers
    chosen: Texts
    visits: Annotated[tuple[Integers, ...], Meta(max_length=MAX_LIST)]
    values: Annotated[tuple[Annotated[tuple[Numbers, ...], Meta(max_length=MAX_LIST)], ...], Meta(max_length=MAX_LIST)]
    weights: Annotated[tuple[Numbers, ...], Meta(max_length=MAX_LIST)] = ()


class Report(msgspec.Struct, frozen=True, omit_defaults=True):
    """The results of a bot's search so far. The `move` of the last report is its choice.

    Attributes:
        move: The best move.
        candidates: The candidates, best first.
        simulations: The simulations of this decision.
        seconds: The time of this decision.
        kept: The simulations that the tree already held.
        full: Whether the tree has reached its size limit.
        plan: The whole plan that begins with the move.
        mixture: The plans of a mixed strategy with their weights.
        marks: Marks for the board.
        beliefs: The probabilities of hidden things, by topic.
        facts: The facts behind the choice.
        history: Short reports at the milestones since the previous report (see `next_milestone`).
        growth: A summary of all histories, for records.
        traces: Single simulations since the previous report. Records save them in a separate file.
        threads: The threads that shared the search. With more than 1, it cannot be repeated exactly.
    """

    move: Text
    candidates: Annotated[tuple[Candidate, ...], Meta(max_length=MAX_LIST)] = ()
    simulations: int = 0
    seconds: float = 0.0
    kept: int = 0
    full: bool = False
    plan: Texts = ()
    mixture: Annotated[tuple[tuple[Text, float], ...], Meta(max_length=MAX_LIST)] = ()
    marks: Annotated[tuple[Mark, ...], Meta(max_length=MAX_LIST)] = ()
    beliefs: Annotated[
        dict[Text, Annotated[dict[Text, float], Meta(max_length=MAX_LIST)]], Meta(max_length=MAX_LIST)
    ] = {}
    facts: Annotated[tuple[Fact, ...], Meta(max_length=MAX_LIST)] = ()
    history: Annotated[tuple[Report, ...], Meta(max_length=MAX_REPORTS)] = ()
    growth: Growth | None = None
    traces: Annotated[tuple[Traced, ...], Meta(max_length=MAX_REPORTS)] = ()
    threads: int = 1


def next_milestone(simulations: int) -> int:
    """Return the first number above `simulations` in the series 1, 2, 5, 10, 20, 50, ..."""
    power = int("1" + "0" * (len(str(simulations)) - 1))
    return next(step * power for step in (1, 2, 5, 10) if step * power > simulations)


class Limit(msgspec.Struct, frozen=True, omit_defaults=True):
    """A limit on simulations, seconds, or both, whichever is reached first.

    Attributes:
        simulations: The number of simulations; None for no bound.
        seconds: The time; None for no bound.
        per: The scope of the limit: one decision, a turn (a secret plan counts as one turn) or a game.
        increment: Seconds added for each turn, if the limit is for a game.

    Raises:
        ValueError: There is no bound, or a value is out of range.
    """

    simulations: int | None = None
    seconds: float | None = None
    per: Literal["decision", "turn", "game"] = "decision"
    increment: float = 0.0

    def __post_init__(self) -> None:
        if self.simulations is None and self.seconds is None:
            raise ValueError("a limit needs a number of simulations or seconds")
        if self.simulations is not None and self.simulations < 1:
            raise ValueError(f"simulations is {self.simulations}; it must be at least 1")
        if self.seconds is not None and not 0 <= self.seconds <= 10**7:
            raise ValueError(f"seconds is {self.seconds}; it must be 0 to 10,000,000")
        if not 0 <= self.increment <= 10**7:
            raise ValueError(f"increment is {self.increment}; it must be 0 to 10,000,000")
        if self.increment and self.per != "game":
            raise ValueError(f"increment is {self.increment}; only a limit for a whole game can have one")
        if isinstance(self.seconds, int):  # a decoded file holds floats, and equal limits must have equal texts
            msgspec.structs.force_setattr(self, "seconds", float(self.seconds))
        if isinstance(self.increment, int):
            msgspec.structs.force_setattr(self, "increment", float(self.increment))


def with_author(report: Report, bot: str) -> Report:
    """Return the report with the name of its author, a bot, for saving."""
    return msgspec.structs.replace(
        report, facts=(Fact(AUTHOR_KEY, {"bot": bot}), *(fact for fact in report.facts if fact.key != AUTHOR_KEY))
    )


def without_author(report: Report) -> Report:
    """Return the report without its author."""
    facts = tuple(fact for fact in report.facts if fact.key != AUTHOR_KEY)
    return report if facts == report.facts else msgspec.structs.replace(report, facts=facts)


def author(report: Report) -> str:
    """Return the author of a report, or "" if it names none."""
    return next((str(fact.values.get("bot", "")) for fact in report.facts if fact.key == AUTHOR_KEY), "")


def has_bounds(report: Report) -> bool:
    """Return whether the values of all candidates but the best are only upper bounds for the player to move."""
    return any(fact.key == "depth" for fact in report.facts)


def is_review(report: Report) -> bool:
    """Return whether the report was made for a review, which adds its judgement to the author's fact."""
    return any(fact.key == AUTHOR_KEY and "best" in fact.values for fact in report.facts)

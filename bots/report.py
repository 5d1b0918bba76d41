"""What a bot says while it thinks, and what it may use up. Plain data: keys and numbers, never sentences."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from bots.traced import Traced

TOLD = 12  # candidates that a bot tells of
NEAR = 1e-6  # by which a value may be beyond its bounds
BY = "analysis"  # the fact that says who made a report that is kept

MOST_BOT = 5_000  # characters of the text that makes a bot, which may name a file
MOST_REPORTS = 1_000  # reports of one decision
MOST_LIST = 4_000  # entries of any other list in a report: more than there are legal moves in any game without a deal
MOST_TEXT = 2_000  # characters of a text in a report

Text = Annotated[str, Meta(max_length=MOST_TEXT)]
Texts = Annotated[tuple[Text, ...], Meta(max_length=MOST_LIST)]
Wholes = Annotated[tuple[int, ...], Meta(max_length=MOST_LIST)]
Numbers = Annotated[tuple[float, ...], Meta(max_length=MOST_LIST)]


class Candidate(msgspec.Struct, frozen=True):
    """One move that a bot considered. `value` is per seat in [-1, 1]; `line` begins with the move."""

    move: Text
    visits: int
    value: Numbers
    spread: float
    prior: float
    line: Texts


class Mark(msgspec.Struct, frozen=True):
    """Something to be marked on the board: a kind, the cells, and how strongly (0 to 1)."""

    kind: Text
    where: Texts
    value: float


class Fact(msgspec.Struct, frozen=True):
    """One fact behind a decision, from which a sentence can be made."""

    key: Text
    values: Annotated[dict[Text, int | float | Text], Meta(max_length=MOST_LIST)]


class Growth(msgspec.Struct, frozen=True, omit_defaults=True):
    """How a choice grew: at each of some numbers of simulations, for a few `moves`, what was known of them.

    `chosen` is the move that would have been played then, one of these or not, `visits` and `weights` (priors; left
    out where they never changed) have a number a move. `values` have for each move those of all seats but the last,
    whose value is what is left to 0.
    """

    moves: Texts
    simulations: Wholes
    seconds: Numbers
    chosen: Texts
    visits: Annotated[tuple[Wholes, ...], Meta(max_length=MOST_LIST)]
    values: Annotated[
        tuple[Annotated[tuple[Numbers, ...], Meta(max_length=MOST_LIST)], ...], Meta(max_length=MOST_LIST)
    ]
    weights: Annotated[tuple[Numbers, ...], Meta(max_length=MOST_LIST)] = ()


class Report(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a bot has found so far. The last report's `move` is its choice. Candidates come best first.

    `simulations` and `seconds` are those of this decision, `kept` the simulations that its tree already held, `full`
    that the tree could not grow any more. `history` is what it had found, in short, at milestones since the report
    before this one (see `next_milestone`); `growth` is what a record keeps of all these. `traces` are single
    simulations since the report before; a record has them in a file of their own.
    """

    move: Text
    candidates: Annotated[tuple[Candidate, ...], Meta(max_length=MOST_LIST)] = ()
    simulations: int = 0
    seconds: float = 0.0
    kept: int = 0
    full: bool = False
    plan: Texts = ()
    mixture: Annotated[tuple[tuple[Text, float], ...], Meta(max_length=MOST_LIST)] = ()
    marks: Annotated[tuple[Mark, ...], Meta(max_length=MOST_LIST)] = ()
    beliefs: Annotated[
        dict[Text, Annotated[dict[Text, float], Meta(max_length=MOST_LIST)]], Meta(max_length=MOST_LIST)
    ] = {}
    facts: Annotated[tuple[Fact, ...], Meta(max_length=MOST_LIST)] = ()
    history: Annotated[tuple[Report, ...], Meta(max_length=MOST_REPORTS)] = ()
    growth: Growth | None = None
    traces: Annotated[tuple[Traced, ...], Meta(max_length=MOST_REPORTS)] = ()


def next_milestone(simulations: int) -> int:
    """The next of 1, 2, 5, 10, 20, 50, ... simulations."""
    power = int("1" + "0" * (len(str(simulations)) - 1))
    return next(step * power for step in (1, 2, 5, 10) if step * power > simulations)


class Limit(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a bot may use up: simulations, seconds, or whichever ends first of both.

    `per` says for what: one decision, a turn (a plan is a turn) or a game; `increment` are
    seconds added a turn, for a game.
    """

    simulations: int | None = None
    seconds: float | None = None
    per: Literal["decision", "turn", "game"] = "decision"
    increment: float = 0.0

    def __post_init__(self) -> None:
        if self.simulations is None and self.seconds is None:
            raise ValueError("a limit needs simulations or seconds")
        if self.simulations is not None and self.simulations < 1:
            raise ValueError(f"simulations is {self.simulations}; it must be at least 1")
        if self.seconds is not None and not 0 <= self.seconds <= 10**7:
            raise ValueError(f"seconds is {self.seconds}; it must be 0 to 10,000,000")
        if not 0 <= self.increment <= 10**7:
            raise ValueError(f"increment is {self.increment}; it must be 0 to 10,000,000")
        if self.increment and self.per != "game":
            raise ValueError(f"increment is {self.increment}; only a limit for a game has one")
        if isinstance(self.seconds, int):  # as it is read back from a file, so that both are the same text
            msgspec.structs.force_setattr(self, "seconds", float(self.seconds))
        if isinstance(self.increment, int):
            msgspec.structs.force_setattr(self, "increment", float(self.increment))


def signed(report: Report, bot: str) -> Report:
    """A report that is kept and tells who made it."""
    return msgspec.structs.replace(
        report, facts=(Fact(BY, {"bot": bot}), *(fact for fact in report.facts if fact.key != BY))
    )


def unsigned(report: Report) -> Report:
    """A report as it was made, without who made it."""
    facts = tuple(fact for fact in report.facts if fact.key != BY)
    return report if facts == report.facts else msgspec.structs.replace(report, facts=facts)


def by(report: Report) -> str:
    """Who made a report, "" if it does not tell."""
    return next((str(fact.values.get("bot", "")) for fact in report.facts if fact.key == BY), "")


def of_review(report: Report) -> bool:
    """Whether it was made to judge what was played: then that stands in the same fact."""
    return any(fact.key == BY and "best" in fact.values for fact in report.facts)

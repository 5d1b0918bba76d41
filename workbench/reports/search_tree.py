"""A search tree examined node by node: of a running search, a saved dump, plans of two seats, or a recorded report.

One node is read at a time, so its size does not matter.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Literal, NamedTuple, Protocol

import fastcore
from bots.report import Report
from fastcore import CHANCE, OVER, Search, State, Viewpoint
from fastcore.search.saved import SavedSearch
from workbench.reports.growth import measure_of, searched_in, share

Kind = Literal["decision", "chance", "secret", "information", "end"]
Way = tuple[str, ...]


class SearchRow(NamedTuple):
    """A move of a node: `share` of the visits of the node's moves (the weight in a mixed strategy, the probability of
    an outcome), the value per seat (None: nobody knows), what it is proven to lie between, the `depth` that alpha-beta
    looked at it; `opens` whether there may be a node behind it, of what kind and whose, if that is known."""

    move: str
    visits: int
    share: float
    value: tuple[float, ...] | None
    prior: float
    lower: float
    upper: float
    depth: int
    proven: bool
    opens: bool
    kind: Kind | None = None
    actor: int = OVER


class Spot(NamedTuple):
    """A node: what is decided there and by whom, the position if it can be shown, and its moves, the most visited
    first. Plans in secret are weighed, not visited: `visits` are then all simulations at the root and 0 below it."""

    path: Way
    kind: Kind
    actor: int
    fields: dict[str, str] | None
    visits: int
    value: tuple[float, ...]
    rows: tuple[SearchRow, ...]
    weights: bool = False  # whether the rows' shares are weights of a mixed strategy

    def filtered(self, visits: int) -> tuple[SearchRow, ...]:
        """The moves with at least so many visits."""
        return tuple(row for row in self.rows if row.visits >= visits)


class Looked(Protocol):
    """A tree to be looked into. `what` says in a word what it is; `bounded`: values of lesser moves are bounds."""

    what: str
    bounded: bool

    def spot(self, path: Way) -> Spot:
        """The node at the end of these moves from the root; ValueError if it is not there."""


def listed(looked: Looked, spot: Spot, least: int) -> tuple[SearchRow, ...]:
    """The moves of a node that were visited at least so often; all where visits say nothing of them."""
    return spot.rows if looked.what == "report" or spot.kind == "secret" else spot.filtered(least)


def walk(looked: Looked, spot: Spot, least: int, depth: int) -> Iterator[tuple[Spot, SearchRow]]:
    """The moves below a node as far as so many moves down, those that were visited at least so
    often, each before what is below it."""
    for row in listed(looked, spot, least):
        yield spot, row
        if depth > 1 and row.opens and row.kind != "end":
            try:
                below = looked.spot((*spot.path, row.move))
            except ValueError:  # what lies there was not kept
                continue
            yield from walk(looked, below, least, depth - 1)


def bound(looked: Looked, spot: Spot, row: SearchRow, seat: int) -> str:
    """Whether the value of a move for a seat is only a bound: "≤", "≥", or "" if not."""
    if not looked.bounded or row.value is None or not row.depth or row.move == spot.rows[0].move:
        return ""
    return "≤" if spot.actor == seat else "≥"


def look_into(search: Search, point: Viewpoint) -> Looked:
    """The tree of a search that is there."""
    if search.engine in PLANNED:
        return Plans(search, point)
    return Searched(search, point)


PLANNED = tuple(name for name, kind in fastcore.ENGINES.items() if hasattr(kind, "plans"))


class Searched:
    """A search, or one that was dumped: every node that it holds.
    Of a search for hidden hands that is the root alone."""

    def __init__(self, search: Search | SavedSearch, point: Viewpoint) -> None:
        self.search, self.point = search, point
        self.what = "saved" if isinstance(search, SavedSearch) else "live"
        self.bounded = search.engine == "alphabeta"
        self.hidden = point.info.has.hidden

    def spot(self, path: Way) -> Spot:
        facts = self.search.node(path)
        kind: Any = "information" if self.hidden and facts["kind"] == "decision" else facts["kind"]
        if self.hidden:
            here, fields = None, dict(self.point.fields)
            text_of: Callable[[int], str] = self.point.move_text
        else:
            here = fastcore.parse(f"{self.search.spec} {facts['text']}")
            text_of, fields = here.move_text, here.fields
        rows, found = facts["rows"], []
        total = int(rows["visits"].sum()) or 1
        names = rows.dtype.names or ()
        for row in rows:
            visits, depth = int(row["visits"]), int(row["depth"]) if "depth" in names else 0
            share = float(row["prior"]) if kind == "chance" else visits / total
            value = tuple(float(one) for one in row["value"]) if visits or kind == "chance" else None
            found.append(
                SearchRow(
                    text_of(int(row["move"])), visits, share, value, float(row["prior"]), float(row["lower"]),
                    float(row["upper"]), depth,
                    bool(row["proven"]), not self.hidden and visits > 0, *behind(here, int(row["move"]), visits),
                )
            )  # fmt: skip
        found.sort(key=lambda row: (-row.visits, -row.depth, -row.prior))
        return Spot(
            path, kind, facts["actor"], fields, int(facts["visits"]), tuple(map(float, facts["value"])), tuple(found)
        )


def behind(here: State | None, move: int, visits: int) -> tuple[Kind | None, int]:
    """The kind of node that a move leads to, and whose it is."""
    if here is None or not visits:
        return None, OVER
    actor = here.after(move).actor
    return ("chance" if actor == CHANCE else "end" if actor == OVER else "decision"), actor


class Plans:
    """Both seats' plans of a secret stage as one tree: first the steps of the seat that searches, then those of
    the other, each with its weight in the mixed strategies, behind them what both come to. A node is worth what
    its plans are, by their weights."""

    bounded = False
    what = "live"

    def __init__(self, search: Search, point: Viewpoint) -> None:
        self.point, self.seat = point, point.actor
        self.written = search.written
        self.plans = [search.plans(seat) for seat in (self.seat, 1 - self.seat)]
        matrix = search.payoffs() if search.engine == "equilibrium" else None
        self.cells = None if matrix is None else (matrix if self.seat == 0 else -matrix.T).tolist()
        self.simulations, self.total = search.simulations, search.value()[self.seat]

    def spot(self, path: Way) -> Spot:
        own, other = self.plans
        start = self.written
        plans = [texts[start:] for texts, _ in own]
        mine = next((i for i, plan in enumerate(plans) if path[: len(plan)] == plan and len(path) >= len(plan)), None)
        if mine is None:
            rows = self._rows(
                self.seat, plans, [weight for _, weight in own], path, [self._worth(i) for i in range(len(own))]
            )
            return self._node(path, self.seat, path, rows)
        rest = path[len(plans[mine]) :]
        others, weights = [texts for texts, _ in other], [weight for _, weight in other]
        if rest in others:
            value = self._pair(None if self.cells is None else self.cells[mine][others.index(rest)])
            return Spot(path, "end", OVER, self._fields(plans[mine]), 0, value, ())
        worths = [None if self.cells is None else self.cells[mine][j] for j in range(len(other))]
        return self._node(path, 1 - self.seat, plans[mine], self._rows(1 - self.seat, others, weights, rest, worths))

    def _worth(self, mine: int) -> float | None:
        """What a plan is worth against the other's mixed strategy."""
        if self.cells is None:
            return None
        return float(sum(weight * cell for (_, weight), cell in zip(self.plans[1], self.cells[mine], strict=True)))

    def _rows(
        self, actor: int, plans: Sequence[Way], weights: Sequence[float], begun: Way, worths: Sequence[float | None]
    ) -> tuple[SearchRow, ...]:
        """The next steps of the plans that begin so."""
        n = len(begun)
        steps: dict[str, list[int]] = {}
        for i, plan in enumerate(plans):
            if plan[:n] == begun and len(plan) > n:
                steps.setdefault(plan[n], []).append(i)
        if not steps:
            raise ValueError(f"no plan goes on so: {' '.join(begun) or 'there is none'}")
        whole, found = sum(weights[i] for ways in steps.values() for i in ways), []
        for step, ways in steps.items():
            weight = sum(weights[i] for i in ways)
            # plans without any weight count alike
            share = weight / whole if whole else len(ways) / sum(map(len, steps.values()))
            known = [(weights[i] if weight else 1.0, worth) for i in ways if (worth := worths[i]) is not None]
            total = sum(one for one, _ in known)
            value = self._pair(sum(one * value for one, value in known) / total) if known else None
            last = any(len(plans[i]) == n + 1 for i in ways)
            kind: Kind = "end" if last and actor != self.seat else "secret"
            who = OVER if kind == "end" else 1 - self.seat if last else actor
            found.append(SearchRow(step, len(ways), share, value, weight, -1.0, 1.0, 0, False, True, kind, who))
        return tuple(sorted(found, key=lambda row: -row.share))

    def _node(self, path: Way, actor: int, own: Way, rows: tuple[SearchRow, ...]) -> Spot:
        worth = [row.share * row.value[self.seat] for row in rows if row.value is not None]
        value = self._pair(sum(worth) if worth else self.total)
        return Spot(
            path,
            "secret",
            actor,
            self._fields(own),
            0 if path else self.simulations,
            value,
            rows,
            self.cells is not None,
        )

    def _pair(self, worth: float | None) -> tuple[float, ...]:
        worth = self.total if worth is None else worth
        return (worth, -worth) if self.seat == 0 else (-worth, worth)

    def _fields(self, own: Way) -> dict[str, str] | None:
        """What the seat sees after its own steps; None where that is more than it can know."""
        point = self.point.copy()
        try:
            for step in own:
                point.observe(step)
        except ValueError:
            return None
        return dict(point.fields)


class Reported:
    """What a report kept: its candidates, and behind each its line."""

    bounded = False
    what = "report"

    def __init__(self, report: Report, point: Viewpoint) -> None:
        self.report, self.point = report, point
        self.mixed = measure_of((report,)) == "weights"

    def spot(self, path: Way) -> Spot:
        info, report = self.point.info, self.report
        if not path:
            kind: Kind = "information" if info.has.hidden else "secret" if info.has.secrets else "decision"
            rows = tuple(
                SearchRow(
                    one.move, one.visits, share(report, one, self.mixed), one.value, one.prior, -1.0, 1.0, 0, False,
                    len(one.line) > 1,
                )
                for one in report.candidates
            )  # fmt: skip
            visits = searched_in(report)
            value = report.candidates[0].value if report.candidates else ()
            return Spot((), kind, self.point.actor, dict(self.point.fields), visits, value, rows, self.mixed)
        line, visits, value = self._line(path)
        state = self.point.state
        if state is None:
            raise ValueError("what is hidden is not in a report")
        for move in path:
            state.play(move)
        kind = "chance" if state.actor == CHANCE else "end" if state.actor == OVER else "decision"
        following = line[len(path) : len(path) + 1]
        rows = tuple(
            SearchRow(move, 0, 1.0, None, 0.0, -1.0, 1.0, 0, False, len(line) > len(path) + 1) for move in following
        )
        return Spot(
            path,
            kind,
            state.actor,
            state.fields,
            visits if len(path) == 1 else 0,
            value if len(path) == 1 else (),
            rows,
        )

    def _line(self, path: Way) -> tuple[Way, int, tuple[float, ...]]:
        for one in self.report.candidates:
            if one.line[: len(path)] == path:
                return one.line, one.visits, one.value
        raise ValueError(f"the report holds no such line: {' '.join(path)}")

"""A search tree, node by node: of a running search, a saved search, secret plans, or a recorded report.

Nodes are read one at a time, so the tree can be of any size.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Literal, NamedTuple, Protocol

import fastcore
from bots.report import Report
from fastcore import CHANCE, OVER, Search, State, Viewpoint
from fastcore.search.saved import SavedSearch
from workbench.reports.growth import candidate_share, measure_of, total_simulations
from workbench.system.translation import tr

Kind = Literal["decision", "chance", "secret", "information", "end"]
MovePath = tuple[str, ...]


class SearchRow(NamedTuple):
    """A move of a node.

    Args:
        move: The move.
        visits: The number of visits, or of plans that begin with this step.
        share: The share of the visits of all moves, the weight in a mixed strategy, or the probability of an outcome.
        value: The value by seat, or None if it is unknown.
        prior: The prior probability.
        lower: The proven lower bound of the value.
        upper: The proven upper bound of the value.
        depth: The depth in moves of an alpha-beta search, otherwise 0.
        proven: Whether the value is proven.
        opens: Whether there may be a node after the move.
        kind: The kind of this node, if known.
        actor: The actor of this node, if known.
    """

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


class TreeNode(NamedTuple):
    """A node of a search tree.

    Secret plans have weights and no visits: `visits` is the number of simulations at the root and 0 below it.

    Args:
        path: The moves from the root.
        kind: The kind of node.
        actor: The actor at the node.
        fields: The fields of the position, or None if the position cannot be shown.
        visits: The number of visits.
        value: The value by seat.
        rows: The moves, most visited first.
        weights: Whether the shares are weights of a mixed strategy.
    """

    path: MovePath
    kind: Kind
    actor: int
    fields: dict[str, str] | None
    visits: int
    value: tuple[float, ...]
    rows: tuple[SearchRow, ...]
    weights: bool = False

    def filtered(self, visits: int) -> tuple[SearchRow, ...]:
        """Return the moves with at least this many visits."""
        return tuple(row for row in self.rows if row.visits >= visits)


class TreeView(Protocol):
    """A tree that can be examined.

    `what` names the source: "live", "saved" or "report". `bounded` means that the values of all but the best move are
    only bounds.
    """

    what: str
    bounded: bool

    def node(self, path: MovePath) -> TreeNode:
        """Return the node at the end of a path from the root.

        Raises:
            ValueError: There is no such node.
        """


def visible_rows(view: TreeView, spot: TreeNode, least: int) -> tuple[SearchRow, ...]:
    """Return the moves of a node with at least `least` visits, or all if the node has no visit counts."""
    return spot.rows if view.what == "report" or spot.kind == "secret" else spot.filtered(least)


def walk(view: TreeView, spot: TreeNode, least: int, depth: int) -> Iterator[tuple[TreeNode, SearchRow]]:
    """Yield the moves below a node in depth-first order, each with the node that it starts from.

    Only moves with at least `least` visits are included. `depth` is the maximum depth in moves.
    """
    for row in visible_rows(view, spot, least):
        yield spot, row
        if depth > 1 and row.opens and row.kind != "end":
            try:
                below = view.node((*spot.path, row.move))
            except ValueError:  # the node was not stored
                continue
            yield from walk(view, below, least, depth - 1)


def bound(view: TreeView, spot: TreeNode, row: SearchRow, seat: int) -> str:
    """Return "≤" or "≥" if the value of a move for a seat is only a bound, otherwise ""."""
    if not view.bounded or row.value is None or not row.depth or row.move == spot.rows[0].move:
        return ""
    return "≤" if spot.actor == seat else "≥"


def tree_of(search: Search, point: Viewpoint) -> TreeView:
    """Return the tree of a search."""
    if search.engine in PLANNED:
        return PlanTree(search, point)
    return SearchedTree(search, point)


PLANNED = tuple(name for name, kind in fastcore.ENGINES.items() if kind.has_plans)


class SearchedTree:
    """The tree of a running or saved search.

    A search with hidden information shows only its root.
    """

    def __init__(self, search: Search | SavedSearch, point: Viewpoint) -> None:
        self.search, self.point = search, point
        self.what = "saved" if isinstance(search, SavedSearch) else "live"
        self.bounded = search.engine == "alphabeta"
        self.hidden = point.info.has.hidden

    def node(self, path: MovePath) -> TreeNode:
        """Return the node at the end of a path. Raise ValueError if there is none."""
        facts = self.search.node(path)
        kind: Any = "information" if self.hidden and facts["kind"] == "decision" else facts["kind"]
        if self.hidden:
            state, fields = None, dict(self.point.fields)
            text_of: Callable[[int], str] = self.point.move_text
        else:
            state = fastcore.parse(f"{self.search.spec} {facts['text']}")
            text_of, fields = state.move_text, state.fields
        rows, found = facts["rows"], []
        total = int(rows["visits"].sum()) or 1
        names = rows.dtype.names or ()
        for row in rows:
            visits, depth = int(row["visits"]), int(row["depth"]) if "depth" in names else 0
            share = float(row["prior"]) if kind == "chance" else visits / total
            value = tuple(float(number) for number in row["value"]) if visits or kind == "chance" else None
            found.append(
                SearchRow(
                    text_of(int(row["move"])), visits, share, value, float(row["prior"]), float(row["lower"]),
                    float(row["upper"]), depth,
                    bool(row["proven"]), not self.hidden and visits > 0, *next_node(state, int(row["move"]), visits),
                )
            )  # fmt: skip
        found.sort(key=lambda row: (-row.visits, -row.depth, -row.prior))
        return TreeNode(
            path, kind, facts["actor"], fields, int(facts["visits"]), tuple(map(float, facts["value"])), tuple(found)
        )


def next_node(state: State | None, move: int, visits: int) -> tuple[Kind | None, int]:
    """Return the kind and the actor of the node after a move, (None, OVER) if unknown."""
    if state is None or not visits:
        return None, OVER
    actor = state.after(move).actor
    return ("chance" if actor == CHANCE else "end" if actor == OVER else "decision"), actor


class PlanTree:
    """The secret plans of both seats as one tree.

    The steps of the searching seat come first, then those of the opponent, with their weights in the mixed strategies.
    Below them are the results of pairs of plans. The value of a node is the weighted mean of its plans.
    """

    bounded = False
    what = "live"

    def __init__(self, search: Search, point: Viewpoint) -> None:
        self.point, self.seat = point, point.actor
        self.written = search.written
        self.plans = [search.plans(seat) for seat in (self.seat, 1 - self.seat)]
        matrix = search.payoffs() if search.engine == "equilibrium" else None
        self.cells = None if matrix is None else (matrix if self.seat == 0 else -matrix.T).tolist()
        self.simulations, self.total = search.simulations, search.value()[self.seat]

    def node(self, path: MovePath) -> TreeNode:
        """Return the node at the end of a path. Raise ValueError if there is none."""
        own, opposing = self.plans
        start = self.written
        plans = [texts[start:] for texts, _ in own]
        mine = next((i for i, plan in enumerate(plans) if path[: len(plan)] == plan and len(path) >= len(plan)), None)
        if mine is None:
            rows = self._rows(
                self.seat, plans, [weight for _, weight in own], path, [self._value_of(i) for i in range(len(own))]
            )
            return self._node(path, self.seat, path, rows)
        rest = path[len(plans[mine]) :]
        others, weights = [texts for texts, _ in opposing], [weight for _, weight in opposing]
        if rest in others:
            value = self._pair(None if self.cells is None else self.cells[mine][others.index(rest)])
            return TreeNode(path, "end", OVER, self._fields(plans[mine]), 0, value, ())
        values = [None if self.cells is None else self.cells[mine][j] for j in range(len(opposing))]
        return self._node(path, 1 - self.seat, plans[mine], self._rows(1 - self.seat, others, weights, rest, values))

    def _value_of(self, mine: int) -> float | None:
        """Return the value of a plan against the opponent's mixed strategy."""
        if self.cells is None:
            return None
        return float(sum(weight * cell for (_, weight), cell in zip(self.plans[1], self.cells[mine], strict=True)))

    def _rows(
        self,
        actor: int,
        plans: Sequence[MovePath],
        weights: Sequence[float],
        prefix: MovePath,
        values: Sequence[float | None],
    ) -> tuple[SearchRow, ...]:
        """Return the next steps of the plans that begin with these steps."""
        n = len(prefix)
        steps: dict[str, list[int]] = {}
        for i, plan in enumerate(plans):
            if plan[:n] == prefix and len(plan) > n:
                steps.setdefault(plan[n], []).append(i)
        if not steps:
            raise ValueError(tr("no plan begins like this: {prefix}", prefix=" ".join(prefix) or tr("there is none")))
        total_weight, rows = sum(weights[i] for indices in steps.values() for i in indices), []
        for step, indices in steps.items():
            weight = sum(weights[i] for i in indices)
            # if all weights are 0, all plans count equally
            share = weight / total_weight if total_weight else len(indices) / sum(map(len, steps.values()))
            known = [
                (weights[i] if weight else 1.0, plan_value) for i in indices if (plan_value := values[i]) is not None
            ]
            total = sum(factor for factor, _ in known)
            value = self._pair(sum(factor * value for factor, value in known) / total) if known else None
            last = any(len(plans[i]) == n + 1 for i in indices)
            kind: Kind = "end" if last and actor != self.seat else "secret"
            next_actor = OVER if kind == "end" else 1 - self.seat if last else actor
            rows.append(
                SearchRow(step, len(indices), share, value, weight, -1.0, 1.0, 0, False, True, kind, next_actor)
            )
        return tuple(sorted(rows, key=lambda row: -row.share))

    def _node(self, path: MovePath, actor: int, own: MovePath, rows: tuple[SearchRow, ...]) -> TreeNode:
        weighted = [row.share * row.value[self.seat] for row in rows if row.value is not None]
        value = self._pair(sum(weighted) if weighted else self.total)
        return TreeNode(
            path,
            "secret",
            actor,
            self._fields(own),
            0 if path else self.simulations,
            value,
            rows,
            self.cells is not None,
        )

    def _pair(self, value: float | None) -> tuple[float, ...]:
        value = self.total if value is None else value
        return (value, -value) if self.seat == 0 else (-value, value)

    def _fields(self, own: MovePath) -> dict[str, str] | None:
        """Return the fields that the seat sees after its own steps, or None if they are unknown."""
        point = self.point.copy()
        try:
            for step in own:
                point.observe(step, events=False)
        except ValueError:
            return None
        return dict(point.fields)


class ReportedTree:
    """The tree of a recorded report: its candidates and the line of each."""

    bounded = False
    what = "report"

    def __init__(self, report: Report, point: Viewpoint) -> None:
        self.report, self.point = report, point
        self.mixed = measure_of((report,)) == "weights"

    def node(self, path: MovePath) -> TreeNode:
        """Return the node at the end of a path. Raise ValueError if there is none."""
        info, report = self.point.info, self.report
        if not path:
            kind: Kind = "information" if info.has.hidden else "secret" if info.has.secrets else "decision"
            rows = tuple(
                SearchRow(
                    candidate.move, candidate.visits, candidate_share(report, candidate, self.mixed),
                    candidate.value, candidate.prior, -1.0, 1.0, 0, False,
                    len(candidate.line) > 1,
                )
                for candidate in report.candidates
            )  # fmt: skip
            visits = total_simulations(report)
            value = report.candidates[0].value if report.candidates else ()
            return TreeNode((), kind, self.point.actor, dict(self.point.fields), visits, value, rows, self.mixed)
        line, visits, value = self._line(path)
        state = self.point.state
        if state is None:
            raise ValueError(tr("a report has no hidden information"))
        for move in path:
            state.play(move)
        kind = "chance" if state.actor == CHANCE else "end" if state.actor == OVER else "decision"
        following = line[len(path) : len(path) + 1]
        rows = tuple(
            SearchRow(move, 0, 1.0, None, 0.0, -1.0, 1.0, 0, False, len(line) > len(path) + 1) for move in following
        )
        return TreeNode(
            path,
            kind,
            state.actor,
            state.fields,
            visits if len(path) == 1 else 0,
            value if len(path) == 1 else (),
            rows,
        )

    def _line(self, path: MovePath) -> tuple[MovePath, int, tuple[float, ...]]:
        for candidate in self.report.candidates:
            if candidate.line[: len(path)] == path:
                return candidate.line, candidate.visits, candidate.value
        raise ValueError(tr("the report has no such line: {path}", path=" ".join(path)))

"""Dump searches as plain data, and load dumped searches."""

from __future__ import annotations

from collections.abc import Iterable
from heapq import heappop, heappush
from math import inf
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

from fastcore.search.results import ROW_TYPES, NodeFacts
from fastcore.state import State

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

VERSION = 1
Dump = dict[str, Any]
Rows: TypeAlias = "npt.NDArray[np.void]"


class ReadableSearch(Protocol):
    """What `dump` reads of a `Search`."""

    @property
    def spec(self) -> str: ...
    @property
    def text(self) -> str: ...
    @property
    def engine(self) -> str: ...
    @property
    def simulations(self) -> int: ...
    @property
    def full(self) -> bool: ...
    @property
    def depth(self) -> int: ...
    @property
    def trees(self) -> int: ...
    def root(self) -> Rows: ...
    def value(self) -> tuple[float, ...]: ...
    def choice(self) -> int: ...
    def line(self, move: int | str | None = None) -> list[int]: ...
    def node(self, path: Iterable[int | str], tree: int = 0) -> NodeFacts: ...


def dump(search: ReadableSearch, visits: int, most: float = inf) -> Dump:
    """Return a search as texts, numbers and lists.

    Args:
        search: a search of a game without hidden information.
        visits: the minimum visits of a node.
        most: the largest number of nodes of each tree; the most visited are kept.
    """
    if visits < 1:
        raise ValueError(f"visits is {visits}; it must be at least 1")
    state = _state(search.spec, search.text)
    rows = search.root()
    # Read whole columns: numpy crashes if memory runs out while it takes a field from a record.
    visited = [move for move, seen in zip(rows["move"].tolist(), rows["visits"].tolist(), strict=True) if seen]
    return {
        "version": VERSION,
        "spec": search.spec,
        "text": search.text,
        "engine": search.engine,
        "simulations": search.simulations,
        "full": search.full,
        "depth": search.depth,
        "choice": state.move_text(search.choice()) if state.actor >= 0 and search.simulations else None,
        "value": list(search.value()),
        "rows": _written(state, rows),
        "lines": [_texts(state, search.line(move)) for move in visited],
        "trees": [_nodes(search, state, tree, visits, most) for tree in range(search.trees)],
    }


def _nodes(search: ReadableSearch, state: State, tree: int, visits: int, most: float) -> list[Dump]:
    """Return the nodes of a tree, the most visited first."""
    nodes: list[Dump] = []
    # (-visits, number, path, parent's state, move)
    queue: list[tuple[int, int, list[str], State, int]] = [(0, 0, [], state, -1)]
    count = 0
    while queue and len(nodes) < most:
        *_, path, position, last = heappop(queue)
        if last >= 0:
            text = position.move_text(last)
            path, position = [*path, text], position.after(last)
        try:
            facts = search.node(path, tree)
        except ValueError:  # no longer in alpha-beta's table
            continue
        nodes.append(
            {
                "path": path,
                "visits": facts["visits"],
                "value": list(facts["value"]),
                "rows": _written(position, facts["rows"]),
            }
        )
        for move, seen in zip(facts["rows"]["move"].tolist(), facts["rows"]["visits"].tolist(), strict=True):
            if seen >= visits:
                count += 1
                heappush(queue, (-seen, count, path, position, move))
    return nodes


def _written(state: State, rows: Rows) -> list[list[Any]]:
    """Return the rows with visits as lists, with move texts instead of numbers."""
    names = list(ROW_TYPES[state.seats].names or ())[1:]
    visited = rows[rows["visits"] > 0]
    columns = [visited[name].tolist() for name in ("move", *names)]
    return [[state.move_text(move), *rest] for move, *rest in zip(*columns, strict=True)]


def _texts(state: State, line: list[int]) -> list[str]:
    """Return the move texts of a line."""
    state = state.copy()
    texts = []
    for move in line:
        texts.append(state.move_text(move))
        state.play(move)
    return texts


class SavedSearch:
    """A dumped search, with the reading methods of a Search. ValueError if the data are not a dump."""

    def __init__(self, data: Dump) -> None:
        if not isinstance(data, dict) or data.get("version") != VERSION:
            raise ValueError(f"the data are not a dumped search of version {VERSION}")
        try:
            self.spec, self.text, self.engine = str(data["spec"]), str(data["text"]), str(data["engine"])
            self.simulations, self.full, self.depth = int(data["simulations"]), bool(data["full"]), int(data["depth"])
            self._state = _state(self.spec, self.text)
            self._value = _per_seat(self._state, data["value"])
            self._choice = None if data["choice"] is None else self._state.parse_move(data["choice"])
            self._rows = self._read(self._state, data["rows"])
            self._lines = {str(line[0]): [str(text) for text in line] for line in data["lines"]}
            self._trees = [{tuple(node["path"]): self._node(node) for node in nodes} for nodes in data["trees"]]
        except (KeyError, TypeError, IndexError, AttributeError, OverflowError) as error:
            raise ValueError(f"the data are not a dumped search: {type(error).__name__} at {error}") from None

    @property
    def trees(self) -> int:
        """The number of trees that `node` can read."""
        return len(self._trees)

    def root(self) -> Rows:
        """Return a copy of the root's rows with visits."""
        return self._rows.copy()

    def value(self) -> tuple[float, ...]:
        """Return the root's value for each seat."""
        return self._value

    def choice(self) -> int:
        """Return the move that the search would have played. ValueError if it had none."""
        if self._choice is None:
            raise ValueError("the dumped search has no result: no seat decides, or it had not run")
        return self._choice

    def line(self, move: int | str | None = None) -> list[int]:
        """Return the principal variation, beginning with `move` if given."""
        if move is None:
            move = self.choice()
        first = move if isinstance(move, str) else self._state.move_text(move)
        state = self._state.copy()
        line = []
        for text in self._lines.get(first, [first]):
            line.append(state.parse_move(text))
            state.play(text)
        return line

    def node(self, path: Iterable[int | str], tree: int = 0) -> NodeFacts:
        """Return the node that these moves lead to. ValueError if it was not dumped."""
        state = self._state.copy()
        texts = []
        for move in path:
            texts.append(move if isinstance(move, str) else state.move_text(move))
            state.play(texts[-1])
        if not 0 <= tree < len(self._trees):
            raise ValueError(f"tree is {tree}; it must be 0 to {len(self._trees) - 1}")
        if tuple(texts) not in self._trees[tree]:
            raise ValueError(f"the dump does not contain this node: {' '.join(texts)}")
        facts = self._trees[tree][tuple(texts)]
        return {**facts, "rows": facts["rows"].copy()}

    def _node(self, node: Dump) -> NodeFacts:
        state = self._state.copy()
        for text in node["path"]:
            state.play(str(text))
        return {
            "kind": "decision" if state.actor >= 0 else "chance" if state.chances() else "end",
            "actor": state.actor,
            "text": state.text(),
            "visits": int(node["visits"]),
            "value": _per_seat(state, node["value"]),
            "rows": self._read(state, node["rows"]),
        }

    @staticmethod
    def _read(state: State, written: list[list[Any]]) -> Rows:
        import numpy as np

        rows = np.zeros(len(written), ROW_TYPES[state.seats])
        for i, (text, visits, value, *rest) in enumerate(written):
            rows[i] = (state.parse_move(text), visits, tuple(value), *rest)
        return rows


def _per_seat(state: State, values: Iterable[float]) -> tuple[float, ...]:
    numbers = tuple(float(value) for value in values)
    if len(numbers) != state.seats:
        raise ValueError(f"the dump has {len(numbers)} values for {state.seats} seats")
    return numbers


def _state(spec: str, text: str) -> State:
    return State.parse(f"{spec} {text}")

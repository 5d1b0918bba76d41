"""The arguments of a comparison: the position, the candidates and the continuation, checked."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from operator import index
from typing import Any

from fastcore.knowledge.viewpoint import Viewpoint
from fastcore.search import Search
from fastcore.state import State
from fastcore.stream import Stream
from fastcore.text import plain
from fastcore.values import CHANCE, IllegalMove, choices, quoted

MAX_CANDIDATES = 64

Candidate = int | str | Iterable[int | str]
Chooser = Callable[[State | Viewpoint, Stream], int | str]


def root_of(point: State | Viewpoint, model: str | None) -> tuple[State | None, Viewpoint | None, str | None]:
    """Return the full position, or else the viewpoint from which worlds are drawn, and the model."""
    if model is not None and plain.text(model, "model") not in point.info.policies:
        raise ValueError(f"model is {quoted(model)}; {choices(point.info.policies, 'policy')}")
    if isinstance(point, State):
        if not point.info.has.covered or point.actor == CHANCE:
            return point.copy(), None, model
        point = point.viewpoint(point.actor)
    state = point.state
    if state is not None:
        return state, None, model
    if point.seat != point.actor:
        raise ValueError("another seat is to move: compare the moves of the seat whose viewpoint this is")
    return None, point.copy(), model


def candidates_of(root: State, moves: Iterable[Candidate]) -> list[list[int]]:
    """Return the candidates as numbers of moves, checked in one position."""
    found: list[list[int]] = []
    for candidate in list(moves):
        parts = list(candidate) if isinstance(candidate, Iterable) and not isinstance(candidate, str) else [candidate]
        state, numbers = root.copy(), []
        for part in parts:
            text = plain.text(part, "a move") if isinstance(part, str) else index(part)
            if (state.actor, state.turn) != (root.actor, root.turn) or root.actor < 0:
                raise IllegalMove(str(text), state.situation, "it belongs to another seat or turn than the position")
            number = state.parse_move(text) if isinstance(text, str) else text
            state.play(number)
            numbers.append(number)
        if numbers in found:
            raise ValueError(f"two candidates are equal: {' '.join(texts_of(root, numbers)) or 'no move'}")
        found.append(numbers)
    if not 1 <= len(found) <= MAX_CANDIDATES:
        raise ValueError(f"there are {len(found)} candidates; give 1 to {MAX_CANDIDATES}")
    return found


def texts_of(root: State, moves: Sequence[int]) -> tuple[str, ...]:
    """Return moves as texts."""
    state, texts = root.copy(), []
    for move in moves:
        texts.append(state.move_text(move))
        state.play(move)
    return tuple(texts)


def continuation_of(root: State, continuation: str | Mapping[str, Any] | Chooser) -> tuple[int, Chooser | None]:
    """Return the number of a policy and None, or -1 and the function that chooses."""
    if isinstance(continuation, str):
        name, policies = plain.text(continuation, "continuation"), root.info.policies
        if name not in policies:
            raise ValueError(f"continuation is {quoted(name)}; {choices(policies, 'policy')}")
        return policies.index(name), None
    if isinstance(continuation, Mapping):
        return -1, _searcher(root, dict(continuation))
    if callable(continuation):
        return -1, continuation
    raise TypeError(f"continuation must be a str, a mapping or a function, not {type(continuation).__name__}")


def _searcher(root: State, options: dict[str, Any]) -> Chooser:
    """Return a function that chooses by a search with these options."""
    if "simulations" not in options:
        raise ValueError("a continuation by search needs `simulations`")
    simulations = index(options.pop("simulations"))
    if not 1 <= simulations <= 10**9:
        raise ValueError(f"simulations is {simulations}; it must be 1 to 1,000,000,000")
    options = {"memory_mb": None, **options}

    def choose(point: State | Viewpoint, stream: Stream) -> int:
        moves = point.moves()
        if len(moves) == 1:
            return moves[0]
        search = Search(point, seed=stream.below(2**32), **options)
        search.run(simulations)
        return search.choice(stream)

    if root.actor >= 0:
        Search(root, **options)  # reject invalid options here, not in the first trial
    return choose

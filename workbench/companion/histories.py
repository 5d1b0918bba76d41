"""The moves of all seats behind a seat's observations, once the hidden things are known."""

from __future__ import annotations

from collections.abc import Callable
from math import log
from typing import NamedTuple

from fastcore import CHANCE, State, TooMany, Viewpoint, parse, start
from workbench.companion.cursor import Cursor
from workbench.records.steps import is_set_up, position_text, set_up_step
from workbench.system.translation import tr

UNSEEN = 8  # moves in a row of which the seat learns nothing
MAX_STATES = 1 << 16


class _Made(NamedTuple):
    """The moves so far: the earlier ones, and the last one."""

    earlier: _Made | None
    move: str


class _Path(NamedTuple):
    """A position that may have been reached, with the most probable way to it."""

    state: State
    log_chance: float
    moves: _Made | None


def full_history(cursor: Cursor, until: str = "", stopped: Callable[[], bool] = lambda: False) -> tuple[str, ...]:
    """Return the most probable moves of all seats that give these observations.

    Where nothing is hidden, these are the observed moves. Otherwise every position that fits is followed from the
    start, with the most probable way to it if every choice is equally likely.

    Args:
        cursor: The knowledge of the seat, from the start of the game.
        until: The text of the last position, or "" for any.
        stopped: Returns whether to give up.

    Raises:
        ValueError: No moves give these observations, or there are too many positions.
    """
    texts, point = cursor.texts, cursor.point
    if not point.info.has.covered:
        return texts
    if (known := cursor.table.history(texts)) is not None:
        return known
    paths = {"": _Path(start(point.spec), 0.0, None)}
    for text in texts:
        if stopped():
            raise ValueError(tr("stopped"))
        paths = _set_up(paths, point, text) if is_set_up(text) else _after(paths, point.seat, text)
    if not paths or (until and until not in paths):
        raise ValueError(tr("no game of all players gives these events"))
    best = paths[until] if until else max(paths.values(), key=lambda path: path.log_chance)
    return _moves(best.moves)


def _set_up(paths: dict[str, _Path], point: Viewpoint, text: str) -> dict[str, _Path]:
    """Return every position that fits a view that was set up, each after the most probable way so far."""
    before = max(paths.values(), key=lambda path: path.log_chance, default=None)
    if before is None:
        return {}
    try:
        worlds = Viewpoint(point.spec, point.seat, position_text(text)).worlds(MAX_STATES)
    except TooMany:
        raise ValueError(tr("too many games of all players are possible")) from None
    return {
        world: _Path(
            parse(f"{point.spec} {world}"), before.log_chance + log(chance), _Made(before.moves, set_up_step(world))
        )
        for world, chance in worlds
    }


def _after(paths: dict[str, _Path], seat: int | None, text: str) -> dict[str, _Path]:
    """Return the positions after an observation, by their texts."""
    found = dict[str, _Path]()
    current, head = paths, text.partition(";")[0]
    for _ in range(UNSEEN):
        unseen = dict[str, _Path]()
        for path in current.values():
            state = path.state
            moves = state.chances() if state.actor == CHANCE else [(move, 0.0) for move in state.moves()]
            for move, chance in moves:
                name = state.move_text(move)
                if not _may_show(name, head):
                    continue
                seen = state.observation(move, seat)
                if seen not in ("", text):
                    continue
                after = state.after(move)
                log_chance = path.log_chance + (log(chance) if chance else -log(len(moves)))
                _add(found if seen else unseen, _Path(after, log_chance, _Made(path.moves, name)))
        if len(found) > MAX_STATES or len(unseen) > MAX_STATES:
            raise ValueError(tr("too many games of all players are possible"))
        if not unseen:
            break
        current = unseen
    return found


def _may_show(move: str, head: str) -> bool:
    """Return whether a move may be observed as this text, in which each `?` hides a character."""
    if "?" not in head:
        return move == head
    return len(move) != len(head) or all(shown in ("?", real) for shown, real in zip(head, move, strict=True))


def _add(paths: dict[str, _Path], path: _Path) -> None:
    text = path.state.text()
    if text not in paths or paths[text].log_chance < path.log_chance:
        paths[text] = path


def _moves(path: _Made | None) -> tuple[str, ...]:
    found = list[str]()
    while path is not None:
        found.append(path.move)
        path = path.earlier
    return tuple(reversed(found))

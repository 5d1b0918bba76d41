"""The orientation of a board in the settings, and the marks that a position can show."""

from __future__ import annotations

from collections.abc import Iterator

from workbench.boards.kit.contract import Board
from workbench.boards.kit.elements import Item, Point
from workbench.boards.kit.entry import Entry
from workbench.boards.kit.turning import Turn
from workbench.gui.board.board_view import BoardView
from workbench.settings import Settings


def apply_settings(view: BoardView, settings: Settings, game: str) -> None:
    """Apply the orientation, names and speed in the settings to a board."""
    view.show_names(settings.names)
    view.set_orientation(turn_of(settings, game), settings.letters)
    view.speed = settings.animation_speed


def possible_marks(board: Board, point: Point, entry: Entry) -> Iterator[Item]:
    """Yield all marks that pointing and clicking can show in this position."""
    done = set[tuple[str, ...]]()
    for move, path in entry.paths.items():
        yield from board.effect_marks(point, move)
        for depth in range(1, len(path)):
            if path[:depth] not in done:
                done.add(path[:depth])
                fits = [full for full in entry.paths.values() if len(full) > depth and full[:depth] == path[:depth]]
                yield from board.open_marks(point, path[:depth], sorted({full[depth] for full in fits}))


def turn_of(settings: Settings, game: str) -> Turn:
    """Return the orientation of a game's board in the settings."""
    return Turn(*settings.turns.get(game, Turn()))

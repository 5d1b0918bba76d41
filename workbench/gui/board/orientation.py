"""The orientation of a board by the settings, and the pictures that a position may need."""

from __future__ import annotations

from collections.abc import Iterator

from workbench.boards.kit.contract import Board
from workbench.boards.kit.elements import Item, Point
from workbench.boards.kit.entry import Entry
from workbench.boards.kit.turning import Turn
from workbench.gui.board.board_view import BoardView
from workbench.settings import Settings


def arrange(view: BoardView, settings: Settings, game: str) -> None:
    """Let a board be seen as the settings say."""
    view.name_cells(settings.names)
    view.look_from(turn_of(settings, game), settings.letters)
    view.speed = settings.animation_speed


def foreseen(board: Board, point: Point, entry: Entry) -> Iterator[Item]:
    """All marks that pointing and clicking may bring up in this position."""
    begun = set[tuple[str, ...]]()
    for move, path in entry.paths.items():
        yield from board.foresee(point, move)
        for depth in range(1, len(path)):
            if path[:depth] not in begun:
                begun.add(path[:depth])
                fits = [other for other in entry.paths.values() if len(other) > depth and other[:depth] == path[:depth]]
                yield from board.open(point, path[:depth], sorted({other[depth] for other in fits}))


def turn_of(settings: Settings, game: str) -> Turn:
    return Turn(*settings.turns.get(game, Turn()))

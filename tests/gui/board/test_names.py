"""Tests that the name of every cell stays inside its cell and clear of its piece, on boards of all sizes."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

pytest.importorskip("tkinter")

import fastcore
from tests.kit.windows import TestedWindow, make_move, open_window, wait
from workbench.boards.kit.elements import Item
from workbench.gui.board.board_view import BoardView
from workbench.table.setup import Setup

pytestmark = [pytest.mark.window, pytest.mark.usefixtures("home")]

SIZES = ((1280, 720), (2560, 1440))
GAMES = (*(f"herd(size={size})" for size in range(3, 9)), "forest", "herbs")
ROUNDING = 1  # pixels
LEADING = 0.17  # the empty part of a line of text above its letters, and below them
OPAQUE = 200  # the alpha from which a pixel belongs to a piece and not to its shadow
Box = tuple[int, int, int, int]


def play_some(window: TestedWindow, decisions: int) -> None:
    """Make random moves, or lock random plans."""
    stream = fastcore.Stream(1, "names")
    for _ in range(decisions):
        wait(lambda: window.table.over or window.playing.accepts_moves)
        make_move(window, lambda point: point.move_text(stream.choice(list(point.moves()))))


def letter_boxes(view: BoardView) -> Iterator[tuple[str, Box]]:
    for spot, (number, *_) in view.painter.words["names"].items():
        left, top, right, bottom = view.bbox(number)
        leading = round((bottom - top) * LEADING)
        yield spot, (left + ROUNDING, top + leading + ROUNDING, right - ROUNDING, bottom - leading - ROUNDING)


def is_inside(view: BoardView, spot: str, box: Box) -> bool:
    """Return whether a box is inside the convex outline of its cell."""
    assert view.ground is not None
    outline = [view.painter.to_pixels(*corner) for corner in view.ground.spots[spot].outline]
    edges = list(zip(outline, (*outline[1:], outline[0]), strict=True))
    corners = [(x, y) for x in (box[0], box[2]) for y in (box[1], box[3])]
    sides = [
        [(bx - ax) * (y - ay) - (by - ay) * (x - ax) for (ax, ay), (bx, by) in edges] for x, y in corners
    ]  # fmt: skip
    return all(min(side) >= 0 or max(side) <= 0 for side in sides)


def covered_pixels(view: BoardView, item: Item, box: Box) -> int:
    """Return how many pixels of a box a piece covers."""
    sprite = view.painter.sprite(item)
    x, y = view.painter.pixel_of(item)
    left, top = x - sprite.size // 2, y - sprite.size // 2
    alpha = view.look.piece_pictures.full_image(sprite).getchannel("A")
    part = alpha.crop((box[0] - left, box[1] - top, box[2] - left, box[3] - top))
    return sum(part.histogram()[OPAQUE:])


@pytest.mark.sample(2)
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("game", GAMES)
def test_names_stay_in_their_cells_and_clear_of_pieces(game: str, size: tuple[int, int]) -> None:
    seats = fastcore.start(game).seats
    with open_window(Setup(game, ("person",) + ("greedy",) * (seats - 1), 1), size=size, names=True) as window:
        view = window.screen.view
        assert isinstance(view, BoardView)
        play_some(window, 3 if game == "herbs" else 12)
        wait(lambda: not view.painter.stretched and view.painter.words["names"])
        boxes = dict(letter_boxes(view))
        assert view.ground is not None and set(boxes) == set(view.ground.spots)
        assert [spot for spot, box in boxes.items() if not is_inside(view, spot, box)] == []
        pieces = [item for item in view.painter.shown["pieces"] if item.where in boxes]
        assert pieces
        assert [item for item in pieces if covered_pixels(view, item, boxes[item.where])] == []

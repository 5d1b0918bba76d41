"""What the tests of the Herbs board share: positions, and what is offered, marked and written there."""

from __future__ import annotations

import re

import fastcore
from fastcore import OVER, State, Stream
from tests.kit.herbs_boards import crowded, spec_of, table
from workbench.boards.kit.choices import Choice, Sheet
from workbench.boards.kit.contract import Board
from workbench.boards.kit.elements import Item, Point
from workbench.boards.kit.entry import Entry

ROW = "herbs 11/11/11/11/11/11/3w1ww4/4w6/11/11/11 E3^,A3>,A11v,B3v 150,150 12w8b,12w8b 0,0 2 3 0 write:1:|"


def texts(point: Point) -> list[str]:
    return [point.move_text(move) for move in point.moves()]


def entry_of(board: Board, point: Point) -> Entry:
    return Entry(board.paths(point, texts(point)))


def marks(items: tuple[Item, ...]) -> list[tuple[str, str]]:
    return [(item.shape, item.where) for item in items]


def at(items: tuple[Item, ...], shape: str) -> list[str]:
    return sorted(item.where for item in items if item.shape == shape)


def offered(board: Board, point: Point, *chosen: str) -> dict[str, Choice]:
    """The choices after these clicks, by their labels."""
    entry = entry_of(board, point)
    for spot in chosen:
        assert not entry.click(spot).refused, spot
    return {choice.label: choice for choice in board.choices(point, entry.chosen, entry.open)}


def crowds(seed: int, count: int, actions: int = 3) -> list[State]:
    """Crowded positions, some with a part of a plan written, of either seat."""
    stream, found = Stream(seed, "crowds"), list[State]()
    while len(found) < count:
        state = fastcore.parse(f"{spec_of(actions)} {crowded(stream)}")
        for _ in range(stream.below(2 * actions)):
            lively = [text for text in texts(state) if re.fullmatch("[0-3](P[12]/[4-8]|F|M[1-3]|T.)", text)]
            state.play(stream.choice(lively or texts(state)))
        if state.actor != OVER:
            found.append(state)
    return found


def a_shot(ap: int = 200, points: str = "0,0") -> str:
    """Herb 0 fires at Herb 2, which walks into a pit if it is not hit first."""
    return table(herbs=("A5>", "K1^", "C5v", "K11v"), ap=f"{ap},198", points=points, phase="bid:1:1:0F|2M2:-")


def sheet_of(board: Board, point: Point, *moves: str, faults: tuple[str, ...] = ()) -> Sheet:
    found = board.sheet(point, moves, faults or ("",) * len(moves))
    assert found is not None
    return found

"""Helpers for tests of the Herbs board: positions, choices and marks."""

from __future__ import annotations

import re

import fastcore
from fastcore import OVER, State, Stream
from tests.kit.herbs.boards import crowded_position, position_text, spec_of
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


def spots_with_shape(items: tuple[Item, ...], shape: str) -> list[str]:
    return sorted(item.where for item in items if item.shape == shape)


def choices_by_label(board: Board, point: Point, *chosen: str) -> dict[str, Choice]:
    """Return the choices after these clicks, by label."""
    entry = entry_of(board, point)
    for spot in chosen:
        assert not entry.click(spot).refused, spot
    return {choice.label: choice for choice in board.choices(point, entry.chosen, entry.next_spots)}


def crowded_states(seed: int, count: int, actions: int = 3) -> list[State]:
    """Return crowded positions, some with a partial plan, with either seat to move."""
    stream, states = Stream(seed, "crowds"), list[State]()
    while len(states) < count:
        state = fastcore.parse(f"{spec_of(actions)} {crowded_position(stream)}")
        for _ in range(stream.below(2 * actions)):
            active = [text for text in texts(state) if re.fullmatch("[0-3](P[12]/[4-8]|F|M[1-3]|T.)", text)]
            state.play(stream.choice(active or texts(state)))
        if state.actor != OVER:
            states.append(state)
    return states


def shot_position(ap: int = 200, points: str = "0,0") -> str:
    """Return a position in which Herb 0 fires at Herb 2, which walks into a pit unless it is hit first."""
    return position_text(herbs=("A5>", "K1^", "C5v", "K11v"), ap=f"{ap},198", points=points, phase="bid:1:1:0F|2M2:-")


def sheet_of(board: Board, point: Point, *moves: str, faults: tuple[str, ...] = ()) -> Sheet:
    sheet = board.sheet(point, moves, faults or ("",) * len(moves))
    assert sheet is not None
    return sheet

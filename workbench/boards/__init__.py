"""How games look and are entered: a file `<id>.py` with a class `Board` is a game's board, and the folder is the list.

Also the words that every program above says about a point, with plain ones for a game that has no board file.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from sys import prefix

from fastcore import CHANCE, OVER, Event, GameInfo
from workbench.boards.contract import Board, Point


@cache
def find(game: str) -> Board | None:
    """The board of a game by its id, None if it has none."""
    name = f"{__name__}.{game}"
    if not game.isidentifier() or find_spec(name) is None:
        return None
    board = getattr(import_module(name), "Board", None)
    return board() if board is not None and board is not Board else None


def side(info: GameInfo, seat: int) -> str:
    """The name of a seat, as in "Red"."""
    return info.sides[seat].capitalize() if seat < len(info.sides) else f"Seat {seat + 1}"


def expects(point: Point) -> str:
    """What is expected in this position, in a sentence."""
    board = find(point.info.id)
    if board is not None:
        return board.expects(point)
    if point.actor == OVER:
        return f"The game is over: {standings(point)}."
    if point.actor == CHANCE:
        return f"Chance decides ({point.phase})."
    return f"{side(point.info, point.actor)} must choose: {point.phase} ({len(point.moves())} moves)."


def standings(point: Point) -> str:
    """The points of all seats, as in "Red 33, Blue 28"."""
    return ", ".join(f"{side(point.info, seat)} {points}" for seat, points in enumerate(point.points()))


def tell(info: GameInfo, event: Event) -> str:
    """One event in words, "" if there is nothing to say."""
    board = find(info.id)
    if board is not None:
        return board.tell(info, event)
    who = side(info, event.seat) if event.seat >= 0 else "Chance"
    values = " ".join(f"{key} {value}" for key, value in event.values.items())
    return f"{who}: {' '.join(part for part in (event.kind, *event.where, values) if part)}."


def say(info: GameInfo, seat: int, moves: tuple[str, ...]) -> str:
    """Moves of one seat in words."""
    board = find(info.id)
    return board.say(info, seat, moves) if board is not None else " ".join(moves)


def text_board(point: Point) -> str:
    """The position as lines of text, for a terminal."""
    board = find(point.info.id)
    if board is not None:
        return board.text(point)
    width = max(map(len, point.fields))
    lines = [f"{name:<{width}}  {text}" for name, text in point.fields.items()]
    return "\n".join([*lines, "", expects(point)])


def rules_page(game: str) -> str:
    """The text (Markdown) of a game's rules for people, "" if there is none."""
    for folder in (Path(__file__).parents[2] / "docs", Path(prefix) / "share" / "herbarium" / "docs"):
        page = folder / "rules" / f"{game}.md"
        if page.is_file():
            return page.read_text(encoding="utf-8")
    return ""

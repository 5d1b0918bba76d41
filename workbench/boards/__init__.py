"""Boards of games, found by their id, and wording about a point that all front ends share.

A game is a folder `<id>`: `board.py` holds its class `Board`, `editor.py` its `Editor`.

Also the words that every front end says about a point: those of the board, of a class `Words` in `<id>/words.py` for a
game that has no board yet, or plain ones.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path
from sys import prefix

from fastcore import Event, GameInfo, games, info
from workbench.boards.kit import plain
from workbench.boards.kit.contract import Board
from workbench.boards.kit.editing import Editor
from workbench.boards.kit.elements import Fields, Point
from workbench.boards.kit.game_words import Words
from workbench.boards.kit.modules import module_of
from workbench.boards.kit.plain import side, standings

SET_UP = -3  # instead of a seat: nobody, the position was set up by hand
SET_UP_WORDS = "The position was set up by hand."

__all__ = [
    "SET_UP", "SET_UP_WORDS", "editor", "expects", "find", "opens", "remark", "revealed", "rules_page", "say", "side",
    "sound",
    "standings", "stands", "stands_of", "task", "tell", "text_board", "variant", "words",
]  # fmt: skip


@cache
def find(game: str) -> Board | None:
    """Return the board of a game by its id, or None if it has none."""
    own: Callable[[], Board] | None = getattr(module_of(game, "board"), "Board", None)
    return None if own is None else own()


def editor(spec: str, seat: int | None = None) -> Editor:
    """What sets positions of a spec up, or a seat's views of them: the game's own, or one that knows the fields of its
    position text alone. BadPosition if there is no such game."""
    game = spec.partition("(")[0]
    known = info(game)
    own = getattr(module_of(game, "editor"), "Editor", Editor)
    made = own(known, find(game), spec, seat)
    assert isinstance(made, Editor)
    return made


def words(game: str) -> Words:
    """What is said about a game, by its id."""
    return find(game) or _words(game)


@cache
def _words(game: str) -> Words:
    own: Callable[[], Words] = getattr(module_of(game, "words"), "Words", plain.Words)
    return own()


def expects(point: Point) -> str:
    """What is expected in this position, in a sentence."""
    return words(point.info.id).expects(point)


def task(point: Point) -> str:
    """What whoever decides in this position is wanted for, as in "to write a plan"; "" for nothing in particular."""
    return words(point.info.id).task(point)


def tell(info: GameInfo, event: Event, seat: int | None = None) -> str:
    """One event in words to a seat (None: whoever reads), "" if there is nothing to say."""
    if event.seat == SET_UP:
        return SET_UP_WORDS
    own = words(info.id)
    return own.tell(info, event) if seat is None else own.tell_to(info, seat, event)


def stands(info: GameInfo, fields: Fields, turn: int) -> str:
    """Where in the game this is, as in "turn 12"; "" before its first turn."""
    return words(info.id).stands(fields, turn)


def stands_of(info: GameInfo, fields: Fields, turn: int, last: int) -> str:
    """The same with how far the game has come, as in "turn 3 of 12"."""
    return words(info.id).stands_of(fields, turn, last)


def variant(spec: str) -> str:
    """The options of a spec in words, as in "size 9": those that it names, and those that its game's title always has;
    "" where there is no such game."""
    game, _, listing = spec.rstrip(")").partition("(")
    if game not in games():
        return ""
    own, given = words(game), dict(one.split("=", 1) for one in listing.split(",") if "=" in one)
    told = {
        one.name: given.get(one.name, one.default)
        for one in info(game).options
        if one.name in given or one.name in own.told_options
    }
    return ", ".join(own.option(name, value) for name, value in told.items())


def remark(info: GameInfo, event: Event) -> str:
    """What the board does not show of an event, to be said for a while; "" for nothing."""
    return SET_UP_WORDS if event.seat == SET_UP else words(info.id).remark(info, event)


def opens(info: GameInfo, event: Event) -> bool:
    """Whether a new part of a turn begins with this event."""
    return words(info.id).opens(event)


def revealed(info: GameInfo, seat: int, facts: Iterable[str]) -> str:
    """What a seat decided in secret, as far as these facts that came to light after it tell; "" for nothing."""
    return words(info.id).revealed(seat, facts)


def say(info: GameInfo, seat: int, moves: tuple[str, ...]) -> str:
    """Moves of one seat in words."""
    return words(info.id).say(info, seat, moves)


def sound(info: GameInfo, event: Event) -> str:
    """The sound of an event: "move", "capture", "dice", "over", or "" for none."""
    return "" if event.seat == SET_UP else words(info.id).sound(event)


def text_board(point: Point) -> str:
    """The position as lines of text, for a terminal."""
    return words(point.info.id).text(point)


def rules_page(game: str) -> str:
    """The text (Markdown) of a game's rules for people, "" if there is none."""
    for folder in (Path(__file__).parents[2] / "docs", Path(prefix) / "share" / "herbarium" / "docs"):
        page = folder / "rules" / f"{game}.md"
        if page.is_file():
            return page.read_text(encoding="utf-8")
    return ""

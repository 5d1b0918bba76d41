"""Makes records from moves that were pasted or piped in."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

import fastcore
from fastcore import BadPosition, Conflict, IllegalMove, Viewpoint
from fastcore.values import quoted
from workbench.game.current_line import Point
from workbench.game.session import PERSON, result_of
from workbench.records import replay
from workbench.records.files import BadRecord
from workbench.records.schema import Line, Move, Record, Seat
from workbench.records.steps import after, is_set_up
from workbench.system import limits

WORDS_A_MOVE = 3  # in a list: a number, dots and the move, at most
_NUMBER = re.compile(r"\d+\.+")
_ENDS = re.compile(r"[\s{}#()]")  # what no move has in it
_PLACED = re.compile(r"[\n{}#()]")  # what no position has in it that was set up by hand: it ends its line


class BadMoves(ValueError):
    """A list of moves that cannot be read or played: `line` and `column` (both from 1) of the fault, and the reason."""

    def __init__(self, line: int, column: int, reason: str) -> None:
        super().__init__(f"line {line}, column {column}: {reason}")
        self.line, self.column, self.reason = line, column, reason


class _Word(NamedTuple):
    text: str
    line: int
    column: int


def moves_in(text: str, state: Point) -> list[str]:
    """The moves that a text lists, to be made from this position (or learned at this point).

    They stand apart by spaces or lines; turn numbers as in `12.`, comments (`#` to the end of the line, or in braces)
    and variations in parentheses are left out. A first line with a game's spec or a whole situation must be that of the
    position. BadMoves says where the first fault is.
    """
    begun, words = _read(text)
    same = {state.spec, f"{state.spec} {state.text()}"}
    if begun is not None and _canonical(begun, state) not in same:
        raise BadMoves(begun.line, begun.column, "the list begins in another position than this one")
    return _played(words, state)[0]


def record_from(text: str, spec: str | None = None, follows: int | None = None) -> Record:
    """A record of the moves that a text lists, persons on all seats. The text may begin with a line that holds the
    game's spec or a whole situation, else `spec` says what it is; with `follows` the moves are what that seat (from 0)
    learned. BadMoves says where the first fault is."""
    begun, words = _read(text)
    situation = begun.text if begun is not None else spec
    if situation is None:
        raise BadMoves(1, 1, "the first line must name the game, as in " + fastcore.games()[0])
    name, _, position = situation.partition(" ")
    record = Record(spec=name, position=position.strip() or None, follows=follows)
    try:
        start = replay.begin(record)
    except BadRecord as error:
        raise BadMoves(begun.line if begun else 1, begun.column if begun else 1, str(error)) from None
    moves, end = _played(words, start)
    return Record(
        spec=start.spec,
        position=record.position,
        follows=follows,
        seats=(Seat(player=PERSON),) * start.seats,
        lines=(Line(moves=tuple(Move(move=move) for move in moves)),) if moves else (),
        result=result_of(end),
    )


def _canonical(begun: _Word, state: Point) -> str:
    """A first line as the core writes it."""
    name, _, position = begun.text.partition(" ")
    try:
        if not position.strip():
            return fastcore.start(name).spec
        if isinstance(state, Viewpoint):
            point = Viewpoint.parse(begun.text, state.seat)
            return f"{point.spec} {point.text()}"
        return fastcore.parse(begun.text).situation
    except BadPosition as error:
        raise BadMoves(begun.line, begun.column, str(error)) from None


def _played(words: list[_Word], start: Point) -> tuple[list[str], Point]:
    """The moves made one after the other, and the point after them."""
    point, moves = start, []
    for word in words:
        text, column = word.text, word.column
        number = _NUMBER.match(text)
        if number is not None:
            text, column = text[number.end() :], column + number.end()
            if not text:
                continue
        try:
            point = after(point, text)
        except (IllegalMove, Conflict) as error:
            raise BadMoves(word.line, column, f"{quoted(text)}: {error.reason}") from None
        moves.append(text)
        if len(moves) > limits.MOVES:
            raise BadMoves(word.line, column, f"a list has at most {limits.MOVES:,} moves")
    return moves, point


def _read(text: str) -> tuple[_Word | None, list[_Word]]:
    """The first line, if it names a game, and the words after it."""
    if len(text) > limits.TEXT_FILE:
        raise BadMoves(1, 1, f"the list has {len(text):,} characters; at most {limits.TEXT_FILE:,} are read")
    words = []
    for word in _words(text):
        words.append(word)
        if len(words) > WORDS_A_MOVE * limits.MOVES:
            raise BadMoves(word.line, word.column, f"a list has at most {limits.MOVES:,} moves")
    if not words:
        return None, []
    first = words[0]
    if first.text not in fastcore.games():
        return None, words
    whole = text.split("\n")[first.line - 1][first.column - 1 :].partition("#")[0].strip()
    return _Word(whole, first.line, first.column), [word for word in words if word.line > first.line]


def _words(text: str) -> Iterator[_Word]:
    """What stands in a text besides comments and variations."""
    line, begins, at, depth, opened = 1, 0, 0, 0, (1, 1)
    while at < len(text):
        sign, column = text[at], at - begins + 1
        if sign == "\n":
            line, begins = line + 1, at + 1
        elif sign == "#":
            end = text.find("\n", at)
            at = (len(text) if end < 0 else end) - 1
        elif sign == "{":
            end = text.find("}", at)
            if end < 0:
                raise BadMoves(line, column, "the comment that begins here does not end: } is missing")
            line += text.count("\n", at, end)
            begins = max(begins, text.rfind("\n", 0, end) + 1)
            at = end
        elif sign == "(":
            opened = (line, column) if not depth else opened
            depth += 1
        elif sign == ")":
            depth -= 1
            if depth < 0:
                raise BadMoves(line, column, "no variation begins before this )")
        elif sign == "}":
            raise BadMoves(line, column, "no comment begins before this }")
        elif not sign.isspace():
            ends = (_PLACED if is_set_up(text[at : at + 20]) else _ENDS).search(text, at)
            end = len(text) if ends is None else ends.start()
            if not depth:
                yield _Word(text[at:end].rstrip(), line, column)
            at = end - 1
        at += 1
    if depth:
        raise BadMoves(*opened, "the variation that begins here does not end: ) is missing")

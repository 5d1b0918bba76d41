"""Parsing of pasted or piped move lists, and their conversion to records."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

import fastcore
from fastcore import BadPosition, Conflict, IllegalMove, Viewpoint
from fastcore.values import quoted
from workbench.game.current_line import Point, result_of
from workbench.game.session import PERSON
from workbench.records import replay
from workbench.records.files import RecordError
from workbench.records.schema import Line, Move, Record, Seat
from workbench.records.steps import apply_step, is_set_up
from workbench.system import limits
from workbench.system.translation import tr

WORDS_A_MOVE = 3  # maximum number of words per move: a number, dots and the move
_NUMBER = re.compile(r"\d+\.+")
_ENDS = re.compile(r"[\s{}#()]")  # characters that end a move
_SET_UP_ENDS = re.compile(r"[\n{}#()]")  # characters that end a position set up by hand, which may contain spaces


class MoveListError(ValueError):
    """Raised when a move list cannot be read or played.

    Args:
        line: The line of the error, from 1.
        column: The column of the error, from 1.
        reason: The reason, for the user.
    """

    def __init__(self, line: int, column: int, reason: str) -> None:
        super().__init__(tr("line {line}, column {column}: {reason}", line=line, column=column, reason=reason))
        self.line, self.column, self.reason = line, column, reason


class _Word(NamedTuple):
    text: str
    line: int
    column: int


def moves_in(text: str, state: Point) -> list[str]:
    """Return the listed moves as typed, after checking that they can be played from this position (or viewpoint).

    Moves are separated by white space. Turn numbers such as `12.`, comments (after `#`, or in braces) and variations in
    parentheses are skipped. A game or position named in the first line must match `state`.

    Raises:
        MoveListError: The list cannot be read or played.
    """
    heading, words = _read(text)
    same = {state.spec, f"{state.spec} {state.text()}"}
    if heading is not None and _canonical(heading, state) not in same:
        raise MoveListError(heading.line, heading.column, tr("the list begins from a different position"))
    return _play(words, state)[0]


def record_from(text: str, spec: str | None = None, follows: int | None = None) -> Record:
    """Return a record of the listed moves, with people on all seats.

    Args:
        text: The list, see `moves_in`. Its first line may name the game or a position.
        spec: The game or position to use if the first line names none.
        follows: The seat (from 0) whose observations the list contains, or None for a list of all moves.

    Raises:
        MoveListError: The list cannot be read or played, or names no game.
    """
    heading, words = _read(text)
    situation = heading.text if heading is not None else spec
    if situation is None:
        raise MoveListError(1, 1, tr("the first line must name the game, such as ") + fastcore.games()[0])
    name, _, position = situation.partition(" ")
    record = Record(spec=name, position=position.strip() or None, follows=follows)
    try:
        start = replay.starting_point(record)
    except RecordError as error:
        raise MoveListError(heading.line if heading else 1, heading.column if heading else 1, str(error)) from None
    moves, end = _play(words, start)
    return Record(
        spec=start.spec,
        position=record.position,
        follows=follows,
        seats=(Seat(player=PERSON),) * start.seats,
        lines=(Line(moves=tuple(Move(move=move) for move in moves)),) if moves else (),
        result=result_of(end),
    )


def _canonical(heading: _Word, state: Point) -> str:
    """Return the first line in the core's canonical form."""
    name, _, position = heading.text.partition(" ")
    try:
        if not position.strip():
            return fastcore.start(name).spec
        if isinstance(state, Viewpoint):
            point = Viewpoint.parse(heading.text, state.seat)
            return f"{point.spec} {point.text()}"
        return fastcore.parse(heading.text).situation
    except BadPosition as error:
        raise MoveListError(heading.line, heading.column, str(error)) from None


def _play(words: list[_Word], start: Point) -> tuple[list[str], Point]:
    """Play the moves in turn. Return them and the position after the last one."""
    point, moves = start, []
    for word in words:
        text, column = word.text, word.column
        number = _NUMBER.match(text)
        if number is not None:
            text, column = text[number.end() :], column + number.end()
            if not text:
                continue
        try:
            point = apply_step(point, text)
        except (IllegalMove, Conflict) as error:
            raise MoveListError(word.line, column, f"{quoted(text)}: {error.reason}") from None
        moves.append(text)
        if len(moves) > limits.MOVES:
            raise MoveListError(word.line, column, tr("a list has at most {moves:,} moves", moves=limits.MOVES))
    return moves, point


def _read(text: str) -> tuple[_Word | None, list[_Word]]:
    """Return the first line, if it names a game, and the words after it."""
    if len(text) > limits.TEXT_FILE:
        raise MoveListError(
            1,
            1,
            tr(
                "the list has {count:,} characters; the maximum is {text_file:,}",
                count=len(text),
                text_file=limits.TEXT_FILE,
            ),
        )
    words = []
    for word in _words(text):
        words.append(word)
        if len(words) > WORDS_A_MOVE * limits.MOVES:
            raise MoveListError(word.line, word.column, tr("a list has at most {moves:,} moves", moves=limits.MOVES))
    if not words:
        return None, []
    first = words[0]
    if first.text not in fastcore.games():
        return None, words
    first_line = text.split("\n")[first.line - 1][first.column - 1 :].partition("#")[0].strip()
    return _Word(first_line, first.line, first.column), [word for word in words if word.line > first.line]


def _words(text: str) -> Iterator[_Word]:
    """Yield the words of a text outside comments and variations."""
    line, begins, index, depth, opened = 1, 0, 0, 0, (1, 1)
    while index < len(text):
        char, column = text[index], index - begins + 1
        if char == "\n":
            line, begins = line + 1, index + 1
        elif char == "#":
            end = text.find("\n", index)
            index = (len(text) if end < 0 else end) - 1
        elif char == "{":
            end = text.find("}", index)
            if end < 0:
                raise MoveListError(line, column, tr("the comment that begins here does not end: } is missing"))
            line += text.count("\n", index, end)
            begins = max(begins, text.rfind("\n", 0, end) + 1)
            index = end
        elif char == "(":
            opened = (line, column) if not depth else opened
            depth += 1
        elif char == ")":
            depth -= 1
            if depth < 0:
                raise MoveListError(line, column, tr("no variation begins before this )"))
        elif char == "}":
            raise MoveListError(line, column, tr("no comment begins before this }"))
        elif not char.isspace():
            ends = (_SET_UP_ENDS if is_set_up(text[index : index + 20]) else _ENDS).search(text, index)
            end = len(text) if ends is None else ends.start()
            if not depth:
                yield _Word(text[index:end].rstrip(), line, column)
            index = end - 1
        index += 1
    if depth:
        raise MoveListError(*opened, tr("the variation that begins here has no end: ) is missing"))

"""Openings of a match: from a list of positions or moves, from a record, or from one line."""

from __future__ import annotations

from pathlib import Path

import fastcore
from fastcore import CHANCE, OVER
from workbench.matches.planning.plan import Opening, PlanError
from workbench.records import files
from workbench.records.steps import is_set_up, position_text
from workbench.system import bounded, limits, saving
from workbench.system.translation import tr


def read(file: Path, spec: str, moves: int | None = None) -> tuple[Opening, ...]:
    """Return the openings in a file.

    A list has one opening per line: a game with a position, a position text, or moves from the start. ` # ` begins an
    optional name. A record gives one opening.

    Args:
        file: The file.
        spec: The game of the match. All openings must be of this game.
        moves: The number of moves to use from each opening. None means all.

    Raises:
        PlanError: The file cannot be read or contains an invalid opening. The message names the line.
    """
    if file.suffix == files.SUFFIX:
        return (opening_from_record(file, spec, moves),)
    try:
        lines = bounded.read_bytes(file, limits.TEXT_FILE).decode("utf-8").splitlines()
    except bounded.RefusedError as error:
        raise PlanError(f"{file}: {error}") from None
    except (OSError, ValueError) as error:
        raise PlanError(
            tr(
                "{file}: this file cannot be read: {system_message}",
                file=file,
                system_message=saving.system_message(error),
            )
        ) from None
    openings: list[Opening] = []
    moves_left = limits.OPENING_MOVES
    for number, line in enumerate(lines, 1):
        text, _, name = line.partition(" # ")
        if not text.strip() or text.lstrip().startswith("#"):
            continue
        moves_left -= len(text.split())
        if len(openings) == limits.OPENINGS or moves_left < 0:
            most = tr(
                "{openings:,} openings with {opening_moves:,} moves",
                openings=limits.OPENINGS,
                opening_moves=limits.OPENING_MOVES,
            )
            raise PlanError(
                tr(
                    "{file}: line {number}: the list is too long; the maximum is {most}",
                    file=file,
                    number=number,
                    most=most,
                )
            )
        try:
            openings.append(parse_opening(text.strip(), spec, name.strip() or f"{file.name}:{number}", moves))
        except ValueError as error:
            raise PlanError(tr("{file}: line {number}: {error}", file=file, number=number, error=error)) from None
    if not openings:
        raise PlanError(tr("{file}: this file has no openings", file=file))
    return tuple(openings)


def opening_from_record(file: Path, spec: str, moves: int | None) -> Opening:
    """Return the opening moves of a record: the first `moves` of its main line, or all if None.

    Raises:
        PlanError: The record is damaged, of a different game, or shows only one seat's view.
    """
    try:
        record = files.read(file)
    except files.RecordError as error:
        raise PlanError(str(error)) from None
    try:
        same = fastcore.start(record.spec).spec == spec
    except ValueError as error:
        raise PlanError(f"{file}: {error}") from None
    if not same:
        raise PlanError(
            tr("{file}: spec: this is a game of {spec}, not of {spec2}", file=file, spec=record.spec, spec2=spec)
        )
    if record.follows is not None:
        raise PlanError(
            tr("{file}: follows: this record has only one player's view, which is not enough for an opening", file=file)
        )
    texts = tuple(move.move for line in record.lines[:1] for move in line.moves)[:moves]
    # moves before the last position set up by hand are irrelevant
    placed = [number for number, text in enumerate(texts) if is_set_up(text)]
    position, texts = (
        (position_text(texts[placed[-1]]), texts[placed[-1] + 1 :]) if placed else (record.position, texts)
    )
    try:
        return validate(Opening(position, texts, file.name), spec)
    except ValueError as error:
        raise PlanError(f"{file}: {error}") from None


def parse_opening(text: str, spec: str, name: str, most: int | None = None) -> Opening:
    """Return the opening that a line describes, with its first `most` moves, or all if None.

    Raises:
        ValueError: The line is neither a position nor a list of legal moves.
    """
    first, _, rest = text.partition(" ")
    game = spec.partition("(")[0]
    if first.partition("(")[0] == game and rest:
        if fastcore.start(first).spec != spec:
            raise ValueError(tr("this is a position of {first}, not of {spec}", first=first, spec=spec))
        return validate(Opening(rest, (), name), spec)
    moves, start = text.split(), fastcore.start(spec)
    if not start.why_not(moves[0]):
        return validate(Opening(None, tuple(moves[:most]), name), spec)
    try:
        return validate(Opening(text, (), name), spec)
    except ValueError as error:
        if "/" in text or len(moves) > 1:
            raise
        raise ValueError(
            tr("this is neither a position nor a move from the start: {why_not}", why_not=start.why_not(moves[0]))
        ) from error


def validate(opening: Opening, spec: str) -> Opening:
    """Return the opening with its position in canonical form.

    Raises:
        ValueError: The position or a move is illegal, or the game ends in the opening.
    """
    state = fastcore.start(spec) if opening.position is None else fastcore.parse(f"{spec} {opening.position}")
    position = None if opening.position is None else state.text()
    for move in opening.moves:
        state.play(move)
    draws = fastcore.Stream(1, "opening")
    while state.actor == CHANCE:
        state.play(state.sample(draws))
    if state.actor == OVER:
        raise ValueError(tr("the game is over after this opening"))
    return Opening(position, opening.moves, opening.name)

"""The openings of a match: from a list of positions or moves, a record, or one position."""

from __future__ import annotations

from pathlib import Path

import fastcore
from fastcore import CHANCE, OVER
from workbench.matches.planning.plan import BadPlan, Opening
from workbench.records import files
from workbench.records.steps import is_set_up, position_in
from workbench.system import bounded, limits, saving


def read(file: Path, spec: str, moves: int | None = None) -> tuple[Opening, ...]:
    """The openings in a file: those of a record, its first `moves` moves (all if None), or those of a list, one a line:
    a situation, a position text of this spec, or moves from the start; what stands behind ` # ` is its name. BadPlan
    names the first line that is none."""
    if file.suffix == files.SUFFIX:
        return (of_record(file, spec, moves),)
    try:
        lines = bounded.bytes_of(file, limits.TEXT_FILE).decode("utf-8").splitlines()
    except bounded.Refused as error:
        raise BadPlan(f"{file}: {error}") from None
    except (OSError, ValueError) as error:
        raise BadPlan(f"{file}: it cannot be read: {saving.why(error)}") from None
    openings: list[Opening] = []
    moves_left = limits.OPENING_MOVES
    for number, line in enumerate(lines, 1):
        text, _, name = line.partition(" # ")
        if not text.strip() or text.lstrip().startswith("#"):
            continue
        moves_left -= len(text.split())
        if len(openings) == limits.OPENINGS or moves_left < 0:
            most = f"{limits.OPENINGS:,} openings with {limits.OPENING_MOVES:,} moves"
            raise BadPlan(f"{file}: line {number}: the list is too long; the maximum is {most}")
        try:
            openings.append(of_line(text.strip(), spec, name.strip() or f"{file.name}:{number}"))
        except ValueError as error:
            raise BadPlan(f"{file}: line {number}: {error}") from None
    if not openings:
        raise BadPlan(f"{file}: there is no opening in it")
    return tuple(openings)


def of_record(file: Path, spec: str, moves: int | None) -> Opening:
    try:
        record = files.read(file)
    except files.BadRecord as error:
        raise BadPlan(str(error)) from None
    try:
        same = fastcore.start(record.spec).spec == spec
    except ValueError as error:
        raise BadPlan(f"{file}: {error}") from None
    if not same:
        raise BadPlan(f"{file}: spec: it is a game of {record.spec}, not of {spec}")
    if record.follows is not None:
        raise BadPlan(f"{file}: follows: it holds what one seat saw, which is not enough to begin with")
    texts = tuple(move.move for line in record.lines[:1] for move in line.moves)[:moves]
    placed = [number for number, text in enumerate(texts) if is_set_up(text)]  # what came before is of no account
    position, texts = (position_in(texts[placed[-1]]), texts[placed[-1] + 1 :]) if placed else (record.position, texts)
    try:
        return checked(Opening(position, texts, file.name), spec)
    except ValueError as error:
        raise BadPlan(f"{file}: {error}") from None


def of_line(text: str, spec: str, name: str) -> Opening:
    """The opening that a line writes; ValueError if it writes none."""
    first, _, rest = text.partition(" ")
    game = spec.partition("(")[0]
    if first.partition("(")[0] == game and rest:
        if fastcore.start(first).spec != spec:
            raise ValueError(f"it is a position of {first}, not of {spec}")
        return checked(Opening(rest, (), name), spec)
    moves, start = text.split(), fastcore.start(spec)
    if not start.why_not(moves[0]):
        return checked(Opening(None, tuple(moves), name), spec)
    try:
        return checked(Opening(text, (), name), spec)
    except ValueError as error:
        if "/" in text or len(moves) > 1:
            raise
        raise ValueError(f"it is neither a position nor a move from the start: {start.why_not(moves[0])}") from error


def checked(opening: Opening, spec: str) -> Opening:
    """The opening, if something is left to be decided behind it; ValueError if not."""
    state = fastcore.start(spec) if opening.position is None else fastcore.parse(f"{spec} {opening.position}")
    position = None if opening.position is None else state.text()
    for move in opening.moves:
        state.play(move)
    draws = fastcore.Stream(1, "opening")
    while state.actor == CHANCE:
        state.play(state.sample(draws))
    if state.actor == OVER:
        raise ValueError("the game is over behind it")
    return Opening(position, opening.moves, opening.name)

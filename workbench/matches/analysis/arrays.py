"""The positions of a match as arrays, with the bots' values and the results, for machine learning."""

from __future__ import annotations

import io
from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

import fastcore
from fastcore import State
from workbench.matches.archive.archive import Archive, Match
from workbench.matches.archive.records import load_record
from workbench.matches.archive.rows import Game
from workbench.records.schema import Move, Record


class Decision(NamedTuple):
    """A decision of a game: the position before it, the seat that decided, and the recorded move."""

    state: State
    seat: int
    move: Move


def decisions(record: Record) -> Iterator[Decision]:
    """Yield the bots' decisions in the main line of a record, without the moves of its opening."""
    state = (
        fastcore.start(record.spec) if record.position is None else fastcore.parse(f"{record.spec} {record.position}")
    )
    for number, move in enumerate(record.lines[0].moves if record.lines else ()):
        if state.actor >= 0 and number >= record.given:
            yield Decision(state, state.actor, move)
        state = state.after(move.move)


def export_arrays(archive: Archive, match: Match, most: int | None = None) -> tuple[bytes, int]:
    """Return a compressed .npz file with an entry for each decision in games that count, and the number of decisions.

    The arrays are:

    - `positions`: float32, what the deciding seat sees (see `State.tensor`).
    - `legal`: bool, the legal moves (see `State.mask`).
    - `moves`: int32, the move that was played.
    - `seats`, `turns`, `games`: int32, the deciding seat from 0, the turn, and the number of the game from 0.
    - `values`: float32, the value that the bot reported for each seat, from -1 to 1; NaN without a report.
    - `returns`: float32, the result of the game for each seat, from -1 to 1.
    - `texts`: the position texts of all seats' information.

    Args:
        archive: The archive.
        match: The match.
        most: The maximum number of decisions, or None.

    Raises:
        ArchiveError: A game cannot be read.
        RecordError: A record is damaged.
    """
    columns: dict[str, list[Any]] = {
        name: [] for name in ("positions", "legal", "moves", "seats", "turns", "games", "values", "returns", "texts")
    }
    for game in archive.games(match.id):
        if not game.counts:
            continue
        for decision in decisions(load_record(archive, match, game)):
            if most is not None and len(columns["moves"]) == most:
                break
            for name, value in _entry(decision, game).items():
                columns[name].append(value)
    kinds = {"moves": np.int32, "seats": np.int32, "turns": np.int32, "games": np.int32, "texts": np.str_}
    arrays: dict[str, Any] = {
        name: np.array(values, kinds.get(name, bool if name == "legal" else np.float32))
        for name, values in columns.items()
    }
    out = io.BytesIO()
    np.savez_compressed(out, **arrays)
    return out.getvalue(), len(columns["moves"])


def _entry(decision: Decision, game: Game) -> dict[str, Any]:
    """Return the values of one decision by array."""
    state, seat, move = decision
    return {
        "positions": state.tensor(seat),
        "legal": state.mask(),
        "moves": state.parse_move(move.move),
        "seats": seat,
        "turns": state.turn,
        "games": game.number,
        "values": reported_values(move, len(game.seats)),
        "returns": game.returns,
        "texts": state.text(),
    }


def reported_values(move: Move, seats: int) -> list[float]:
    """Return the value for each seat that the bot reported for its move, or NaN for each."""
    for candidate in move.reports[-1].candidates if move.reports else ():
        if candidate.move == move.move and len(candidate.value) == seats:
            return list(candidate.value)
    return [float("nan")] * seats

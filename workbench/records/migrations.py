"""Conversion of records of earlier schema versions, one version at a time, as plain JSON data.

Version 1 had a flat list of moves with at most one report each, and the players by seat: `{"format", "version": 1,
"record": {"spec", "position", "seed", "players": [...], "moves": [{"move", "seconds", "report"}], ...}}`. Version 2
recorded only when the help with a form began: `"notes": [{"seat", "helped": 3}]`. Version 3 had no `analysed`. Version
4 had no `salt`, `block` and `game`; without a salt, the bots' seeds derive from the game's seed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from workbench.records.schema import VERSION

Json = dict[str, Any]


def migrate(filed: Mapping[str, Any]) -> Json:
    """Convert the data of a file from any earlier version to the current one.

    Invalid data is passed on: the validation of the current version finds it.
    """
    filed = dict(filed)
    while filed["version"] < VERSION:
        record = filed.get("record")
        if isinstance(record, dict):
            filed["record"] = _STEPS[filed["version"]](dict(record))
        filed["version"] += 1
    return filed


def _from_1(record: Json) -> Json:
    players, moves = record.pop("players", []), record.pop("moves", [])
    if isinstance(players, list):
        players = [{"player": player} for player in players]
    if isinstance(moves, list):
        moves = [_move_from_1(move) if isinstance(move, dict) else move for move in moves]
    return record | {"seats": players, "lines": [{"moves": moves}] if moves else []}


def _move_from_1(move: Json) -> Json:
    report = move.get("report")
    kept = {key: value for key, value in move.items() if key != "report"}
    return kept if report is None else kept | {"reports": [report]}


def _from_2(record: Json) -> Json:
    """Convert version 2. Help is assumed to have lasted to the end of the main line."""
    notes, lines = record.get("notes"), record.get("lines")
    if not isinstance(notes, list):
        return record
    first = lines[0] if isinstance(lines, list) and lines else {}
    moves = first.get("moves") if isinstance(first, dict) else None
    end = len(moves) if isinstance(moves, list) else 0
    return record | {"notes": [_notes_from_2(note, end) if isinstance(note, dict) else note for note in notes]}


def _notes_from_2(notes: Json, end: int) -> Json:
    since = notes.get("helped")
    return notes | {"helped": [{"since": since, "until": max(since, end)}]} if isinstance(since, int) else notes


def _unchanged(record: Json) -> Json:
    return record


_STEPS: dict[int, Callable[[Json], Json]] = {1: _from_1, 2: _from_2, 3: _unchanged, 4: _unchanged}

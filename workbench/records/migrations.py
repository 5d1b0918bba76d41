"""Records of earlier schema versions, brought to the present one step at a time, as plain JSON data.

Version 1 had one flat list of moves with at most one report each, and the players and their seed by seat:
`{"format", "version": 1, "record": {"spec", "position", "seed", "players": [...], "moves": [{"move", "seconds", "report"}], ...}}`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from workbench.records.schema import VERSION

Json = dict[str, Any]


def migrated(filed: Mapping[str, Any]) -> Json:
    """A file's data of any earlier version as the present version has it. What is wrong in it is left for the strict
    reading of the present version to find."""
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


_STEPS: dict[int, Callable[[Json], Json]] = {1: _from_1}

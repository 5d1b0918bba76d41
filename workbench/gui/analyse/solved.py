"""Solved positions: the proven result of a search and the moves that are proven to win or to lose."""

from __future__ import annotations

from collections.abc import Mapping

from bots.report import Report
from fastcore import Viewpoint
from workbench import boards
from workbench.boards.kit.figures import format_evaluations
from workbench.gui.analyse import words
from workbench.system.translation import tr

WINS, DRAWS, LOSES = tr("wins"), tr("draws"), tr("loses")


def _values(report: Report, key: str) -> Mapping[str, int | float | str]:
    return next((fact.values for fact in report.facts if fact.key == key), {})


def _result(report: Report) -> float | None:
    """Return the proven result for the player to move, in [-1, 1], or None. Facts can come from any file."""
    result = _values(report, "proof").get("result")
    return float(result) if isinstance(result, int | float) and abs(result) <= 1 else None


def solution(report: Report, point: Viewpoint) -> str:
    """Return a sentence such as "Solved: Red wins in 5 moves.", or "" if the position is not solved."""
    result = _result(report)
    if result is None or point.actor < 0:
        return ""
    moves = _values(report, "proof").get("moves")
    side, others = (
        boards.seat_name(point.info, point.actor),
        [seat for seat in range(point.seats) if seat != point.actor],
    )
    if result == 1:
        verdict = f"{side} {WINS}"
    elif result == -1:
        verdict = f"{boards.seat_name(point.info, others[0])} {WINS}" if len(others) == 1 else f"{side} {LOSES}"
    elif result == 0 and point.seats == 2:
        verdict = "draw"
    else:
        verdict = f"{format_evaluations(point.seats, result)[0]} for {side}"
    return words.solved(verdict, moves if isinstance(moves, int) else None)


def proven_moves(report: Report, seat: int, actor: int, seats: int) -> dict[str, str]:
    """Return the proven result of moves for one of two seats: `WINS`, `DRAWS` or `LOSES`.

    Args:
        report: The report of the search.
        seat: The seat for which results are shown.
        actor: The seat to move.
        seats: The number of seats. With more than two, the result is empty.
    """
    if seats != 2:
        return {}
    result, proof, losing = _result(report), _values(report, "proof"), _values(report, "losing")
    won, lost = (WINS, LOSES) if seat == actor else (LOSES, WINS)
    moves = dict.fromkeys(str(losing.get("which", "")).split(), lost)
    moves |= dict.fromkeys(str(proof.get("winning", "")).split(), won)
    verdict = {1.0: won, 0.0: DRAWS, -1.0: lost}.get(result) if result is not None else None
    return moves | ({report.move: verdict} if verdict is not None else {})

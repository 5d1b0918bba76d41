"""The heat map of a search: a mark on the last spot of each candidate, stronger with more visits."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from typing import NamedTuple

from bots.report import Candidate
from workbench.boards.kit.contract import Board
from workbench.boards.kit.elements import Ground, Item, Label, Point
from workbench.boards.kit.figures import format_evaluations

STEPS = 10  # number of shades
# sizes in board units: a mark, a ring around a piece, and the evaluation
SIZE, RING, LINE = 0.78, 1.0, 0.22
MIN_MARKED, MIN_NUMBERED = 0.002, 0.02  # smallest fraction of the search for a mark and for a number
NUMBERS = 6  # maximum number of spots with numbers
SHAPES: Mapping[str, str] = {
    **{
        f"heat:{step}": f'<circle r="48" fill="{{accent}}" opacity="{0.14 + 0.31 * step / (STEPS - 1):.2f}"/>'
        for step in range(STEPS)
    },
    **{  # a ring leaves the piece visible
        f"heat-ring:{step}": f'<circle r="44" fill="none" stroke="{{accent}}"'
        f' stroke-width="{3 + 8 * step / (STEPS - 1):.1f}" opacity="{0.4 + 0.6 * step / (STEPS - 1):.2f}"/>'
        for step in range(STEPS)
    },
}


class SpotHeat(NamedTuple):
    """A spot's fraction of the search and the best of the moves that end there."""

    share: float
    best: Candidate


def end_spots(board: Board, point: Point, ground: Ground, moves: Sequence[str]) -> dict[str, str]:
    """Return the spot on which each of these moves ends, or "" for a move that ends beside the board."""
    paths = board.paths(point, moves)
    return {move: next((spot for spot in reversed(paths[move]) if spot in ground.spots), "") for move in moves}


def spot_heats(spots: Mapping[str, str], candidates: Sequence[Candidate], total: int) -> dict[str, SpotHeat]:
    """Return the heat of every spot where candidates end, by name.

    Args:
        spots: The spot where each move ends (see `end_spots`).
        candidates: The candidates, best first.
        total: The visits of the whole search.
    """
    heats: dict[str, SpotHeat] = {}
    for candidate in candidates:
        spot = spots.get(candidate.move, "")
        share = candidate.visits / total if total else 0.0
        if spot and share >= MIN_MARKED:
            previous = heats.get(spot)
            heats[spot] = (
                SpotHeat(share, candidate) if previous is None else previous._replace(share=previous.share + share)
            )
    return heats


def heat_marks(
    ground: Ground, warm: Mapping[str, SpotHeat], seat: int, taken: Container[str] = (), only: str = ""
) -> tuple[tuple[Item, ...], tuple[Label, ...]]:
    """Return marks for the heated spots, and labels with the evaluation for the most searched ones.

    Spots with words, such as buttons and hands, have no marks: the words must stay readable.

    Args:
        ground: The board.
        warm: The heat of the spots.
        seat: The seat whose values are shown.
        taken: The spots with a piece that must stay visible.
        only: The only move whose evaluation is shown, or "" for all.
    """
    highest = max((heat.share for heat in warm.values()), default=1.0)
    worded = {label.where for label in ground.labels}
    items, labels = [], []
    for number, (name, heat) in enumerate(sorted(warm.items(), key=lambda pair: -pair[1].share)):
        if name in worded:
            continue
        spot, step = ground.spots[name], round((STEPS - 1) * min(heat.share / highest, 1.0) ** 0.7)
        keep_visible = name in taken
        items.append(
            Item(
                f"heat-ring:{step}" if keep_visible else f"heat:{step}",
                spot.x,
                spot.y,
                RING if keep_visible else SIZE,
                name,
            )
        )
        if number < NUMBERS and heat.share >= MIN_NUMBERED and only in ("", heat.best.move):
            (text,) = format_evaluations(len(heat.best.value), heat.best.value[seat])
            labels.append(Label(text, spot.x, spot.y + 0.02, LINE, "text", name, "card" if keep_visible else ""))
    return tuple(items), tuple(labels)

"""The heat map of a search on the board: a spot for every candidate that ends there, warmer the more it was visited."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from typing import NamedTuple

from bots.report import Candidate
from workbench.boards.kit.contract import Board
from workbench.boards.kit.elements import Ground, Item, Label, Point
from workbench.boards.kit.figures import short

STEPS = 10  # shades
# in board units: a spot, a ring around a piece, and its larger line of text
SIZE, RING, LINE = 0.78, 1.0, 0.2
LEAST, WORDED = 0.002, 0.02  # share of the search from which on a candidate is marked, and told in numbers
NUMBERS = 6  # spots that are told in numbers
SHAPES: Mapping[str, str] = {
    **{
        f"heat:{step}": f'<circle r="48" fill="{{accent}}" opacity="{0.16 + 0.6 * step / (STEPS - 1):.2f}"/>'
        for step in range(STEPS)
    },
    **{  # around a piece, which it does not cover
        f"heat-ring:{step}": f'<circle r="44" fill="none" stroke="{{accent}}"'
        f' stroke-width="{3 + 8 * step / (STEPS - 1):.1f}" opacity="{0.4 + 0.6 * step / (STEPS - 1):.2f}"/>'
        for step in range(STEPS)
    },
}


class Warm(NamedTuple):
    """One spot: how much of the search went to moves that end there, and the best of these."""

    share: float
    best: Candidate


def ends(board: Board, point: Point, ground: Ground, moves: Sequence[str]) -> dict[str, str]:
    """The spot of a board on which each of these moves ends, "" for one that ends beside it."""
    paths = board.paths(point, moves)
    return {move: next((spot for spot in reversed(paths[move]) if spot in ground.spots), "") for move in moves}


def warmth(spots: Mapping[str, str], candidates: Sequence[Candidate], total: int) -> dict[str, Warm]:
    """The spots on which candidates (best first) end, by name, from where each move ends (see `ends`)."""
    found: dict[str, Warm] = {}
    for one in candidates:
        spot = spots.get(one.move, "")
        share = one.visits / total if total else 0.0
        if spot and share >= LEAST:
            before = found.get(spot)
            found[spot] = Warm(share, one) if before is None else before._replace(share=before.share + share)
    return found


def heat(
    ground: Ground, warm: Mapping[str, Warm], seat: int, taken: Container[str] = ()
) -> tuple[tuple[Item, ...], tuple[Label, ...]]:
    """Marks and words for these spots; values are those for a seat.
    On spots that are `taken` stands something that is to be seen."""
    most = max((one.share for one in warm.values()), default=1.0)
    items, labels = [], []
    for number, (name, one) in enumerate(sorted(warm.items(), key=lambda pair: -pair[1].share)):
        spot, step = ground.spots[name], round((STEPS - 1) * min(one.share / most, 1.0) ** 0.7)
        worded = any(label.where == name for label in ground.labels)  # a button: its words are to be read
        there = worded or name in taken
        items.append(
            Item(f"heat-ring:{step}" if there else f"heat:{step}", spot.x, spot.y, RING if there else SIZE, name)
        )
        if number < NUMBERS and one.share >= WORDED and not worded:
            labels.append(
                Label(f"{round(100 * one.share)} %", spot.x, spot.y - 0.11, LINE, "text", name, "card" if there else "")
            )
            labels.append(
                Label(
                    short(one.best.value[seat]),
                    spot.x,
                    spot.y + 0.14,
                    0.75 * LINE,
                    "text",
                    name,
                    "card" if there else "",
                )
            )
    return tuple(items), tuple(labels)

"""Prints a search tree node by node, for `herbarium analyse --tree`."""

from __future__ import annotations

import csv
import sys
from typing import Any, NamedTuple

import msgspec

import fastcore
from workbench import boards
from workbench.cli.shared.output import table
from workbench.cli.shared.readers import BadInput
from workbench.reports import search_words as words
from workbench.reports.search_tree import Looked, SearchRow, Spot, bound, walk

COLUMNS = (
    "bot",
    "seat",
    "path",
    "kind",
    "by",
    "visits",
    "share",
    "value",
    "bound",
    "prior",
    "lower",
    "upper",
    "proven",
    "depth",
)
HEADS = ("move", "visits", "share", "value", "bounds")
DEPTH, PART = 2, 100  # moves down, and of how many visits one must be a move's, if nothing else is asked for
BOUNDS = {"≤": "at most", "≥": "at least", "": ""}


class Wanted(NamedTuple):
    """What is asked for: the node to begin at, how often moves were visited at least (None:
    by a part of its visits), how far down."""

    path: tuple[str, ...] = ()
    least: int | None = None
    depth: int = DEPTH


def show(
    form: str, bot: str, seat: int, point: fastcore.Viewpoint, looked: Looked, wanted: Wanted, first: bool
) -> None:
    """Print a node and what is below it, values for this seat; `first` says whether a head comes before.
    BadInput if it is not there."""
    try:
        spot = looked.spot(wanted.path)
    except ValueError as error:
        raise BadInput(str(error)) from None
    least = max(1, spot.visits // PART) if wanted.least is None else wanted.least
    rows = walk(looked, spot, least, wanted.depth)
    if form == "table":
        side = boards.side(point.info, spot.actor) if spot.actor >= 0 else ""
        told = [f"{bot}: {words.node(spot.kind, side)}", f"after {' '.join(spot.path)}" if spot.path else ""]
        told += [f"{spot.visits:,} visits" if spot.kind != "secret" else "", words.chances(spot.value, seat)]
        print(" · ".join(filter(None, told)))
        lines = [
            ("  " * (len(at.path) - len(spot.path)) + words.behind(row), *words.row_cells(looked, at, row, seat))
            for at, row in rows
        ]
        full = [column for column in range(len(HEADS)) if not column or any(line[column] for line in lines)]
        table("", [HEADS[column] for column in full], [[line[column] for column in full] for line in lines])
        return
    data = [root_data(bot, seat, spot), *(as_data(bot, seat, looked, at, row) for at, row in rows)]
    if form == "jsonl":
        for one in data:
            sys.stdout.write(msgspec.json.encode(one).decode() + "\n")
        return
    writer = csv.DictWriter(sys.stdout, COLUMNS, lineterminator="\n")
    if first:
        writer.writeheader()
    for one in data:
        value = one["value"]
        writer.writerow(
            one
            | {
                "path": " ".join(one["path"]),
                "value": f"{value[seat]:.6f}" if value else "",
                "share": f"{one['share']:.6f}",
            }
        )


def root_data(bot: str, seat: int, spot: Spot) -> dict[str, Any]:
    """The node that was begun at as data, like a move's."""
    return {
        "bot": bot, "seat": seat + 1, "path": spot.path, "kind": spot.kind, "by": seat_of(spot.actor),
        "visits": spot.visits, "share": 1.0,
        "value": spot.value or None, "bound": "", "prior": 1.0, "lower": None, "upper": None, "proven": None,
        "depth": None,
    }  # fmt: skip


def as_data(bot: str, seat: int, looked: Looked, spot: Spot, row: SearchRow) -> dict[str, Any]:
    """A move as data: the way to what is behind it, the kind of node that this is and whose (None where
    that is not known), seats from 1."""
    return {
        "bot": bot, "seat": seat + 1, "path": (*spot.path, row.move), "kind": row.kind, "by": seat_of(row.actor),
        "visits": row.visits,
        "share": row.share, "value": row.value, "bound": BOUNDS[bound(looked, spot, row, seat)], "prior": row.prior,
        "lower": row.lower,
        "upper": row.upper, "proven": row.proven, "depth": row.depth,
    }  # fmt: skip


def seat_of(actor: int) -> int | None:
    return actor + 1 if actor >= 0 else None

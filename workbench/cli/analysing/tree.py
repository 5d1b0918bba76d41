"""Output of a search tree node by node, for `herbarium analyse --tree`."""

from __future__ import annotations

import csv
import sys
from typing import Any, NamedTuple

import msgspec

import fastcore
from workbench import boards
from workbench.cli.shared.output import print_table
from workbench.cli.shared.readers import InputError
from workbench.reports import search_words as words
from workbench.reports.search_tree import SearchRow, TreeNode, TreeView, bound, walk
from workbench.system.translation import tr, trn

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
DEPTH, PART = (
    2,
    100,
)  # defaults: the levels shown; a move is shown from 1 / PART of the first node's visits
BOUNDS = {"≤": tr("at most"), "≥": tr("at least"), "": ""}


class TreeQuery(NamedTuple):
    """The part of a tree to print.

    Attributes:
        path: The moves from the root to the first node.
        least: The minimum number of visits of a move. None means a fraction of the first node's visits.
        depth: The number of levels.
    """

    path: tuple[str, ...] = ()
    least: int | None = None
    depth: int = DEPTH


def print_tree(
    form: str, bot: str, seat: int, point: fastcore.Viewpoint, view: TreeView, query: TreeQuery, first: bool
) -> None:
    """Print a node and the part of the tree below it.

    Args:
        form: "table", "csv" or "jsonl".
        bot: The bot's name.
        seat: The seat whose values are printed.
        point: The position at the root.
        view: The tree.
        query: The part of the tree to print.
        first: Whether this is the first output, which gets the heading of the CSV.

    Raises:
        InputError: The tree does not contain the node.
    """
    try:
        spot = view.node(query.path)
    except ValueError as error:
        raise InputError(str(error)) from None
    least = max(1, spot.visits // PART) if query.least is None else query.least
    rows = walk(view, spot, least, query.depth)
    if form == "table":
        side = boards.seat_name(point.info, spot.actor) if spot.actor >= 0 else ""
        parts = [
            f"{bot}: {words.node_text(spot.kind, side)}",
            tr("after {path}", path=" ".join(spot.path)) if spot.path else "",
        ]
        parts += [
            trn("{count:,} visit", "{count:,} visits", spot.visits) if spot.kind != "secret" else "",
            words.node_value_text(spot.value, seat),
        ]
        print(" · ".join(filter(None, parts)))
        lines = [
            (
                "  " * (len(at.path) - len(spot.path)) + words.move_with_symbol(row),
                *words.row_cells(view, at, row, seat),
            )
            for at, row in rows
        ]
        full = [column for column in range(len(HEADS)) if not column or any(line[column] for line in lines)]
        print_table("", [HEADS[column] for column in full], [[line[column] for column in full] for line in lines])
        return
    data = [root_data(bot, seat, spot), *(as_data(bot, seat, view, at, row) for at, row in rows)]
    if form == "jsonl":
        for row_data in data:
            sys.stdout.write(msgspec.json.encode(row_data).decode() + "\n")
        return
    writer = csv.DictWriter(sys.stdout, COLUMNS, lineterminator="\n")
    if first:
        writer.writeheader()
    for row_data in data:
        value = row_data["value"]
        writer.writerow(
            row_data
            | {
                "path": " ".join(row_data["path"]),
                "value": f"{value[seat]:.6f}" if value else "",
                "share": f"{row_data['share']:.6f}",
            }
        )


def root_data(bot: str, seat: int, spot: TreeNode) -> dict[str, Any]:
    """Return the first node as data with the same keys as a move."""
    return {
        "bot": bot, "seat": seat + 1, "path": spot.path, "kind": spot.kind, "by": seat_number(spot.actor),
        "visits": spot.visits, "share": 1.0,
        "value": spot.value or None, "bound": "", "prior": 1.0, "lower": None, "upper": None, "proven": None,
        "depth": None,
    }  # fmt: skip


def as_data(bot: str, seat: int, view: TreeView, spot: TreeNode, row: SearchRow) -> dict[str, Any]:
    """Return a move as data.

    Path, kind and seat belong to the node after the move. Seats are numbered from 1. None means chance or an unknown
    seat.
    """
    return {
        "bot": bot, "seat": seat + 1, "path": (*spot.path, row.move), "kind": row.kind, "by": seat_number(row.actor),
        "visits": row.visits,
        "share": row.share, "value": row.value, "bound": BOUNDS[bound(view, spot, row, seat)], "prior": row.prior,
        "lower": row.lower,
        "upper": row.upper, "proven": row.proven, "depth": row.depth,
    }  # fmt: skip


def seat_number(actor: int) -> int | None:
    """Return an actor's seat, from 1, or None for chance or an unknown actor."""
    return actor + 1 if actor >= 0 else None

"""`herbarium perft`: counts move sequences."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from time import perf_counter

import fastcore
from workbench.cli.shared.output import print_json, print_table, progress
from workbench.cli.shared.readers import add_json, whole_number
from workbench.cli.shared.situations import parse_for_verb
from workbench.system.language.formats import format_count
from workbench.system.translation import tr


def add_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of this verb."""
    parser.add_argument("situation", help=tr("spec and position text, or a spec for its start"))
    parser.add_argument("depth", type=whole_number(0, 64), help=tr("the number of moves in a sequence"))
    parser.add_argument("--split", action="store_true", help=tr("also show the count for each first move"))
    add_json(parser)


def main(arguments: Namespace) -> int:
    """Run this verb and return its exit status.

    Raises:
        InputError: The position is invalid.
    """
    state = parse_for_verb(arguments.situation, "perft")
    depth: int = arguments.depth
    start = perf_counter()
    counts: dict[str, int] = {}
    if depth and fastcore.perft(state, 1):
        moves = state.moves() or [move for move, _ in state.chances()]
        for move in progress(moves, "counting"):
            counts[state.move_text(move)] = fastcore.perft(state.after(move), depth - 1)
    total = sum(counts.values()) if depth else 1
    took = perf_counter() - start
    if arguments.json:
        facts = {"situation": state.situation, "depth": depth, "count": total, "seconds": took}
        print_json(facts | ({"split": counts} if arguments.split else {}))
        return 0
    if arguments.split and counts:
        print_table("", ("move", "sequences"), [(move, format_count(count)) for move, count in counts.items()])
    print(tr("perft({depth}) = {total:,} in {took:.3f} s", depth=depth, total=total, took=took))
    if total == 0:
        over = tr("the game is over here") if state.actor == fastcore.OVER else tr("no sequence has this length")
        print(
            over
            if counts or state.actor == fastcore.OVER
            else tr("counting stops at a deal: start from a position after it"),
            file=sys.stderr,
        )
    return 0

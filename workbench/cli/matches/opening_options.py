"""The options of `match` and `tournament` for openings."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from workbench.cli.shared.readers import InputError, whole_number
from workbench.system.translation import tr

if TYPE_CHECKING:
    from workbench.matches.planning.plan import Opening, Plan

ORDER_SEED = 1  # of a random order; fixed, so that the same command continues the same match


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options for openings."""
    begin = parser.add_argument_group(tr("openings (default: the start position)"))
    begin.add_argument(
        "--openings",
        metavar="FILE",
        help=tr("a record, or a list of positions or openings, one per line; each block uses the next"),
    )
    begin.add_argument(
        "--opening-order",
        choices=("sequential", "random"),
        help=tr("the order of the list; random is the same order in every run; default: sequential"),
    )
    begin.add_argument(
        "--opening-start", type=whole_number(1, 10**6), metavar="N", help=tr("begin with opening N of the list")
    )
    begin.add_argument(
        "--opening-moves", type=whole_number(0, 10**5), metavar="N", help=tr("only the first N moves of each opening")
    )
    begin.add_argument("--position", metavar="TEXT", help=tr("start all games from this position text"))
    begin.add_argument(
        "--random-moves",
        type=whole_number(0, 10**4),
        default=0,
        metavar="N",
        help=tr("then N random moves, the same in all games of a block"),
    )


def read_openings(arguments: argparse.Namespace, spec: str) -> tuple[Opening, ...]:
    """Return the openings that the options describe, in the order of the blocks.

    Raises:
        InputError: Options contradict each other, or an opening is invalid.
    """
    from workbench.matches.planning import openings
    from workbench.matches.planning.plan import Opening, PlanError

    if arguments.position is not None and arguments.openings is not None:
        raise InputError(tr("give --position or --openings, not both"))
    for name in ("moves", "order", "start"):
        if getattr(arguments, f"opening_{name}") is not None and arguments.openings is None:
            raise InputError(tr("--opening-{name} needs --openings", name=name))
    try:
        if arguments.position is not None:
            return (openings.validate(Opening(arguments.position, (), "position"), spec),)
        if arguments.openings is None:
            return ()
        found = openings.read(Path(arguments.openings), spec, arguments.opening_moves)
    except PlanError as error:
        raise InputError(tr("--openings: {error}", error=error)) from None
    except ValueError as error:
        raise InputError(tr("--position: {error}", error=error)) from None
    return ordered(found, arguments.opening_order == "random", arguments.opening_start or 1)


def ordered(openings: Sequence[Opening], shuffled: bool, start: int) -> tuple[Opening, ...]:
    """Return the openings in their order or shuffled, beginning with number `start` (from 1).

    Raises:
        InputError: There are fewer openings.
    """
    import fastcore

    if start > len(openings):
        raise InputError(
            tr("--opening-start: there is no opening {start}; the list has {count:,}", start=start, count=len(openings))
        )
    found = fastcore.Stream(ORDER_SEED, "openings").shuffled(openings) if shuffled else list(openings)
    return tuple(found[start - 1 :] + found[: start - 1])


def repetition(plan: Plan) -> str:
    """Return a warning if openings repeat in a game without chance, or "".

    Deterministic bots then play the same games again, which are no new evidence.
    """
    import fastcore

    if fastcore.start(plan.spec).info.has.chance or plan.random_moves:
        return ""
    different = len({(opening.position, opening.moves) for opening in plan.openings}) or 1
    if different >= plan.blocks:
        return ""
    return tr(
        "Warning: {blocks:,} sets of games share {different:,} different openings. Without dice or cards, bots can "
        "repeat their games. Add openings, or use --random-moves.",
        blocks=plan.blocks,
        different=different,
    )

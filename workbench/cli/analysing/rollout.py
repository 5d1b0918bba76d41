"""`herbarium rollout`: plays a position many times, and shows the means and the final points."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import fastcore
from fastcore.comparison.difference import Estimate
from workbench import boards
from workbench.boards.kit.figures import format_amount, format_evaluations, format_percents
from workbench.cli.analysing.positions import file_of, parse_point
from workbench.cli.analysing.trials import add_options, how, options_data, play_trials
from workbench.cli.shared.output import print_json, print_table, say
from workbench.cli.shared.readers import InputError
from workbench.cli.shared.situations import parse_situation
from workbench.compare.running import ComparisonRun, Result
from workbench.compare.sentences import format_margin
from workbench.records.files import RecordError
from workbench.system.translation import tr

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

WIDTH, LABEL, PERCENT = 79, 9, 7  # columns of the histogram, of its labels and of a percentage
MAX_BINS = 16
BAR = "#"


def add_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of this verb."""
    parser.add_argument("situation", help=tr("spec and position text, a spec for its start, or a record"))
    add_options(parser)


def main(arguments: Namespace) -> int:
    """Play the position and print the result.

    Raises:
        InputError: The input is invalid.
    """
    try:
        point = parse_start(arguments)
        run, result = play_trials(arguments, point, [()], tr("playing"))
    except (InputError, RecordError) as error:
        raise InputError(tr("rollout: {error}", error=error)) from None
    estimates = [run.comparison.estimate(0, seat) for seat in range(point.seats)]
    points = run.comparison.points[:, 0, :]
    if arguments.json:
        print_json(
            {
                **options_data(arguments, point, result),
                "seats": [
                    {
                        "seat": seat + 1,
                        **estimate._asdict(),
                        "points": [
                            {"from": low, "to": high, "games": count} for low, high, count in bins(points)[seat]
                        ],
                    }
                    for seat, estimate in enumerate(estimates)
                ],
            }
        )
    else:
        print_rollout(arguments, point, run, result, estimates)
    return 0


def parse_start(arguments: Namespace) -> fastcore.State | fastcore.Viewpoint:
    """Return the position; a complete one if chance deals hidden cards.

    Raises:
        InputError: The position is invalid, or the options do not fit.
    """
    if file_of(arguments.situation) is None and arguments.seat is None and arguments.at is None:
        try:
            state = parse_situation(arguments.situation)
        except InputError:
            state = None  # perhaps it is a view
        if state is not None and state.actor == fastcore.CHANCE:
            return state
    return parse_point(arguments.situation, arguments.at, arguments.seat, arguments.fact)


def print_rollout(
    arguments: Namespace,
    point: fastcore.State | fastcore.Viewpoint,
    run: ComparisonRun,
    result: Result,
    estimates: Sequence[Estimate],
) -> None:
    """Print the mean of each seat, and how its points are distributed."""
    seats, values, points = point.seats, run.comparison.values[:, 0, :], run.comparison.points[:, 0, :]
    names = [boards.seat_name(point.info, seat) for seat in range(seats)]
    results = (tr("above even"), "even", tr("below even"))
    if seats <= 2 and arguments.horizon is None:
        results = ("won", "drawn", "lost")
    say(tr("Rollout ({how})", how=how(arguments, result)))
    print_table(
        "",
        ("seat", "chances" if seats <= 2 else "value", "±", *results, "points"),
        [
            (
                names[seat],
                format_evaluations(seats, estimate.mean, least=1)[0],
                format_margin(seats, max(estimate.high - estimate.mean, estimate.mean - estimate.low))[1:],
                *(
                    format_percents(float(share))[0]
                    for share in (
                        (values[:, seat] > 0).mean(),
                        (values[:, seat] == 0).mean(),
                        (values[:, seat] < 0).mean(),
                    )
                ),
                format_amount(float(points[:, seat].mean())),
            )
            for seat, estimate in enumerate(estimates)
        ],
    )
    print(tr("Points at the end") if arguments.horizon is None else tr("Points at the horizon"))
    for line in histogram(names, bins(points), result.trials):
        print(line)


def bins(points: npt.NDArray[np.float64]) -> list[list[tuple[int, int, int]]]:
    """Return how often each seat has points in each of at most `MAX_BINS` ranges: (first, last, number of games).

    Args:
        points: The points, float64 (games, seats). The ranges are the same for all seats.
    """
    low, high = int(points.min()), int(points.max())
    size = next(size for size in sizes() if (high // size) - (low // size) < MAX_BINS)
    starts = range(low // size * size, high + 1, size)
    return [
        [(first, first + size - 1, int(((column >= first) & (column < first + size)).sum())) for first in starts]
        for column in points.T
    ]


def sizes() -> Iterator[int]:
    """Yield round sizes of ranges: 1, 2, 5, 10, 20, ..."""
    power = 1
    while True:
        yield from (power, 2 * power, 5 * power)
        power *= 10


def histogram(names: Sequence[str], counts: Sequence[Sequence[tuple[int, int, int]]], games: int) -> Iterator[str]:
    """Yield the lines of a histogram with a column for each seat, in at most `WIDTH` columns."""
    column = (WIDTH - LABEL) // len(names)
    room, most = column - PERCENT - 2, max(count for ranges in counts for *_, count in ranges)
    yield (" " * LABEL + "".join(f"  {name[: column - 2]:<{column - 2}}" for name in names)).rstrip()
    for row in zip(*counts, strict=True):
        first, last, _ = row[0]
        label = str(first) if first == last else tr("{first} to {last}", first=first, last=last)
        cells = [
            f"  {format_percents(count / games)[0] if count else '':>{PERCENT - 1}} {bar:<{room}}"
            for *_, count in row
            for bar in (BAR * round(room * count / most),)
        ]
        yield f"{label:>{LABEL}}{''.join(cells)}".rstrip()

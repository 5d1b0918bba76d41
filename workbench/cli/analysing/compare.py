"""`herbarium compare`: compares moves of one position by games with the same luck."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

import fastcore
from bots.reasoning import group_turns
from fastcore.comparison.difference import Difference
from workbench import boards
from workbench.boards.kit.figures import format_evaluations
from workbench.cli.analysing.positions import parse_point, recorded_report
from workbench.cli.analysing.trials import add_options, how, options_data, play_trials
from workbench.cli.shared.output import print_json, print_table, say
from workbench.cli.shared.readers import InputError
from workbench.compare.agreement import (
    SAME_RESULT,
    contradiction_sentences,
    contradicts,
    preference,
    repeats_one_result,
)
from workbench.compare.other_bots import SHORT_SEARCH
from workbench.compare.running import Result
from workbench.compare.sentences import comparison_sentences, format_difference, format_margin, half_width
from workbench.records.files import RecordError
from workbench.system.translation import tr

BY_SEARCH = tr("To compare with a short search, add --bot {count}.", count=SHORT_SEARCH)
UNCLEAR = 1  # the exit status if a difference is not clear


def add_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of this verb."""
    parser.add_argument("situation", help=tr("spec and position text, a spec for its start, or a record"))
    parser.add_argument(
        "moves", nargs="+", metavar="MOVE", help=tr('two or more moves; write a turn of several moves as "c3 d4"')
    )
    parser.add_argument(
        "--to-limit", action="store_true", help=tr("play all games, even if the difference becomes clear earlier")
    )
    add_options(parser)


def main(arguments: Namespace) -> int:
    """Compare the moves. Return the exit status: 1 if a difference is not clear.

    Raises:
        InputError: The input is invalid.
    """
    try:
        point = parse_point(arguments.situation, arguments.at, arguments.seat, arguments.fact)
        candidates = [tuple(text.split()) for text in arguments.moves]
        if point.actor == fastcore.CHANCE:
            raise InputError(tr("chance decides in this position: use herbarium rollout"))
        if len(candidates) < 2:
            raise InputError(tr("give two or more moves, or use herbarium rollout for one position"))
        if () in candidates:
            raise InputError(tr("a move is empty"))
        run, result = play_trials(arguments, point, candidates, tr("comparing"), not arguments.to_limit)
    except (InputError, RecordError) as error:
        raise InputError(tr("compare: {error}", error=error)) from None
    moves = run.comparison.moves
    names = [(" ".join(moves[0]), " ".join(move)) for move in moves[1:]]
    sentences = [
        comparison_sentences(point, difference, pair) for difference, pair in zip(result.checked, names, strict=True)
    ]
    doubts = [
        disagreement(arguments, point, difference, (moves[0], move), pair)
        for difference, move, pair in zip(result.checked, moves[1:], names, strict=True)
    ]
    if arguments.json:
        print_json(
            {
                **options_data(arguments, point, result),
                "candidates": [
                    {"moves": one, **estimate._asdict()} for one, estimate in zip(moves, result.estimates, strict=True)
                ],
                "differences": [
                    {**difference_data(difference), "sentences": some, "disagreement": doubt}
                    for difference, some, doubt in zip(result.checked, sentences, doubts, strict=True)
                ],
            }
        )
    else:
        print_comparison(arguments, point, moves, result)
        for some, doubt in zip(sentences, doubts, strict=True):
            say("\n".join([*some, *doubt]))
            print()
        policies, has = point.info.policies, point.info.has
        if not has.chance and repeats_one_result(result.estimates, arguments.continuation, policies):
            say(f"{SAME_RESULT} {BY_SEARCH}")
    return 0 if result.clear else UNCLEAR


def disagreement(
    arguments: Namespace, point: fastcore.Viewpoint, difference: Difference, pair: tuple[tuple[str, ...], ...],
    names: tuple[str, str],
) -> list[str]:  # fmt: skip
    """Return why the search recorded for this position prefers another candidate, and what to do; [] if it does not."""
    report = recorded_report(arguments.situation, arguments.at)
    if report is None:
        return []
    turns = {turn.moves: turn.lead for turn in group_turns(point, report.candidates)}
    leads = [turns.get(moves) or turns.get(moves[:1]) for moves in pair]
    if leads[0] is None or leads[1] is None:
        return []
    found = preference(report, leads[0], leads[1], point.actor)
    if found is None or not contradicts(difference, found):
        return []
    bot, policies = arguments.continuation, point.info.policies
    sentences = contradiction_sentences(difference, found, names, bot, policies)
    return [*sentences, BY_SEARCH] if bot in policies else sentences


def print_comparison(
    arguments: Namespace, point: fastcore.Viewpoint, moves: tuple[tuple[str, ...], ...], result: Result
) -> None:
    """Print each candidate with its value, and its difference from the first one."""
    seats = point.seats
    say(tr("{side} to move ({how})", side=boards.seat_name(point.info, point.actor), how=how(arguments, result)))
    print_table(
        "",
        ("move", tr("in words"), "chances" if seats <= 2 else "value", tr("difference"), "±"),
        [
            (
                " ".join(texts),
                boards.describe_moves(point.info, point.actor, texts),
                format_evaluations(seats, estimate.mean, least=1)[0],
                format_difference(seats, -difference.mean) if difference is not None else "",
                format_margin(seats, half_width(difference))[1:] if difference is not None else "",
            )
            for texts, estimate, difference in zip(moves, result.estimates, (None, *result.checked), strict=True)
        ],
        words=2,
    )


def difference_data(difference: Difference) -> dict[str, object]:
    """Return a difference as data."""
    return {
        **difference._asdict(),
        "outcomes": [outcome._asdict() for outcome in difference.outcomes],
        "terms": [term._asdict() for term in difference.terms],
        "replies": [[reply._asdict() for reply in replies] for replies in difference.replies],
        "clear": difference.clear,
    }

"""`herbarium luck`: splits the results of games into luck, skill and the drift of the judge."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections import defaultdict
from collections.abc import Sequence
from math import fsum, sqrt
from pathlib import Path
from statistics import fmean, stdev
from typing import NamedTuple

from fastcore import GameInfo
from fastcore.comparison.quantiles import t_quantile
from workbench.bot_process.decisions import BotFaultError
from workbench.cli.shared import sources
from workbench.cli.shared.output import print_json, print_table, progress, say
from workbench.cli.shared.readers import InputError, add_json, whole_number
from workbench.game.session import PERSON
from workbench.luck import words
from workbench.luck.judges import Judge, judge_for
from workbench.luck.reading import FinishedGame, finished_game
from workbench.luck.split import Decision, GameLuck, OutcomeCount, Totals, split
from workbench.records.files import RecordError
from workbench.records.schema import Record
from workbench.review.judging import Judged, Reviewer
from workbench.review.luck import decision_of
from workbench.review.review import stored_review
from workbench.storage.session_records import session_of
from workbench.system.translation import tr

SIMULATIONS = 1000
PLAYER_HEADS = ("player", "games", "luck", "per game", "own mistakes", "drift")


class Split(NamedTuple):
    """A record with its game, and the split of its result."""

    path: Path
    record: Record
    game: FinishedGame
    found: GameLuck


def add_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of this verb."""
    parser.add_argument("files", nargs="+", metavar="RECORD", help=tr("records of finished games"))
    parser.add_argument(
        "--judge",
        choices=("static", "search"),
        default="static",
        help=tr("the judge of positions; default: static, the evaluation at the leaves of searches"),
    )
    parser.add_argument(
        "--simulations",
        type=whole_number(1, 10**9),
        metavar="N",
        help=tr("with --judge search: simulations for each position; default: 1,000"),
    )
    add_json(parser)


def main(arguments: Namespace) -> int:
    """Run this verb and return its exit status.

    Raises:
        InputError: The input is invalid.
    """
    try:
        return run(arguments)
    except (InputError, RecordError) as error:
        raise InputError(tr("luck: {error}", error=error)) from None


def run(arguments: Namespace) -> int:
    """Split the games of records and print the result. Return the exit status."""
    if arguments.simulations is not None and arguments.judge == "static":
        raise InputError(tr("--simulations needs --judge search"))
    simulations = (arguments.simulations or SIMULATIONS) if arguments.judge == "search" else 0
    games = [split_record(Path(file), simulations) for file in progress(arguments.files, tr("Measuring luck"))]
    if arguments.json:
        print_json({"games": [as_data(game) for game in games]})
        return 0
    for game in games:
        show(game, len(games) == 1)
    if len(games) > 1:
        show_all(games)
    return 0


def split_record(path: Path, simulations: int) -> Split:
    """Split the game of a record.

    Raises:
        InputError: The file is not a valid record of a finished game.
    """
    kind = sources.file_kind(path)
    if kind == "archive":
        raise InputError(
            tr("{path}: this is an archive of matches; first export one of its games as a record", path=path)
        )
    if kind != "record":
        raise InputError(tr("{path}: this is not a record of a game", path=path))
    record = sources.read_record(path)
    try:
        game = finished_game(record)
        judge: Judge = judge_for(record.spec, simulations)
        judged = known_decisions(record, simulations) if game.start.info.has.covered else []
        return Split(path, record, game, split(game.start, game.moves, judge, game.result, judged))
    except (ValueError, BotFaultError) as error:
        raise InputError(f"{path}: {error}") from None


def known_decisions(record: Record, simulations: int) -> list[Decision]:
    """Return the decisions of a game with hidden information, judged by what their seats knew.

    They come from the review that is stored with the game, or from a new one if the judge is a search.
    """
    session = session_of(record)
    numbers = {node: number for number, node in enumerate(session.document.main_line())}
    judged: Sequence[Judged] = ()
    if (review := stored_review(session)) is not None and review.is_complete:
        judged = review.judged
    elif simulations:
        reviewer = Reviewer(session, simulations=simulations)
        try:
            judged = list(reviewer.judge_all())
        finally:
            reviewer.close()
    return [decision_of(one, numbers) for one in judged]


def player_of(record: Record, seat: int) -> str:
    """Return the name of the player on a seat: a bot, a person's name, or "a person"."""
    player = record.seats[seat]
    return (player.name or tr("a person")) if player.player == PERSON else player.player


def as_data(game: Split) -> dict[str, object]:
    """Return a split game as data. Seats are numbered from 1, moves from 1."""
    found = game.found
    return {
        "file": str(game.path), "spec": found.spec, "judge": found.judge, "judged": found.judged,
        "seats": [
            {"seat": seat + 1, "player": player_of(game.record, seat), **words.totals_data(found.totals(seat))}
            for seat in range(len(found.start))
        ],
        "events": [
            {
                "move": event.number + 1, "actor": event.actor + 1 if event.actor >= 0 else "chance" if event.move else
                "result", "turn": event.turn, "text": event.move, "luck": event.luck, "skill": event.skill,
                "drift": event.drift, "better": event.better,
            }
            for event in found.events
        ],
        "outcomes": [entry._asdict() for entry in found.outcomes],
    }  # fmt: skip


def show(game: Split, in_full: bool) -> None:
    """Print a split game as tables: the seats, and with `in_full` the largest luck and the outcomes."""
    info, found = game.game.start.info, game.found
    title = tr("{file}: {game}, judged by {judge}", file=game.path.name, game=found.spec, judge=found.judge)
    heads = (*words.SEAT_HEADS[:1], tr("player"), *words.SEAT_HEADS[1:])
    rows = []
    for seat in range(len(found.start)):
        first, *rest = words.seat_texts(info, found, seat)
        rows.append((first, player_of(game.record, seat), *rest))
    print_table(title, heads, rows, words=2)
    if in_full:
        show_events(info, game)
        show_outcomes(found.outcomes)
        for line in words.sentences(info, found):
            say(line)


def show_events(info: GameInfo, game: Split) -> None:
    """Print the events with the largest luck; nothing for a game without luck."""
    rows = words.event_texts(info, game.game.start, game.game.moves, game.found)
    if rows:
        print_table(tr("Luckiest events"), words.EVENT_HEADS, rows, words=3)


def show_outcomes(outcomes: Sequence[OutcomeCount]) -> None:
    """Print how often each outcome of chance occurred; nothing if there are none to count."""
    total = sum(entry.times for entry in outcomes)
    if total:
        title = tr("Outcomes of {total:,} chance events", total=total)
        print_table(title, words.OUTCOME_HEADS, words.outcome_rows(outcomes))


def show_all(games: Sequence[Split]) -> None:
    """Print the sums of each player over several games, with 95 % intervals of the luck, and all outcomes.

    The seats of a player in one game count as one, because their luck is not independent.
    """
    sums: dict[tuple[str, int], list[tuple[float, float | None, float]]] = defaultdict(list)
    counts: dict[str, dict[str, OutcomeCount]] = defaultdict(dict)
    for game in games:
        seats_of: dict[str, list[Totals]] = defaultdict(list)
        for seat in range(len(game.found.start)):
            seats_of[player_of(game.record, seat)].append(game.found.totals(seat))
        for player, totals in seats_of.items():
            own = fsum(one.own for one in totals) if game.found.judged else None
            luck, drift = fsum(one.luck for one in totals), fsum(one.drift for one in totals)
            sums[player, len(game.found.start)].append((luck, own, drift))
        for entry in game.found.outcomes:
            known = counts[game.record.spec.partition("(")[0]]
            old = known.get(entry.outcome, OutcomeCount(entry.outcome, 0, 0.0))
            known[entry.outcome] = OutcomeCount(entry.outcome, old.times + entry.times, old.expected + entry.expected)
    rows = []
    for (player, seats), terms in sums.items():
        lucks, drifts = [luck for luck, _, _ in terms], [drift for _, _, drift in terms]
        owns = [own for _, own, _ in terms if own is not None]
        rows.append(
            (
                player, str(len(terms)), with_error(lucks, seats), words.change_text(fmean(lucks), seats),
                words.change_text(sum(owns), seats) if owns else "–", words.change_text(sum(drifts), seats),
            )
        )  # fmt: skip
    print_table(tr("All {count:,} games", count=len(games)), PLAYER_HEADS, rows)
    for outcomes in counts.values():
        show_outcomes(tuple(outcomes.values()))
    say(words.DRIFT)


def with_error(lucks: Sequence[float], seats: int) -> str:
    """Return the sum of the luck of several games, with the ± that pure chance exceeds in 5 % of cases."""
    total = words.change_text(sum(lucks), seats)
    if len(lucks) < 2:
        return total
    half = t_quantile(len(lucks) - 1) * stdev(lucks) * sqrt(len(lucks))
    return f"{total} ± {words.change_text(half, seats).lstrip('+')}"

"""`herbarium verify`: replays records by the rules and repeats the bots' decisions."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from workbench.bot_process import trust
from workbench.cli.shared import sources
from workbench.cli.shared.output import print_json, progress
from workbench.cli.shared.readers import InputError, add_file, add_json, whole_number
from workbench.game.session import PERSON
from workbench.matches.archive.archive import Archive, Match
from workbench.matches.archive.archive_file import ArchiveError
from workbench.matches.archive.records import game_name, load_record
from workbench.matches.archive.rows import Difference, Game
from workbench.matches.planning.plan import Schedule
from workbench.matches.workers import audit
from workbench.matches.workers.player import Players
from workbench.matches.workers.verify import MEMORY_MB, OWN_MEMORY_MB, repeat_decisions
from workbench.records import files
from workbench.records.files import RecordError
from workbench.records.replay import check
from workbench.records.schema import Record
from workbench.system import limits
from workbench.system.translation import tr

STANDARD_INPUT = "-"


def add_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of this verb."""
    add_file(parser, tr("records or archives; - is a record from standard input"), several=True)
    parser.add_argument("--match", type=whole_number(1, 10**9), metavar="N", help=tr("only this match of an archive"))
    parser.add_argument("--game", type=whole_number(1, 10**9), metavar="N", help=tr("only this game of the match"))
    parser.add_argument(
        "--sample", type=whole_number(1, 10**9), metavar="N", help=tr("only N games of each match, evenly spread")
    )
    parser.add_argument("--rules-only", action="store_true", help=tr("replay the moves without the bots"))
    parser.add_argument(
        "--run-bots",
        action="store_true",
        help=tr("also run bots that you have not used before, from Python files or with large demands"),
    )
    add_json(parser)


def main(arguments: Namespace) -> int:
    """Run this verb and return its exit status.

    Raises:
        InputError: The input is invalid.
    """
    try:
        return run(arguments)
    except InputError as error:
        raise InputError(tr("verify: {error}", error=error)) from None


def run(arguments: Namespace) -> int:
    """Verify the files and print a summary. Return 1 if anything is wrong, otherwise 0."""
    for name in arguments.files:
        if name != STANDARD_INPUT and sources.file_kind(Path(name)) == "text":
            raise InputError(tr("{name}: this is neither a record nor an archive", name=name))
    wrong: list[str] = []
    seen: Counter[str] = Counter()
    with Players(MEMORY_MB) as players:
        for name in arguments.files:
            try:
                for outcome in verify_file(Path(name), arguments, players):
                    if isinstance(outcome, RecordError):
                        wrong.append(str(outcome))
                    else:
                        seen[outcome] += 1
            except (RecordError, ArchiveError) as error:
                wrong.append(str(error))
    if arguments.json:
        print_json(
            {
                "replayed": seen.total(),
                "again": seen[""],
                "not_again": {why: n for why, n in seen.items() if why},
                "wrong": wrong,
            }
        )
    else:
        for line in wrong:
            print(line)
        print(summary(seen, wrong))
    return 1 if wrong else 0


def verify_file(path: Path, arguments: Namespace, players: Players) -> Iterator[str | RecordError]:
    """Yield a result for each record in a file.

    A result is a RecordError, or the reason that the bots' decisions were not repeated ("" if they were).
    """
    if str(path) == STANDARD_INPUT:
        record = files.decode_record(sys.stdin.buffer.read(limits.RECORD_FILE + 1), STANDARD_INPUT)
        yield verify_record(record, STANDARD_INPUT, arguments, players)
        return
    if sources.file_kind(path) == "record":
        yield verify_record(files.read(path), str(path), arguments, players)
        return
    with sources.open_archive(str(path)) as archive:
        matches = archive.matches() if arguments.match is None else [sources.find_match(archive, arguments.match)]
        if arguments.match is None:
            for number, why in archive.unreadable().items():
                yield RecordError("plan", why, tr("{path}: match {number}", path=path, number=number))
            for stray in audit.stray_rows(archive):
                yield as_bad_record(stray, str(path))
        steps: list[tuple[Match, Game]] = []
        for match in matches:
            wrong, games = select_games(archive, match, arguments)
            yield from wrong
            steps += ((match, game) for game in games)
        # Create the schedule once per match: it may have 100,000 games per block.
        planned: tuple[Match, Schedule] | None = None
        for match, game in progress(steps, "verifying"):
            if planned is None or planned[0] is not match:
                planned = match, Schedule(match.plan)
            name = game_name(archive, match, game)
            try:
                record = load_record(archive, match, game)
                wrong = [
                    as_bad_record(difference, name)
                    for difference in audit.audit_game(match, game, record, planned[1], archive.counts_turns)
                ]
                yield from wrong
                if not wrong:
                    yield verify_record(record, name, arguments, players, match.plan.memory_mb)
            except RecordError as error:
                yield error
            except ArchiveError as error:
                yield RecordError("record", str(error).removeprefix(f"{name}: "), name)


def select_games(archive: Archive, match: Match, arguments: Namespace) -> tuple[list[RecordError], list[Game]]:
    """Return the problems of the rows of a match, and the games to replay.

    Raises:
        InputError: The match does not have the requested game.
    """
    wrong, games = [], []
    for row in audit.audit_rows(archive, match, None if arguments.game is None else arguments.game - 1):
        if isinstance(row, Game):
            games.append(row)
        else:
            wrong.append(
                as_bad_record(row[1], tr("{path}: match {match}, {row}", path=archive.path, match=match.id, row=row[0]))
            )
    if arguments.game is not None and not games and not wrong:
        raise InputError(
            tr("{path}: match {match} has no game {game}", path=archive.path, match=match.id, game=arguments.game)
        )
    count = arguments.sample
    return wrong, games if count is None or count >= len(games) else [
        games[n * len(games) // count] for n in range(count)
    ]


def as_bad_record(difference: Difference, name: str) -> RecordError:
    """Return a difference as a message about a game or an archive."""
    return RecordError(
        difference.field,
        tr("stored {stored}, expected {expected}", stored=difference.stored, expected=difference.expected),
        name,
    )


def verify_record(
    record: Record, name: str, arguments: Namespace, players: Players, memory_mb: int = OWN_MEMORY_MB
) -> str:
    """Check one record. Return why its bots' decisions were not repeated, or "".

    Raises:
        RecordError: The record is invalid, or a decision differs.
    """
    try:
        check(record)
        if arguments.rules_only:
            return tr("rules only")
        if arguments.run_bots:
            trust.allow_all_once((seat.player for seat in record.seats if seat.player != PERSON), record.limit)
        return repeat_decisions(record, players, memory_mb)
    except RecordError as error:
        raise RecordError(error.field, error.reason, name) from None


def summary(seen: Counter[str], wrong: list[str]) -> str:
    """Return one line with the numbers of verified records, of repeated games, and of problems."""
    parts = [
        tr("{total:,} replayed", total=seen.total()),
        tr("{seen:,} repeated with the bots, move for move", seen=seen[""]),
    ]
    parts += [
        tr("{count:,} not repeated with the bots: {why}", count=count, why=why)
        for why, count in seen.most_common()
        if why
    ]
    parts.append(tr("{count:,} wrong", count=len(wrong)) if wrong else tr("nothing wrong"))
    return "; ".join(parts) + "."

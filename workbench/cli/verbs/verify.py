"""`herbarium verify`: replays records by the rules, and repeats the bots' thinking."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from workbench.bot_process import trust
from workbench.bot_process.player import Players
from workbench.cli.shared import sources
from workbench.cli.shared.output import as_json, progress
from workbench.cli.shared.readers import BadInput, add_json, whole
from workbench.game.session import PERSON
from workbench.matches.archive.archive import Archive, BadArchive, Match
from workbench.matches.archive.records import name_of, record_in
from workbench.matches.archive.rows import Difference, Game
from workbench.matches.planning.plan import Schedule
from workbench.matches.workers import audit
from workbench.matches.workers.verify import MEMORY_MB, OWN_MEMORY_MB, think_again
from workbench.records import files
from workbench.records.files import BadRecord
from workbench.records.replay import check
from workbench.records.schema import Record


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("files", nargs="+", metavar="file", help="records or archives")
    parser.add_argument("--match", type=whole(1, 10**9), metavar="N", help="only this match of an archive")
    parser.add_argument("--game", type=whole(1, 10**9), metavar="N", help="only this game of the match")
    parser.add_argument("--sample", type=whole(1, 10**9), metavar="N", help="only N games of each match, evenly spread")
    parser.add_argument("--rules-only", action="store_true", help="replay the moves without the bots")
    parser.add_argument(
        "--run-bots",
        action="store_true",
        help="also run bots that you have not used before, from Python files or with large demands",
    )
    add_json(parser)


def main(arguments: Namespace) -> int:
    try:
        return run(arguments)
    except BadInput as error:
        raise BadInput(f"verify: {error}") from None


def run(arguments: Namespace) -> int:
    for name in arguments.files:
        if sources.kind_of(Path(name)) == "text":
            raise BadInput(f"{name}: it is neither a record nor an archive")
    wrong: list[str] = []
    seen: Counter[str] = Counter()
    with Players(MEMORY_MB) as players:
        for name in arguments.files:
            try:
                for said in verified(Path(name), arguments, players):
                    if isinstance(said, BadRecord):
                        wrong.append(str(said))
                    else:
                        seen[said] += 1
            except (BadRecord, BadArchive) as error:
                wrong.append(str(error))
    if arguments.json:
        as_json(
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


def verified(path: Path, arguments: Namespace, players: Players) -> Iterator[str | BadRecord]:
    """For each record in a file what is wrong with it, else why its bots were not asked again, "" if they were and
    decided the same."""
    if sources.kind_of(path) == "record":
        yield verify(files.read(path), str(path), arguments, players)
        return
    with sources.archive_at(str(path)) as archive:
        matches = archive.matches() if arguments.match is None else [sources.match_in(archive, arguments.match)]
        if arguments.match is None:
            for number, why in archive.unreadable().items():
                yield BadRecord("plan", why, f"{path}: match {number}")
            for stray in audit.strays(archive):
                yield difference(stray, str(path))
        steps: list[tuple[Match, Game]] = []
        for match in matches:
            wrong, games = chosen(archive, match, arguments)
            yield from wrong
            steps += ((match, game) for game in games)
        planned: tuple[Match, Schedule] | None = None  # made once for each match: it may have 100,000 games a block
        for match, game in progress(steps, "verifying"):
            if planned is None or planned[0] is not match:
                planned = match, Schedule(match.plan)
            name = name_of(archive, match, game)
            try:
                record = record_in(archive, match, game)
                wrong = [difference(one, name) for one in audit.differences(match, game, record, planned[1])]
                yield from wrong
                if not wrong:
                    yield verify(record, name, arguments, players, match.plan.memory_mb)
            except BadRecord as error:
                yield error
            except BadArchive as error:
                yield BadRecord("record", str(error).removeprefix(f"{name}: "), name)


def chosen(archive: Archive, match: Match, arguments: Namespace) -> tuple[list[BadRecord], list[Game]]:
    """Return what is wrong with the rows of a match, and the games to replay.
    BadInput if the game that was named is not there."""
    wrong, games = [], []
    for one in audit.rows(archive, match, None if arguments.game is None else arguments.game - 1):
        if isinstance(one, Game):
            games.append(one)
        else:
            wrong.append(difference(one[1], f"{archive.path}: match {match.id}, {one[0]}"))
    if arguments.game is not None and not games and not wrong:
        raise BadInput(f"{archive.path}: match {match.id} has no game {arguments.game}")
    count = arguments.sample
    return wrong, games if count is None or count >= len(games) else [
        games[n * len(games) // count] for n in range(count)
    ]


def difference(one: Difference, name: str) -> BadRecord:
    """Return a difference as a line about a game or an archive."""
    return BadRecord(one.field, f"stored {one.stored}, expected {one.expected}", name)


def verify(record: Record, name: str, arguments: Namespace, players: Players, memory_mb: int = OWN_MEMORY_MB) -> str:
    """Check one record. Return why its bots did not think again, "" if they did; BadRecord says what is wrong."""
    try:
        check(record)
        if arguments.rules_only:
            return "by the rules only"
        if arguments.run_bots:
            trust.allow_all_once((seat.player for seat in record.seats if seat.player != PERSON), record.limit)
        return think_again(record, players, memory_mb)
    except BadRecord as error:
        raise BadRecord(error.field, error.reason, name) from None


def summary(seen: Counter[str], wrong: list[str]) -> str:
    """One line: how many were replayed, in how many the bots decided the same, why not in the others, what is wrong."""
    parts = [f"{seen.total():,} replayed", f"{seen['']:,} thought again move for move"]
    parts += [f"{count:,} not thought again: {why}" for why, count in seen.most_common() if why]
    parts.append(f"{len(wrong):,} wrong" if wrong else "nothing wrong")
    return "; ".join(parts) + "."

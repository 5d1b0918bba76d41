"""`herbarium show`: shows a record, a position, or the matches of an archive and their results."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path

import msgspec

from workbench.cli.matches import listing, speeds, standings, words
from workbench.cli.shared import situations, sources
from workbench.cli.shared.output import print_json, say, spinner
from workbench.cli.shared.readers import InputError, add_file, add_json, whole_number
from workbench.cli.verbs import edit
from workbench.matches.analysis.thinking_rates import thinking_rates
from workbench.matches.archive.archive import Archive, Match
from workbench.matches.archive.archive_file import ArchiveError
from workbench.matches.archive.editing import Label, labels
from workbench.matches.archive.lucks import add_missing, missing
from workbench.matches.archive.records import load_record
from workbench.matches.archive.results import STRENGTH_DRAWS, summary_of
from workbench.positions.lists import Entry
from workbench.positions.sketch import Sketch
from workbench.records.files import RecordError
from workbench.statistics.summary import GamesError
from workbench.storage.exporting import as_text
from workbench.system.translation import tr


def add_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of this verb."""
    add_file(parser, tr("a record, an archive, or a quoted situation; default: your own archive"))
    parser.add_argument(
        "--match",
        type=whole_number(1, 10**9),
        metavar="N",
        help=tr("the match in the archive; default: the newest"),
    )
    parser.add_argument("--matches", action="store_true", help=tr("list the matches of the archive"))
    parser.add_argument("--games", action="store_true", help=tr("list the games of the match"))
    parser.add_argument("--game", type=whole_number(1, 10**9), metavar="N", help=tr("show this game of the match"))
    parser.add_argument("--why", action="store_true", help=tr("show the bots' reasons below the moves of a game"))
    listing.add_options(parser)
    add_json(parser)


def main(arguments: Namespace) -> int:
    """Run this verb and return its exit status.

    Raises:
        InputError: The input is invalid.
    """
    try:
        return show(arguments)
    except (InputError, ArchiveError, RecordError, GamesError) as error:
        raise InputError(tr("show: {error}", error=error)) from None


def show(arguments: Namespace) -> int:
    """Print the requested output, and return the exit status."""
    listing.check_options(arguments)
    if arguments.why and arguments.json:
        raise InputError(tr("give --why or --json, not both; --json has the bots' reports"))
    if arguments.file is not None and situations.is_situation(arguments.file) and not Path(arguments.file).exists():
        return show_position(arguments.file, arguments.json)
    path = None if arguments.file is None else Path(arguments.file)
    if path is not None and sources.file_kind(path) == "record":
        if arguments.matches or arguments.games or arguments.match is not None or arguments.game is not None:
            raise InputError(
                tr(
                    "{path}: this is a record of one game; --match, --matches, --game and --games need an archive",
                    path=path,
                )
            )
        record = sources.read_record(path)
        if arguments.json:
            print_json(record)
        else:
            print(as_text(record, arguments.why))
        return 0
    if path is not None and sources.file_kind(path) == "text":
        raise InputError(tr("{path}: this is neither a record nor an archive", path=path))
    if arguments.why and arguments.game is None:
        raise InputError(tr("--why needs one game: a record, or a game of a match with --game"))
    earlier: tuple[Path, int] | None = None
    with sources.open_archive(arguments.file, True) as archive:
        if arguments.matches:
            listing.show_matches(archive, arguments)
            return 0
        match = sources.find_match(archive, arguments.match)
        if arguments.game is not None:
            show_game(archive, match, arguments.game, arguments.json, arguments.why)
        elif arguments.games:
            listing.show_games(archive, match, arguments)
        elif not missing(archive, match):
            show_match(archive, match, arguments.json)
        else:
            earlier = archive.path, match.id
    if earlier is not None:  # an earlier version played games of this match and did not store their luck
        with spinner(tr("Measuring luck")):
            add_missing(*earlier)
        with sources.open_archive(str(earlier[0])) as archive:
            show_match(archive, archive.match(earlier[1]), arguments.json)
    return 0


def show_position(text: str, json: bool) -> int:
    """Print a position text with its board, or with its problems and possible fixes. Return the exit status."""
    spec, _, position = text.partition(" ")
    entry = Entry(Sketch(spec, position))
    problems = entry.sketch.problems()
    if json:
        print_json(edit.as_data(entry, problems))
    else:
        print("\n".join(edit.entry_lines(entry, problems, "")))
    return int(bool(problems))


def show_match(archive: Archive, match: Match, json: bool) -> None:
    """Print the results of a match."""
    summary = summary_of(archive, match, STRENGTH_DRAWS)
    if json:
        label = labels(archive).get(match.id, Label())
        print_json(
            {
                "match": match.id,
                "archive": str(archive.path),
                "name": label.name,
                "tags": label.tags,
                "plan": match.plan,
                "summary": summary,
            }
        )
        return
    for line in words.description_lines(match, archive.path):
        say(line)
    standings.show(summary)
    if rates := thinking_rates(archive, match):
        say(speeds.rate_line(rates, summary.bots))
    say(words.summary_line(summary, match, archive.path))


def show_game(archive: Archive, match: Match, number: int, json: bool, why: bool) -> None:
    """Print the last attempt at a game of a match, with the bots' reasons if `why`.

    Raises:
        InputError: There is no such game, or its record is damaged.
    """
    game = list(sources.find_games(archive, match, number))[-1]
    try:
        record = load_record(archive, match, game)
    except RecordError as error:
        raise InputError(f"{error}") from None
    if json:
        print_json(msgspec.to_builtins(record))
        return
    print(as_text(record, why))
    for attempt in range(1, game.attempt + 1):
        if log := archive.log(match.id, game.number, attempt):
            print(tr("\nWhat the bot that failed wrote last (attempt {attempt}):", attempt=attempt))
            print(log)

"""`herbarium export`: writes records, matches and lists of moves in another format."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path

import msgspec

from workbench.cli.shared import pictures, sources
from workbench.cli.shared.output import progress
from workbench.cli.shared.readers import InputError, whole_number
from workbench.game.move_tree import ROOT
from workbench.matches.analysis.arrays import export_arrays
from workbench.matches.archive.archive import Archive, Match
from workbench.matches.archive.archive_file import ArchiveError
from workbench.matches.archive.exporting import export_match, record_file_name, record_for_others
from workbench.matches.archive.records import load_record
from workbench.positions.lists import PositionListError
from workbench.records import files
from workbench.records.files import RecordError
from workbench.records.schema import Record, json_schema
from workbench.records.sharing import for_others
from workbench.statistics.libraries import MissingLibraryError
from workbench.statistics.summary import GamesError
from workbench.storage import exporting
from workbench.storage.importing import MoveListError, record_from
from workbench.storage.one_seat import seat_record, seed_can_be_found
from workbench.storage.session_records import session_of
from workbench.system import saving
from workbench.system.printable import printable
from workbench.system.translation import tr, trn

SMALL_SEED = tr(
    "export: warning: the seed of this game, {seed}, is small. Anyone who gets this file can "
    "guess the seed and find the hidden cards. Without --seed, games get seeds that nobody can "
    "guess."
)
PNG = b"\x89PNG"


def add_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of this verb."""
    parser.add_argument(
        "file",
        nargs="?",
        help=tr("a record, an archive, a list of moves or of positions (- for standard input), or a situation"),
    )
    parser.add_argument(
        "--to",
        choices=("text", "csv", "jsonl", "record", "html", "schema", "positions", "svg", "png", "npz"),
        default="text",
        help=tr("the format; default: text"),
    )
    parser.add_argument(
        "--output", metavar="FILE", help=tr("the output file; default: standard output. A folder for many records")
    )
    parser.add_argument(
        "--match",
        type=whole_number(1, 10**9),
        metavar="N",
        help=tr("the match in the archive; default: the newest"),
    )
    parser.add_argument("--game", type=whole_number(1, 10**9), metavar="N", help=tr("only this game of the match"))
    parser.add_argument(
        "--seat",
        type=whole_number(1, 99),
        metavar="N",
        help=tr("for a record: only what this seat saw, so that you can share it"),
    )
    parser.add_argument("--why", action="store_true", help=tr("with --to text: the bots' reasons below their moves"))
    parser.add_argument("--spec", metavar="SPEC", help=tr("the game of a list of moves or positions"))
    parser.add_argument(
        "--at",
        type=whole_number(1, 10**6),
        metavar="N",
        help=tr("with --to svg or png: the N-th position; 1 is the start of a record"),
    )
    parser.add_argument(
        "--limit", type=whole_number(1, 10**8), metavar="N", help=tr("with --to npz: at most N positions")
    )
    parser.add_argument("--all", action="store_true", help=tr("with --to svg or png: every position, into a folder"))
    parser.add_argument(
        "--theme", choices=("light", "dark"), default="light", help=tr("with --to svg or png: its colours")
    )


def main(arguments: Namespace) -> int:
    """Run this verb and return its exit status.

    Raises:
        InputError: The input is invalid, or the output cannot be written.
    """
    try:
        return export(arguments)
    except (
        ArchiveError,
        GamesError,
        RecordError,
        MoveListError,
        MissingLibraryError,
        saving.WriteError,
        InputError,
        PositionListError,
    ) as error:
        raise InputError(tr("export: {error}", error=error)) from None


def export(arguments: Namespace) -> int:
    """Write the requested export, and return the exit status."""
    output = None if arguments.output is None else Path(arguments.output)
    if arguments.why and arguments.to != "text":
        raise InputError(tr("--why needs --to text; {to} cannot contain sentences", to=arguments.to))
    if arguments.to == "schema":
        return write_output(msgspec.json.format(msgspec.json.encode(json_schema()), indent=1) + b"\n", output)
    if arguments.seat is not None and arguments.to not in ("record", "text", "csv", "jsonl"):
        raise InputError(tr("--seat needs --to record, text, csv or jsonl, not {to}", to=arguments.to))
    if arguments.to == "npz" and arguments.game is not None:
        raise InputError(tr("--to npz exports all games of a match; leave out --game"))
    if arguments.limit is not None and arguments.to != "npz":
        raise InputError(tr("--limit needs --to npz"))
    if arguments.to in pictures.FORMS:
        return write_pictures(arguments, output)
    if arguments.file is not None and (arguments.file == "-" or sources.file_kind(Path(arguments.file)) == "text"):
        record = record_from(sources.read_text(arguments.file), arguments.spec)
        return write_output(encode(seen_record(record, arguments.seat), arguments.to, arguments.why), output)
    if arguments.file is not None and sources.file_kind(Path(arguments.file)) == "record":
        return write_output(
            encode(seen_record(sources.read_record(Path(arguments.file)), arguments.seat), arguments.to, arguments.why),
            output,
        )
    with sources.open_archive(arguments.file, True) as archive:
        match = sources.find_match(archive, arguments.match)
        if arguments.game is not None:
            game = list(sources.find_games(archive, match, arguments.game))[-1]
            return write_output(
                encode(
                    seen_record(for_others(load_record(archive, match, game)), arguments.seat),
                    arguments.to,
                    arguments.why,
                ),
                output,
            )
        if arguments.to == "npz":
            return write_arrays(archive, match, output, arguments.limit)
        if arguments.seat is not None:
            raise InputError(tr("--seat needs one game: name it with --game"))
        if next(archive.games(match.id), None) is None:
            raise InputError(tr("{path}: match {match} has no games yet", path=archive.path, match=match.id))
        if arguments.to == "record":
            return write_records(archive, match, output)
        return write_output(export_match(archive, match, arguments.to, arguments.why), output)


def seen_record(record: Record, seat: int | None) -> Record:
    """Return a record of what a seat (from 1) saw, or the record itself if `seat` is None.

    Print a warning if the game's seed can be guessed.

    Raises:
        InputError: The game has no hidden information, or no such seat.
    """
    if seat is None:
        return record
    session = session_of(record)
    if not session.point.info.has.covered:
        raise InputError(tr("--seat: {info} has no hidden information", info=session.point.info.title))
    end = (ROOT, *session.document.main_line())[-1]
    try:
        seen = seat_record(session, seat - 1, end)
    except ValueError as error:
        raise InputError(tr("--seat: {error}", error=error)) from None
    if seed_can_be_found(session, end):
        print(SMALL_SEED.format(seed=session.seed), file=sys.stderr)
    return seen


def encode(record: Record, to: str, why: bool = False) -> bytes:
    """Return a record in another format. `why` adds the bots' reasons to a text.

    Raises:
        InputError: The format is only for matches.
    """
    if to == "npz":
        raise InputError(tr("--to npz is for matches, not for one game"))
    if to == "html":
        raise InputError(tr("--to html is a report of a match, not of one game"))
    if to == "record":
        return files.encode_record(record)
    if to == "text":
        return printable(exporting.as_text(record, why), lines=True).encode()
    tables = {"csv": exporting.as_csv, "jsonl": exporting.as_json_lines}
    return printable(tables[to](record), lines=True).encode()


def write_records(archive: Archive, match: Match, folder: Path | None) -> int:
    """Write each game of a match to a separate file in a folder.

    Raises:
        InputError: No folder is given.
    """
    if folder is None:
        raise InputError(tr("name a folder for the records with --output, or one game with --game"))
    for game in progress(list(archive.games(match.id)), "exporting"):
        saving.write(folder / record_file_name(match, game), record_for_others(archive, match, game))
    return 0


def write_arrays(archive: Archive, match: Match, output: Path | None, most: int | None) -> int:
    """Write the positions of a match with values and results as arrays.

    Raises:
        InputError: No file is given.
    """
    if output is None:
        raise InputError(tr("this output is not text: name a file with --output"))
    data, count = export_arrays(archive, match, most)
    saving.write(output, data, shared=True)
    print(
        trn("{count:,} position written to {output}", "{count:,} positions written to {output}", count, output=output)
    )
    return 0


def write_pictures(arguments: Namespace, output: Path | None) -> int:
    """Write one picture, or with `--all` each picture to a folder.

    Raises:
        InputError: `--all` is given without a folder.
    """
    files = pictures.export_files(arguments)
    if not arguments.all:
        return write_output(files[0][1], output)
    if output is None:
        raise InputError(tr("name a folder for the pictures with --output"))
    for name, data in files:
        saving.write(output / name, data, shared=True)
    return 0


def write_output(data: bytes, output: Path | None) -> int:
    """Write data to a file, or to standard output if None. Return the exit status.

    Raises:
        InputError: A record or PNG would go to a terminal.
    """
    if output is not None:
        saving.write(output, data, shared=not data.startswith(sources.RECORD))
    elif not data.startswith((sources.RECORD, PNG)):
        sys.stdout.write(data.decode())
    elif sys.stdout.isatty():
        raise InputError(tr("this output is not text: name a file with --output"))
    else:
        sys.stdout.flush()
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
    return 0

"""`herbarium export`: writes records, matches and lists of moves in another format."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path

import msgspec

from workbench.cli.shared import pictures, sources
from workbench.cli.shared.output import progress
from workbench.cli.shared.readers import BadInput, whole
from workbench.game.move_tree import ROOT
from workbench.matches.archive.archive import Archive, BadArchive, Match
from workbench.matches.archive.exporting import of_match, record_for_others, record_name
from workbench.matches.archive.records import record_in
from workbench.positions.lists import BadList
from workbench.records import files
from workbench.records.files import BadRecord
from workbench.records.schema import Record, json_schema
from workbench.records.sharing import for_others
from workbench.statistics.libraries import MissingLibrary
from workbench.statistics.summary import BadGames
from workbench.storage import exporting
from workbench.storage.importing import BadMoves, record_from
from workbench.storage.one_seat import seed_can_be_found, seen_by
from workbench.storage.session_records import session_of
from workbench.system import saving
from workbench.system.printable import printable

SMALL_SEED = (
    "export: warning: the seed of this game, {seed}, is small. Anyone who gets this file can guess the seed and "
    "find the hidden cards. Without --seed, games get seeds that nobody can guess."
)
PNG = b"\x89PNG"


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "file",
        nargs="?",
        help="a record, an archive, a list of moves or of positions (- for standard input), or a situation",
    )
    parser.add_argument(
        "--to",
        choices=("text", "csv", "jsonl", "record", "html", "schema", "positions", "svg", "png"),
        default="text",
        help="the format; text if left out",
    )
    parser.add_argument(
        "--output", metavar="FILE", help="the output file; standard output if left out. A folder for many records"
    )
    parser.add_argument(
        "--match", type=whole(1, 10**9), metavar="N", help="this match of the archive; the newest if left out"
    )
    parser.add_argument("--game", type=whole(1, 10**9), metavar="N", help="only this game of the match")
    parser.add_argument(
        "--seat", type=whole(1, 99), metavar="N", help="for a record: only what this seat saw, so that you can share it"
    )
    parser.add_argument("--why", action="store_true", help="with --to text: the bots' reasons below their moves")
    parser.add_argument("--spec", metavar="SPEC", help="the game of a list of moves or positions")
    parser.add_argument(
        "--at",
        type=whole(1, 10**6),
        metavar="N",
        help="with --to svg or png: the N-th position; 1 is the start of a record",
    )
    parser.add_argument("--all", action="store_true", help="with --to svg or png: every position, into a folder")
    parser.add_argument("--theme", choices=("light", "dark"), default="light", help="with --to svg or png: its colours")


def main(arguments: Namespace) -> int:
    try:
        return export(arguments)
    except (BadArchive, BadGames, BadRecord, BadMoves, MissingLibrary, saving.CannotWrite, BadInput, BadList) as error:
        raise BadInput(f"export: {error}") from None


def export(arguments: Namespace) -> int:
    output = None if arguments.output is None else Path(arguments.output)
    if arguments.why and arguments.to != "text":
        raise BadInput(f"--why is for --to text; {arguments.to} has no place for sentences")
    if arguments.to == "schema":
        return put(msgspec.json.format(msgspec.json.encode(json_schema()), indent=1) + b"\n", output)
    if arguments.seat is not None and arguments.to not in ("record", "text", "csv", "jsonl"):
        raise BadInput(f"--seat is for --to record, text, csv or jsonl, not {arguments.to}")
    if arguments.to in pictures.FORMS:
        return put_pictures(arguments, output)
    if arguments.file is not None and (arguments.file == "-" or sources.kind_of(Path(arguments.file)) == "text"):
        record = record_from(sources.text_of(arguments.file), arguments.spec)
        return put(form(as_seen(record, arguments.seat), arguments.to, arguments.why), output)
    if arguments.file is not None and sources.kind_of(Path(arguments.file)) == "record":
        return put(
            form(as_seen(sources.record_at(Path(arguments.file)), arguments.seat), arguments.to, arguments.why), output
        )
    with sources.archive_at(arguments.file) as archive:
        match = sources.match_in(archive, arguments.match)
        if arguments.game is not None:
            game = list(sources.games_in(archive, match, arguments.game))[-1]
            return put(
                form(as_seen(for_others(record_in(archive, match, game)), arguments.seat), arguments.to, arguments.why),
                output,
            )
        if arguments.seat is not None:
            raise BadInput("--seat is for one game: name it with --game")
        if next(archive.games(match.id), None) is None:
            raise BadInput(f"{archive.path}: match {match.id} has no games yet")
        if arguments.to == "record":
            return put_records(archive, match, output)
        return put(of_match(archive, match, arguments.to, arguments.why), output)


def as_seen(record: Record, seat: int | None) -> Record:
    """What a seat (from 1, None: everybody) saw of the game of a record."""
    if seat is None:
        return record
    session = session_of(record)
    if not session.point.info.has.covered:
        raise BadInput(f"--seat: in {session.point.info.title} everybody sees everything")
    end = (ROOT, *session.document.main_line())[-1]
    try:
        seen = seen_by(session, seat - 1, end)
    except ValueError as error:
        raise BadInput(f"--seat: {error}") from None
    if seed_can_be_found(session, end):
        print(SMALL_SEED.format(seed=session.seed), file=sys.stderr)
    return seen


def form(record: Record, to: str, why: bool = False) -> bytes:
    """One record as bytes of this form, a text with the bots' reasons if they are wanted."""
    if to == "html":
        raise BadInput("--to html is a report of a match, not of one game")
    if to == "record":
        return files.encoded(record)
    if to == "text":
        return printable(exporting.as_text(record, why), lines=True).encode()
    tables = {"csv": exporting.as_csv, "jsonl": exporting.as_json_lines}
    return printable(tables[to](record), lines=True).encode()


def put_records(archive: Archive, match: Match, folder: Path | None) -> int:
    """Every game as a file of its own in a folder."""
    if folder is None:
        raise BadInput("many records go into a folder: name it with --output, or one game with --game")
    for game in progress(list(archive.games(match.id)), "exporting"):
        saving.write(folder / record_name(match, game), record_for_others(archive, match, game))
    return 0


def put_pictures(arguments: Namespace, output: Path | None) -> int:
    made = pictures.data(arguments)
    if not arguments.all:
        return put(made[0][1], output)
    if output is None:
        raise BadInput("many pictures go into a folder: name it with --output")
    for name, data in made:
        saving.write(output / name, data, shared=True)
    return 0


def put(data: bytes, output: Path | None) -> int:
    """Write to a file, or to standard output, which takes no record and no PNG where somebody reads it."""
    if output is not None:
        saving.write(output, data, shared=not data.startswith(sources.RECORD))
    elif not data.startswith((sources.RECORD, PNG)):
        sys.stdout.write(data.decode())
    elif sys.stdout.isatty():
        raise BadInput("this is no text to be read: name a file with --output")
    else:
        sys.stdout.flush()
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
    return 0

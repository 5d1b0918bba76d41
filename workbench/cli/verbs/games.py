"""`herbarium games`: lists and searches the user's own games."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from datetime import date
from pathlib import Path

from fastcore import BadPosition, Viewpoint
from workbench import boards
from workbench.boards.kit.elements import Point
from workbench.cli.shared.output import print_json, print_table, spinner
from workbench.cli.shared.readers import InputError, add_json
from workbench.cli.shared.situations import parse_for_verb
from workbench.finding.index import IndexedGame
from workbench.finding.search import NextMove, PositionSearch, find_position
from workbench.finding.sources import ArchiveSource, own_sources
from workbench.matches.archive.default import SUFFIX
from workbench.storage import library
from workbench.system.language.formats import format_count, format_stamp, localised
from workbench.system.translation import tr, trn

NO_GAMES = tr("You have no saved games yet. During a game, type save to save it.")
NO_MATCH = tr("No saved game matches.")
NO_POSITION = tr("No saved game has this position.")
MAX_ROWS = 30  # games in the table of a position
OTHER_FILTERS = ("game", "player", "result", "since", "until", "text", "recent")


def add_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of this verb."""
    parser.add_argument("--game", metavar="ID", help=tr("only this game"))
    parser.add_argument("--player", metavar="TEXT", help=tr("a player's name contains this text"))
    parser.add_argument("--result", metavar="TEXT", help=tr("the ending: normal, resigned, none, ..."))
    parser.add_argument("--since", metavar="DATE", help=tr("started on this day or later, for example 2026-01-31"))
    parser.add_argument("--until", metavar="DATE", help=tr("started on this day or earlier"))
    parser.add_argument("--text", metavar="TEXT", help=tr("a comment or tag contains this text"))
    parser.add_argument("--position", metavar="TEXT", help=tr("games with this position, and what was played next"))
    parser.add_argument(
        "--archive", metavar="FILE", action="append", default=[], help=tr("with --position: also search this archive")
    )
    parser.add_argument("--recent", action="store_true", help=tr("only recently opened files"))
    add_json(parser)


def main(arguments: Namespace) -> int:
    """Run this verb and return its exit status.

    Raises:
        InputError: A date or the position is invalid, or options contradict each other.
    """
    if arguments.position is not None:
        return show_position(arguments)
    if arguments.archive:
        raise InputError(tr("games: --archive needs --position"))
    if arguments.recent:
        return show_recent(arguments.json)
    for name in ("since", "until"):
        day = getattr(arguments, name)
        if day is not None and not is_day(day):
            raise InputError(tr("games: --{name}: {day!r} is not a date such as 2026-01-31", name=name, day=day[:40]))
    found = library.Library().search(
        arguments.game, arguments.player, arguments.result, arguments.since, arguments.until, arguments.text
    )
    if arguments.json:
        print_json([game._asdict() | {"file": str(game.file)} for game in found])
        return 0
    if not found:
        conditions = (
            arguments.game,
            arguments.player,
            arguments.result,
            arguments.since,
            arguments.until,
            arguments.text,
        )
        print(NO_MATCH if any(condition is not None for condition in conditions) else NO_GAMES)
        return 0
    rows = [
        (
            format_stamp(game.created),
            game.game,
            ", ".join(game.players),
            game.result or tr("damaged: {damage}", damage=game.damage),
            str(game.file),
        )
        for game in found
    ]
    print_table("", ("begun", "game", "players", "result", "file"), rows, words=5)
    return 0


def show_recent(json: bool) -> int:
    """Print the recently opened files, and return the exit status."""
    files = [str(file) for file in library.recent()]
    if json:
        print_json(files)
    else:
        print("\n".join(files) or tr("No file has been opened or saved yet."))
    return 0


def show_position(arguments: Namespace) -> int:
    """Print the games with a position and what was played next, and return the exit status.

    Raises:
        InputError: The position is invalid, an archive cannot be read, or there are filters.
    """
    others = [f"--{name}" for name in OTHER_FILTERS if getattr(arguments, name)]
    if others:
        raise InputError(tr("games: --position cannot be combined with {others}", others=tr(" or ").join(others)))
    point = parse_position(arguments.position)
    archives = [Path(name) for name in arguments.archive]
    for path in archives:
        if not path.is_file():
            raise InputError(tr("games: {path}: this archive does not exist", path=path))
    sources = own_sources()
    own = {source.path.absolute() for source in sources}
    sources += [ArchiveSource(path) for path in archives if path.absolute() not in own]
    try:
        with spinner(tr("Searching your games")):
            found = find_position(point, sources)
    except ValueError as error:
        raise InputError(tr("games: {error}", error=error)) from None
    if found.failures:
        raise InputError(tr("games: {failure}", failure=found.failures[0]))
    if arguments.json:
        print_json(position_data(found))
    elif not found.games:
        print(NO_POSITION)
    else:
        print_position(point, found)
    return 0


def parse_position(text: str) -> Point:
    """Return a position, or what everybody sees of it if parts are unknown (`?`).

    Raises:
        InputError: The text is invalid.
    """
    if "?" in text:
        try:
            return Viewpoint.parse(text, None)
        except BadPosition as error:
            raise InputError(tr("games: {error}", error=error)) from None
    return parse_for_verb(text, "games")


def position_data(found: PositionSearch) -> object:
    """Return the result of a search as data for JSON. Seats count from 1."""
    return {
        "seat": found.seat + 1,
        "moves": [move._asdict() for move in found.moves],
        "games": [game._asdict() | {"source": str(game.source)} for game in found.games],
    }


def print_position(point: Point, found: PositionSearch) -> None:
    """Print the moves played next, then the games."""
    if found.moves:
        seat = boards.seat_name(point.info, found.seat)
        played = sum(move.games for move in found.moves)
        moves = [
            (move.move, format_count(move.games), percent(move.games / played), score_text(move))
            for move in found.moves
        ]
        print_table("", (tr("played next"), "games", "share", tr("score of {seat}", seat=seat)), moves, words=1)
    rows = [
        (
            format_stamp(game.created),
            ", ".join(game.players),
            library.result_text(game.result),
            str(game.turn),
            str(game.at),
            file_text(game),
        )
        for game in found.games[:MAX_ROWS]
    ]
    print_table("", ("begun", "players", "result", "turn", "move", "game"), rows, words=6)
    if len(found.games) > MAX_ROWS:
        more = len(found.games) - MAX_ROWS
        print(trn("{count:,} more game. --json lists all.", "{count:,} more games. --json lists all.", more))


def percent(share: float) -> str:
    """Return a share in per cent."""
    return localised(f"{share:.0%}".replace("%", " %"))


def score_text(move: NextMove) -> str:
    """Return a score in per cent, or "-" if no game has a result."""
    return "-" if move.score is None else percent(move.score)


def file_text(game: IndexedGame) -> str:
    """Return the file of a game, or the archive with the numbers of the match and the game."""
    if game.source.suffix != SUFFIX:
        return str(game.source / game.name)
    match, number, attempt = game.name.split(" ")
    again = "" if attempt == "1" else tr(" (attempt {attempt})", attempt=attempt)
    return tr(
        "{source}: match {match}, game {number}{again}", source=game.source, match=match, number=number, again=again
    )


def is_day(text: str) -> bool:
    """Return whether a text is a date such as 2026-01-31."""
    try:
        return date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False

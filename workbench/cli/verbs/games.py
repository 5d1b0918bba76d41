"""`herbarium games`: lists and searches the user's own games."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from datetime import date

from workbench.cli.shared.output import print_json, print_table
from workbench.cli.shared.readers import InputError, add_json
from workbench.storage import library

NO_GAMES = "You have no saved games yet. Type save at the table to keep one."
NO_MATCH = "No saved game matches."


def add_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of this verb."""
    parser.add_argument("--game", metavar="ID", help="only this game")
    parser.add_argument("--player", metavar="TEXT", help="a player's name contains this text")
    parser.add_argument("--result", metavar="TEXT", help="the ending: normal, resigned, none, ...")
    parser.add_argument("--since", metavar="DATE", help="started on this day or later, for example 2026-01-31")
    parser.add_argument("--until", metavar="DATE", help="started on this day or earlier")
    parser.add_argument("--text", metavar="TEXT", help="a comment or tag contains this text")
    parser.add_argument("--recent", action="store_true", help="only recently opened files")
    add_json(parser)


def main(arguments: Namespace) -> int:
    """Run this verb and return its exit status.

    Raises:
        InputError: A date is invalid.
    """
    if arguments.recent:
        return show_recent(arguments.json)
    for name in ("since", "until"):
        day = getattr(arguments, name)
        if day is not None and not is_day(day):
            raise InputError(f"games: --{name}: {day[:40]!r} is no date as in 2026-01-31")
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
            game.created[:16].replace("T", " "),
            game.game,
            ", ".join(game.players),
            game.result or f"damaged: {game.damage}",
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
        print("\n".join(files) or "No file has been opened or saved yet.")
    return 0


def is_day(text: str) -> bool:
    """Return whether a text is a date such as 2026-01-31."""
    try:
        return date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False

"""`herbarium companion`: enters a game at a real table in the terminal."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path

import fastcore
from workbench.cli.companion.loop import Loop
from workbench.cli.playing.voice import Voice
from workbench.cli.shared.readers import InputError, whole_number
from workbench.companion import journal
from workbench.companion.beginning import begin_table
from workbench.companion.companion import Companion
from workbench.system import limits
from workbench.system.translation import tr


def add_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of this verb."""
    parser.add_argument(
        "game",
        nargs="?",
        help=tr('the game, such as "name(size=4)", a position, or the file of a list; default: the newest list'),
    )
    parser.add_argument(
        "--seat",
        type=whole_number(1, limits.SEATS),
        metavar="N",
        help=tr("your seat; without it, you watch the game"),
    )
    parser.add_argument("--names", metavar="A,B,...", default="", help=tr("the players' names by seat"))
    parser.add_argument("--list", action="store_true", help=tr("list the unfinished tables"))


def main(arguments: Namespace) -> int:
    """Run this verb and return its exit status.

    Raises:
        InputError: The list cannot be opened or begun.
    """
    if arguments.list:
        for file in journal.journals():
            print(file)
        return 0
    try:
        companion = _open(arguments)
    except ValueError as error:
        raise InputError(tr("companion: {error}", error=error)) from None
    loop = Loop(companion, Voice())
    try:
        return loop.run()
    finally:
        loop.companion.close(finished=loop.is_saved)


def _open(arguments: Namespace) -> Companion:
    """Return the companion of the list to continue, or of a new one.

    Raises:
        ValueError: There is none, or options for a new game are given as well.
    """
    game = arguments.game
    if game is None or game.endswith(journal.SUFFIX):
        if arguments.seat is not None or arguments.names:
            raise ValueError(tr("a list has its own seat and names: leave out these options"))
        file = next(journal.journals(), None) if game is None else Path(game)
        if file is None:
            raise ValueError(tr("name a game: {games}", games=", ".join(fastcore.games())))
        return Companion.open(journal.Journal(file))
    seat = None if arguments.seat is None else arguments.seat - 1
    names = tuple(name.strip() for name in arguments.names.split(",")) if arguments.names else ()
    return begin_table(game, seat, names)

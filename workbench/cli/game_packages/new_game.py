"""`herbarium new-game`: writes the skeleton of a package with a new game."""

from __future__ import annotations

import os
from argparse import ArgumentParser, Namespace
from pathlib import Path
from shlex import quote

from workbench.cli.shared.readers import InputError
from workbench.game_packages.new import NewGameError, write_skeleton
from workbench.system import saving
from workbench.system.translation import tr


def add_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of this verb."""
    parser.add_argument("id", metavar="ID", help=tr("the id of the game, such as four_in_a_row"))
    parser.add_argument("--folder", type=Path, metavar="FOLDER", help=tr("the new folder; default: herbarium-ID"))


def main(arguments: Namespace) -> int:
    """Run this verb and return its exit status.

    Raises:
        InputError: The id or the folder is unsuitable, or a file cannot be written.
    """
    folder = arguments.folder or Path(f"herbarium-{arguments.id}")
    try:
        written = write_skeleton(arguments.id, folder)
    except NewGameError as error:
        raise InputError(f"new-game: {error}") from None
    except OSError as error:
        raise InputError(f"new-game: {saving.system_message(error)}") from None
    for path in written:
        print(path)
    print(
        tr(
            "\nThis is a complete small game. To compile, install and check it:\n\n"
            "  pip install --no-build-isolation {folder}\n"
            "  herbarium check-game {id}\n"
            "  herbarium play {id}\n\n"
            "Then replace its rules with yours (docs/games/add-a-game.md).",
            folder=quote(os.path.join(os.curdir, folder)),
            id=arguments.id,
        )
    )
    return 0

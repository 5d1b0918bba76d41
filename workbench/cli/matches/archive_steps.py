"""Steps of a match in the terminal that concern its archive: waiting, names and logs."""

from __future__ import annotations

import sys
from argparse import Namespace
from pathlib import Path
from tempfile import TemporaryFile
from time import monotonic, sleep

from workbench.cli.matches import words
from workbench.cli.shared.readers import InputError
from workbench.matches.archive.archive import Archive, Match
from workbench.matches.archive.archive_file import ArchiveBusyError
from workbench.matches.archive.editing import Label, labels, set_label
from workbench.matches.archive.exporting import record_file_name
from workbench.matches.archive.rows import Game
from workbench.system import saving
from workbench.system.translation import tr

WAIT_SECONDS = 1.0  # between two attempts to lock an archive


def lock(archive: Archive, wait: float | None) -> None:
    """Lock an archive. If another match is being played into it, wait for at most `wait` seconds.

    Raises:
        ArchiveError: The archive cannot be locked, or not in time.
    """
    end, announced = monotonic() + (wait or 0.0), False
    while True:
        try:
            return archive.lock()
        except ArchiveBusyError:
            if monotonic() >= end:
                raise
        if not announced:
            print(words.waiting(archive.path), file=sys.stderr, flush=True)
            announced = True
        sleep(WAIT_SECONDS)


def name_match(archive: Archive, match: Match, arguments: Namespace) -> None:
    """Store the name and the tags of the command line."""
    if arguments.name is None and not arguments.tag:
        return
    before = labels(archive).get(match.id, Label())
    name = before.name if arguments.name is None else arguments.name
    set_label(archive, match.id, Label(name, (*before.tags, *arguments.tag)))


def make_log_folder(folder: Path) -> None:
    """Create the folder of `--log`, and check that files can be written to it.

    Raises:
        InputError: The folder cannot be created, or accepts no files.
    """
    try:
        folder.mkdir(saving.PRIVATE_FOLDER, parents=True, exist_ok=True)
        with TemporaryFile(dir=folder):
            pass
    except OSError as error:
        raise InputError(
            tr(
                "--log: no file can be written to {folder}: {reason}; name another folder",
                folder=folder,
                reason=saving.system_message(error),
            )
        ) from None


def write_log(folder: Path, archive: Archive, match: Match, game: Game) -> None:
    """Write what the bots printed in a game to a file, if they printed anything.

    Raises:
        WriteError: The file cannot be written.
    """
    if text := archive.log(match.id, game.number, game.attempt):
        saving.write(folder / f"{record_file_name(match, game).partition('.')[0]}.log", text.encode(), shared=True)

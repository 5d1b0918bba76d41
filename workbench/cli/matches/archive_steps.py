"""Steps of a match in the terminal that concern its archive: waiting, names, logs and faults."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Iterable
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


class LogFolder:
    """The folder of `--log`. Without one, nothing is written.

    Args:
        folder: The folder as typed, or None.
        archive: The archive with the games.
    """

    def __init__(self, folder: str | None, archive: Archive) -> None:
        self.folder, self.archive = folder, archive
        self._failed = False  # whether a failure has been reported

    def write(self, match: Match, game: Game) -> None:
        """Write what the bots printed in a game to a file, if they printed anything. Warn once if that fails."""
        if self.folder is None:
            return
        text = self.archive.log(match.id, game.number, game.attempt)
        path = Path(self.folder) / f"{record_file_name(match, game).partition('.')[0]}.log"
        try:
            if text:
                saving.write(path, text.encode(), shared=True)
        except saving.WriteError as error:
            if not self._failed:
                print(words.log_not_written(self.folder, saving.reason(error)), file=sys.stderr, flush=True)
            self._failed = True


def fault_status(games: Iterable[Game], strict: float | None) -> int:
    """Return 1 and say why if more games ended by faults than `--strict` allows, otherwise 0.

    Args:
        games: All attempts at games. They are not read without a limit.
        strict: The largest share of faults in per cent, or None for no limit.
    """
    if strict is None:
        return 0
    faults = attempts = 0
    for game in games:
        attempts += 1
        faults += bool(game.fault)
    if 100 * faults <= strict * attempts:
        return 0
    print(words.too_many_faults(faults, attempts, strict), file=sys.stderr)
    return 1

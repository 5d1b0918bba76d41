"""`herbarium calibrate`: measures the strength of a game's levels and writes the table of levels."""

from __future__ import annotations

import sys
import threading
from argparse import ArgumentParser, Namespace
from pathlib import Path
from shlex import quote
from time import monotonic

import fastcore
from workbench.bot_process import trust
from workbench.cli.matches import calibrate_words
from workbench.cli.matches.signals import LINE_SECONDS, STATUS, TICK_SECONDS, handle_signals
from workbench.cli.shared.output import print_json, print_table
from workbench.cli.shared.players import split_list
from workbench.cli.shared.readers import MAX_SEED, SALT_HELP, InputError, add_json, salt, whole_number
from workbench.cli.shared.situations import check_game
from workbench.cli.shared.sources import archive_to_write
from workbench.matches.archive.archive import Archive
from workbench.matches.archive.archive_file import ArchiveError, ArchiveFullError
from workbench.matches.archive.default import SUFFIX
from workbench.matches.archive.rows import Game
from workbench.matches.calibration.calibration import Calibration
from workbench.matches.calibration.meetings import Field
from workbench.matches.planning.plan import PlanError
from workbench.matches.workers.runner import RunResult
from workbench.statistics import levels
from workbench.statistics.levels import LevelsError, Meeting
from workbench.system import folders
from workbench.system.translation import tr


def add_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of this verb."""
    parser.add_argument("spec", help=tr("the game"))
    parser.add_argument(
        "--bots", metavar="A,B,...", help=tr("measure only the levels of these bots; default: all bots of the game")
    )
    parser.add_argument(
        "--games",
        type=whole_number(2, 10**6),
        default=200,
        metavar="N",
        help=tr("at least N games between neighbouring levels; default: 200"),
    )
    parser.add_argument(
        "--most",
        type=whole_number(2, 10**6),
        default=800,
        metavar="N",
        help=tr("at most N games if the order is unclear; default: 800"),
    )
    parser.add_argument(
        "--jobs",
        "--cores",
        dest="jobs",
        type=whole_number(1, 4096),
        metavar="N",
        help=tr("maximum number of games at a time; default: the number of cores"),
    )
    parser.add_argument(
        "--seed", type=whole_number(0, MAX_SEED), default=1, metavar="N", help=tr("fixes dice and deals; default: 1")
    )
    parser.add_argument("--salt", type=salt, metavar="HEX", help=SALT_HELP)
    parser.add_argument(
        "--archive",
        metavar="FILE",
        help=tr("the archive for the games; default: levels.matches beside your own archive"),
    )
    parser.add_argument("--output", metavar="FILE", help=tr("the file for the table; default: the program's own"))
    add_json(parser)


def main(arguments: Namespace) -> int:
    """Run this verb and return its exit status.

    Raises:
        InputError: The input is invalid.
    """
    try:
        check_game(arguments.spec)
        spec = fastcore.start(arguments.spec).spec
        game = fastcore.start(arguments.spec).info.id
        if arguments.output is None and spec != game:
            raise InputError(
                tr(
                    "the built-in table of {game} is for {game} without options; name your own file with --output",
                    game=game,
                )
            )
        output = levels.table_path(game) if arguments.output is None else Path(arguments.output)
        names = [name for name in split_list(arguments.bots or "") if name]
        trust.allow_typed(*names)
        field = Field(spec, names, arguments.games, arguments.most)
        path = archive_to_write(arguments.archive, folders.data_path(f"levels{SUFFIX}"))
        with Archive(path, create=True) as archive:
            archive.lock()
            return Run(archive, field, arguments, output).run()
    except (PlanError, ArchiveError, LevelsError, InputError, fastcore.BadPosition) as error:
        raise InputError(tr("calibrate: {error}", error=error)) from None
    except ArchiveFullError as error:
        print(tr("calibrate: {error}", error=error), file=sys.stderr)
        return 1


class Run:
    """One run of a calibration, with progress messages on standard error.

    Args:
        archive: The archive for the games, locked by the caller.
        field: The levels to measure.
        arguments: The command line.
        output: The file for the table.
    """

    def __init__(self, archive: Archive, field: Field, arguments: Namespace, output: Path) -> None:
        self.archive, self.field, self.arguments, self.output = archive, field, arguments, output
        self.calibration = Calibration(
            archive, field, arguments.seed, arguments.jobs, self.on_game, self.on_meeting, arguments.salt
        )
        self.played = 0
        self.outcome: RunResult | None = None
        self.failed: BaseException | None = None

    def on_game(self, game: Game) -> None:
        """Add a saved game to the count."""
        self.played += game.counts

    def on_meeting(self, meeting: Meeting) -> None:
        """Print the result of two levels that have finished their games."""
        if not self.arguments.json:
            print(calibrate_words.meeting_line(meeting), flush=True)

    def run(self) -> int:
        """Play all games, write and print the table. Return the exit status."""
        if not self.arguments.json:
            existing = sum(meeting.games for meeting in self.calibration.meetings.values())
            print(calibrate_words.start_line(self.field, existing, self.archive.path), flush=True)
        thread = threading.Thread(target=self.play, name="calibration")
        with handle_signals(self.calibration):
            thread.start()
            last_line = monotonic()
            while thread.is_alive():
                thread.join(TICK_SECONDS)
                if monotonic() - last_line >= LINE_SECONDS:
                    last_line = monotonic()
                    print(calibrate_words.progress(self.calibration.wanted, self.played), file=sys.stderr, flush=True)
            thread.join()
        if self.failed is not None:
            raise self.failed
        assert self.outcome is not None
        return self.finish(self.outcome)

    def play(self) -> None:
        """Run the calibration on a separate thread, and store the outcome or the exception."""
        try:
            self.outcome = self.calibration.run()
        except BaseException as error:  # `run` raises it again on the main thread.
            self.failed = error

    def finish(self, outcome: RunResult) -> int:
        """Write the table if it is complete, and print it. Return the exit status."""
        measured = self.calibration.measured_levels(self.command())
        if outcome.kind == "complete":
            levels.write(self.output, measured)
        if self.arguments.json:
            print_json({"outcome": outcome.kind, "reason": outcome.reason, "table": measured})
            return STATUS[outcome.kind]
        print_table(calibrate_words.LEVELS, calibrate_words.LEVEL_HEADS, calibrate_words.level_rows(measured), words=2)
        print_table(
            calibrate_words.STEPS, calibrate_words.STEP_HEADS, calibrate_words.step_rows(self.field, measured), words=2
        )
        for line in calibrate_words.faults(self.field, measured):
            print(line)
        print(
            calibrate_words.table_written(self.output)
            if outcome.kind == "complete"
            else calibrate_words.end_reason(outcome)
        )
        return STATUS[outcome.kind]

    def command(self) -> str:
        """Return the command that reproduces the table."""
        words = ["herbarium", "calibrate", quote(self.field.spec)]
        for name, value in (
            ("bots", self.arguments.bots),
            ("games", self.field.fewest),
            ("most", self.field.most),
            ("seed", self.arguments.seed),
            ("salt", self.arguments.salt),
        ):
            words += [f"--{name}", quote(str(value))] if value is not None else []
        return " ".join(words)

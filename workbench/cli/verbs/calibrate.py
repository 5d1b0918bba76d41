"""`herbarium calibrate`: measures the strength of a game's levels, and writes the table that ships with the program."""

from __future__ import annotations

import sys
import threading
from argparse import ArgumentParser, Namespace
from pathlib import Path
from shlex import quote
from time import monotonic

import fastcore
from workbench.cli.matches import calibrate_words as said
from workbench.cli.shared.output import as_json, table
from workbench.cli.shared.readers import MOST_SEED, SALT_HELP, BadInput, add_json, salt, whole
from workbench.cli.verbs.match import LINE_SECONDS, STATUS, TICK_SECONDS, watched_signals
from workbench.matches.archive.archive import SUFFIX, Archive, ArchiveFull, BadArchive, Game
from workbench.matches.calibration.calibration import Calibration
from workbench.matches.calibration.meetings import Field
from workbench.matches.planning.plan import BadPlan
from workbench.matches.workers.runner import RunResult
from workbench.statistics import levels
from workbench.statistics.levels import BadLevels, Meeting
from workbench.system import folders


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("spec", help="the game")
    parser.add_argument(
        "--bots", metavar="A,B,...", help="only the levels of these bots; all bots of the game if left out"
    )
    parser.add_argument(
        "--games",
        type=whole(2, 10**6),
        default=200,
        metavar="N",
        help="at least N games between neighbouring levels; 200 if left out",
    )
    parser.add_argument(
        "--most",
        type=whole(2, 10**6),
        default=800,
        metavar="N",
        help="at most N games if the order is unclear; 800 if left out",
    )
    parser.add_argument(
        "--cores",
        dest="jobs",
        type=whole(1, 4096),
        metavar="N",
        help="maximum number of games at a time; the number of cores if left out",
    )
    parser.add_argument(
        "--seed", type=whole(0, MOST_SEED), default=1, metavar="N", help="fixes dice and deals; 1 if left out"
    )
    parser.add_argument("--salt", type=salt, metavar="HEX", help=SALT_HELP)
    parser.add_argument(
        "--archive",
        metavar="FILE",
        help="the archive for the games; levels.matches beside your own archive if left out",
    )
    parser.add_argument("--output", metavar="FILE", help="the file for the table; the program's own if left out")
    add_json(parser)


def main(arguments: Namespace) -> int:
    try:
        spec = fastcore.start(arguments.spec).spec
        game = fastcore.start(arguments.spec).info.id
        if arguments.output is None and spec != game:
            raise BadInput(f"the table of {game} is for {game} without options; name a file of your own by --output")
        output = levels.path_of(game) if arguments.output is None else Path(arguments.output)
        names = [name for name in (arguments.bots or "").split(",") if name]
        field = Field(spec, names, arguments.games, arguments.most)
        path = folders.folder() / f"levels{SUFFIX}" if arguments.archive is None else Path(arguments.archive)
        with Archive(path, create=True) as archive:
            archive.lock()
            return Run(archive, field, arguments, output).run()
    except (BadPlan, BadArchive, BadLevels, BadInput, fastcore.BadPosition) as error:
        raise BadInput(f"calibrate: {error}") from None
    except ArchiveFull as error:
        print(f"calibrate: {error}", file=sys.stderr)
        return 1


class Run:
    """One run of a calibration, watched from the shell."""

    def __init__(self, archive: Archive, field: Field, arguments: Namespace, output: Path) -> None:
        self.archive, self.field, self.arguments, self.output = archive, field, arguments, output
        self.calibration = Calibration(
            archive, field, arguments.seed, arguments.jobs, self.kept, self.over, arguments.salt
        )
        self.played = 0
        self.outcome: RunResult | None = None
        self.failed: BaseException | None = None

    def kept(self, game: Game) -> None:
        self.played += game.counts

    def over(self, met: Meeting) -> None:
        if not self.arguments.json:
            print(said.meeting(met), flush=True)

    def run(self) -> int:
        """Play until nothing more is wanted, write the table, and tell it; returns the exit status."""
        if not self.arguments.json:
            there = sum(met.games for met in self.calibration.met.values())
            print(said.begun(self.field, there, self.archive.path), flush=True)
        thread = threading.Thread(target=self.play, name="calibration")
        with watched_signals(self.calibration):
            thread.start()
            told = monotonic()
            while thread.is_alive():
                thread.join(TICK_SECONDS)
                if monotonic() - told >= LINE_SECONDS:
                    told = monotonic()
                    print(said.progress(self.calibration.wanted, self.played), file=sys.stderr, flush=True)
            thread.join()
        if self.failed is not None:
            raise self.failed
        assert self.outcome is not None
        return self.tell(self.outcome)

    def play(self) -> None:
        try:
            self.outcome = self.calibration.run()
        except BaseException as error:  # it belongs to whoever waits for this thread
            self.failed = error

    def tell(self, outcome: RunResult) -> int:
        made = self.calibration.table(self.command())
        if outcome.kind == "complete":
            levels.write(self.output, made)
        if self.arguments.json:
            as_json({"outcome": outcome.kind, "reason": outcome.reason, "table": made})
            return STATUS[outcome.kind]
        table(said.LEVELS, said.LEVEL_HEADS, said.level_rows(made), words=2)
        table(said.STEPS, said.STEP_HEADS, said.step_rows(self.field, made), words=2)
        for line in said.faults(self.field, made):
            print(line)
        print(said.written(self.output) if outcome.kind == "complete" else said.ended(outcome))
        return STATUS[outcome.kind]

    def command(self) -> str:
        """What gives the same table again."""
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

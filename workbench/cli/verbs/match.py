"""`herbarium match`: plays bots against each other, and continues an interrupted match."""

from __future__ import annotations

import sys
import threading
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING

from rich.console import Console, Group
from rich.live import Live
from rich.text import Text

from workbench.bot_process import sandbox, trust
from workbench.cli.matches import archive_steps, live, opening_options, options, speeds, standings, words
from workbench.cli.matches.cluster import cluster_of
from workbench.cli.matches.formats import FormatRun
from workbench.cli.matches.signals import STATUS, TICK_SECONDS, handle_signals
from workbench.cli.shared.output import print_json, say
from workbench.cli.shared.readers import InputError
from workbench.cli.shared.sources import archive_to_write
from workbench.matches.analysis.sizes import LARGE_BYTES, expected_bytes
from workbench.matches.analysis.thinking_rates import LIVE_SAMPLE, thinking_rates
from workbench.matches.archive.archive import Archive, Match
from workbench.matches.archive.archive_file import (
    ArchiveError,
    ArchiveFullError,
    ArchiveGoneError,
)
from workbench.matches.archive.default import default_archive
from workbench.matches.archive.editing import Label, labels
from workbench.matches.archive.results import STRENGTH_DRAWS, names_of, summary_of
from workbench.matches.archive.resuming import find_changed_match, match_for
from workbench.matches.archive.rows import Game
from workbench.matches.planning.plan import PlanError, limit_of
from workbench.matches.workers.plan_check import check
from workbench.matches.workers.runner import Runner, RunResult
from workbench.statistics.summary import Summary
from workbench.system import folders
from workbench.system.printable import unwrap

if TYPE_CHECKING:
    from workbench.matches.cluster.choice import Cluster

LIVE_SECONDS = 1.0  # between two updates of the table at a terminal


def add_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of this verb."""
    options.add_options(parser)


def main(arguments: Namespace, kind: str = "match") -> int:
    """Run `herbarium match`, or `herbarium tournament` for another `kind`. Return the exit status.

    Raises:
        InputError: The input is invalid.
    """
    verb = "tournament" if kind != "match" else "match"
    try:
        plan = options.make_plan(arguments, kind)
        cluster = cluster_of(arguments)
        if arguments.run_bots or not arguments.bots_from_file:  # a plan file may come from another person
            for number, bot in enumerate(plan.bots):
                trust.allow_typed(bot, limit=limit_of(plan, number))
        path = archive_to_write(arguments.archive, default_archive())
        if arguments.log is not None:
            archive_steps.make_log_folder(Path(arguments.log))
        with ExitStack() as stack:
            folders.close_archive(path)  # the check starts the bots before the archive is locked
            stack.callback(folders.open_archive, path)
            checked = check(plan)
            archive = stack.enter_context(Archive(path, create=True))
            archive_steps.lock(archive, arguments.wait)
            if getattr(arguments, "format", None) is not None:
                return FormatRun(archive, checked.plan, checked.threads, arguments, cluster).run(handle_signals)
            match, resumed = match_for(archive, checked.plan, arguments.seed is not None)
            archive_steps.name_match(archive, match, arguments)
            if not resumed and not arguments.json and (found := find_changed_match(archive, match)) is not None:
                say(words.bots_changed(found[1], found[0], match))
            return Run(archive, match, checked.threads, arguments, resumed, cluster).run()
    except (PlanError, ArchiveError, InputError) as error:
        raise InputError(f"{verb}: {error}") from None
    except ArchiveFullError as error:
        print(
            (words.archive_gone if isinstance(error, ArchiveGoneError) else words.archive_full)(str(error)),
            file=sys.stderr,
        )
        return 1


class Run:
    """One run of a match, with its progress on standard error.

    Args:
        archive: The archive of the match, locked by the caller.
        match: The match.
        threads: The threads of one game.
        arguments: The command line.
        resumed: Whether an earlier run started the match.
        cluster: Where the games are played, or None for this machine.
    """

    def __init__(
        self,
        archive: Archive,
        match: Match,
        threads: int,
        arguments: Namespace,
        resumed: bool,
        cluster: Cluster | None = None,
    ) -> None:
        self.archive, self.match, self.arguments, self.resumed = archive, match, arguments, resumed
        self.cluster = cluster
        self.runner = Runner(
            archive, match, threads, arguments.jobs, self.on_game,
            make_courier=None if cluster is None else cluster.courier_for(match),
        )  # fmt: skip
        self.warning = sandbox.warning() if any(map(trust.is_foreign, match.plan.bots)) else ""
        self.before = sum(game.counts for game in archive.games(match.id))
        self.played = self.decisions = 0  # games and their decisions in this run
        self.summary: Summary | None = None  # the latest figures of the running match
        self.began = monotonic()
        self.asleep = 0.0  # seconds in which the run was paused
        self.logs = archive_steps.LogFolder(arguments.log, archive)
        self.outcome: RunResult | None = None
        self.failed: BaseException | None = None

    def on_game(self, game: Game) -> None:
        """Add a saved game to the count, and write its log to the folder of `--log`."""
        self.played += game.counts
        self.decisions += game.decisions
        self.logs.write(self.match, game)

    def add_pause(self, seconds: float) -> None:
        """Add the seconds of a pause."""
        self.asleep += seconds

    def run(self) -> int:
        """Play the remaining games and print the result. Return the exit status."""
        console = Console(file=unwrap(sys.stderr))
        if not self.arguments.json:
            for line in words.start_lines(
                self.match, self.archive.path, self.before, self.runner.schedule.games, self.resumed
            ):
                say(line)
            for warning in self.start_warnings():
                say(warning)
            sys.stdout.flush()
        thread = threading.Thread(target=self.play, name="match")
        with handle_signals(self.runner, self.add_pause):
            thread.start()
            if console.is_terminal:
                self.show_live(console, thread)
            else:
                self.print_log(thread)
            thread.join()
        if self.failed is not None:
            raise self.failed
        assert self.outcome is not None
        self.print_result(self.outcome)
        return STATUS[self.outcome.kind] or archive_steps.fault_status(
            self.archive.games(self.match.id), self.arguments.strict
        )

    def start_warnings(self) -> Iterator[str]:
        """Yield what the user should know before the first game: a weak sandbox, repeated openings, a large archive."""
        plan = self.match.plan
        if self.warning:
            yield self.warning
        if repeated := opening_options.repetition(plan):
            yield repeated
        left = self.runner.schedule.games - self.before
        if (size := expected_bytes(self.archive, self.match, left)) > LARGE_BYTES:
            yield words.large_archive(size, plan.reports)

    def play(self) -> None:
        """Run the match on a separate thread, and store the outcome or the exception."""
        try:
            self.outcome = self.runner.run()
        except BaseException as error:  # `run` raises it again on the main thread.
            self.failed = error

    def show_live(self, console: Console, thread: threading.Thread) -> None:
        """Show a live table while the match runs."""
        try:
            reader = Archive(self.archive.path, read_only=True)
        except ArchiveError:  # The archive has just disappeared; the runner will report this.
            self.print_log(thread)
            return
        with reader, Live(console=console, auto_refresh=False, transient=True) as shown:
            while thread.is_alive():
                start = monotonic()
                shown.update(self.live_view(reader, console), refresh=True)
                thread.join(max(LIVE_SECONDS, live.WAIT_FACTOR * (monotonic() - start)))

    def live_view(self, reader: Archive, console: Console) -> Group:
        """Return the live table, the progress and the keys."""
        self.summary = summary_of(reader, self.match)
        table = standings.standing_table(self.summary, console)
        lines = [Text(line) for line in live.figures(self.summary)] if len(self.match.plan.bots) == 2 else []
        lines += [Text(line) for line in self.speed_lines(reader)]
        keys = words.FINISHING if self.runner.finishing else words.KEYS
        if self.cluster is not None:
            lines += [Text(line) for line in self.cluster.lines()]
        return Group(table, *lines, Text(self.progress()), Text(keys, style="dim"))

    def print_log(self, thread: threading.Thread) -> None:
        """Print the progress and the figures so far, for a log: every `LINE_SECONDS`, or as `--every` says.

        With `--every`, the last line has all games of this run.
        """
        timer, finishing_shown = live.ProgressTimer(self.arguments.every), False
        while thread.is_alive():
            thread.join(TICK_SECONDS)
            if self.runner.finishing and not finishing_shown:
                finishing_shown = True
                print(words.FINISHING, file=sys.stderr, flush=True)
            if timer.due(self.played):
                timer.print(self.played, self.print_figures)
        if self.failed is None and timer.due_last(self.played):
            self.print_figures()

    def print_figures(self) -> None:
        """Print the progress and the figures so far on standard error."""
        lines: list[str] = []
        with suppress(ArchiveError), Archive(self.archive.path, read_only=True) as reader:
            self.summary = summary_of(reader, self.match)
            lines = [*live.figures(self.summary), *self.speed_lines(reader)]
        if self.cluster is not None:
            lines += self.cluster.lines()
        for line in (self.progress(), *(f"  {line}" for line in lines)):
            print(line, file=sys.stderr)
        sys.stderr.flush()

    def speed_lines(self, reader: Archive) -> list[str]:
        """Return the decisions and simulations per second, or nothing before the first game of this run has ended."""
        if not self.decisions:
            return []
        rates = thinking_rates(reader, self.match, LIVE_SAMPLE)
        seconds = monotonic() - self.began - self.asleep
        return [speeds.speed_line(self.decisions, seconds, rates, names_of(self.match.plan))]

    def progress(self) -> str:
        """Return the number of games played and the time left."""
        done, games = self.before + self.played, self.runner.schedule.games
        seconds = monotonic() - self.began - self.asleep
        left = live.games_left(self.summary, games - done)
        remaining = left * seconds / self.played if self.played else None
        tested = self.match.plan.sprt is not None
        return live.progress(done, games, self.runner.running, remaining, self.runner.paused, tested)

    def print_result(self, outcome: RunResult) -> None:
        """Print the result: the tables, why an incomplete match ended, and a summary line."""
        summary = summary_of(self.archive, self.match, STRENGTH_DRAWS)
        if self.arguments.json:
            label = labels(self.archive).get(self.match.id, Label())
            print_json(
                {
                    "match": self.match.id,
                    "archive": str(self.archive.path),
                    "name": label.name,
                    "tags": label.tags,
                    "outcome": outcome.kind,
                    "reason": outcome.reason,
                    "plan": self.match.plan,
                    "summary": summary,
                    "sandbox": sandbox.state(),
                    "workers": None if self.cluster is None else self.cluster.facts(),
                }
            )
            return
        standings.show(summary)
        if rates := thinking_rates(self.archive, self.match):
            say(speeds.rate_line(rates, summary.bots))
        for line in words.permission_lines(self.match):
            print(line)
        if outcome.kind not in ("complete", "decided"):
            say(words.end_reason(outcome, self.match, self.archive.path))
        for line in [*(self.cluster.lines() if self.cluster is not None else ()), *words.disagreements(self.runner)]:
            say(line)
        if outcome.kind != "gone":  # The archive no longer exists.
            say(words.summary_line(summary, self.match, self.archive.path))

"""`herbarium match`: plays bots against each other, and continues an interrupted match."""

from __future__ import annotations

import os
import signal
import sys
import threading
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic, sleep
from types import FrameType
from typing import Protocol

from rich.console import Console, Group
from rich.live import Live
from rich.text import Text

from workbench.bot_process import sandbox, trust
from workbench.bot_process.process import OWN_FILE
from workbench.cli.matches import options, standings, words
from workbench.cli.shared.output import as_json
from workbench.cli.shared.readers import BadInput
from workbench.matches.archive.archive import Archive, ArchiveFull, ArchiveGone, BadArchive, Game, Match
from workbench.matches.archive.records import own_archive
from workbench.matches.archive.results import STRENGTH_SECONDS, summary_of
from workbench.matches.archive.resuming import changed_since, match_for
from workbench.matches.planning.plan import BadPlan
from workbench.matches.workers.plan_check import check
from workbench.matches.workers.runner import Runner, RunResult
from workbench.system.printable import underneath

LIVE_SECONDS = 1.0  # between two looks at a terminal
LINE_SECONDS = 30.0  # between two lines in a pipe
TICK_SECONDS = 0.2
TELLING_SECONDS = 2.0  # at most, until the workers know of a pause
LEISURE = 30  # the standings may take one part in so many of the time
STATUS = {"complete": 0, "decided": 0, "stopped": 130, "halted": 1, "full": 1, "gone": 1}


def add_arguments(parser: ArgumentParser) -> None:
    options.add(parser)


def main(arguments: Namespace, kind: str = "match") -> int:
    verb = "tournament" if kind != "match" else "match"
    try:
        plan = options.plan_of(arguments, kind)
        trust.typed(*plan.bots, limit=plan.limit)
        checked = check(plan)
        path = own_archive() if arguments.archive is None else Path(arguments.archive)
        with Archive(path, create=True) as archive:
            archive.lock()
            match, begun = match_for(archive, checked.plan, arguments.seed is not None)
            if not begun and not arguments.json and (found := changed_since(archive, match)) is not None:
                print(words.changed(found[1], found[0], match))
            return Run(archive, match, checked.threads, arguments, begun).run()
    except (BadPlan, BadArchive, BadInput) as error:
        raise BadInput(f"{verb}: {error}") from None
    except ArchiveFull as error:
        print((words.gone if isinstance(error, ArchiveGone) else words.full)(str(error)), file=sys.stderr)
        return 1


class Leader(Protocol):
    """Whatever has games played and can be asked to end."""

    def finish(self) -> None: ...
    def stop(self) -> None: ...
    def pause(self) -> None: ...
    def resume(self) -> None: ...
    @property
    def told(self) -> bool: ...


class Run:
    """One run of a match, watched from the shell."""

    def __init__(self, archive: Archive, match: Match, threads: int, arguments: Namespace, begun: bool) -> None:
        self.archive, self.match, self.arguments, self.begun = archive, match, arguments, begun
        self.runner = Runner(archive, match, threads, arguments.jobs, self.kept)
        self.warning = sandbox.warning() if any(OWN_FILE in bot for bot in match.plan.bots) else ""
        self.before = sum(game.counts for game in archive.games(match.id))
        self.played = 0
        self.began = monotonic()
        self.asleep = 0.0  # seconds in which it was paused
        self.outcome: RunResult | None = None
        self.failed: BaseException | None = None

    def kept(self, game: Game) -> None:
        self.played += game.counts

    def slept(self, seconds: float) -> None:
        self.asleep += seconds

    def run(self) -> int:
        """Play until there is nothing more to play; returns the exit status."""
        console = Console(file=underneath(sys.stderr))
        if not self.arguments.json:
            for line in words.begun(self.match, self.archive.path, self.before, self.runner.schedule.games, self.begun):
                print(line)
            if self.warning:
                print(self.warning)
            sys.stdout.flush()
        thread = threading.Thread(target=self.play, name="match")
        with watched_signals(self.runner, self.slept):
            thread.start()
            if console.is_terminal:
                self.watch(console, thread)
            else:
                self.log(thread)
            thread.join()
        if self.failed is not None:
            raise self.failed
        assert self.outcome is not None
        self.tell(self.outcome)
        return STATUS[self.outcome.kind]

    def play(self) -> None:
        try:
            self.outcome = self.runner.run()
        except BaseException as error:  # it belongs to whoever waits for this thread
            self.failed = error

    def watch(self, console: Console, thread: threading.Thread) -> None:
        """A live table as long as the match runs."""
        try:
            reader = Archive(self.archive.path, read_only=True)
        except BadArchive:  # the archive has just disappeared; the runner will report this
            self.log(thread)
            return
        with reader, Live(console=console, auto_refresh=False, transient=True) as live:
            while thread.is_alive():
                began = monotonic()
                live.update(self.picture(reader), refresh=True)
                thread.join(max(LIVE_SECONDS, LEISURE * (monotonic() - began)))

    def picture(self, reader: Archive) -> Group:
        table = standings.standing_table(summary_of(reader, self.match))
        keys = words.FINISHING if self.runner.finishing else words.KEYS
        return Group(table, Text(self.progress()), Text(keys, style="dim"))

    def log(self, thread: threading.Thread) -> None:
        """A line now and then, for whoever reads a log."""
        said, told = monotonic(), False
        while thread.is_alive():
            thread.join(TICK_SECONDS)
            if self.runner.finishing and not told:
                told = True
                print(words.FINISHING, file=sys.stderr, flush=True)
            if monotonic() - said >= LINE_SECONDS:
                said = monotonic()
                print(self.progress(), file=sys.stderr, flush=True)

    def progress(self) -> str:
        """How far it is, and the time that is left."""
        done, games = self.before + self.played, self.runner.schedule.games
        seconds = monotonic() - self.began - self.asleep
        left = (games - done) * seconds / self.played if self.played else None
        return words.progress(done, games, self.runner.running, left, self.runner.paused)

    def tell(self, outcome: RunResult) -> None:
        """The result: the tables, why it ended if it was not complete, and one line that says it all."""
        summary = summary_of(self.archive, self.match, STRENGTH_SECONDS)
        if self.arguments.json:
            as_json(
                {
                    "match": self.match.id,
                    "archive": str(self.archive.path),
                    "outcome": outcome.kind,
                    "reason": outcome.reason,
                    "plan": self.match.plan,
                    "summary": summary,
                    "sandbox": sandbox.state(),
                }
            )
            return
        standings.show(summary)
        if outcome.kind not in ("complete", "decided"):
            print(words.ended(outcome, self.match, self.archive.path))
        if outcome.kind != "gone":  # there is no archive that could be named
            print(words.result(summary, self.match, self.archive.path))


@contextmanager
def watched_signals(runner: Leader, slept: Callable[[float], None] = lambda seconds: None) -> Iterator[None]:
    """Ctrl-C lets running games end, a second one stops them; so does a polite end. Ctrl-Z pauses;
    `slept` is told how long."""
    pressed = 0

    def interrupt(number: int, frame: FrameType | None) -> None:
        nonlocal pressed
        pressed += 1
        if pressed == 1:
            runner.finish()
        else:
            runner.stop()

    def suspend(number: int, frame: FrameType | None) -> None:
        began = monotonic()
        runner.pause()
        # once this process stands still nobody tells the workers
        while not runner.told and monotonic() < began + TELLING_SECONDS:
            sleep(0.01)
        os.kill(os.getpid(), signal.SIGSTOP)
        runner.resume()
        slept(monotonic() - began)

    handlers = {signal.SIGINT: interrupt, signal.SIGTERM: lambda number, frame: runner.stop()}
    if hasattr(signal, "SIGTSTP"):
        handlers[signal.SIGTSTP] = suspend
    before = {number: signal.signal(number, handler) for number, handler in handlers.items()}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)

"""One run of a study in the terminal, with its progress on standard error."""

from __future__ import annotations

import sys
import threading
from argparse import Namespace
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING

from workbench.cli.matches.live import Every
from workbench.cli.matches.signals import LINE_SECONDS, TICK_SECONDS, handle_signals
from workbench.cli.studies import words
from workbench.matches.archive.archive import Archive
from workbench.matches.archive.rows import Game
from workbench.matches.workers.runner import RunResult
from workbench.studies.recipe import Recipe
from workbench.studies.study import Study

if TYPE_CHECKING:
    from workbench.matches.cluster.choice import Cluster


class StudyRun:
    """A run of a study.

    Args:
        archive: The archive; locked, if games are played.
        recipe: The recipe.
        folder: The folder of its file.
        arguments: The command line.
        cluster: Where the games are played, or None for this machine.
    """

    def __init__(
        self, archive: Archive, recipe: Recipe, folder: Path, arguments: Namespace, cluster: Cluster | None
    ) -> None:
        self.arguments, self.cluster = arguments, cluster
        self.study = Study(
            archive, recipe, folder, arguments.jobs, None if cluster is None else cluster.courier_for,
            arguments.blocks, self.on_game, self.on_start,
        )  # fmt: skip
        self.name = ""  # of the current match
        self.games: int | None = None  # of the current match, or None if a calibration decides that
        self.played = self.played_now = 0  # games of this run, and of the current match
        self.began = monotonic()
        self.outcome: RunResult | None = None
        self.failed: BaseException | None = None

    def on_game(self, game: Game) -> None:
        """Add a saved game to the counts."""
        self.played += game.counts
        self.played_now += game.counts

    def on_start(self, name: str, games: int | None, before: int) -> None:
        """Note which match begins. `before` is the number of its games that are already played."""
        self.name, self.games, self.played_now = name, games, before

    def run(self) -> RunResult:
        """Play the games on a thread, and print the progress."""
        every: Every = self.arguments.every or Every(None, LINE_SECONDS)
        thread = threading.Thread(target=self.play, name="study")
        with handle_signals(self.study):
            thread.start()
            last_line, last_games, last_name = monotonic(), 0, ""
            while thread.is_alive():
                thread.join(TICK_SECONDS)
                due = (
                    monotonic() - last_line >= every.seconds
                    if every.seconds is not None
                    else self.played - last_games >= (every.games or 1)
                )
                if self.name != last_name or due:
                    last_name, last_line, last_games = self.name, monotonic(), self.played
                    for line in self.progress_lines():
                        print(line, file=sys.stderr, flush=True)
            thread.join()
        if self.failed is not None:
            raise self.failed
        assert self.outcome is not None
        return self.outcome

    def play(self) -> None:
        """Run the study, and store the outcome or the exception."""
        try:
            self.outcome = self.study.run()
        except BaseException as error:  # `run` raises it again on the main thread.
            self.failed = error

    def progress_lines(self) -> list[str]:
        """Return the progress, and what the workers of a cluster do."""
        lines = [words.progress(self.name, self.played_now, self.games, self.played, monotonic() - self.began)]
        return lines + ([] if self.cluster is None else self.cluster.lines())

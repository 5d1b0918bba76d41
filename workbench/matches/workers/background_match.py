"""A match that runs in the background of a window, directed by a thread."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from pathlib import Path
from time import monotonic
from typing import Literal

import msgspec

from workbench.bot_process.trust import Question
from workbench.matches.archive.archive import Archive, Match
from workbench.matches.archive.archive_file import ArchiveFullError
from workbench.matches.archive.resuming import match_for
from workbench.matches.archive.rows import Game
from workbench.matches.planning.plan import Plan, PlanError, Schedule
from workbench.matches.planning.task import PositionUpdate
from workbench.matches.workers.courier import MakeCourier
from workbench.matches.workers.plan_check import PlanNotAllowedError, check
from workbench.matches.workers.progress import Progress, Stage
from workbench.matches.workers.runner import Runner, RunResult


class BotChangedError(PlanError):
    """Raised when a bot has changed since the match began, so the remaining games would not be comparable."""


class BackgroundMatch:
    """A background run that plays a plan or continues a match. A window polls `progress`, on any thread.

    Args:
        path: The archive.
        plan_or_number: A plan to play, or the number of a match to continue.
        jobs: The maximum number of games at a time. None means one for each core.
        more_blocks: The number of blocks by which to extend a match that is continued.
        courier_for: Returns what makes the courier of the match. None means worker processes on this machine.
    """

    def __init__(
        self,
        path: Path,
        plan_or_number: Plan | int,
        jobs: int | None = None,
        more_blocks: int = 0,
        courier_for: Callable[[Match], MakeCourier] | None = None,
    ) -> None:
        self.path, self.plan_or_number, self.jobs, self.more_blocks = path, plan_or_number, jobs, more_blocks
        self._courier_for = courier_for
        self._runner: Runner | None = None
        self._match: Match | None = None
        self._outcome: RunResult | None = None
        self._fault, self._changed = "", False
        self._refused: Question | None = None
        self._done = self._games = self._done_before = self._attempts = 0
        self._clock_started: float | None = None  # when the clock was last started, None while it is stopped
        self._seconds = 0.0
        # This and the next two store requests that arrive before there is a runner.
        self._request: Literal["", "finish", "stop"] = ""
        self._paused = False
        self._watched = False
        self._lock = threading.Lock()
        self.thread = threading.Thread(target=self._run, name="match", daemon=True)
        self.thread.start()

    # Requests ---------------------------------------------------------------------------------------------------------

    def pause(self) -> None:
        """Pause all games before their next decision, unless `finish` or `stop` was called."""
        with self._lock:
            self._paused = not self._request  # finishing takes precedence over a pause
            if self._runner is not None and not self._runner.paused:
                self._runner.pause()
                self._stop_clock()

    def resume(self) -> None:
        """Resume paused games."""
        with self._lock:
            self._paused = False
            if self._runner is not None:
                self._runner.resume()
                self._clock_started = self._clock_started or monotonic()

    def finish(self) -> None:
        """Start no more games and let the running ones end."""
        with self._lock:
            self._request, self._paused = self._request or "finish", False
            if self._runner is not None:
                self._runner.finish()
                self._clock_started = self._clock_started or monotonic()

    def stop(self) -> None:
        """Abort the running games."""
        with self._lock:
            self._request = "stop"
            if self._runner is not None:
                self._runner.stop()

    def watch(self, on: bool) -> None:
        """Turn the collection of positions of the running games on or off."""
        with self._lock:
            self._watched = on
            if self._runner is not None and self._runner.watched != on:
                self._runner.watch(on)

    def join(self) -> None:
        """Wait for the end of the run."""
        self.thread.join()

    @property
    def positions(self) -> Mapping[int, PositionUpdate]:
        """The current positions of the running games, by game number."""
        return self._runner.positions if self._runner is not None else {}

    @property
    def is_over(self) -> bool:
        """Whether the run has ended."""
        return self._outcome is not None or bool(self._fault)

    @property
    def progress(self) -> Progress:
        """The current progress."""
        runner = self._runner
        paused, finishing = (
            (self._paused, self._request == "finish") if runner is None else (runner.paused, runner.finishing)
        )
        stage: Stage = "ended" if self.is_over else "playing" if runner is not None else "beginning"
        since = self._clock_started
        match = self._match
        number = (
            match.id if match is not None else self.plan_or_number if isinstance(self.plan_or_number, int) else None
        )
        return Progress(
            stage, number, match, self._done, self._games, self._done - self._done_before, self._attempts,
            0 if self.is_over or runner is None else runner.running,
            self._seconds + (monotonic() - since if since is not None else 0.0),
            paused and not self.is_over, finishing, self._outcome, self._fault, self._changed, self._refused,
        )  # fmt: skip

    # The run ----------------------------------------------------------------------------------------------------------

    def _run(self) -> None:
        try:
            outcome = self._play()
        except (ValueError, ArchiveFullError) as error:
            self._changed = isinstance(error, BotChangedError)
            self._refused = error.question if isinstance(error, PlanNotAllowedError) else None
            self._fault = str(error)  # set last, because this ends the run for observers
        except Exception as error:  # the window reports any error, and stored games are safe
            self._fault = f"{type(error).__name__}: {error}"
        else:
            self._stop_clock()
            self._outcome = outcome
        self._stop_clock()

    def _play(self) -> RunResult:
        with ExitStack() as stack:
            archive = stack.enter_context(Archive(self.path, create=isinstance(self.plan_or_number, Plan)))
            archive.lock()
            if isinstance(self.plan_or_number, Plan):
                checked = check(self.plan_or_number)
                match, _ = match_for(archive, checked.plan, True)
            else:
                match = archive.match(self.plan_or_number)
                checked = check(match.plan)
                if changed := [
                    new
                    for new, old, bot in zip(
                        checked.plan.bots, match.plan.versions, checked.plan.versions, strict=False
                    )
                    if old != bot
                ]:
                    raise BotChangedError(
                        f"{changed[0]} has changed since this match was begun, so its games would not be the same; "
                        "begin a new match"
                    )
                if self.more_blocks:
                    plan = msgspec.structs.replace(match.plan, blocks=match.plan.blocks + self.more_blocks)
                    archive.replace_plan(match.id, plan)
                    match = match._replace(plan=plan)
            make = None if self._courier_for is None else self._courier_for(match)
            runner = Runner(archive, match, checked.threads, self.jobs, self._count_game, make_courier=make)
            settled = [game for game in archive.games(match.id) if game.counts]
            with self._lock:
                self._match, self._games = match, Schedule(match.plan).games
                self._done = self._done_before = len(settled)
                self._runner, self._clock_started = runner, None if self._paused else monotonic()
                runner.watched = self._watched
                if self._paused:
                    runner.pause()
                if self._request == "stop":
                    runner.stop()
                elif self._request == "finish":
                    runner.finish()
            return runner.run()

    def _count_game(self, game: Game) -> None:
        self._attempts += 1
        self._done += game.counts

    def _stop_clock(self) -> None:
        """Stop the clock of the run."""
        if self._clock_started is not None:
            self._seconds, self._clock_started = self._seconds + monotonic() - self._clock_started, None

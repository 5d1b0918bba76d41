"""A match that runs while a window is open: on a thread that leads the worker processes."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from contextlib import ExitStack
from pathlib import Path
from time import monotonic
from typing import Literal, NamedTuple

from workbench.bot_process.trust import Question
from workbench.matches.archive.archive import Archive, ArchiveFull, Game, Match
from workbench.matches.archive.resuming import match_for
from workbench.matches.planning.plan import BadPlan, Plan, Schedule
from workbench.matches.planning.task import Glimpse
from workbench.matches.workers.plan_check import NotAllowedPlan, check
from workbench.matches.workers.runner import Runner, RunResult

Stage = Literal["beginning", "playing", "ended"]


class Changed(BadPlan):
    """A match whose bots are not what they were, so that its other games would not be those that were begun."""


class Progress(NamedTuple):
    """How a match stands. `number` is known before `match` where one is gone on with. `done` are the games that count,
    `played` those of them since it was begun or gone on with, `attempts` all that were kept since then; `seconds` are
    those in which it was not paused."""

    stage: Stage
    number: int | None = None
    match: Match | None = None
    done: int = 0
    games: int = 0
    played: int = 0
    attempts: int = 0
    running: int = 0
    seconds: float = 0.0
    paused: bool = False
    finishing: bool = False
    outcome: RunResult | None = None
    fault: str = ""  # why it could not begin, or broke off
    changed: bool = False  # whether that is because a bot is another one by now
    refused: Question | None = None  # whether that is because the user has not agreed to a bot

    @property
    def left(self) -> float | None:
        """The seconds that are left at the pace so far; None as long as nothing tells."""
        return (self.games - self.done) * self.seconds / self.played if self.played else None


class BackgroundMatch:
    """Plays a plan, or goes on with a match of the archive. Whoever watches asks for `progress`, on any thread."""

    def __init__(self, path: Path, what: Plan | int, jobs: int | None = None) -> None:
        self.path, self.what, self.jobs = path, what, jobs
        self._runner: Runner | None = None
        self._match: Match | None = None
        self._outcome: RunResult | None = None
        self._fault, self._changed = "", False
        self._refused: Question | None = None
        self._done = self._games = self._before = self._attempts = 0
        self._since: float | None = None  # when it began or went on last, None while it is paused
        self._seconds = 0.0
        self._wish: Literal["", "finish", "stop"] = (
            ""  # this and the next are what was asked for before there was a runner
        )
        self._paused = False
        self._watched = False
        self._lock = threading.Lock()
        self.thread = threading.Thread(target=self._run, name="match", daemon=True)
        self.thread.start()

    # What may be asked of it ------------------------------------------------------------------------------------------

    def pause(self) -> None:
        with self._lock:
            self._paused = not self._wish  # to begin no games is more than to wait with them
            if self._runner is not None and not self._runner.paused:
                self._runner.pause()
                self._hold()

    def resume(self) -> None:
        with self._lock:
            self._paused = False
            if self._runner is not None:
                self._runner.resume()
                self._since = self._since or monotonic()

    def finish(self) -> None:
        """Begin no more games."""
        with self._lock:
            self._wish, self._paused = self._wish or "finish", False
            if self._runner is not None:
                self._runner.finish()
                self._since = self._since or monotonic()

    def stop(self) -> None:
        """End now."""
        with self._lock:
            self._wish = "stop"
            if self._runner is not None:
                self._runner.stop()

    def watch(self, on: bool) -> None:
        """Whether `glimpses` of the games that run are wanted."""
        with self._lock:
            self._watched = on
            if self._runner is not None and self._runner.watched != on:
                self._runner.watch(on)

    def join(self) -> None:
        self.thread.join()

    @property
    def glimpses(self) -> Mapping[int, Glimpse]:
        """Where the games stand that run, by their numbers."""
        return self._runner.glimpses if self._runner is not None else {}

    @property
    def over(self) -> bool:
        return self._outcome is not None or bool(self._fault)

    @property
    def progress(self) -> Progress:
        runner = self._runner
        paused, finishing = (
            (self._paused, self._wish == "finish") if runner is None else (runner.paused, runner.finishing)
        )
        stage: Stage = "ended" if self.over else "playing" if runner is not None else "beginning"
        since = self._since
        match = self._match
        number = match.id if match is not None else self.what if isinstance(self.what, int) else None
        return Progress(
            stage, number, match, self._done, self._games, self._done - self._before, self._attempts,
            0 if self.over or runner is None else runner.running,
            self._seconds + (monotonic() - since if since is not None else 0.0),
            paused and not self.over, finishing, self._outcome, self._fault, self._changed, self._refused,
        )  # fmt: skip

    # The run ----------------------------------------------------------------------------------------------------------

    def _run(self) -> None:
        try:
            outcome = self._play()
        except (ValueError, ArchiveFull) as error:
            self._changed = isinstance(error, Changed)
            self._refused = error.question if isinstance(error, NotAllowedPlan) else None
            self._fault = str(error)  # last: with it, it is over
        except Exception as error:  # whoever watches says so, and what is in the archive is safe
            self._fault = f"{type(error).__name__}: {error}"
        else:
            self._hold()
            self._outcome = outcome
        self._hold()

    def _play(self) -> RunResult:
        with ExitStack() as stack:
            archive = stack.enter_context(Archive(self.path, create=isinstance(self.what, Plan)))
            archive.lock()
            if isinstance(self.what, Plan):
                checked = check(self.what)
                match, _ = match_for(archive, checked.plan, True)
            else:
                match = archive.match(self.what)
                checked = check(match.plan)
                if changed := [
                    new
                    for new, old, one in zip(
                        checked.plan.bots, match.plan.versions, checked.plan.versions, strict=False
                    )
                    if old != one
                ]:
                    raise Changed(
                        f"{changed[0]} has changed since this match was begun, so its games would not be the same; "
                        "begin a new match"
                    )
            runner = Runner(archive, match, checked.threads, self.jobs, self._kept)
            settled = [game for game in archive.games(match.id) if game.counts]
            with self._lock:
                self._match, self._games = match, Schedule(match.plan).games
                self._done = self._before = len(settled)
                self._runner, self._since = runner, None if self._paused else monotonic()
                runner.watched = self._watched
                if self._paused:
                    runner.pause()
                if self._wish == "stop":
                    runner.stop()
                elif self._wish == "finish":
                    runner.finish()
            return runner.run()

    def _kept(self, game: Game) -> None:
        self._attempts += 1
        self._done += game.counts

    def _hold(self) -> None:
        """The time that passes from now on does not count."""
        if self._since is not None:
            self._seconds, self._since = self._seconds + monotonic() - self._since, None

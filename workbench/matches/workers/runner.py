"""The runner of a match. It plays the games in worker processes and stores each finished game."""

from __future__ import annotations

import queue
from collections import deque
from collections.abc import Callable, Iterator
from typing import Literal, NamedTuple

import msgspec

from bots import BotError
from bots.sources import Source
from workbench.bot_process import sandbox, trust
from workbench.matches.archive.archive import Archive, Match
from workbench.matches.archive.archive_file import ArchiveFullError, ArchiveGoneError
from workbench.matches.archive.rows import Game
from workbench.matches.archive.sequential import SequentialTest
from workbench.matches.planning.plan import Plan, Schedule
from workbench.matches.planning.task import (
    Dropped,
    PlayedGame,
    PositionUpdate,
    Task,
    WorkerCommand,
    sources_of,
    task_of,
)
from workbench.matches.workers.game import abandoned_game
from workbench.matches.workers.pool import Worker, WorkerMessage
from workbench.system.cores import CORES, Cores

KILLED_BY_SIGNAL = "it was ended by SIG"  # part of the result of `Child.end`
MAX_DEATHS = 3  # consecutive deaths of workers without a finished game, after which the run is halted
GameAttempt = tuple[int, int]  # game number, attempt


class RunResult(NamedTuple):
    """The result of a run.

    `kind` is "complete" if all games are played, "decided" if the sequential test is decided, "stopped" by request,
    "halted" after repeated failures, "full" if the archive accepts no more games, or "gone" if it was deleted, replaced
    or unmounted.
    """

    kind: Literal["complete", "decided", "stopped", "halted", "full", "gone"]
    reason: str = ""


class Runner:
    """A runner that plays the missing games of a match.

    `run` blocks; while it runs, other methods may be called on any thread.

    Args:
        archive: The locked archive.
        match: The match.
        threads: The maximum number of threads of one game.
        jobs: The maximum number of games at a time. None means one for each core.
        on_game: Called on the runner's thread for each stored attempt.
        cores: The cores to share with other work.
    """

    def __init__(
        self,
        archive: Archive,
        match: Match,
        threads: int = 1,
        jobs: int | None = None,
        on_game: Callable[[Game], None] = lambda game: None,
        cores: Cores = CORES,
    ) -> None:
        self.archive, self.match, self.threads, self.jobs, self.on_game = archive, match, max(1, threads), jobs, on_game
        self.plan: Plan = match.plan
        self.schedule = Schedule(self.plan)
        self.test = SequentialTest(self.plan, self.schedule) if self.plan.sprt is not None else None
        self.cores = cores
        self.sources: tuple[Source | None, ...] = ()  # files of the plan's bots, set by `run`
        self.workers: list[Worker] = []
        self.paused = self.watched = False
        # positions of running games while they are watched, by number; replaced on each change, never modified
        self.positions: dict[int, PositionUpdate] = {}
        self._messages: queue.SimpleQueue[WorkerMessage | None] = queue.SimpleQueue()
        self._request: Literal["", "finish", "stop"] = ""
        self._done: set[GameAttempt] = set()
        self._faults: dict[int, str] = {}  # game number -> why its last attempt in this run failed
        # game number -> the bot that failed in its last attempt in this run
        self._failed_bots: dict[int, int] = {}
        self._first_games: dict[int, list[int]] = {}  # bot -> its first two games started by this run
        self._repeats: deque[GameAttempt] = deque()
        self._deaths = 0
        self._drop_sent = False
        self._sent_paused = self._sent_watched = False

    # Requests ---------------------------------------------------------------------------------------------------------

    def pause(self) -> None:
        """Pause all games before their next decision."""
        self.paused = True
        self._wake()

    def resume(self) -> None:
        """Resume paused games."""
        self.paused = False
        self._wake()

    def finish(self) -> None:
        """Start no more games and let the running ones end."""
        self._request = self._request or "finish"
        self.resume()

    def stop(self) -> None:
        """Abort the running games. The next run replays them with the same seeds."""
        self._request = "stop"
        self._wake()

    def watch(self, on: bool) -> None:
        """Turn the collection of positions of the running games on or off."""
        self.watched = on
        self._wake()

    @property
    def pause_sent(self) -> bool:
        """Whether the workers have received the last pause or resume command."""
        return self.paused == self._sent_paused

    @property
    def finishing(self) -> bool:
        """Whether the run starts no more games and waits for the running ones."""
        return self._request == "finish"

    @property
    def running(self) -> int:
        """The number of games being played."""
        return sum(bool(worker.tasks) for worker in self.workers)

    # The run ----------------------------------------------------------------------------------------------------------

    def run(self) -> RunResult:
        """Play until the match ends or is stopped. All worker processes have ended when this returns."""
        try:
            self.sources = sources_of(self.plan)
        except BotError as error:
            return RunResult("halted", str(error))
        stored = list(self.archive.games(self.match.id))
        for game in stored:
            self._note(game)
        if self.test is not None:
            self.test.add(*stored)
        self._failed_bots.clear()  # the causes of failures in earlier runs may have been fixed
        remaining = self._remaining_games()
        kill = True
        try:
            with self.cores.claim(
                self.cores.total if self.jobs is None else self.jobs * self.threads, self._wake
            ) as claim:
                while True:
                    reason = self._halt_reason()
                    if reason:
                        return RunResult("halted", reason)
                    if self.test is not None and self.test.verdict:
                        return RunResult("decided", self.test.verdict)
                    if self._request == "stop":
                        return RunResult("stopped")
                    self._send_commands()
                    self._assign_games(remaining, max(1, claim.share // self.threads))
                    if not self.running and not self._held_by_pause:
                        kill = False
                        return RunResult("stopped" if self._request else "complete")
                    self._handle_message(self._messages.get())
        except ArchiveFullError as error:
            return RunResult("gone" if isinstance(error, ArchiveGoneError) else "full", str(error))
        finally:
            for worker in self.workers:
                worker.close(kill)
            self.workers.clear()

    def _wake(self) -> None:
        """Let the runner's thread check for requests. Safe to call from a signal handler."""
        self._messages.put(None)

    def _send_commands(self) -> None:
        if self.paused != self._sent_paused:
            paused = self.paused
            for worker in self.workers:
                worker.order(WorkerCommand("pause" if paused else "resume"))
            self._sent_paused = paused
        if self.watched != self._sent_watched:
            self._sent_watched = self.watched
            self.positions = {}
            for worker in self.workers:
                worker.order(WorkerCommand("watch" if self.watched else "blind"))

    def _remaining_games(self) -> Iterator[GameAttempt]:
        """Yield the games to play, in order."""
        for number in range(self.schedule.games):
            if (number, 1) not in self._done:
                yield number, 1

    def _assign_games(self, remaining: Iterator[GameAttempt], jobs: int) -> None:
        """Assign every worker a game and a waiting game, so that no worker is idle."""
        if self._request:
            if not self._drop_sent:
                self._drop_sent = True
                for worker in self.workers:
                    worker.order(WorkerCommand("drop"))
            return
        if self.paused:
            return
        # near the end, no game must wait behind another while a core is idle
        for depth in (1, 2) if self._games_left >= 2 * jobs else (1,):
            for number in range(jobs):
                if number >= len(self.workers):
                    step = self._next_attempt(remaining)
                    if step is None:
                        return
                    self.workers.append(Worker(self._messages))
                    if self._sent_watched:
                        self.workers[-1].order(WorkerCommand("watch"))
                    self.workers[-1].assign(self._task(step))
                elif len(self.workers[number].tasks) < depth:
                    step = self._next_attempt(remaining)
                    if step is None:
                        return
                    self.workers[number].assign(self._task(step))

    @property
    def _games_left(self) -> int:
        """The number of games not yet played or assigned, without replays of void games."""
        return (
            self.schedule.games
            - len({number for number, _ in self._done})
            - sum(len(worker.tasks) for worker in self.workers)
        )

    @property
    def _held_by_pause(self) -> bool:
        """Whether only a pause holds games back."""
        return self.paused and not self._request and bool(self._repeats or self._games_left)

    def _next_attempt(self, remaining: Iterator[GameAttempt]) -> GameAttempt | None:
        return self._repeats.popleft() if self._repeats else next(remaining, None)

    def _task(self, step: GameAttempt) -> Task:
        number, attempt = step
        if attempt == 1:  # a second attempt may repeat a failure from before this run
            for bot in set(self.schedule.slot(number).seats):
                first = self._first_games.setdefault(bot, [])
                if len(first) < 2 and number not in first:
                    first.append(number)
        task = task_of(self.plan, self.schedule, self.match.id, *step, self.sources)
        return msgspec.structs.replace(task, threads=self.free_threads)

    @property
    def free_threads(self) -> int:
        """The number of threads that each bot may use, if only time limits it."""
        return 1 if self.jobs is None else max(1, self.cores.total // self.jobs)

    def _handle_message(self, message: WorkerMessage | None) -> None:
        if message is None or message.worker not in self.workers:
            return
        worker, content = message
        if isinstance(content, PositionUpdate):
            self.positions = {**self.positions, content.number: content}
        elif isinstance(content, Dropped):
            for task in [task for task in worker.tasks if task.number in content.numbers]:
                worker.tasks.remove(task)
        elif content is not None:
            worker.tasks.popleft()
            self._deaths = 0
            self._store(content)
        else:
            self._handle_death(worker)

    def _store(self, played: PlayedGame) -> None:
        game = self.archive.add(played, self.schedule)
        self.positions = {number: glimpse for number, glimpse in self.positions.items() if number != played.number}
        self._note(game)
        if self.test is not None:
            self.test.add(game)
        self.on_game(game)

    def _note(self, game: Game) -> None:
        """Update the lists of finished, failed and repeated games from a stored attempt."""
        self._done.add((game.number, game.attempt))
        self._failed_bots.pop(game.number, None)
        if game.guilty is not None and (not game.counts or (game.attempt == 2 and game.ending in ("crash", "timeout"))):
            self._failed_bots[game.number] = game.seats[game.guilty]
            self._faults[game.number] = game.reason
        if game.attempt == 1 and not game.counts:
            self._repeats.append((game.number, 2))
        elif game.attempt == 2 and (game.number, 2) in self._repeats:
            self._repeats.remove((game.number, 2))

    def _handle_death(self, worker: Worker) -> None:
        """Store the game of a dead worker as void, and reschedule its waiting games.

        No bot is blamed, with one exception: a bot from a file that was thinking while the sandbox could not block
        signals. It loses the game if this happens in the second attempt too.
        """
        seat = worker.thinking_seat
        cause = worker.end() or "it was ended"
        self.workers.remove(worker)
        if worker.tasks:
            task, reason = worker.tasks.popleft(), f"the worker process died: {cause}"
            suspect = (
                seat is not None
                and trust.is_foreign(task.bots[seat])
                and KILLED_BY_SIGNAL in cause
                and not sandbox.state()["signals"]
            )
            if suspect:
                assert seat is not None
                self._store(abandoned_game(task, f"{task.bots[seat]}: {reason}, while this bot was thinking", seat))
            else:
                self._deaths += 1
                self._store(abandoned_game(task, reason))
        else:
            self._deaths += 1
        self._repeats.extend((task.number, task.attempt) for task in worker.tasks)

    def _halt_reason(self) -> str:
        """Return why the run should be halted, or ""."""
        if self._deaths >= MAX_DEATHS:
            return f"{MAX_DEATHS} processes have died in a row"
        for bot, first in self._first_games.items():
            if len(first) == 2 and all(self._failed_bots.get(number) == bot for number in first):
                first_number, second_number = sorted(first)
                text = self.plan.bots[bot]
                fault = " ".join(self._faults[second_number].split()).removeprefix(f"{text}: ")
                games = f"games {first_number + 1} and {second_number + 1}"
                return f"{text} could finish neither of its first two games ({games}): {fault}"
        return ""

"""The runner of a match. It submits the games to a courier and stores each finished game."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from typing import Literal, NamedTuple

import msgspec

from bots import BotError
from bots.loading.sources import Source
from workbench.matches.archive.archive import Archive, Match
from workbench.matches.archive.archive_file import ArchiveFullError, ArchiveGoneError
from workbench.matches.archive.lucks import stored_lucks
from workbench.matches.archive.rows import Game
from workbench.matches.archive.sequential import SequentialTest
from workbench.matches.planning.plan import Plan, Schedule, is_timed
from workbench.matches.planning.task import (
    PlayedGame,
    PositionUpdate,
    Task,
    WorkerCommand,
    sources_of,
    task_of,
)
from workbench.matches.workers.courier import (
    BlockAttempt,
    Courier,
    CourierLostError,
    Delivery,
    Finished,
    MakeCourier,
    Returned,
)
from workbench.matches.workers.duplicates import is_same_game
from workbench.matches.workers.pool import LocalPool
from workbench.system.cores import CORES, Cores

MAX_DEATHS = 3  # consecutive deaths of workers without a finished game, after which the run is halted
GameAttempt = tuple[int, int]  # game number, attempt


class RunResult(NamedTuple):
    """The result of a run.

    `kind` is "complete" if all games are played, "decided" if the sequential test is decided, "stopped" by request,
    "halted" after repeated failures, "lost" without workers or their scheduler, "full" if the archive accepts no more
    games, or "gone" if it was deleted, replaced or unmounted.
    """

    kind: Literal["complete", "decided", "stopped", "halted", "lost", "full", "gone"]
    reason: str = ""

    @property
    def failed(self) -> bool:
        """Whether the run ended before its last game although nobody asked for that."""
        return self.kind in ("halted", "lost", "full", "gone")


class Runner:
    """A runner that plays the missing games of a match.

    `run` blocks; while it runs, other methods may be called on any thread.

    Args:
        archive: The locked archive.
        match: The match.
        threads: The maximum number of threads of one game.
        jobs: The maximum number of games at a time on this machine. None means one for each core.
        on_game: Called on the runner's thread for each stored attempt.
        cores: The cores to share with other work.
        make_courier: Returns the courier that takes the games elsewhere. None means worker processes on this machine.
    """

    def __init__(
        self,
        archive: Archive,
        match: Match,
        threads: int = 1,
        jobs: int | None = None,
        on_game: Callable[[Game], None] = lambda game: None,
        cores: Cores = CORES,
        make_courier: MakeCourier | None = None,
    ) -> None:
        self.archive, self.match, self.threads, self.jobs, self.on_game = archive, match, max(1, threads), jobs, on_game
        self.plan: Plan = match.plan
        self.schedule = Schedule(self.plan)
        self.test = SequentialTest(self.plan, self.schedule) if self.plan.sprt is not None else None
        self.cores = cores
        self.make_courier = make_courier or (lambda: LocalPool(self.threads, self.jobs, self.cores))
        self.courier: Courier | None = None  # while the match runs
        self.sources: tuple[Source | None, ...] = ()  # files of the plan's bots, set by `run`
        self.paused = self.watched = False
        # positions of running games while they are watched, by number; replaced on each change, never modified
        self.positions: dict[int, PositionUpdate] = {}
        # the numbers of games that arrived twice and differed, and the workers that played them the second time
        self.disagreements: list[tuple[int, str]] = []
        self._request: Literal["", "finish", "stop"] = ""
        self._done: set[GameAttempt] = set()
        self._next_block: list[GameAttempt] = []  # first attempts of the next block; empty after the last block
        self._outstanding: set[GameAttempt] = set()  # submitted, and not yet finished or returned
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
        courier = self.courier
        return courier.running if courier is not None else 0

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
            self.test.add(*stored, lucks=stored_lucks(self.archive, self.match.id))
        self._failed_bots.clear()  # the causes of failures in earlier runs may have been fixed
        blocks = self._missing_blocks()
        self._next_block = next(blocks, [])
        kill = True
        try:
            self.courier = courier = self.make_courier()
        except CourierLostError as error:
            return RunResult("lost", str(error))
        try:
            while True:
                reason = self._halt_reason()
                if reason:
                    return RunResult("halted", reason)
                if self.test is not None and self.test.verdict:
                    return RunResult("decided", self.test.verdict)
                if self._request == "stop":
                    return RunResult("stopped")
                self._send_commands(courier)
                self._submit_blocks(courier, blocks)
                if not self._outstanding and (self._request or not (self._repeats or self._next_block)):
                    kill = False
                    return RunResult("stopped" if self._request else "complete")
                self._handle(courier.take())
        except CourierLostError as error:
            return RunResult("lost", str(error))
        except ArchiveFullError as error:
            return RunResult("gone" if isinstance(error, ArchiveGoneError) else "full", str(error))
        finally:
            self.courier = None
            courier.close(kill)

    def _wake(self) -> None:
        """Let the runner's thread check for requests. Safe to call from a signal handler."""
        courier = self.courier
        if courier is not None:
            courier.submit(None)

    def _send_commands(self, courier: Courier) -> None:
        if self.paused != self._sent_paused:
            self._sent_paused = self.paused
            courier.submit(WorkerCommand("pause" if self._sent_paused else "resume"))
        if self.watched != self._sent_watched:
            self._sent_watched = self.watched
            self.positions = {}
            courier.submit(WorkerCommand("watch" if self._sent_watched else "blind"))
        if self._request and not self._drop_sent:
            self._drop_sent = True
            courier.submit(WorkerCommand("drop"))

    def _missing_blocks(self) -> Iterator[list[GameAttempt]]:
        """Yield the first attempts that are missing from each block, in order."""
        games = self.schedule.games_per_block
        for block in range(self.plan.blocks):
            numbers = range(block * games, (block + 1) * games)
            missing = [(number, 1) for number in numbers if (number, 1) not in self._done]
            if missing:
                yield missing

    def _submit_blocks(self, courier: Courier, blocks: Iterator[list[GameAttempt]]) -> None:
        """Submit as many blocks as the courier wants. Games to repeat come first."""
        while not self._request and not self.paused and courier.has_room:
            attempts = self._next_repeats()
            if not attempts:
                attempts, self._next_block = self._next_block, next(blocks, [])
            if not attempts:
                return
            self._outstanding.update(attempts)
            block = attempts[0][0] // self.schedule.games_per_block
            courier.submit(BlockAttempt(block, tuple(map(self._task, attempts))))

    def _next_repeats(self) -> list[GameAttempt]:
        """Remove and return the games to repeat of one block, or none."""
        games = self.schedule.games_per_block
        first = [step for step in self._repeats if step[0] // games == self._repeats[0][0] // games]
        for step in first:
            self._repeats.remove(step)
        return first

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

    def _handle(self, delivery: Delivery | None) -> None:
        if isinstance(delivery, PositionUpdate):
            self.positions = {**self.positions, delivery.number: delivery}
        elif isinstance(delivery, Returned):
            steps = [(task.number, task.attempt) for task in delivery.tasks]
            steps = [step for step in steps if step in self._outstanding]
            self._outstanding.difference_update(steps)
            self._repeats.extend(steps)
        elif isinstance(delivery, Finished):
            self._deaths = self._deaths + 1 if delivery.died else 0
            new = []
            for game in delivery.games:
                step = game.number, game.attempt
                if step in self._outstanding:
                    self._outstanding.remove(step)
                    new.append(game)
                elif not is_timed(self.plan) and step in self._done:
                    self._compare(game, delivery.worker)
            if new:
                self._store(new)

    def _compare(self, again: PlayedGame, worker: str) -> None:
        """Note a game that was played twice with different results: the machine or the bot cannot be trusted."""
        stored = self.archive.record(self.match.id, again.number, again.attempt)
        if not is_same_game(stored, again):
            self.disagreements.append((again.number, worker))

    def _store(self, played: list[PlayedGame]) -> None:
        numbers = {game.number for game in played}
        games = self.archive.add_all(played, self.schedule)
        if self.positions:
            self.positions = {number: glimpse for number, glimpse in self.positions.items() if number not in numbers}
        lucks = {(game.number, game.attempt): game.luck for game in played}
        for game in games:
            self._note(game)
            if self.test is not None:
                self.test.add(game, lucks=lucks)
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

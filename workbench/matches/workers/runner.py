"""Runs a match in worker processes, one game a process at a time, and stores each game when it ends."""

from __future__ import annotations

import queue
from collections import deque
from collections.abc import Callable, Iterator
from typing import Literal, NamedTuple

from bots import BadBot
from bots.sources import Source
from workbench.bot_process import sandbox
from workbench.bot_process.process import OWN_FILE
from workbench.matches.archive.archive import Archive, ArchiveFull, ArchiveGone, Game, Match
from workbench.matches.archive.sequential import Test
from workbench.matches.planning.plan import Plan, Schedule
from workbench.matches.planning.task import Dropped, Glimpse, Order, Played, Task, sources_of, task_of
from workbench.matches.workers.game import abandoned
from workbench.matches.workers.pool import Heard, Worker
from workbench.system.cores import CORES, Cores

SIGNALLED = "it was ended by SIG"  # as `Child.end` says it
DEATHS = 3  # of workers in a row, without a game between them, after which it is the machine and not chance
Step = tuple[int, int]  # number of a game, attempt


class RunResult(NamedTuple):
    """How a run ended. `complete`: all games are played; `decided`: the sequential test is; `stopped`: it was asked to;
    `halted`: something is wrong that more games would not mend; `full`: the archive takes no more; `gone`: it was
    deleted, replaced or unmounted."""

    kind: Literal["complete", "decided", "stopped", "halted", "full", "gone"]
    reason: str = ""


class Runner:
    """Plays what is missing of a match. `run` may be called on any thread, the other methods on any other meanwhile.

    `on_game` is called on the runner's thread for each attempt that is kept. `threads` is what one game needs at most;
    `jobs` bounds how many games run at once, None for as many as there are cores.
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
        self.test = Test(self.plan, self.schedule) if self.plan.sprt is not None else None
        self.cores = cores
        self.sources: tuple[Source | None, ...] = ()  # of the plan's bots, once the run has begun
        self.workers: list[Worker] = []
        self.paused = self.watched = False
        # of the games that run while they are watched, by number; another dict for each change
        self.glimpses: dict[int, Glimpse] = {}
        self._heard: queue.SimpleQueue[Heard | None] = queue.SimpleQueue()
        self._wish: Literal["", "finish", "stop"] = ""
        self._done: set[Step] = set()
        self._faults: dict[int, str] = {}  # number of a game of this run -> why its last attempt failed
        # number of a game of this run -> the bot that could not go on in its last attempt
        self._broken: dict[int, int] = {}
        self._first: dict[int, list[int]] = {}  # bot -> its first two games that this run has begun
        self._again: deque[Step] = deque()
        self._deaths = 0
        self._told_to_drop = False
        self._told_paused = self._told_watched = False

    # What may be asked of it ------------------------------------------------------------------------------------------

    def pause(self) -> None:
        """Let all games wait before their next decision."""
        self.paused = True
        self._wake()

    def resume(self) -> None:
        self.paused = False
        self._wake()

    def finish(self) -> None:
        """Begin no more games; those that run are played to their end."""
        self._wish = self._wish or "finish"
        self.resume()

    def stop(self) -> None:
        """End now. Games that run are given up; the next run plays them again, with the same seeds."""
        self._wish = "stop"
        self._wake()

    def watch(self, on: bool) -> None:
        """Whether `glimpses` are wanted."""
        self.watched = on
        self._wake()

    @property
    def told(self) -> bool:
        """Whether the workers know by now that it is paused, or that it goes on."""
        return self.paused == self._told_paused

    @property
    def finishing(self) -> bool:
        """Whether it waits for the games that run, and begins no more."""
        return self._wish == "finish"

    @property
    def running(self) -> int:
        """How many games are being played."""
        return sum(bool(worker.tasks) for worker in self.workers)

    # The run ----------------------------------------------------------------------------------------------------------

    def run(self) -> RunResult:
        """Play until everything is played, or something else ends it. No process is left behind."""
        try:
            self.sources = sources_of(self.plan)
        except BadBot as error:
            return RunResult("halted", str(error))
        kept = list(self.archive.games(self.match.id))
        for game in kept:
            self._note(game)
        if self.test is not None:
            self.test.add(*kept)
        self._broken.clear()  # what earlier runs broke on may have been mended since
        todo = self._todo()
        at_once = True
        try:
            with self.cores.claim(
                self.cores.total if self.jobs is None else self.jobs * self.threads, self._wake
            ) as claim:
                while True:
                    reason = self._halting()
                    if reason:
                        return RunResult("halted", reason)
                    if self.test is not None and self.test.verdict:
                        return RunResult("decided", self.test.verdict)
                    if self._wish == "stop":
                        return RunResult("stopped")
                    self._tell_workers()
                    self._fill(todo, max(1, claim.share // self.threads))
                    if not self.running and not self._waiting:
                        at_once = False
                        return RunResult("stopped" if self._wish else "complete")
                    self._hear(self._heard.get())
        except ArchiveFull as error:
            return RunResult("gone" if isinstance(error, ArchiveGone) else "full", str(error))
        finally:
            for worker in self.workers:
                worker.close(at_once)
            self.workers.clear()

    def _wake(self) -> None:
        """Let the runner's thread look at what it was asked; whoever asks may be a signal handler."""
        self._heard.put(None)

    def _tell_workers(self) -> None:
        if self.paused != self._told_paused:
            paused = self.paused
            for worker in self.workers:
                worker.order(Order("pause" if paused else "resume"))
            self._told_paused = paused
        if self.watched != self._told_watched:
            self._told_watched = self.watched
            self.glimpses = {}
            for worker in self.workers:
                worker.order(Order("watch" if self.watched else "blind"))

    def _todo(self) -> Iterator[Step]:
        """What is still to be played, in order."""
        for number in range(self.schedule.games):
            if (number, 1) not in self._done:
                yield number, 1

    def _fill(self, todo: Iterator[Step], jobs: int) -> None:
        """Give every worker a game, and a second one that waits, so that none is ever idle."""
        if self._wish:
            if not self._told_to_drop:
                self._told_to_drop = True
                for worker in self.workers:
                    worker.order(Order("drop"))
            return
        if self.paused:
            return
        # at the end no game waits behind another while a core is idle
        for depth in (1, 2) if self._left >= 2 * jobs else (1,):
            for number in range(jobs):
                if number >= len(self.workers):
                    step = self._next(todo)
                    if step is None:
                        return
                    self.workers.append(Worker(self._heard))
                    if self._told_watched:
                        self.workers[-1].order(Order("watch"))
                    self.workers[-1].give(self._task(step))
                elif len(self.workers[number].tasks) < depth:
                    step = self._next(todo)
                    if step is None:
                        return
                    self.workers[number].give(self._task(step))

    @property
    def _left(self) -> int:
        """How many games nobody has played or been given yet, apart from those that are played again."""
        return (
            self.schedule.games
            - len({number for number, _ in self._done})
            - sum(len(worker.tasks) for worker in self.workers)
        )

    @property
    def _waiting(self) -> bool:
        """Whether games are held back by a pause alone."""
        return self.paused and not self._wish and bool(self._again or self._left)

    def _next(self, todo: Iterator[Step]) -> Step | None:
        return self._again.popleft() if self._again else next(todo, None)

    def _task(self, step: Step) -> Task:
        number, attempt = step
        if attempt == 1:  # a second one may repeat what went wrong before this run
            for bot in set(self.schedule.slot(number).seats):
                first = self._first.setdefault(bot, [])
                if len(first) < 2 and number not in first:
                    first.append(number)
        return task_of(self.plan, self.schedule, self.match.id, *step, self.sources)

    def _hear(self, heard: Heard | None) -> None:
        if heard is None or heard.worker not in self.workers:
            return
        worker, said = heard
        if isinstance(said, Glimpse):
            self.glimpses = {**self.glimpses, said.number: said}
        elif isinstance(said, Dropped):
            for task in [task for task in worker.tasks if task.number in said.numbers]:
                worker.tasks.remove(task)
        elif said is not None:
            worker.tasks.popleft()
            self._deaths = 0
            self._keep(said)
        else:
            self._bury(worker)

    def _keep(self, played: Played) -> None:
        game = self.archive.add(played, self.schedule)
        self.glimpses = {number: glimpse for number, glimpse in self.glimpses.items() if number != played.number}
        self._note(game)
        if self.test is not None:
            self.test.add(game)
        self.on_game(game)

    def _note(self, game: Game) -> None:
        """Take into account an attempt that is in the archive."""
        self._done.add((game.number, game.attempt))
        self._broken.pop(game.number, None)
        if game.guilty is not None and (not game.counts or (game.attempt == 2 and game.ending in ("crash", "timeout"))):
            self._broken[game.number] = game.seats[game.guilty]
            self._faults[game.number] = game.reason
        if game.attempt == 1 and not game.counts:
            self._again.append((game.number, 2))
        elif game.attempt == 2 and (game.number, 2) in self._again:
            self._again.remove((game.number, 2))

    def _bury(self, worker: Worker) -> None:
        """Note that a worker died, and keep its game as void.

        Nobody is to blame, unless a bot from a file was being asked and the sandbox could not keep it from sending
        signals: such a bot loses if it happens in the second attempt too."""
        seat = worker.asked
        why = worker.end() or "it was ended"
        self.workers.remove(worker)
        if worker.tasks:
            task, reason = worker.tasks.popleft(), f"the worker process died: {why}"
            suspect = (
                seat is not None and OWN_FILE in task.bots[seat] and SIGNALLED in why and not sandbox.state()["signals"]
            )
            if suspect:
                assert seat is not None
                self._keep(abandoned(task, f"{task.bots[seat]}: {reason}, while this bot was thinking", seat))
            else:
                self._deaths += 1
                self._keep(abandoned(task, reason))
        else:
            self._deaths += 1
        self._again.extend((task.number, task.attempt) for task in worker.tasks)

    def _halting(self) -> str:
        """Why it makes no sense to go on, "" if it does: a bot could go on in neither of the first two games that this
        run has begun, or workers die one after the other. A bot that lost them on the clock was there, and plays on."""
        if self._deaths >= DEATHS:
            return f"{DEATHS} processes have died one after the other"
        for bot, first in self._first.items():
            if len(first) == 2 and all(self._broken.get(number) == bot for number in first):
                one, other = sorted(first)
                text = self.plan.bots[bot]
                fault = " ".join(self._faults[other].split()).removeprefix(f"{text}: ")
                return f"{text} could finish neither of its first two games (games {one + 1} and {other + 1}): {fault}"
        return ""

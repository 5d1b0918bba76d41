"""Work on a thread, for a window: reviews of your own games, new puzzles, and the judgement of an answer."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from queue import Empty, SimpleQueue
from typing import Generic, NamedTuple, TypeVar

from bots.base import in_one_line
from workbench.puzzles.leads import self_play
from workbench.puzzles.making import Job, Maker, run
from workbench.puzzles.own_games import own_games, review_own
from workbench.puzzles.question import Question
from workbench.puzzles.schema import Puzzle
from workbench.puzzles.verdicts import Verdict, verdict
from workbench.system.cores import CORES, lower_thread_priority

Result = TypeVar("Result")


class Progress(NamedTuple):
    """News about the work: a game or a puzzle, and how far it is.

    Attributes:
        what: The name of the game, or the id of a new puzzle.
        done: The number of finished decisions of the game, or of puzzles of the set.
        total: Their total.
        puzzles: The number of puzzles that were made of this game, once it is finished; else None.
        note: A message for the user, or "".
    """

    what: str
    done: int
    total: int
    puzzles: int | None = None
    note: str = ""


class Work(Generic[Result]):
    """Work on a thread. Call `poll` regularly on the window's thread.

    Args:
        act: Does the work. It is called with a function for news, and another for whether to stop.

    Attributes:
        running: Whether the work goes on.
        result: What `act` returned, once it has finished.
        fault: Why it failed, or "".
    """

    def __init__(self, act: Callable[[Callable[[Progress], None], Callable[[], bool]], Result]) -> None:
        self._act = act
        self._news: SimpleQueue[Progress | None] = SimpleQueue()
        self._stopped = threading.Event()
        self._outcome: tuple[Result | None, str] = None, ""
        self.running = True
        self.result: Result | None = None
        self.fault = ""
        self._thread = threading.Thread(target=self._run, name="puzzles", daemon=True)
        self._thread.start()

    def _run(self) -> None:
        lower_thread_priority()
        try:
            with CORES.claim(1):
                self._outcome = self._act(self._news.put, self._stopped.is_set), ""
        except Exception as error:  # the window must learn about any exception on this thread
            self._outcome = None, in_one_line(error)
        self._news.put(None)

    def poll(self) -> list[Progress]:
        """Return the news since the last call."""
        found: list[Progress] = []
        while self.running:
            try:
                one = self._news.get_nowait()
            except Empty:
                break
            if one is None:
                self.running = False
                self.result, self.fault = self._outcome
            else:
                found.append(one)
        return found

    def stop(self, wait: bool = False) -> None:
        """Stop the work soon. What is done is kept.

        Args:
            wait: Whether to wait until it has stopped.
        """
        self._stopped.set()
        if wait:
            self._thread.join()


def judge_answer(puzzle: Puzzle, moves: Sequence[str]) -> Work[Verdict | None]:
    """Judge a complete answer that the puzzle does not contain. The result is None if it was stopped."""
    return Work(lambda news, stopped: verdict(puzzle, moves, Question.of(puzzle), stopped))


def review_games(judge: str = "", simulations: int = 8000) -> Work[int]:
    """Review all own games without a review, and turn the mistakes into puzzles. The result counts new puzzles.

    Args:
        judge: The bot that judges; by default the strongest one.
        simulations: The simulations for each searched position.
    """

    def act(news: Callable[[Progress], None], stopped: Callable[[], bool]) -> int:
        made = 0
        reviews = review_own(
            own_games(), judge, simulations, stopped=stopped,
            progress=lambda file, number, total: news(Progress(file.stem, number, total)),
        )  # fmt: skip
        for one in reviews:
            made += one.puzzles
            news(Progress(one.file.stem, one.decisions, one.decisions, one.puzzles, one.note))
        return made

    return Work(act)


def make_puzzles(job: Job, spec: str, seed: int = 1) -> Work[int]:
    """Make puzzles from self-play until the set is as large as the job says. The result is its size."""

    def act(news: Callable[[Progress], None], stopped: Callable[[], bool]) -> int:
        maker = Maker(seed=seed, stopped=stopped)
        return run(
            job, lambda number: self_play(spec, number, seed), maker,
            lambda puzzle, size: news(Progress(puzzle.id, size, job.size, 1)),
        )  # fmt: skip

    return Work(act)

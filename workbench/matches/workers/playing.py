"""Playing the games of tasks with players that are kept from game to game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from mmap import mmap

from bots.base import in_one_line
from fastcore import State
from workbench.bot_process.bot_factory import with_threads
from workbench.matches.planning.task import PlayedGame, Task, seat_limits
from workbench.matches.workers.bot_here import is_quick
from workbench.matches.workers.game import Game, abandoned_game
from workbench.matches.workers.player import Players


class InterruptedGameError(Exception):
    """Raised by a gate to abandon a game without a result."""


def quick_bots(task: Task, texts: Sequence[str]) -> list[bool]:
    """Return for each bot of a game, given by its spec, whether it is quick (see `is_quick`)."""
    limits = seat_limits(task.limit, task.limits, len(texts))
    return [is_quick(text, task.spec, limit) for text, limit in zip(texts, limits, strict=True)]


class TaskPlayer:
    """Plays the games of tasks.

    Args:
        mark: The byte that holds the seat whose bot is thinking, or None.
    """

    def __init__(self, mark: mmap | None = None) -> None:
        self.mark = mark
        self.players = Players(0)

    def play(self, task: Task, gate: Callable[[State], None]) -> PlayedGame:
        """Play a game and return its result. Unexpected errors give a void game.

        Args:
            task: The game.
            gate: Called with the position before every decision. It may block.

        Raises:
            InterruptedGameError: `gate` raised it.
            ChannelClosedError: `gate` raised it.
        """
        if self.players.memory_mb != task.memory_mb:
            self.players.close()
            self.players = Players(task.memory_mb)
        limits = seat_limits(task.limit, task.limits, len(task.bots))
        texts = [
            with_threads(text, task.threads, limit, task.spec) for text, limit in zip(task.bots, limits, strict=True)
        ]
        gated: list[BaseException] = []  # the exception of the gate, which is not the game's

        def guarded_gate(state: State) -> None:
            try:
                gate(state)
            except BaseException as error:
                gated.append(error)
                raise

        with self.players.borrow(texts, task.sources, luck=task.seed, quick=quick_bots(task, texts)) as players:
            for player in players:
                player.busy_mark = self.mark
            game: Game | None = None
            try:
                game = Game(task, players, guarded_gate)
                return game.play()
            except Exception as error:
                if gated:
                    raise
                if game is not None and game.answering_seat is not None:
                    guilty = game.answering_seat
                    return abandoned_game(
                        task, f"the answer of {task.bots[guilty]} could not be played: {in_one_line(error)}", guilty
                    )
                # caused by the program or the machine
                return abandoned_game(task, f"the game could not be led: {in_one_line(error)}")

    def close(self) -> None:
        """End all players."""
        self.players.close()

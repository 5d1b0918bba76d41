"""Couriers for tests: bots and games without processes, and a courier that loses, repeats, delays and reorders."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

import msgspec

import bots
import fastcore
from bots.base import Bot
from bots.loading.sources import Source
from bots.report import Limit, Report
from fastcore import State
from workbench.bot_process import trust
from workbench.bot_process.messages import GameOver, Seated, Thought
from workbench.bot_process.process import BotProcess
from workbench.matches.planning.task import PlayedGame, Task, WorkerCommand
from workbench.matches.workers.courier import BlockAttempt, Delivery, Finished, Returned
from workbench.matches.workers.game import Game
from workbench.matches.workers.in_process import InProcess
from workbench.matches.workers.player import Player, Players
from workbench.matches.workers.playing import TaskPlayer
from workbench.records import files
from workbench.records.schema import Line, Move


class PlayersHere(Players):
    """Players that start no processes for built-in bots. Bots from files and programs keep theirs."""

    def _take(self, bot: str, source: Source | None, own_mb: int | None, luck: object, here: bool) -> BotProcess:
        return super()._take(bot, source, own_mb, luck, not trust.is_foreign(bot))


class TaskPlayerHere(TaskPlayer):
    """Plays the games of tasks without processes for built-in bots."""

    def play(self, task: Task, gate: Callable[[State], None]) -> PlayedGame:
        if self.players.memory_mb != task.memory_mb:
            self.players.close()
            self.players = PlayersHere(task.memory_mb)
        return super().play(task, gate)


class NoProcesses(InProcess):
    """A courier that plays like `InProcess`, but built-in bots have no processes either."""

    def __init__(self) -> None:
        super().__init__()
        self._player = TaskPlayerHere()


class LocalPlayer:
    """A built-in bot that plays in this process.

    Args:
        bot: The bot's spec.
    """

    log_text = ""

    def __init__(self, bot: str) -> None:
        self.text = bot
        self.seated = Seated(bot, "", 1, None)
        self.bot: Bot | None = None
        self.point: fastcore.Viewpoint | None = None

    def sit(self, spec: str, seat: int, seed: int, view: str | None, brief: bool = False) -> Seated:
        self.bot, self.point = bots.make(self.text, seed, spec=spec), fastcore.Viewpoint(spec, seat)
        self.bot.brief = brief
        return self.seated

    def think(self, learned: Sequence[str], limit: Limit | None, patience: float, all_reports: bool) -> Thought:
        assert self.bot is not None and self.point is not None
        for text in learned:
            self.point.observe(text, events=False)
        report = list(self.bot.think(self.point, limit))[-1]
        return Thought((Report(report.move, simulations=report.simulations),), 0.0)

    def leave(self, over: GameOver) -> None:
        """Do nothing."""

    def close(self) -> None:
        """Do nothing."""


def play(task: Task) -> PlayedGame:
    """Play a game in this process."""
    players: list[Player] = [LocalPlayer(bot) for bot in task.bots]
    return Game(task, players).play()


class WildCourier:
    """A courier that loses, repeats, delays and reorders what it carries.

    Args:
        seed: The seed of its decisions.
        spoils: Whether repeated games arrive with other moves.
    """

    def __init__(self, seed: int, spoils: bool = False) -> None:
        self.random, self.spoils = random.Random(seed), spoils
        self.blocks: list[BlockAttempt] = []
        self.late: list[tuple[PlayedGame, ...]] = []
        self.deliveries: list[Delivery | None] = []
        self.room = self.random.randint(1, 9)
        self.lost = self.repeated = 0

    @property
    def has_room(self) -> bool:
        return len(self.blocks) < self.room

    @property
    def running(self) -> int:
        return len(self.blocks)

    def submit(self, item: BlockAttempt | WorkerCommand | None) -> None:
        if item is None:
            self.deliveries.append(None)
        elif isinstance(item, BlockAttempt):
            self.blocks.append(item)
        elif item.what == "drop":
            dropped = tuple(task for block in self.blocks for task in block.tasks)
            self.blocks.clear()
            self.deliveries.append(Returned(dropped))

    def take(self) -> Delivery | None:
        if self.deliveries:
            return self.deliveries.pop(0)
        if self.late and self.random.random() < 0.3:
            self.repeated += 1
            return Finished(self.late.pop(self.random.randrange(len(self.late))), "late")
        if not self.blocks:
            return None
        block = self.blocks.pop(self.random.randrange(len(self.blocks)))
        if self.random.random() < 0.3:
            self.lost += 1
            if self.random.random() < 0.5 and not self.spoils:  # it was played all the same, and arrives later
                self.late.append(tuple(map(play, block.tasks)))
            return Returned(block.tasks, "lost")
        games = tuple(map(play, block.tasks))
        if self.random.random() < 0.5:
            self.late.append(tuple(map(_spoiled, games)) if self.spoils else games)
        if len(games) > 1 and self.random.random() < 0.3:  # in two parts
            self.deliveries.append(Finished(games[1:]))
            return Finished(games[:1])
        return Finished(games)

    def close(self, kill: bool) -> None:
        self.blocks.clear()


def _spoiled(game: PlayedGame) -> PlayedGame:
    """Return a game whose last move differs."""
    record = files.decode_record(game.record)
    moves = record.lines[0].moves
    line = Line(moves=(*moves[:-1], Move(move=moves[0].move)))
    return msgspec.structs.replace(game, record=files.encode_record(msgspec.structs.replace(record, lines=(line,))))

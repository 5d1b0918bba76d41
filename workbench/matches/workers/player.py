"""The players of a match, which are reused from game to game. Quick built-in bots need no process."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import zip_longest
from types import TracebackType
from typing import Protocol

from bots.loading.sources import Source
from bots.report import Limit
from workbench.bot_process import trust
from workbench.bot_process.messages import GameOver, Seated, Thought
from workbench.bot_process.process import BotProcess
from workbench.matches.workers.bot_here import BotHere


class Player(Protocol):
    """A player on a seat of a match, such as a `BotProcess`. `seated` is the player's latest description."""

    seated: Seated

    @property
    def log_text(self) -> str:
        """What the player has written last (see `BotProcess.log_text`)."""

    def sit(self, spec: str, seat: int, seed: int, view: str | None, brief: bool = False) -> Seated:
        """Sit down in a new game (see `BotProcess.sit`)."""

    def think(self, learned: Sequence[str], limit: Limit | None, patience: float, all_reports: bool) -> Thought:
        """Decide (see `BotProcess.think`)."""

    def leave(self, over: GameOver) -> None:
        """Learn how the game has ended (see `BotProcess.leave`)."""

    def close(self) -> None:
        """Release the player's resources."""


class Players:
    """A pool of players, owned by a worker or a verification.

    Args:
        memory_mb: The memory limit of each process in MB.
        most: The largest number of idle players to keep.
    """

    def __init__(self, memory_mb: int, most: int = 8) -> None:
        self.memory_mb, self.most = memory_mb, most
        self._idle: list[BotProcess] = []
        self._luck: dict[BotProcess, set[object]] = {}  # the luck of all games that a user's bot has played

    @contextmanager
    def borrow(
        self,
        bots: Sequence[str],
        sources: Sequence[Source | None] = (),
        own_mb: int | None = None,
        luck: object = None,
        quick: Sequence[bool] = (),
    ) -> Iterator[list[BotProcess]]:
        """Lend a player for each of these bots, an idle one if possible.

        A user's bot could remember the dice and deals, which repeat in a block. So its process ends after the game,
        unless the bot declares that it stays; then it plays no other game with equal luck.

        Args:
            bots: The bots' specs.
            sources: For each bot, the file that may run (see BotProcess).
            own_mb: The memory limit of bots from files in MB. None means the usual limit.
            luck: What determines the dice and deals of the game, such as the seed. None means that no process stays.
            quick: For each bot, whether it plays in this process (see `is_quick`); by default, none does.
        """
        players: list[BotProcess] = []
        for bot, source, here in zip_longest(bots, sources, quick):
            players.append(self._take(bot, source, own_mb, luck, bool(here)))
        try:
            yield players
        finally:
            staying = []
            for player in players:
                if not trust.is_foreign(player.bot):
                    staying.append(player)
                elif player.seated.stays and player.child is not None and luck is not None:
                    self._luck.setdefault(player, set()).add(luck)
                    staying.append(player)
                else:
                    self._end(player)
            self._idle = staying + self._idle
            for player in self._idle[self.most :]:
                self._end(player)
            del self._idle[self.most :]

    def _take(self, bot: str, source: Source | None, own_mb: int | None, luck: object, here: bool) -> BotProcess:
        for number, player in enumerate(self._idle):
            foreign = trust.is_foreign(bot)
            if (
                player.bot == bot
                and isinstance(player, BotHere) == here
                and not (foreign and (luck is None or player.source != source or luck in self._luck.get(player, ())))
            ):
                return self._idle.pop(number)
        if here:
            return BotHere(bot)
        memory_mb = own_mb if own_mb is not None and trust.is_foreign(bot) else self.memory_mb
        return BotProcess(bot, memory_mb, source=source)

    def _end(self, player: BotProcess) -> None:
        self._luck.pop(player, None)
        player.close(kill=trust.is_foreign(player.bot) and not player.is_program)

    def close(self) -> None:
        """End all idle players."""
        for player in self._idle:
            self._end(player)
        self._idle.clear()

    def __enter__(self) -> Players:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, where: TracebackType | None
    ) -> None:
        self.close()

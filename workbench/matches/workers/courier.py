"""Couriers, which send blocks of games to workers and return the results.

The runner of a match knows only `Courier`. The leader keeps the archive; a courier remembers nothing that matters.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, Protocol

import msgspec

from workbench.matches.planning.task import PlayedGame, PositionUpdate, Task, WorkerCommand


class BlockAttempt(msgspec.Struct, frozen=True):
    """Games of one block to play: all of them, or those still missing.

    Attributes:
        block: The number of the block, from 0.
        tasks: The games.
    """

    block: int
    tasks: tuple[Task, ...]


class Finished(NamedTuple):
    """Games that have been played.

    Attributes:
        games: The games, which belong to one block.
        worker: The name of the worker that played them, or "" for this machine.
        died: Whether they are void because their process died, without a bot to blame.
    """

    games: tuple[PlayedGame, ...]
    worker: str = ""
    died: bool = False


class Returned(NamedTuple):
    """Games that were not played.

    Attributes:
        tasks: The games. They may be submitted again.
        cause: Why they were lost, or "" if the runner had them dropped.
    """

    tasks: tuple[Task, ...]
    cause: str = ""


Delivery = Finished | Returned | PositionUpdate


class CourierLostError(Exception):
    """Raised when a courier cannot continue. The message says why, and what to do."""


class Courier(Protocol):
    """Sends blocks of games to workers. Only `submit(None)` may be called from a thread other than the runner's."""

    @property
    def has_room(self) -> bool:
        """Whether another block should be submitted now."""

    @property
    def running(self) -> int:
        """The number of games that are being played."""

    def submit(self, item: BlockAttempt | WorkerCommand | None) -> None:
        """Submit a block, or a command for all games. None makes `take` return; it may come from any thread."""

    def take(self) -> Delivery | None:
        """Wait for the next result. None means no result yet: the runner should check its state.

        Raises:
            CourierLostError: The courier cannot go on.
        """

    def close(self, kill: bool) -> None:
        """Close the courier and all its processes. With `kill`, do not wait for them to end by themselves."""


MakeCourier = Callable[[], Courier]

"""The courier that sends the blocks of a match to Dask workers.

Dask only carries: the runner keeps the archive, and a block that is lost on the way is submitted again. A worker plays
only after it has repeated the first game of the match (see `node.Node.invite`).
"""

from __future__ import annotations

import asyncio
import queue
from collections.abc import Callable, Collection
from concurrent.futures import Future as Awaited
from contextlib import suppress
from time import monotonic
from typing import Any, NamedTuple
from uuid import uuid4

import msgspec
from distributed import Client, Future

from bots.loading.sources import Source
from bots.report import Limit
from workbench.matches.cluster import node
from workbench.matches.cluster.messages import (
    ENCODER,
    Accepted,
    BlockResult,
    Invitation,
    Refused,
    code_digest,
    read_answer,
    read_position,
    resource_of,
    results_of,
    topic_of,
    used_packages,
)
from workbench.matches.cluster.tallies import Tallies
from workbench.matches.planning.plan import Plan, is_timed
from workbench.matches.planning.task import PlayedGame, Task, WorkerCommand
from workbench.matches.workers.courier import BlockAttempt, CourierLostError, Delivery, Finished, Returned
from workbench.matches.workers.playing import TaskPlayer
from workbench.system.version import version

OUTSTANDING = 2  # blocks for each worker, so that none waits for the leader
LOOK_SECONDS = 1.0  # between two looks at the list of workers
CONNECT_SECONDS = 20.0
STOP_SECONDS = 5.0  # for an answer when the match ends
REFUSED_SECONDS = 30.0  # in which only unsuitable workers are there, until the match is halted
MAX_SCALE = 4.0  # largest factor for the times of a slow worker
LOST_SECONDS = 60.0  # without a scheduler until the match is halted
MAX_LOSSES = 5  # of one block without a result, after which the match is halted
CHECK_SIMULATIONS = 200  # for each decision of the game that a worker repeats


class Event(NamedTuple):
    """Something that happened in Dask's thread: an answered invitation, a played block or a position."""

    worker: str  # the address of an invited worker, or ""
    future: Future[Any] | None
    position: bytes = b""


class DaskCourier:
    """A courier to the workers of a Dask scheduler.

    Args:
        connect: Returns a new connection to the scheduler.
        keep_alive: Called about once a second; starts what this program started and what has ended.
        end: Called at the end; ends what this program started.
        plan: The plan of the match.
        first: The first game of the plan, which every worker must repeat.
        sources: For each bot of the plan, the file that runs here, or None.
        files: The contents of the bots' Python files by their digests.
        tallies: Counts what each worker has played.
        same_machine: Whether all workers are as fast as this program.
    """

    def __init__(
        self,
        connect: Callable[[], Client],
        keep_alive: Callable[[], None],
        end: Callable[[], None],
        plan: Plan,
        first: Task,
        sources: tuple[Source | None, ...],
        files: dict[str, bytes],
        tallies: Tallies,
        same_machine: bool = False,
    ) -> None:
        self.connect, self.keep_alive, self.end, self.tallies = connect, keep_alive, end, tallies
        self.match = uuid4().hex
        self._timed = is_timed(plan) and not same_machine
        limit = Limit(simulations=CHECK_SIMULATIONS)
        game = msgspec.structs.replace(first, limit=limit, limits=(), reports="none", threads=1)
        self._expected = self._play(game)
        self._invitation = ENCODER.encode(
            Invitation(plan, game, sources, files, version(), code_digest(), used_packages(plan))
        )
        self._events: queue.SimpleQueue[Event | None] = queue.SimpleQueue()
        self._blocks: dict[str, tuple[Future[Any], BlockAttempt]] = {}  # by the key of the future
        self._published: dict[str, tuple[str, bytes]] = {}  # the worker and its answer, by the key of a block
        self._invited: dict[str, Future[Any] | None] = {}  # by address; None once a worker plays or has refused
        self._ready: set[str] = set()  # the addresses of the workers that play
        self._refused: dict[str, str] = {}  # why a worker does not play, by its address
        self._losses: dict[int, int] = {}
        self._number = 0
        self._looked = self._last_seen = monotonic()
        self._state: node.Command = "resume"
        self._watched = False
        self._deliveries: list[Delivery] = []
        self._idle_since = monotonic()  # when a worker was last ready
        self.client = self._connected()

    def _connected(self) -> Client:
        client = self.connect()
        client.subscribe_topic(results_of(self.match), self._on_result)
        if self._watched:
            client.subscribe_topic(topic_of(self.match), self._on_position)
        return client

    @staticmethod
    def _play(game: Task) -> PlayedGame:
        player = TaskPlayer()
        try:
            return player.play(game, lambda state: None)
        finally:
            player.close()

    @property
    def has_room(self) -> bool:
        """Whether a worker could use another block."""
        return len(self._blocks) < OUTSTANDING * len(self._ready)

    @property
    def running(self) -> int:
        """The number of games that are being played: one by each worker that has blocks."""
        return min(len(self._ready), len(self._blocks))

    def submit(self, item: BlockAttempt | WorkerCommand | None) -> None:
        """Submit a block, or a command for all games. None makes `take` return; it may come from any thread."""
        if item is None:
            self._events.put(None)
        elif isinstance(item, BlockAttempt):
            self._submit_block(item)
        elif item.what == "drop":
            self._drop_waiting()
        else:
            if item.what in ("pause", "resume"):
                self._state = "pause" if item.what == "pause" else "resume"
            else:
                first, self._watched = not self._watched, item.what == "watch"
                if first and self._watched:
                    with suppress(Exception):  # without a scheduler, `_connected` does it later
                        self.client.subscribe_topic(topic_of(self.match), self._on_position)
            self._tell(self._ready, item.what)

    def take(self) -> Delivery | None:
        """Wait for the next result, for a new worker or for a wake-up.

        Raises:
            CourierLostError: There has been no scheduler for a while, or a block is lost again and again.
        """
        if self._deliveries:
            return self._deliveries.pop(0)
        with suppress(queue.Empty):
            event = self._events.get(timeout=max(0.0, self._looked + LOOK_SECONDS - monotonic()))
            return None if event is None else self._read(event)
        self._look()
        return self._deliveries.pop(0) if self._deliveries else None

    def close(self, kill: bool) -> None:
        """Stop the games and leave the workers to others."""
        with suppress(Exception):  # a worker may be frozen
            if stopping := self._tell(self._ready, "stop"):
                stopping.result(timeout=STOP_SECONDS)
        self._cancel([future for future, _ in self._blocks.values()])
        with suppress(Exception):  # the scheduler may be gone
            self.client.close(timeout=STOP_SECONDS)
        self._blocks.clear()
        self.end()

    # Blocks -----------------------------------------------------------------------------------------------------------

    def _submit_block(self, block: BlockAttempt) -> None:
        self._number += 1
        key = f"block-{self.match}-{block.block}-{self._number}"
        future = self.client.submit(
            node.play_block, self.match, ENCODER.encode(block.tasks), key, key=key, pure=False, retries=0,
            resources={resource_of(self.match): 1},
        )  # fmt: skip
        self._blocks[key] = future, block
        future.add_done_callback(lambda done: self._events.put(Event("", done)))

    def _drop_waiting(self) -> None:
        """Cancel the blocks that no worker has begun."""
        begun = set(self._blocks)
        with suppress(Exception):  # without an answer, all blocks are awaited
            queues = self._ask("processing", workers=None)
            own = ([key for key in keys if key in self._blocks] for keys in queues.values())
            begun = {keys[0] for keys in own if keys}
        waiting = [self._blocks.pop(key) for key in list(self._blocks) if key not in begun]
        self._deliveries += [Returned(block.tasks) for _, block in waiting]
        self._cancel([future for future, _ in waiting])

    def _read(self, event: Event) -> Delivery | None:
        if event.position:
            update: Delivery = read_position(event.position)
            return update
        assert event.future is not None
        if event.worker:
            self._meet(event.worker, event.future)
            return None
        submitted = self._blocks.pop(str(event.future.key), None)
        if submitted is None:
            return None  # it was given up before
        future, block = submitted
        try:
            published = self._published.pop(str(future.key), None)  # missing if the connection was lost in between
            worker, data = published or future.result(timeout=CONNECT_SECONDS)
            answer: Any = read_answer(data)
        except Exception as error:  # whatever Dask reports, the block can be played again
            return self._lost(block, f"{type(error).__name__}: {error}")
        if not isinstance(answer, BlockResult):
            return self._lost(block, answer.reason if isinstance(answer, Refused) else "an unexpected answer")
        self._losses.pop(block.block, None)
        self.tallies.add(worker, answer.games)
        return Finished(answer.games, worker)

    def _lost(self, block: BlockAttempt, cause: str) -> Returned:
        self.tallies.lost += 1
        self._losses[block.block] = self._losses.get(block.block, 0) + 1
        if self._losses[block.block] >= MAX_LOSSES:
            raise CourierLostError(f"block {block.block + 1} was lost {MAX_LOSSES} times, the last time with: {cause}")
        return Returned(block.tasks, cause)

    # Workers ----------------------------------------------------------------------------------------------------------

    def _look(self) -> None:
        """Invite new workers, and give up the blocks that no worker can play any more."""
        self._looked = monotonic()
        try:
            self.keep_alive()
            present = set(self._ask("ncores"))
        except Exception:  # the scheduler is gone, or connects again
            self._reconnect()
            return
        self._last_seen = monotonic()
        for address in [address for address in self._invited if address not in present]:
            del self._invited[address]
            self._ready.discard(address)
            self.tallies.leave(address)
        for address in sorted(present - set(self._invited)):
            self._number += 1  # an invitation that failed must not give the answer to the next one
            key = f"invitation-{self.match}-{address}-{self._number}"
            future = self.client.submit(
                node.invite, self.match, self._invitation, key=key, pure=False,
                workers=[address], allow_other_workers=False, retries=0, priority=10,
            )  # fmt: skip
            self._invited[address] = future
            future.add_done_callback(lambda done, address=address: self._events.put(Event(address, done)))
        if self._state == "pause":
            self._tell(self._ready, "pause")  # a worker that hears nothing believes that this program has gone
        if not self._ready and self._blocks:
            self._give_up("no worker is left")
        self._check_refusals(present)

    def _check_refusals(self, present: set[str]) -> None:
        """Halt a match for which every worker is unsuitable.

        Raises:
            CourierLostError: All workers have refused for a while.
        """
        refused = [reason for address, reason in self._refused.items() if address in present]
        if self._ready or not present or len(refused) < len(present):
            self._idle_since = monotonic()
        elif monotonic() - self._idle_since > REFUSED_SECONDS:
            raise CourierLostError(f"no worker can play this match: {refused[0]}")

    def _give_up(self, cause: str) -> None:
        """Return all blocks to the runner."""
        blocks = list(self._blocks.values())
        self._blocks.clear()
        self._cancel([future for future, _ in blocks])
        self.tallies.lost += len(blocks)
        self._deliveries += [Returned(block.tasks, cause) for _, block in blocks]

    def _reconnect(self) -> None:
        """Reconnect to a lost scheduler. Invite all its workers again.

        Raises:
            CourierLostError: There has been no scheduler for a while.
        """
        with suppress(Exception):
            self.client.close(timeout=1)
        self._invited.clear()
        self._ready.clear()
        self._give_up("the scheduler was lost")
        try:
            self.client = self._connected()
        except Exception as error:
            if monotonic() - self._last_seen > LOST_SECONDS:
                reason = f"there has been no scheduler for {LOST_SECONDS:.0f} s ({error}); start it and continue"
                raise CourierLostError(reason) from None

    def _meet(self, address: str, future: Future[Any]) -> None:
        """Let a worker play if it has repeated the first game."""
        if self._invited.get(address) is not future:
            return  # it has gone
        self._invited[address] = None
        try:
            answer: Any = read_answer(future.result(timeout=CONNECT_SECONDS))
        except Exception as error:  # it may have died; if it has not, it is invited again
            del self._invited[address]
            self.tallies.refuse(address, f"{type(error).__name__}: {error}")
            return
        if isinstance(answer, Accepted) and answer.game.line != self._expected.line:
            answer = Refused(f"it played other moves in the first game; {answer.game.reason}".rstrip("; "))
        if not isinstance(answer, Accepted):
            self._refused[address] = answer.reason if isinstance(answer, Refused) else "an unexpected answer"
            self.tallies.refuse(address, self._refused[address], getattr(answer, "name", ""))
            return
        scale = 1.0
        if self._timed:  # the time of the bots alone, without the start of their processes
            scale = min(MAX_SCALE, max(1.0, sum(answer.game.seconds) / max(sum(self._expected.seconds), 1e-3)))
        try:
            self._run(node.begin, [address], self.match, scale).result(timeout=CONNECT_SECONDS)
        except Exception:  # it has died, or is frozen; if it comes back, it is invited again
            del self._invited[address]
            return
        self._ready.add(address)
        self.tallies.accept(address, answer.name, scale)
        if self._state == "pause":
            self._tell([address], "pause")
        if self._watched:
            self._tell([address], "watch")

    def _tell(self, addresses: Collection[str], what: node.Command) -> Awaited[Any] | None:
        """Send a command to workers, without waiting for them. Return None if it cannot be sent."""
        if addresses:  # none would mean all
            with suppress(Exception):  # the connection may be lost
                return self._run(node.command, list(addresses), self.match, what)
        return None

    def _run(self, call: Callable[..., object], addresses: list[str], *values: object) -> Awaited[Any]:
        """Call a function on workers, without waiting for them."""
        loop: Any = self.client.loop
        sent = self.client._run(call, *values, workers=addresses, on_error="ignore")
        return asyncio.run_coroutine_threadsafe(sent, loop.asyncio_loop)

    def _ask(self, what: str, **values: object) -> Any:
        """Return the scheduler's answer to a question of Dask's.

        Raises:
            TimeoutError: It does not answer.
        """
        return self.client.sync(getattr(self.client.scheduler, what), callback_timeout=CONNECT_SECONDS, **values)

    def _cancel(self, futures: list[Future[Any]]) -> None:
        """Cancel blocks, if the scheduler still answers."""
        with suppress(Exception):
            self.client.sync(self.client._cancel, futures, force=True, callback_timeout=STOP_SECONDS)

    def _on_result(self, event: tuple[float, tuple[str, str, bytes]]) -> None:
        key, worker, data = event[1]
        if key in self._blocks:
            self._published[key] = worker, data

    def _on_position(self, event: tuple[float, bytes]) -> None:
        self._events.put(Event("", None, position=event[1]))

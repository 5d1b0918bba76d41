"""Worker processes that are started again whenever they end, and a cluster of them on this machine."""

from __future__ import annotations

import os
import socket
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic

from distributed import Client

from workbench.matches.cluster.addresses import Address, make_keys, security_of
from workbench.matches.cluster.node import ACCEPT
from workbench.system.processes import ChannelClosedError, Child

MODULE = "workbench.matches.cluster.member"
START_SECONDS = 30.0
RESTART_SECONDS = 2.0  # between two starts of the same worker
CONNECT_SECONDS = 10
BATCH_SECONDS = 0.001  # between two messages to the scheduler; Dask's usual 10 ms are longer than a short block


class Members:
    """Worker processes for one scheduler, started again whenever they end.

    Args:
        address: The address of the scheduler.
        count: The number of processes. Each plays one game at a time.
        keys: The folder with keys, or None.
        name: The name of this machine in the leader's table.
        accepts_bots: Whether they run the bot files that a leader sends.
    """

    def __init__(self, address: str, count: int, keys: Path | None, name: str = "", accepts_bots: bool = False) -> None:
        self.address, self.count, self.keys, self.name = address, count, keys, name or socket.gethostname()
        self.accepts_bots = accepts_bots
        self.last_words = ""  # the last line that a process printed before it ended
        self._children: list[Child | None] = [None] * count
        self._started = [0.0] * count
        self._connected = [False] * count

    def keep_alive(self) -> None:
        """Start every process that does not run. Call it regularly, always on the same thread."""
        for number, child in enumerate(self._children):
            if child is not None and child.process.poll() is None:
                with suppress(ChannelClosedError):
                    self._connected[number] |= child.channel.receive(0) is not None
                continue
            if monotonic() - self._started[number] < RESTART_SECONDS and child is not None:
                continue
            if child is not None:
                self.last_words = child.last_output or self.last_words
                child.end()
            self._started[number], self._connected[number] = monotonic(), False
            self._children[number] = self._start(f"{self.name}-{number + 1}")

    def _start(self, name: str) -> Child:
        before = os.environ.get(ACCEPT)
        os.environ[ACCEPT] = "1" if self.accepts_bots else "0"
        try:
            return Child(MODULE, "worker", self.address, str(self.keys or "-"), name)
        finally:
            if before is None:
                del os.environ[ACCEPT]
            else:
                os.environ[ACCEPT] = before

    @property
    def connected(self) -> int:
        """The number of processes that have found the scheduler."""
        return sum(self._connected)

    @property
    def pids(self) -> list[int]:
        """The process ids of the processes that run."""
        return [child.pid for child in self._children if child is not None and child.process.poll() is None]

    def close(self) -> None:
        """End all processes."""
        for child in self._children:
            if child is not None:
                child.close()
        self._children.clear()


class LocalCluster:
    """A scheduler and its workers on this machine, protected by keys of their own.

    Args:
        count: The number of workers.
    """

    def __init__(self, count: int) -> None:
        self._folder = TemporaryDirectory(prefix="herbarium-cluster-")
        self.keys = Path(self._folder.name) / "keys"
        make_keys(self.keys)
        self._count = count
        self._scheduler: Child | None = None
        self._members: Members | None = None
        self.address = ""

    def keep_alive(self) -> None:
        """Start every process that does not run. Call it regularly, always on the same thread.

        Raises:
            OSError: The scheduler does not start.
        """
        if self._scheduler is None or self._scheduler.process.poll() is not None:
            self._start_scheduler()
        if self._members is None:
            self._members = Members(self.address, self._count, self.keys, "local")
        self._members.address = self.address
        self._members.keep_alive()

    def _start_scheduler(self) -> None:
        if self._scheduler is not None:
            self._scheduler.end()
        self._scheduler = Child(MODULE, "scheduler", "tls://127.0.0.1:0", str(self.keys), "-")
        address = None
        with suppress(ChannelClosedError):
            address = self._scheduler.channel.receive(START_SECONDS)
        if address is None:
            raise OSError(f"the scheduler did not start: {self._scheduler.last_output}")
        self.address = address.decode()

    def connect(self) -> Client:
        """Return a connection to the scheduler. Start what does not run."""
        self.keep_alive()
        return connect(Address(self.address), self.keys)

    def close(self) -> None:
        """End all processes."""
        if self._members is not None:
            self._members.close()
        if self._scheduler is not None:
            self._scheduler.close()
        self._folder.cleanup()


def connect(address: Address, keys: Path | None) -> Client:
    """Return a connection to a scheduler.

    Raises:
        OSError: There is no scheduler, or it has other keys.
        AddressError: A key file is missing.
    """
    client = Client(
        address.url, security=security_of(address, keys), set_as_default=False, timeout=CONNECT_SECONDS,
        heartbeat_interval="2s", name="herbarium",
    )  # fmt: skip
    if client.scheduler_comm is not None:
        client.scheduler_comm.interval = BATCH_SECONDS
    return client

"""A process of a cluster: `python -m workbench.matches.cluster.member worker|scheduler ADDRESS KEYS NAME`.

KEYS is a folder with keys, or "-". A worker ends when it loses its scheduler; `Members` starts another one.
The process ends with its parent, or when the channel to it closes. A scheduler first sends its address.
"""

from __future__ import annotations

import asyncio
import logging
import signal
import sys
import threading
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory

import dask
from distributed import Scheduler, Worker

from workbench.matches.cluster.addresses import Address, security_of
from workbench.system import processes
from workbench.system.processes import Channel, ChannelClosedError

CONNECT_SECONDS = 15
CONNECTED = b"connected"  # the message of a worker that has found its scheduler
SETTINGS = {
    "distributed.worker.daemon": False,
    "distributed.worker.memory.target": False,  # each bot has a memory limit
    "distributed.worker.memory.spill": False,
    "distributed.worker.memory.pause": False,
    "distributed.worker.memory.terminate": False,
    "distributed.worker.profile.enabled": False,
    "distributed.scheduler.allowed-failures": 0,  # the leader submits a lost block again
    "distributed.scheduler.work-stealing": True,
    "distributed.admin.low-level-log-length": 0,
    "distributed.scheduler.events-cleanup-delay": "1 minute",
    "distributed.logging": {"distributed": "error"},
}


async def run_worker(address: str, keys: Path | None, name: str, channel: Channel) -> None:
    """Work for a scheduler until it is lost or this process must end."""
    security = security_of(Address(address), keys)
    host = None if address.startswith("tls://") else "127.0.0.1"  # without keys, nobody else may reach it
    with TemporaryDirectory(prefix="herbarium-worker-", ignore_cleanup_errors=True) as folder:
        async with asyncio.timeout(CONNECT_SECONDS):
            worker = await Worker(
                address, nthreads=1, name=name or None, memory_limit=0, dashboard=False, security=security, host=host,
                dashboard_address="127.0.0.1:0",
                local_directory=folder, death_timeout=CONNECT_SECONDS, heartbeat_interval="1s",
            )  # fmt: skip
        channel.send(CONNECTED)
        end_with_channel(worker, channel)
        await worker.finished()


async def run_scheduler(address: str, keys: Path | None, channel: Channel) -> None:
    """Run a scheduler at an address until this process must end. Port 0 means any free port."""
    url, _, port = address.rpartition(":")
    protocol, _, host = url.partition("://")
    security = security_of(Address(address), keys)
    async with Scheduler(
        host=host,
        port=int(port),
        protocol=protocol,
        security=security,
        dashboard=False,
        dashboard_address="127.0.0.1:0",
    ) as scheduler:
        channel.send(scheduler.address.encode())
        end_with_channel(scheduler, channel)
        await scheduler.finished()


def end_with_channel(server: Worker | Scheduler, channel: Channel) -> None:
    """Close a server when the channel to the parent process closes, or at SIGTERM or SIGINT."""
    loop = asyncio.get_running_loop()

    closing: list[asyncio.Future[object]] = []  # the loop itself keeps no reference

    def close() -> None:
        closing.append(asyncio.ensure_future(server.close()))

    def listen() -> None:
        with suppress(ChannelClosedError):
            while True:
                channel.receive()
        with suppress(RuntimeError):  # the loop has ended
            loop.call_soon_threadsafe(close)

    threading.Thread(target=listen, name="parent", daemon=True).start()
    for number in (signal.SIGTERM, signal.SIGINT):
        with suppress(NotImplementedError):  # on Windows
            loop.add_signal_handler(number, close)


def main() -> None:
    """Run until the channel closes."""
    role, address, keys, name = sys.argv[1:5]
    channel = processes.connect_to_parent()
    dask.config.set(SETTINGS)
    logging.getLogger("distributed").setLevel(logging.ERROR)
    folder = None if keys == "-" else Path(keys)
    work = (
        run_scheduler(address, folder, channel) if role == "scheduler" else run_worker(address, folder, name, channel)
    )
    with suppress(KeyboardInterrupt, TimeoutError, OSError):
        asyncio.run(work)


if __name__ == "__main__":
    main()

"""A process of a cluster: `python -m workbench.matches.cluster.member worker|scheduler ADDRESS KEYS NAME`.

KEYS is a folder with keys, or "-". A worker ends when it loses its scheduler; `Members` starts another one.
The process ends with its parent, or when the channel to it closes. A scheduler first sends its address.
"""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import ssl
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.parse import urlsplit

import dask
from distributed import Scheduler, Worker

from workbench.matches.cluster.addresses import Address, security_of
from workbench.system import processes
from workbench.system.processes import Channel, ChannelClosedError

CONNECT_SECONDS = 15
PROBE_SECONDS = 3
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
    connecting, worker = asyncio.current_task(), None

    def end() -> object:
        if worker is not None:
            return asyncio.ensure_future(worker.close())
        return connecting.cancel() if connecting is not None else None

    end_with_channel(end, channel)
    with TemporaryDirectory(prefix="herbarium-worker-", ignore_cleanup_errors=True) as folder:
        async with asyncio.timeout(CONNECT_SECONDS):
            worker = await Worker(
                address, nthreads=1, name=name or None, memory_limit=0, dashboard=False, security=security, host=host,
                dashboard_address="127.0.0.1:0",
                local_directory=folder, death_timeout=CONNECT_SECONDS, heartbeat_interval="1s",
            )  # fmt: skip
        channel.send(CONNECTED)
        await worker.finished()


async def why_unreachable(address: str, keys: Path | None) -> str:
    """Return why a connection to a scheduler fails, or "" if it succeeds."""
    security = security_of(Address(address), keys)
    context = security.get_connection_args("worker")["ssl_context"] if security is not None else None
    place = urlsplit(address)
    try:
        async with asyncio.timeout(PROBE_SECONDS):
            _, writer = await asyncio.open_connection(place.hostname, place.port, ssl=context)
    except ssl.SSLError:
        return "the scheduler has other keys, or they are not valid"
    except TimeoutError:
        return "no answer"
    except OSError as error:
        system = error.errno is not None and error.errno > 0  # a name that is not found has a negative number
        return os.strerror(error.errno or 0) if system else error.strerror or str(error)
    writer.close()
    return ""


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
        end_with_channel(lambda: asyncio.ensure_future(scheduler.close()), channel)
        await scheduler.finished()


def end_with_channel(end: Callable[[], object], channel: Channel) -> None:
    """Call `end` when the channel to the parent process closes, or at SIGTERM or SIGINT."""
    loop = asyncio.get_running_loop()

    closing: list[object] = []  # the loop itself keeps no reference

    def close() -> None:
        closing.append(end())

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
    logging.getLogger("distributed.diskutils").setLevel(logging.CRITICAL)  # its folder goes first when a worker ends
    folder = None if keys == "-" else Path(keys)
    work = (
        run_scheduler(address, folder, channel) if role == "scheduler" else run_worker(address, folder, name, channel)
    )
    with suppress(KeyboardInterrupt, asyncio.CancelledError):
        try:
            asyncio.run(work)
        except (TimeoutError, OSError):
            if role == "worker" and (reason := asyncio.run(why_unreachable(address, folder))):
                print(reason, file=sys.stderr)


if __name__ == "__main__":
    main()

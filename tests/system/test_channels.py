"""Tests of messages between processes over pipes."""

from __future__ import annotations

import os
import resource
import threading
from collections.abc import Iterator
from time import monotonic, sleep
from types import SimpleNamespace

import pytest

from workbench.system import processes
from workbench.system.processes import Channel, ChannelClosedError


@pytest.fixture(params=["posix", "nt"])
def ends(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[int, Channel]]:
    """Yield a handle for writing and the channel that reads. On "nt" the channel reads on a thread."""
    monkeypatch.setattr(processes, "os", SimpleNamespace(**{**vars(os), "name": request.param}))
    source, sink = os.pipe()
    channel = Channel(source, sink)
    yield sink, channel
    os.close(source)


def framed(message: bytes) -> bytes:
    return len(message).to_bytes(4, "little") + message


def test_messages_arrive_one_by_one_until_the_pipe_is_closed(ends: tuple[int, Channel]) -> None:
    sink, channel = ends
    os.write(sink, framed(b"first") + framed(b""))
    assert channel.receive(10) == b"first" and channel.receive(10) == b""
    assert channel.receive(0) is None
    os.write(sink, framed(b"second"))
    assert channel.receive(10) == b"second"
    os.close(sink)
    with pytest.raises(ChannelClosedError):
        channel.receive(10)


def test_channel_waits_for_a_message_in_pieces(ends: tuple[int, Channel]) -> None:
    sink, channel = ends
    text = framed(b"in pieces")

    def write() -> None:
        for n in range(len(text)):
            os.write(sink, text[n : n + 1])
            sleep(0.01)

    thread = threading.Thread(target=write)
    thread.start()
    assert channel.receive(60) == b"in pieces"
    thread.join()
    os.write(sink, text[:5])
    start = monotonic()
    assert channel.receive(0.05) is None and monotonic() - start < 30
    os.close(sink)


def test_channel_works_with_more_than_1024_open_files() -> None:
    limits = resource.getrlimit(resource.RLIMIT_NOFILE)
    if limits[1] != resource.RLIM_INFINITY and limits[1] < 1300:
        pytest.skip("the system allows too few open files")
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(limits[0], 1300), limits[1]))
    files = [os.open(os.devnull, os.O_RDONLY) for _ in range(1100)]
    try:
        source, sink = os.pipe()
        files += source, sink
        channel = Channel(source, sink)
        channel.send(bytes(10_000), 10)
        assert channel.receive(10) == bytes(10_000) and channel.receive(0) is None
    finally:
        for file in files:
            os.close(file)
        resource.setrlimit(resource.RLIMIT_NOFILE, limits)


def test_channel_accepts_any_time_limit() -> None:
    """A single wait of the operating system takes at most 24 days."""
    source, sink = os.pipe()
    channel = Channel(source, sink)
    for seconds in (3e6, float("inf")):
        channel.send(bytes(10_000), seconds)
        assert channel.receive(seconds) == bytes(10_000)
    os.close(source)
    os.close(sink)

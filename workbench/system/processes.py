"""Child processes that can crash, hang or send nonsense without harm, and message channels to them.

A message is four bytes of length followed by MessagePack. A child's own standard output goes to its standard error, so
that printed text is never taken for a message. The end of that text is kept to explain a crash.
"""

from __future__ import annotations

import io
import os
import queue
import select
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext, suppress
from math import inf
from pathlib import Path
from time import monotonic, sleep
from typing import IO

from workbench.system import linux
from workbench.system.cores import lower_priority

MAX_BYTES = 2**28
OUTPUT_BYTES = 2**16  # bytes kept of a child's last output
LONGEST_POLL = 1e6  # seconds; the system accepts no more than 2**31 ms
QUIT_SECONDS = 2.0
MOST_READS = 4  # of a child's output at a time
CLEAN_SECONDS = 10.0  # time for guards to clean up after bots
POLLS = hasattr(select, "poll")  # False on Windows
ROOT = str(Path(__file__).parents[2])  # root of this package, for children started in other folders
_leash: int | None = None  # a copy of this process's standard error


def is_ready(file: int, event: int, seconds: float) -> bool:
    """Wait for a file descriptor and return whether it became ready in time (POSIX).

    Unlike `select.select`, this works with more than 1,024 open files.

    Args:
        file: The file descriptor.
        event: `select.POLLIN` or `select.POLLOUT`.
        seconds: How long to wait.
    """
    poll = select.poll()
    poll.register(file, event)
    deadline = monotonic() + seconds
    while (remaining := max(0.0, deadline - monotonic())) > LONGEST_POLL:
        if poll.poll(LONGEST_POLL * 1000):
            return True
    return bool(poll.poll(remaining * 1000))


class ChannelClosedError(Exception):
    """Raised when the process at the far end has closed its pipe or sends invalid data."""


class Channel:
    """Messages as bytes over two pipes. One thread sends, one receives.

    Args:
        source: The descriptor to read from.
        sink: The descriptor to write to.
        most: The largest valid message, in bytes.
    """

    def __init__(self, source: int, sink: int, most: int = MAX_BYTES) -> None:
        self._source, self._sink = source, sink
        self.most = most  # the largest valid message, in bytes
        self._received = bytearray()
        self._chunks: queue.SimpleQueue[bytes] | None = None
        if os.name != "posix":  # Windows cannot wait for a pipe, so a thread reads it
            self._chunks = queue.SimpleQueue()
            threading.Thread(target=self._pump, args=(self._chunks,), daemon=True).start()

    def send(self, message: bytes, seconds: float | None = None) -> None:
        """Send a message.

        Args:
            message: The bytes.
            seconds: How long the reader may take (POSIX), or None.

        Raises:
            ChannelClosedError: The reader has closed the pipe or is too slow.
        """
        remaining = memoryview(len(message).to_bytes(4, "little") + message)
        until = None if seconds is None or os.name != "posix" else monotonic() + seconds
        try:
            while remaining:
                most = len(remaining)
                if until is not None and most > select.PIPE_BUF:  # anything shorter fits into an empty pipe
                    if not is_ready(self._sink, select.POLLOUT, max(0.0, until - monotonic())):
                        raise ChannelClosedError(f"it did not read its input within {seconds:g} s")
                    most = select.PIPE_BUF
                remaining = remaining[os.write(self._sink, remaining[:most]) :]
        except OSError:
            raise ChannelClosedError("it no longer reads its input") from None

    def receive(self, seconds: float | None = None) -> bytes | None:
        """Return the next message, or None if none arrives in time.

        Args:
            seconds: How long to wait, or None for ever.

        Raises:
            ChannelClosedError: The sender has closed the pipe or sent an invalid message.
        """
        until = None if seconds is None else monotonic() + seconds
        while True:
            if len(self._received) >= 4:
                size = int.from_bytes(self._received[:4], "little")
                if size > self.most:
                    raise ChannelClosedError("it sent an invalid message")
                if len(self._received) >= 4 + size:
                    message = bytes(self._received[4 : 4 + size])
                    del self._received[: 4 + size]
                    return message
            remaining = None if until is None else until - monotonic()
            if remaining is not None and remaining < 0 and self._received:
                return None  # a message that arrives in small pieces is late as well
            chunk = self._chunk(None if remaining is None else max(0.0, remaining))
            if chunk is None:
                return None
            if not chunk:
                raise ChannelClosedError("it has ended")
            self._received += chunk

    def _chunk(self, seconds: float | None) -> bytes | None:
        """Return the next bytes, b"" at the end of the pipe, or None if nothing arrives in time."""
        if self._chunks is not None:
            try:
                return self._chunks.get(timeout=seconds)
            except queue.Empty:
                return None
        try:
            if seconds is not None and not is_ready(self._source, select.POLLIN, seconds):
                return None
            return os.read(self._source, 2**16)
        except OSError:
            return b""

    def _pump(self, chunks: queue.SimpleQueue[bytes]) -> None:
        while True:
            try:
                chunk = os.read(self._source, 2**16)
            except OSError:
                chunk = b""
            chunks.put(chunk)
            if not chunk:
                return


class Child:
    """A Python module of this program that runs in a separate process with its own process group.

    Args:
        module: The module to run.
        words: Its arguments.
        handles: Descriptors that stay open in it under the same numbers (POSIX).
    """

    most_bytes = MAX_BYTES  # the largest valid message from the child

    def __init__(self, module: str, *words: str, handles: Sequence[int] = ()) -> None:
        path = os.pathsep.join(filter(None, (ROOT, os.environ.get("PYTHONPATH", ""))))
        self._start([module, *words], os.environ | {"PYTHONPATH": path}, None, handles)

    def _start(
        self, words: Sequence[str], environment: Mapping[str, str], folder: str | None, handles: Sequence[int]
    ) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-P", "-m", *words],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
            env=environment,
            cwd=folder,
            pass_fds=[handle for handle in handles if handle > 2],
            # Linux divides the cores among sessions first. Children in the window's own session would slow the window
            # down.
            start_new_session=True,
        )
        assert self.process.stdin is not None and self.process.stdout is not None and self.process.stderr is not None
        self.channel = Channel(self.process.stdout.fileno(), self.process.stdin.fileno(), self.most_bytes)
        self._printed = b""
        # Held from each read until its text is in `_printed`. Without `poll`, a read may block, so no lock is held.
        self._reading: AbstractContextManager[object] = threading.Lock() if POLLS else nullcontext()
        self._listener = threading.Thread(target=self._listen, args=(self.process.stderr,), daemon=True)
        self._listener.start()

    @property
    def pid(self) -> int:
        """The process id."""
        return self.process.pid

    def _listen(self, printed: IO[bytes]) -> None:
        with suppress(OSError, ValueError):
            while True:
                if POLLS:
                    is_ready(printed.fileno(), select.POLLIN, inf)
                chunk = self._read_printed(printed)
                if chunk == b"":
                    return
                if chunk is not None and len(chunk) == 2**16:
                    sleep(0.001)  # let this process rest if a child prints without end

    def _read_printed(self, printed: IO[bytes]) -> bytes | None:
        """Read what the child has printed and keep the end of it.

        Returns:
            The new text, b"" at the end of the pipe, or None if there is nothing new. Without `poll`, wait for text.
        """
        with self._reading:
            if POLLS and not is_ready(printed.fileno(), select.POLLIN, 0):
                return None
            chunk = os.read(printed.fileno(), 2**16)
            self._printed = (self._printed + chunk)[-OUTPUT_BYTES:]
            return chunk

    @property
    def pipes(self) -> tuple[int, int]:
        """The descriptors of the child's standard output and input, for lines instead of `channel`."""
        assert self.process.stdin is not None and self.process.stdout is not None
        return self.process.stdout.fileno(), self.process.stdin.fileno()

    @property
    def output(self) -> str:
        """The last 64 KiB that the child printed, with what it printed just now (except on Windows)."""
        printed, reads = self.process.stderr, 0
        with suppress(OSError, ValueError):  # it is closed
            # One read takes all that a pipe holds. A child that prints without end does not keep us here.
            while POLLS and printed is not None and reads < MOST_READS and self._read_printed(printed):
                reads += 1
        return self._printed.decode(errors="replace")

    @property
    def last_output(self) -> str:
        """The last line that the child printed, or ""."""
        lines = self.output[-4000:].strip().splitlines()
        return lines[-1].strip()[:300] if lines else ""

    def end(self) -> str:
        """Kill the child and all its descendants. Return how the child had ended, or "" if it was still running."""
        with suppress(subprocess.TimeoutExpired):
            self.process.wait(0.2)
        status = self.process.poll()
        if status is not None:
            self._listener.join(0.5)  # the last output may still be on the way
        self.close(0)
        if status is None:
            return ""
        if status < 0:
            with suppress(ValueError):
                return f"it was ended by {signal.Signals(-status).name}"
        return f"it ended with status {status}"

    def close(self, seconds: float = QUIT_SECONDS) -> None:
        """Ask the child to end by closing its input, then kill it and all its descendants.

        Args:
            seconds: How long to wait before the kill.
        """
        if self.process.stdin is not None:
            with suppress(OSError):
                self.process.stdin.close()
        with suppress(subprocess.TimeoutExpired):
            self.process.wait(seconds)
        self._stop()
        self.process.wait()
        self._listener.join(1)
        for stream in (self.process.stdout, self.process.stderr):
            with suppress(OSError):
                stream.close() if stream is not None else None

    def _stop(self) -> None:
        """Kill the child, give the guards of its bots time to clean up, then kill the remaining processes."""
        below = self._descendant_groups()
        self._kill([self.process.pid])
        if below:
            self._listener.join(CLEAN_SECONDS)  # until no guard holds its standard error
            if self._listener.is_alive():
                self._kill(below)

    def _descendant_groups(self) -> list[int]:
        """Return the process groups of the child's descendants, without its own group."""
        return sorted(set(linux.descendants(self.process.pid).values()) - {self.process.pid})

    def _kill(self, groups: Sequence[int]) -> None:
        for group in groups:
            with suppress(OSError):
                if os.name == "posix":
                    os.killpg(group, signal.SIGKILL)
                else:
                    self.process.kill()


def guard_stderr() -> int:
    """Return a copy of this process's standard error, which the guards of bots hold until they have cleaned up."""
    return 2 if _leash is None else _leash


def serve(answer: Callable[[bytes], bytes | None]) -> None:
    """Run as a child: answer one message at a time until the parent closes the channel or dies."""
    channel = connect_to_parent()
    with suppress(ChannelClosedError, KeyboardInterrupt):
        while True:
            message = channel.receive()
            assert message is not None, "without a time it waits for ever"
            reply = answer(message)
            if reply is not None:
                channel.send(reply)


def connect_to_parent() -> Channel:
    """Return the channel to the parent, and set this process up as a child.

    Printed text goes to standard error, line by line, and standard input is empty. The process gets a lower priority,
    hides its memory and, on Linux, ends with its parent.
    """
    global _leash
    lower_priority()
    linux.hide_memory()
    source, sink, _leash = os.dup(0), os.dup(1), os.dup(2)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(2, 1)
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(line_buffering=True)  # the process may be killed before it fills a buffer
    linux.end_with_parent(os.getppid())
    return Channel(source, sink)

"""Starts child processes that can crash, hang or send nonsense without harm, and exchanges messages with them.

A message is four bytes of length and then MessagePack. A child's own standard output is its standard error, so that
what it prints is never taken for a message; the last of that is kept for whoever asks why it died.
"""

from __future__ import annotations

import os
import queue
import select
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from time import monotonic, sleep
from typing import IO

from workbench.system import linux
from workbench.system.cores import give_way

MOST_BYTES = 2**28
KEPT = 4000  # bytes of what a child printed last
QUIT_SECONDS = 2.0
CLEAN_SECONDS = 10.0  # for guards to end what bots have left behind
ROOT = str(Path(__file__).parents[2])  # of this package, for children in other folders
_leash: int | None = None  # a copy of this process's standard error


class Gone(Exception):
    """The other end has closed, or sends what is no message."""


class Channel:
    """Messages as bytes over two pipes. One thread sends, one receives."""

    def __init__(self, source: int, sink: int, most: int = MOST_BYTES) -> None:
        self._source, self._sink = source, sink
        self.most = most  # bytes of one message; more is none
        self._got = bytearray()
        self._chunks: queue.SimpleQueue[bytes] | None = None
        if os.name != "posix":  # pipes cannot be waited for there: a thread reads
            self._chunks = queue.SimpleQueue()
            threading.Thread(target=self._pump, args=(self._chunks,), daemon=True).start()

    def send(self, message: bytes, seconds: float | None = None) -> None:
        """Send a message. Gone if nobody reads any more, or if it is not read within this time (POSIX)."""
        rest = memoryview(len(message).to_bytes(4, "little") + message)
        until = None if seconds is None or os.name != "posix" else monotonic() + seconds
        try:
            while rest:
                most = len(rest)
                if until is not None and most > select.PIPE_BUF:  # a shorter message fits into an empty pipe
                    if not select.select([], [self._sink], [], max(0.0, until - monotonic()))[1]:
                        raise Gone(f"it did not read what it was asked within {seconds:g} s")
                    most = select.PIPE_BUF
                rest = rest[os.write(self._sink, rest[:most]) :]
        except OSError:
            raise Gone("it does not read any more") from None

    def receive(self, seconds: float | None = None) -> bytes | None:
        """The next message; None if there is none within this time. Gone if there will be none."""
        until = None if seconds is None else monotonic() + seconds
        while True:
            if len(self._got) >= 4:
                size = int.from_bytes(self._got[:4], "little")
                if size > self.most:
                    raise Gone("it sent an invalid message")
                if len(self._got) >= 4 + size:
                    message = bytes(self._got[4 : 4 + size])
                    del self._got[: 4 + size]
                    return message
            left = None if until is None else until - monotonic()
            if left is not None and left < 0 and self._got:
                return None  # a message that trickles in is late too
            chunk = self._chunk(None if left is None else max(0.0, left))
            if chunk is None:
                return None
            if not chunk:
                raise Gone("it has ended")
            self._got += chunk

    def _chunk(self, seconds: float | None) -> bytes | None:
        """What has come, b"" at the end, None if nothing came in time."""
        if self._chunks is not None:
            try:
                return self._chunks.get(timeout=seconds)
            except queue.Empty:
                return None
        try:
            if seconds is not None and not select.select([self._source], [], [], seconds)[0]:
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
    """One of our Python modules in a separate process with its own process group."""

    most_bytes = MOST_BYTES  # of one message from it

    def __init__(self, module: str, *words: str, handles: Sequence[int] = ()) -> None:
        """Start the module with these words. `handles` are open in it too, under the same numbers (POSIX)."""
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
            # Linux shares the cores among sessions first: in the window's own it would have to wait for all of these.
            start_new_session=True,
        )
        assert self.process.stdin is not None and self.process.stdout is not None and self.process.stderr is not None
        self.channel = Channel(self.process.stdout.fileno(), self.process.stdin.fileno(), self.most_bytes)
        self._printed = b""
        self._listener = threading.Thread(target=self._listen, args=(self.process.stderr,), daemon=True)
        self._listener.start()

    @property
    def pid(self) -> int:
        """The number of the process that runs the module."""
        return self.process.pid

    def _listen(self, printed: IO[bytes]) -> None:
        with suppress(OSError, ValueError):
            while chunk := os.read(printed.fileno(), 2**16):
                self._printed = (self._printed + chunk)[-KEPT:]
                if len(chunk) == 2**16:
                    sleep(0.001)  # a child that prints without end does not keep this process busy

    @property
    def last_words(self) -> str:
        """The last line that it printed, "" if there is none."""
        lines = self._printed.decode(errors="replace").strip().splitlines()
        return lines[-1].strip()[:300] if lines else ""

    def end(self) -> str:
        """Kill the child and everything that it started. Return how it had ended by itself, "" if it had not."""
        with suppress(subprocess.TimeoutExpired):
            self.process.wait(0.2)
        status = self.process.poll()
        if status is not None:
            self._listener.join(0.5)  # what it printed last is on its way
        self.close(0)
        if status is None:
            return ""
        if status < 0:
            with suppress(ValueError):
                return f"it was ended by {signal.Signals(-status).name}"
        return f"it ended with status {status}"

    def close(self, seconds: float = QUIT_SECONDS) -> None:
        """Close its input, which tells it to end, and kill it and all that it started
        if it has not within this time."""
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
        """Kill it; the guards of its bots notice and clean up. Kill what is left after that too."""
        below = self._below()
        self._kill([self.process.pid])
        if below:
            self._listener.join(CLEAN_SECONDS)  # until no guard holds its standard error any more
            if self._listener.is_alive():
                self._kill(below)

    def _below(self) -> list[int]:
        """Return the process groups of its descendants, without its own."""
        return sorted(set(linux.descendants(self.process.pid).values()) - {self.process.pid})

    def _kill(self, groups: Sequence[int]) -> None:
        for group in groups:
            with suppress(OSError):
                if os.name == "posix":
                    os.killpg(group, signal.SIGKILL)
                else:
                    self.process.kill()


def leash() -> int:
    """Return a copy of this process's standard error, which the guards of its bots hold until they are done."""
    return 2 if _leash is None else _leash


def serve(answer: Callable[[bytes], bytes | None]) -> None:
    """Be a child: answer messages one after the other until the parent closes or dies."""
    channel = parent()
    with suppress(Gone, KeyboardInterrupt):
        while True:
            message = channel.receive()
            assert message is not None, "without a time it waits for ever"
            said = answer(message)
            if said is not None:
                channel.send(said)


def parent() -> Channel:
    """The channel to the parent. From now on what is printed goes to standard error and nothing can be read from
    standard input, this process presses less for a core than its parent's window where sessions do not count, and where
    the system can do that, it ends with its parent."""
    global _leash
    give_way()
    linux.hide_memory()
    source, sink, _leash = os.dup(0), os.dup(1), os.dup(2)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(2, 1)
    linux.end_with(os.getppid())
    return Channel(source, sink)

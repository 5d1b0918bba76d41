"""Lines over the pipes of a program: reading and writing with limits, and the last lines for a fault."""

from __future__ import annotations

import os
import select
from collections import deque
from time import monotonic

from workbench.protocol.messages import MAX_LINE
from workbench.system.processes import ChannelClosedError, is_ready

KEPT_LINES = 200  # lines kept to explain a fault
KEPT_BYTES = 2000  # bytes kept of each of them
MAX_WAITING = 2 * MAX_LINE  # bytes that may arrive while a line is being written
_PIECE = 2**16


class LineTooLongError(ChannelClosedError):
    """Raised when the program sends a line that exceeds `MAX_LINE`."""


class LineChannel:
    """Lines over two pipes (POSIX). One thread uses it at a time.

    Args:
        source: The descriptor to read from.
        sink: The descriptor to write to.
    """

    def __init__(self, source: int, sink: int) -> None:
        self._source, self._sink = source, sink
        self._received = bytearray()
        self._searched = 0  # bytes of the buffer that are known to hold no line end
        self.last_lines: deque[str] = deque(maxlen=KEPT_LINES)

    def send(self, lines: bytes, seconds: float) -> None:
        """Send whole lines. Take in what the program writes meanwhile, so that two full pipes cannot block each other.

        Raises:
            ChannelClosedError: The program has closed its input or does not read within `seconds`.
        """
        for line in lines.splitlines():
            self._keep(">", line)
        remaining, until = memoryview(lines), monotonic() + seconds
        while remaining:
            poll = select.poll()
            poll.register(self._sink, select.POLLOUT)
            if len(self._received) < MAX_WAITING:
                poll.register(self._source, select.POLLIN)
            ready = dict(poll.poll(1000 * max(0.0, until - monotonic())))
            if not ready and monotonic() >= until:
                raise ChannelClosedError(f"it did not read its input within {seconds:g} s")
            if self._source in ready and not self._read():
                raise ChannelClosedError("it has ended")
            try:
                if self._sink in ready:  # a pipe that is ready takes this much without waiting
                    remaining = remaining[os.write(self._sink, remaining[: select.PIPE_BUF]) :]
            except OSError:
                raise ChannelClosedError("it no longer reads its input") from None

    def receive(self, seconds: float) -> bytes | None:
        """Return the next line without its end, or None if none arrives within `seconds`.

        Raises:
            ChannelClosedError: The program has closed its output.
            LineTooLongError: The line is too long.
        """
        until = monotonic() + seconds
        while True:
            end = self._received.find(b"\n", self._searched)
            if end >= 0:
                line = bytes(self._received[:end])
                del self._received[: end + 1]
                self._searched = 0
                if len(line) > MAX_LINE:
                    raise LineTooLongError(f"it sent a line of more than {MAX_LINE // 2**20} MB")
                line = line.removesuffix(b"\r")
                self._keep("<", line)
                return line
            self._searched = len(self._received)
            if self._searched > MAX_LINE:
                raise LineTooLongError(f"it sent a line of more than {MAX_LINE // 2**20} MB")
            remaining = until - monotonic()
            if not is_ready(self._source, select.POLLIN, max(0.0, remaining)):
                return None
            if not self._read():
                raise ChannelClosedError("it has ended")
            if remaining < 0:
                return None  # a line that arrives in small pieces is late as well

    def _read(self) -> bool:
        try:
            chunk = os.read(self._source, _PIECE)
        except OSError:
            return False
        self._received += chunk
        return bool(chunk)

    def _keep(self, direction: str, line: bytes) -> None:
        shown = line[:KEPT_BYTES].decode(errors="replace")
        self.last_lines.append(f"{direction} {shown}{' ...' if len(line) > KEPT_BYTES else ''}")

"""Hostile bots that crash, hang, flood the program or send invalid messages."""

from __future__ import annotations

import ctypes
import os
import re
import sys
import time
from collections.abc import Iterator

import msgspec

from bots import Report
from fastcore import Viewpoint
from tests.attacks.bots.common import Hostile


class Segfault(Hostile):
    expected = ("crash", "SIGSEGV")

    def act(self) -> None:
        ctypes.string_at(0)


class HardExit(Hostile):
    expected = ("crash", "status 3")

    def act(self) -> None:
        os._exit(3)


class QuietExit(Hostile):
    """Exits with a successful status."""

    expected = ("crash", "status 0")

    def act(self) -> None:
        os._exit(0)


class SystemExits(Hostile):
    expected = ("crash", "SystemExit")

    def act(self) -> None:
        sys.exit("gone")


class Interrupts(Hostile):
    expected = ("crash", "")

    def act(self) -> None:
        raise KeyboardInterrupt


class EndlessLoop(Hostile):
    expected = ("timeout", "did not answer within")

    def act(self) -> None:
        while True:
            pass


class EndlessPattern(Hostile):
    """Runs a regular expression that never returns."""

    expected = ("timeout", "did not answer within")

    def act(self) -> None:
        re.fullmatch(r"(a+)+b", "a" * 64)


class EndlessReports(Hostile):
    """Reports without end and never decides."""

    expected = ("timeout", "did not answer within")

    def attack(self, point: Viewpoint) -> Iterator[Report]:
        while True:
            yield Report(move=point.move_text(point.moves()[0]))


class Memory(Hostile):
    expected = ("crash", "MemoryError")

    def act(self) -> None:
        blocks = []
        while True:
            blocks.append(bytearray(2**24))


class MemoryOutsidePython(Hostile):
    """Allocates memory with malloc and writes to it until memory runs out and the process gets SIGSEGV."""

    expected = ("crash", "of memory")

    def act(self) -> None:
        libc = ctypes.CDLL(None)
        libc.malloc.restype = ctypes.c_void_p
        while True:
            block = libc.malloc(ctypes.c_size_t(2**22))
            ctypes.memset(block, 1, 2**22)


class Recursion(Hostile):
    expected = ("crash", "")

    def act(self) -> None:
        class Endless:
            def __repr__(self) -> str:
                return repr(self)

        sys.setrecursionlimit(10**9)
        repr(Endless())


class FloodOutput(Hostile):
    """Prints 100 MB, then plays on."""

    def act(self) -> None:
        block = b"x" * 2**20
        for handle in (1, 2):
            for _ in range(50):
                os.write(handle, block)


class FloodChannel(Hostile):
    """Writes 64 MB of one byte to every pipe."""

    expected = ("crash", "invalid message")

    def act(self) -> None:
        for handle in range(3, 16):
            try:
                for _ in range(64):
                    os.write(handle, b"\xee" * 2**20)
            except OSError:
                continue


class HugeMessage(Hostile):
    """Announces a message of 3 MB and sends it so slowly that it never arrives completely."""

    expected = ("timeout", "did not answer within")

    def act(self) -> None:
        for handle in range(3, 16):
            try:
                os.write(handle, (3 * 2**20).to_bytes(4, "little"))
            except OSError:
                continue
            while True:
                os.write(handle, b"\x90")
                time.sleep(0.0001)


class FakeAnswers(Hostile):
    """Sends well-formed but unrequested messages of the kinds that the program's own code sends."""

    expected = ("crash", "")

    def act(self) -> None:
        for kind in ("seated", "fault", "drop", "glimpse", "played"):
            message = msgspec.msgpack.encode(
                {"type": kind, "kind": "host", "reason": "the other bot did it", "number": 0}
            )
            for handle in range(3, 16):
                try:
                    os.write(handle, len(message).to_bytes(4, "little") + message)
                except OSError:
                    continue


class RawFrame(Hostile):
    """Sends its own answer before the program's code does, then plays on.

    From then on, each answer belongs to the previous question.
    """

    expected = ("illegal", "")

    def attack(self, point: Viewpoint) -> Iterator[Report]:
        frame = self.frame(point.move_text(point.moves()[0]))
        for handle in range(3, 16):
            try:
                os.write(handle, len(frame).to_bytes(4, "little"))
                for start in range(0, len(frame), 4096):
                    os.write(handle, frame[start : start + 4096])
            except OSError:
                continue
        yield from ()

    def frame(self, move: str) -> bytes:
        return encode_answer({"move": move})


def encode_answer(*reports: object) -> bytes:
    return msgspec.msgpack.encode({"type": "thought", "seconds": 0.0, "reports": reports})


class InvalidFrame(RawFrame):
    """Sends a message that is not an answer."""

    expected = ("nonsense", "")

    def frame(self, move: str) -> bytes:
        return b"\x90"


class RawText(InvalidFrame):
    """Sends a fault whose reason is not valid UTF-8."""

    def frame(self, move: str) -> bytes:
        return b"\x83\xa4type\xa5fault\xa4kind\xa5crash\xa6reason\xa2\xff\xfe"


class RawNesting(InvalidFrame):
    """Sends a report nested 5,000 levels deep in other reports."""

    def frame(self, move: str) -> bytes:
        start = b"\x83\xa4type\xa7thought\xa7seconds\x00\xa7reports\x91"
        return start + b"\x82\xa4move\xa1a\xa7history\x91" * 5000 + b"\x81\xa4move\xa1a"


class RawNotANumber(InvalidFrame):
    def frame(self, move: str) -> bytes:
        return encode_answer({"move": move, "seconds": float("nan")})


class RawInfinity(InvalidFrame):
    def frame(self, move: str) -> bytes:
        candidate = {"move": move, "visits": 1, "value": [0.0, 0.0], "spread": float("inf"), "prior": 0.0, "line": []}
        return encode_answer({"move": move, "candidates": [candidate]})


class RawValues(InvalidFrame):
    """Sends three values in a game for two players."""

    def frame(self, move: str) -> bytes:
        candidate = {"move": move, "visits": 1, "value": [0.0, 0.0, 0.0], "spread": 0.0, "prior": 0.0, "line": []}
        return encode_answer({"move": move, "candidates": [candidate]})


class RawReports(InvalidFrame):
    """Sends more reports than an answer may have."""

    def frame(self, move: str) -> bytes:
        return encode_answer(*[{"move": move}] * 1001)


class RawTraces(InvalidFrame):
    """Sends a report with more simulation traces than a report may have."""

    def frame(self, move: str) -> bytes:
        trace = {"number": 1, "world": "", "steps": [], "text": "", "kind": "end", "value": [], "static": []}
        return encode_answer({"move": move, "traces": [trace] * 1001})


class ClosesHandles(Hostile):
    expected = ("crash", "")

    def act(self) -> None:
        os.closerange(0, 64)


class SwapsHandles(Hostile):
    """Replaces its file descriptors with its standard error."""

    expected = ("crash", "")

    def act(self) -> None:
        for handle in range(3, 16):
            os.dup2(2, handle)
        time.sleep(600)


class NoReport(Hostile):
    expected = ("crash", "reported str")

    def attack(self, point: Viewpoint) -> Iterator[Report]:
        yield "a1"  # type: ignore[misc]


class NotANumber(Hostile):
    expected = ("crash", "no Report")

    def attack(self, point: Viewpoint) -> Iterator[Report]:
        yield Report(move=point.move_text(point.moves()[0]), seconds=float("nan"))


class LongReport(Hostile):
    """Sends a report whose move is a 40 MB string."""

    expected = ("crash", "no Report")

    def attack(self, point: Viewpoint) -> Iterator[Report]:
        yield Report(move="x" * (40 * 2**20))


class IllegalMove(Hostile):
    expected = ("illegal", "zz9")

    def attack(self, point: Viewpoint) -> Iterator[Report]:
        while True:
            yield Report(move="zz9")
            return

    def think(self, point: Viewpoint, limit: object = None) -> Iterator[Report]:
        yield Report(move="zz9")


class Escapes(Hostile):
    """Raises an error whose message has terminal escape sequences and several lines."""

    expected = ("crash", "RuntimeError")

    def act(self) -> None:
        raise RuntimeError("\x1b[2J\x1b]0;owned\x07one\ntwo\r\nthree" + "\u202e" + "x" * 10**6)


class BreaksWhileClosing(Hostile):
    """Sleeps when it is closed."""

    def close(self) -> None:
        time.sleep(600)

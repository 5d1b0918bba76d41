"""Bots that break the rules for bots, each in a different way. `often` is the fraction of games in which they do."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator

from bots import Bot, Limit, Report
from fastcore import Option, Viewpoint


class Evil(Bot):
    """A bot that plays its first legal move and, from turn 2 on, misbehaves in a fraction `often` of its games."""

    options = (Option("often", "number", "1", "in how many of the games", 0, 1),)

    def think(self, point: Viewpoint, limit: Limit | None = None) -> Iterator[Report]:
        if point.turn >= 2 and self.is_selected():
            yield from self.misbehave(point)
        yield Report(move=point.move_text(point.moves()[0]))

    def is_selected(self) -> bool:
        import fastcore

        return fastcore.Stream(self.seed, "evil").unit() < float(self.values["often"])

    def misbehave(self, point: Viewpoint) -> Iterator[Report]:
        raise NotImplementedError


class Good(Evil):
    def misbehave(self, point: Viewpoint) -> Iterator[Report]:
        yield from ()


class Raises(Evil):
    def misbehave(self, point: Viewpoint) -> Iterator[Report]:
        raise KeyError("no such\nthing")


class Exits(Evil):
    def misbehave(self, point: Viewpoint) -> Iterator[Report]:
        print("I leave now", flush=True)
        os._exit(7)
        yield from ()


class Aborts(Evil):
    def misbehave(self, point: Viewpoint) -> Iterator[Report]:
        os.abort()
        yield from ()


class Hangs(Evil):
    def misbehave(self, point: Viewpoint) -> Iterator[Report]:
        while True:
            time.sleep(0.001)
        yield from ()


class Illegal(Evil):
    def think(self, point: Viewpoint, limit: Limit | None = None) -> Iterator[Report]:
        if point.turn >= 2 and self.is_selected():
            yield Report(move="zz9")
        else:
            yield from super().think(point, limit)

    def misbehave(self, point: Viewpoint) -> Iterator[Report]:
        yield from ()


class Babbles(Evil):
    def misbehave(self, point: Viewpoint) -> Iterator[Report]:
        yield "a1"  # type: ignore[misc]


class Eats(Evil):
    def misbehave(self, point: Viewpoint) -> Iterator[Report]:
        blocks = []
        while True:
            blocks.append(bytearray(2**25))
        yield from ()


class Scribbles(Evil):
    """Writes invalid messages to every pipe that it finds."""

    def misbehave(self, point: Viewpoint) -> Iterator[Report]:
        for handle in range(3, 30):
            try:
                os.write(handle, b"\xff" * 64)
            except OSError:
                continue
        yield from ()


class Prints(Evil):
    def misbehave(self, point: Viewpoint) -> Iterator[Report]:
        for _ in range(200):
            print("x" * 1000, file=sys.stderr)
            print("y" * 1000)
        yield from ()


class Breeds(Evil):
    """Leaves a process behind and hangs."""

    def misbehave(self, point: Viewpoint) -> Iterator[Report]:
        subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)  # herbarium-left-behind"])
        time.sleep(600)
        yield from ()


class NoStart(Evil):
    def __init__(self, seed: int, values: dict[str, object]) -> None:
        super().__init__(seed, values)  # type: ignore[arg-type]
        if self.is_selected():
            raise OSError("no licence")

    def misbehave(self, point: Viewpoint) -> Iterator[Report]:
        yield from ()


class Slow(Evil):
    """Exceeds its time limit."""

    def misbehave(self, point: Viewpoint) -> Iterator[Report]:
        time.sleep(0.5)
        yield from ()

"""Bots that try to take down the program. Each misbehaves in every decision, or only in the turn `turn`."""

from __future__ import annotations

import ctypes
import gc
import mmap
import os
import re
from collections.abc import Iterator, Sequence

from bots import Bot, Limit, Report
from bots.judging import Judgement
from bots.mcts import Mcts
from bots.report import Candidate, Fact
from fastcore import Option, Viewpoint


class Breaking(Bot):
    """A bot that misbehaves and then plays its first legal move."""

    options = (Option("turn", "whole", "0", "the only turn in which it is bad, 0 for all", 0, 10**6),)

    def think(self, point: Viewpoint, limit: Limit | None = None) -> Iterator[Report]:
        if self.values["turn"] in (0, point.turn):
            yield from self.misbehave(point)
        yield self.first_report(point)

    def first_report(self, point: Viewpoint) -> Report:
        return Report(point.move_text(point.moves()[0]))

    def misbehave(self, point: Viewpoint) -> Iterator[Report]:
        yield from ()


class Harmless(Breaking):
    pass


class EndlessRegex(Breaking):
    """Blocks the interpreter in a single call."""

    def misbehave(self, point: Viewpoint) -> Iterator[Report]:
        re.match(r"(a+)+$", "a" * 64 + "b")
        yield from ()


class ReportsThenRegex(EndlessRegex):
    """Reports a move before it hangs."""

    def misbehave(self, point: Viewpoint) -> Iterator[Report]:
        yield self.first_report(point)
        yield from super().misbehave(point)


class LeavesProcess(Breaking):
    def misbehave(self, point: Viewpoint) -> Iterator[Report]:
        os._exit(3)
        yield from ()


class Segfaults(Breaking):
    def misbehave(self, point: Viewpoint) -> Iterator[Report]:
        ctypes.string_at(0)
        yield from ()


class EatsMemory(Breaking):
    """Maps 16 GB of memory without using it. Only the limit on the address space stops this."""

    def misbehave(self, point: Viewpoint) -> Iterator[Report]:
        mapping = mmap.mmap(-1, 2**34)
        yield Report(point.move_text(point.moves()[0]), facts=(Fact("taken", {"bytes": len(mapping)}),))


class Snoops(Breaking):
    """Searches all objects in its process for a session, a table or hidden positions."""

    def misbehave(self, point: Viewpoint) -> Iterator[Report]:
        names = [type(thing).__name__ for thing in gc.get_objects()]
        sessions = sum(name in ("Session", "Table", "Seating", "Way") for name in names)
        yield Report(point.move_text(point.moves()[0]), facts=(Fact("found", {"sessions": sessions}),))

    def first_report(self, point: Viewpoint) -> Report:
        return next(self.misbehave(point))


class Floods(Breaking):
    """Reports without end."""

    def misbehave(self, point: Viewpoint) -> Iterator[Report]:
        while True:
            yield self.first_report(point)


class Prints(Breaking):
    """Prints without end."""

    def misbehave(self, point: Viewpoint) -> Iterator[Report]:
        while True:
            print("x" * 10_000)
        yield from ()


class ReportsBooks(Breaking):
    """Reports 64 MB at a time."""

    def misbehave(self, point: Viewpoint) -> Iterator[Report]:
        text = self.first_report(point).move
        value = (0.0,) * point.seats
        yield Report(text, tuple(Candidate(text, 1, value, 0.0, 0.0, ("x" * 2**20,)) for _ in range(64)))


class DiesWhenItJudges(Mcts):
    name = "dies-when-it-judges"

    def judge(self, point: Viewpoint, decided: Sequence[str], simulations: int) -> Judgement:
        os._exit(3)


class Tells(Breaking):
    """Reports everything that its viewpoint knows."""

    def worlds(self, point: Viewpoint) -> int:
        try:
            return point.count()
        except ValueError:  # too many
            return -1

    def misbehave(self, point: Viewpoint) -> Iterator[Report]:
        stream = self.stream(point)
        moves = point.moves()
        known: dict[str, int | float | str] = {
            "text": point.text(),
            "key": str(point.key),
            "moves": len(moves),
            "seat": str(point.seat),
            "worlds": self.worlds(point),
            "sample": point.sample(stream).text(),
            "state": "" if point.state is None else point.state.text(),
        }
        yield Report(point.move_text(stream.choice(moves)), facts=(Fact("known", known),))

    def first_report(self, point: Viewpoint) -> Report:
        return next(self.misbehave(point))

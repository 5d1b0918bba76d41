"""Bots that try to take the program down that asks them. Each is bad in every decision, or only in `turn`."""

from __future__ import annotations

import ctypes
import gc
import mmap
import os
import re
from collections.abc import Iterator, Sequence

from bots import Bot, Limit, Report
from bots.mcts import Mcts
from bots.report import Candidate, Fact
from bots.searching import Judgement
from fastcore import Option, Viewpoint


class Breaking(Bot):
    """Plays its first legal move, but does something bad first."""

    options = (Option("turn", "whole", "0", "the only turn in which it is bad, 0 for all", 0, 10**6),)

    def think(self, point: Viewpoint, limit: Limit | None = None) -> Iterator[Report]:
        if self.values["turn"] in (0, point.turn):
            yield from self.bad(point)
        yield self.first(point)

    def first(self, point: Viewpoint) -> Report:
        return Report(point.move_text(point.moves()[0]))

    def bad(self, point: Viewpoint) -> Iterator[Report]:
        yield from ()


class Harmless(Breaking):
    pass


class EndlessRegex(Breaking):
    """Holds the interpreter in one call."""

    def bad(self, point: Viewpoint) -> Iterator[Report]:
        re.match(r"(a+)+$", "a" * 64 + "b")
        yield from ()


class ReportsThenRegex(EndlessRegex):
    """Has found a move before it hangs."""

    def bad(self, point: Viewpoint) -> Iterator[Report]:
        yield self.first(point)
        yield from super().bad(point)


class LeavesProcess(Breaking):
    def bad(self, point: Viewpoint) -> Iterator[Report]:
        os._exit(3)
        yield from ()


class Segfaults(Breaking):
    def bad(self, point: Viewpoint) -> Iterator[Report]:
        ctypes.string_at(0)
        yield from ()


class EatsMemory(Breaking):
    """Takes 16 GB without touching them: only the limit on addresses stops it."""

    def bad(self, point: Viewpoint) -> Iterator[Report]:
        kept = mmap.mmap(-1, 2**34)
        yield Report(point.move_text(point.moves()[0]), facts=(Fact("taken", {"bytes": len(kept)}),))


class Snoops(Breaking):
    """Looks for the session, and for positions that its seat may not know, among all objects of its process."""

    def bad(self, point: Viewpoint) -> Iterator[Report]:
        names = [type(one).__name__ for one in gc.get_objects()]
        sessions = sum(name in ("Session", "Table", "Seating", "Way") for name in names)
        yield Report(point.move_text(point.moves()[0]), facts=(Fact("found", {"sessions": sessions}),))

    def first(self, point: Viewpoint) -> Report:
        return next(self.bad(point))


class Floods(Breaking):
    """Reports without end."""

    def bad(self, point: Viewpoint) -> Iterator[Report]:
        while True:
            yield self.first(point)


class Prints(Breaking):
    """Prints without end."""

    def bad(self, point: Viewpoint) -> Iterator[Report]:
        while True:
            print("x" * 10_000)
        yield from ()


class ReportsBooks(Breaking):
    """Reports 64 MB at a time."""

    def bad(self, point: Viewpoint) -> Iterator[Report]:
        text = self.first(point).move
        value = (0.0,) * point.seats
        yield Report(text, tuple(Candidate(text, 1, value, 0.0, 0.0, ("x" * 2**20,)) for _ in range(64)))


class DiesWhenItJudges(Mcts):
    name = "dies-when-it-judges"

    def judge(self, point: Viewpoint, decided: Sequence[str], simulations: int) -> Judgement:
        os._exit(3)


class Tells(Breaking):
    """Says all that it knows of a position."""

    def worlds(self, point: Viewpoint) -> int:
        try:
            return point.count()
        except ValueError:  # too many
            return -1

    def bad(self, point: Viewpoint) -> Iterator[Report]:
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

    def first(self, point: Viewpoint) -> Report:
        return next(self.bad(point))

"""A look at other positions of a game than the one where it stands: stepping along its lines. The game goes nowhere."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import takewhile

from fastcore import Event, Viewpoint
from workbench.session import Session, Step
from workbench.tree import ROOT

FAR = 200  # steps looked at to find the last that somebody decided


class Looking:
    """`node` is the position looked at, None while that is where the game stands. Steps of which the seat that looks
    learned nothing are passed over; `seat` is that seat, None for what everybody may see."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.node: int | None = None
        self.open: set[int] = set()  # long variations that are shown whole, by their first nodes

    @property
    def at(self) -> int:
        """The node that is shown."""
        return self.session.here if self.node is None else self.node

    def look(self, node: int) -> None:
        self.node = None if node == self.session.here else node

    # What is there to be seen -----------------------------------------------------------------------------------------

    def point(self, seat: int | None) -> Viewpoint:
        """What the seat knew there."""
        return self.session.viewpoint_at(self.at, seat)

    def turn_events(self, seat: int | None) -> tuple[Event, ...]:
        """What had happened in the turn that was being played there."""
        turn = self.session.point_at(self.at).turn
        steps = list(takewhile(lambda step: step.turn == turn, self._back(seat)))
        return tuple(event for step in reversed(steps) for event in step.events)

    def last_events(self, seat: int | None) -> tuple[Event, ...]:
        """What the seats did in the latest turn in which one had done anything."""
        latest: list[Step] = []
        for number, step in enumerate(self._back(seat)):
            if number == FAR or (latest and step.turn != latest[0].turn):
                break
            if step.actor >= 0:
                latest.append(step)
        return tuple(event for step in reversed(latest) for event in step.events)

    def _back(self, seat: int | None) -> Iterator[Step]:
        """The steps that led there as the seat saw them, the last one first."""
        for node in reversed(self.session.line_to(self.at)):
            if self.session.text_at(node, seat):
                step = self.session.seen_at(node, seat)
                if step is not None:
                    yield step

    # Where one can go from there --------------------------------------------------------------------------------------

    def line(self) -> tuple[int, ...]:
        """The line that is stepped along: the game's, or that of the variation one looks at."""
        game = self.session.line()
        if self.at in (ROOT, *game):
            return game
        return (*self.session.line_to(self.at), *self.session.tree.line_from(self.at))

    def back(self, seat: int | None, turn: bool = False) -> int | None:
        """The node a step back, None at the start; with `turn` the one where the turn began."""
        before = [node for node in self.session.line_to(self.at) if node == self.at or self._told(node, seat)]
        if not before:
            return None
        rest = before[:-1]
        while turn and rest and self._same_turn(rest[-1], before[-1]):
            rest.pop()
        return rest[-1] if rest else ROOT

    def forward(self, seat: int | None, turn: bool = False) -> int | None:
        """The node a step on, None at the end of the line; with `turn` the last of its turn."""
        line = self.line()
        after = line if self.at == ROOT else line[line.index(self.at) + 1 :]
        told = [node for node in after if self._told(node, seat)]
        if not told:
            return None
        if turn:
            return list(takewhile(lambda node: self._same_turn(node, told[0]), told))[-1]
        return told[0]

    def beside(self, seat: int | None, step: int) -> int | None:
        """Another move in the place of the last one on the way there that has any, `step` moves on; None if there is
        none."""
        for node in reversed(self.session.line_to(self.at)):
            others = self.session.children(self.session.tree.nodes[node].parent)
            told = [other for other in others if self._told(other, seat)]
            if len(told) > 1 and node in told:
                return told[(told.index(node) + step) % len(told)]
        return None

    def end(self) -> int | None:
        """Where the game stands, or from there the end of what has been played; None if that is the same."""
        if self.node is not None:
            return self.session.here
        line = self.session.line()
        return line[-1] if line and line[-1] != self.session.here else None

    def _told(self, node: int, seat: int | None) -> bool:
        return bool(self.session.text_at(node, seat))

    def _same_turn(self, one: int, other: int) -> bool:
        nodes = self.session.tree.nodes
        return nodes[one].turn == nodes[other].turn

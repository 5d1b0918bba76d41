"""Browsing other positions of a game along its lines, without changing where the game is."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import takewhile

from fastcore import Event, Viewpoint
from workbench.game.move_tree import ROOT
from workbench.game.session import Session, Step
from workbench.records.steps import SET_UP
from workbench.seen.seen_tree import SeenTree

FAR = 200  # steps looked at to find the last that somebody decided


class Browsing:
    """`node` is the position looked at, None while that is where the game stands. Steps of which the seat
    that looks learned nothing are passed over, and what it cannot tell apart is one; `seat` is that seat,
    None for what everybody may see."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.node: int | None = None
        self.open: set[int] = set()  # long variations that are shown whole, by their first nodes
        self._seen: tuple[object, SeenTree] | None = None  # the last, and of what

    @property
    def at(self) -> int:
        """The node that is shown."""
        return self.session.here if self.node is None else self.node

    def look(self, node: int) -> None:
        self.node = None if node == self.session.here else node

    # What is there to be seen -----------------------------------------------------------------------------------------

    def point(self, seat: int | None) -> Viewpoint:
        """What the seat knew there."""
        return self.session.document.viewpoint_at(self.at, seat)

    def turn_events(self, seat: int | None) -> tuple[Event, ...]:
        """What had happened in the turn that was being played there."""
        turn = self.session.document.point_at(self.at).turn
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

    def own_events(self, seat: int) -> tuple[Event, ...]:
        """What happened in the latest turn that the seat itself began, unless chance has decided something since; where
        choices are secret, in the latest one in which it has decided, since all begin it together."""
        latest: list[Step] = []

        def own() -> bool:
            deciding = latest if self.session.point.info.has.secrets else latest[-1:]
            return any(step.actor == seat for step in deciding)

        for number, step in enumerate(self._back(seat)):
            if number == FAR or step.actor < 0:
                return ()
            if latest and step.turn != latest[-1].turn:
                if own():
                    break
                latest.clear()
            latest.append(step)
        return tuple(event for step in reversed(latest) for event in step.events) if own() else ()

    def _back(self, seat: int | None) -> Iterator[Step]:
        """The steps that led there as the seat saw them, the last one first, up to a
        position that was set up by hand."""
        for node in reversed(self.session.document.line_to(self.at)):
            if self.session.document.tree.nodes[node].actor == SET_UP:
                return
            if self.session.document.text_at(node, seat):
                step = self.session.document.seen_at(node, seat)
                if step is not None:
                    yield step

    # Where one can go from there --------------------------------------------------------------------------------------

    def seen(self, seat: int | None) -> SeenTree:
        """The tree of the game as the seat may see it."""
        now = (self.session.document.tree.revision, self.session.waits_for, seat)
        if self._seen is None or self._seen[0] != now:
            self._seen = now, SeenTree(self.session, seat)
        return self._seen[1]

    def line(self, seat: int | None) -> tuple[int, ...]:
        """The line that is stepped along: the game's, or that of the variation one looks at."""
        seen = self.seen(seat)
        game, at = seen.line(), seen.face(self.at)
        return game if at in (ROOT, *game) else (*seen.line_to(at), *seen.tree.line_from(at))

    def back(self, seat: int | None, turn: bool = False) -> int | None:
        """The node a step back, None at the start; with `turn` the one where the turn began."""
        before = list(self.seen(seat).line_to(self.at))
        if not before:
            return None
        last = before.pop()
        while turn and before and self._same_turn(before[-1], last):
            before.pop()
        return before[-1] if before else ROOT

    def forward(self, seat: int | None, turn: bool = False) -> int | None:
        """The node a step on, None at the end of the line; with `turn` the last of its turn."""
        line, at = self.line(seat), self.seen(seat).face(self.at)
        after = line if at == ROOT else line[line.index(at) + 1 :]
        if not after:
            return None
        if turn:
            return list(takewhile(lambda node: self._same_turn(node, after[0]), after))[-1]
        return after[0]

    def beside(self, seat: int | None, step: int) -> int | None:
        """Another move in the place of the last one on the way there that has any, `step` moves on; None if there is
        none."""
        seen = self.seen(seat)
        for node in reversed(seen.line_to(self.at)):
            others = seen.tree.nodes[seen.tree.nodes[node].parent].children
            if len(others) > 1:
                return others[(others.index(node) + step) % len(others)]
        return None

    def end(self, seat: int | None) -> int | None:
        """Where the game stands, or from there the end of what has been played; None if that is the same."""
        if self.node is not None:
            return self.session.here
        ahead = self.seen(seat).ahead()
        return ahead[-1] if ahead else None

    def _same_turn(self, one: int, other: int) -> bool:
        nodes = self.session.document.tree.nodes
        return nodes[one].turn == nodes[other].turn

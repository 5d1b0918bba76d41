"""Viewing other positions of a game without changing its current position."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import takewhile

from fastcore import Event, Viewpoint
from workbench.game.move_tree import ROOT
from workbench.game.session import Session, Step
from workbench.records.steps import SET_UP
from workbench.seen.seen_tree import SeenTree

MAX_STEPS = 200  # maximum number of steps searched for a seat's last decision


class Browsing:
    """The position that is viewed in one session.

    Methods take the viewing seat, or None for the public view. Steps from which the seat learned nothing are skipped,
    and steps that it cannot distinguish count as one.

    Attributes:
        session: The session.
        node: The viewed node, or None while the view follows the game's current position.
        expanded: The first nodes of long variations that are expanded.
    """

    def __init__(self, session: Session) -> None:
        self.session = session
        self.node: int | None = None
        self.expanded: set[int] = set()
        self._seen: tuple[object, SeenTree] | None = None  # cached tree, and what it was built from

    @property
    def shown_node(self) -> int:
        """The node that is shown."""
        return self.session.here if self.node is None else self.node

    def view_node(self, node: int) -> None:
        """View a node. For the game's current node, the view follows the game again."""
        self.node = None if node == self.session.here else node

    # The viewed position ----------------------------------------------------------------------------------------------

    def point(self, seat: int | None) -> Viewpoint:
        """Return what the seat knew at the viewed node."""
        return self.session.document.viewpoint_at(self.shown_node, seat)

    def turn_events(self, seat: int | None) -> tuple[Event, ...]:
        """Return the events of the turn in progress at the viewed node."""
        turn = self.session.document.point_at(self.shown_node).turn
        steps = list(takewhile(lambda step: step.turn == turn, self._back(seat)))
        return tuple(event for step in reversed(steps) for event in step.events)

    def last_events(self, seat: int | None) -> tuple[Event, ...]:
        """Return the events of the latest turn in which any seat acted."""
        latest: list[Step] = []
        for number, step in enumerate(self._back(seat)):
            if number == MAX_STEPS or (latest and step.turn != latest[0].turn):
                break
            if step.actor >= 0:
                latest.append(step)
        return tuple(event for step in reversed(latest) for event in step.events)

    def own_events(self, seat: int) -> tuple[Event, ...]:
        """Return the events of the latest turn that the seat began, unless a chance event has followed.

        If choices are secret, all seats begin a turn together, so the latest turn in which the seat decided counts.
        """
        latest: list[Step] = []

        def own() -> bool:
            deciding = latest if self.session.point.info.has.secrets else latest[-1:]
            return any(step.actor == seat for step in deciding)

        for number, step in enumerate(self._back(seat)):
            if number == MAX_STEPS or step.actor < 0:
                return ()
            if latest and step.turn != latest[-1].turn:
                if own():
                    break
                latest.clear()
            latest.append(step)
        return tuple(event for step in reversed(latest) for event in step.events) if own() else ()

    def _back(self, seat: int | None) -> Iterator[Step]:
        """Yield the steps that led to the viewed node, latest first, as the seat saw them.

        Stop at a position that was set up by hand.
        """
        for node in reversed(self.session.document.line_to(self.shown_node)):
            if self.session.document.tree.nodes[node].actor == SET_UP:
                return
            if self.session.document.text_at(node, seat):
                step = self.session.document.seen_step(node, seat)
                if step is not None:
                    yield step

    # Navigation -------------------------------------------------------------------------------------------------------

    def visible_tree(self, seat: int | None) -> SeenTree:
        """Return the game's tree as the seat may see it."""
        key = (self.session.document.tree.revision, self.session.waits_for, seat)
        if self._seen is None or self._seen[0] != key:
            self._seen = key, SeenTree(self.session, seat)
        return self._seen[1]

    def line(self, seat: int | None) -> tuple[int, ...]:
        """Return the line to step through: the game's, or that of the viewed variation."""
        seen = self.visible_tree(seat)
        game, node = seen.line(), seen.representative(self.shown_node)
        return game if node in (ROOT, *game) else (*seen.line_to(node), *seen.tree.line_from(node))

    def previous_node(self, seat: int | None, turn: bool = False) -> int | None:
        """Return the previous node (with `turn`: the start of the turn), or None at the start."""
        path = list(self.visible_tree(seat).line_to(self.shown_node))
        if not path:
            return None
        last = path.pop()
        while turn and path and self._same_turn(path[-1], last):
            path.pop()
        return path[-1] if path else ROOT

    def next_node(self, seat: int | None, turn: bool = False) -> int | None:
        """Return the next node (with `turn`: the last of its turn), or None at the end of the line."""
        line, node = self.line(seat), self.visible_tree(seat).representative(self.shown_node)
        ahead_nodes = line if node == ROOT else line[line.index(node) + 1 :]
        if not ahead_nodes:
            return None
        if turn:
            return list(takewhile(lambda node: self._same_turn(node, ahead_nodes[0]), ahead_nodes))[-1]
        return ahead_nodes[0]

    def sibling_node(self, seat: int | None, step: int) -> int | None:
        """Return an alternative to the latest move that has alternatives, or None if there is none.

        Args:
            seat: The viewing seat, or None.
            step: How many alternatives to advance, cyclically.
        """
        seen = self.visible_tree(seat)
        for node in reversed(seen.line_to(self.shown_node)):
            others = seen.tree.nodes[seen.tree.nodes[node].parent].children
            if len(others) > 1:
                return others[(others.index(node) + step) % len(others)]
        return None

    def end_node(self, seat: int | None) -> int | None:
        """Return the game's current node, or the end of its line if the current node is viewed.

        Returns:
            The node, or None if the end is already viewed.
        """
        if self.node is not None:
            return self.session.here
        ahead = self.visible_tree(seat).ahead()
        return ahead[-1] if ahead else None

    def _same_turn(self, first: int, second: int) -> bool:
        nodes = self.session.document.tree.nodes
        return nodes[first].turn == nodes[second].turn

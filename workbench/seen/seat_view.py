"""The view of a game on screen: the viewed position and its latest events, as the seat at the screen sees them."""

from __future__ import annotations

from collections.abc import Sequence

from fastcore import Event, State, Viewpoint
from workbench.game.current_line import seen_events
from workbench.game.session import Session
from workbench.seen.browsing import Browsing
from workbench.seen.shared_screen import ScreenOwner, SharedScreen


class SeatView:
    """A session as the person at the screen may see it, with the position that is being browsed.

    Args:
        session: The session.
        owner: The person at the screen, shared by all open games.
    """

    def __init__(self, session: Session, owner: ScreenOwner | None = None) -> None:
        self.session = session
        self.screen, self.browsing = SharedScreen(session, owner), Browsing(session)
        # cached view: its state, its node and seat, and the viewpoint
        self._seen: tuple[State | Viewpoint, tuple[int | None, int | None], Viewpoint] | None = None

    @property
    def point(self) -> Viewpoint:
        """The viewer's knowledge of the viewed position: the same object until the position or viewer changes."""
        current = self.session.state if self.session.follows is None else self.session.point
        node, seat = self.browsing.node, self.screen.viewer
        if self._seen is None or self._seen[0] is not current or self._seen[1] != (node, seat):
            view = self.session.viewpoint(seat) if node is None else self.browsing.point(seat)
            self._seen = current, (node, seat), view
        return self._seen[2]

    def turn_events(self) -> tuple[Event, ...]:
        """Return the events of the turn in progress at the viewed position."""
        return self.browsing.turn_events(self.screen.viewer)

    def last_events(self) -> tuple[Event, ...]:
        """Return the events of the latest turn in which any seat acted."""
        return self.browsing.last_events(self.screen.viewer)

    def own_events(self) -> tuple[Event, ...]:
        """Return the events of the viewer's latest own turn, or () if there is no viewer or no hidden information."""
        seat = self.screen.viewer
        return self.browsing.own_events(seat) if seat is not None and self.session.point.info.has.covered else ()

    def events_of_last(self, befores: Sequence[State]) -> tuple[Event, ...]:
        """Return the visible events of the latest steps.

        Args:
            befores: The state before each of these steps.
        """
        steps, viewer = self.session.steps[-len(befores) :], self.screen.viewer
        sees_all = viewer is None or not befores[0].info.has.covered or self.session.follows is not None
        pairs = zip(befores, steps, strict=True)
        return tuple(
            event
            for before, step in pairs
            for event in (step.events if sees_all else seen_events(before, step.move, viewer))
        )

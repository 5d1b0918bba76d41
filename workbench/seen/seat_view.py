"""What the screen shows of a game: the viewed position and its latest events, as the seat at the screen sees them."""

from __future__ import annotations

from collections.abc import Sequence

from fastcore import Event, State, Viewpoint
from workbench.game.current_line import seen_events
from workbench.game.session import Session
from workbench.seen.browsing import Browsing
from workbench.seen.shared_screen import SharedScreen, Sitting


class SeatView:
    def __init__(self, session: Session, sitting: Sitting | None = None) -> None:
        self.session = session
        self.screen, self.browsing = SharedScreen(session, sitting), Browsing(session)
        # the last: of what, where, by whom
        self._seen: tuple[State | Viewpoint, tuple[int | None, int | None], Viewpoint] | None = None

    @property
    def point(self) -> Viewpoint:
        """What is known of the position that is looked at; the same object as long as that is the same."""
        now = self.session.state if self.session.follows is None else self.session.point
        node, seat = self.browsing.node, self.screen.viewer
        if self._seen is None or self._seen[0] is not now or self._seen[1] != (node, seat):
            view = self.session.viewpoint(seat) if node is None else self.browsing.point(seat)
            self._seen = now, (node, seat), view
        return self._seen[2]

    def turn_events(self) -> tuple[Event, ...]:
        """What has happened in the turn that is being played there."""
        return self.browsing.turn_events(self.screen.viewer)

    def last_events(self) -> tuple[Event, ...]:
        """What the seats did in the latest turn in which one did anything."""
        return self.browsing.last_events(self.screen.viewer)

    def own_events(self) -> tuple[Event, ...]:
        """What the latest turn that it began did, as the seat before the screen saw it; nothing for nobody."""
        seat = self.screen.viewer
        return self.browsing.own_events(seat) if seat is not None and self.session.point.info.has.covered else ()

    def events_of_last(self, befores: Sequence[State]) -> tuple[Event, ...]:
        """What the steps did that were made last, in these positions."""
        steps, viewer = self.session.steps[-len(befores) :], self.screen.viewer
        whole = viewer is None or not befores[0].info.has.covered or self.session.follows is not None
        made = zip(befores, steps, strict=True)
        return tuple(
            event
            for before, step in made
            for event in (step.events if whole else seen_events(before, step.move, viewer))
        )

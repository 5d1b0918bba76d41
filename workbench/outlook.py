"""What the screen may show of a game: the position that is looked at, and what led there, as whoever sits before it sees
that."""

from __future__ import annotations

from fastcore import Event, State, Viewpoint
from workbench.looking import Looking
from workbench.screen import Screen
from workbench.session import Session


class Outlook:
    def __init__(self, session: Session) -> None:
        self.session = session
        self.screen, self.looking = Screen(session), Looking(session)
        self._seen: tuple[State | Viewpoint, tuple[int | None, int | None], Viewpoint] | None = None  # the last: of what, where, by whom

    @property
    def point(self) -> Viewpoint:
        """What is known of the position that is looked at; the same object as long as that is the same."""
        now = self.session.state if self.session.follows is None else self.session.point
        node, seat = self.looking.node, self.screen.viewer
        if self._seen is None or self._seen[0] is not now or self._seen[1] != (node, seat):
            view = self.session.viewpoint(seat) if node is None else self.looking.point(seat)
            self._seen = now, (node, seat), view
        return self._seen[2]

    def turn_events(self) -> tuple[Event, ...]:
        """What has happened in the turn that is being played there."""
        return self.looking.turn_events(self.screen.viewer)

    def last_events(self) -> tuple[Event, ...]:
        """What the seats did in the latest turn in which one did anything."""
        return self.looking.last_events(self.screen.viewer)

    def events_of_last_step(self, before: State) -> tuple[Event, ...]:
        """What the step that was made last in that position did."""
        step, viewer = self.session.steps[-1], self.screen.viewer
        if viewer is None or not before.info.has.covered or self.session.follows is not None:
            return step.events
        return tuple(before.events(step.move, viewer))

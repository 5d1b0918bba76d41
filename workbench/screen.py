"""Who may look at the one screen that everybody at a table shares."""

from __future__ import annotations

from workbench.session import PERSON, Session


class Screen:
    """Whose view of a session may be shown. Where a game covers something and several persons play it, the screen must
    be handed over before the next one's view is shown; in between it shows what everybody may see."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.facing: int | None = None  # the person who said to be before it

    @property
    def persons(self) -> tuple[int, ...]:
        return tuple(seat for seat, player in enumerate(self.session.seats) if player == PERSON)

    @property
    def handing_to(self) -> int | None:
        """The person whom the screen must be handed to before the game goes on, None if nobody."""
        if self.session.follows is not None:
            return None
        actor, persons = self.session.state.actor, self.persons
        shared = self.session.state.info.has.covered and len(persons) > 1
        return actor if shared and actor in persons and actor != self.facing else None

    @property
    def viewer(self) -> int | None:
        """Whose view may be shown: the one that the session follows, the person's to move, or the only person's, or
        everybody's (None)."""
        if self.session.follows is not None:
            return self.session.follows
        actor, persons = self.session.state.actor, self.persons
        if actor in persons and self.handing_to is None:
            return actor
        return persons[0] if len(persons) == 1 else None

    @property
    def shows_thoughts(self) -> bool:
        """Whether a bot's thoughts may be shown: not where they would tell a person what the bot alone knows."""
        return self.session.follows is not None or not (self.session.state.info.has.covered and self.persons)

    @property
    def shows_reasons(self) -> bool:
        """Whether what a bot thought of a move that was made may be shown: also once the game is over."""
        return self.shows_thoughts or self.session.waits_for == "over"

    def take_over(self) -> None:
        """The person whom the screen was handed to is there."""
        if self.handing_to is not None:
            self.facing = self.handing_to

    def moved(self) -> None:
        """A move was made: unless the same person decides again, others may look from now on."""
        if self.viewer != self.facing:
            self.facing = None

"""Which seat can look at a screen that all players share, and when it must be covered."""

from __future__ import annotations

from fastcore import OVER
from workbench.game.session import PERSON, Session


class Sitting:
    """Who sits before the one screen, whatever game it shows:
    the person who said last to be there, by game and seat."""

    def __init__(self) -> None:
        self.person: tuple[Session, int] | None = None
        self.shown: SharedScreen | None = None  # of the game that is shown


class SharedScreen:
    """Whose view of a session may be shown. Where a game covers something and several persons play it, the screen must
    be handed over before the next one's view is shown; in between it shows what everybody may see."""

    def __init__(self, session: Session, sitting: Sitting | None = None) -> None:
        self.session = session
        self.sitting = sitting or Sitting()
        self.reads = False  # whether the person before it stays there after a move
        self.exchanged = False  # whether other persons have come or gone since the game was opened

    @property
    def facing(self) -> int | None:
        """The seat of the person who is known to be before it.
        In another game than this one that person is known by name."""
        if self.sitting.person is None:
            return None
        session, seat = self.sitting.person
        if session is self.session:
            return seat
        name = session.document.names[seat]
        same = [own for own in self.persons if name and self.session.document.names[own] == name]
        return same[0] if len(same) == 1 else None

    def be_shown(self) -> None:
        """This game is shown from now on."""
        self.sitting.shown = self

    @property
    def persons(self) -> tuple[int, ...]:
        return tuple(seat for seat, player in enumerate(self.session.seats) if player == PERSON)

    @property
    def handing_to(self) -> int | None:
        """The person whom the screen must be handed to before the game goes on, None if nobody."""
        if self.session.follows is not None:
            return None
        actor, persons = self.session.state.actor, self.persons
        return actor if self.shared and actor in persons and actor != self.facing else None

    @property
    def shared(self) -> bool:
        """Whether it must be handed over from one person to the next:
        also to the only one left, as another may sit there."""
        several = len(self.persons) > (0 if self.exchanged else 1)
        return self.session.follows is None and self.session.state.info.has.covered and several

    @property
    def reading(self) -> int | None:
        """The person before the screen who still reads what their own decision did, None if nobody: it is theirs until
        they hand it over."""
        if not self.reads or self.session.waits_for == "over" or self.facing not in self.persons:
            return None
        return self.facing if self.session.state.actor != self.facing else None

    @property
    def covered_for(self) -> int | None:
        """The person for whom the view is covered until they are there, None while it is not covered."""
        return self.handing_to if self.reading is None else None

    @property
    def viewer(self) -> int | None:
        """Whose view may be shown: the one that the session follows, the person's to move or who still reads, or the
        only person's, or everybody's (None)."""
        if self.session.follows is not None:
            return self.session.follows
        actor, persons = self.session.state.actor, self.persons
        if actor in persons and self.handing_to is None:
            return actor
        if self.reading is not None:
            return self.reading
        return persons[0] if len(persons) == 1 and (not self.shared or persons[0] == self.facing) else None

    @property
    def seats_seen(self) -> tuple[int, ...]:
        """The seats of which whoever is before it may see all that they know: every one where nothing is kept from
        anybody (any more by the rules: an ending that was declared can be taken back), else the viewer's."""
        if self.session.follows is None and (self.shows_thoughts or self.session.state.actor == OVER):
            return tuple(range(self.session.point.seats))
        return () if self.viewer is None else (self.viewer,)

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
            self.sitting.person, self.reads = (self.session, self.handing_to), False

    def hand_over(self) -> None:
        """Who was before the screen has read what there was: others may look from now on."""
        self.sitting.person, self.reads = None, False

    def seated_anew(self) -> None:
        """Other persons play now: nobody is known to be before it."""
        self.exchanged = True
        self.hand_over()

    def moved(self, reads: bool = False) -> None:
        """A move was made: unless the same person decides again, or `reads` what it did, others may look from now on. A
        game behind the one that is shown moves nobody away."""
        shown = self.sitting.shown in (None, self)
        self.reads = reads and shown
        if self.viewer != self.facing and shown:
            self.sitting.person = None

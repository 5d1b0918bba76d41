"""The rules for a screen that all players share: whose view it may show, and when it must be covered."""

from __future__ import annotations

from fastcore import CHANCE, OVER, State
from workbench.game.hindsight import reveals_more
from workbench.game.session import PERSON, Session
from workbench.records.steps import observation
from workbench.seen.reveal import revealed


class ScreenOwner:
    """The person at the shared screen, whichever game it shows.

    Owned by the collection of open games.

    Attributes:
        person: The game and seat of the person who last confirmed being at the screen, or None if unknown.
        shown: The shared screen of the shown game.
    """

    def __init__(self) -> None:
        self.person: tuple[Session, int] | None = None
        self.shown: SharedScreen | None = None


class SharedScreen:
    """The rules for showing one session on a shared screen.

    If the game has hidden information and several people play it, the screen must be handed over before the next
    person's view is shown. Until then the screen shows the public view.

    Attributes:
        session: The session.
        owner: The person at the screen.
        stays: Whether the person stays at the screen after a move, to read its results.
        players_replaced: Whether players were replaced since the game was opened.
    """

    def __init__(self, session: Session, owner: ScreenOwner | None = None) -> None:
        self.session = session
        self.owner = owner or ScreenOwner()
        self.stays = False
        self.players_replaced = False

    @property
    def facing_seat(self) -> int | None:
        """The seat of the person at the screen, or None if unknown.

        A person who sat down in another game is recognised by name.
        """
        if self.owner.person is None:
            return None
        session, seat = self.owner.person
        if session is self.session:
            return seat
        name = session.document.names[seat]
        same = [own for own in self.persons if name and self.session.document.names[own] == name]
        return same[0] if len(same) == 1 else None

    def activate(self) -> None:
        """Make this the shown game."""
        self.owner.shown = self

    @property
    def persons(self) -> tuple[int, ...]:
        """The seats that people play."""
        return tuple(seat for seat, player in enumerate(self.session.seats) if player == PERSON)

    @property
    def handover_seat(self) -> int | None:
        """The seat to which the screen must be handed before the game continues, or None."""
        if self.session.follows is not None:
            return None
        actor, persons = self.session.state.actor, self.persons
        return actor if self.is_shared and actor in persons and actor != self.facing_seat else None

    @property
    def is_shared(self) -> bool:
        """Whether the screen passes from person to person.

        After a replacement of players this includes a single person, as somebody else may be at the screen.
        """
        enough_persons = len(self.persons) > (0 if self.players_replaced else 1)
        return self.session.follows is None and self.session.state.info.has.covered and enough_persons

    def shown_since(self, length: int) -> bool:
        """Return whether hidden cards were shown to several people after the first `length` steps.

        This happens at the end of a round: then the next cards are dealt, or the game is over. A person who decides
        again with that knowledge would cheat the others.
        """
        session = self.session
        point, later = session.point, session.steps[length:]
        if not (self.is_shared and point.info.has.deals and later):
            return False
        return point.actor < 0 or any(step.actor == CHANCE for step in later)

    @property
    def reading_seat(self) -> int | None:
        """The seat of a person who is still reading the results of their own decision, or None."""
        if not self.stays or self.session.waits_for == "over" or self.facing_seat not in self.persons:
            return None
        return self.facing_seat if self.session.state.actor != self.facing_seat else None

    @property
    def covered_for(self) -> int | None:
        """The seat for which the screen stays covered until its person arrives, or None if it is not covered."""
        return self.handover_seat if self.reading_seat is None else None

    @property
    def viewer(self) -> int | None:
        """The seat whose view may be shown, or None for the public view.

        This is the followed seat, the seat of the person to move or still reading, or the only person's seat.
        """
        if self.session.follows is not None:
            return self.session.follows
        actor, persons = self.session.state.actor, self.persons
        if actor in persons and self.handover_seat is None:
            return actor
        if self.reading_seat is not None:
            return self.reading_seat
        return persons[0] if len(persons) == 1 and (not self.is_shared or persons[0] == self.facing_seat) else None

    @property
    def visible_seats(self) -> tuple[int, ...]:
        """The seats whose knowledge the viewer may see.

        These are all seats if nothing is hidden, or after the game has ended by the rules. After a declared ending,
        which can be undone, only the viewer's seat is visible.
        """
        if self.session.follows is None and (self.shows_thoughts or self.session.state.actor == OVER):
            return tuple(range(self.session.point.seats))
        return () if self.viewer is None else (self.viewer,)

    @property
    def shows_thoughts(self) -> bool:
        """Whether a bot's search can be shown without revealing what only the bot knows."""
        return self.session.follows is not None or not (self.session.state.info.has.covered and self.persons)

    @property
    def shows_reasons(self) -> bool:
        """Whether a bot's reasons for a past move may be shown. This is always true after the game."""
        return self.shows_thoughts or self.session.waits_for == "over"

    def take_over(self) -> None:
        """Record that the person who received the screen is there."""
        if self.handover_seat is not None:
            self.owner.person, self.stays = (self.session, self.handover_seat), False

    def hand_over(self) -> None:
        """Record that the person at the screen has finished reading, so that another person may look."""
        self.owner.person, self.stays = None, False

    def players_changed(self) -> None:
        """Record that players were replaced, so that the person at the screen is unknown."""
        self.players_replaced = True
        self.hand_over()

    def stays_to_read(self, before: State) -> bool:
        """Return whether the person at the screen stays to read what the last step revealed.

        They also stay while bots answer their move in the same turn. Nobody stays after the end of a round: the next
        deal gives everybody a new hand, and the result is for all.

        Args:
            before: The position before the step.
        """
        seat, session, step = self.facing_seat, self.session, self.session.steps[-1]
        if seat is None or session.state.info.has.secrets or revealed(session) is not None:
            return False
        decided = next((own.turn for own in reversed(session.steps) if own.actor == seat), None)
        if before.turn != decided:
            return self.stays and before.actor not in self.persons
        if session.waits_for == "bot" and session.state.turn == before.turn:
            return True
        if before.actor == seat:
            return reveals_more(before, seat, step.move)
        return observation(before, step.move, seat) != observation(before, step.move, None)

    def after_move(self, stays: bool = False) -> None:
        """Update the person at the screen after a move.

        Unless the same person decides again or stays, the person is unknown afterwards. A move in a game that is not
        shown changes nothing.

        Args:
            stays: Whether the person stays to read the results.
        """
        shown = self.owner.shown in (None, self)
        self.stays = stays and shown
        if self.viewer != self.facing_seat and shown:
            self.owner.person = None

"""What a game at the window is begun with."""

from __future__ import annotations

from typing import NamedTuple

from bots.report import Limit
from workbench.game.session import Session
from workbench.records.schema import ByHand
from workbench.records.seeds import new_seed


class Setup(NamedTuple):
    """What a game is begun with; `turns` are played at random before anybody at the table decides."""

    spec: str
    seats: tuple[str, ...]
    seed: int
    position: str | None = None
    names: tuple[str, ...] = ()
    limit: Limit | None = None
    turns: int = 0
    by_hand: ByHand = "never"  # when chance is chosen and not drawn
    follows: int | None = None  # the seat whose view the position is, with what it knows besides
    facts: tuple[str, ...] = ()
    unfollowed: tuple[str, ...] = ()  # who plays instead of `seats` as soon as no seat is followed
    salt: str | None = None  # of the bots' seeds; None: a random one

    def session(self) -> Session:
        """The session that this begins; ValueError if something in it is refused."""
        session = Session(self.spec, self.seats, self.seed, self.position, follows=self.follows, facts=self.facts, names=self.names, salt=self.salt)
        session.limit, session.by_hand = self.limit, self.by_hand
        session.give_turns(self.turns)
        return session

    def anew(self) -> Setup:
        """The same from its start, with other dice."""
        return self.let_go()._replace(seed=new_seed(), salt=None, position=None)

    def let_go(self) -> Setup:
        """The same with no seat followed."""
        return self._replace(seats=self.unfollowed or self.seats, follows=None, facts=(), unfollowed=())

    def exchanged(self) -> Setup:
        """The same with every player one seat further, as for a rematch."""
        anew = self.anew()
        names = (*self.names, *[""] * len(self.seats))[: len(self.seats)]
        return anew._replace(seats=_turned(anew.seats), names=_turned(names))


def _turned(texts: tuple[str, ...]) -> tuple[str, ...]:
    return (*texts[-1:], *texts[:-1])

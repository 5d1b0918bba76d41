"""What a game at the window is begun with."""

from __future__ import annotations

from secrets import randbelow
from typing import NamedTuple

from bots.report import Limit
from workbench.session import Session


class Setup(NamedTuple):
    """What a game is begun with; `turns` are played at random before anybody at the table decides."""

    spec: str
    seats: tuple[str, ...]
    seed: int
    position: str | None = None
    names: tuple[str, ...] = ()
    limit: Limit | None = None
    turns: int = 0

    def session(self) -> Session:
        """The session that this begins; ValueError if something in it is refused."""
        session = Session(self.spec, self.seats, self.seed, self.position, names=self.names)
        session.limit = self.limit
        session.give_turns(self.turns)
        return session

    def anew(self) -> Setup:
        """The same from its start, with other dice."""
        return self._replace(seed=fresh_seed(), position=None)

    def exchanged(self) -> Setup:
        """The same with every player one seat further, as for a rematch."""
        names = (*self.names, *[""] * len(self.seats))[: len(self.seats)]
        return self.anew()._replace(seats=_turned(self.seats), names=_turned(names))


def _turned(texts: tuple[str, ...]) -> tuple[str, ...]:
    return (*texts[-1:], *texts[:-1])


def fresh_seed() -> int:
    return randbelow(1_000_000)

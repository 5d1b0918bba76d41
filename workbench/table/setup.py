"""Decides with what a game begins: its options, players, seed, position and limit."""

from __future__ import annotations

from typing import NamedTuple

import bots
import fastcore
from bots.report import Limit
from workbench.game.random_opening import play_random_opening
from workbench.game.session import PERSON, Session
from workbench.records.schema import ByHand
from workbench.records.seeds import new_seed


class Setup(NamedTuple):
    """With what a game begins. `turns` are played at random before the first player decides."""

    spec: str
    seats: tuple[str, ...]
    seed: int
    position: str | None = None
    names: tuple[str, ...] = ()
    limit: Limit | None = None
    turns: int = 0
    by_hand: ByHand = "never"  # when the user chooses the outcomes of chance
    follows: int | None = None  # the seat whose view the position is, with the `facts` that it knows
    facts: tuple[str, ...] = ()
    unfollowed: tuple[str, ...] = ()  # the players once no seat is followed
    salt: str | None = None  # of the bots' seeds; None: a random one

    def session(self) -> Session:
        """Return a session of this game. Raise ValueError if something in it is refused."""
        session = Session(
            self.spec,
            self.seats,
            self.seed,
            self.position,
            follows=self.follows,
            facts=self.facts,
            names=self.names,
            salt=self.salt,
        )
        session.limit, session.by_hand = self.limit, self.by_hand
        play_random_opening(session, self.turns)
        return session

    def anew(self) -> Setup:
        """Return the same game from its start, with other dice."""
        return self.let_go()._replace(seed=new_seed(), salt=None, position=None)

    def let_go(self) -> Setup:
        """Return the same game with no seat followed."""
        return self._replace(seats=self.unfollowed or self.seats, follows=None, facts=(), unfollowed=())

    def exchanged(self) -> Setup:
        """Return a rematch: every player one seat further."""
        anew = self.anew()
        names = (*self.names, *[""] * len(self.seats))[: len(self.seats)]
        return anew._replace(seats=_turned(anew.seats), names=_turned(names))


def _turned(texts: tuple[str, ...]) -> tuple[str, ...]:
    return (*texts[-1:], *texts[:-1])


def usual(spec: str, seed: int) -> Setup:
    """Return a game of a person against the strongest bot at its usual level."""
    name = bots.strongest(spec)
    preset = bots.about(name).usual
    bot = f"{name}:{preset}" if preset else name
    return Setup(spec, (PERSON, *[bot] * (fastcore.start(spec).seats - 1)), seed)

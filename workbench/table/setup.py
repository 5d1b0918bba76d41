"""The setup of a game: its options, players, seed, position and limit."""

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
    """The setup of a new game.

    Args:
        spec: The game with its options.
        seats: The player on each seat: a person, or a bot with its options.
        seed: The seed of chance.
        position: The start position, or None for the usual one.
        names: The names of the people by seat, or ().
        limit: The limit of time and simulations, or None.
        turns: The number of turns to play at random before the first decision.
        by_hand: When the user chooses the outcomes of chance.
        follows: The seat whose view the position is, or None.
        facts: What that seat knows in addition to the position.
        unfollowed: The players for a new game that follows no seat, or ().
        salt: The salt of the bots' seeds, or None for a random one.
    """

    spec: str
    seats: tuple[str, ...]
    seed: int
    position: str | None = None
    names: tuple[str, ...] = ()
    limit: Limit | None = None
    turns: int = 0
    by_hand: ByHand = "never"
    follows: int | None = None
    facts: tuple[str, ...] = ()
    unfollowed: tuple[str, ...] = ()
    salt: str | None = None

    def session(self) -> Session:
        """Return a session of this game.

        Raises:
            ValueError: The spec, a player or the position is invalid.
        """
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

    def restarted(self) -> Setup:
        """Return the same game from the usual start with a new seed."""
        return self.without_follow()._replace(seed=new_seed(), salt=None, position=None)

    def without_follow(self) -> Setup:
        """Return the same game without a followed seat."""
        return self._replace(seats=self.unfollowed or self.seats, follows=None, facts=(), unfollowed=())

    def rematch(self) -> Setup:
        """Return a rematch in which every player moves up one seat."""
        restarted = self.restarted()
        names = (*self.names, *[""] * len(self.seats))[: len(self.seats)]
        return restarted._replace(seats=_rotated(restarted.seats), names=_rotated(names))


def _rotated(texts: tuple[str, ...]) -> tuple[str, ...]:
    return (*texts[-1:], *texts[:-1])


def default_setup(spec: str, seed: int) -> Setup:
    """Return a first game: a person against beginners, or only people if no bot can play it."""
    level = bots.LEVELS[0] if bots.names(spec) else PERSON
    return Setup(spec, (PERSON, *[level] * (fastcore.start(spec).seats - 1)), seed)

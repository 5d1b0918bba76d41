"""A game with its players, the current position and the result."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Literal

import fastcore
from bots.report import Limit
from fastcore import CHANCE, OVER, State, Viewpoint
from workbench.game.current_line import Point, Step, result_of
from workbench.game.document import GameDocument
from workbench.game.kept_reports import PERSON
from workbench.game.players import check_player, make_seats
from workbench.records.schema import ByHand, Result, Seat
from workbench.records.seeds import new_salt
from workbench.system.translation import tr
from workbench.system.version import PROJECT, version

Waits = Literal["person", "bot", "chance", "chance by hand", "over"]


class SeatedGame:
    """A game with its players, its position and its result. The base of `Session`, which adds moves and undo.

    Each seat's bot has its own seed, derived from `salt` (see `workbench.records.seeds`).

    Args:
        spec: The game with its options.
        seats: PERSON or a bot's spec for each seat. For bots from files only the spec is checked; problems with the
            file appear at the bot's first decision.
        seed: The seed of chance.
        position: The text of the first position, or None for the usual start.
        follows: The only seat (from 0) whose knowledge is available, for a game at a real table. `position` is then its
            view, and moves are its own moves or observations.
        facts: Further knowledge of the followed seat (see `Viewpoint.suppose`).
        trusted: Whether to skip the check of the bots.
        names: The names of the people.
        salt: The salt of the bots' seeds, random if None.

    Raises:
        ValueError: The spec, the position, the facts or a seat is invalid.
    """

    def __init__(
        self, spec: str, seats: Sequence[str], seed: int, position: str | None = None, *, follows: int | None = None,
        facts: Sequence[str] = (), trusted: bool = False, names: Sequence[str] = (), salt: str | None = None,
    ) -> None:  # fmt: skip
        start: Point
        if follows is not None:
            start = Viewpoint(spec, follows, position)
            start = start.suppose(*facts) if facts else start
        elif facts:
            raise ValueError(tr("facts need a followed seat"))
        else:
            start = fastcore.start(spec) if position is None else fastcore.parse(f"{spec} {position}")
        self.seed, self.position, self.follows, self.trusted = seed, position, follows, trusted
        # None only for records from programs without salts
        self.salt: str | None = new_salt() if salt is None else salt
        self.block = self.game = 0  # the block and the number of the game in a match
        self.facts = tuple(facts)
        self.limit: Limit | None = None
        self.opening_steps = 0  # the number of opening moves that no player decided
        self.revealed = False  # whether anybody saw hidden information other than by going back
        self.loaded_nodes = 0  # nodes below this id were loaded from a record
        self.created = datetime.now().astimezone().isoformat(timespec="seconds")
        self.program = f"{PROJECT} {version()}".strip()
        self.document = GameDocument(start, ())
        self.document.tree.set_head("seats", make_seats(start, seats, names, trusted))

    # The current position ---------------------------------------------------------------------------------------------

    @property
    def spec(self) -> str:
        """The game with its options."""
        return self.document.spec

    @property
    def here(self) -> int:
        """The current node."""
        return self.document.here

    @property
    def point(self) -> Point:
        """The current position, or the followed seat's knowledge of it. Copy it before playing moves in it."""
        return self.document.point

    @property
    def state(self) -> State:
        """The current position; see `point`. Raises ValueError if the followed seat does not know it fully."""
        return self.document.state

    @property
    def steps(self) -> tuple[Step, ...]:
        """The steps from the start to the current node."""
        return self.document.steps

    @property
    def hindsight(self) -> bool:
        """Whether a player went back past revealed information and may decide again."""
        return self.document.hindsight

    def viewpoint(self, seat: int | None) -> Viewpoint:
        """Return the knowledge of a seat (None: the public). Raise ValueError if the session follows another seat."""
        return self.document.viewpoint(seat)

    def seen_steps(self, seat: int | None) -> tuple[Step, ...]:
        """Return the steps as a seat (None: the public) saw them, without those it learned nothing about."""
        return self.document.seen_steps(seat)

    # Players and result -----------------------------------------------------------------------------------------------

    @property
    def seats(self) -> tuple[str, ...]:
        """PERSON or the bot's spec for each seat."""
        return tuple(seat.player for seat in self.document.tree.head.seats)

    @property
    def waits_for(self) -> Waits:
        """The kind of decision that the game is waiting for."""
        actor = self.point.actor
        if actor == OVER or self.document.tree.head.result is not None:
            return "over"
        if actor == CHANCE:
            return "chance" if self.by_hand == "never" or self.follows is not None else "chance by hand"
        return "person" if self.follows is not None or self.seats[actor] == PERSON else "bot"

    @property
    def result(self) -> Result | None:
        """The result by the rules or by declaration, or None while the game continues."""
        return self.document.tree.head.result or result_of(self.point)

    @property
    def by_hand(self) -> ByHand:
        """When chance events are entered by hand: never, once or always. Setting it cannot be undone."""
        return self.document.tree.head.by_hand

    @by_hand.setter
    def by_hand(self, when: ByHand) -> None:
        self.document.tree.set_head("by_hand", when)

    def change_seat(self, seat: int, player: str) -> None:
        """Change the player of a seat.

        Raises:
            ValueError: There is no such seat or player.
        """
        check_player(player, self.spec, self.trusted)
        players = list(self.seats)
        players[self.document.tree.checked_seat(seat)] = player
        self._note_departures(players)
        self.document.set_seat(seat, Seat(player=player), "seat")

    def change_seats(self, players: Sequence[str], names: Sequence[str] = ()) -> None:
        """Change the players of all seats, as one change.

        Raises:
            ValueError: The number of players is wrong, or there is no such player.
        """
        new_seats = make_seats(self.point, players, names, self.trusted)
        self._note_departures(players)
        with self.document.history.changing("seat"):
            self.document.tree.set_head("seats", new_seats)

    def _note_departures(self, players: Sequence[str]) -> None:
        """Mark hidden information as revealed if a person leaves a seat."""
        departed = any(before == PERSON != after for before, after in zip(self.seats, players, strict=True))
        if departed and self.follows is None and self.point.info.has.covered and len(self.document.tree.nodes) > 1:
            self._mark_revealed()

    def _mark_revealed(self) -> None:
        """Mark hidden information as revealed. No undo removes the mark."""
        self.revealed = self.document.hindsight = True

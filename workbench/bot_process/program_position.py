"""The position of one game as a program knows it, and the messages that keep the program up to date."""

from __future__ import annotations

import zlib

import fastcore
from bots.report import Limit
from fastcore import Viewpoint
from workbench.bot_process.messages import SentPosition
from workbench.protocol import messages


class ProgramPosition:
    """The games of one program: the number of the last one, its viewpoint, and how many events were sent."""

    def __init__(self) -> None:
        self.point: Viewpoint | None = None
        self.game = self.events = self.seed = 0
        self._plan: tuple[tuple[int, int, str] | None, list[str]] = None, []

    def begin(self, point: Viewpoint) -> messages.NewGame:
        """Begin a new game at this viewpoint."""
        self.point, self.game = point, self.game + 1
        self._forget()
        return messages.NewGame(self.game, point.spec, point.seat, point.seats, str(self.seed), point.text())

    def _forget(self) -> None:
        self.events, self._plan = 0, (None, [])

    def needs_new_game(self, place: SentPosition) -> bool:
        """Return whether a position belongs to a different game from the last one: a different spec or seat."""
        return self.point is None or (self.point.spec, self.point.seat) != (place.spec, place.seat)

    def move_to(self, place: SentPosition) -> list[messages.Part]:
        """Go to a position. Return the messages: only what is new if the position continues the last one."""
        found: list[messages.Part] = []
        if self.point is None or not place.extends:
            point = Viewpoint(place.spec, place.seat, place.begun)
            if self.needs_new_game(place):
                found.append(self.begin(point))
            else:
                self.point = point
                self._forget()
                found.append(messages.View(self.game, 0, point.text()))
        return found + [self.observe(text) if observed else self.suppose(text) for observed, text in place.learned]

    def observe(self, event: str) -> messages.Observe:
        """Learn from an event.

        Raises:
            Conflict: The event contradicts the position.
        """
        assert self.point is not None
        actor = self.point.actor if self.point.actor >= 0 else None
        self.point.observe(event, events=False)
        self.events += 1
        return messages.Observe(self.game, self.events, actor, event, digest_of(self.point.text()))

    def suppose(self, fact: str) -> messages.Suppose:
        """Assume a fact.

        Raises:
            Conflict: The fact contradicts the position.
        """
        assert self.point is not None
        self.point = self.point.suppose(fact)
        return messages.Suppose(self.game, self.events, fact)

    def choose(
        self, limit: Limit | None, used: float | None, wants: tuple[str, ...], compare: tuple[str, ...] = ()
    ) -> messages.Choose:
        """Return the question for a decision, with the members that the program wants and the moves to compare."""
        assert self.point is not None
        point = self.point
        moves = point.moves() if {"moves", "values"} & set(wants) else []
        return messages.Choose(
            self.game, self.events, point.actor, point.turn, point.phase, limit, used,
            point.text() if "view" in wants else None,
            tuple(point.move_text(move) for move in moves) if "moves" in wants else None,
            move_values(point, moves, self.seed) if "values" in wants else None,
            compare or None,
        )  # fmt: skip

    def keep_plan(self, plan: tuple[str, ...]) -> None:
        """Keep the further moves of the plan that this decision belongs to."""
        self._plan = self._decision, list(plan)

    def planned_move(self) -> str | None:
        """Return the next move of the plan if this decision belongs to it and the move is legal."""
        assert self.point is not None
        key, rest = self._plan
        if rest and key == self._decision and not self.point.why_not(rest[0]):
            return rest.pop(0)
        self._plan = None, []
        return None

    @property
    def _decision(self) -> tuple[int, int, str]:
        assert self.point is not None
        return self.point.actor, self.point.turn, self.point.phase


def digest_of(view: str) -> str:
    """Return the CRC-32 of a view as 8 hexadecimal digits."""
    return f"{zlib.crc32(view.encode()):08x}"


def move_values(point: Viewpoint, moves: list[int], seed: int) -> tuple[float, ...]:
    """Return the static evaluation for the player to move after each move, in one possible position of this seat."""
    state = point.state or point.sample(fastcore.Stream(seed, "values", point.key))
    return tuple(round(state.after(move).evaluate().values[point.actor], 6) for move in moves)

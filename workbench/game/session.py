"""A game being played: players, moves, chance, resignation, and undo that reveals information."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Literal

import fastcore
from bots.report import Limit, Report
from fastcore import CHANCE, OVER, Event, State, Viewpoint
from workbench.bot_process import bot_factory, trust
from workbench.game.current_line import Point, Step, common_length, own_turn, step_from
from workbench.game.document import GameDocument
from workbench.game.hindsight import decides_again, is_covered, steps_reveal_more
from workbench.game.kept_reports import PERSON, reports_to_keep
from workbench.game.move_tree import ROOT, Node, View
from workbench.records import steps as records_steps
from workbench.records.schema import ByHand, Ending, Result, Seat
from workbench.records.seeds import chance_stream, new_salt
from workbench.records.steps import SET_UP
from workbench.system.version import PROJECT, version

__all__ = ["PERSON", "Session", "Step", "own_turn"]

Waits = Literal["person", "bot", "chance", "chance by hand", "over"]


class Session:
    """A game being played in the window or on the command line, or loaded from a record.

    Chance draws from its own streams, keyed by seed, turn, phase and the number of earlier draws there. The same turn
    gets the same dice, also after an undo, and no bot can affect them. Each seat's bot has its own seed, derived from
    `salt` (see `workbench.records.seeds`).

    Args:
        spec: The game with its options.
        seats: PERSON or a bot's text for each seat. For bots from files only the text is checked; problems with the
            file appear at the bot's first decision.
        seed: The seed of chance.
        position: The text of the first position, None for the start of the game.
        follows: The only seat (from 0) whose knowledge is available, for a game at a real table. `position` is then its
            view, and moves are its own moves or observations.
        facts: Further knowledge of the followed seat (see `Viewpoint.suppose`).
        trusted: Whether to skip the check of the bots.
        names: The names of the people.
        salt: The salt of the bots' seeds, random if None.

    Raises:
        ValueError: If the spec, the position, the facts or a seat is invalid.
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
            raise ValueError("facts are what one seat knows, and no seat is followed")
        else:
            start = fastcore.start(spec) if position is None else fastcore.parse(f"{spec} {position}")
        self.seed, self.position, self.follows, self.trusted = seed, position, follows, trusted
        self.salt: str | None = new_salt() if salt is None else salt  # None only in records of programs without salts
        self.block = self.game = 0  # the block and the number of the game in a match
        self.facts = tuple(facts)
        self.limit: Limit | None = None
        self.opening_steps = 0  # the number of first moves that no player decided
        self.revealed = False  # whether anybody saw hidden information other than by going back
        self.loaded_nodes = 0  # nodes below this id were loaded from a record
        self.created = datetime.now().astimezone().isoformat(timespec="seconds")
        self.program = f"{PROJECT} {version()}".strip()
        self.document = GameDocument(start, ())
        self.document.tree.set_head("seats", self._make_seats(seats, names))

    def _make_seats(self, players: Sequence[str], names: Sequence[str]) -> tuple[Seat, ...]:
        """Return the seats with these players, and with names for people."""
        if len(players) != self.point.seats:
            raise ValueError(f"{len(players)} seats are taken, but {self.point.info.title} has {self.point.seats} here")
        named = (*names, *[""] * len(players))
        return tuple(
            Seat(player=self._check_player(player), name=named[seat] if player == PERSON else "")
            for seat, player in enumerate(players)
        )

    def _check_player(self, player: str) -> str:
        if player == PERSON or self.trusted or trust.question(player) is not None:
            return player  # the user has not trusted this bot yet: do not run it until they have answered
        bot_factory.check_text(player, self.spec)
        return player

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
        """The current position. Copy it before playing moves in it.

        Raises:
            ValueError: If a seat is followed that does not know everything.
        """
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
        """Return the knowledge of a seat (None: the public).

        Raises:
            ValueError: If the session follows another seat.
        """
        return self.document.viewpoint(seat)

    def seen_steps(self, seat: int | None) -> tuple[Step, ...]:
        """Return the steps as a seat (None: the public) saw them, without those it learned nothing about."""
        return self.document.seen_steps(seat)

    # Players and result -----------------------------------------------------------------------------------------------

    @property
    def seats(self) -> tuple[str, ...]:
        """PERSON or the bot's text for each seat."""
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
        """The result by the rules or by declaration, None while the game continues."""
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
            ValueError: If there is no such seat or player.
        """
        who = Seat(player=self._check_player(player))
        self._note_departures(
            tuple(
                who.player if other == self.document.tree.checked_seat(seat) else one
                for other, one in enumerate(self.seats)
            )
        )
        self.document.set_seat(seat, who, "seat")

    def change_seats(self, players: Sequence[str], names: Sequence[str] = ()) -> None:
        """Change the players of all seats, as one change.

        Raises:
            ValueError: If the number of players is wrong, or there is no such player.
        """
        taken = self._make_seats(players, names)
        self._note_departures(tuple(seat.player for seat in taken))
        with self.document.history.changing("seat"):
            self.document.tree.set_head("seats", taken)

    def _note_departures(self, players: Sequence[str]) -> None:
        """Mark hidden information as revealed if a person leaves a seat."""
        left = any(before == PERSON != now for before, now in zip(self.seats, players, strict=True))
        if left and self.follows is None and self.point.info.has.covered and len(self.document.tree.nodes) > 1:
            self._mark_revealed()

    def _mark_revealed(self) -> None:
        """Mark hidden information as revealed, whatever is undone later."""
        self.revealed = self.document.hindsight = True

    # Playing ----------------------------------------------------------------------------------------------------------

    def play(
        self,
        move: str,
        reports: Sequence[Report] | Report | None = (),
        seconds: float | None = None,
        variation: bool = False,
        left: float | None = None,
    ) -> list[Event]:
        """Make a move for the player to move, or apply an observation of the followed seat.

        Earlier moves from this node stay as variations.

        Args:
            move: The text of the move or the observation.
            reports: The reports of the bot that chose it; they are pruned to fit a record.
            seconds: The time of the decision.
            variation: Whether the new move becomes a variation and the main line stays.
            left: The time left on the clock after the move, in seconds.

        Returns:
            The events of the move.

        Raises:
            IllegalMove: If the move is illegal.
            Conflict: If the observation contradicts what the seat knows.
        """
        reports = (reports,) if isinstance(reports, Report) else tuple(reports or ())
        traces = tuple(trace for report in reports for trace in report.traces)
        seconds = None if seconds is None else float(seconds)
        left = None if left is None else float(left)
        if reports:
            reports = reports_to_keep(self.document, self.seats, reports)
        node = self.document.tree.child(self.here, move)
        step, _ = step_from(self.point, move, reports) if node is None else self.document.current.step(node, self.point)
        again = None if is_covered(self.point, move) else node  # repeating a hidden move must look like a new one
        hindsight = self.hindsight or (
            again is None and not variation and decides_again(self.document.tree, self.point, step.actor)
        )
        with self.document.history.playing(again, self._is_stop(step.actor) or self.waits_for == "chance by hand"):
            if node is None:
                made = Node(
                    self.here, step.actor, move, step.turn, reports=reports, seconds=seconds, left=left, traces=traces
                )
                node = self.document.tree.add(made)
                self.document.current.cache_step(node, step)
            elif reports:
                self.document.tree.set(node, "reports", reports)
                self.document.tree.set(node, "seconds", seconds)
                self.document.tree.set(node, "traces", traces)
            if left is not None:
                self.document.tree.set(node, "left", left)
            if not variation:
                self.document.tree.make_main(node)
                if self.document.tree.head.lifted:
                    self.document.tree.set_head("lifted", ())
            if step.actor == SET_UP and self.document.tree.head.result is not None:
                self.document.tree.set_head("result", None)  # the declared result was about another position
            if step.actor == CHANCE and self.by_hand == "once":
                self.by_hand = "never"
            self.document.set_current(node, hindsight)
        return list(step.events)

    def set_up(self, text: str, node: int | None = None) -> None:
        """Continue from a position set up by hand, in a new branch.

        Args:
            text: The position text, or the view of the followed seat.
            node: The node at which the branch begins, None for the current one. If it already has this position, it
                only becomes the current node.

        Raises:
            IllegalMove: If the position is invalid.
        """
        node = self.here if node is None else node
        text = step_from(self.document.point_at(node), records_steps.set_up_step(text))[1].text()
        if text == self.document.point_at(node).text():
            self.document.go_to(node)
        else:
            self.play_at(node, records_steps.set_up_step(text))
            self.document.history.done[-1].what = "set up"

    def play_at(self, node: int, move: str, seconds: float | None = None) -> list[Event]:
        """Move to another node and make a move there, as one change.

        Raises:
            IllegalMove: If the move is illegal.
            Conflict: If the observation contradicts what the followed seat knows.
        """
        step_from(self.document.point_at(node), move)  # raises before anything changes
        with self.document.history.grouped():
            self.document.go_to(node)
            return self.play(move, seconds=seconds)

    def play_turn(
        self, node: int, moves: Sequence[str], seconds: float | None = None, left: float | None = None
    ) -> None:
        """Make the moves of a whole turn, as one change.

        Moves that were already made from this node are reused. If one is illegal, none is made.

        Args:
            node: The node at which the turn begins.
            moves: The moves.
            seconds: The time of all moves together.
            left: The time left on the clock after them, in seconds.

        Raises:
            IllegalMove: If one of the moves is illegal.
        """
        point, made = self.document.point_at(node), [node]
        for move in moves:
            _, point = step_from(point, move)
        for move in moves:
            child = self.document.tree.child(made[-1], move)
            if child is None:
                break
            made.append(child)
        with self.document.history.grouped():
            if self.here not in made:
                self.document.go_to(node)
            for move in moves[made.index(self.here) if self.here in made else 0 :]:
                self.play(move, seconds=seconds, left=left)
                seconds = None if seconds is None else 0.0

    def draw_chance(self) -> list[Event]:
        """Draw the outcome of a chance event and return its events.

        Raises:
            ValueError: If it is not chance's turn, or the session follows a seat.
        """
        state = self.point
        if not isinstance(state, State):
            raise ValueError("chance decides at the table that is followed: say what it drew")
        earlier = sum(
            step.actor == CHANCE and (step.turn, before.phase) == (state.turn, state.phase)
            for before, step in zip(self.document.current.points, self.steps, strict=False)
        )
        stream = chance_stream(self.seed, state.turn, state.phase, earlier)
        return self.play(state.move_text(state.sample(stream)))

    def resign(self, seat: int) -> None:
        """Resign for a seat. It loses, and the opponents share the gain.

        Raises:
            ValueError: If there is no such seat, or the game has ended.
        """
        self._declare_loss("resigned", seat)

    def lose_on_time(self, seat: int) -> None:
        """End the game because a seat has no time left. It loses, and the opponents share the gain.

        Raises:
            ValueError: If there is no such seat, or the game has ended.
        """
        self._declare_loss("timeout", seat)

    def _declare_loss(self, ending: Ending, seat: int) -> None:
        self.document.tree.checked_seat(seat)
        if self.result is not None:
            raise ValueError("the game has ended")
        others = 1 / (len(self.seats) - 1)
        returns = tuple(-1.0 if other == seat else others for other in range(len(self.seats)))
        with self.document.history.changing("resignation" if ending == "resigned" else "loss on time"):
            self.document.tree.set_head("result", Result(ending=ending, returns=returns, guilty=seat))

    def _is_stop(self, actor: int) -> bool:
        """Return whether undo and redo stop before a step of this actor."""
        if self.follows is not None or PERSON not in self.seats:
            return actor >= 0 or actor == SET_UP
        return actor == SET_UP or (actor >= 0 and self.seats[actor] == PERSON)

    def restore_view(self, here: int, tip: int, hindsight: bool) -> None:
        """Set the current node and the undo history of a game that was loaded.

        Undo and redo step through the line up to `tip` as if it had just been played.
        """
        self.document.tree.set_head("view", View(here, tip, hindsight))
        self.document.current.rebuild()
        self.loaded_nodes = len(self.document.tree.nodes)
        nodes = (ROOT, *self.document.current.nodes, *self.document.tree.line_ahead())
        stops = [
            number - 1
            for number, node in enumerate(nodes)
            if number > self.opening_steps and self._is_stop(self.document.tree.nodes[node].actor)
        ]
        cuts = sorted({len(self.steps), len(nodes) - 1, *stops})
        views = [View(nodes[cut], tip, hindsight) for cut in cuts]
        self.document.history.load(views, cuts.index(len(self.steps)))

    # Undo and redo ----------------------------------------------------------------------------------------------------

    def retract(self) -> None:
        """Return to the position before the last decision of a person, or of any player if no person plays.

        Raises:
            ValueError: If there is no such decision.
        """
        stop = self._last_stop()
        if stop is None:
            raise ValueError("nothing has been decided yet")
        shown = self._reveals(stop)
        with self.document.history.changing("taking back"):
            self.document.set_current(self.document.current.nodes[stop - 1] if stop else ROOT, self.hindsight or shown)

    @property
    def can_retract(self) -> bool:
        """Whether there is a decision to retract."""
        return self._last_stop() is not None

    def _last_stop(self) -> int | None:
        """Return the index of the last step decided by a person, or by any player if no person plays."""
        return next(
            (
                number
                for number in reversed(range(self.opening_steps, len(self.steps)))
                if self._is_stop(self.steps[number].actor)
            ),
            None,
        )

    def _reveals(self, length: int) -> bool:
        """Return whether the steps after the first `length` revealed more to their actors than their decisions."""
        return self.follows is None and steps_reveal_more(self.steps[length:], self.document.current.points[length:])

    @property
    def undo_reveals(self) -> bool:
        """Whether `undo` resumes a game whose hidden information was shown after a declared result."""
        change = self.document.to_undo
        declared = change is not None and change.what in ("resignation", "loss on time")
        return declared and self.follows is None and self.point.info.has.covered

    def undo(self) -> None:
        """Undo the last change.

        For moves, that is the last decision of a person (or of any player if no person plays) and everything after it.
        The moves stay in the tree.

        Raises:
            ValueError: If there is nothing to undo.
        """
        marked = False
        change = self.document.to_undo
        if change is not None and change.is_played:
            back = common_length(self.document.tree.line_to(change.views[0].here), self.document.current.nodes)
            # the player now knows dice, deals or moves that were unknown at the decision
            marked = self.hindsight or self._reveals(back)
        self.revealed = self.revealed or self.undo_reveals
        self.document.undo()
        if marked or self.revealed:
            self.document.hindsight = True

    def redo(self) -> None:
        """Redo the change that was undone last.

        Raises:
            ValueError: If there is nothing to redo.
        """
        self.document.redo()
        if self.revealed:
            self.document.hindsight = True


def result_of(point: Point) -> Result | None:
    """Return the result by the rules, None while the game continues."""
    if point.actor != OVER:
        return None
    return Result(ending="normal", returns=tuple(point.returns()), points=tuple(point.points()))

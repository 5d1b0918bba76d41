"""A game being played: moves, chance, resignation, and undo that reveals information."""

from __future__ import annotations

from collections.abc import Sequence

from bots.report import Report
from fastcore import CHANCE, Event, State
from workbench.game.current_line import Step, common_length, step_from
from workbench.game.hindsight import decides_again, is_covered, steps_reveal_more
from workbench.game.kept_reports import PERSON, reports_to_keep
from workbench.game.move_tree import ROOT, Node, View
from workbench.game.seated_game import SeatedGame
from workbench.records import steps as records_steps
from workbench.records.schema import Ending, Result
from workbench.records.seeds import chance_stream
from workbench.records.steps import SET_UP
from workbench.system.translation import tr

__all__ = ["PERSON", "Session", "Step"]


class Session(SeatedGame):
    """A game being played in the window or on the command line, or loaded from a record.

    It is created with the arguments of `SeatedGame`. Chance draws from its own streams, keyed by seed, turn, phase and
    the number of earlier draws there. The same turn gets the same dice, even after an undo, and no bot can affect them.
    """

    # Playing ----------------------------------------------------------------------------------------------------------

    def play(
        self, move: str, reports: Sequence[Report] | Report | None = (), seconds: float | None = None,
        variation: bool = False, left: float | None = None,
    ) -> list[Event]:  # fmt: skip
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
            IllegalMove: The move is illegal.
            Conflict: The observation contradicts what the seat knows.
        """
        reports = (reports,) if isinstance(reports, Report) else tuple(reports or ())
        traces = tuple(trace for report in reports for trace in report.traces)
        seconds = None if seconds is None else float(seconds)
        left = None if left is None else float(left)
        if reports:
            reports = reports_to_keep(self.document, self.seats, reports)
        node = self.document.tree.child(self.here, move)
        step, _ = step_from(self.point, move, reports) if node is None else self.document.current.step(node, self.point)
        repeated = None if is_covered(self.point, move) else node  # repeating a hidden move must look like a new one
        hindsight = self.hindsight or (
            repeated is None and not variation and decides_again(self.document.tree, self.point, step.actor)
        )
        with self.document.history.playing(repeated, self._is_stop(step.actor) or self.waits_for == "chance by hand"):
            if node is None:
                new_node = Node(
                    self.here, step.actor, move, step.turn, reports=reports, seconds=seconds, left=left, traces=traces
                )
                node = self.document.tree.add(new_node)
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
            node: The node before the position, or None for the current one. If nothing changes, it becomes current.

        Raises:
            IllegalMove: The position is invalid.
        """
        node = self.here if node is None else node
        text = step_from(self.document.point_at(node), records_steps.set_up_step(text))[1].text()
        if text == self.document.point_at(node).text():
            self.document.go_to(node)
        else:
            self.play_at(node, records_steps.set_up_step(text))
            self.document.history.done[-1].kind = "set up"

    def play_at(self, node: int, move: str, seconds: float | None = None) -> list[Event]:
        """Move to another node and make a move there, as one change.

        Raises:
            IllegalMove: The move is illegal.
            Conflict: The observation contradicts what the followed seat knows.
        """
        step_from(self.document.point_at(node), move)  # raises before anything changes
        with self.document.history.grouped():
            self.document.go_to(node)
            return self.play(move, seconds=seconds)

    def play_turn(
        self, node: int, moves: Sequence[str], seconds: float | None = None, left: float | None = None
    ) -> None:
        """Make the moves of a whole turn from a node, as one change. Moves made there before are reused.

        `seconds` is the total time of the moves, and `left` the time left on the clock after them.

        Raises:
            IllegalMove: A move is illegal. No move is played then.
        """
        point, path = self.document.point_at(node), [node]
        for move in moves:
            _, point = step_from(point, move)
        for move in moves:
            child = self.document.tree.child(path[-1], move)
            if child is None:
                break
            path.append(child)
        with self.document.history.grouped():
            if self.here not in path:
                self.document.go_to(node)
            for move in moves[path.index(self.here) if self.here in path else 0 :]:
                self.play(move, seconds=seconds, left=left)
                seconds = None if seconds is None else 0.0

    def draw_chance(self) -> list[Event]:
        """Draw the outcome of a chance event and return its events. Raise ValueError if the session follows a seat."""
        state = self.point
        if not isinstance(state, State):
            raise ValueError(tr("chance decides at the table that you follow: enter the outcome"))
        earlier = sum(
            step.actor == CHANCE and (step.turn, before.phase) == (state.turn, state.phase)
            for before, step in zip(self.document.current.points, self.steps, strict=False)
        )
        stream = chance_stream(self.seed, state.turn, state.phase, earlier)
        return self.play(state.move_text(state.sample(stream)))

    def resign(self, seat: int) -> None:
        """Resign for a seat. It loses, and the opponents share the gain. Raise ValueError if the game has ended."""
        self._declare_loss("resigned", seat)

    def lose_on_time(self, seat: int) -> None:
        """End the game because a seat has no time left, with the result of a resignation."""
        self._declare_loss("timeout", seat)

    def _declare_loss(self, ending: Ending, seat: int) -> None:
        self.document.tree.checked_seat(seat)
        if self.result is not None:
            raise ValueError(tr("the game has ended"))
        gain = 1 / (len(self.seats) - 1)
        returns = tuple(-1.0 if number == seat else gain for number in range(len(self.seats)))
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
        """Return to the position before the last decision that undo stops at. Raise ValueError if there is none."""
        if (stop := self._last_stop()) is None:
            raise ValueError(tr("no decision has been made yet"))
        self._take_back(stop)

    def take_back(self, node: int) -> None:
        """Return to an earlier position of the current line, as one change. Raise ValueError if it is not there."""
        nodes = (ROOT, *self.document.current.nodes)
        if node not in nodes:
            raise ValueError(tr("this position is not in the game"))
        self._take_back(nodes.index(node))

    def _take_back(self, length: int) -> None:
        """Return to the position after the first `length` steps."""
        hindsight = self.hindsight or self._reveals(length)
        with self.document.history.changing("taking back"):
            self.document.set_current(self.document.current.nodes[length - 1] if length else ROOT, hindsight)

    @property
    def can_retract(self) -> bool:
        """Whether there is a decision to retract."""
        return self._last_stop() is not None

    def retracted_to(self) -> int:
        """Return the number of steps that remain in the game after `retract`."""
        stop = self._last_stop()
        return len(self.steps) if stop is None else stop

    def _last_stop(self) -> int | None:
        """Return the index of the last step decided by a person, or by any player if no person plays."""
        numbers = reversed(range(self.opening_steps, len(self.steps)))
        return next((number for number in numbers if self._is_stop(self.steps[number].actor)), None)

    def _reveals(self, length: int) -> bool:
        """Return whether the steps after the first `length` revealed more to their actors than their decisions."""
        return self.follows is None and steps_reveal_more(self.steps[length:], self.document.current.points[length:])

    @property
    def undo_reveals(self) -> bool:
        """Whether `undo` resumes a game whose hidden information was shown after a declared result."""
        change = self.document.to_undo
        declared = change is not None and change.kind in ("resignation", "loss on time")
        return declared and self.follows is None and self.point.info.has.covered

    def undo(self) -> None:
        """Undo the last change. Raise ValueError if there is none.

        Moves are undone up to and including the last decision of a person (or of any player if no person plays).
        """
        marked, change = False, self.document.to_undo
        if change is not None and change.is_played:
            back = common_length(self.document.tree.line_to(change.views[0].here), self.document.current.nodes)
            # the player now knows dice, deals or moves that were unknown at the decision
            marked = self.hindsight or self._reveals(back)
        self.revealed = self.revealed or self.undo_reveals
        self.document.undo()
        if marked or self.revealed:
            self.document.hindsight = True

    def redo(self) -> None:
        """Redo the change that was undone last. Raise ValueError if there is none."""
        self.document.redo()
        if self.revealed:
            self.document.hindsight = True

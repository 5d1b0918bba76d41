"""A game being played: who plays each seat, making moves, chance, resigning, and when an undo reveals something."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Literal

import fastcore
from bots.report import Limit, Report
from fastcore import CHANCE, OVER, Event, State, Viewpoint
from workbench.bot_process import bot_factory, trust
from workbench.game.current_line import Point, Step, own_turn, shared, step_from
from workbench.game.document import GameDocument
from workbench.game.hindsight import decides_again, is_covered, steps_show_more
from workbench.game.kept_reports import PERSON, kept
from workbench.game.move_tree import ROOT, Node, View
from workbench.records import steps as records_steps
from workbench.records.schema import ByHand, Ending, Result, Seat
from workbench.records.seeds import chance_stream, new_salt
from workbench.records.steps import SET_UP
from workbench.system.version import PROJECT, version

__all__ = ["PERSON", "Session", "Step", "own_turn"]

Waits = Literal["person", "bot", "chance", "chance by hand", "over"]


class Session:
    """A game of `spec` from its start or a given position text. `seats` are PERSON or a bot's text.

    With `follows` only what that seat (from 0) knows is there, as beside a real table: `position` is then its view,
    `facts` what it knows besides (see `Viewpoint.suppose`), and moves are what it does or learns. A `trusted` session
    does not check its bots. Of a bot from a file only the text is checked: what is wrong with the file shows when the
    bot is asked.

    Positions have ids: the start is 0, `here` is where the session stands. Chance draws from streams of its own, keyed
    by seed, turn, phase and how often both have been before: the same turn gets the same dice, also after an undo, and
    nobody's thinking can move them. Each seat's bot has its own seed, derived from `salt` (random if left out; see
    `workbench.records.seeds`). `by_hand` says when it is chosen instead: by a move that is one of its outcomes.
    ValueError if spec, position, facts or a seat is refused.
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
        self.salt: str | None = new_salt() if salt is None else salt  # None in a record of a program without salts
        self.block = self.game = 0  # of a match: which of its games this is
        self.facts = tuple(facts)
        self.limit: Limit | None = None
        self.given = 0  # of the first moves, how many nobody at the table decided
        self.revealed = False  # whether somebody saw what is covered otherwise than by going back
        self.read = 0  # the nodes below this number came with a record
        self.created = datetime.now().astimezone().isoformat(timespec="seconds")
        self.program = f"{PROJECT} {version()}".strip()
        self.document = GameDocument(start, ())
        self.document.tree.set_head("seats", self._taken(seats, names))

    def _taken(self, players: Sequence[str], names: Sequence[str]) -> tuple[Seat, ...]:
        """The seats with these players, persons with their names ("" or none for nobody in particular)."""
        if len(players) != self.point.seats:
            raise ValueError(f"{len(players)} seats are taken, but {self.point.info.title} has {self.point.seats} here")
        named = (*names, *[""] * len(players))
        return tuple(
            Seat(player=self._checked(player), name=named[seat] if player == PERSON else "")
            for seat, player in enumerate(players)
        )

    def _checked(self, player: str) -> str:
        if player == PERSON or self.trusted or trust.question(player) is not None:
            return player  # a bot that the user has not agreed to is not touched: its seat waits for the answer
        bot_factory.check(player, self.spec)
        return player

    # The current position ---------------------------------------------------------------------------------------------

    @property
    def spec(self) -> str:
        return self.document.spec

    @property
    def here(self) -> int:
        """The current node."""
        return self.document.here

    @property
    def point(self) -> Point:
        """The current position, or what the followed seat knows of it. Copy it before playing moves in it."""
        return self.document.point

    @property
    def state(self) -> State:
        """The current position; copy it before playing in it. ValueError if the followed seat does not know it all."""
        return self.document.state

    @property
    def steps(self) -> tuple[Step, ...]:
        """What led from the start to here."""
        return self.document.steps

    @property
    def hindsight(self) -> bool:
        """Whether somebody went back beyond dice, a deal or what another had shown, and may decide again."""
        return self.document.hindsight

    def viewpoint(self, seat: int | None) -> Viewpoint:
        """Return what a seat (None: everybody) knows. Raise ValueError if the session follows another seat."""
        return self.document.viewpoint(seat)

    def seen(self, seat: int | None) -> tuple[Step, ...]:
        """Return the steps as a seat (None: everybody) saw them, without those it learned nothing about."""
        return self.document.seen(seat)

    # What is the case -------------------------------------------------------------------------------------------------

    @property
    def seats(self) -> tuple[str, ...]:
        return tuple(seat.player for seat in self.document.tree.head.seats)

    @property
    def waits_for(self) -> Waits:
        actor = self.point.actor
        if actor == OVER or self.document.tree.head.result is not None:
            return "over"
        if actor == CHANCE:
            return "chance" if self.by_hand == "never" or self.follows is not None else "chance by hand"
        return "person" if self.follows is not None or self.seats[actor] == PERSON else "bot"

    @property
    def result(self) -> Result | None:
        """How the game has ended: by its own rules here, or by what was declared; None if it goes on."""
        return self.document.tree.head.result or result_of(self.point)

    @property
    def by_hand(self) -> ByHand:
        """Whether the next outcome of chance, or every one, is chosen and not drawn. To say so is not undone."""
        return self.document.tree.head.by_hand

    @by_hand.setter
    def by_hand(self, when: ByHand) -> None:
        self.document.tree.set_head("by_hand", when)

    def change_seat(self, seat: int, player: str) -> None:
        """Let somebody else play a seat from now on; ValueError if there is no such seat or player."""
        who = Seat(player=self._checked(player))
        self._note_left(
            tuple(
                who.player if other == self.document.tree.held_seat(seat) else one
                for other, one in enumerate(self.seats)
            )
        )
        self.document.seat(seat, who, "seat")

    def change_seats(self, players: Sequence[str], names: Sequence[str] = ()) -> None:
        """Say anew who plays each seat from now on, as one change; ValueError as for a new session."""
        taken = self._taken(players, names)
        self._note_left(tuple(seat.player for seat in taken))
        with self.document.history.changing("seat"):
            self.document.tree.set_head("seats", taken)

    def _note_left(self, players: Sequence[str]) -> None:
        """A person who leaves a seat whose view is covered has seen it."""
        left = any(before == PERSON != now for before, now in zip(self.seats, players, strict=True))
        if left and self.follows is None and self.point.info.has.covered and len(self.document.tree.nodes) > 1:
            self._know_more()

    def _know_more(self) -> None:
        """Somebody has seen what is covered, whatever is undone from now on."""
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
        """Make a move of whoever decides, or take in what the followed seat learned; IllegalMove or Conflict says why
        it cannot be. What was played here before stays as a variation; with `variation` the new move is the one.

        `reports` are the bot's that chose it, of which what a record has room for is kept; `seconds` what it took,
        `left` what the clock showed after it.
        """
        reports = (reports,) if isinstance(reports, Report) else tuple(reports or ())
        traces = tuple(trace for report in reports for trace in report.traces)
        seconds = None if seconds is None else float(seconds)
        left = None if left is None else float(left)
        if reports:
            reports = kept(self.document, self.seats, reports)
        node = self.document.tree.child(self.here, move)
        step, _ = step_from(self.point, move, reports) if node is None else self.document.current.step(node, self.point)
        again = None if is_covered(self.point, move) else node  # nobody may learn that it is the same move once more
        hindsight = self.hindsight or (
            again is None and not variation and decides_again(self.document.tree, self.point, step.actor)
        )
        with self.document.history.playing(again, self._is_stop(step.actor) or self.waits_for == "chance by hand"):
            if node is None:
                made = Node(
                    self.here, step.actor, move, step.turn, reports=reports, seconds=seconds, left=left, traces=traces
                )
                node = self.document.tree.add(made)
                self.document.current.keep(node, step)
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
                self.document.tree.set_head("result", None)  # what was declared, was so of another position
            if step.actor == CHANCE and self.by_hand == "once":
                self.by_hand = "never"
            self.document.stand(node, hindsight)
        return list(step.events)

    def set_up(self, text: str, node: int | None = None) -> None:
        """Go on from a position that was set up by hand, of this spec and in a branch of its own that begins here
        (or at another node); a followed seat's is its view. IllegalMove says why it cannot be; one that stands
        there already is only gone to."""
        node = self.here if node is None else node
        text = step_from(self.document.point_at(node), records_steps.set_up(text))[1].text()
        if text == self.document.point_at(node).text():
            self.document.go_to(node)
        else:
            self.play_at(node, records_steps.set_up(text))
            self.document.history.done[-1].what = "set up"

    def play_at(self, node: int, move: str, seconds: float | None = None) -> list[Event]:
        """Make a move at another position, from where the game then goes on. Both are undone at one go. IllegalMove or
        Conflict says why it cannot be."""
        step_from(self.document.point_at(node), move)  # refused before anything is different
        with self.document.history.together():
            self.document.go_to(node)
            return self.play(move, seconds=seconds)

    def play_turn(
        self, node: int, moves: Sequence[str], seconds: float | None = None, left: float | None = None
    ) -> None:
        """Make the moves of a whole turn from the node where it begins, from where the game then goes on. All are
        undone at one go. Those of them that have been made stay. IllegalMove says why one cannot be made; none is then.

        `seconds` is what all of them took, `left` what the clock showed after them.
        """
        point, made = self.document.point_at(node), [node]
        for move in moves:
            _, point = step_from(point, move)
        for move in moves:
            child = self.document.tree.child(made[-1], move)
            if child is None:
                break
            made.append(child)
        with self.document.history.together():
            if self.here not in made:
                self.document.go_to(node)
            for move in moves[made.index(self.here) if self.here in made else 0 :]:
                self.play(move, seconds=seconds, left=left)
                seconds = None if seconds is None else 0.0

    def draw_chance(self) -> list[Event]:
        """Let chance decide; ValueError if it does not."""
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
        """A seat gives the game up: it loses, the others share the gain. ValueError if there is no such seat, or the
        game has ended."""
        self._lost("resigned", seat)

    def lose_on_time(self, seat: int) -> None:
        """A seat has no time left: it loses, the others share the gain. ValueError as for `resign`."""
        self._lost("timeout", seat)

    def _lost(self, ending: Ending, seat: int) -> None:
        self.document.tree.held_seat(seat)
        if self.result is not None:
            raise ValueError("the game has ended")
        others = 1 / (len(self.seats) - 1)
        returns = tuple(-1.0 if other == seat else others for other in range(len(self.seats)))
        with self.document.history.changing("resignation" if ending == "resigned" else "loss on time"):
            self.document.tree.set_head("result", Result(ending=ending, returns=returns, guilty=seat))

    def _is_stop(self, actor: int) -> bool:
        """Whether undo and redo stop before a step of this actor."""
        if self.follows is not None or PERSON not in self.seats:
            return actor >= 0 or actor == SET_UP
        return actor == SET_UP or (actor >= 0 and self.seats[actor] == PERSON)

    def opened(self, here: int, tip: int, hindsight: bool) -> None:
        """Stand somewhere in a tree that was put together; undo and redo go through the moves to there and on to `tip`
        as if they had just been played."""
        self.document.tree.set_head("view", View(here, tip, hindsight))
        self.document.current.walk()
        self.read = len(self.document.tree.nodes)
        nodes = (ROOT, *self.document.current.nodes, *self.document.tree.ahead())
        stops = [
            number - 1
            for number, node in enumerate(nodes)
            if number > self.given and self._is_stop(self.document.tree.nodes[node].actor)
        ]
        cuts = sorted({len(self.steps), len(nodes) - 1, *stops})
        views = [View(nodes[cut], tip, hindsight) for cut in cuts]
        self.document.history.begin(views, cuts.index(len(self.steps)))

    # Taking back ------------------------------------------------------------------------------------------------------

    def take_back(self) -> None:
        """Back to before the last decision of a person, or of anybody if no person plays;
        ValueError if there is none."""
        stop = self._last_stop()
        if stop is None:
            raise ValueError("nothing has been decided yet")
        shown = self._reveals(stop)
        with self.document.history.changing("taking back"):
            self.document.stand(self.document.current.nodes[stop - 1] if stop else ROOT, self.hindsight or shown)

    @property
    def can_take_back(self) -> bool:
        return self._last_stop() is not None

    def _last_stop(self) -> int | None:
        """The number of the last step that a person decided, or anybody if no person plays."""
        return next(
            (
                number
                for number in reversed(range(self.given, len(self.steps)))
                if self._is_stop(self.steps[number].actor)
            ),
            None,
        )

    def _reveals(self, length: int) -> bool:
        """Whether the steps after the first so many showed whoever decided more than what they decided."""
        return self.follows is None and steps_show_more(self.steps[length:], self.document.current.points[length:])

    @property
    def undo_reveals(self) -> bool:
        """Whether `undo` lets a game go on whose covered things have been open to all since it was declared over."""
        change = self.document.to_undo
        declared = change is not None and change.what in ("resignation", "loss on time")
        return declared and self.follows is None and self.point.info.has.covered

    def undo(self) -> None:
        """Take the last change back; of moves, the last decision of a person (or of anybody if no person plays) with
        all that followed it. The moves stay in the tree. ValueError if there is nothing to undo."""
        marked = False
        change = self.document.to_undo
        if change is not None and change.played:
            back = shared(self.document.tree.line_to(change.views[0].here), self.document.current.nodes)
            # beyond dice, a deal or what another has shown, one decides again with knowledge one did not have
            marked = self.hindsight or self._reveals(back)
        self.revealed = self.revealed or self.undo_reveals
        self.document.undo()
        if marked or self.revealed:
            self.document.hindsight = True

    def redo(self) -> None:
        """Make the change that was undone last once more; ValueError if there is none."""
        self.document.redo()
        if self.revealed:
            self.document.hindsight = True


def result_of(point: Point) -> Result | None:
    """How a game has ended by its own rules, None if it goes on."""
    if point.actor != OVER:
        return None
    return Result(ending="normal", returns=tuple(point.returns()), points=tuple(point.points()))

"""Random scripts for two games that the spy's seat cannot distinguish."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from fastcore import CHANCE, Stream
from workbench import boards
from workbench.game.session import PERSON, Session
from workbench.seen.draft import find_turn_start
from workbench.seen.seen_tree import SeenTree

LOOKS = ("back", "forward", "start", "turn_back", "turn_forward", "other_before", "other_after", "end")
OPENS = ("account", "live", "form", "form_help", "why", "graph", "names", "sheet", "preview", "account_back", "copy")
# Each group is used in every second game, with each act once. The last two acts set the hindsight mark.
ASIDE = (
    ("save", "picture", "remark", "fault"),
    ("fault", "players", "resign"),
)


class Act(NamedTuple):
    """An act performed in both games, with its argument in the first and in the second game."""

    kind: str
    first: object = None
    second: object = None


class Script:
    """A random script for two games that the spy's seat cannot distinguish."""

    def __init__(self, spec: str, seats: tuple[str, ...], number: int, steps: int) -> None:
        self.stream = Stream(number, spec, "leaks")
        self.spec, self.seats, self.number = spec, seats, number
        self.first, self.second = (Session(spec, seats, number) for _ in range(2))
        persons = [seat for seat, player in enumerate(seats) if player == PERSON]
        self.spy = self.stream.choice(persons)
        self.acts: list[Act] = []
        self.differences = 0  # number of acts that differ between the games
        self.steps, self.aside = steps, [*ASIDE[(number + len(seats)) % 2]]
        self.board = boards.find(spec.partition("(")[0])
        for _ in range(steps):
            while self.first.waits_for == "chance":
                self.first.draw_chance()
                self.second.draw_chance()
            first_act = len(self.acts)
            if not self.views_match() or not self.add_decision():
                break
            if self.first.waits_for == "over":  # at the end, comments and hidden cards become public
                del self.acts[first_act:]
                break

    def views_match(self) -> bool:
        first, second = self.first.state, self.second.state
        return first.view(self.spy) == second.view(self.spy) and first.actor == second.actor

    def act(self, kind: str, first: object = None, second: object = None) -> None:
        self.acts.append(Act(kind, first, first if second is None else second))
        self.differences += second is not None and second != first

    def add_decision(self) -> bool:
        """Add one decision and the acts before it. Return False if the spy could distinguish the games."""
        stream, actor = self.stream, self.first.state.actor
        if stream.below(6) == 0 and not self.first.document.can_undo and not self.second.document.can_undo:
            for session in (self.first, self.second):
                session.undo()
            self.act("undo")
            return True
        if self.seats[actor] == PERSON:
            self.act("seat")
            for _ in range(stream.below(4)):
                self.act("run", stream.choice(LOOKS if stream.below(2) else OPENS))
                if self.acts[-1].first == "form_help":
                    self.act("run", "form_help")  # switch it off again, because it is slow
            if stream.below(4) == 0:
                self.act("tab")
            self.act("home")
            if actor != self.spy and stream.below(2):
                self.act("note", f"a{stream.below(999)}", f"b{stream.below(999)}")
                self.act("type", f"first {stream.below(999)}", f"second {stream.below(999)}")
            if stream.below(4) == 0 or not any(act.kind == "hover" for act in self.acts):
                self.act("hover", stream.below(1000))
            if self.aside and stream.below(self.steps) < 6:
                getattr(self, f"step_{self.aside.pop(0)}")(actor)
        elif stream.below(2) or not any(act.kind == "broke" for act in self.acts):
            self.act("broke", f"it holds {stream.below(999)}", f"it held {stream.below(999)}")
        return self.plan() if self.writes_plan(self.first) else self.move()

    def in_both(self, action: Callable[[Session], object]) -> None:
        for session in (self.first, self.second):
            action(session)

    def step_save(self, _: int) -> None:
        self.act("save")

    def step_picture(self, _: int) -> None:
        self.act("picture")

    def step_remark(self, actor: int) -> None:
        """Open the comment editor by key, and finish the comment by switching tabs."""
        text = f"it is {self.stream.below(999)}"
        texts = text, text if actor == self.spy else f"it was {self.stream.below(999)}"
        for session, comment in zip((self.first, self.second), texts, strict=True):
            node, _, beside = SeenTree(session, actor).comments_at(session.here)
            session.document.annotations.set_comment(node, comment, actor, beside)
        self.act("remark", *texts)

    def step_fault(self, actor: int) -> None:
        """Report a fault, and sometimes copy the report. The spy reports none."""
        if actor == self.spy:
            self.aside.append("fault")
        else:
            is_copied = self.stream.below(2)
            self.act(
                "fault", (f"first {self.stream.below(999)}", is_copied), (f"second {self.stream.below(999)}", is_copied)
            )

    def step_players(self, actor: int) -> None:
        """Replace the people twice, and let a bot take a seat for a while."""
        for letter in "AB":
            names = [f"{letter}{seat}" if player == PERSON else "" for seat, player in enumerate(self.seats)]
            self.in_both(lambda session, names=names: session.change_seats(self.seats, names))  # type: ignore[misc]
            self.act("players", (self.seats, tuple(names)))
        self.act("seat")
        if actor != self.spy:
            seats = tuple("random" if seat == actor else player for seat, player in enumerate(self.seats))
            self.in_both(lambda session: session.change_seats(seats, session.document.names))
            self.act("players", (seats, self.first.document.names))
            self.in_both(Session.undo)
            self.act("undo")
            self.act("seat")

    def step_resign(self, actor: int) -> None:
        self.in_both(lambda session: session.resign(actor))
        self.in_both(Session.undo)
        self.act("resign")
        self.act("seat")

    def writes_plan(self, session: Session) -> bool:
        point = session.viewpoint(session.state.actor)
        return self.board is not None and self.board.uses_sheet(point)

    def turn_start(self, session: Session) -> int:
        """Return the node where the current turn starts. Some of its actions may have been undone."""
        actor = session.state.actor
        if self.board is None or not self.writes_plan(session):
            return session.here
        return find_turn_start(session, session.here, actor, self.board.uses_sheet).node

    def random_turn(self) -> tuple[str, ...]:
        """Return a complete random turn."""
        state, moves = self.first.document.state_at(self.turn_start(self.first)).copy(), list[str]()
        turn = (state.actor, state.turn, state.phase)
        while (state.actor, state.turn, state.phase) == turn:
            text = state.move_text(self.stream.choice(state.moves()))
            state.play(text)
            moves.append(text)
        return tuple(moves)

    def plan(self) -> bool:
        actor, own = self.first.state.actor, self.random_turn()
        first, second = self.random_turn(), self.random_turn()
        if actor != self.spy and self.stream.below(2):
            self.act("half", first[:-1], second[:-1])  # never locked
        if actor != self.spy and self.stream.below(2) and self.is_indistinguishable(first, second):
            self.play("plan", first, second)
            if self.stream.below(3):  # retract it, and write the same plan in both games
                self.retract()
                self.act("seat")
                own = first if self.stream.below(3) else own  # may equal the first game's plan
                self.play("plan", own, own)
            return True
        if not self.is_indistinguishable(own, own):
            return False
        self.play("plan", own, own)
        return True

    def is_indistinguishable(self, first: tuple[str, ...], second: tuple[str, ...]) -> bool:
        """Return whether the spy cannot distinguish `first` in the first game from `second` in the second game."""
        observed = []
        for session, moves in ((self.first, first), (self.second, second)):
            state, seen = session.document.state_at(self.turn_start(session)).copy(), list[str]()
            for move in moves:
                if state.why_not(move):
                    return False
                seen.append(state.observation(move, self.spy))
                state.play(move)
            observed.append(([text for text in seen if text], state.view(self.spy), state.actor))
        return observed[0] == observed[1]

    def move(self) -> bool:
        first, second = self.first.state, self.second.state
        text = first.move_text(self.stream.choice(first.moves()))
        texts = [second.move_text(move) for move in second.moves()]
        if first.actor == self.spy:
            if not self.is_indistinguishable((text,), (text,)):
                return False
            self.play("move", text, text)
            return True
        matching = [reply for reply in texts if self.is_indistinguishable((text,), (reply,))]
        if not matching:
            return False
        reply = self.stream.choice(matching)
        self.play("move", text, reply)
        if (
            reply != text
            and self.seats[first.actor] == PERSON
            and self.stream.below(2)
            and text in texts
            and self.can_replay_in_both(text)
        ):
            self.retract()
            self.act("seat")
            self.play("move", text, text)
        return True

    def can_replay_in_both(self, text: str) -> bool:
        befores = [
            session.document.state_at(session.document.tree.nodes[session.here].parent)
            for session in (self.first, self.second)
        ]
        views = {
            (before.observation(text, self.spy), before.after(text).view(self.spy))
            for before in befores
            if not before.why_not(text)
        }
        return (
            len(views) == 1 and not any(before.why_not(text) for before in befores) and not self.first.document.can_undo
        )

    def play(self, kind: str, first: object, second: object) -> None:
        actor = self.first.state.actor
        for session, moves in ((self.first, first), (self.second, second)):
            if kind == "plan":
                session.play_turn(self.turn_start(session), moves)  # type: ignore[arg-type]
            else:
                session.play(str(moves))
        self.act(kind, first, second)
        if actor not in (CHANCE, self.spy) and self.stream.below(3) == 0:
            texts = f"my first {self.stream.below(99)}", f"my second {self.stream.below(99)}"
            for session, text in zip((self.first, self.second), texts, strict=True):
                session.document.annotations.set_comment(session.here, text, actor)
            self.act("comment", (actor, texts[0]), (actor, texts[1]))
            self.first.undo()
            self.second.undo()
            self.act("undo")
            self.first.redo()
            self.second.redo()
            self.act("redo")

    def retract(self) -> None:
        for session in (self.first, self.second):
            session.retract()
        self.act("take_back")

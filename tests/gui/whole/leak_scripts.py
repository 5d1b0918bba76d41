"""Random scripts for two games that one seat cannot tell apart."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from fastcore import CHANCE, Stream
from workbench import boards
from workbench.game.session import PERSON, Session
from workbench.seen.draft import begun
from workbench.seen.seen_tree import SeenTree

LOOKS = ("back", "forward", "start", "turn_back", "turn_forward", "other_before", "other_after", "end")
OPENS = ("account", "live", "form", "form_help", "why", "graph", "names", "sheet", "preview", "account_back", "copy")
# Used once each in every second game; the last two mark hindsight.
ASIDE = (
    ("save", "picture", "remark", "fault"),
    ("fault", "players", "resign"),
)


class Act(NamedTuple):
    """Something that is done in both games: with one argument in the one, with another in the other."""

    kind: str
    one: object = None
    other: object = None


class Script:
    """Doings for two games that a seat cannot tell apart, made up at random."""

    def __init__(self, spec: str, seats: tuple[str, ...], number: int, steps: int) -> None:
        self.stream = Stream(number, spec, "leaks")
        self.spec, self.seats, self.number = spec, seats, number
        self.one, self.other = (Session(spec, seats, number) for _ in range(2))
        persons = [seat for seat, player in enumerate(seats) if player == PERSON]
        self.spy = self.stream.choice(persons)
        self.acts: list[Act] = []
        self.differ = 0  # acts that are not the same in both
        self.steps, self.aside = steps, [*ASIDE[(number + len(seats)) % 2]]
        self.board = boards.find(spec.partition("(")[0])
        for _ in range(steps):
            while self.one.waits_for == "chance":
                self.one.draw_chance()
                self.other.draw_chance()
            done = len(self.acts)
            if not self.alike() or not self.step():
                break
            if self.one.waits_for == "over":  # then comments are for all, and what was covered lies open
                del self.acts[done:]
                break

    def alike(self) -> bool:
        one, other = self.one.state, self.other.state
        return one.view(self.spy) == other.view(self.spy) and one.actor == other.actor

    def act(self, kind: str, one: object = None, other: object = None) -> None:
        self.acts.append(Act(kind, one, one if other is None else other))
        self.differ += other is not None and other != one

    def step(self) -> bool:
        """One decision, with what is done before it."""
        stream, actor = self.stream, self.one.state.actor
        if stream.below(6) == 0 and not self.one.document.can_undo and not self.other.document.can_undo:
            for session in (self.one, self.other):
                session.undo()
            self.act("undo")
            return True
        if self.seats[actor] == PERSON:
            self.act("seat")
            for _ in range(stream.below(4)):
                self.act("run", stream.choice(LOOKS if stream.below(2) else OPENS))
                if self.acts[-1].one == "form_help":
                    self.act("run", "form_help")  # what can be known takes its time
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
        return self.plan() if self.collects(self.one) else self.move()

    def both(self, doing: Callable[[Session], object]) -> None:
        for session in (self.one, self.other):
            doing(session)

    def step_save(self, _: int) -> None:
        self.act("save")

    def step_picture(self, _: int) -> None:
        self.act("picture")

    def step_remark(self, actor: int) -> None:
        """A comment by key, that is ended by going elsewhere."""
        text = f"it is {self.stream.below(999)}"
        texts = text, text if actor == self.spy else f"it was {self.stream.below(999)}"
        for session, said in zip((self.one, self.other), texts, strict=True):
            node, _, beside = SeenTree(session, actor).said_of(session.here)
            session.document.annotations.comment(node, said, actor, beside)
        self.act("remark", *texts)

    def step_fault(self, actor: int) -> None:
        """Its report is copied, or left to be."""
        if actor == self.spy:
            self.aside.append("fault")
        else:
            take = self.stream.below(2)
            self.act("fault", (f"first {self.stream.below(999)}", take), (f"second {self.stream.below(999)}", take))

    def step_players(self, actor: int) -> None:
        """Others come, twice; and a bot takes a seat for a while."""
        for letter in "AB":
            names = [f"{letter}{seat}" if player == PERSON else "" for seat, player in enumerate(self.seats)]
            self.both(lambda session, names=names: session.change_seats(self.seats, names))  # type: ignore[misc]
            self.act("players", (self.seats, tuple(names)))
        self.act("seat")
        if actor != self.spy:
            seats = tuple("random" if seat == actor else player for seat, player in enumerate(self.seats))
            self.both(lambda session: session.change_seats(seats, session.document.names))
            self.act("players", (seats, self.one.document.names))
            self.both(Session.undo)
            self.act("undo")
            self.act("seat")

    def step_resign(self, actor: int) -> None:
        self.both(lambda session: session.resign(actor))
        self.both(Session.undo)
        self.act("resign")
        self.act("seat")

    def collects(self, session: Session) -> bool:
        point = session.viewpoint(session.state.actor)
        return self.board is not None and self.board.collects(point)

    def begun(self, session: Session) -> int:
        """Where the turn begins that is written now: some of it may have been taken back alone."""
        actor = session.state.actor
        if self.board is None or not self.collects(session):
            return session.here
        return begun(session, session.here, actor, self.board.collects).node

    def written(self) -> tuple[str, ...]:
        """A whole turn at random."""
        state, moves = self.one.document.state_at(self.begun(self.one)).copy(), list[str]()
        begun = (state.actor, state.turn, state.phase)
        while (state.actor, state.turn, state.phase) == begun:
            text = state.move_text(self.stream.choice(state.moves()))
            state.play(text)
            moves.append(text)
        return tuple(moves)

    def plan(self) -> bool:
        actor, own = self.one.state.actor, self.written()
        first, second = self.written(), self.written()
        if actor != self.spy and self.stream.below(2):
            self.act("half", first[:-1], second[:-1])  # never locked
        if actor != self.spy and self.stream.below(2) and self.same(first, second):
            self.make("plan", first, second)
            if self.stream.below(3):  # and taken back: what is written then is the same in both
                self.take_back()
                self.act("seat")
                own = first if self.stream.below(3) else own  # in the one the same once more, in the other another one
                self.make("plan", own, own)
            return True
        if not self.same(own, own):
            return False
        self.make("plan", own, own)
        return True

    def same(self, first: tuple[str, ...], second: tuple[str, ...]) -> bool:
        """Whether the spy cannot tell the one turn in the one game from the other in the other."""
        told = []
        for session, moves in ((self.one, first), (self.other, second)):
            state, seen = session.document.state_at(self.begun(session)).copy(), list[str]()
            for move in moves:
                if state.why_not(move):
                    return False
                seen.append(state.observation(move, self.spy))
                state.play(move)
            told.append(([text for text in seen if text], state.view(self.spy), state.actor))
        return told[0] == told[1]

    def move(self) -> bool:
        one, other = self.one.state, self.other.state
        text = one.move_text(self.stream.choice(one.moves()))
        texts = [other.move_text(move) for move in other.moves()]
        if one.actor == self.spy:
            if not self.same((text,), (text,)):
                return False
            self.make("move", text, text)
            return True
        alike = [found for found in texts if self.same((text,), (found,))]
        if not alike:
            return False
        found = self.stream.choice(alike)
        self.make("move", text, found)
        if (
            found != text
            and self.seats[one.actor] == PERSON
            and self.stream.below(2)
            and text in texts
            and self.same_again(text)
        ):
            self.take_back()
            self.act("seat")
            self.make("move", text, text)
        return True

    def same_again(self, text: str) -> bool:
        befores = [
            session.document.state_at(session.document.tree.nodes[session.here].parent)
            for session in (self.one, self.other)
        ]
        views = {
            (before.observation(text, self.spy), before.after(text).view(self.spy))
            for before in befores
            if not before.why_not(text)
        }
        return (
            len(views) == 1 and not any(before.why_not(text) for before in befores) and not self.one.document.can_undo
        )

    def make(self, kind: str, first: object, second: object) -> None:
        actor = self.one.state.actor
        for session, moves in ((self.one, first), (self.other, second)):
            if kind == "plan":
                session.play_turn(self.begun(session), moves)  # type: ignore[arg-type]
            else:
                session.play(str(moves))
        self.act(kind, first, second)
        if actor not in (CHANCE, self.spy) and self.stream.below(3) == 0:
            texts = f"my first {self.stream.below(99)}", f"my second {self.stream.below(99)}"
            for session, text in zip((self.one, self.other), texts, strict=True):
                session.document.annotations.comment(session.here, text, actor)
            self.act("comment", (actor, texts[0]), (actor, texts[1]))
            self.one.undo()
            self.other.undo()
            self.act("undo")
            self.one.redo()
            self.other.redo()
            self.act("redo")

    def take_back(self) -> None:
        for session in (self.one, self.other):
            session.take_back()
        self.act("take_back")

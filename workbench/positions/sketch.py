"""A position being set up: its text, whose view it is, which facts are known besides, and its problems.

A sketch may be anything that can be written, also text that nobody can read: nothing that was written is lost. It is a
position as soon as nothing is wrong with it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

import fastcore
from fastcore import BadPosition, Conflict, Mend, Problem, State, Viewpoint
from workbench import boards
from workbench.boards.kit.elements import Fields, Point


@dataclass(frozen=True)
class Sketch:
    """A position in the making: the spec, the position text, whose view it is (a seat from 0; None: everything is
    known), and what else is known of what that seat does not see, as `Viewpoint.suppose` takes it."""

    spec: str
    text: str
    seat: int | None = None
    facts: tuple[str, ...] = ()

    @classmethod
    def of(cls, point: Point) -> Sketch:
        """A position as it is, or as far as a seat knows it. ValueError for what the public alone knows of one that
        hides something: a sketch is one seat's, or nobody's in particular."""
        if isinstance(point, Viewpoint) and point.seat is None:
            if point.state is None:
                raise ValueError("this is what everybody knows; choose one seat's view")
            point = point.state
        return cls(point.spec, point.text(), point.seat if isinstance(point, Viewpoint) else None)

    @classmethod
    def start(cls, spec: str) -> Sketch:
        """The start of the rules; BadPosition if the spec is refused."""
        return cls.of(fastcore.start(spec))

    @classmethod
    def empty(cls, spec: str) -> Sketch:
        """The start with nothing on the board, as the game's editor has it; BadPosition if the spec is refused."""
        start = fastcore.start(spec)
        return cls(start.spec, start.text()).with_fields(boards.editor(start.spec).emptied(start.fields))

    @property
    def situation(self) -> str:
        return f"{self.spec} {self.text}"

    @property
    def known(self) -> str:
        """Whose view it is and what else is known, as a line of a list has them behind the position;
        "" for nobody's."""
        return "" if self.seat is None else " ".join((f"@{self.seat + 1}", *self.facts))

    @property
    def fields(self) -> Fields | None:
        """The position text by field, None if it has not as many as the game's, or there is no such game."""
        try:
            names = [field.name for field in fastcore.info(self.spec.partition("(")[0]).fields]
        except BadPosition:
            return None
        parts = self.text.split(" ")
        return dict(zip(names, parts, strict=True)) if len(parts) == len(names) and all(parts) else None

    def unveiled(self) -> Sketch:
        """Nobody's in particular where the game hides nothing: every seat sees the same there."""
        game = self.spec.partition("(")[0]
        return (
            replace(self, seat=None, facts=())
            if game in fastcore.games() and not fastcore.info(game).has.covered
            else self
        )

    def place_of(self, problem: Problem) -> tuple[int, int]:
        """Where a fault begins and ends in the text of its field."""
        fields = self.fields or {}
        before = len(self.spec) + 1
        for name, text in fields.items():
            if name == problem.field:
                break
            before += len(text) + 1
        start, end = problem.span
        return start - before, end - before

    def with_fields(self, fields: Fields) -> Sketch:
        return replace(self, text=" ".join(fields.values()))

    def with_situation(self, situation: str) -> Sketch:
        """With another spec and position text, another seat or other facts, as a mend has them."""
        if situation == self.situation:  # without a seat
            return replace(self, seat=None, facts=())
        if situation.startswith(f"{self.situation} @"):
            seat, *facts = situation.removeprefix(f"{self.situation} @").split()
            return replace(self, seat=int(seat) - 1, facts=tuple(facts))
        spec, _, text = situation.partition(" ")
        return replace(self, spec=spec, text=text)

    def with_spec(self, spec: str) -> Sketch:
        """With other options of the game: the same position where its board is one of theirs as well, whatever else is
        wrong then; else their empty board. BadPosition if the spec is refused."""
        start = fastcore.start(spec)
        other = replace(self, spec=start.spec)
        if other.fields is None or (self.seat or 0) >= start.seats:
            return Sketch.empty(spec)
        drawn = {field.name for field in start.info.fields if field.kind == "board"}
        fits = all(problem.field not in drawn for problem in fastcore.problems(other.situation, other.seat))
        return other if fits else Sketch.empty(spec)

    def seen_by(self, seat: int | None) -> Sketch:
        """As this seat sees it, without any facts; None: everything is known, which leaves what was unknown to be
        filled in. A sketch that is no position yet keeps its text."""
        if seat == self.seat:
            return self
        point = self.point() if self.seat is None else None
        text = self.text
        if isinstance(point, State) and seat is not None and seat < point.seats:
            text = point.view(seat)
        return replace(self, text=text, seat=seat, facts=())

    def problems(self) -> tuple[Problem, ...]:
        """All that is wrong, the first thing in the text first, after that the facts; () for a position. It may take
        longer than a frame, and runs on any thread."""
        try:
            found = fastcore.problems(self.situation, self.seat)
        except ValueError:
            wrong = tuple(problem for problem in fastcore.problems(self.situation) if problem.field == "spec")
            if wrong:  # there may be as many seats in the game that was meant
                return wrong
            start = fastcore.start(self.spec)
            reason = f"there are {start.seats} seats here, and none with the number {(self.seat or 0) + 1}"
            views = range(start.seats) if start.info.has.covered else ()
            mends = (
                Mend("read it as everybody sees it", self.situation),
                *(self._as_seen(start, seat) for seat in views),
            )
            return (Problem("seat", reason, span=(0, len(self.spec)), mends=mends),)
        if found and self.seat is None:
            return self._perhaps_seen(tuple(found))
        if found or not self.facts:
            return tuple(found)
        try:
            self.viewpoint()
        except Conflict as error:
            end = len(self.situation)
            blamed = [fact for fact in self.facts if fact == error.what or fact in error.what.split(", ")]
            said = boards.editor(self.spec, self.seat).said(self.fields or {}, blamed)
            reason = f"{' '.join(said.values()) or error.what} {error.reason[:1].upper()}{error.reason[1:]}."
            mends = tuple(
                Mend(_forget(sentence), self._line(other for other in self.facts if other != fact))
                for fact, sentence in said.items()
            )
            return (Problem("facts", reason, span=(end, end), mends=mends),)
        return ()

    def _perhaps_seen(self, found: tuple[Problem, ...]) -> tuple[Problem, ...]:
        """What is wrong, with a mend for each seat first of all where the text is rather what that seat sees."""
        start = fastcore.start(self.spec) if all(problem.field != "spec" for problem in found) else None
        if start is None or not start.info.has.covered or self.fields is None:
            return found
        wrong = {(problem.field, problem.reason) for problem in found}
        mends = tuple(
            self._as_seen(start, seat)
            for seat in range(start.seats)
            if {(problem.field, problem.reason) for problem in fastcore.problems(self.situation, seat)} < wrong
        )
        return (replace(found[0], mends=(*mends, *found[0].mends)), *found[1:])

    def _as_seen(self, start: State, seat: int) -> Mend:
        """A mend: it is what this seat sees."""
        return Mend(f"read it as {boards.side(start.info, seat)} sees it", replace(self, seat=seat)._line(()))

    def point(self) -> State | Viewpoint | None:
        """The position, or what its seat knows; None as long as something is wrong."""
        if self.problems():
            return None
        return fastcore.parse(self.situation) if self.seat is None else self.viewpoint()

    def _line(self, facts: Iterable[str]) -> str:
        """The situation with the seat and these facts, as a line of a list has them."""
        return f"{self.situation} {replace(self, seat=self.seat or 0, facts=tuple(facts)).known}"

    def viewpoint(self) -> Viewpoint:
        """What its seat knows, of a position in which nothing is wrong: BadPosition or Conflict else."""
        seen = Viewpoint.parse(self.situation, self.seat)
        return seen.suppose(*self.facts) if self.facts else seen


def _forget(sentence: str) -> str:
    first = sentence[:1].lower() if sentence.startswith(("The ", "Seat ")) else sentence[:1]
    return f"forget that {first}{sentence[1:].removesuffix('.')}"

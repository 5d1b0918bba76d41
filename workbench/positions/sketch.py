"""A position that is being set up: its text, the seat whose view it is, extra facts and problems.

A sketch can hold any text, so no input is lost. A sketch without problems is a position.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

import fastcore
from fastcore import BadPosition, Conflict, Problem, State, Viewpoint
from workbench import boards
from workbench.boards.kit.elements import Fields, Point
from workbench.positions.fixes import Fix, FixableProblem, judge, problems_with_fixes
from workbench.system.sentences import as_sentence
from workbench.system.translation import tr


@dataclass(frozen=True)
class Sketch:
    """A position that is being set up.

    Attributes:
        spec: The spec.
        text: The position text.
        seat: The seat (from 0) whose view the position is, or None for a full position.
        facts: What the seat knows about hidden information, as for `Viewpoint.suppose`.
    """

    spec: str
    text: str
    seat: int | None = None
    facts: tuple[str, ...] = ()

    @classmethod
    def from_point(cls, point: Point) -> Sketch:
        """Return the sketch of a state or of a seat's view.

        Raises:
            ValueError: The point is the public view of a position with hidden information.
        """
        if isinstance(point, Viewpoint) and point.seat is None:
            if point.state is None:
                raise ValueError(tr("this view has only public information; choose one seat's view"))
            point = point.state
        return cls(point.spec, point.text(), point.seat if isinstance(point, Viewpoint) else None)

    @classmethod
    def start(cls, spec: str) -> Sketch:
        """Return the start position of a spec.

        Raises:
            BadPosition: The spec is invalid.
        """
        return cls.from_point(fastcore.start(spec))

    @classmethod
    def empty(cls, spec: str) -> Sketch:
        """Return the start position with an empty board, as the game's editor defines it.

        Raises:
            BadPosition: The spec is invalid.
        """
        start = fastcore.start(spec)
        return cls(start.spec, start.text()).with_fields(boards.editor(start.spec).empty_start(start.fields))

    @property
    def situation(self) -> str:
        """The spec and the position text."""
        return f"{self.spec} {self.text}"

    @property
    def view_suffix(self) -> str:
        """The seat and facts as a list writes them after the position, or "" for a full position."""
        return "" if self.seat is None else " ".join((f"@{self.seat + 1}", *self.facts))

    @property
    def fields(self) -> Fields | None:
        """The position text by field, or None if the fields or the game do not match."""
        try:
            names = [field.name for field in fastcore.info(self.spec.partition("(")[0]).fields]
        except BadPosition:
            return None
        parts = self.text.split(" ")
        return dict(zip(names, parts, strict=True)) if len(parts) == len(names) and all(parts) else None

    def without_needless_seat(self) -> Sketch:
        """Return the sketch without a seat if all views of the game are the same, because nothing is hidden."""
        game = self.spec.partition("(")[0]
        return (
            replace(self, seat=None, facts=())
            if game in fastcore.games() and not fastcore.info(game).has.covered
            else self
        )

    def span_in_field(self, problem: Problem) -> tuple[int, int]:
        """Return the start and end of a problem within the text of its field."""
        fields = self.fields or {}
        before = len(self.spec) + 1
        for name, text in fields.items():
            if name == problem.field:
                break
            before += len(text) + 1
        start, end = problem.span
        return start - before, end - before

    def with_fields(self, fields: Fields) -> Sketch:
        """Return the sketch with these fields as its text."""
        return replace(self, text=" ".join(fields.values()))

    def with_situation(self, situation: str) -> Sketch:
        """Return the sketch with the situation of a fix, which may also change the seat or the facts."""
        if situation == self.situation:  # a full position
            return replace(self, seat=None, facts=())
        if situation.startswith(f"{self.situation} @"):
            seat, *facts = situation.removeprefix(f"{self.situation} @").split()
            return replace(self, seat=int(seat) - 1, facts=tuple(facts))
        spec, _, text = situation.partition(" ")
        return replace(self, spec=spec, text=text)

    def with_spec(self, spec: str) -> Sketch:
        """Return the sketch with other options of the game.

        The position is kept if its board fits the options, otherwise it is an empty board.

        Raises:
            BadPosition: The spec is invalid.
        """
        start = fastcore.start(spec)
        changed = replace(self, spec=start.spec)
        if changed.fields is None or (self.seat or 0) >= start.seats:
            return Sketch.empty(spec)
        drawn = {field.name for field in start.info.fields if field.kind == "board"}
        fits = all(problem.field not in drawn for problem in judge(changed.situation, changed.seat))
        return changed if fits else Sketch.empty(spec)

    def as_seen_by(self, seat: int | None) -> Sketch:
        """Return the sketch as a seat sees it, without facts.

        For None the result is a full position, with the hidden parts still to be filled in. An invalid sketch keeps
        its text.
        """
        if seat == self.seat:
            return self
        point = self.point() if self.seat is None else None
        text = self.text
        if isinstance(point, State) and seat is not None and seat < point.seats:
            text = point.view(seat)
        return replace(self, text=text, seat=seat, facts=())

    def problems(self) -> tuple[FixableProblem, ...]:
        """Return all problems: first those of the text in order, then those of the facts.

        This may take longer than a frame and may run on any thread.
        """
        try:
            problems = problems_with_fixes(self.situation, self.seat)
        except ValueError:
            wrong = tuple(problem for problem in problems_with_fixes(self.situation) if problem.field == "spec")
            if wrong:  # the intended game may have enough seats
                return wrong
            start = fastcore.start(self.spec)
            reason = tr(
                "this game has {seats} seats, so there is no seat {seat}",
                seats=start.seats,
                seat=(self.seat or 0) + 1,
            )
            views = range(start.seats) if start.info.has.covered else ()
            fixes = (
                Fix(tr("read it as everybody sees it"), self.situation),
                *(self._view_fix(start, seat) for seat in views),
            )
            return (FixableProblem("seat", reason, span=(0, len(self.spec)), fixes=fixes),)
        if problems and self.seat is None:
            return self._with_view_fixes(tuple(problems))
        if problems or not self.facts:
            return tuple(problems)
        try:
            self.viewpoint()
        except Conflict as error:
            end = len(self.situation)
            blamed = [fact for fact in self.facts if fact == error.what or fact in error.what.split(", ")]
            sentences = boards.editor(self.spec, self.seat).fact_sentences(self.fields or {}, blamed)
            reason = f"{' '.join(sentences.values()) or error.what} {as_sentence(error.reason)}"
            fixes = tuple(
                Fix(_forget(sentence), self._line(remaining for remaining in self.facts if remaining != fact))
                for fact, sentence in sentences.items()
            )
            return (FixableProblem("facts", reason, span=(end, end), fixes=fixes),)
        return ()

    def _with_view_fixes(self, problems: tuple[FixableProblem, ...]) -> tuple[FixableProblem, ...]:
        """Add to the first problem a fix for each seat whose view the text seems to be."""
        start = fastcore.start(self.spec) if all(problem.field != "spec" for problem in problems) else None
        if start is None or not start.info.has.covered or self.fields is None:
            return problems
        wrong = {_place(problem) for problem in problems}
        fixes = tuple(
            self._view_fix(start, seat)
            for seat in range(start.seats)
            if {_place(problem) for problem in fastcore.view_problems(self.situation, seat)} < wrong
        )
        if fixes and not fastcore.view_problems(self.situation, None):
            reason = tr("this is what everybody sees; choose a player, and add what only that player knows")
            return (replace(problems[0], reason=reason, fixes=fixes),)
        return (replace(problems[0], fixes=(*fixes, *problems[0].fixes)), *problems[1:])

    def _view_fix(self, start: State, seat: int) -> Fix:
        """Return a fix that makes the sketch the view of this seat."""
        return Fix(
            tr("read it as {side} sees it", side=boards.seat_name(start.info, seat)), replace(self, seat=seat)._line(())
        )

    def point(self) -> State | Viewpoint | None:
        """Return the state or the seat's view, or None if the sketch has problems."""
        if self.problems():
            return None
        return fastcore.parse(self.situation) if self.seat is None else self.viewpoint()

    def _line(self, facts: Iterable[str]) -> str:
        """Return the situation with the seat and these facts, as a list writes them."""
        return f"{self.situation} {replace(self, seat=self.seat or 0, facts=tuple(facts)).view_suffix}"

    def viewpoint(self) -> Viewpoint:
        """Return what the seat knows.

        Raises:
            BadPosition: The text is not a valid view of the seat.
            Conflict: The facts contradict the view.
        """
        seen = Viewpoint.parse(self.situation, self.seat)
        return seen.suppose(*self.facts) if self.facts else seen


def _forget(sentence: str) -> str:
    first = sentence[:1].lower() if sentence.startswith(("The ", "Seat ")) else sentence[:1]
    return tr("remove the fact that {first}{sentence}", first=first, sentence=sentence[1:].removesuffix("."))


def _place(problem: Problem) -> tuple[str, str, tuple[int, int]]:
    """Return what a problem has in common for all players who read the same text."""
    return problem.field, problem.rule, problem.span

"""Going from fault to fault of what is set up: after the last of a position to the next position of the list that has some, and round."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fastcore import Problem
from workbench.gui.set_up import words as said
from workbench.positions.sketch import Sketch

if TYPE_CHECKING:
    from workbench.gui.set_up.mode import SetUp


class FaultRounds:
    def __init__(self, set_up: SetUp) -> None:
        self.set_up = set_up
        self.at: tuple[Sketch, int] | None = None  # the fault that was gone to last: of which position, and its number

    @property
    def here(self) -> int | None:
        """The fault of this position that was gone to last, None if none was since it is as it is."""
        return self.at[1] if self.at is not None and self.at[0] == self.set_up.sketching.sketch else None

    @property
    def problem(self) -> Problem | None:
        """What is mended by a key: the fault that was gone to, or else the first; None as long as none is known."""
        sketching = self.set_up.sketching
        found = sketching.problems if sketching.checked == sketching.sketch else ()
        return found[self.here or 0] if found else None

    def go_on(self) -> None:
        """Go to the next fault; to the first one of a position that is another than at the last time."""
        sketching = self.set_up.sketching
        if sketching.checked != sketching.sketch:
            sketching.when_checked(self.go_on, self.set_up.errands)
            return
        here = self.here
        number = 0 if here is None else here + 1
        if number < len(sketching.problems):
            self.reach(sketching.problems[number])
        elif sketching.model.count > 1:
            self._look_on()
        elif sketching.problems:
            self.reach(sketching.problems[0])

    def _look_on(self) -> None:
        """Go to the next position of the list in which something is wrong. To find it may take longer than a frame."""
        set_up, sketching = self.set_up, self.set_up.sketching
        sketching.end()
        found = sketching.model.positions
        entries, at = list(found.entries), found.at

        def find() -> int | None:
            numbers = [*range(at + 1, len(entries)), *range(at + 1)]
            return next((number for number in numbers if entries[number].sketch.problems()), None)

        def done(number: int | None) -> None:
            now = set_up.on and set_up.sketching is sketching and sketching.model.positions
            if now is not found or found.at != at or found.entries != entries:
                return  # something else was done meanwhile
            if number is None:
                set_up.refuse(said.NOTHING_WRONG_IN_LIST)
                return
            self.at = None
            if number != at:
                sketching.step(number - at)
            sketching.when_checked(self.go_on, set_up.errands)

        set_up.errands.run(find, done, lambda error: set_up.refuse(str(error)))

    def reach(self, problem: Problem) -> None:
        """Go to where a fault is, and say it."""
        set_up, sketching, column = self.set_up, self.set_up.sketching, self.set_up.column
        assert column is not None
        if problem not in sketching.problems:
            return  # it is mended by now
        number = sketching.problems.index(problem)
        self.at = sketching.sketch, number
        column.problems.show_fault(number)
        assert column.problems.shown is not None
        fault = column.problems.shown[number]
        if problem.cells and set_up.view is not None:
            set_up.view.focus_set()
            set_up.view.put_cursor(problem.cells[0])
        elif len(fault.details) == 1:
            column.details.reach(fault.details[0])
        else:
            column.text.reach(problem, sketching.sketch.spec)
        column.see(fault)
        set_up.explain(said.fault(number + 1, len(sketching.problems), fault.sentence))

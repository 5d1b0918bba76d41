"""The card with the problems of a position and their fixes, and the steps from one problem to the next."""

from __future__ import annotations

import tkinter
from collections.abc import Callable, Sequence
from functools import partial
from tkinter import ttk
from typing import NamedTuple

from workbench.gui.look.look import Look
from workbench.gui.look.styles import card
from workbench.gui.set_up import words
from workbench.gui.set_up.shown_position import ShownPosition
from workbench.gui.widgets.keys import on_enter
from workbench.gui.widgets.scrolling import ScrollArea
from workbench.gui.widgets.tips import Tip
from workbench.positions.fixes import FixableProblem
from workbench.positions.sketch import Sketch
from workbench.system.sentences import capitalised

DOT = '<circle r="34" fill="{warning}"/>'
GOOD = '<circle r="34" fill="{accent}"/>'
SHARE = 0.36  # maximum fraction of the column's height
MIN = 120  # height in pixels at 100 % that the card may always use
LEAST = 44  # smallest height of the list in pixels at 100 %, if other cards need the space
MIN_LIST = 20  # height of a list with one line, in pixels at 100 %
FIRST = 68, 128  # smallest and largest height kept for the first problem and its fixes, in pixels at 100 %
GAP = 6
MAX = 20  # maximum number of shown problems; each adds a row of buttons
AT_A_TIME = 2  # problems added per step below the visible ones, to keep the window responsive


class Fault(NamedTuple):
    """A problem in the card.

    `fixes` has each fix in words and as a position text, `details` the names of the details concerned.
    """

    sentence: str
    fixes: tuple[tuple[str, str], ...]
    problem: FixableProblem
    details: tuple[str, ...] = ()


class ProblemsCard:
    """The card with the problems, each with its fixes.

    Args:
        parent: The column.
        look: Scale, fonts and icons.
        width: The width in pixels.
        apply_fix: Applies a fix, given as a position text.
        show: Moves the focus to a problem.
    """

    def __init__(
        self, parent: tkinter.Misc, look: Look, width: int, apply_fix: Callable[[str], None],
        show: Callable[[FixableProblem], None],
    ) -> None:  # fmt: skip
        self.look, self.apply_fix, self.reach = look, apply_fix, show
        self.width = width - 2 * look.px(16)
        self.frame = card(parent, look, padding=(16, 10))
        self.frame.columnconfigure(0, weight=1)
        self.frame.rowconfigure(1, weight=1)
        self.head = ttk.Label(self.frame, style="CardHead.TLabel")
        self.head.grid(row=0, column=0, sticky="w", pady=(0, look.px(4)))
        self.area = ScrollArea(self.frame, look)
        self.area.grid(row=1, column=0, sticky="nsew")
        self.dots = {
            shape: look.sprite({shape: drawing}, shape, look.px(14))
            for shape, drawing in (("bad", DOT), ("good", GOOD))
        }
        self.shown: tuple[Fault, ...] | None = None
        self.fix_buttons: list[ttk.Button] = []
        self.lines: list[ttk.Label] = []  # one per problem
        self.ready: ttk.Label | None = None  # the message that there are none
        # The total height of the problems added so far, and the maximum visible height, in pixels.
        self.filled, self.most = 0, round(parent.winfo_toplevel().winfo_height() * SHARE)
        self.first = 0  # the height of the first problem with its fixes, or 0 for a valid position, in pixels
        self.timer = ""  # the timer for adding more problems
        self.frame.bind("<Destroy>", lambda event: self._stop() if event.widget is self.frame else None)

    def show(self, faults: Sequence[Fault], standings: str = "") -> None:
        """Show problems, or the message that there are none with the points of all seats."""
        if tuple(faults) == self.shown:
            if not faults and self.ready is not None:
                self.ready.configure(text=words.ready(standings))
            return
        self._empty(tuple(faults))
        if not faults:
            self.head.grid_remove()
            self.ready = self._line(0, "good", words.ready(standings), "CardStrong.TLabel")
            self.first = 0
            self.area.fit()
            return
        self.head.configure(text=words.faults(len(faults)))
        self.head.grid()
        while self._remaining > 0 and self.filled <= self.most:
            self._add_next()
        self._schedule_rest()

    def _empty(self, shown: tuple[Fault, ...] | None) -> None:
        self.shown, self.fix_buttons, self.lines, self.filled = shown, [], [], 0
        self._stop()
        for child in self.area.inside.winfo_children():
            child.destroy()

    def _stop(self) -> None:
        if self.timer:
            self.frame.after_cancel(self.timer)
        self.timer = ""

    @property
    def _remaining(self) -> int:
        """The number of problems still to be added."""
        return min(len(self.shown or ()), MAX) - len(self.lines)

    def _add_next(self) -> None:
        """Add the next problem, and the general notes after the last one."""
        faults, number = self.shown or (), len(self.lines)
        self._add(number, faults[number])
        if not number:
            self.first = self.filled
        if self._remaining:
            return
        if len(faults) > MAX:
            self.lines.append(self._line(2 * MAX, "bad", words.more_faults(len(faults) - MAX), "CardStrong.TLabel"))

    def _schedule_rest(self) -> None:
        """Add the rows below the visible ones a few at a time, because creating many widgets would block the window."""
        self.area.fit()
        if self._remaining > 0:
            self.timer = self.frame.after(1, self._add_some)

    def _add_some(self) -> None:
        self.timer = ""
        for _ in range(min(AT_A_TIME, self._remaining)):
            self._add_next()
        self._schedule_rest()

    def show_checking(self) -> None:
        """Replace outdated problems with a note that the check is running."""
        if self.shown is None and self.head.winfo_manager() == "":
            return
        self._empty(None)
        self.head.grid_remove()
        ttk.Label(self.area.inside, text=words.CHECKING, style="CardText.TLabel").grid(row=0, column=1, sticky="w")
        self.area.fit()

    @property
    def least_height(self) -> int:
        """The height in pixels that shows the first problem with its fixes, or that the position is valid."""
        px = self.look.px
        around = self.frame.winfo_reqheight() - self.area.canvas.winfo_reqheight()
        if not self.first:
            return around + max(px(MIN_LIST), self.area.wanted)
        least, most = map(px, FIRST)
        first = self.area.wanted if self.shown is not None and len(self.shown) == 1 else self.first
        return around + max(least, min(first, most))

    def fit_height(self, high: int, free: int) -> int:
        """Set the height within the card's share of the column.

        Args:
            high: Height of the column in pixels.
            free: The height in pixels that is free for the card.

        Returns:
            The height of the card in pixels.
        """
        self.area.inside.update_idletasks()
        px, canvas = self.look.px, self.area.canvas
        around = self.frame.winfo_reqheight() - canvas.winfo_reqheight()
        self.most = max(px(MIN), round(high * SHARE))
        most = max(px(LEAST), min(self.most, free - around))
        inside = max(px(MIN_LIST), min(self.area.wanted, most))
        canvas.configure(height=inside)
        return around + inside

    def show_fault(self, number: int) -> None:
        """Scroll to the problem with this number."""
        while self._remaining > 0 and len(self.lines) <= number:
            self._add_next()
        self.area.fit()
        self.area.inside.update_idletasks()
        self.area.show(self.lines[min(number, MAX)])

    def _line(self, row: int, dot: str, text: str, style: str) -> ttk.Label:
        px = self.look.px
        ttk.Label(self.area.inside, image=self.dots[dot], style="CardText.TLabel").grid(
            row=row, column=0, sticky="nw", padx=(0, px(8)), pady=px(2)
        )
        label = ttk.Label(self.area.inside, text=text, style=style, wraplength=self.width - px(44), justify="left")
        label.grid(row=row, column=1, sticky="w")
        return label

    def _add(self, number: int, fault: Fault) -> None:
        px = self.look.px
        label = self._line(2 * number, "bad", fault.sentence, "CardStrong.TLabel")
        self.lines.append(label)
        label.bind("<Button-1>", lambda _: self.reach(fault.problem))
        self.filled += label.winfo_reqheight() + px(GAP)
        if not fault.fixes:
            label.grid(pady=(0, px(GAP)))
            return
        row = ttk.Frame(self.area.inside, style="Inner.TFrame", width=self.width - px(44))
        row.grid(row=2 * number + 1, column=1, sticky="ew", pady=(px(4), px(GAP)))
        x = y = high = 0
        room = self.width - px(44)
        for label_text, fix in fault.fixes:
            text = self.look.shorten(capitalised(label_text), "strong text", room - px(30))
            button = ttk.Button(row, text=text, style="Fix.TButton", takefocus=1, command=partial(self.apply_fix, fix))
            if text != capitalised(label_text):
                Tip(self.look, button, partial(capitalised, label_text))
            on_enter(button, partial(self._entered, fix))
            wide, high = button.winfo_reqwidth(), button.winfo_reqheight()
            if x and x + wide > room:
                x, y = 0, y + high + px(GAP)
            button.place(x=x, y=y)
            x += wide + px(GAP)
            row.configure(height=y + high)
            self.fix_buttons.append(button)
        self.filled += y + high + px(4)

    def _entered(self, fix: str, _: object) -> str:
        self.apply_fix(fix)
        return "break"


class FaultRounds:
    """Steps from one problem to the next.

    Args:
        here: The position at the shown table.
        show: Moves the focus to the problem with this number.
    """

    def __init__(self, here: ShownPosition, show: Callable[[int], None]) -> None:
        self.here, self.show = here, show
        self.last_visited: tuple[Sketch, int] | None = None  # sketch and number of the last visited problem

    @property
    def at(self) -> int | None:
        """The number of the last visited problem, or None after a change of the position."""
        return (
            self.last_visited[1]
            if self.last_visited is not None and self.last_visited[0] == self.here.edited.sketch
            else None
        )

    @property
    def problem(self) -> FixableProblem | None:
        """The problem for the fix command: the last visited problem, or the first."""
        problems = self.here.edited.problems if self.here.known else ()
        return problems[self.at or 0] if problems else None

    def next_problem(self) -> None:
        """Go to the next problem, or to the first after a change of the position."""
        edited = self.here.edited
        if not self.here.known:
            edited.when_checked(self.next_problem, self.here.background)
            return
        number = 0 if self.at is None else self.at + 1
        if number < len(edited.problems):
            self.reach(edited.problems[number])
        elif edited.model.count > 1:
            self._search_list()
        elif edited.problems:
            self.reach(edited.problems[0])

    def _search_list(self) -> None:
        """Look in the background for the next position of the list with a problem."""
        here, edited = self.here, self.here.edited
        edited.end_gesture()
        positions = edited.model.positions
        entries, current = list(positions.entries), positions.index

        def find() -> int | None:
            numbers = [*range(current + 1, len(entries)), *range(current + 1)]
            return next((number for number in numbers if entries[number].sketch.problems()), None)

        def done(number: int | None) -> None:
            now = here.on and here.edited is edited and edited.model.positions
            if now is not positions or positions.index != current or positions.entries != entries:
                return  # the list changed in the meantime
            if number is None:
                here.refuse(words.NOTHING_WRONG_IN_LIST)
                return
            self.last_visited = None
            if number != current:
                edited.step(number - current)
            edited.when_checked(self.next_problem, here.background)

        here.background.run(find, done, lambda error: here.refuse(str(error)))

    def reach(self, problem: FixableProblem) -> None:
        """Move the focus to a problem unless it has been fixed."""
        edited = self.here.edited
        if problem in edited.problems:
            number = edited.problems.index(problem)
            self.last_visited = edited.sketch, number
            self.show(number)

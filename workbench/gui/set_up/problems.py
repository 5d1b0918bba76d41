"""The list of problems of an edited position with their fixes, and the way from one problem to the next."""

from __future__ import annotations

import tkinter
from collections.abc import Callable, Sequence
from functools import partial
from tkinter import ttk
from typing import NamedTuple

from fastcore import Problem
from workbench.gui.look.look import Look
from workbench.gui.look.styles import card
from workbench.gui.set_up import words
from workbench.gui.set_up.shown_position import ShownPosition
from workbench.gui.widgets.keys import on_enter
from workbench.gui.widgets.scrolling import ScrollArea
from workbench.gui.widgets.tips import Tip
from workbench.positions.sketch import Sketch
from workbench.system.sentences import capitalised

DOT = '<circle r="34" fill="{warning}"/>'
GOOD = '<circle r="34" fill="{accent}"/>'
SHARE = 0.36  # of the column that it takes at most,
LEAST = 120  # and pixels at 100 % of faults that it may always show
GAP = 6
MOST = 20  # faults that are shown: with each comes a row of buttons
AT_A_TIME = 2  # of those out of sight that are written before the window does something else


class Fault(NamedTuple):
    """A problem: its sentence, its fixes (each in words and as a position text), its location, and the details
    concerned."""

    sentence: str
    mends: tuple[tuple[str, str], ...]
    problem: Problem
    details: tuple[str, ...] = ()


class ProblemsCard:
    """The problems, each with its fixes."""

    def __init__(
        self, parent: tkinter.Misc, look: Look, width: int, mend: Callable[[str], None],
        show: Callable[[Problem], None], roomy: bool,
    ) -> None:  # fmt: skip
        """`mend` gets the position text of the selected fix, `show` the problem to go to.

        `roomy`: there is room to explain what problems mean.
        """
        self.look, self.mend, self.reach, self.roomy = look, mend, show, roomy
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
        self.mends: list[ttk.Button] = []
        self.lines: list[ttk.Label] = []  # the faults
        # The height of the problems in pixels, and how many are visible.
        self.filled, self.most = 0, round(parent.winfo_toplevel().winfo_height() * SHARE)
        self.timer = ""  # after which more are written
        self.frame.bind("<Destroy>", lambda event: self._stop() if event.widget is self.frame else None)

    def show(self, faults: Sequence[Fault]) -> None:
        if tuple(faults) == self.shown:
            return
        self._empty(tuple(faults))
        if not faults:
            self.head.grid_remove()
            self._line(0, "good", words.READY, "CardStrong.TLabel")
            self.area.fit()
            return
        self.head.configure(text=words.faults(len(faults)))
        self.head.grid()
        while self._left > 0 and self.filled <= self.most:
            self._write_on()
        self._written()

    def _empty(self, shown: tuple[Fault, ...] | None) -> None:
        self.shown, self.mends, self.lines, self.filled = shown, [], [], 0
        self._stop()
        for child in self.area.inside.winfo_children():
            child.destroy()

    def _stop(self) -> None:
        if self.timer:
            self.frame.after_cancel(self.timer)
        self.timer = ""

    @property
    def _left(self) -> int:
        """How many faults are still to be written."""
        return min(len(self.shown or ()), MOST) - len(self.lines)

    def _write_on(self) -> None:
        """Write the next fault; below the last one what is true of all."""
        faults, number = self.shown or (), len(self.lines)
        self._add(number, faults[number])
        if self._left:
            return
        if len(faults) > MOST:
            self.lines.append(self._line(2 * MOST, "bad", words.more_faults(len(faults) - MOST), "CardStrong.TLabel"))
        if self.roomy:
            note = ttk.Label(self.area.inside, text=words.NOT_OPEN, style="CardSmall.TLabel")
            note.grid(row=2 * MOST + 1, column=1, sticky="w", pady=(self.look.px(GAP), 0))

    def _written(self) -> None:
        """Make the rows out of sight a few at a time, since many widgets together would block the window."""
        self.area.fit()
        if self._left > 0:
            self.timer = self.frame.after(1, self._go_on)

    def _go_on(self) -> None:
        self.timer = ""
        for _ in range(min(AT_A_TIME, self._left)):
            self._write_on()
        self._written()

    def show_checking(self) -> None:
        """What was found is about another position."""
        if self.shown is None and self.head.winfo_manager() == "":
            return
        self._empty(None)
        self.head.grid_remove()
        ttk.Label(self.area.inside, text=words.CHECKING, style="CardText.TLabel").grid(row=0, column=1, sticky="w")
        self.area.fit()

    def take_room(self, high: int, free: int) -> int:
        """Be as high as needed within the share of a column `high`, with so much of it `free`; return the height."""
        self.area.inside.update_idletasks()
        px, canvas = self.look.px, self.area.canvas
        around = self.frame.winfo_reqheight() - canvas.winfo_reqheight()
        self.most = max(px(LEAST), round(high * SHARE))
        most = max(px(LEAST), min(self.most, free - around))
        inside = max(px(20), min(self.area.wanted, most))
        canvas.configure(height=inside)
        return around + inside

    def show_fault(self, number: int) -> None:
        """Scroll to a fault, where they need more room than there is."""
        while self._left > 0 and len(self.lines) <= number:
            self._write_on()
        self.area.fit()
        self.area.inside.update_idletasks()
        self.area.show(self.lines[min(number, MOST)])

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
        if not fault.mends:
            label.grid(pady=(0, px(GAP)))
            return
        row = ttk.Frame(self.area.inside, style="Inner.TFrame", width=self.width - px(44))
        row.grid(row=2 * number + 1, column=1, sticky="ew", pady=(px(4), px(GAP)))
        x = y = high = 0
        room = self.width - px(44)
        for said, what in fault.mends:
            text = self.look.shorten(capitalised(said), "strong text", room - px(30))
            button = ttk.Button(row, text=text, style="Mend.TButton", takefocus=1, command=partial(self.mend, what))
            if text != capitalised(said):
                Tip(self.look, button, partial(capitalised, said))
            on_enter(button, partial(self._entered, what))
            wide, high = button.winfo_reqwidth(), button.winfo_reqheight()
            if x and x + wide > room:
                x, y = 0, y + high + px(GAP)
            button.place(x=x, y=y)
            x += wide + px(GAP)
            row.configure(height=y + high)
            self.mends.append(button)
        self.filled += y + high + px(4)

    def _entered(self, what: str, _: object) -> str:
        self.mend(what)
        return "break"


class FaultRounds:
    """Steps from one problem to the next."""

    def __init__(self, here: ShownPosition, show: Callable[[int], None]) -> None:
        """`show` moves the focus to the problem with this number."""
        self.here, self.show = here, show
        self.gone_to: tuple[Sketch, int] | None = None  # the last problem visited: its position and number

    @property
    def at(self) -> int | None:
        """The number of the last problem visited, or None if none was since the position changed."""
        return self.gone_to[1] if self.gone_to is not None and self.gone_to[0] == self.here.edited.sketch else None

    @property
    def problem(self) -> Problem | None:
        """What is mended by a key: the fault that was gone to, or else the first; None as long as none is known."""
        found = self.here.edited.problems if self.here.known else ()
        return found[self.at or 0] if found else None

    def go_on(self) -> None:
        """Go to the next problem, or to the first one after the position changed."""
        edited = self.here.edited
        if not self.here.known:
            edited.when_checked(self.go_on, self.here.background)
            return
        number = 0 if self.at is None else self.at + 1
        if number < len(edited.problems):
            self.reach(edited.problems[number])
        elif edited.model.count > 1:
            self._look_on()
        elif edited.problems:
            self.reach(edited.problems[0])

    def _look_on(self) -> None:
        """Go to the next position of the list in which something is wrong. To find it may take longer than a frame."""
        here, edited = self.here, self.here.edited
        edited.end()
        found = edited.model.positions
        entries, at = list(found.entries), found.at

        def find() -> int | None:
            numbers = [*range(at + 1, len(entries)), *range(at + 1)]
            return next((number for number in numbers if entries[number].sketch.problems()), None)

        def done(number: int | None) -> None:
            now = here.on and here.edited is edited and edited.model.positions
            if now is not found or found.at != at or found.entries != entries:
                return  # something else was done meanwhile
            if number is None:
                here.refuse(words.NOTHING_WRONG_IN_LIST)
                return
            self.gone_to = None
            if number != at:
                edited.step(number - at)
            edited.when_checked(self.go_on, here.background)

        here.background.run(find, done, lambda error: here.refuse(str(error)))

    def reach(self, problem: Problem) -> None:
        """Move the focus to a problem unless it has been fixed."""
        edited = self.here.edited
        if problem in edited.problems:
            number = edited.problems.index(problem)
            self.gone_to = edited.sketch, number
            self.show(number)

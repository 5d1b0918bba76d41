"""The column beside the board while a position is set up: pieces, the rest of the position, what is wrong with it, its text."""

from __future__ import annotations

import tkinter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from fastcore import Problem
from workbench import boards
from workbench.boards.kit.editing import Detail
from workbench.gui.play.side_pages import Dock
from workbench.gui.set_up import styles
from workbench.gui.set_up import words as said
from workbench.gui.set_up.details import DetailsCard
from workbench.gui.set_up.editing import Sketching
from workbench.gui.set_up.facts import FactsBox
from workbench.gui.set_up.palette import PaletteCard
from workbench.gui.set_up.problems import Fault, ProblemsCard
from workbench.gui.set_up.text import FACTS, TextCard
from workbench.gui.widgets import words as widgets_words
from workbench.gui.widgets.scrolling import ScrollArea

if TYPE_CHECKING:
    from workbench.gui.set_up.mode import SetUp
    from workbench.gui.window import Window

LEAST = 92  # pixels at 100 % that the details are high; with less room all cards scroll
KNOWN = "@known"  # the detail that says whose view it is
SEAT = "seat"  # where a fault is if there is no such seat


class SketchColumn:
    def __init__(self, parent: tkinter.Misc, window: Window, set_up: SetUp, width: int) -> None:
        self.window, self.set_up = window, set_up
        self.shell, self.games, self.screen = window.shell, window.games, window.screen
        look, px = window.shell.look, window.shell.look.px
        styles.make(window.shell.styles)
        self.frame = ScrollArea(parent, look, "window", fills=True)
        self.frame.configure(width=width)
        self.frame.grid_propagate(False)
        inside = self.inside = self.frame.inside
        inside.columnconfigure(0, weight=1)
        self.palette: PaletteCard | None = None
        if window.screen.board is not None:
            self.palette = PaletteCard(inside, look, width, window.screen.board.shapes, window.shell.commands, set_up.hands)
            self.palette.frame.grid(row=0, column=0, sticky="ew", pady=(0, px(12)))
        where = inside if window.screen.board is not None else parent  # without a board the form stands in its place
        self.details = DetailsCard(where, look, set_up.writer, said.REST if window.screen.board is not None else said.ALL)
        if window.screen.board is not None:
            self.details.frame.grid(row=1, column=0, sticky="ew", pady=(0, px(12)))
        else:
            self.details.frame.grid(row=2, column=0, sticky="nsew", padx=px(16), pady=px(16))
        if window.games.table.info.options:
            self.details.offer(said.OPTIONS_SHORT, lambda: window.shell.commands.run("spec"), self._options)
        self.facts = FactsBox(self.details.area.inside, look, width - px(56), set_up.learn, self._followed)
        self.facts.grid(row=1, column=0, sticky="ew")
        self.problems = ProblemsCard(inside, look, width, set_up.mend, set_up.rounds.reach, bool(window.frame[2]))
        self.problems.frame.grid(row=2, column=0, sticky="ew" if window.screen.board is not None else "new", pady=(0, px(12)))
        self.text = TextCard(inside, look, width, set_up.writer, window.shell.commands, self._lay_out)
        self.text.frame.grid(row=3, column=0, sticky="ew")
        self.dock = Dock(inside, window, 1, 1)
        self.laying_out = False
        self.frame.bind("<Configure>", lambda _: self._lay_out())

    def _followed(self) -> None:
        self.details.area.fit()
        self._lay_out()

    def _lay_out(self) -> None:
        """Every card as high as it needs to be; the details scroll in what the others leave, and so do many faults."""
        if self.laying_out:  # to measure the cards is to let them take their places, which calls here
            return
        self.laying_out = True
        try:
            self._share_out(high := self.frame.winfo_height())
            if self.frame.winfo_height() != high:  # that came in the meantime
                self._share_out(self.frame.winfo_height())
        finally:
            self.laying_out = False

    def _share_out(self, high: int) -> None:
        if self.screen.board is None or high <= 1:
            self.problems.take_room(high, high)
            self.frame.fit()
            return
        self.inside.rowconfigure(1, weight=1 if self.dock.kind else 0)
        area, gap, least = self.details.area, self.shell.look.px(12), self.shell.look.px(LEAST)
        self.frame.update_idletasks()
        others = [card.frame.winfo_reqheight() + gap for card in (self.palette, self.text) if card is not None and card.frame.winfo_manager()]
        around = self.details.frame.winfo_reqheight() - area.canvas.winfo_reqheight()
        free = high - sum(others) - around - gap
        room = free - self.problems.take_room(high, free - min(area.wanted, least))
        area.canvas.configure(height=min(area.wanted, max(least, room)))
        self.frame.update_idletasks()  # or all together is as high as it was before
        self.frame.fit()

    def _options(self) -> str:
        return f"{self.shell.commands['spec'].meaning}. {widgets_words.options(self.set_up.sketching.sketch.spec)}"

    def show(self, sketching: Sketching) -> None:
        """The sketch as it is now."""
        known = sketching.checked == sketching.sketch
        problems = sketching.problems
        if self.palette is not None:
            self.palette.show(sketching.palette, sketching.chosen)
        details = self._details(sketching)
        self.facts.show(sketching.editor, sketching.fields, sketching.sketch.facts)
        concerned = [self._concerned(sketching, details, problem) for problem in problems] if known else []
        self.details.show(details, {detail.name for found in concerned for detail in found})
        if known:
            self.problems.show([self._fault(problem, found) for problem, found in zip(problems, concerned, strict=True)])
        elif self.set_up.lags:
            self.problems.show_checking()
        self.text.show(sketching.sketch, problems if known else ())
        found = sketching.model.positions
        self._lay_out()
        self.text.show_place(found.at + 1, len(found.entries), found.entry.name, found.entry.comment)

    def see(self, fault: Fault) -> None:
        """Scroll to the detail that a fault concerns, and to the text where it is none or not one alone."""
        if fault.details:
            self.details.see(fault.details[0])
        alone = len(fault.details) == 1 or bool(fault.details and fault.problem.cells)
        self.frame.update_idletasks()
        if not alone:
            self.frame.show(self.text.text)
        elif self.screen.board is not None:
            self.frame.show(self.details.rows[fault.details[0]].entry)

    def _fault(self, problem: Problem, concerned: Sequence[Detail]) -> Fault:
        """A fault as the card shows it, under the name of the detail that it concerns, or else of the field."""
        alone = concerned[0] if len(concerned) == 1 else None
        name = "" if problem.field == FACTS else alone.label if alone is not None else problem.field.capitalize()
        mends = tuple((mend.words, mend.situation) for mend in problem.mends)
        return Fault(said.problem(name, problem.reason), mends, problem, tuple(detail.name for detail in concerned))

    def _concerned(self, sketching: Sketching, details: Sequence[Detail], problem: Problem) -> list[Detail]:
        """The details that a fault concerns."""
        there = [detail for detail in details if detail.field == problem.field]
        fields = sketching.fields
        if fields is None or len(there) < 2:
            return there
        names = sketching.editor.concerned(fields, problem.field, *sketching.sketch.place_of(problem))
        return [detail for detail in there if detail.name in names] or there

    def _details(self, sketching: Sketching) -> tuple[Detail, ...]:
        info = self.games.table.info
        if not info.has.covered:
            return sketching.details
        seat = sketching.sketch.seat
        seats = range(self.set_up.seats_of(sketching.sketch.spec))
        views = [("", said.EVERYTHING), *((str(number), said.seen_by(boards.side(info, number))) for number in seats)]
        if seat is not None and seat not in seats:
            views.append((str(seat), said.seen_by_nobody(seat + 1)))
        return (Detail(KNOWN, said.KNOWN, SEAT, "" if seat is None else str(seat), tuple(views)), *sketching.details)

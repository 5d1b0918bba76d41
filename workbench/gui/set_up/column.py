"""The column beside the board in Set up: pieces, details, problems and the position text."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from tkinter import ttk

from workbench import boards
from workbench.boards.kit.editing import Detail
from workbench.gui.play.side_pages import SidePages
from workbench.gui.set_up import styles
from workbench.gui.set_up import words as set_up_words
from workbench.gui.set_up.board import SetUpBoard
from workbench.gui.set_up.details import KNOWN, DetailsCard
from workbench.gui.set_up.editing import EditedPosition
from workbench.gui.set_up.facts import FactsBox
from workbench.gui.set_up.hands import Hands, Writer
from workbench.gui.set_up.palette import PaletteCard
from workbench.gui.set_up.problems import Fault, ProblemsCard
from workbench.gui.set_up.shown_position import ShownPosition
from workbench.gui.set_up.text import FACTS, TextCard
from workbench.gui.shell.commands import SET_UP
from workbench.gui.widgets import words as widgets_words
from workbench.gui.widgets.keys import focused
from workbench.gui.widgets.scrolling import ScrollArea
from workbench.positions.fixes import FixableProblem
from workbench.system.translation import core

MIN = 92  # minimum height of the details in pixels at 100 %; with less space the whole column scrolls
SEAT = "seat"  # the field of problems about a seat that does not exist


class SetUpColumn:
    """The Set up column. Without a drawn board, the form with all details replaces the board.

    Args:
        parent: The window's body.
        here: The position at the shown table.
        hands: Handles input from the palette.
        writer: Handles input from the form and the text.
        apply_fix: Applies a fix, given as a position text.
        show_fault: Moves the focus to a problem.
        changed: Called when a side page opens or closes.
    """

    def __init__(
        self, parent: ttk.Frame, here: ShownPosition, hands: Hands, writer: Writer, apply_fix: Callable[[str], None],
        show_fault: Callable[[FixableProblem], None], changed: Callable[[], None],
    ) -> None:  # fmt: skip
        self.here, self.shell, self.board = here, here.shell, here.board
        shell, screen = here.shell, here.screen
        look, px, width = shell.look, shell.look.px, screen.frame.column
        styles.make(shell.styles)
        self.frame = ScrollArea(parent, look, "window", fills=True)
        self.frame.configure(width=width)
        self.frame.grid_propagate(False)
        inside = self.inside = self.frame.inside
        inside.columnconfigure(0, weight=1)
        self.palette: PaletteCard | None = None
        if self.board is not None:
            self.palette = PaletteCard(inside, look, width, self.board.shapes, shell.commands, hands)
            self.palette.frame.grid(row=0, column=0, sticky="ew", pady=(0, px(12)))
            self.details = DetailsCard(inside, look, writer, set_up_words.REST)
            self.details.frame.grid(row=1, column=0, sticky="ew", pady=(0, px(12)))
        else:
            self.details = DetailsCard(parent, look, writer, set_up_words.ALL)
            self.details.frame.grid(row=2, column=0, sticky="nsew", padx=px(16), pady=px(16))
        self.details.offer(set_up_words.OPTIONS_SHORT, lambda: shell.commands.run("spec"), self._options)
        self.facts = FactsBox(self.details.area.inside, look, width - px(56), here.set_facts, self._followed)
        self.facts.grid(row=1, column=0, sticky="ew")
        self.problems = ProblemsCard(inside, look, width, apply_fix, show_fault)
        self.problems.frame.grid(row=2, column=0, sticky="new", pady=(0, px(12)))
        self.text = TextCard(inside, look, width, writer, shell.commands, self._on_grown)
        self.text.frame.grid(row=3, column=0, sticky="ew")
        # Omit pages of other modes. The first button of a page runs the command that opens and closes the page.
        kinds = [kind for kind in screen.side_kinds if shell.commands[kind.buttons[0][0]].modes >= SET_UP]
        self.side = SidePages(inside, shell, kinds, 1, 1, changed)
        self.laying_out = self.filling = self.grown = False
        self.wanted = 0  # the largest height of the details so far, in pixels
        self.frame.bind("<Configure>", lambda _: self._lay_out())

    def _followed(self) -> None:
        self.details.area.fit()
        self._lay_out()

    def _on_grown(self) -> None:
        """Share out the height again after the text needed more lines."""
        self.grown = True
        self._lay_out()

    def _lay_out(self) -> None:
        """Share out the height so that nothing moves when problems appear.

        The pieces are at the top and the text at the bottom. The details scroll if space is short; a problem hides
        their lowest rows and moves none. The first problem is shown with its fixes, and the others scroll.
        """
        if self.laying_out or self.filling:  # measuring and filling the cards calls this method again
            return
        self.laying_out = True
        try:
            self.grown = False
            self._share_out(high := self.frame.winfo_height())
            if self.grown or self.frame.winfo_height() != high:  # the text or the window changed in the meantime
                self._share_out(self.frame.winfo_height())
        finally:
            self.laying_out = False

    def _share_out(self, high: int) -> None:
        if self.board is None or high <= 1:
            self.problems.fit_height(high, high)
            self.frame.fit()
            return
        self.inside.rowconfigure(1, weight=1 if self.side.kind else 0)
        self.inside.rowconfigure(2, weight=0 if self.side.kind else 1)
        area, px = self.details.area, self.shell.look.px
        gap, least = px(12), px(MIN)
        self.frame.update_idletasks()
        others = [
            card.frame.winfo_reqheight() + gap
            for card in (self.palette, self.text)
            if card is not None and card.frame.winfo_manager()
        ]
        around = self.details.frame.winfo_reqheight() - area.canvas.winfo_reqheight()
        free = high - sum(others) - around
        self.wanted = max(self.wanted, area.wanted)
        height = min(self.wanted, max(least, free - gap - self.problems.least_height))
        shrinks = height < int(area.canvas.cget("height"))
        area.canvas.configure(height=height)
        self.problems.fit_height(high, free - height - gap)
        self.frame.update_idletasks()  # the total height would otherwise be outdated
        self.frame.fit()
        held = focused(area) if shrinks else None
        if held is not None and f"{held}".startswith(f"{area.inside}."):
            area.show(held)  # the row that is being edited stays visible

    def _options(self) -> str:
        return f"{self.shell.commands['spec'].meaning}. {widgets_words.options(self.here.edited.sketch.spec)}"

    def show(self, edited: EditedPosition) -> None:
        """Show a position and its known problems."""
        self.filling = True
        try:
            self._fill(edited)
        finally:
            self.filling = False
        self._lay_out()

    def _fill(self, edited: EditedPosition) -> None:
        known = edited.checked == edited.sketch
        problems = edited.problems
        if self.palette is not None:
            self.palette.show(edited.palette, edited.chosen)
        details = self._details(edited)
        self.facts.show(edited.editor, edited.fields, edited.sketch.facts)
        concerned = [self._concerned(edited, details, problem) for problem in problems] if known else []
        self.details.show(details, {detail.name for found in concerned for detail in found})
        if known:
            self.problems.show(
                [self._fault(problem, found) for problem, found in zip(problems, concerned, strict=True)],
                self.here.standings(),
            )
        elif self.here.lags:
            self.problems.show_checking()
        self.text.show(edited.sketch, problems if known else (), self._side(edited.sketch.seat))
        found = edited.model.positions
        self.text.show_place(found.index + 1, len(found.entries), found.entry.name, found.entry.comment)

    def focus_problem(self, number: int, view: SetUpBoard | None) -> str:
        """Move the focus to a problem, on the board if there is one, and return its message."""
        edited = self.here.edited
        problem = edited.problems[number]
        self.problems.show_fault(number)
        assert self.problems.shown is not None
        fault = self.problems.shown[number]
        if problem.cells and view is not None:
            view.focus_set()
            view.put_cursor(problem.cells[0])
        elif len(fault.details) == 1:
            self.details.reach(fault.details[0])
        else:
            self.text.reach(problem, edited.sketch.spec)
        self._see(fault)
        return set_up_words.fault(number + 1, len(edited.problems), fault.sentence)

    def _see(self, fault: Fault) -> None:
        """Scroll to the detail that a problem concerns, or to the text if it does not concern a single one."""
        if fault.details:
            self.details.see(fault.details[0])
        alone = len(fault.details) == 1 or bool(fault.details and fault.problem.cells)
        self.frame.update_idletasks()
        if not alone:
            self.frame.show(self.text.text)
        elif self.board is not None:
            self.frame.show(self.details.rows[fault.details[0]].entry)

    def _fault(self, problem: FixableProblem, concerned: Sequence[Detail]) -> Fault:
        """Return a problem with the name of the detail that it concerns, or of its field."""
        alone = concerned[0] if len(concerned) == 1 else None
        name = "" if problem.field == FACTS else alone.label if alone is not None else core(problem.field.capitalize())
        fixes = tuple((fix.words, fix.situation) for fix in problem.fixes)
        return Fault(
            set_up_words.problem(name, problem.reason), fixes, problem, tuple(detail.name for detail in concerned)
        )

    def _concerned(self, edited: EditedPosition, details: Sequence[Detail], problem: FixableProblem) -> list[Detail]:
        in_field = [detail for detail in details if detail.field == problem.field]
        fields = edited.fields
        if fields is None or len(in_field) < 2:
            return in_field
        names = edited.editor.details_of_problem(fields, problem.field, *edited.sketch.span_in_field(problem))
        return [detail for detail in in_field if detail.name in names] or in_field

    def _details(self, edited: EditedPosition) -> tuple[Detail, ...]:
        info = self.here.table.info
        if not info.has.covered:
            return edited.details
        seat = edited.sketch.seat
        seats = range(self.here.seats_of(edited.sketch.spec))
        views = [
            ("", set_up_words.EVERYTHING),
            *((str(number), set_up_words.seen_by(boards.seat_name(info, number))) for number in seats),
        ]
        if seat is not None and seat not in seats:
            views.append((str(seat), set_up_words.seen_by_nobody(seat + 1)))
        known = Detail(KNOWN, set_up_words.KNOWN, SEAT, "" if seat is None else str(seat), tuple(views))
        return (*edited.details, known)  # last, because the facts of this view are below

    def _side(self, seat: int | None) -> str:
        """Return the name of a seat, or "" for none."""
        return "" if seat is None else boards.seat_name(self.here.table.info, seat)

"""The Luck page: the parts of a result, which are luck, skill and drift."""

from __future__ import annotations

import tkinter
from tkinter import ttk
from typing import ClassVar

from workbench.game.move_tree import ROOT
from workbench.gui.analyse.candidate_table import CandidateTable
from workbench.gui.analyse.pages.page import PageHost, Subject
from workbench.gui.analyse.row_places import CandidateRow
from workbench.gui.look.look import Look
from workbench.gui.review import words
from workbench.gui.review.game_review import GameReview
from workbench.gui.review.luck_plot import LuckPlot
from workbench.gui.review.luck_table import LuckTable
from workbench.gui.review.luck_work import LuckWork
from workbench.gui.widgets.rich_text import RichText
from workbench.gui.widgets.texts import wrap
from workbench.luck.words import Moment, value_text
from workbench.review.luck_report import LuckReport, has_luck, no_result
from workbench.seen.names import side_names

PLOT, LOW_PLOT = 110, 72  # height of the curves at 100 %: usual, and on a short page
LOW = 480  # height of the page at 100 % below which the curves are lower
TEXT = 80  # height at 100 % that the list leaves for the text
ROWS, FEW_ROWS, MIN_ROWS = 7, 3, 2  # rows of the list: with luck, without luck, and in a short window
COLUMNS = tuple(words.LUCK_COLUMNS)


class LuckPage:
    """The Luck page."""

    name: ClassVar[str] = "luck"
    title: ClassVar[str] = words.LUCK_TITLE

    def __init__(self, review: GameReview, work: LuckWork) -> None:
        self.review, self.work = review, work

    @classmethod
    def unavailable_reason(cls, subject: Subject) -> str:
        """Return why the luck of the game cannot be measured, or ""."""
        return words.ONE_SEAT if subject.session.follows is not None else ""

    def build(self, parent: tkinter.Misc, look: Look, host: PageHost) -> tkinter.Misc:
        """Create the table, the curves, the list and the text."""
        self.look, self.host, session = look, host, self.review.session
        self.key: tuple[object, ...] = ()
        self.moments: tuple[Moment, ...] = ()
        px, with_luck = look.px, has_luck(session)
        self.most_rows = ROWS if with_luck else FEW_ROWS
        self.frame = ttk.Frame(parent, style="Inner.TFrame")
        self.frame.columnconfigure(0, weight=1)
        self.frame.rowconfigure(3, weight=1)
        self.note = wrap(ttk.Label(self.frame, style="CardQuiet.TLabel", justify="left"))
        sides = side_names(session)
        self.seats = LuckTable(self.frame, look, sides, with_luck, self._select_seat)
        self.plot = LuckPlot(self.frame, look, px(PLOT), with_luck, self._view)
        self.table = CandidateTable(
            self.frame, look, words.LUCK_COLUMNS, lambda _: None, self._select, self._select, lambda *_: None,
            lambda _: None, lambda column, row: self.table.cut_text(column, row),
        )  # fmt: skip
        self.table.note = words.MEASURING
        self.text = RichText(self.frame, look, (0, 0))
        self.text.text.configure(font=look.fonts["text"], spacing2=px(2), spacing3=px(3))
        self.text.text.tag_configure("quiet", font=look.fonts["text"])
        self.text.pack_propagate(False)
        self.parts = (self.seats.frame, self.plot.frame, self.table, self.text)
        for part in (self.frame, self.seats.frame, self.plot.frame):
            part.bind("<Configure>", lambda _: self._share(), add="+")
        return self.frame

    # Display ----------------------------------------------------------------------------------------------------------

    def show(self, subject: Subject) -> None:
        """Show the luck of the game."""
        session, report = self.review.session, self.work.report
        reason = self.review.hidden() or no_result(session) or (report.reason if report is not None else "")
        complete = self.review.review is not None and self.review.review.is_complete
        key = (subject.session, reason, report, subject.node, self.work.seat, complete)
        if key == self.key:
            return
        self.key = key
        self.host.request_height(not reason)
        self._place_parts(reason)
        if not reason:
            self._show_report(report, complete)

    def _place_parts(self, reason: str) -> None:
        """Place the parts, or the reason why there is nothing to show."""
        if reason:
            for part in self.parts:
                part.grid_remove()
            self.note.configure(text=reason)
            self.note.grid(row=0, column=0, sticky="ew")
            return
        self.note.grid_remove()
        for row, part in enumerate(self.parts):
            sticky = "nsew" if part is self.text else "ew"
            part.grid(row=row, column=0, sticky=sticky, pady=(self.look.px(6) if row else 0, 0))
        self._share()

    def _show_report(self, report: LuckReport | None, complete: bool) -> None:
        session, seat = self.review.session, self.work.seat
        info, line = session.point.info, (ROOT, *session.document.main_line())
        found = report.found if report is not None else None
        node = self.review.games.table.browsing.shown_node
        shown = line.index(node) if node in line else -1
        self.seats.show(info, found, seat)
        self.plot.show(found.curves(seat) if found is not None else None, session.point.seats, shown)
        self.moments = report.moments[seat] if report is not None and report.moments else ()
        at = [number for number, moment in enumerate(self.moments) if moment.number + 1 == shown]
        self.table.note = words.MEASURING if report is None else words.NO_MOMENTS
        rows = [CandidateRow(str(number), cells(moment), {}) for number, moment in enumerate(self.moments)]
        self.table.show(rows, COLUMNS, str(at[0]) if at else "", "", False)
        text = self.text
        text.text.configure(state="normal")
        text.text.delete("1.0", "end")
        if report is not None and found is not None:
            judge = words.judged_luck(found.judge, complete, found.judged)
            seats = range(session.point.seats)
            starts = [(side, value_text(found.start[one], len(seats))) for one, side in enumerate(side_names(session))]
            text.add(" ".join((*report.sentences, judge, words.starts(starts))), "quiet")
        text.finish()

    def _share(self) -> None:
        """Give the list the height of its most rows, if that leaves enough for the text, which takes the rest."""
        px = self.look.px
        if self.frame.winfo_height() <= 1:
            return
        self.plot.set_height(px(LOW_PLOT if self.frame.winfo_height() < px(LOW) else PLOT))
        curves = self.plot.height + self.plot.legend["drift"].winfo_reqheight() + px(2)
        used = self.seats.frame.winfo_reqheight() + curves + px(6 * 3)
        room = self.frame.winfo_height() - used - px(TEXT)
        rows = max(MIN_ROWS, min(self.most_rows, (room - self.table.height_of(0)) // self.table.row_height))
        self.table.canvas.configure(height=self.table.height_of(rows))

    def hide(self) -> None:
        """Reset the height."""
        self.host.request_height(False)
        self.key = ()

    # Actions ----------------------------------------------------------------------------------------------------------

    def _select_seat(self, seat: int) -> None:
        self.work.seat = seat
        self.host.refresh()

    def _select(self, row: str) -> None:
        self._view(self.moments[int(row)].number + 1)

    def _view(self, number: int) -> None:
        """View the position after this many moves of the main line."""
        line = (ROOT, *self.review.session.document.main_line())
        self.host.view_node(line[min(number, len(line) - 1)])


def cells(moment: Moment) -> dict[str, str]:
    """Return the cells of the row of an event."""
    return {"turn": moment.when, "change": moment.text, "line": moment.what}

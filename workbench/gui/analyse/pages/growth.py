"""The page Progress: how the preferred move changed during a search. The board shows the marks of the selected time."""

from __future__ import annotations

import tkinter
from collections.abc import Callable
from functools import partial
from tkinter import ttk
from typing import ClassVar

from bots.report import Report
from workbench.boards.kit.heat import end_spots, heat_marks, spot_heats
from workbench.gui.analyse.pages import words as texts
from workbench.gui.analyse.pages.growth_plot import GrowthPlot
from workbench.gui.analyse.pages.page import PageHost, Subject
from workbench.gui.look.look import Look
from workbench.gui.widgets.switch import Segments
from workbench.gui.widgets.texts import wrap
from workbench.gui.widgets.tips import Tip
from workbench.reports.growth import ChoiceGrowth, choice_growth, total_simulations
from workbench.seen.names import side_name


class GrowthPage:
    """The page Progress."""

    name: ClassVar[str] = "growth"
    title: ClassVar[str] = texts.GROWTH

    @classmethod
    def unavailable_reason(cls, subject: Subject) -> str:
        """Return why the search has no history, or ""."""
        if subject.shown is None or subject.point is None:
            return texts.NOT_SEARCHED
        if len(subject.shown.reports) < 2:
            return texts.ONE_TIME if subject.shown.report.simulations else texts.NOT_A_SEARCH
        return ""

    def build(self, parent: tkinter.Misc, look: Look, host: PageHost) -> tkinter.Misc:
        """Create the plot and the sentences around it."""
        self.look, self.host = look, host
        self.key: object = None
        self.growth: ChoiceGrowth | None = None
        self.reports: tuple[Report, ...] = ()
        self.at: int | None = None  # index of the shown time; None follows the latest
        self.values = False
        frame = ttk.Frame(parent, style="Inner.TFrame")
        top = ttk.Frame(frame, style="Inner.TFrame")
        top.pack(fill="x")
        self.segments = Segments(top, look, (("shares", texts.SHARES), ("values", texts.VALUES)), self._select_curves)
        self.segments.frame.pack(side="right")
        Tip(
            look,
            self.segments.buttons["shares"],
            lambda: texts.WEIGHTS_TIP if self.growth is not None and self.growth.weights else texts.SHARES_TIP,
        )
        Tip(look, self.segments.buttons["values"], lambda: texts.VALUES_TIP)
        ttk.Label(top, text=texts.GROWTH_HEAD, style="CardHead.TLabel").pack(side="left")
        self.lead_label = ttk.Label(frame, style="CardQuiet.TLabel", justify="left")
        self.lead_label.pack(side="bottom", fill="x", pady=(look.px(4), 0))
        wrap(self.lead_label)
        self.time_label = ttk.Label(frame, style="CardText.TLabel", justify="left")
        self.time_label.pack(side="bottom", fill="x", pady=(look.px(4), 0))
        wrap(self.time_label)
        self.plot = GrowthPlot(frame, look, self._select_time)
        self.plot.canvas.pack(fill="both", expand=True, pady=(look.px(6), 0))
        for key, step in (("Left", -1), ("Right", 1)):
            self.plot.canvas.bind(f"<Key-{key}>", partial(self._step, step))
        self.plot.canvas.bind("<Key-Home>", lambda _: self._select_time(0))
        self.plot.canvas.bind("<Key-End>", lambda _: self._select_time(None))
        self.plot.canvas.bind("<Key-v>", lambda _: self._select_curves("shares" if self.values else "values"))
        Tip(look, self.plot.canvas, lambda: texts.GROWTH_KEYS)
        return frame

    def show(self, subject: Subject) -> None:
        """Show the history of a search."""
        shown, point = subject.shown, subject.point
        if shown is None or point is None:
            return
        key = (
            subject.node,
            shown.source,
            shown.bot,
            shown.move,
            len(shown.reports),
            shown.report.simulations,
            self.host.seat,
        )
        if key == self.key:
            return
        is_new_search = self.key is None or key[:4] != self.key[:4]  # type: ignore[index]
        self.key, self.subject = key, subject
        self.reports = tuple(report for report in shown.reports if report.candidates)
        self.growth = named(
            choice_growth(self.reports, point.actor, self.host.seat),
            partial(self.host.name_move, point.info, point.actor),
        )
        self.segments.label("shares", texts.WEIGHTS if self.growth.weights else texts.SHARES)
        if is_new_search:
            self.at = None
        elif self.at is not None:
            self.at = min(self.at, len(self.reports) - 1)
        self.segments.show("values" if self.values else "shares")
        self._show_time()

    def _show_time(self) -> None:
        growth = self.growth
        if growth is None or not growth.simulations:
            return
        at = len(growth.simulations) - 1 if self.at is None else self.at
        self.plot.show(growth, at, self.values)
        point = self.subject.point
        assert point is not None
        self.time_label.configure(
            text=texts.time_sentence(growth, at, side_name(self.subject.session, self.host.seat), point.seats)
        )
        decides = "" if self.host.seat == point.actor else side_name(self.subject.session, point.actor)
        past = [change for change in growth.lead_changes if change.at <= at]
        sentence = (
            texts.lead_sentence(past[-1], point.seats, decides)
            if past
            else texts.no_leads(growth)
            if not growth.lead_changes
            else texts.lead_sentence(growth.lead_changes[0], point.seats, decides)
        )
        self.lead_label.configure(text=sentence)
        self._mark(at)

    def _mark(self, at: int) -> None:
        """Show the marks of the selected time on the board. At the latest time, restore the candidates' marks."""
        board, point = self.host.board, self.subject.point
        if self.at is None or board is None or point is None:
            self.host.show_marks(None)
            return
        report = self.reports[at]
        ground = board.ground(point.fields)
        total = max(1, total_simulations(report))
        spots = end_spots(board, point, ground, [candidate.move for candidate in report.candidates])
        self.host.show_marks(heat_marks(ground, spot_heats(spots, report.candidates, total), self.host.seat)[0])

    def _select_curves(self, name: str) -> None:
        self.values = name == "values"
        self.segments.show(name)
        self._show_time()

    def _step(self, by: int, _: object) -> str:
        if self.growth is not None:
            last = len(self.growth.simulations) - 1
            at = min(last, max(0, (last if self.at is None else self.at) + by))
            self._select_time(None if at == last else at)
        return "break"

    def _select_time(self, at: int | None) -> None:
        self.at = None if self.growth is not None and at == len(self.growth.simulations) - 1 else at
        self._show_time()

    def hide(self) -> None:
        """Force a redraw when the page is next opened."""
        self.key = None


def named(growth: ChoiceGrowth, name: Callable[[str], str]) -> ChoiceGrowth:
    """Return a growth with the names of its moves instead of their codes."""
    return growth._replace(
        leaders=tuple(map(name, growth.leaders)),
        curves=tuple(curve._replace(move=name(curve.move)) for curve in growth.curves),
        lead_changes=tuple(
            change._replace(move=name(change.move), before=name(change.before)) for change in growth.lead_changes
        ),
        drawn_move=name(growth.drawn_move),
    )

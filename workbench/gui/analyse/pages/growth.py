"""The page Growth: how the choice grew over the simulations, to be gone through; the board shows what was thought at
that time."""

from __future__ import annotations

import tkinter
from functools import partial
from tkinter import ttk
from typing import ClassVar

from bots.report import Report
from workbench import boards
from workbench.boards.kit.heat import ends, heat, warmth
from workbench.gui.analyse.pages import words as said
from workbench.gui.analyse.pages.growth_plot import GrowthPlot
from workbench.gui.analyse.pages.page import PageHost, Subject
from workbench.gui.look.look import Look
from workbench.gui.widgets.switch import Segments
from workbench.gui.widgets.texts import wrap
from workbench.gui.widgets.tips import Tip
from workbench.reports.growth import ChoiceGrowth, choice_growth, searched_in


class GrowthPage:
    name: ClassVar[str] = "growth"
    title: ClassVar[str] = said.GROWTH

    @classmethod
    def fits(cls, subject: Subject) -> str:
        if subject.shown is None or subject.point is None:
            return said.NOT_SEARCHED
        if len(subject.shown.reports) < 2:
            return said.ONE_TIME if subject.shown.report.simulations else said.NOT_A_SEARCH
        return ""

    def build(self, parent: tkinter.Misc, look: Look, host: PageHost) -> tkinter.Misc:
        self.look, self.host = look, host
        self.key: object = None
        self.grown: ChoiceGrowth | None = None
        self.reports: tuple[Report, ...] = ()
        self.at: int | None = None  # the time that is looked at; None: the end, and whatever comes
        self.values = False
        frame = ttk.Frame(parent, style="Inner.TFrame")
        top = ttk.Frame(frame, style="Inner.TFrame")
        top.pack(fill="x")
        self.segments = Segments(top, look, (("shares", said.SHARES), ("values", said.VALUES)), self._turn)
        self.segments.frame.pack(side="right")
        Tip(
            look,
            self.segments.buttons["shares"],
            lambda: said.WEIGHTS_TIP if self.grown is not None and self.grown.weights else said.SHARES_TIP,
        )
        Tip(look, self.segments.buttons["values"], lambda: said.VALUES_TIP)
        self.now = ttk.Label(top, style="CardText.TLabel", justify="left")
        self.now.pack(side="left", fill="x", expand=True)
        wrap(self.now)
        self.why = ttk.Label(frame, style="CardQuiet.TLabel", justify="left")
        self.why.pack(side="bottom", fill="x", pady=(look.px(4), 0))
        wrap(self.why)
        self.plot = GrowthPlot(frame, look, self._go)
        self.plot.canvas.pack(fill="both", expand=True, pady=(look.px(6), 0))
        for key, step in (("Left", -1), ("Right", 1)):
            self.plot.canvas.bind(f"<Key-{key}>", partial(self._step, step))
        self.plot.canvas.bind("<Key-Home>", lambda _: self._go(0))
        self.plot.canvas.bind("<Key-End>", lambda _: self._go(None))
        self.plot.canvas.bind("<Key-v>", lambda _: self._turn("shares" if self.values else "values"))
        Tip(look, self.plot.canvas, lambda: said.GROWTH_KEYS)
        return frame

    def show(self, subject: Subject) -> None:
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
        other = self.key is None or key[:4] != self.key[:4]  # type: ignore[index]
        self.key, self.subject = key, subject
        self.reports = tuple(report for report in shown.reports if report.candidates)
        self.grown = choice_growth(self.reports, point.actor, self.host.seat)
        self.segments.label("shares", said.WEIGHTS if self.grown.weights else said.SHARES)
        if other:
            self.at = None
        elif self.at is not None:
            self.at = min(self.at, len(self.reports) - 1)
        self.segments.show("values" if self.values else "shares")
        self._tell()

    def _tell(self) -> None:
        """Show the time that is looked at."""
        grown = self.grown
        if grown is None or not grown.simulations:
            return
        at = len(grown.simulations) - 1 if self.at is None else self.at
        self.plot.show(grown, at, self.values)
        point = self.subject.point
        assert point is not None
        self.now.configure(text=said.at_time(grown, at, boards.side(point.info, self.host.seat), point.seats))
        decides = "" if self.host.seat == point.actor else boards.side(point.info, point.actor)
        past = [one for one in grown.leads if one.at <= at]
        told = (
            said.lead(past[-1], point.seats, decides)
            if past
            else said.no_leads(grown)
            if not grown.leads
            else said.lead(grown.leads[0], point.seats, decides)
        )
        self.why.configure(text=told)
        self._mark(at)

    def _mark(self, at: int) -> None:
        """The board's marks are those of that time; at the end the candidates' own."""
        board, point = self.host.board, self.subject.point
        if self.at is None or board is None or point is None:
            self.host.show_marks(None)
            return
        report = self.reports[at]
        ground = board.ground(point.fields)
        total = max(1, searched_in(report))
        spots = ends(board, point, ground, [one.move for one in report.candidates])
        self.host.show_marks(heat(ground, warmth(spots, report.candidates, total), self.host.seat)[0])

    def _turn(self, name: str) -> None:
        self.values = name == "values"
        self.segments.show(name)
        self._tell()

    def _step(self, by: int, _: object) -> str:
        if self.grown is not None:
            last = len(self.grown.simulations) - 1
            at = min(last, max(0, (last if self.at is None else self.at) + by))
            self._go(None if at == last else at)
        return "break"

    def _go(self, at: int | None) -> None:
        self.at = None if self.grown is not None and at == len(self.grown.simulations) - 1 else at
        self._tell()

    def hide(self) -> None:
        self.key = None

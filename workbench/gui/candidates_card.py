"""The card with the candidates: who searched and how much, and the table."""

from __future__ import annotations

from tkinter import ttk
from typing import TYPE_CHECKING

from bots.report import Candidate
from workbench.boards.heat import signed
from workbench.gui import words_analyse as said
from workbench.gui.analyse_page import Subject
from workbench.gui.candidate_table import CandidateTable, Line
from workbench.gui.look import Look
from workbench.gui.styles import card

if TYPE_CHECKING:
    from workbench.gui.analyse import Analyse
    from workbench.gui.window import Window

ALL_COLUMNS = ("move", "share", "visits", "value", "spread", "prior", "line")


class CandidatesCard:
    def __init__(self, parent: ttk.Frame, look: Look, window: Window, analyse: Analyse, width: int) -> None:
        self.window, self.analyse, self.look = window, analyse, look
        self.width = width - 2 * look.px(16)
        self.frame = card(parent, look, padding=(16, 10))
        top = ttk.Frame(self.frame, style="Inner.TFrame")
        top.pack(fill="x")
        self.head = ttk.Label(top, style="CardHead.TLabel")
        self.head.pack(side="left")
        self.table = CandidateTable(
            self.frame, look, said.COLUMNS, self._hovered, self._chosen, analyse.keep, lambda move, x, y: None, self._sort
        )
        self.table.pack(fill="both", expand=True, pady=(look.px(4), 0))
        self.note = ttk.Label(self.frame, style="CardQuiet.TLabel", wraplength=self.width)
        self.lines: dict[str, tuple[str, ...]] = {}

    def show(self, subject: Subject) -> None:
        shown, analyse = subject.shown, self.analyse
        if shown is None or subject.point is None:
            head, lines = said.CANDIDATES, []
        else:
            report = shown.report
            deep = max((len(one.line) for one in report.candidates), default=0)
            head = said.head(analyse.who(shown), report.simulations, deep)
            total = max(report.simulations + report.kept, 1)
            lines = [_line(one, total, analyse.seat) for one in report.candidates]
            self.lines = {one.move: one.line for one in report.candidates}
        self.head.configure(text=self.look.shorten(head, "strong text", self.width))
        settings = self.window.settings
        columns = tuple(name for name in ALL_COLUMNS if name == "move" or name in settings.analyse_columns)
        self.table.show(lines, columns, subject.move, settings.analyse_sort.lstrip("-"), settings.analyse_sort.startswith("-"))

    def _hovered(self, move: str) -> None:
        self.analyse.show_line(self.lines.get(move, ()))

    def _chosen(self, move: str) -> None:
        self.analyse.choose(move)
        self.analyse.show_line(self.lines.get(move, ()))

    def _sort(self, column: str) -> None:
        """By this column, the most first; then the least first; then as the bot ranks them."""
        settings = self.window.settings
        settings.analyse_sort = {column: f"-{column}", f"-{column}": ""}.get(settings.analyse_sort, column)
        self.analyse.show()


def _line(one: Candidate, total: int, seat: int) -> Line:
    share = min(one.visits / total, 1.0)
    cells = {
        "move": one.move, "share": f"{100 * share:.0f} %" if share >= 0.0995 or not one.visits else f"{100 * share:.1f} %", "visits": f"{one.visits:,}",
        "value": signed(one.value[seat]), "spread": f"{one.spread:.2f}".removeprefix("0"), "prior": f"{100 * one.prior:.0f} %",
        "line": " ".join(one.line[1:]),
    }  # fmt: skip
    keys: dict[str, float | str] = {
        "move": one.move, "share": share, "visits": one.visits, "value": one.value[seat], "spread": one.spread, "prior": one.prior,
        "line": len(one.line),
    }  # fmt: skip
    return Line(one.move, cells, keys)

"""The column beside the board while a position is analysed: the game's own cards, the candidates, and the pages below them."""

from __future__ import annotations

from tkinter import ttk
from typing import TYPE_CHECKING

from workbench.gui.candidates_card import CandidatesCard
from workbench.gui.cards import PanelCard
from workbench.gui.choice_bar import ChoiceBar
from workbench.gui.dock import Dock
from workbench.gui.notebook import Notebook

if TYPE_CHECKING:
    from workbench.gui.analyse import Analyse
    from workbench.gui.window import Window

LOW = 700  # with less height there is no room for both, where a page wants more


class AnalyseColumn:
    def __init__(self, parent: ttk.Frame, window: Window, analyse: Analyse, width: int) -> None:
        self.window, self.analyse = window, analyse
        look, px = window.look, window.look.px
        self.frame = ttk.Frame(parent, style="Window.TFrame", width=width)
        self.frame.grid_propagate(False)
        self.frame.columnconfigure(0, weight=1)
        shapes = window.board.shapes if window.board is not None else {}
        self.panels = [PanelCard(self.frame, look, shapes, width) for _ in window.panels]
        for number, panel in enumerate(self.panels):
            panel.frame.grid(row=number, sticky="ew", pady=(0, px(12)))
        row = self.row = len(self.panels)
        self.candidates = CandidatesCard(self.frame, look, window, analyse, width)
        self.candidates.frame.grid(row=row, sticky="nsew")
        self.frame.rowconfigure(row, weight=50, uniform="parts", minsize=px(112))
        self.notebook = Notebook(self.frame, window, analyse, width)
        self.notebook.frame.grid(row=row + 1, sticky="nsew", pady=(px(12), 0))
        self.frame.rowconfigure(row + 1, weight=50, uniform="parts", minsize=px(130))
        self.dock = Dock(self.frame, window, row + 1, 1)
        self.more = False  # whether the pages have more of the height
        self.frame.bind("<Configure>", lambda _: self.share(self.more) if self.more else None)
        self.choices = ChoiceBar(self.frame, look, width, row + 2, window.playing.touch, window.view)

    def share(self, more: bool) -> None:
        """Give the pages more of the height, or as much as usual: where it is low, all of it."""
        self.more, px = more, self.window.look.px
        alone = more and 1 < self.frame.winfo_height() < px(LOW)
        if alone:
            self.candidates.frame.grid_remove()
            self.frame.rowconfigure(self.row, weight=0, minsize=0, uniform="")
        else:
            self.candidates.frame.grid()
            self.frame.rowconfigure(self.row, weight=28 if more else 50, minsize=px(112), uniform="parts")
        self.frame.rowconfigure(self.row + 1, weight=72 if more else 50)
        self.notebook.frame.grid(pady=(0 if alone else px(12), 0))

    def show_candidates(self) -> None:
        assert self.analyse.searched is not None
        self.candidates.show(self.analyse.searched)

    def show_page(self) -> None:
        assert self.analyse.subject is not None
        self.notebook.show(self.analyse.subject)

    def close(self) -> None:
        self.notebook.close()

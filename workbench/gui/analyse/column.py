"""The column beside the board while a position is analysed: the game's own cards, the candidates, and the pages
below them."""

from __future__ import annotations

from collections.abc import Sequence
from tkinter import ttk

from workbench.gui.analyse.candidates_card import CandidatesCard
from workbench.gui.analyse.notebook import Notebook
from workbench.gui.analyse.on_board import OnBoard
from workbench.gui.analyse.page_kinds import PageKind
from workbench.gui.analyse.position_analysis import PositionAnalysis
from workbench.gui.board.cards import PanelCard
from workbench.gui.board.choice_bar import ChoiceBar
from workbench.gui.play.screen import Screen
from workbench.gui.play.side_pages import SidePages
from workbench.gui.play.tabs import Tabs
from workbench.gui.shell.commands import ANALYSE
from workbench.gui.shell.shell import Shell
from workbench.gui.widgets.divider import Divider

LOW = 700  # with less height there is no room for both, where a page wants more
LEAST, LEAST_PAGE = 124, 130  # heights of the candidates and of a page, at 100 %
# The pages' share of the height: usually, in a low window, and if a page needs more.
HALF, WHERE_LOW, MORE = (
    0.5,
    0.6,
    0.72,
)


class AnalyseColumn:
    def __init__(
        self, parent: ttk.Frame, shell: Shell, games: Tabs, screen: Screen, position: PositionAnalysis,
        on_board: OnBoard, pages: Sequence[PageKind],
    ) -> None:  # fmt: skip
        self.shell, self.position = shell, position
        look, px, width = shell.look, shell.look.px, screen.frame.column
        self.frame = ttk.Frame(parent, style="Window.TFrame", width=width)
        self.frame.grid_propagate(False)
        self.frame.columnconfigure(0, weight=1)
        shapes = screen.board.shapes if screen.board is not None else {}
        self.panels = [PanelCard(self.frame, look, shapes, width) for _ in screen.panels]
        for number, panel in enumerate(self.panels):
            panel.frame.grid(row=number, sticky="ew", pady=(0, px(12)))
        row = self.row = len(self.panels)
        self.candidates = CandidatesCard(self.frame, shell, games, position, on_board, width)
        self.candidates.frame.grid(row=row, sticky="nsew")
        self.divider = Divider(self.frame, look, self.divide, self.divide_as_usual)
        self.divider.frame.grid(row=row + 1, sticky="ew")
        self.notebook = Notebook(self.frame, shell, games, on_board, pages, width)
        self.notebook.frame.grid(row=row + 2, sticky="nsew")
        # leave out pages of other modes: the first button of a page is the command that opens and closes it
        kinds = [kind for kind in screen.side_kinds if shell.commands[kind.buttons[0][0]].modes >= ANALYSE]
        self.side = SidePages(self.frame, shell, kinds, row + 2, 1)
        self.more = False  # whether the page that is shown wants more of the height than others
        for part in (self.frame, self.notebook.frame):
            part.bind("<Configure>", lambda _: self.share(self.more), add="+")
        self.choices = ChoiceBar(self.frame, look, width, row + 3, games.shown.move_input, screen.view)
        self.share(False)

    # How the height is shared -----------------------------------------------------------------------------------------

    def share(self, more: bool) -> None:
        """Give the pages as much of the height as was asked for, or as is usual; where it is low and the page wants
        more, all of it."""
        self.more, px = more, self.shell.look.px
        alone = more and self.low
        for card in (self.candidates.frame, self.divider.frame):
            card.grid_remove() if alone else card.grid()
        part = self._within(self.shell.settings.analyse_pages or self._usual)
        weight, least = (0, 0) if alone else (round(1000 * (1 - part)), px(LEAST))
        self.frame.rowconfigure(self.row, weight=weight, minsize=least, uniform="" if alone else "parts")
        self.frame.rowconfigure(self.row + 2, weight=round(1000 * part), minsize=px(LEAST_PAGE), uniform="parts")

    @property
    def low(self) -> bool:
        return 1 < self.frame.winfo_height() < self.shell.look.px(LOW)

    @property
    def _usual(self) -> float:
        """Of the height, what the pages have if nobody has moved the divider."""
        return MORE if self.more else WHERE_LOW if self.low else HALF

    @property
    def _height(self) -> int:
        """Of candidates and pages, at most 1 as long as it is not known."""
        others = (row for row in range(self.frame.grid_size()[1]) if row not in (self.row, self.row + 2))
        taken = sum((self.frame.grid_bbox(0, row) or (0, 0, 0, 0))[3] for row in others)
        return max(0, self.frame.winfo_height() - taken)

    def _within(self, part: float) -> float:
        """As much of it that neither is too small to be read in, as soon as it is known how much there is."""
        px, height = self.shell.look.px, self._height
        if height <= 1:
            return part
        most = max(1 - px(LEAST) / height, 0.5)
        return min(max(part, min(px(LEAST_PAGE) / height, 0.5)), most)

    def divide(self, y: int) -> None:
        """Let candidates and pages meet at a place of the screen; they do from then on."""
        bottom = self.notebook.frame.winfo_rooty() + self.notebook.frame.winfo_height()
        part = (bottom - y - self.divider.frame.winfo_height() / 2) / max(self._height, 1)
        self.shell.settings.analyse_pages = round(self._within(part), 3)
        self.share(self.more)

    def divide_as_usual(self) -> None:
        self.shell.settings.analyse_pages = 0.0
        self.share(self.more)

    # What is shown ----------------------------------------------------------------------------------------------------

    def show_candidates(self) -> None:
        assert self.position.searched is not None
        self.candidates.show(self.position.searched)

    def show_page(self) -> None:
        assert self.position.subject is not None
        self.notebook.show(self.position.subject)

    def close(self) -> None:
        self.notebook.close()

"""The column beside the board in the Analyse mode: panels of the game, candidates and pages."""

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

LOW = 700  # column height at 100 % below which a page that needs more height hides the candidates
MIN, MIN_PAGE = 124, 130  # minimum heights of the candidates and of a page at 100 %
# Fraction of the height for the pages: usually, in a short window, and for a page that needs more.
USUAL_SHARE, LOW_SHARE, LARGE_SHARE = (
    0.5,
    0.6,
    0.72,
)


class AnalyseColumn:
    """The Analyse column. A divider splits its height between the candidates and the pages."""

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
        self.divider = Divider(self.frame, look, self.move_divider, self.reset_divider)
        self.divider.frame.grid(row=row + 1, sticky="ew")
        self.notebook = Notebook(self.frame, shell, games, on_board, pages, width)
        self.notebook.frame.grid(row=row + 2, sticky="nsew")
        # Leave out pages of other modes. The first button of a page runs the command that opens and closes the page.
        kinds = [kind for kind in screen.side_kinds if shell.commands[kind.buttons[0][0]].modes >= ANALYSE]
        self.side = SidePages(self.frame, shell, kinds, row + 2, 1)
        self.needs_more = False  # whether the shown page needs more height than others
        for part in (self.frame, self.notebook.frame):
            part.bind("<Configure>", lambda _: self.share_height(self.needs_more), add="+")
        self.choices = ChoiceBar(self.frame, look, width, row + 3, games.shown.move_input, screen.view)
        self.share_height(False)

    # Height -----------------------------------------------------------------------------------------------------------

    def share_height(self, more: bool) -> None:
        """Split the height between the candidates and the pages.

        If `more` is True, the page gets more than usual, or the whole height in a short window. A divider position set
        by the user replaces the usual shares.
        """
        self.needs_more, px = more, self.shell.look.px
        alone = more and self.is_low
        for card in (self.candidates.frame, self.divider.frame):
            card.grid_remove() if alone else card.grid()
        share = self._limited(self.shell.settings.analyse_pages or self._default_share)
        weight, min_height = (0, 0) if alone else (round(1000 * (1 - share)), px(MIN))
        self.frame.rowconfigure(self.row, weight=weight, minsize=min_height, uniform="" if alone else "parts")
        self.frame.rowconfigure(self.row + 2, weight=round(1000 * share), minsize=px(MIN_PAGE), uniform="parts")

    @property
    def is_low(self) -> bool:
        """Whether the window is too short to show the candidates and a large page together."""
        return 1 < self.frame.winfo_height() < self.shell.look.px(LOW)

    @property
    def _default_share(self) -> float:
        """The pages' fraction of the height if the user has not moved the divider."""
        return LARGE_SHARE if self.needs_more else LOW_SHARE if self.is_low else USUAL_SHARE

    @property
    def _height(self) -> int:
        """The height of candidates and pages in pixels, at most 1 until it is known."""
        other_rows = (row for row in range(self.frame.grid_size()[1]) if row not in (self.row, self.row + 2))
        used = sum((self.frame.grid_bbox(0, row) or (0, 0, 0, 0))[3] for row in other_rows)
        return max(0, self.frame.winfo_height() - used)

    def _limited(self, share: float) -> float:
        """Return the fraction, limited so that neither part becomes too small to read."""
        px, height = self.shell.look.px, self._height
        if height <= 1:
            return share
        max_share = max(1 - px(MIN) / height, 0.5)
        return min(max(share, min(px(MIN_PAGE) / height, 0.5)), max_share)

    def move_divider(self, y: int) -> None:
        """Move the divider to a screen coordinate and store its position."""
        bottom = self.notebook.frame.winfo_rooty() + self.notebook.frame.winfo_height()
        share = (bottom - y - self.divider.frame.winfo_height() / 2) / max(self._height, 1)
        self.shell.settings.analyse_pages = round(self._limited(share), 3)
        self.share_height(self.needs_more)

    def reset_divider(self) -> None:
        """Restore the default position of the divider."""
        self.shell.settings.analyse_pages = 0.0
        self.share_height(self.needs_more)

    # Display ----------------------------------------------------------------------------------------------------------

    def show_candidates(self) -> None:
        """Update the candidates."""
        assert self.position.candidate_subject is not None
        self.candidates.show(self.position.candidate_subject)

    def show_page(self) -> None:
        """Update the shown page."""
        assert self.position.subject is not None
        self.notebook.show(self.position.subject)

    def close(self) -> None:
        """Hide the shown page and stop its timers."""
        self.notebook.close()

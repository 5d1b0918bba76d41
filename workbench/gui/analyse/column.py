"""The column of the Analyse mode: the pages, the candidates, the panels of the game and its buttons.

Everything that can be clicked keeps its place while texts and numbers change: the tabs of the pages are at the top, the
buttons of the game at the bottom, and their space stays reserved. The pages in between take the rest and scroll.
"""

from __future__ import annotations

from collections.abc import Sequence
from tkinter import ttk

from workbench.boards.kit.contract import Board
from workbench.boards.kit.elements import Panel
from workbench.game.move_tree import ROOT
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
from workbench.table.table import Table

LOW = 700  # column height at 100 % below which pages get a larger share
ROOMY = 1000  # column height at 100 % from which a page that needs more height leaves the candidates visible
MIN, MIN_PAGE = 150, 130  # minimum heights of the candidates and of a page at 100 %, in a window that is too low
# Fraction of the height for the pages: usually, and in a short window.
USUAL_SHARE, LOW_SHARE = 0.5, 0.52


class AnalyseColumn:
    """The Analyse column. A divider splits its height between the pages and the candidates below them."""

    def __init__(
        self, parent: ttk.Frame, shell: Shell, games: Tabs, screen: Screen, position: PositionAnalysis,
        on_board: OnBoard, pages: Sequence[PageKind],
    ) -> None:  # fmt: skip
        self.shell, self.position = shell, position
        look, px, width = shell.look, shell.look.px, screen.beside_width
        self.frame = ttk.Frame(parent, style="Window.TFrame", width=width)
        self.frame.grid_propagate(False)
        self.frame.columnconfigure(0, weight=1)
        self.notebook = Notebook(self.frame, shell, games, on_board, pages, width)
        self.divider = Divider(self.frame, look, self.move_divider, self.reset_divider)
        self.candidates = CandidatesCard(self.frame, shell, games, position, on_board, width)
        parts = (self.notebook.frame, self.divider.frame, self.candidates.frame)
        for row, (part, sticky) in enumerate(zip(parts, ("nsew", "ew", "nsew"), strict=True)):
            part.grid(row=row, sticky=sticky)
        shapes = screen.board.shapes if screen.board is not None else {}
        self.panels = [PanelCard(self.frame, look, shapes, width) for _ in screen.columns[0].panels]
        for row, panel in enumerate(self.panels, len(parts)):
            panel.frame.grid(row=row, sticky="new", pady=(px(12), 0))
            panel.reserve_height(shown[row - len(parts)] for shown in _usual_panels(games.table, screen))
        # Leave out pages of other modes. The first button of a page runs the command that opens and closes the page.
        kinds = [kind for kind in screen.side_kinds if shell.commands[kind.buttons[0][0]].modes >= ANALYSE]
        self.side = SidePages(self.frame, shell, kinds, 0, 1)
        self.covered = False  # whether the shown page covers the candidates
        for widget in (self.frame, self.notebook.frame):
            widget.bind("<Configure>", lambda _: self._share_height(), add="+")
        self.last, self.reserved = len(parts) + len(self.panels), 0  # the row of the buttons, and its height
        self.choices = ChoiceBar(self.frame, look, width, self.last, games.shown.move_input, screen.view)
        self.choices.frame.bind("<Configure>", self._reserve, add="+")
        has = games.table.info.has
        rolls = has.chance and not has.deals  # rolls have buttons, deals have too many outcomes
        if screen.board is not None and (rolls or type(screen.board).choices is not Board.choices):
            self._reserve_space(self.choices.buttons[0].winfo_reqheight() + px(2 * 10 + 12))
        self._share_height()

    # Height -----------------------------------------------------------------------------------------------------------

    def _reserve(self, _: object) -> None:
        """Reserve the height that the buttons have now, so that fewer buttons later move nothing."""
        if self.choices.frame.winfo_manager():
            self._reserve_space(self.choices.frame.winfo_reqheight() + self.shell.look.px(12))

    def _reserve_space(self, height: int) -> None:
        if height > self.reserved:
            self.reserved = height
            self.frame.rowconfigure(self.last, minsize=height)

    def share_height(self, more: bool) -> None:
        """Let the shown page cover the candidates, unless the window is very high, if `more` is True."""
        self.covered = more
        self._share_height()

    def _share_height(self) -> None:
        """Split the height between the pages and the candidates, by default or as the user set the divider."""
        px = self.shell.look.px
        alone = self.covered and 1 < self.frame.winfo_height() < px(ROOMY)
        for card in (self.divider.frame, self.candidates.frame):
            card.grid_remove() if alone else card.grid()
        share = self._limited(self.shell.settings.analyse_pages or (LOW_SHARE if self.is_low else USUAL_SHARE))
        self.frame.rowconfigure(0, weight=round(1000 * share), minsize=px(MIN_PAGE), uniform="parts")
        rest = round((1 - share) * self._height) - 1  # a larger minimum would push the buttons out of the column
        weight, min_height = (0, 0) if alone else (round(1000 * (1 - share)), max(px(MIN), rest))
        self.frame.rowconfigure(2, weight=weight, minsize=min_height, uniform="" if alone else "parts")

    @property
    def is_low(self) -> bool:
        """Whether the window is short, so that pages need more than half of it."""
        return 1 < self.frame.winfo_height() < self.shell.look.px(LOW)

    @property
    def _height(self) -> int:
        """The height of pages and candidates in pixels, at most 1 until it is known."""
        other_rows = (row for row in range(self.frame.grid_size()[1]) if row not in (0, 2))
        used = sum((self.frame.grid_bbox(0, row) or (0, 0, 0, 0))[3] for row in other_rows)
        return max(0, self.frame.winfo_height() - used)

    def _limited(self, share: float) -> float:
        """Return the fraction, limited so that neither part becomes too small to read."""
        px, height = self.shell.look.px, self._height
        if height <= 1:
            return share
        min_share = min(px(MIN_PAGE) / height, 0.5)
        return max(min(share, 1 - self.candidates.least_height / height), min_share)

    def move_divider(self, y: int) -> None:
        """Move the divider to a screen coordinate and store its position."""
        share = (y - self.divider.frame.winfo_height() / 2 - self.notebook.frame.winfo_rooty()) / max(self._height, 1)
        self.shell.settings.analyse_pages = round(self._limited(share), 3)
        self._share_height()

    def reset_divider(self) -> None:
        """Restore the default position of the divider."""
        self.shell.settings.analyse_pages = 0.0
        self._share_height()

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


def _usual_panels(table: Table, screen: Screen) -> list[Sequence[Panel]]:
    """Return the panels of the first and of the current position."""
    start = table.session.document.point_at(ROOT).fields
    board = screen.board
    return [board.panels(table.info, fields, ()) for fields in (start, table.point.fields)] if board else []

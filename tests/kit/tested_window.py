"""The window under test, with short names for its parts and features."""

from __future__ import annotations

import traceback
from types import TracebackType
from typing import Literal

import ttkbootstrap

from workbench.gui.analyse.feature import AnalyseActions
from workbench.gui.analyse.mode import Analyse
from workbench.gui.files.closing import Closing
from workbench.gui.files.game_files import Files
from workbench.gui.files.last_run import LastRun
from workbench.gui.finding.feature import PositionFinder
from workbench.gui.look.look import Look
from workbench.gui.matches.desk import Matches
from workbench.gui.moves.feature import Moves
from workbench.gui.play.open_game import OpenGame
from workbench.gui.play.tabs import Tabs
from workbench.gui.review.game_review import GameReview
from workbench.gui.set_up.mode import SetUpMode
from workbench.gui.sheet.drafting import Drafting
from workbench.gui.sheet.feature import Sheets
from workbench.gui.shell.collector import Collector
from workbench.gui.shell.commands import Registry
from workbench.gui.shell.notice import Notice
from workbench.gui.shell.pages import Pages
from workbench.gui.side.paper_form import PaperForm
from workbench.gui.side.playback import Playback
from workbench.gui.side.reveals import Reveals
from workbench.gui.sound.announcer import Announcer
from workbench.gui.window import Window
from workbench.settings import Settings
from workbench.table.setup import Setup
from workbench.table.table import Table

Collector.freezes = False  # conftest.py has frozen the modules and tests


class TestedWindow(Window):
    """A window with short names for its parts and features. `faults` are the errors it reported."""

    __test__ = False  # not a test class for pytest

    def __init__(self, root: ttkbootstrap.App, settings: Settings, setup: Setup) -> None:
        self.faults: list[str] = []
        super().__init__(root, settings, setup)

    def fault(
        self, kind: type[BaseException], error: BaseException, trace: TracebackType | None, table: Table | None = None
    ) -> None:
        self.faults.append("".join(traceback.format_exception(kind, error, trace)))
        super().fault(kind, error, trace, table)

    def open_tab(self) -> None:
        """Begin the shown game again in another tab."""
        self.games.begin_with_fallback(self.games.begin, self.table.played.restarted())

    @property
    def table(self) -> Table:
        return self.games.table

    @property
    def playing(self) -> OpenGame:
        return self.games.shown

    @property
    def tabs(self) -> Tabs:
        return self.games

    @property
    def registry(self) -> Registry:
        return self.shell.commands

    @property
    def settings(self) -> Settings:
        return self.shell.settings

    @property
    def notice(self) -> Notice:
        return self.shell.notice

    @property
    def pages(self) -> Pages:
        return self.shell.pages

    @property
    def look(self) -> Look:
        return self.shell.look

    @property
    def root(self) -> ttkbootstrap.App:
        return self.shell.root

    @property
    def finder(self) -> PositionFinder:
        return self.shell.feature(PositionFinder)

    @property
    def moves(self) -> Moves:
        return self.shell.feature(Moves)

    @property
    def sheets(self) -> Sheets:
        return self.shell.feature(Sheets)

    @property
    def drafting(self) -> Drafting:
        return self.sheets.here

    @property
    def playback(self) -> Playback:
        return self.shell.feature(Playback)

    @property
    def paper_form(self) -> PaperForm:
        return self.shell.feature(PaperForm)

    @property
    def reveals(self) -> Reveals:
        return self.shell.feature(Reveals)

    @property
    def announcer(self) -> Announcer:
        return self.shell.feature(Announcer)

    @property
    def files(self) -> Files:
        return self.shell.feature(Files)

    @property
    def last_run(self) -> LastRun:
        return self.shell.feature(LastRun)

    @property
    def closing(self) -> Closing:
        return self.shell.feature(Closing)

    @property
    def analyse(self) -> Analyse:
        return self.shell.feature(Analyse)

    @property
    def analyse_actions(self) -> AnalyseActions:
        return self.shell.feature(AnalyseActions)

    @property
    def game_review(self) -> GameReview:
        return self.shell.feature(GameReview)

    @property
    def set_up(self) -> SetUpMode:
        return self.shell.feature(SetUpMode)

    @property
    def matches(self) -> Matches:
        return self.shell.feature(Matches)

    def set_zoom(self, zoom: float) -> None:
        self.settings.zoom = zoom
        self.rebuild()

    def set_theme(self, theme: Literal["light", "dark", "system"]) -> None:
        self.registry.run(theme)

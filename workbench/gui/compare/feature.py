"""Compare: two candidates with equal luck, and rollouts of a position."""

from __future__ import annotations

from workbench.gui.analyse.mode import Analyse
from workbench.gui.analyse.page_kinds import PageKind
from workbench.gui.compare import words
from workbench.gui.compare.comparing import PAGE, Comparing
from workbench.gui.compare.page import ComparePage
from workbench.gui.play.screen import Screen
from workbench.gui.play.tabs import Tabs
from workbench.gui.shell.commands import ANALYSE, Command
from workbench.gui.shell.shell import Shell
from workbench.system.translation import tr


def install(shell: Shell, games: Tabs, screen: Screen) -> None:
    """Add the page and the commands."""
    analyse = shell.feature(Analyse)
    comparing = Comparing(shell, games, analyse)
    shell.add(comparing)
    pages: list[ComparePage] = []

    def make_page() -> ComparePage:
        pages[:] = [ComparePage(shell, comparing)]
        return pages[0]

    def page_shown() -> bool:
        return analyse.column is not None and analyse.column.notebook.shown == PAGE

    def update_page() -> None:
        if page_shown() and pages and pages[0].frame.winfo_exists():
            pages[0].update()

    comparing.on_news = update_page
    analyse.pages.append(
        PageKind(PAGE, words.TITLE, lambda _: comparing.unavailable_reason(), make_page, lambda seats: words.TIP)
    )
    add = shell.commands.add
    # fmt: off
    add(Command(
        "compare", "analyse", tr("Compare…"), tr("Compare the selected move with another one"), comparing.choose,
        ("Shift+C",), comparing.no_compare, group=2, modes=ANALYSE,
        search_words=tr("difference better versus rollout common luck"),
    ))
    add(Command(
        "compare_best", "analyse", words.BEST_TWO, words.BEST_TWO_TIP, comparing.compare_best, (),
        comparing.no_compare, group=2, modes=ANALYSE, listed=False,
    ))
    add(Command(
        "compare_run", "analyse", tr("Start or stop comparing"),
        tr("Play games for the compared moves, or stop. Results are kept."), comparing.toggle, (),
        comparing.no_toggle, group=2, modes=ANALYSE, listed=False,
    ))
    add(Command(
        "compare_by_search", "analyse", words.BY_SEARCH, words.BY_SEARCH_TIP, comparing.compare_by_search, (),
        comparing.no_search, group=2, modes=ANALYSE, listed=False, search_words=tr("continuation simulations deeper"),
    ))
    add(Command(
        "roll_out", "analyse", words.ROLL_OUT,
        tr("Play many games from here: chances and final points"), comparing.roll_out, (),
        comparing.no_roll_out, group=2, modes=ANALYSE, listed=False,
        search_words=tr("simulate playouts statistics distribution points"),
    ))
    # fmt: on

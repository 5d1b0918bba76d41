"""The commands of the companion at a real table."""

from __future__ import annotations

from workbench.gui.companion import words
from workbench.gui.companion.tab import CompanionLayer, CompanionTab
from workbench.gui.play.screen import Screen
from workbench.gui.play.tabs import Tabs
from workbench.gui.shell.commands import COMPANION, TABS, Command
from workbench.gui.shell.shell import Shell
from workbench.system.translation import tr


def install(shell: Shell, games: Tabs, screen: Screen) -> None:
    """Add the tab, its layer and its commands."""
    tab = CompanionTab(shell, games, screen)
    games.layers.add(CompanionLayer(tab))
    shell.add(tab)
    add = shell.commands.add

    def show_form() -> None:
        from workbench.gui.companion.form import TableForm  # imported here because importing it slows start-up

        journal = tab.desk.companion.journal if tab.desk is not None else None
        shown = journal.file if journal is not None else None
        shell.pages.show("real_table", lambda: TableForm(shell, games.table.info.id, shown, tab.open))

    def covered() -> str:
        return words.COVERED if tab.covered else ""

    def ask_advice() -> None:
        if tab.desk is not None:
            tab.desk.ask_advice()

    def no_advice() -> str:
        if covered() or tab.desk is None or tab.desk.scene is None:
            return covered() or words.LOADING
        return words.THINKING if tab.desk.advising else words.FAULTY if tab.desk.scene.fault is not None else ""

    def no_finish() -> str:
        if covered() or tab.desk is None or tab.desk.scene is None:
            return covered() or words.LOADING
        return words.FAULTY if tab.desk.scene.fault is not None else ""

    def no_passing() -> str:
        if covered() or tab.desk is None or tab.desk.scene is None:
            return covered() or words.LOADING
        if tab.desk.companion.seat is None:
            return words.NO_PASS
        return words.FAULTY if tab.desk.scene.fault is not None else ""

    def add_fact() -> None:
        if tab.view is not None:
            tab.view.add_fact()

    def set_up() -> None:
        if tab.view is not None:
            tab.view.set_up()

    def switch_size() -> None:
        shell.settings.large_buttons = not shell.settings.large_buttons
        shell.rebuild()

    # fmt: off
    add(Command(
        "real_table", "game", words.MENU, words.MENU_TIP, show_form, group=1, order=1,
        search_words=tr("companion friends over the board deck tracker score sheet"), modes=TABS,
    ))
    add(Command(
        "companion_advice", "game", words.ADVICE, words.ADVICE_TIP, ask_advice, (), no_advice, modes=COMPANION, group=2,
    ))
    add(Command(
        "companion_fact", "game", words.FACT, words.FACT_TIP, add_fact, (), covered, modes=COMPANION, group=2, order=1,
    ))
    add(Command(
        "companion_cover", "game", words.COVER, words.COVER_TIP, lambda: tab.set_covered(True), ("F10",), covered,
        modes=COMPANION, group=2, order=2, search_words=tr("hide boss secret"),
    ))
    add(Command(
        "companion_pass", "game", words.PASS, words.PASS_TIP, tab.choose_next, (), no_passing, modes=COMPANION, group=2,
        order=3, search_words=tr("hand over screen"),
    ))
    add(Command(
        "companion_finish", "game", words.FINISH, words.FINISH_TIP, tab.finish, (), no_finish, modes=COMPANION, group=2,
        order=4,
    ))
    add(Command(
        "companion_position", "game", words.SET_UP, words.SET_UP_TIP, set_up, (), covered, modes=COMPANION, group=2,
        order=5, search_words=tr("set up start middle text"),
    ))
    add(Command(
        "large_buttons", "view", words.LARGE, words.LARGE_TIP, switch_size, on=lambda: shell.settings.large_buttons,
        modes=COMPANION, group=2, order=9,
    ))
    # fmt: on

"""The commands for matches between bots."""

from __future__ import annotations

from workbench.gui.matches import words
from workbench.gui.matches.desk import Matches, MatchPages
from workbench.gui.play.screen import Screen
from workbench.gui.play.tabs import Tabs
from workbench.gui.shell.commands import TABS, Command
from workbench.gui.shell.shell import Shell
from workbench.system.translation import tr


def install(shell: Shell, games: Tabs, screen: Screen) -> None:
    """Register the commands for matches."""

    def open_window(desk: Matches) -> MatchPages:
        from workbench.gui.matches.window import MatchWindow  # imported here because importing it slows start-up

        return MatchWindow(shell, desk)

    desk = Matches(shell, games, screen, open_window)
    shell.add(desk)
    add = shell.commands.add
    # fmt: off
    add(Command(
        "matches", "matches", tr("Show match…"), tr("Watch the running match, or view the last one"), desk.show_page,
        ("Ctrl+M",), modes=TABS,
    ))
    add(Command(
        "match_new", "matches", tr("New match…"), tr("Let bots play many games with equal luck"),
        lambda: desk.show_page("form"), ("Ctrl+Shift+M",), modes=TABS,
    ))
    add(Command(
        "match_all", "matches", tr("All matches…"), tr("List all matches and their games"),
        lambda: desk.show_page("all"), modes=TABS,
    ))
    # fmt: on
    label = lambda: words.PAUSE_MATCH if desk.can_pause else words.CONTINUE_MATCH  # noqa: E731
    # fmt: off
    add(Command(
        "match_pause", "matches", label, tr("Pause the running match, or continue the shown one"),
        desk.pause_or_continue,
        (), desk.no_pause, group=1, modes=TABS, search_words=tr("resume"),
    ))
    add(Command(
        "match_finish", "matches", tr("Finish running games"),
        tr("Start no more games; running games continue to their end"), desk.finish, (), desk.no_finish,
        group=1, modes=TABS,
    ))
    add(Command(
        "match_stop", "matches", tr("Stop the match now"),
        tr("End the match now; Continue replays its running games"), desk.stop, (), desk.no_run, group=1,
        modes=TABS,
    ))
    # fmt: on

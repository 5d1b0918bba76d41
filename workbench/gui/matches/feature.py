"""The commands for matches between bots."""

from __future__ import annotations

from workbench.gui.matches import words
from workbench.gui.matches.desk import Matches, MatchPages
from workbench.gui.play.screen import Screen
from workbench.gui.play.tabs import Tabs
from workbench.gui.shell.commands import GAMES, Command
from workbench.gui.shell.shell import Shell


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
        "matches", "matches", "Matches…", "Watch the match that is played, or look at earlier ones", desk.show_page,
        ("Ctrl+M",), modes=GAMES,
    ))
    add(Command(
        "match_new", "matches", "New match…", "Let bots play each other, many games with even luck",
        lambda: desk.show_page("form"), ("Ctrl+Shift+M",), modes=GAMES,
    ))
    add(Command(
        "match_all", "matches", "All matches…", "All matches that were played, and their games",
        lambda: desk.show_page("all"), modes=GAMES,
    ))
    # fmt: on
    paused = lambda: words.GO_ON if desk.progress.paused else words.PAUSE_MATCH  # noqa: E731
    # fmt: off
    add(Command(
        "match_pause", "matches", paused, "Let all games of the match wait, or go on", desk.pause, (), desk.no_run,
        group=1, modes=GAMES,
    ))
    add(Command(
        "match_finish", "matches", "Finish running games",
        "Begin no more games of the match; those that run are played to their end", desk.finish, (), desk.no_finish,
        group=1, modes=GAMES,
    ))
    add(Command(
        "match_stop", "matches", "Stop the match now",
        "End the match now; games that run are played anew when it goes on", desk.stop, (), desk.no_run, group=1,
        modes=GAMES,
    ))
    add(Command(
        "match_continue", "matches", "Continue the match", "Go on with the match that is shown where it was ended",
        desk.continue_match, (), desk.no_continue, group=1, modes=GAMES,
    ))
    # fmt: on

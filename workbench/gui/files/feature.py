"""The commands for opening, saving and adjourning games."""

from __future__ import annotations

from workbench.gui.files.closing import Closing
from workbench.gui.files.dropping import DropTarget
from workbench.gui.files.game_files import Files
from workbench.gui.files.last_run import LastRun
from workbench.gui.play.screen import Screen
from workbench.gui.play.tabs import Tabs
from workbench.gui.shell.commands import GAMES, TABS, Command
from workbench.gui.shell.shell import Shell
from workbench.system.translation import tr


def install(shell: Shell, games: Tabs, screen: Screen) -> None:
    """Register the commands for files, and the check for unsaved games when the window closes."""
    files = Files(shell, games, screen)
    shell.add(files)
    shell.add(LastRun(shell, games, screen))
    shell.add(Closing(shell, games, screen, files.save_as))
    target = DropTarget(shell.root, files.open_all)
    shell.events.closing.connect(target.close)
    add = shell.commands.add
    # fmt: off
    add(Command(
        "open", "game", tr("Open…"), tr("Open a game from a file"), files.ask_open, ("Ctrl+O",), group=1,
        search_words=tr("load file"),
        modes=TABS,
    ))
    add(Command(
        "recent", "game", tr("Recent files"), tr("Open a file that you used recently"), files.pop_up_recent, (),
        files.none_recent, group=1, choices=files.recent_choices, modes=TABS,
    ))
    add(Command(
        "games", "game", tr("My games…"), tr("Show your saved games"), files.show_my_games, ("Ctrl+Shift+O",), group=1,
        search_words=tr("history library list load"), modes=TABS,
    ))
    add(Command(
        "save", "game", tr("Save"), tr("Save the game"), files.save,
        ("Ctrl+S",), files.nothing_to_save, group=2, search_words=tr("keep store"), modes=GAMES,
    ))
    add(Command(
        "save_as", "game", tr("Save as…"), tr("Save the game in another file"), files.save_as, ("Ctrl+Shift+S",),
        files.nothing_to_save, group=2, modes=GAMES,
    ))
    add(Command(
        "save_seat", "game", tr("Save one player's view…"),
        tr("Save what one player saw, without other players' secrets"),
        files.pop_up_seats, (), files.no_seat_to_save, group=2, choices=files.seat_choices,
        listed=False,
    ))
    add(Command(
        "adjourn", "game", tr("Adjourn"), tr("Save and close the game, to continue another day"),
        files.adjourn, ("Ctrl+Shift+W",), files.nothing_to_adjourn, group=2,
        search_words=tr("pause break continue later"),
        listed=False,
    ))
    # fmt: on

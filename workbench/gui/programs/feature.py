"""The commands that add a program as a bot, and show the log of a bot that failed."""

from __future__ import annotations

from functools import partial

from workbench.bot_process.process_bot import ProcessBot
from workbench.gui.play.screen import Screen
from workbench.gui.play.tabs import Tabs
from workbench.gui.programs import words
from workbench.gui.programs.dialog import AddProgramDialog
from workbench.gui.shell import words as shell_words
from workbench.gui.shell.commands import EVERYWHERE, Command
from workbench.gui.shell.log_window import LogWindow
from workbench.gui.shell.shell import Shell
from workbench.protocol.registry import RegisteredProgram
from workbench.system.translation import tr


def install(shell: Shell, games: Tabs, screen: Screen) -> None:
    """Add the command to the Bot menu."""

    def added(name: str, program: RegisteredProgram) -> None:
        shell.notice.show(words.added(name, program.meaning))

    def logs() -> dict[int, ProcessBot]:
        """Return the bots of the shown game that have failed, by seat."""
        players = games.shown.table.bots.seating.players
        return {seat: bot for seat, bot in players.items() if isinstance(bot, ProcessBot) and bot.last_log}

    def readable() -> list[int]:
        """Return the seats whose logs the viewer may read, the seat to move first.

        A log contains what its seat knows. In a game with hidden information, a person may read it only after the
        game has ended by the rules, as a declared ending can be undone.
        """
        table = games.shown.table
        seats = [seat for seat in logs() if seat in table.screen.visible_seats and seat not in table.persons]
        return sorted(seats, key=lambda seat: seat != table.state.actor)

    def why_no_log() -> str:
        if not logs():
            return words.NO_LOG
        return "" if readable() else words.LOG_LATER

    def show_log() -> None:
        bot = logs()[readable()[0]]
        text, title = bot.last_log, words.log_of(bot.name)
        shell.pages.show("bot_log", lambda: LogWindow(shell.root, shell.look, title, text, shell.clipboard.copy_text))

    # fmt: off
    shell.commands.add(Command(
        "add_program", "bot", words.MENU, words.MEANING,
        lambda: shell.pages.show("add_program", partial(AddProgramDialog, shell.root, shell.look, added)),
        group=4, search_words=tr("own engine protocol register external c rust java javascript"), modes=EVERYWHERE,
    ))
    shell.commands.add(Command(
        "bot_log", "bot", shell_words.SHOW_LOG, words.LOG_MEANING, show_log, why_not=why_no_log, group=4,
        search_words=tr("fault error crash standard error messages"), listed=lambda: bool(logs()),
    ))
    # fmt: on

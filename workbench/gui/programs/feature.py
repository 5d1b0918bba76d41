"""The command that adds a program as a bot."""

from __future__ import annotations

from functools import partial

from workbench.gui.play.screen import Screen
from workbench.gui.play.tabs import Tabs
from workbench.gui.programs import words
from workbench.gui.programs.dialog import AddProgramDialog
from workbench.gui.shell.commands import EVERYWHERE, Command
from workbench.gui.shell.shell import Shell
from workbench.protocol.registry import RegisteredProgram
from workbench.system.translation import tr


def install(shell: Shell, games: Tabs, screen: Screen) -> None:
    """Add the command to the Bot menu."""

    def added(name: str, program: RegisteredProgram) -> None:
        shell.notice.show(words.added(name, program.meaning))

    # fmt: off
    shell.commands.add(Command(
        "add_program", "bot", words.MENU, words.MEANING,
        lambda: shell.pages.show("add_program", partial(AddProgramDialog, shell.root, shell.look, added)),
        group=4, search_words=tr("own engine protocol register external c rust java javascript"), modes=EVERYWHERE,
    ))
    # fmt: on

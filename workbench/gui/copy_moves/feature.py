"""A command that copies the moves of the shown game as text."""

from __future__ import annotations

from itertools import groupby

from workbench import boards
from workbench.gui.copy_moves import words
from workbench.gui.play import reasons
from workbench.gui.play.screen import Screen
from workbench.gui.play.tabs import Tabs
from workbench.gui.shell.commands import GAMES, Command
from workbench.gui.shell.shell import Shell
from workbench.table.table import Table


def install(shell: Shell, games: Tabs, screen: Screen) -> None:
    """Add the command."""

    def copy() -> None:
        shell.copying.text(moves_text(games.table))
        shell.status.point_out(words.COPIED, False)

    def why_not() -> str:
        return reasons.covered(games.table) or ("" if games.table.session.steps else words.NO_MOVES)

    shell.commands.add(
        Command("copy_moves", "edit", words.COPY, words.MEANING, copy, (), why_not, group=1, modes=GAMES)
    )


def moves_text(table: Table) -> str:
    """Return the moves as whoever sits at the screen saw them: a line such as "3 Red: a1 b2" for each turn and seat."""
    lines = []
    for (turn, actor), steps in groupby(table.session.seen(table.screen.viewer), lambda step: (step.turn, step.actor)):
        moves = " ".join(step.move.partition(";")[0] for step in steps)
        lines.append(f"{turn} {boards.side(table.info, actor)}: {moves}" if actor >= 0 else f"{turn} {moves}")
    return "\n".join(lines)

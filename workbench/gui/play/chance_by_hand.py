"""The commands for entering chance outcomes by hand, such as dice rolled at a real table."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from workbench.gui.play import words
from workbench.gui.shell.commands import PLAY, Command
from workbench.gui.shell.shell import Shell
from workbench.records.schema import ByHand
from workbench.system.translation import tr
from workbench.table.table import Table

WAITS = "chance by hand"


def register(shell: Shell, table: Callable[[], Table]) -> None:
    """Register the commands that select who chooses the outcomes of chance in the shown game."""

    def has_chance() -> bool:
        return bool(table().info.has.chance)

    def nothing_drawn() -> str:
        if not has_chance():
            return words.NOTHING_DRAWN
        return words.LEARNS_CHANCE if table().session.follows is not None else ""

    def choose(when: ByHand) -> None:
        table().set_by_hand(when)
        shell.status.show_detail(words.chance_mode(when), False)

    def chosen(when: ByHand) -> bool:
        return table().session.by_hand == when

    add = shell.commands.add
    # fmt: off
    add(Command(
        "draw_chance", "edit", tr("Roll and deal automatically"), tr("Herbarium rolls the dice and deals the cards"),
        partial(choose, "never"),
        (), nothing_drawn, partial(chosen, "never"), group=3, modes=PLAY,
        search_words=tr("dice roll random luck chance"),
        listed=has_chance,
    ))
    add(Command(
        "choose_once", "edit", tr("Enter next roll or deal"), tr("You choose the next roll or deal"),
        partial(choose, "once"), ("Ctrl+D",), nothing_drawn, partial(chosen, "once"), group=3, modes=PLAY,
        search_words=tr("dice roll real luck chance"),
        listed=has_chance,
    ))
    add(Command(
        "choose_always", "edit", tr("Enter all rolls and deals"),
        tr("You choose every roll and deal, for example with real dice"),
        partial(choose, "always"), (), nothing_drawn, partial(chosen, "always"), group=3, modes=PLAY,
        search_words=tr("dice roll real luck chance"),
        listed=has_chance,
    ))
    # fmt: on

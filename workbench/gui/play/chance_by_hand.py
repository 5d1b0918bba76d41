"""Chance by hand: dice that were rolled at a real table are chosen instead of drawn, a button or key a die."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from workbench.boards.kit.choices import Choice
from workbench.game.chance import ChanceSpelling
from workbench.gui.play import words
from workbench.gui.shell.commands import PLAY, Command
from workbench.gui.shell.shell import Shell
from workbench.records.schema import ByHand
from workbench.table.table import Table

FEW = 24  # outcomes that have a button each
WAITS = "chance by hand"


class Outcomes:
    """The outcomes of chance as buttons. Of dice, and whatever else is written as signs apart, each sign is a button and a key;
    other outcomes are chosen at one go."""

    def __init__(self, texts: Sequence[str] = ()) -> None:
        self.keys = ChanceSpelling(texts)

    @property
    def texts(self) -> tuple[str, ...]:
        return self.keys.texts

    @property
    def chosen(self) -> tuple[str, ...]:
        return tuple(self.keys.typed)

    @property
    def choices(self) -> tuple[Choice, ...]:
        """What may be chosen next."""
        found = self.keys.next if self.keys.apart else sorted(self.texts)
        return tuple(Choice(sign, sign, sign if len(sign) == 1 else "") for sign in found) if len(found) <= FEW else ()

    def holds(self, sign: str) -> bool:
        return any(choice.spot == sign for choice in self.choices)

    def click(self, sign: str) -> str:
        """Choose it; the outcome that is complete then, "" if more is to be chosen."""
        return self.keys.press(sign) if self.keys.apart else sign

    def back(self) -> bool:
        """Take the last one back; whether there was any."""
        return self.keys.back()


def register(shell: Shell, table: Callable[[], Table]) -> None:
    """The commands that say when chance is chosen in the game that is shown."""

    def nothing_drawn() -> str:
        if not table().info.has.chance:
            return words.NOTHING_DRAWN
        return words.LEARNS_CHANCE if table().session.follows is not None else ""

    def choose(when: ByHand) -> None:
        table().choose_chance(when)
        shell.status.point_out(words.chance_is(when), False)

    def chosen(when: ByHand) -> bool:
        return table().session.by_hand == when

    add = shell.commands.add
    add(Command(
        "draw_chance", "edit", "Draw dice and deals", "Dice and all other chance are drawn", partial(choose, "never"),
        (), nothing_drawn, partial(chosen, "never"), group=3, modes=PLAY, also="dice roll random luck chance",
    ))
    add(Command(
        "choose_once", "edit", "Choose the next of them", "What chance comes to next is chosen by hand",
        partial(choose, "once"), ("Ctrl+D",), nothing_drawn, partial(chosen, "once"), group=3, modes=PLAY,
        also="dice roll real luck chance",
    ))
    add(Command(
        "choose_always", "edit", "Choose all of them", "Chance is always chosen by hand, as with real dice",
        partial(choose, "always"), (), nothing_drawn, partial(chosen, "always"), group=3, modes=PLAY,
        also="dice roll real luck chance",
    ))

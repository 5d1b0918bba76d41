"""Chance by hand: dice that were rolled at a real table are chosen instead of drawn, a button or key a die."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING

from workbench.boards.contract import Choice
from workbench.gui import words_play as words
from workbench.gui.commands import Command
from workbench.records.schema import ByHand

if TYPE_CHECKING:
    from workbench.gui.window import Window

FEW = 24  # outcomes that have a button each
WAITS = "chance by hand"
NAMES: Mapping[ByHand, str] = {"never": "draw_chance", "once": "choose_once", "always": "choose_always"}  # of the commands


class Outcomes:
    """The outcomes of chance, narrowed down sign by sign. Of dice, and whatever else is written as signs apart, each sign is a
    key, in any order; other outcomes are chosen at one go."""

    def __init__(self, texts: Sequence[str] = ()) -> None:
        self.texts = tuple(texts)
        self.chosen: tuple[str, ...] = ()
        signs = {text: tuple(re.findall("[a-z]+|[0-9]+", text.lower())) for text in texts}
        apart = len(set(map(len, signs.values()))) == 1 and all(len(sign) == 1 for found in signs.values() for sign in found)
        self.signs = signs if apart else {text: (text,) for text in texts}

    def _fit(self, chosen: Sequence[str]) -> list[str]:
        wanted = Counter(chosen)
        return [text for text in self.texts if not wanted - Counter(self.signs[text])]

    @property
    def choices(self) -> tuple[Choice, ...]:
        """What may be chosen next."""
        offered: dict[str, None] = {}
        for text in self._fit(self.chosen):
            offered |= dict.fromkeys((Counter(self.signs[text]) - Counter(self.chosen)).elements())
        found = sorted(offered)
        return tuple(Choice(sign, sign, sign if len(sign) == 1 else "") for sign in found) if len(found) <= FEW else ()

    def holds(self, sign: str) -> bool:
        return any(choice.spot == sign for choice in self.choices)

    def click(self, sign: str) -> str:
        """Choose it; the outcome that is complete then, "" if more is to be chosen."""
        self.chosen = (*self.chosen, sign)
        return next((text for text in self._fit(self.chosen) if len(self.signs[text]) == len(self.chosen)), "")

    def back(self) -> bool:
        """Take the last one back; whether there was any."""
        was = bool(self.chosen)
        self.chosen = self.chosen[:-1]
        return was


def register(window: Window) -> None:
    """The commands that say when chance is chosen in the game that is shown."""

    def nothing_drawn() -> str:
        table = window.table
        if not table.info.has.chance:
            return words.NOTHING_DRAWN
        return words.LEARNS_CHANCE if table.session.follows is not None else ""

    for when, name in NAMES.items():
        run = partial(lambda when: window.table.choose_chance(when), when)
        now = partial(lambda when: window.table.session.by_hand == when, when)
        window.registry.add(Command(name, "edit", run, ("Ctrl+D",) if when == "once" else (), nothing_drawn, now, group=3))

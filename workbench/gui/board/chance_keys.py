"""Buttons and keys with which a person enters an outcome of chance, such as the dice rolled at a real table."""

from __future__ import annotations

from collections.abc import Sequence

from workbench.boards.kit.choices import Choice
from workbench.game.chance_by_hand import ChanceSpelling

FEW = 24  # outcomes that have a button each


class ChanceKeys:
    """The outcomes of chance as buttons.

    Dice, and other outcomes that are written as separate signs, have a button and a key for each sign. Any other
    outcome is chosen by one button.
    """

    def __init__(self, texts: Sequence[str] = ()) -> None:
        self.spelling = ChanceSpelling(texts)

    @property
    def texts(self) -> tuple[str, ...]:
        return self.spelling.texts

    @property
    def chosen(self) -> tuple[str, ...]:
        return tuple(self.spelling.typed)

    @property
    def choices(self) -> tuple[Choice, ...]:
        """What can be chosen next."""
        found = self.spelling.next if self.spelling.apart else sorted(self.texts)
        return tuple(Choice(sign, sign, sign if len(sign) == 1 else "") for sign in found) if len(found) <= FEW else ()

    def holds(self, sign: str) -> bool:
        return any(choice.spot == sign for choice in self.choices)

    def click(self, sign: str) -> str:
        """Choose a sign. Return the outcome if it is complete, "" if more signs are to be chosen."""
        return self.spelling.press(sign) if self.spelling.apart else sign

    def back(self) -> bool:
        """Deselect the last sign. Return False if there is none."""
        return self.spelling.back()

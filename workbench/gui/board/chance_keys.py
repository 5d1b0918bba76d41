"""Buttons and keys with which a person enters an outcome of chance, such as the dice rolled at a real table."""

from __future__ import annotations

from collections.abc import Sequence

from workbench.boards.kit.choices import Choice
from workbench.game.chance_by_hand import ChanceSpelling

FEW = 24  # outcomes that have a button each


class ChanceKeys:
    """The outcomes of chance as buttons.

    Outcomes written as separate symbols, such as dice, have a button and a key for each symbol. Any other outcome has
    one button.
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
        """Return what can be chosen next."""
        found = self.spelling.next if self.spelling.apart else sorted(self.texts)
        return tuple(Choice(sign, sign, sign if len(sign) == 1 else "") for sign in found) if len(found) <= FEW else ()

    def holds(self, sign: str) -> bool:
        return any(choice.spot == sign for choice in self.choices)

    def click(self, sign: str) -> str:
        """Choose a symbol. Return the outcome if it is complete, or "" if more symbols are needed."""
        return self.spelling.press(sign) if self.spelling.apart else sign

    def back(self) -> bool:
        """Deselect the last symbol. Return False if there is none."""
        return self.spelling.back()

"""Buttons and keys for entering a chance outcome by hand, such as dice rolled at a real table."""

from __future__ import annotations

from collections.abc import Sequence

from workbench.boards.kit.choices import Choice
from workbench.game.chance_by_hand import ChanceSpelling

FEW = 24  # maximum number of buttons


class ChanceKeys:
    """The buttons and keys for choosing a chance outcome.

    Outcomes written as separate symbols, such as dice, have a button and a key per symbol. Any other outcome has one
    button.

    Args:
        texts: The texts of all outcomes, or () if no outcome is needed.
    """

    def __init__(self, texts: Sequence[str] = ()) -> None:
        self.spelling = ChanceSpelling(texts)

    @property
    def texts(self) -> tuple[str, ...]:
        """The texts of all outcomes."""
        return self.spelling.texts

    @property
    def chosen(self) -> tuple[str, ...]:
        """The symbols chosen so far."""
        return tuple(self.spelling.typed)

    @property
    def choices(self) -> tuple[Choice, ...]:
        """The buttons for the next symbol, or () if there are too many."""
        signs = self.spelling.next_keys if self.spelling.single_keys else sorted(self.texts)
        return tuple(Choice(sign, sign, sign if len(sign) == 1 else "") for sign in signs) if len(signs) <= FEW else ()

    def holds(self, sign: str) -> bool:
        """Return whether a symbol has a button now."""
        return any(choice.spot == sign for choice in self.choices)

    def click(self, sign: str) -> str:
        """Choose a symbol. Return the outcome if it is complete, or "" if more symbols are needed."""
        return self.spelling.press(sign) if self.spelling.single_keys else sign

    def back(self) -> bool:
        """Deselect the last symbol. Return False if there is none."""
        return self.spelling.delete_key()

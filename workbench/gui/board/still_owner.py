"""The part of a `MoveInputOwner` that tabs of their own kind share: no animation, no chance, one place for texts."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence

from workbench.boards.kit.choices import Choice
from workbench.boards.kit.contract import Board
from workbench.boards.kit.elements import Point
from workbench.gui.board.choice_bar import ChoiceBar


class StillOwner(ABC):
    """An owner of a `MoveInput` whose board shows no animation and offers no outcomes of chance.

    Attributes:
        board: The board of the game.
        choices: The buttons beside it.
        say: Shows a text about the board; the second argument says whether it is a warning.
    """

    board: Board
    choices: ChoiceBar
    say: Callable[[str, bool], None]

    @property
    @abstractmethod
    def point(self) -> Point:
        """The position that is shown."""

    @abstractmethod
    def sentence(self) -> str:
        """Return the sentence about what to do."""

    @property
    def outcomes(self) -> Sequence[str]:
        """No outcomes of chance."""
        return ()

    @property
    def idle_reason(self) -> str:
        """Why no move can be entered."""
        return self.sentence()

    def note_activity(self) -> bool:
        """Return False: nothing is animated."""
        return False

    def on_idle_click(self, spot: str) -> None:
        """Say why no move can be entered."""
        self.refuse(self.idle_reason, spot)

    def on_wrong_click(self, chosen: Sequence[str], spot: str) -> None:
        """Say why a spot cannot be chosen."""
        self.refuse(self.board.refusal(self.point, chosen, spot), spot)

    def refuse(self, reason: str, spot: str = "") -> None:
        """Show why an action is impossible."""
        self.say(reason, True)

    def show_choices(self, choices: Sequence[Choice]) -> None:
        """Show buttons for these choices."""
        self.choices.show(choices)

    def explain(self, spot: str, detail: str) -> None:
        """Show what a click would do."""
        self.say(detail, False)

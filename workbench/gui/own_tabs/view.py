"""The widgets of a tab without a game: a board without animation and without chance, and the column beside it."""

from __future__ import annotations

import tkinter
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from tkinter import ttk

from workbench.boards.kit.choices import Choice
from workbench.boards.kit.contract import Board
from workbench.boards.kit.elements import Point
from workbench.gui.board.board_view import BoardView
from workbench.gui.board.cards import PanelCard
from workbench.gui.board.choice_bar import ChoiceBar
from workbench.gui.board.move_input import MoveInput
from workbench.gui.play.screen import Screen
from workbench.gui.play.side_pages import SidePages
from workbench.gui.shell.shell import Shell


class OwnView(ABC):
    """The board of the tab and its column. Implements `MoveInputOwner`. It offers no outcomes of chance.

    Args:
        parent: The window's body.
        shell: The window.
        screen: The widgets of the window.
        board: The drawing of the game.

    Attributes:
        board: The board of the game.
        move_input: The entry of moves on the board.
        view: The board on the screen.
        column: The column beside it.
        choices: The buttons in the column for the next step of a move.
        side: The side pages in the column.
        panels: The panels of the game in the column.
        say: Shows a text about the board; the second argument says whether it is a warning.
    """

    column: ttk.Frame
    choices: ChoiceBar
    side: SidePages

    def __init__(self, parent: ttk.Frame, shell: Shell, screen: Screen, board: Board) -> None:
        self.shell, self.screen, self.board = shell, screen, board
        self.say: Callable[[str, bool], None] = lambda text, warning: shell.status.show_detail(text, warning)
        self.panels: list[PanelCard] = []
        self.move_input = MoveInput(self)
        self.view = BoardView(parent, shell.look, board, self.move_input)
        self.view.grid(row=2, column=0, sticky="nsew")

    # The tab ----------------------------------------------------------------------------------------------------------

    @property
    def middle(self) -> tuple[tkinter.Widget, ...]:
        """The widgets in the middle of the window."""
        return (self.view,)

    @property
    @abstractmethod
    def focus_target(self) -> tkinter.Misc:
        """The widget that gets the focus."""

    @abstractmethod
    def refresh(self) -> None:
        """Show the present contents."""

    @abstractmethod
    def sentence(self) -> str:
        """Return the sentence about what to do."""

    def cancel(self) -> bool:
        """Deselect the first steps of a move. Return False if there are none."""
        return self.move_input.cancel()

    def destroy(self) -> None:
        """Remove the widgets in the middle of the window. The screen removes the column."""
        self.move_input.close()
        for widget in self.middle:
            widget.destroy()

    # Interface for the move input -------------------------------------------------------------------------------------

    @property
    @abstractmethod
    def point(self) -> Point:
        """The position that is shown."""

    @property
    @abstractmethod
    def accepts_moves(self) -> bool:
        """Whether a move can be entered."""

    @abstractmethod
    def play(self, move: str) -> None:
        """Enter a move."""

    @property
    def outcomes(self) -> Sequence[str]:
        """No outcomes of chance."""
        return ()

    @property
    def idle_reason(self) -> str:
        """Why no move can be entered."""
        return self.sentence()

    def update_prompt(self) -> None:
        """Show the sentence about what to do."""
        self.shell.status.set_prompt(self.sentence())

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

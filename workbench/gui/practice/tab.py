"""The tab with puzzles. It covers a game that nobody plays, in place of which the window shows a puzzle."""

from __future__ import annotations

import tkinter

from workbench import boards
from workbench.gui.own_tabs.tab import OwnLayer, OwnTab
from workbench.gui.play.layers import Change, Height, Live
from workbench.gui.play.screen import Screen
from workbench.gui.play.tabs import Tabs
from workbench.gui.practice import words
from workbench.gui.practice.trainer import Choice, Trainer
from workbench.gui.practice.view import PuzzleView
from workbench.gui.shell.shell import Shell
from workbench.table.table import Table


class PuzzleTab(OwnTab[PuzzleView]):
    """The puzzle tab.

    Args:
        shell: The window.
        games: The open games.
        screen: The widgets of the window.
    """

    height = Height.PRACTICE

    def __init__(self, shell: Shell, games: Tabs, screen: Screen) -> None:
        super().__init__(shell, games, screen)
        self.trainer = Trainer(self.refresh, lambda text: shell.notice.show(text, True))
        shell.events.polled.connect(self.trainer.poll)
        shell.events.closing.connect(self.trainer.close)
        command = shell.root.bind("<FocusIn>", self._window_activated, add="+")
        shell.events.closing.connect(lambda: shell.root.unbind("<FocusIn>", command))

    def _window_activated(self, event: tkinter.Event[tkinter.Misc]) -> None:
        """Read the attempts again when the user returns to the window, perhaps from the shell."""
        if event.widget is self.shell.root and self.on:
            self.trainer.read_again()

    # Opening and closing ----------------------------------------------------------------------------------------------

    def open(self) -> None:
        """Show the tab, or open it with all puzzles of the shown game."""
        if not self.show():
            self.practise(Choice(self.trainer.choice.game or self._usual_game()))

    def _usual_game(self) -> str:
        game = self.games.table.info.id
        return game if boards.find(game) is not None else next(iter(boards.titles().values()))

    def practise(self, choice: Choice) -> None:
        """Practise other puzzles, in a new tab if there is none."""
        another = self.table is not None and self.table.info.id != choice.game
        if another:
            self.trainer.leave_exercise()
        self.cover_game(choice.game, another)
        if self.trainer.sets is None:
            self.trainer.choice = choice
            self.trainer.load(lambda: self.trainer.choose(choice))
        else:
            self.trainer.choose(choice)

    def forget(self) -> None:
        """Leave the exercise."""
        super().forget()
        self.trainer.leave_exercise()

    # Widgets ----------------------------------------------------------------------------------------------------------

    def sync_widgets(self) -> None:
        """Show or hide the widgets, depending on the shown tab, and run or stop the time of the exercise."""
        super().sync_widgets()
        if self.trainer.exercise is not None:
            self.trainer.exercise.set_running(self.on)
        if self.on:
            self.trainer.read_again()

    def make_view(self) -> PuzzleView:
        """Return the widgets."""
        screen = self.screen
        assert screen.body is not None and screen.board is not None
        return PuzzleView(screen.body, self.shell, screen, screen.board, self.trainer)

    def title(self) -> str:
        """Return the title above the tab."""
        return words.title(words.PUZZLES, self.games.table.info.title)


class PracticeLayer(OwnLayer[PuzzleTab]):
    """The layer of the puzzle tab.

    Args:
        tab: The tab.
    """

    mode, in_mode, not_in_mode = "practice", words.IN_PRACTICE, words.NOT_PRACTISING

    def __init__(self, tab: PuzzleTab) -> None:
        super().__init__(tab)
        self.trainer = tab.trainer

    def tab_name(self, table: Table) -> str:
        """Return the text on the tab."""
        return words.tab(table.info.title)

    def live(self, table: Table) -> Live:
        """Return the position for screen readers."""
        return Live(self.sentence(table))

    def copied(self, table: Table) -> str | None:
        """Return the position as the seat knows it."""
        exercise = self.trainer.exercise
        return f"{exercise.puzzle.spec} {exercise.start.text()}" if exercise is not None else None

    def no_picture(self, table: Table) -> str:
        """Return that there is no puzzle to draw, or ""."""
        return "" if self.trainer.exercise is not None else words.NO_PUZZLE

    def undo(self, table: Table) -> Change:
        """Return the effect of Ctrl+Z: undo the last move of the answer."""
        exercise = self.trainer.exercise
        can = exercise is not None and exercise.can_undo

        def run() -> None:
            assert exercise is not None
            exercise.undo()
            self.tab.refresh()

        return Change(run, words.UNDO_MOVE, "" if can else words.NOTHING_UNDONE)

    def redo(self, table: Table) -> Change:
        """Return the effect of Ctrl+Y: make the last undone move again."""
        exercise = self.trainer.exercise
        can = exercise is not None and exercise.can_redo

        def run() -> None:
            assert exercise is not None and self.tab.view is not None
            self.tab.view.play(exercise.undone[-1], redone=True)

        return Change(run, words.REDO_MOVE, "" if can else words.NOTHING_REDONE)

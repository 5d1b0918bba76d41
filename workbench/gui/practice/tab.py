"""The tab with puzzles. It covers a game that nobody plays, in place of which the window shows a puzzle."""

from __future__ import annotations

import tkinter

import fastcore
from workbench import boards
from workbench.gui.board.board_view import BoardView
from workbench.gui.play.layers import Change, Height, Layer, Live
from workbench.gui.play.screen import Column, Screen
from workbench.gui.play.tabs import Tabs
from workbench.gui.practice import words
from workbench.gui.practice.trainer import Choice, Trainer
from workbench.gui.practice.view import PuzzleView
from workbench.gui.shell.shell import Shell
from workbench.records.seeds import new_seed
from workbench.table.setup import default_setup
from workbench.table.table import Table


class PuzzleTab:
    """The puzzle tab, of which a window has at most one.

    Args:
        shell: The window.
        games: The open games.
        screen: The widgets of the window.

    Attributes:
        table: The table of the game that the tab covers, or None while there is no tab.
        view: The widgets, or None while another tab is shown.
    """

    def __init__(self, shell: Shell, games: Tabs, screen: Screen) -> None:
        self.shell, self.games, self.screen = shell, games, screen
        self.trainer = Trainer(self.refresh, lambda text: shell.notice.show(text, True))
        self.table: Table | None = None
        self.view: PuzzleView | None = None
        self._placed: Column | None = None  # the column in its place on the screen
        self._begins = False  # whether the game that begins now is the covered one
        events = shell.events
        events.polled.connect(self.trainer.poll)
        events.game_shown.connect(self.sync_widgets)
        events.position_changed.connect(self._on_position)
        events.game_closed.connect(self._on_closed)
        events.closing.connect(self.trainer.close)
        shell.root.bind("<FocusIn>", self._window_activated, add="+")

    @property
    def on(self) -> bool:
        """Whether the shown tab has puzzles."""
        return self.table is not None and self.games.table is self.table

    def _window_activated(self, event: tkinter.Event[tkinter.Misc]) -> None:
        """Read the attempts again when the user returns to the window, perhaps from the shell."""
        if event.widget is self.shell.root and self.on:
            self.trainer.read_again()

    def covers(self, table: Table) -> bool:
        """Return whether a table belongs to the tab."""
        return table is self.table

    # Opening ----------------------------------------------------------------------------------------------------------

    def open(self) -> None:
        """Show the tab, or open it with all puzzles of the shown game."""
        if self.table is not None:
            self.games.show([game.table for game in self.games.open].index(self.table))
            return
        self.practise(Choice(self.trainer.choice.game or self._usual_game()))

    def _usual_game(self) -> str:
        game = self.games.table.info.id
        return game if boards.find(game) is not None else next(iter(boards.titles().values()))

    def practise(self, choice: Choice) -> None:
        """Practise other puzzles, in a new tab if there is none."""
        self._cover_game(choice.game)
        if self.trainer.sets is None:
            self.trainer.choice = choice
            self.trainer.load(lambda: self.trainer.choose(choice))
        else:
            self.trainer.choose(choice)

    def _cover_game(self, game: str) -> None:
        """Cover a game of this kind, so that the rules and the layout fit the puzzles."""
        setup = default_setup(game, new_seed())
        self._begins = True
        try:
            if self.table is None:
                self.games.begin(setup)
            else:
                if self.table.info.id != game:
                    self.trainer.leave_exercise()
                    self.table.begin(setup)
                self.games.show([playing.table for playing in self.games.open].index(self.table))
        finally:
            self._begins = False
        assert self.table is not None
        stored = self.games.of(self.table).stored
        assert stored is not None
        stored.is_placeholder = True
        self.table.bots.pause()
        self.games.show_again()

    def _on_position(self, table: Table, another: bool) -> None:
        if self._begins and another:
            self.table = table
        elif another and table is self.table:  # another game takes the tab
            self._forget()
            self.sync_widgets()

    def _on_closed(self, table: Table) -> None:
        if table is self.table:
            self._forget()

    def _forget(self) -> None:
        self.trainer.leave_exercise()
        self.table = None

    # Widgets ----------------------------------------------------------------------------------------------------------

    def sync_widgets(self) -> None:
        """Show or hide the widgets, depending on the shown tab."""
        if self.view is not None and not self.view.column.winfo_exists():
            self.view = self._placed = None  # the window was rebuilt
        on, game = self.on, self.games.table.info.id
        if self.view is not None and (not on or self.view.board is not self.screen.board):
            self._remove_widgets()
        if self.trainer.exercise is not None:
            self.trainer.exercise.set_running(on)
        if not on:
            if self.games.layers.mode(self.games.table) == "play":
                self.screen.top.modes.show("play_mode")
            return
        if self.view is None:
            self._add_widgets()
        assert self.view is not None
        self.view.choices.presser = self.view.move_input  # the covered game has just taken them
        self.screen.top.modes.show("")
        self.screen.top.set_title(words.title(words.PUZZLES, fastcore.info(game).title))
        self.shell.status.arrange_buttons("practice", "")
        self.shell.status.progress.show("", 0)
        self.refresh()
        self.trainer.read_again()

    def _add_widgets(self) -> None:
        screen = self.screen
        assert screen.body is not None and screen.board is not None
        screen.show_outcomes(self.games.table, ())
        screen.view.grid_remove()
        screen.cover.grid_remove()
        view = self.view = PuzzleView(screen.body, self.shell, screen, screen.board, self.trainer)
        for widget in (view.view, view.empty):  # keep the Tab order equal to the reading order
            widget.tk.call("lower", widget, self.shell.status)
        self._placed = Column(view.column, view.panels, view.choices, view.side, Height.PRACTICE)
        screen.show_column(self._placed)

    def _remove_widgets(self) -> None:
        view, placed = self.view, self._placed
        assert view is not None and placed is not None
        view.destroy()
        self.view = self._placed = None
        self.screen.view.grid()
        self.screen.remove_column(placed)

    def refresh(self) -> None:
        """Show the current puzzle if the tab is on the screen."""
        if self.on and self.view is not None and self.view.column.winfo_exists():
            self.view.refresh()


class PracticeLayer(Layer):
    """The layer of the puzzle tab, which hides the covered game.

    Args:
        tab: The tab.
    """

    height = Height.PRACTICE
    mode, in_mode, not_in_mode = "practice", words.IN_PRACTICE, words.NOT_PRACTISING
    tools = "practice"
    hides_game = own_marks = True

    def __init__(self, tab: PuzzleTab) -> None:
        self.tab, self.trainer = tab, tab.trainer

    def covers(self, table: Table) -> bool:
        """Return whether the table belongs to the puzzle tab."""
        return self.tab.covers(table)

    def sentence(self, table: Table) -> str:
        """Return the sentence about what to do."""
        return self.tab.view.sentence() if self.tab.view is not None else ""

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

    def focus(self, table: Table) -> tkinter.Misc | None:
        """Return the board, or a button if there is no puzzle."""
        return self.tab.view.focus_target if self.tab.view is not None else None

    def view(self, table: Table) -> BoardView | None:
        """Return the board of the puzzle."""
        return self.tab.view.view if self.tab.view is not None else None

    def no_picture(self, table: Table) -> str:
        """Return that there is no puzzle to draw, or ""."""
        return "" if self.trainer.exercise is not None else words.NO_PUZZLE

    def redraw(self, table: Table) -> bool:
        """Draw the puzzle again."""
        self.tab.refresh()
        return True

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

    def leave(self, table: Table) -> bool:
        """Deselect, or else focus the board. The tab stays open."""
        view = self.tab.view
        if view is not None and not view.move_input.cancel():
            view.focus_target.focus_set()
        return True

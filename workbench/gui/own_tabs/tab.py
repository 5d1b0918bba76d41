"""A tab that shows something else in place of a game. It covers a game that nobody plays."""

from __future__ import annotations

import tkinter
from abc import ABC, abstractmethod
from typing import Any, Generic, TypeVar

from workbench.gui.board.board_view import BoardView
from workbench.gui.own_tabs.view import OwnView
from workbench.gui.play.layers import Height, Layer
from workbench.gui.play.screen import Column, Screen
from workbench.gui.play.tabs import Tabs
from workbench.gui.shell.shell import Shell
from workbench.records.seeds import new_seed
from workbench.table.setup import default_setup
from workbench.table.table import Table

View = TypeVar("View", bound=OwnView)


class OwnTab(ABC, Generic[View]):
    """The tab, of which a window has at most one.

    Args:
        shell: The window.
        games: The open games.
        screen: The widgets of the window.

    Attributes:
        table: The table of the game that the tab covers, or None while there is no tab.
        view: The widgets, or None while another tab is shown.
    """

    height: Height  # of the layer, which decides the place of the column

    def __init__(self, shell: Shell, games: Tabs, screen: Screen) -> None:
        self.shell, self.games, self.screen = shell, games, screen
        self.table: Table | None = None
        self.view: View | None = None
        self._placed: Column | None = None  # the column in its place on the screen
        self._begins = False  # whether the game that begins now is the covered one
        shell.events.game_shown.connect(self.sync_widgets)
        shell.events.position_changed.connect(self._on_position)
        shell.events.game_closed.connect(self._on_closed)

    # What each kind of tab defines ------------------------------------------------------------------------------------

    @abstractmethod
    def make_view(self) -> View:
        """Return new widgets. The screen has a body and a board."""

    @abstractmethod
    def title(self) -> str:
        """Return the title above the tab."""

    def forget(self) -> None:
        """Drop the contents, because the tab was closed or another game takes it."""
        self.table = None

    def is_current(self, view: View) -> bool:
        """Return whether widgets still belong to the contents."""
        return view.board is self.screen.board

    # Opening and closing ----------------------------------------------------------------------------------------------

    @property
    def on(self) -> bool:
        """Whether the tab is shown."""
        return self.table is not None and self.games.table is self.table

    def covers(self, table: Table) -> bool:
        """Return whether a table belongs to the tab."""
        return table is self.table

    def show(self) -> bool:
        """Show the tab. Return False if there is none."""
        if self.table is None:
            return False
        self.games.show(self.games.tables.index(self.table))
        return True

    def cover_game(self, spec: str, again: bool = True) -> None:
        """Show the tab, in which a game of this spec is covered, so that the rules and the layout fit.

        Args:
            spec: The game with its options.
            again: Whether the game begins again if there is a tab already.
        """
        self._begins = True
        try:
            if self.table is None:
                self.games.begin(default_setup(spec, new_seed()))
            else:
                if again:
                    self.table.begin(default_setup(spec, new_seed()))
                self.show()
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
            self.forget()
            self.sync_widgets()

    def _on_closed(self, table: Table) -> None:
        if table is self.table:
            self.forget()

    # Widgets ----------------------------------------------------------------------------------------------------------

    def sync_widgets(self) -> None:
        """Show or hide the widgets, depending on the shown tab."""
        if self.view is not None and not self.view.column.winfo_exists():
            self.view = self._placed = None  # the window was rebuilt
        if self.view is not None and not (self.on and self.is_current(self.view)):
            self.remove_widgets()
        if not self.on:
            if self.games.layers.mode(self.games.table) == "play":
                self.screen.top.modes.show("play_mode")
            return
        if self.view is None:
            self.add_widgets()
        assert self.view is not None
        self.view.choices.presser = self.view.move_input  # the covered game has just taken them
        self.screen.top.modes.show("")
        self.screen.top.set_title(self.title())
        self.shell.status.arrange_buttons("practice", "")
        self.shell.status.progress.show("", 0)
        self.refresh()

    def add_widgets(self) -> None:
        """Add new widgets in place of the board of the game."""
        screen = self.screen
        screen.show_outcomes(self.games.table, ())
        screen.view.grid_remove()
        screen.cover.grid_remove()
        view = self.view = self.make_view()
        for widget in view.middle:  # keep the Tab order equal to the reading order
            widget.tk.call("lower", widget, self.shell.status)
        self._placed = Column(view.column, view.panels, view.choices, view.side, self.height)
        screen.show_column(self._placed)

    def remove_widgets(self) -> None:
        """Remove the widgets, if there are any, and show the board of the game again."""
        view, placed = self.view, self._placed
        self.view = self._placed = None
        if view is None or placed is None or not view.column.winfo_exists():
            return
        view.destroy()
        self.screen.remove_column(placed)
        if not self.games.layers.hides(self.games.table) or self.on:
            self.screen.view.grid()

    def refresh(self) -> None:
        """Show the contents if the tab is on the screen."""
        if self.on and self.view is not None and self.view.column.winfo_exists():
            self.view.refresh()


Tab = TypeVar("Tab", bound=OwnTab[Any])


class OwnLayer(Layer, Generic[Tab]):
    """The layer of the tab, which hides the covered game.

    Args:
        tab: The tab.
    """

    tools = "practice"
    hides_game = own_marks = True

    def __init__(self, tab: Tab) -> None:
        self.tab, self.height = tab, tab.height

    def covers(self, table: Table) -> bool:
        """Return whether a table belongs to the tab."""
        return self.tab.covers(table)

    def sentence(self, table: Table) -> str:
        """Return the sentence about what to do."""
        return self.tab.view.sentence() if self.tab.view is not None else ""

    def focus(self, table: Table) -> tkinter.Misc | None:
        """Return the widget that gets the focus."""
        return self.tab.view.focus_target if self.tab.view is not None else None

    def view(self, table: Table) -> BoardView | None:
        """Return the board."""
        return self.tab.view.view if self.tab.view is not None else None

    def redraw(self, table: Table) -> bool:
        """Draw the contents again."""
        self.tab.refresh()
        return True

    def leave(self, table: Table) -> bool:
        """Deselect, or else focus the widget in the middle. The tab stays open."""
        view = self.tab.view
        if view is not None and not view.cancel():
            view.focus_target.focus_set()
        return True

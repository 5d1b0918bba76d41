"""The tab of a real table. It covers a game that nobody plays, in place of which the window shows the table."""

from __future__ import annotations

import tkinter
from functools import partial
from pathlib import Path

from workbench import boards
from workbench.companion.companion import Companion
from workbench.gui.board.board_view import BoardView
from workbench.gui.companion import words
from workbench.gui.companion.desk import Desk
from workbench.gui.companion.view import TableView
from workbench.gui.play.layers import Change, Height, Layer, Live
from workbench.gui.play.screen import Column, Screen
from workbench.gui.play.tabs import Tabs
from workbench.gui.shell.shell import Shell
from workbench.records.schema import Record
from workbench.records.seeds import new_seed
from workbench.storage.library import Library
from workbench.table.setup import default_setup
from workbench.table.table import Table


class CompanionTab:
    """The tab of a real table, of which a window has at most one.

    Args:
        shell: The window.
        games: The open games.
        screen: The widgets of the window.

    Attributes:
        table: The table of the game that the tab covers, or None while there is no tab.
        desk: The real table, or None while there is no tab.
        view: The widgets, or None while another tab is shown.
        covered: Whether everything is hidden.
    """

    def __init__(self, shell: Shell, games: Tabs, screen: Screen) -> None:
        self.shell, self.games, self.screen = shell, games, screen
        self.table: Table | None = None
        self.desk: Desk | None = None
        self.view: TableView | None = None
        self.covered = False
        self.person = ""  # the name of the person to whom the laptop is passed, or ""
        self._passing = False  # whether the list of the next person is being made
        self._placed: Column | None = None  # the column in its place on the screen
        self._begins = False  # whether the game that begins now is the covered one
        events = shell.events
        events.polled.connect(self._poll)
        events.game_shown.connect(self.sync_widgets)
        events.position_changed.connect(self._on_position)
        events.game_closed.connect(self._on_closed)
        events.closing.connect(self._forget)

    @property
    def on(self) -> bool:
        """Whether the shown tab has a real table."""
        return self.table is not None and self.games.table is self.table

    def covers(self, table: Table) -> bool:
        """Return whether a table belongs to the tab."""
        return table is self.table

    def _poll(self) -> None:
        if self.desk is not None:
            self.desk.poll()

    # Opening and closing ----------------------------------------------------------------------------------------------

    def open(self, companion: Companion, person: str = "") -> None:
        """Show a real table, in a new tab if there is none.

        Args:
            companion: The table.
            person: The name of the person who must confirm that they have the laptop, or "".
        """
        setup = default_setup(companion.spec, new_seed())
        if self.desk is not None:
            self.desk.close()
        self._remove_widgets()
        self.desk, self.covered, self._begins = Desk(companion, self.refresh), bool(person), True
        self.person, self._passing = person, False
        try:
            if self.table is None:
                self.games.begin(setup)
            else:
                self.table.begin(setup)
                self.games.show(self.games.tables.index(self.table))
        finally:
            self._begins = False
        assert self.table is not None
        stored = self.games.of(self.table).stored
        assert stored is not None
        stored.is_placeholder = True
        self.table.bots.pause()
        self.games.show_again()

    def show(self) -> bool:
        """Show the tab. Return False if there is none."""
        if self.table is None:
            return False
        self.games.show(self.games.tables.index(self.table))
        return True

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
        if self.desk is not None:
            self.desk.close()
        self.table = self.desk = None

    # Widgets ----------------------------------------------------------------------------------------------------------

    def sync_widgets(self) -> None:
        """Show or hide the widgets, depending on the shown tab."""
        if self.view is not None and not self.view.column.winfo_exists():
            self.view = self._placed = None  # the window was rebuilt
        on = self.on and self.desk is not None
        if self.view is not None and not (
            on and self.view.board is self.screen.board and self.view.desk is self.desk
        ):  # fmt: skip
            self._remove_widgets()
        if not on:
            if self.games.layers.mode(self.games.table) == "play":
                self.screen.top.modes.show("play_mode")
            return
        if self.view is None:
            self._add_widgets()
        assert self.view is not None and self.table is not None
        self.view.choices.presser = self.view.move_input  # the covered game has just taken them
        self.screen.top.modes.show("")
        self.screen.top.set_title(words.tab(self.table.info.title))
        self.shell.status.arrange_buttons("practice", "")
        self.shell.status.progress.show("", 0)
        self.refresh()

    def _add_widgets(self) -> None:
        screen, desk = self.screen, self.desk
        assert screen.body is not None and screen.board is not None and desk is not None
        screen.show_outcomes(self.games.table, ())
        screen.view.grid_remove()
        screen.cover.grid_remove()
        view = self.view = TableView(screen.body, self.shell, screen, screen.board, desk, self.uncover)
        for widget in (view.view, view.curtain, view.hand_over):  # keep the Tab order equal to the reading order
            widget.tk.call("lower", widget, self.shell.status)
        self._placed = Column(view.column, [], view.choices, view.side, Height.COMPANION)
        screen.show_column(self._placed)
        view.set_covered(self.covered, self.person)

    def _remove_widgets(self) -> None:
        view, placed = self.view, self._placed
        self.view = self._placed = None
        if view is None or placed is None or not view.column.winfo_exists():
            return
        view.destroy()
        self.screen.remove_column(placed)
        if not self.games.layers.hides(self.games.table) or self.on:
            self.screen.view.grid()

    def refresh(self) -> None:
        """Show the table if the tab is on the screen."""
        if self.on and self.view is not None and self.view.column.winfo_exists():
            self.view.refresh()

    def set_covered(self, covered: bool, person: str = "") -> None:
        """Cover the table, for a person to whom the laptop is passed or for anybody, or show it again."""
        self.covered, self.person = covered, person
        if self.view is not None:
            self.view.set_covered(covered, person)
            self.refresh()

    # Passing the laptop -----------------------------------------------------------------------------------------------

    def choose_next(self) -> None:
        """Let the person choose to whom they pass the laptop."""
        if self.view is not None:
            self.view.choose_seat(self.pass_to)

    def pass_to(self, seat: int) -> None:
        """Cover the table, and show the list of another player when they confirm that they have the laptop."""
        desk, view = self.desk, self.view
        if desk is None or view is None:
            return
        person = view.seat_name(seat)
        self.set_covered(True, person)
        self._passing = True

        def failed(error: ValueError) -> None:
            self._passing = False
            self.uncover()
            self.shell.notice.show(str(error), True)

        desk.pass_to(seat, lambda companion: self.open(companion, person), failed)

    def uncover(self) -> None:
        """Show the table again, unless it still is that of the person who passes the laptop."""
        if not self._passing:
            self.set_covered(False)

    # The end ----------------------------------------------------------------------------------------------------------

    def finish(self, whole: bool = True) -> None:
        """Make the record of the game, save it and open it. Ask for the true hands if they are not known yet."""
        desk = self.desk
        if desk is None:
            return
        self.shell.status.show_detail(words.MAKING, False)

        def failed(error: ValueError) -> None:
            scene = desk.scene
            if self.desk is desk and scene is not None and scene.fault is None and whole:
                self._ask_true_hands(str(error))
            else:
                self.shell.notice.show(str(error), True)

        desk.finish(whole, partial(self._save, desk), failed)
        desk.run(lambda _: None)

    def _ask_true_hands(self, reason: str) -> None:
        from workbench.gui.companion.true_hands import TrueHands  # imported here because importing it slows start-up

        shell, desk = self.shell, self.desk
        if self.covered or desk is None:
            return

        def accept(text: str) -> None:
            desk.add_facts(text)
            self.finish()

        as_seen = partial(self.finish, False) if desk.companion.seat is not None else None
        shell.pages.show("true_hands", lambda: TrueHands(shell.root, shell.look, reason, accept, as_seen))

    def _save(self, desk: Desk, record: Record) -> None:
        def opened(file: Path) -> None:
            desk.finished = True
            self.games.open_item(file)
            self.shell.notice.show(words.OPENED)

        def failed(error: ValueError) -> None:
            self.shell.notice.show(str(error), True)

        self.shell.background.run(partial(Library().save, record), opened, failed)


class CompanionLayer(Layer):
    """The layer of the tab, which hides the covered game.

    Args:
        tab: The tab.
    """

    height = Height.COMPANION
    mode, in_mode, not_in_mode = "companion", words.IN_COMPANION, words.NO_TABLE
    tools = "practice"
    hides_game = own_marks = True

    def __init__(self, tab: CompanionTab) -> None:
        self.tab = tab

    def covers(self, table: Table) -> bool:
        """Return whether the table belongs to the tab."""
        return self.tab.covers(table)

    def sentence(self, table: Table) -> str:
        """Return the sentence about what happens next."""
        if self.tab.covered:
            return words.COVERED
        return self.tab.view.sentence() if self.tab.view is not None else ""

    def tab_name(self, table: Table) -> str:
        """Return the text on the tab, which says nothing about the game."""
        return words.tab(table.info.title)

    def live(self, table: Table) -> Live:
        """Return the position for screen readers."""
        desk, sentence = self.tab.desk, self.sentence(table)
        if desk is None or desk.scene is None or self.tab.covered:
            return Live(sentence)
        return Live(sentence, boards.text_board(desk.scene.point), [row.sentence for row in desk.scene.rows[-3:]])

    def copied(self, table: Table) -> str:
        """Return the position as the seat knows it, or "" while it is covered."""
        desk = self.tab.desk
        if desk is None or desk.scene is None or self.tab.covered:
            return ""
        return f"{desk.scene.point.spec} {desk.scene.point.text()}"

    def focus(self, table: Table) -> tkinter.Misc | None:
        """Return the field of the entry, or the button of the cover."""
        return self.tab.view.focus_target if self.tab.view is not None else None

    def view(self, table: Table) -> BoardView | None:
        """Return the board."""
        return self.tab.view.view if self.tab.view is not None else None

    def no_picture(self, table: Table) -> str:
        """Return that the board is covered, or ""."""
        return words.COVERED if self.tab.covered else ""

    def redraw(self, table: Table) -> bool:
        """Draw the table again."""
        self.tab.refresh()
        return True

    def undo(self, table: Table) -> Change:
        """Return the effect of Ctrl+Z: undo the last change of the list."""
        return self._change(Companion.undo, words.UNDO)

    def redo(self, table: Table) -> Change:
        """Return the effect of Ctrl+Y: make the last undone change again."""
        return self._change(Companion.redo, words.REDO)

    def _change(self, action: object, text: str) -> Change:
        desk = self.tab.desk

        def run() -> None:
            if desk is not None and callable(action):
                desk.run(action)

        return Change(run, text, words.COVERED if self.tab.covered else "")

    def leave(self, table: Table) -> bool:
        """Stop writing a line or deselect, or else focus the entry. The tab stays open."""
        view = self.tab.view
        if view is not None and not (view.entry.cancel() or view.move_input.cancel()):
            view.focus_target.focus_set()
        return True

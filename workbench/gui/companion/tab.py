"""The tab of a real table. It covers a game that nobody plays, in place of which the window shows the table."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from workbench import boards
from workbench.companion.companion import Companion
from workbench.gui.companion import words
from workbench.gui.companion.desk import Desk
from workbench.gui.companion.view import TableView
from workbench.gui.own_tabs.tab import OwnLayer, OwnTab
from workbench.gui.play.layers import Change, Height, Live
from workbench.gui.play.screen import Screen
from workbench.gui.play.tabs import Tabs
from workbench.gui.shell.shell import Shell
from workbench.records.schema import Record
from workbench.storage.library import Library
from workbench.table.table import Table


class CompanionTab(OwnTab[TableView]):
    """The tab of a real table.

    Args:
        shell: The window.
        games: The open games.
        screen: The widgets of the window.

    Attributes:
        desk: The real table, or None while there is no tab.
        covered: Whether everything is hidden.
    """

    height = Height.COMPANION

    def __init__(self, shell: Shell, games: Tabs, screen: Screen) -> None:
        super().__init__(shell, games, screen)
        self.desk: Desk | None = None
        self.covered = False
        self.person = ""  # the name of the person to whom the laptop is passed, or ""
        self._passing = False  # whether the list of the next person is being made
        shell.events.polled.connect(self._poll)
        shell.events.closing.connect(self.forget)

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
        if self.desk is not None:
            self.desk.close()
        self.remove_widgets()
        self.desk, self.covered = Desk(companion, self.refresh), bool(person)
        self.person, self._passing = person, False
        self.cover_game(companion.spec)

    def forget(self) -> None:
        """Close the list."""
        super().forget()
        if self.desk is not None:
            self.desk.close()
        self.desk = None

    # Widgets ----------------------------------------------------------------------------------------------------------

    def make_view(self) -> TableView:
        """Return the widgets, covered if the table is."""
        screen, desk = self.screen, self.desk
        assert screen.body is not None and screen.board is not None and desk is not None
        return TableView(screen.body, self.shell, screen, screen.board, desk, self.uncover)

    def add_widgets(self) -> None:
        """Add the widgets, covered if the table is."""
        super().add_widgets()
        assert self.view is not None
        self.view.set_covered(self.covered, self.person)

    def is_current(self, view: TableView) -> bool:
        """Return whether the widgets show this table."""
        return super().is_current(view) and view.desk is self.desk

    def title(self) -> str:
        """Return the title above the tab, which says nothing about the game."""
        assert self.table is not None
        return words.tab(self.table.info.title)

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
        view.hand_over.button.configure(state="disabled")  # until the list is ready
        self.shell.status.show_detail(words.LOADING, False)

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
        help = words.true_help(desk.companion.cursor.table.example_facts())
        shell.pages.show("true_hands", lambda: TrueHands(shell.root, shell.look, reason, help, accept, as_seen))

    def _save(self, desk: Desk, record: Record) -> None:
        def opened(file: Path) -> None:
            desk.finished = True
            self.games.open_item(file)
            self.shell.notice.show(words.OPENED)

        def failed(error: ValueError) -> None:
            self.shell.notice.show(str(error), True)

        self.shell.background.run(partial(Library().save, record), opened, failed)


class CompanionLayer(OwnLayer[CompanionTab]):
    """The layer of the tab."""

    mode, in_mode, not_in_mode = "companion", words.IN_COMPANION, words.NO_TABLE

    def sentence(self, table: Table) -> str:
        """Return the sentence about what happens next."""
        if self.tab.covered:
            return words.COVERED
        return super().sentence(table)

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

    def no_picture(self, table: Table) -> str:
        """Return that the board is covered, or ""."""
        return words.COVERED if self.tab.covered else ""

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

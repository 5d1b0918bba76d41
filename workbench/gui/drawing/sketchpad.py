"""The drawings on the shown position: adding, removing and showing them."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from bots.report import Mark
from workbench.boards.kit.drawn import COLOURS, Drawing, drawings, toggled, without_drawings
from workbench.game.move_tree import SignedMark
from workbench.gui.board.board_view import BoardView
from workbench.gui.drawing import words
from workbench.gui.play import reasons
from workbench.gui.play.screen import Screen
from workbench.gui.play.tabs import Tabs
from workbench.gui.shell.shell import Shell
from workbench.seen.seen_tree import Visible

GREEN, RED, BLUE, YELLOW = COLOURS


class Sketchpad:
    """The drawings on the shown position. They belong to its move, and to the person who drew them.

    `start` is the spot where an arrow was begun by keyboard, or "", and `pen` the colour without modifier keys.
    """

    def __init__(self, shell: Shell, games: Tabs, screen: Screen) -> None:
        self.shell, self.games, self.screen = shell, games, screen
        self.start, self.pen = "", GREEN
        events = shell.events
        events.rebuilt.connect(self._attach)
        events.settling.connect(self.cancel)
        events.settled.connect(self.show)
        events.tree_changed.connect(self.show)
        events.spot_pointed.connect(lambda *_: self._preview())
        events.screen_covered.connect(self._cover)

    @property
    def view(self) -> BoardView | None:
        """The drawn board, or None if the game is shown as text."""
        return self.screen.view if isinstance(self.screen.view, BoardView) else None

    @property
    def cursor(self) -> str:
        """The spot under the keyboard's cursor, or ""."""
        return self.view.cursor if self.view is not None else ""

    def _attach(self) -> None:
        """Let people draw on the board of a new layout."""
        self.start = ""
        if self.view is not None:
            self.view.drawer = self

    # Display ----------------------------------------------------------------------------------------------------------

    def _marks(self) -> Visible[SignedMark]:
        """Return the marks at the shown position, for the person at the screen."""
        table = self.games.table
        return table.browsing.visible_tree(table.screen.viewer).marks_at(table.browsing.shown_node)

    def drawn(self) -> tuple[Drawing, ...]:
        """Return the drawings on the shown position that the person at the screen may see."""
        table = self.games.table
        if reasons.covered(table) or self.games.layers.replays(table):
            return ()
        return drawings(signed.mark for signed in self._marks().read)

    def show(self) -> None:
        """Show the drawings of the shown position."""
        if self.view is not None and not self.games.layers.hides(self.games.table):
            self.view.drawn.show(self.drawn())

    def _cover(self) -> None:
        self.cancel()
        if self.view is not None:
            self.view.drawn.show(())

    def _preview(self) -> None:
        """Show the arrow that was begun by keyboard, up to the cursor."""
        if self.start and self.view is not None:
            end = self.cursor
            spots = (self.start, end) if end and end != self.start else (self.start,)
            self.view.show_preview(Drawing(self.pen, spots))

    # Drawing ----------------------------------------------------------------------------------------------------------

    def colour(self, control: bool, alt: bool) -> str:
        """Return the colour of a drawing with these modifier keys."""
        return {(True, False): RED, (False, True): BLUE, (True, True): YELLOW}.get((control, alt), self.pen)

    def add(self, drawing: Drawing) -> None:
        """Add a drawing to the shown position, or remove it if it is there already."""
        if not self.why_not():
            self._change(lambda marks: toggled(marks, drawing))

    def clear(self) -> None:
        """Remove all drawings from the shown position."""
        self._change(without_drawings)

    def _change(self, change: Callable[[Sequence[Mark]], tuple[Mark, ...]]) -> None:
        table, (node, read, covered) = self.games.table, self._marks()
        marks, by = change([signed.mark for signed in read]), table.screen.viewer
        table.revise(lambda: table.session.document.annotations.set_marks(node, marks, by, covered))
        self.show()

    def draw_arrow(self) -> None:
        """Begin an arrow at the cursor, or end it there. At its start, cancel it."""
        start, end = self.start, self.cursor
        self.cancel()
        if not start:
            self.start = end
            self._preview()
            key = self.shell.commands["draw_arrow"].key
            self.shell.status.show_detail(words.begun(end, key), False)
        elif start != end:
            self.add(Drawing(self.pen, (start, end)))

    def draw_circle(self) -> None:
        """Circle the spot under the cursor, or remove the circle."""
        self.add(Drawing(self.pen, (self.cursor,)))

    def circled(self) -> bool:
        """Return whether the spot under the cursor has a circle in the current colour."""
        return bool(self.cursor) and Drawing(self.pen, (self.cursor,)) in self.drawn()

    def cancel(self) -> bool:
        """Cancel an arrow that was begun by keyboard. Return False if there was none."""
        begun, self.start = bool(self.start), ""
        if begun:
            self.shell.status.show_detail("", False)
            if self.view is not None:
                self.view.show_preview(None)
        return begun

    def next_colour(self) -> None:
        """Draw in the next colour from now on."""
        self.pen = COLOURS[(COLOURS.index(self.pen) + 1) % len(COLOURS)]
        self._preview()
        self.shell.status.show_detail(words.colour(self.pen), False)

    # Reasons why commands are unavailable -----------------------------------------------------------------------------

    def why_not(self) -> str:
        """Return why nothing can be drawn now, or ""."""
        return reasons.no_board(self.view) or reasons.covered(self.games.table)

    def no_cursor(self) -> str:
        """Return why nothing can be drawn by keyboard, or ""."""
        return self.why_not() or ("" if self.cursor else words.NO_CURSOR)

    def no_clearing(self) -> str:
        """Return why no drawings can be removed, or ""."""
        return self.why_not() or ("" if self.drawn() else words.NO_DRAWINGS)

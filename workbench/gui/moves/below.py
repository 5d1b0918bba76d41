"""What stands below the moves: why a bot moved, the value graph, or nothing, as the settings ask and there is room."""

from __future__ import annotations

from tkinter import ttk
from typing import TYPE_CHECKING

from workbench.boards.kit.contract import Board
from workbench.game.values import stands
from workbench.gui.moves import words
from workbench.gui.moves.value_graph import ValueGraph
from workbench.gui.moves.why import why_advised, why_moved
from workbench.gui.moves.why_card import WhyCard
from workbench.gui.shell.commands import Command

if TYPE_CHECKING:
    from collections.abc import Sequence

    from workbench.gui.window import Window

WHY = 196  # the least height of the reasons at 100 %
REST_MS = 15  # between two pieces of work on the values of a long game
MOVES = 160  # and of the moves above the graph: four lines of them can be read


def register(window: Window) -> None:
    """The commands that show and hide both."""

    def graph() -> None:
        window.shell.settings.graph = window.screen.dock.put_away() or not window.shell.settings.graph or window.shell.settings.why
        window.shell.settings.why = False
        window.screen.below.lay_out()

    def why() -> None:
        window.shell.settings.why = window.screen.dock.put_away() or not window.shell.settings.why
        window.screen.below.lay_out()

    add = window.shell.commands.add
    no_room = lambda: "" if window.screen.body is not None and window.screen.below.fits else words.NO_ROOM  # noqa: E731
    add(Command(
        "graph", "view", "Value graph",
        "Show how the game looked after every turn, by the bots' own values, by analyses and by the evaluation", graph,
        ("V",), no_room, lambda: window.shell.settings.graph and not (window.shell.settings.why or window.screen.dock.kind), group=2,
    ))
    add(Command(
        "why", "bot", words.WHY, "Show a bot's own reasons for its last move, or for the one that is shown", why, ("W",),
        on=lambda: window.shell.settings.why and not window.screen.dock.kind, group=1,
    ))


class Below:
    """The reasons stand in the place of the graph while they are wanted."""

    def __init__(self, window: Window, column: ttk.Frame, row: int, sides: Sequence[str], width: int, roomy: bool) -> None:
        self.window, self.column, self.row, self.roomy = window, column, row, roomy
        self.shell, self.games, self.screen = window.shell, window.games, window.screen
        self.shown: tuple[object, ...] = ()  # what is shown below
        self.waiting = ""  # the timer of what goes on with the values
        self.crowded = False  # something else needs the room of the graph
        self.placed = roomy  # whether there was room for it when it was placed
        colours = (window.screen.board or Board).seat_colours
        self.graph = ValueGraph(column, window.shell.look, sides, colours, width, lambda node: window.stepping.go(node), lambda value: stands(window.games.table.session, value))
        self.why = WhyCard(column, window.shell.look, lambda: window.shell.commands.run("why"))
        self._place()
        for part in (column, window.screen.moves.frame, self.why.frame):  # any of them may come last to its place
            part.bind("<Configure>", lambda _: self._make_room(), add="+")

    def lay_out(self) -> None:
        """Show what is wanted now."""
        self._place()
        self.screen.sheet.again()
        self.show()

    def give_way(self, crowded: bool) -> None:
        """Leave the graph's room to what stands above, or take it again."""
        if crowded != self.crowded:
            self.crowded = crowded
            self.lay_out()

    def _place(self) -> None:
        settings, px = self.shell.settings, self.shell.look.px
        self.placed = self.fits
        for part, wanted in ((self.why, settings.why), (self.graph, settings.graph and self.placed and not (settings.why or self.crowded))):
            if wanted:
                part.frame.grid(row=self.row, sticky="nsew", pady=(px(12), 0))
            else:
                part.frame.grid_remove()
        self._make_room()

    @property
    def fits(self) -> bool:
        """Whether there is room for the graph below the moves."""
        high, px = self.column.winfo_height(), self.shell.look.px
        if not self.roomy or high <= 1:
            return self.roomy
        _, top, _, _ = self.column.grid_bbox(0, self.row - 1) or (0, 0, 0, 0)
        _, _, _, choices = self.column.grid_bbox(0, self.row + 1) or (0, 0, 0, 0)
        return high - top - choices - self.graph.frame.winfo_reqheight() - px(12) >= px(MOVES)

    def _make_room(self) -> None:
        """The reasons need some height: all that is left below the other cards, where that is less. The graph needs more than
        the moves can spare where there are many cards."""
        if self.fits != self.placed:
            self.lay_out()
            return
        why, high = self.shell.settings.why, self.column.winfo_height()
        _, top, _, _ = self.column.grid_bbox(0, self.row - 1) or (0, 0, 0, 0)
        _, _, _, choices = self.column.grid_bbox(0, self.row + 1) or (0, 0, 0, 0)
        left = high - top - choices if high > 1 else 0
        least = min(self.shell.look.px(WHY), left) if left > 0 else self.shell.look.px(WHY)
        self.column.rowconfigure(self.row, weight=int(why), minsize=least if why else 0)

    def _go_on(self) -> None:
        """The values of a long game come piece by piece, so that the window waits for none."""
        self.waiting = ""
        if self.column.winfo_exists() and self.screen.below is self:
            self.shown = ()
            self.show()

    def show(self) -> None:
        """Show the game as it is looked at."""
        window, table = self.window, self.games.table
        placed = self.graph.frame.winfo_manager(), self.why.frame.winfo_manager()
        now = (window.stepping.state(), table.bots.advice, window.games.shown.hints.told, *placed)
        if now == self.shown:
            return
        self.shown = now
        if self.graph.frame.winfo_manager():
            values, shown = window.stepping.values()
            self.graph.show(values, shown, window.review_desk.dots(values))
            if table.curve.more and not self.waiting:
                self.waiting = self.column.after(REST_MS, self._go_on)
        if self.why.frame.winfo_manager():
            advice = table.bots.advice
            if advice is not None and window.games.shown.hints.told:
                self.why.show(why_advised(window.games.shown.point, advice))
            else:
                self.why.show(why_moved(table.session, table.screen, table.browsing.at))

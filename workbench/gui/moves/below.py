"""What stands below the moves: why a bot moved, the value graph, or nothing, as the settings ask and there is room."""

from __future__ import annotations

from workbench.boards.kit.contract import Board
from workbench.game.values import stands
from workbench.gui.moves.card import MovesCard
from workbench.gui.moves.markers import Markers
from workbench.gui.moves.stepping import Stepping
from workbench.gui.moves.value_graph import ValueGraph
from workbench.gui.moves.why import why_advised, why_moved
from workbench.gui.moves.why_card import WhyCard
from workbench.gui.play.screen import Place, Screen
from workbench.gui.play.tabs import Tabs
from workbench.gui.shell.shell import Shell

WHY = 196  # the least height of the reasons at 100 %
REST_MS = 15  # between two pieces of work on the values of a long game
MOVES = 160  # pixels at 100 % for the moves above the graph: enough for four lines


class Below:
    """The value graph, or the reasons in its place if the user wants them. `card` holds the moves above."""

    def __init__(
        self,
        shell: Shell,
        games: Tabs,
        screen: Screen,
        stepping: Stepping,
        markers: Markers,
        card: MovesCard,
        place: Place,
    ) -> None:
        self.shell, self.games, self.stepping, self.markers = shell, games, stepping, markers
        self.column, self.row, self.roomy = place.parent, place.row, screen.frame.charted
        self.shown: tuple[object, ...] = ()  # what is shown below
        self.waiting = ""  # the timer of what goes on with the values
        self.crowded = False  # something else needs the room of the graph
        self.placed = self.roomy  # whether there was room for it when it was placed
        self.wanted = self._wanted  # what the settings asked for then
        colours = (screen.board or Board).seat_colours
        self.graph = ValueGraph(
            self.column, shell.look, place.sides, colours, place.width, stepping.go,
            lambda value: stands(games.table.session, value),
        )  # fmt: skip
        self.why = WhyCard(self.column, shell.look, lambda: shell.commands.run("why"))
        self._place()
        for part in (self.column, card.frame, self.why.frame):  # any of them may come last to its place
            part.bind("<Configure>", lambda _: self._make_room(), add="+")

    @property
    def _wanted(self) -> tuple[bool, bool]:
        return self.shell.settings.why, self.shell.settings.graph

    def lay_out(self) -> None:
        """Show what is wanted now."""
        self._place()
        self.shell.events.rearranged.tell()
        self.show()

    def give_way(self, crowded: bool) -> None:
        """Leave the graph's room to what stands above, or take it again."""
        if crowded != self.crowded:
            self.crowded = crowded
            self.lay_out()

    def _place(self) -> None:
        settings, px = self.shell.settings, self.shell.look.px
        self.placed, self.wanted = self.fits, self._wanted
        graph = settings.graph and self.placed and not (settings.why or self.crowded)
        for frame, wanted in ((self.why.frame, settings.why), (self.graph.frame, graph)):
            if wanted:
                frame.grid(row=self.row, sticky="nsew", pady=(px(12), 0))
            else:
                frame.grid_remove()
        self._make_room()

    @property
    def fits(self) -> bool:
        """Whether there is room for the graph below the moves."""
        if not self.roomy or self.column.winfo_height() <= 1:
            return self.roomy
        px = self.shell.look.px
        return self._left - self.graph.frame.winfo_reqheight() - px(12) >= px(MOVES)

    @property
    def _left(self) -> int:
        """The height left by the cards above and the choices."""
        _, top, _, _ = self.column.grid_bbox(0, self.row - 1) or (0, 0, 0, 0)
        _, _, _, choices = self.column.grid_bbox(0, self.row + 1) or (0, 0, 0, 0)
        return self.column.winfo_height() - top - choices

    def _make_room(self) -> None:
        """The reasons need some height: all that is left below the other cards, where that is less. The graph needs
        more than the moves can spare where there are many cards."""
        if self.fits != self.placed:
            self.lay_out()
            return
        why = self.shell.settings.why
        left = self._left if self.column.winfo_height() > 1 else 0
        least = min(self.shell.look.px(WHY), left) if left > 0 else self.shell.look.px(WHY)
        self.column.rowconfigure(self.row, weight=int(why), minsize=least if why else 0)

    def _go_on(self) -> None:
        """The values of a long game come piece by piece, so that the window waits for none."""
        self.waiting = ""
        if self.column.winfo_exists():
            self.shown = ()
            self.show()

    def show(self) -> None:
        """Show the game as it is looked at."""
        if self._wanted != self.wanted:
            self.lay_out()
            return
        table, hints = self.games.table, self.games.shown.hints
        placed = self.graph.frame.winfo_manager(), self.why.frame.winfo_manager()
        now = (self.stepping.state(), table.bots.advice, hints.told, *placed)
        if now == self.shown:
            return
        self.shown = now
        if self.graph.frame.winfo_manager():
            values, shown = self.stepping.values()
            self.graph.show(values, shown, self.markers.dots(values))
            if table.curve.more and not self.waiting:
                self.waiting = self.column.after(REST_MS, self._go_on)
        if self.why.frame.winfo_manager():
            advice = table.bots.advice
            if advice is not None and hints.told:
                self.why.show(why_advised(self.games.shown.point, advice))
            else:
                self.why.show(why_moved(table.session, table.screen, table.browsing.at))

"""The area below the moves: a bot's reasons, the value graph, or nothing."""

from __future__ import annotations

from workbench.boards.kit.contract import Board
from workbench.game.values import turn_name
from workbench.gui.moves.card import MovesCard
from workbench.gui.moves.markers import Markers
from workbench.gui.moves.stepping import Stepping
from workbench.gui.moves.value_graph import ValueGraph
from workbench.gui.moves.why import advice_reasons, move_reasons
from workbench.gui.moves.why_card import WhyCard
from workbench.gui.play.screen import Place, Screen
from workbench.gui.play.tabs import Tabs
from workbench.gui.shell.shell import Shell
from workbench.seen.names import side_names

WHY = 260  # minimum height of the reasons in pixels at 100 %
REST_MS = 15  # pause between two batches of values in a long game
MOVES = 160  # minimum height of the moves above the graph in pixels at 100 %: four lines


class Below:
    """The area with the value graph, or with the reasons if these are switched on. `card` is the moves card above."""

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
        self.shell, self.games, self.screen, self.stepping, self.markers = shell, games, screen, stepping, markers
        self.column, self.row, self.may_fit = place.parent, place.row, screen.frame.chart_fits
        self.head = card.head
        self.shown: tuple[object, ...] = ()  # the shown state, for comparison
        self.waiting = ""  # timer for the remaining values
        self.crowded = False  # whether another card needs the space of the graph
        self.placed = self.may_fit  # whether the graph fitted when it was placed
        self.wanted = self._wanted  # the settings at that time
        colours = (screen.board or Board).seat_colours
        self.graph = ValueGraph(
            self.column, shell.look, place.sides, colours, place.width, stepping.view_turn,
            lambda value: turn_name(games.table.session, value),
        )  # fmt: skip
        self.why = WhyCard(self.column, shell.look, lambda: shell.commands.run("why"), self._play_hint)
        self._place()
        for part in (self.column, card.frame, self.why.frame):  # any of them may be placed last
            part.bind("<Configure>", lambda _: self._make_room(), add="+")

    @property
    def _wanted(self) -> tuple[bool, bool]:
        """Whether the reasons and the graph are wanted. Beside another column, the graph always is."""
        settings, beside = self.shell.settings, self.screen.shows_game_beside
        return settings.why and not beside, settings.graph or beside

    def lay_out(self) -> None:
        """Lay out the reasons and the graph according to the settings."""
        self._place()
        self.shell.events.rearranged.emit()
        self.show()

    def set_crowded(self, crowded: bool) -> None:
        """Leave the space of the graph to a card above, or use it again."""
        if crowded != self.crowded:
            self.crowded = crowded
            self.lay_out()

    def _place(self) -> None:
        px = self.shell.look.px
        self.placed, self.wanted = self.fits, self._wanted
        why, graph = self.wanted
        graph = graph and self.placed and not (why or self.crowded)
        for frame, wanted in ((self.why.frame, why), (self.graph.frame, graph)):
            if wanted:
                frame.grid(row=self.row, sticky="nsew", pady=(px(12), 0))
            else:
                frame.grid_remove()
        self._make_room()

    @property
    def fits(self) -> bool:
        """Whether the graph fits below the moves."""
        if not self.may_fit or self.column.winfo_height() <= 1:
            return self.may_fit
        px = self.shell.look.px
        return self._available_height - self.graph.frame.winfo_reqheight() - px(12) >= px(MOVES)

    @property
    def _available_height(self) -> int:
        """The height that the cards above and the choices leave."""
        _, top, _, _ = self.column.grid_bbox(0, self.row - 1) or (0, 0, 0, 0)
        _, _, _, choices = self.column.grid_bbox(0, self.row + 1) or (0, 0, 0, 0)
        return self.column.winfo_height() - top - choices

    def _make_room(self) -> None:
        """Reserve the minimum height for the reasons, or the remaining space if smaller.

        The column is laid out again if the graph starts or stops fitting below the moves.
        """
        self.graph.set_width(int(self.column.cget("width")))
        if self.fits != self.placed:
            self.lay_out()
            return
        why = self.wanted[0]
        available = self._available_height if self.column.winfo_height() > 1 else 0
        min_height = min(self.shell.look.px(WHY), available) if available > 0 else self.shell.look.px(WHY)
        self.column.rowconfigure(self.row, weight=int(why), minsize=min_height if why else 0)

    def _play_hint(self, move: str) -> None:
        """Play a candidate of the shown hint. The candidates of earlier decisions are only information."""
        game = self.games.shown
        if self.games.table.bots.advice is not None and game.hints.complete and game.accepts_moves:
            game.play(move)

    def _continue_values(self) -> None:
        """Calculate more values of a long game. Short batches keep the window responsive."""
        self.waiting = ""
        if self.column.winfo_exists():
            self.refresh_values()

    def refresh_values(self) -> None:
        """Show the values again, because those of an analysis have changed."""
        self.shown = ()
        self.show()

    def refresh_current(self) -> None:
        """Show the value of the position on the board again."""
        if self.graph.frame.winfo_manager():
            self.graph.show_current(self.markers.shown_value())

    def show(self) -> None:
        """Show the reasons or the graph for the viewed position."""
        table, hints = self.games.table, self.games.shown.hints
        hints.close_reasons()
        if self._wanted != self.wanted:
            self.lay_out()
            return
        placed = self.graph.frame.winfo_manager(), self.why.frame.winfo_manager()
        names = side_names(table.session)
        now = (self.stepping.state(), table.bots.advice, hints.complete, self.screen.shows_game_beside, *placed, *names)
        if now == self.shown:
            return
        self.shown = now
        self.head.rename(names)
        if self.graph.frame.winfo_manager():
            values, shown = self.stepping.values()
            self.graph.set_names(names)
            self.graph.show(values, shown, self.markers.dots(values), self.screen.shows_game_beside)
            self.graph.show_current(self.markers.shown_value())
            if table.curve.is_incomplete and not self.waiting:
                self.waiting = self.column.after(REST_MS, self._continue_values)
        if self.why.frame.winfo_manager():
            advice = table.bots.advice
            if advice is not None and hints.complete:
                self.why.show(advice_reasons(table.session, self.games.shown.point, advice))
            else:
                self.why.show(move_reasons(table.session, table.screen, table.browsing.shown_node))

"""The moves beside the board: stepping through them, the value graph and a bot's reasons below them."""

from __future__ import annotations

from functools import partial

from workbench import boards
from workbench.boards.kit.figures import keep_percent_signs
from workbench.game.values import Value
from workbench.gui.board.board_view import BoardView
from workbench.gui.moves import words
from workbench.gui.moves.below import Below
from workbench.gui.moves.card import MovesCard
from workbench.gui.moves.markers import Markers
from workbench.gui.moves.stepping import Stepping
from workbench.gui.play import captions
from workbench.gui.play.screen import Place, Screen
from workbench.gui.play.tabs import Tabs
from workbench.gui.shell.commands import PLAY, Command
from workbench.gui.shell.shell import Shell
from workbench.gui.widgets.tips import Tip
from workbench.system.translation import tr
from workbench.table.table import Table


class Moves:
    """The cards of the moves, rebuilt with every layout. Features that find mistakes add a marker to `markers`."""

    card: MovesCard
    below: Below

    def __init__(self, shell: Shell, games: Tabs, screen: Screen) -> None:
        self.shell, self.games, self.screen = shell, games, screen
        self.markers = Markers()
        self.stepping = Stepping(shell, games, screen, self.markers)
        screen.main.add(self._make_card)
        screen.below.add(self._make_below)
        events = shell.events
        events.rebuilt.connect(self._free_keys)
        events.tree_changed.connect(self._show)
        events.crowded.connect(self._make_way)
        events.position_changed.connect(self._close_why)
        events.rearranged.connect(self._offer_sheet)
        events.settled.connect(self._offer_sheet)  # some modes have no sheet
        events.moves_wanted.connect(lambda: self.card.offered.focus_set())
        events.writing_ends.connect(lambda: self.card.finish())
        events.screen_covered.connect(self._reset)

    def view_node(self, node: int) -> None:
        """View a position."""
        self.stepping.view_node(node)

    def values(self) -> tuple[list[Value], int]:
        """Return the values along the viewed line, and the index of the last one up to the shown position."""
        return self.stepping.values()

    def show_graph(self) -> None:
        """Show or hide the value graph."""
        settings = self.shell.settings
        settings.graph = self.screen.side.close() or not settings.graph or settings.why
        settings.why = False
        self.below.lay_out()

    def show_why(self) -> None:
        """Show or hide the reasons."""
        settings = self.shell.settings
        settings.why = self.screen.side.close() or not settings.why
        self.games.shown.hints.opened_reasons = False
        self.below.lay_out()

    def no_room(self) -> str:
        """Return why the graph does not fit, or ""."""
        return "" if self.screen.body is not None and self.below.fits else words.NO_ROOM

    def _make_card(self, place: Place) -> None:
        turn = boards.words(self.games.table.info.id).turn_word
        self.card = MovesCard(place.parent, self.shell.look, place.sides, self.shell.commands, self.stepping, turn)
        self.card.frame.grid(row=place.row, sticky="nsew")
        self.stepping.card = self.card

    def _make_below(self, place: Place) -> None:
        look = self.shell.look
        self.below = Below(self.shell, self.games, self.screen, self.stepping, self.markers, self.card, place)
        Tip(look, self.below.why.frame, lambda: words.WHY_TIP)

    def _free_keys(self) -> None:
        """Stop the keys that step through the moves from moving the board's cursor."""
        if isinstance(self.screen.view, BoardView):
            for key in ("Left", "Right", "Up", "Down"):
                self.screen.view.bind(f"<Alt-Key-{key}>", lambda _: None)

    def _close_why(self, _: Table, another: bool) -> None:
        """Close the reasons when another game begins, because they have nothing to say about it yet."""
        if another and self.screen.body is not None and self.shell.settings.why:
            self.shell.settings.why = False
            self.below.lay_out()

    def _make_way(self, crowded: bool) -> None:
        """Hide the moves while another card needs their space, or show them again."""
        if crowded:
            self.card.frame.grid_remove()
        else:
            self.card.frame.grid()
        self.below.set_crowded(crowded)

    def _offer_sheet(self) -> None:
        """Offer the sheet while it is hidden."""
        sheet = self.shell.commands.existing("sheet")
        hidden = any(command.on is not None and not command.on() and not command.why_not() for command in sheet)
        self.card.head.offer(words.SHEET, partial(self.shell.commands.run, "sheet") if hidden else None)

    def _show(self) -> None:
        settings = self.shell.settings
        asked = (settings.graph or settings.why or not self.games.table.persons) and not self.screen.shows_game_beside
        self.stepping.show(keep_percent_signs(captions.thinking_note(self.games.shown)) if asked else "")
        self.below.show()

    def toggle_words(self) -> None:
        """Show the moves in words, or in their short forms."""
        settings = self.shell.settings
        settings.moves_in_words = not settings.moves_in_words
        self._show()

    def show_values(self) -> None:
        """Update the value graph after an analysis."""
        self.below.refresh_values()

    def show_current_value(self) -> None:
        """Update the value of the position on the board."""
        self.below.refresh_current()

    def _reset(self) -> None:
        self.card.finish()  # unfinished text belongs to the person who started it
        self.card.forget()


def install(shell: Shell, games: Tabs, screen: Screen) -> None:
    """Add the cards and their commands."""
    moves = Moves(shell, games, screen)
    shell.add(moves)
    settings = shell.settings
    add = shell.commands.add
    # fmt: off
    add(Command(
        "moves_in_words", "view", tr("Moves in words"), tr("List the moves in words, or in their short forms"),
        moves.toggle_words, (), on=lambda: settings.moves_in_words, group=2, listed=False,
    ))
    add(Command(
        "graph", "view", tr("Value graph"),
        tr("Show the chances after every turn, from searches and analyses"),
        moves.show_graph, ("V",), moves.no_room,
        lambda: settings.graph and not (settings.why or screen.side.kind), group=2, modes=PLAY,
    ))
    add(Command(
        "why", "bot", words.WHY, tr("Show a bot's reasons for its last move or the viewed one"),
        moves.show_why, ("W",), on=lambda: settings.why and not screen.side.kind, group=1, modes=PLAY,
    ))
    # fmt: on

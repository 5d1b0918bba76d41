"""The display of one game: position, move input, players, hints and status."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from queue import SimpleQueue
from typing import Protocol

from fastcore import OVER, Viewpoint
from workbench import boards
from workbench.game.session import Session
from workbench.gui.board.board_view import BoardView
from workbench.gui.board.cards import ResultLabel
from workbench.gui.board.orientation import apply_settings, possible_marks
from workbench.gui.board.plain_view import PlainView
from workbench.gui.play import captions, words
from workbench.gui.play.captions import result_label, result_sentence, show_clocks, tools_for, with_ending
from workbench.gui.play.hand_over import HandOver
from workbench.gui.play.hints import Hints
from workbench.gui.play.layers import GameContext, Layers
from workbench.gui.play.screen import Screen
from workbench.gui.shell.notice import LastingNotice
from workbench.gui.shell.shell import Shell
from workbench.seen.names import with_player_names
from workbench.seen.shared_screen import ScreenOwner
from workbench.storage.stored_game import StoredGame
from workbench.table.table import Table


class OpenGames(Protocol):
    """The part of `Tabs` that an open game uses."""

    shell: Shell
    screen: Screen
    layers: Layers
    hand_over: HandOver
    screen_owner: ScreenOwner  # the person at the screen
    faults: SimpleQueue[str]  # errors while games were saved
    explainers: list[Callable[[str, str], str]]  # extend the text about a spot; arguments: spot, text

    @property
    def shown(self) -> object:
        """The game on the screen."""

    @property
    def needs_new_layout(self) -> bool:
        """Whether the shown game needs a different screen layout."""

    def waiting(self, table: Table) -> LastingNotice | None:
        """Return the lasting notice of a feature, such as a bot that waits for permission, or None."""

    def take_seat(self, seat: int) -> None:
        """Give a seat of the shown game to the person at the screen."""

    def note_successor(self, session: Session, before: Session) -> None:
        """Record that a game replaced another, so that a private game keeps its owner."""

    def archive(self, game: StoredGame) -> None:
        """Keep a game that left its tab, so that it can be reopened."""


class Display:
    """The display of one open game. Owned by `OpenGame`.

    Args:
        game: The open game.
        hints: The hints of the game.
        hand_over: Covers the game while the screen changes hands.
        waiting: Returns the lasting notice of a feature, such as a bot that waits for permission, or None.
        take_seat: Gives a seat to the person at the screen.
    """

    def __init__(
        self, game: GameContext, hints: Hints, hand_over: HandOver, waiting: Callable[[], LastingNotice | None],
        take_seat: Callable[[int], None],
    ) -> None:  # fmt: skip
        self.game, self.hints, self.hand_over, self.waiting, self.take_seat = game, hints, hand_over, waiting, take_seat
        self.shell, self.screen, self.layers, self.table = game.shell, game.screen, game.layers, game.table

    @property
    def _moves(self) -> list[str]:
        written = self.layers.first_answer(self.table, lambda layer: layer.moves(self.table))
        point = self.game.point
        return written if written is not None else [point.move_text(move) for move in point.moves()]

    def settle(self) -> None:
        """Show the current position and accept its moves."""
        game, table, screen, status = self.game, self.table, self.screen, self.shell.status
        self.shell.events.settling.emit()
        point = self.layers.first_answer(table, lambda layer: layer.point(table)) or table.point
        game.move_input.set_moves(self._moves if game.accepts_moves else [])
        if isinstance(screen.view, PlainView):
            screen.view.show(point, game.accepts_moves)
            game.move_input.show()
        elif screen.board is not None:
            self._show_board(point)
        screen.top.set_title(captions.title(game), boards.goal(table.info))
        self.hand_over.follow(table)
        self.show_players()
        self.report_notes()
        self.show_advice()
        self.show_progress()
        status.refresh()
        status.set_prompt(captions.status_sentence(game))
        status.set_reminder(captions.last_turn_reminder(game))
        status.show_detail("", False)
        self.shell.events.settled.emit()
        screen.side.refresh()  # last, because the page shows texts that features derive from the position
        if isinstance(screen.view, BoardView) and screen.view.hover:
            game.move_input.on_hover(screen.view.hover)

    def _show_board(self, point: Viewpoint) -> None:
        game, table, screen = self.game, self.table, self.screen
        view, board = screen.view, screen.board
        assert isinstance(view, BoardView) and board is not None
        fields = point.fields
        screen.make_outcome_room(self.layers.mode(table) == "play")
        view.viewer = point.seat
        view.rename_labels(lambda text: captions.label_text(table, text))
        view.set_position(fields)
        apply_settings(view, self.shell.settings, table.info.id)
        view.painter.show("last", board.last_turn_marks(fields, table.seat_view.last_events()))
        panels = board.panels(table.info, fields, table.seat_view.turn_events())
        declared = game.ended and point.actor != OVER
        if rounds := board.round_lines(table.info, table.seat_view.own_events() or table.seat_view.last_events()):
            panels = (panels[0]._replace(lines=(*panels[0].lines, *rounds)), *panels[1:])
        for card, panel in zip(screen.panels, panels, strict=True):
            panel = with_ending(panel, result_sentence(table)) if declared else panel
            named = (line._replace(text=with_player_names(table.session, line.text)) for line in panel.lines)
            card.show(panel._replace(lines=tuple(named)))
        for seat, player in enumerate(screen.players):
            player.show_belongings(board.belongings(table.info, fields, seat))
        game.move_input.show()
        view.prerender(possible_marks(board, game.point, game.move_input.entry))
        written = self.layers.first_answer(table, lambda layer: layer.moves(table)) is not None
        screen.show_outcomes(table, board.outcomes(point) if game.accepts_moves and not written else ())

    def changed(self) -> None:
        """Update everything but the position: players, search progress, hints and status."""
        busy = self.game.presenter.busy
        if busy:
            self.show_tools()
        else:
            self.show_players()
        self.show_progress()
        self.shell.status.refresh()
        if not busy:
            self.show_advice()
            self.shell.status.set_prompt(captions.status_sentence(self.game))
            self.report_notes()

    def report_notes(self) -> None:
        """Notify the features that the move tree or its notes changed."""
        if self.game.on_show:
            self.shell.events.tree_changed.emit()

    def offer_moves(self) -> None:
        """Offer the moves that can be entered now, and update everything that depends on them."""
        game, view, board = self.game, self.screen.view, self.screen.board
        if not game.on_show or not isinstance(view, BoardView) or board is None:
            return
        game.move_input.set_moves(self._moves)
        game.move_input.refresh()
        view.prerender(possible_marks(board, game.point, game.move_input.entry))
        self.shell.events.board_used.emit()
        self.show_advice()
        self.show_progress()  # searches for the old moves have ended
        self.report_notes()
        self.shell.status.refresh()
        self.shell.status.set_prompt(captions.status_sentence(game))
        self.screen.side.refresh()

    def clear_marks(self) -> None:
        """Remove the choices, the marks of move input, and everything that belongs to a position from the board."""
        self.screen.choices.show(())
        if isinstance(self.screen.view, BoardView):
            for layer in ("open", "reach", "foresee", "advice", "ghosts", "quality"):
                self.screen.view.painter.show(layer, ())
            self.screen.view.drawn.show(())
            self.game.move_input.grey_idle()

    # Parts ------------------------------------------------------------------------------------------------------------

    def show_players(self, points: Sequence[int] | None = None) -> None:
        """Show the players, their points and the notice about the game's state.

        Args:
            points: The points of each seat, or None for those of the position.
        """
        game, table, board = self.game, self.table, self.screen.board
        point, ended = table.point, game.ended
        if points is None:
            points = self.layers.first_answer(table, lambda layer: layer.points(table)) or point.points()
        for seat, card in enumerate(self.screen.players):
            score = board.points_text(table.info, points[seat]) if board is not None else str(points[seat])
            to_move = seat == point.actor and not (table.over and table.browsing.node is None)
            note = self.layers.person_note() if seat in table.persons and not table.over else ""
            card.show(" · ".join(filter(None, (captions.player_name(game, seat), note))), score, to_move)
            card.show_outcome(result_label(table, seat) if ended else ResultLabel())
        broken = captions.failure_notice(game, self.take_seat) if table.bots.broken else None
        self.shell.notice.set_lasting(broken or self.waiting())
        self.show_tools()

    def show_tools(self) -> None:
        """Show the clocks and the buttons of the status bar."""
        show_clocks(self.screen.players, self.table)
        covering = (layer.tools for layer in self.layers.covering(self.table))
        tools = next((tools for tools in covering if tools is not None), tools_for(self.table))
        self.shell.status.arrange_buttons(
            tools,
            words.speed(words.speed_number(self.shell.settings.speed)),
            [*map(words.speed, range(len(words.SPEEDS)))],
        )

    def show_advice(self) -> None:
        """Mark the hint on the board, unless a layer draws its own marks."""
        view, board = self.screen.view, self.screen.board
        if board is None or self.layers.marks(self.table) or not isinstance(view, BoardView):
            return
        view.painter.show("advice", self.hints.marks(board))

    def show_progress(self) -> None:
        """Show the progress of the current search."""
        progress = self.layers.first_answer(self.table, lambda layer: layer.progress(self.table))
        self.shell.status.progress.show(*(progress or captions.search_progress(self.table)))

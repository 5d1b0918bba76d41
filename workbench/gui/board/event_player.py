"""Plays one event on a board: large shapes that tumble on the first card, other cards, marks, and pieces that appear
and disappear."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from fastcore import Event, GameInfo
from workbench.boards.kit.contract import Board
from workbench.boards.kit.elements import Fields
from workbench.gui.board.board_view import BoardView
from workbench.gui.board.cards import PanelCard, PlayerCard

TUMBLE_MS = 28


class EventPlayer:
    """`paced` returns a duration at the chosen speed, in milliseconds; `players` are the players' cards."""

    def __init__(
        self,
        view: BoardView,
        board: Board,
        panels: Sequence[PanelCard],
        info: GameInfo,
        paced: Callable[[int], int],
        players: Sequence[PlayerCard] = (),
    ) -> None:
        self.view, self.board, self.panels, self.info, self.paced, self.players = (
            view,
            board,
            panels,
            info,
            paced,
            players,
        )
        self.rolling = ""  # the timer of what tumbles

    def step(self, event: Event, turn: Sequence[Event], done: Callable[[], None]) -> None:
        """Show an event (`turn`: what was shown of its turn, this event included), then call `done`."""
        frames = list(self.board.tumble(event)) if self.panels else []

        def roll() -> None:
            if frames:
                self.panels[0].show_large(frames.pop(0))
                self.rolling = self.view.after(self.paced(TUMBLE_MS), roll)
                return
            self.rolling = ""
            self.fill(event.fields, turn)
            self.view.painter.show("last", self.board.last(event.fields, turn))
            self.view.change(event.fields, done)

        roll()

    def fill(self, fields: Fields, turn: Sequence[Event]) -> None:
        """Show the game's own cards as they are in this position, and what the players have."""
        for card, panel in zip(self.panels, self.board.panels(self.info, fields, turn), strict=True):
            card.show(panel)
        for seat, player in enumerate(self.players):
            player.tell(self.board.belongings(self.info, fields, seat))

    def cut(self) -> None:
        """Drop an animation under way; `done` is not called any more."""
        if self.rolling:
            self.view.after_cancel(self.rolling)
            self.rolling = ""
        self.view.cut()

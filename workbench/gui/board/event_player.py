"""The animation of events on a board: tumbling shapes on the first card, then the cards, the marks and the pieces."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from fastcore import Event, GameInfo
from workbench.boards.kit.contract import Board
from workbench.boards.kit.elements import Fields
from workbench.gui.board.board_view import BoardView
from workbench.gui.board.cards import PanelCard, PlayerCard

TUMBLE_MS = 28


class EventPlayer:
    """A player of events on one board.

    Args:
        view: The board on the screen.
        board: The board.
        panels: The game's own cards.
        info: The description of the game.
        paced: Scales a duration in milliseconds to the chosen speed.
        players: The cards of the players.
    """

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
        self.rolling = ""  # timer of the tumbling shapes

    def step(
        self, event: Event, turn: Sequence[Event], done: Callable[[], None], landed: Callable[[], object] = lambda: None
    ) -> None:
        """Animate an event.

        Args:
            event: The event.
            turn: The events of its turn so far, this one included.
            done: Called after the animation.
            landed: Called when the result may be named: before the animation, but after the dice have landed.
        """
        frames = list(self.board.roll_frames(event)) if self.panels else []

        def roll() -> None:
            if frames:
                self.panels[0].show_large(frames.pop(0))
                self.rolling = self.view.after(self.paced(TUMBLE_MS), roll)
                return
            self.rolling = ""
            landed()
            self.fill(event.fields, turn)
            self.view.painter.show("last", self.board.last_turn_marks(event.fields, turn))
            self.view.animate_to(event.fields, done)

        roll()

    def fill(self, fields: Fields, turn: Sequence[Event]) -> None:
        """Update all cards to a position; `turn` has the events of its turn."""
        for card, panel in zip(self.panels, self.board.panels(self.info, fields, turn), strict=True):
            card.show(panel)
        for seat, player in enumerate(self.players):
            player.show_belongings(self.board.belongings(self.info, fields, seat))

    def cancel(self) -> None:
        """Cancel the current animation without calling `done`."""
        if self.rolling:
            self.view.after_cancel(self.rolling)
            self.rolling = ""
        self.view.cancel_animation()

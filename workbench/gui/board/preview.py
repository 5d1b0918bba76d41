"""Temporary positions and lines on the board, which do not change the game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from fastcore import Event, State
from workbench.boards.kit.contract import Board
from workbench.boards.kit.elements import Item
from workbench.gui.board.board_view import BoardView

STEP_MS = 420  # pause between two moves of an animated line


class Preview:
    """A preview on the board.

    `shown` says whether a preview replaces the base position.

    Args:
        view: The board on the screen.
        board: The board.
    """

    def __init__(self, view: BoardView, board: Board) -> None:
        self.view, self.board = view, board
        self.shown = False
        self.base: Mapping[str, str] = {}
        self.base_marks: dict[str, tuple[Item, ...]] = {}
        self.timer = ""

    def set_base(self, fields: Mapping[str, str]) -> None:
        """End the preview, and make the position on the board the new base position."""
        self._end()
        self.base, self.shown = fields, False

    def show_line(self, start: State, moves: Sequence[str], slowly: bool) -> None:
        """Show the position after some moves, up to the first illegal one.

        Args:
            start: The position before the moves.
            moves: The moves.
            slowly: Whether to animate the moves one after another.
        """
        self._end()
        events: list[Event] = []
        frames: list[tuple[Mapping[str, str], tuple[Event, ...]]] = []
        state = start.copy()
        for move in moves:
            if state.why_not(move):
                break
            events += state.events(move)
            state.play(move)
            frames.append((state.fields, tuple(events)))
        if not frames:
            self.end()
            return
        self._take_over()
        if slowly:
            self._step(frames)
        else:
            self._frame(*frames[-1], slowly=False)

    def show_position(self, fields: Mapping[str, str], marks: Sequence[Item]) -> None:
        """Show a position with marks."""
        self._end()
        self._take_over()
        self.view.set_position(fields)
        self.view.painter.show("last", marks)

    def end(self) -> None:
        """End the preview and show the base position with its marks."""
        self._end()
        if self.shown:
            self.shown = False
            self.view.set_position(self.base)
            for layer, items in self.base_marks.items():
                self.view.painter.show(layer, items)

    def _take_over(self) -> None:
        if not self.shown:
            self.shown = True
            self.base_marks = {
                layer: self.view.painter.wanted.get(layer, ())
                for layer in ("last", "open", "shut", "advice", "reach", "foresee")
            }
            for layer in self.base_marks:
                self.view.painter.show(layer, ())
        else:
            self.view.set_position(self.base)
            self.view.painter.show("last", ())

    def _step(self, frames: list[tuple[Mapping[str, str], tuple[Event, ...]]]) -> None:
        self._frame(*frames[0], slowly=True)
        self.timer = self.view.after(STEP_MS, self._step, frames[1:]) if frames[1:] else ""

    def _frame(self, fields: Mapping[str, str], events: Sequence[Event], slowly: bool) -> None:
        self.view.painter.show("last", self.board.last_turn_marks(fields, events))
        if slowly:
            self.view.animate_to(dict(fields), lambda: None)
        else:
            self.view.set_position(dict(fields))

    def _end(self) -> None:
        if self.timer:
            self.view.after_cancel(self.timer)
            self.timer = ""

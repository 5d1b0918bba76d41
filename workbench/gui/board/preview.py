"""Positions and lines shown on the board for a while, over the one that is looked at. The game goes nowhere."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from fastcore import Event, State
from workbench.boards.kit.contract import Board
from workbench.boards.kit.elements import Item
from workbench.gui.board.board_view import BoardView

STEP_MS = 420  # between two moves of a line that is played out


class Preview:
    """A preview on the board. `view` and `board` are those of the window; `shown` is True during a preview."""

    def __init__(self, view: BoardView, board: Board) -> None:
        self.view, self.board = view, board
        self.shown = False
        self.base: Mapping[str, str] = {}
        self.before: dict[str, tuple[Item, ...]] = {}
        self.timer = ""

    def rest(self, fields: Mapping[str, str]) -> None:
        """This is the position that is looked at; it is on the board."""
        self._end()
        self.base, self.shown = fields, False

    def line(self, start: State, moves: Sequence[str], slowly: bool) -> None:
        """Play moves out from a position, one after the other if `slowly`; those that cannot be made are left out."""
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
            self.back()
            return
        self._take_over()
        if slowly:
            self._step(frames)
        else:
            self._frame(*frames[-1], slowly=False)

    def position(self, fields: Mapping[str, str], marks: Sequence[Item]) -> None:
        self._end()
        self._take_over()
        self.view.position(fields)
        self.view.painter.show("last", marks)

    def back(self) -> None:
        """Show what is looked at again."""
        self._end()
        if self.shown:
            self.shown = False
            self.view.position(self.base)
            for layer, items in self.before.items():
                self.view.painter.show(layer, items)

    def _take_over(self) -> None:
        if not self.shown:
            self.shown = True
            self.before = {
                layer: self.view.painter.wanted.get(layer, ())
                for layer in ("last", "open", "shut", "advice", "reach", "foresee")
            }
            for layer in self.before:
                self.view.painter.show(layer, ())
        else:
            self.view.position(self.base)
            self.view.painter.show("last", ())

    def _step(self, frames: list[tuple[Mapping[str, str], tuple[Event, ...]]]) -> None:
        self._frame(*frames[0], slowly=True)
        self.timer = self.view.after(STEP_MS, self._step, frames[1:]) if frames[1:] else ""

    def _frame(self, fields: Mapping[str, str], events: Sequence[Event], slowly: bool) -> None:
        self.view.painter.show("last", self.board.last(fields, events))
        if slowly:
            self.view.change(dict(fields), lambda: None)
        else:
            self.view.position(dict(fields))

    def _end(self) -> None:
        if self.timer:
            self.view.after_cancel(self.timer)
            self.timer = ""

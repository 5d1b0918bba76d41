"""Dragging of a line of the sheet: the line follows the pointer, and a bar marks the target."""

from __future__ import annotations

import tkinter
from collections.abc import Callable, Sequence

from workbench.gui.look.look import Look
from workbench.gui.sheet.line import SheetRow

DRAG_THRESHOLD = 6  # distance in pixels at 100 % from which a press is a drag
BAR_HEIGHT = 3  # pixels at 100 %


class LineDrag:
    """The drag of a line of the sheet. Owned by `SheetCard`.

    Args:
        look: Scale and colours.
        inside: The frame with the lines.
        lines: Returns the lines.
        movable: Returns whether a line can be moved.
        choose: Called with the line on a click.
        move: Called with the line and the line whose place it takes.
        ended: Called after a drag without effect, to put the lines back.
    """

    def __init__(
        self,
        look: Look,
        inside: tkinter.Misc,
        lines: Callable[[], Sequence[SheetRow]],
        movable: Callable[[int], bool],
        choose: Callable[[int], None],
        move: Callable[[int, int], None],
        ended: Callable[[], None],
    ) -> None:
        self.look, self.inside, self.lines, self.movable = look, inside, lines, movable
        self.choose, self.move, self.ended = choose, move, ended
        self.bar = tkinter.Frame(inside, background=look.palette["accent"], height=look.px(BAR_HEIGHT))
        self.pressed_at = self.line_top = 0  # y of the pointer on the screen, and of the line, at the press
        self.carrying = False

    def press(self, number: int, event: tkinter.Event[tkinter.Misc]) -> None:
        """Prepare a click or a drag."""
        self.pressed_at, self.line_top, self.carrying = event.y_root, self.lines()[number].placed[0], False

    def motion(self, number: int, event: tkinter.Event[tkinter.Misc]) -> None:
        """Move the line with the pointer, and show the bar."""
        by = event.y_root - self.pressed_at
        if not self.carrying and (abs(by) < self.look.px(DRAG_THRESHOLD) or not self.movable(number)):
            return
        self.carrying = True
        line = self.lines()[number]
        line.drag_to(self.line_top + by)
        target = self._target(number, by)
        if target == number:
            self.bar.place_forget()
        else:
            top, width, high = self._geometry(target)
            edge = top - self.look.px(BAR_HEIGHT) if target < number else top + high
            self.bar.place(x=0, y=edge, width=width)
            self.bar.lift()

    def release(self, number: int, event: tkinter.Event[tkinter.Misc]) -> None:
        """End the drag, or handle a click."""
        if not self.carrying:
            self.choose(number)
            return
        target, self.carrying = self._target(number, event.y_root - self.pressed_at), False
        self.bar.place_forget()
        if target == number:
            self.ended()
        else:
            self.move(number, target)

    def _geometry(self, number: int) -> tuple[int, int, int]:
        frame = self.lines()[number].frame
        return frame.winfo_y(), frame.winfo_width(), frame.winfo_height()

    def _target(self, number: int, by: int) -> int:
        """Return the line whose place the dragged line would take."""
        middle = self.line_top + by + self.lines()[number].frame.winfo_height() // 2
        others = [n for n in range(len(self.lines())) if n == number or self.movable(n)]
        tops = {n: self.line_top if n == number else self._geometry(n)[0] for n in others}
        highs = {n: self._geometry(n)[2] for n in others}
        return min(others, key=lambda n: abs(tops[n] + highs[n] // 2 - middle))

"""A line of the sheet that is dragged to another place: it follows the pointer, and a bar shows where it would go."""

from __future__ import annotations

import tkinter
from collections.abc import Callable, Sequence

from workbench.gui.look.look import Look
from workbench.gui.sheet.line import SheetRow

FAR = 6  # pixels at 100 % that the pointer moves before a click is a drag
BAR = 3  # the height of the bar


class LineDrag:
    """`movable` says whether a line can be moved at all, `choose` is told of a click, `move` of a drag from a line
    to the place of another, and `ended` when the lines are to stand as they were."""

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
        self.bar = tkinter.Frame(inside, background=look.palette["accent"], height=look.px(BAR))
        self.start = self.at = 0  # the height of the pointer when it was pressed, and of the line then
        self.carrying = False

    def press(self, number: int, event: tkinter.Event[tkinter.Misc]) -> None:
        self.start, self.at, self.carrying = event.y_root, self.lines()[number].placed[0], False

    def motion(self, number: int, event: tkinter.Event[tkinter.Misc]) -> None:
        by = event.y_root - self.start
        if not self.carrying and (abs(by) < self.look.px(FAR) or not self.movable(number)):
            return
        self.carrying = True
        line = self.lines()[number]
        line.carry(self.at + by)
        target = self._target(number, by)
        if target == number:
            self.bar.place_forget()
        else:
            top, width, high = self._place(target)
            edge = top - self.look.px(BAR) if target < number else top + high
            self.bar.place(x=0, y=edge, width=width)
            self.bar.lift()

    def release(self, number: int, event: tkinter.Event[tkinter.Misc]) -> None:
        if not self.carrying:
            self.choose(number)
            return
        target, self.carrying = self._target(number, event.y_root - self.start), False
        self.bar.place_forget()
        if target == number:
            self.ended()
        else:
            self.move(number, target)

    def _place(self, number: int) -> tuple[int, int, int]:
        frame = self.lines()[number].frame
        return frame.winfo_y(), frame.winfo_width(), frame.winfo_height()

    def _target(self, number: int, by: int) -> int:
        """The line in whose place it would go."""
        middle = self.at + by + self.lines()[number].frame.winfo_height() // 2
        others = [n for n in range(len(self.lines())) if n == number or self.movable(n)]
        tops = {n: self.at if n == number else self._place(n)[0] for n in others}
        highs = {n: self._place(n)[2] for n in others}
        return min(others, key=lambda n: abs(tops[n] + highs[n] // 2 - middle))

"""The table of candidates: a line a move, of which only those in sight are drawn; sorted by a click on a head, gone
through with the keys."""

from __future__ import annotations

import tkinter
from collections.abc import Callable, Mapping, Sequence
from tkinter import ttk
from typing import NamedTuple

from workbench.gui.look.look import Look
from workbench.gui.widgets.keys import focused, on_enter
from workbench.gui.widgets.scrolling import ScrollBar, on_wheel
from workbench.gui.widgets.tips import Cell, CellTip

LINE, FOLDED, HEAD = 24, 42, 26  # heights at 100 %: of a line, of one on two lines, and of the heads
GAP = 14  # between two columns
IN_SIGHT = 4  # lines that are in sight at once, where any of them are on two lines
FEWEST = {"move": 44}  # widths of columns, where their words are shorter
MOST_MOVE = 130
# Right-aligned columns.
NUMBERS = (
    "share",
    "visits",
    "value",
    "chance",
    "seats",
    "spread",
    "prior",
    "reveals",
)


class CandidateRow(NamedTuple):
    """One candidate: its move, what stands in each column, by name, and by what the columns are sorted."""

    move: str
    cells: Mapping[str, str]
    keys: Mapping[str, float | str]


class CandidateTable(ttk.Frame):
    """`hovered` is told the move under the pointer ("" for none), `chosen` one that is gone to with the keys, `kept`
    one that was clicked or entered, `asked` one with the right button and where on the screen. `tip` says what is to
    be said of a column, "" for nothing: of the cell of a move, or without one of the head. Where a table `folds`,
    the words of its last column stand on a line of their own when there is no room for them beside the others, and
    enough lines are in sight all the same."""

    def __init__(
        self, parent: tkinter.Misc, look: Look, heads: Mapping[str, str], hovered: Callable[[str], None],
        chosen: Callable[[str], None],
        kept: Callable[[str], None], asked: Callable[[str, int, int], None], sort: Callable[[str], None],
        tip: Callable[[str, str], str] = lambda column, move: "", folds: bool = False,
    ) -> None:  # fmt: skip
        super().__init__(parent, style="Inner.TFrame")
        self.look, self.heads = look, heads
        self.hovered, self.chosen, self.kept, self.asked, self.sort = hovered, chosen, kept, asked, sort
        palette = look.palette
        self.columns: tuple[str, ...] = ()
        self.lines: list[CandidateRow] = []
        self.folds, self.folded = folds, False
        self.room = 0  # the height that it may have
        self.long: dict[str, int] = {}  # words -> their width
        self.note = ""  # what is said where there are no lines
        self.best = self.move = self.under = ""
        self.sorted_by, self.upwards = "", False
        self.top = 0  # the first line in sight
        self.canvas = tkinter.Canvas(
            self, background=palette["card"], highlightthickness=0, takefocus=1, width=1, height=1
        )
        self.bar = ScrollBar(self.canvas, command=self._scroll_to, follows=False)
        self.canvas.pack(side="left", fill="both", expand=True)
        self.items: dict[tuple[int, str], int] = {}  # by line in sight and column: its words on the canvas
        self.wash = self.canvas.create_rectangle(0, 0, 0, 0, width=0, fill=palette["wash"], state="hidden")
        self.hover = self.canvas.create_rectangle(0, 0, 0, 0, width=0, fill=palette["hover"], state="hidden")
        self.ring = self.canvas.create_rectangle(
            0, 0, 0, 0, width=look.px(2), outline=palette["accent"], state="hidden"
        )
        self.words = self.canvas.create_text(
            look.px(8), look.px(HEAD + 10), anchor="nw", fill=palette["quiet"], font=look.fonts["text"]
        )
        self.drawn: dict[int, tuple[object, ...]] = {}  # canvas item -> what it shows
        self.spots: dict[str, tuple[int, int]] = {}  # column -> where it begins and ends
        bind = self.canvas.bind
        bind("<Configure>", lambda _: self._lay_out())
        bind("<Motion>", lambda event: self._over(event.y))
        bind("<Leave>", lambda _: self._over(-1))
        bind("<ButtonRelease-1>", self._clicked)
        for button in ("<Button-3>", "<Control-Button-1>"):
            bind(button, self._asked)
        on_wheel(bind, lambda steps, _: self._scroll(2 * steps))
        for key, by in {"Up": -1, "Down": 1, "Prior": -8, "Next": 8, "Home": -(10**6), "End": 10**6}.items():
            bind(f"<Key-{key}>", lambda _, by=by: self._step(by))  # type: ignore[misc]
        on_enter(self.canvas, lambda _: self._entered())
        for sequence in ("<FocusIn>", "<FocusOut>"):
            bind(sequence, lambda _: self._draw())
        self.tip = CellTip(look, self.canvas, self._cell, tip)

    # What is shown ----------------------------------------------------------------------------------------------------

    def show(
        self, lines: Sequence[CandidateRow], columns: tuple[str, ...], move: str, sorted_by: str, upwards: bool
    ) -> None:
        """Show these lines, the best first; `move` is the chosen one."""
        self.best = lines[0].move if lines else ""
        ordered = list(lines)
        if sorted_by in (lines[0].keys if lines else ()):
            ordered.sort(key=lambda line: line.keys[sorted_by], reverse=not upwards)
        moved = move != self.move
        same = (columns, sorted_by, upwards) == (self.columns, self.sorted_by, self.upwards)
        self.lines, self.columns, self.move, self.sorted_by, self.upwards = ordered, columns, move, sorted_by, upwards
        if not same or self._widths() != self.widths or self._folded() != self.folded:
            self._lay_out()
        else:
            self._draw()
        if moved:
            self._see()
        self.tip.renew()

    def _widths(self) -> dict[str, int]:
        """What each column needs by the longest of its words, in steps, so that they do not jump."""
        px = self.look.px
        step, found = px(8), {}
        for column in self.columns:
            longest = max((self._long(line.cells[column]) for line in self.lines), default=0) if column != "line" else 0
            wide = max(
                longest, self.look.fonts["strong small"].measure(self.heads[column]) + px(10), px(FEWEST.get(column, 0))
            )
            wide = min(wide, px(MOST_MOVE)) if column == "move" else wide
            found[column] = -(-wide // step) * step
        return found

    def _long(self, text: str) -> int:
        """How long words are; the same come again and again."""
        if text not in self.long:
            if len(self.long) > 5000:
                self.long.clear()
            self.long[text] = self.look.fonts["strong text"].measure(text)
        return self.long[text]

    def _folded(self) -> bool:
        """Whether the words of the last column are longer than what the others leave."""
        px, fewest = self.look.px, min(len(self.lines), IN_SIGHT)
        if not self.folds or self.columns[-1:] != ("line",) or self.room < px(HEAD) + fewest * px(FOLDED):
            return False
        others = sum(self.widths[column] + px(GAP) for column in self.columns[:-1])
        longest = max((self._long(line.cells["line"]) for line in self.lines), default=0)
        return longest > self.canvas.winfo_width() - px(16) - others

    def give_room(self, height: int) -> None:
        """Let it be at most so high."""
        self.room = height
        if self._folded() != self.folded:
            self._lay_out()

    def cut(self, column: str, text: str) -> bool:
        """Whether words have no room in their column."""
        left, right = self.spots.get(column, (0, 0))
        return self._long(text) > right - left - (self.look.px(8) - left if self.folded and column == "line" else 0)

    def shortened(self, column: str, move: str) -> str:
        """All words of a cell that have no room in it, "" of one that stands there in full."""
        text = next((line.cells[column] for line in self.lines if line.move == move), "")
        return text if column not in NUMBERS and self.cut(column, text) else ""

    @property
    def high(self) -> int:
        """Of a line."""
        return self.look.px(FOLDED if self.folded else LINE)

    def _lay_out(self) -> None:
        """Put the columns in their places; the last takes what is left."""
        look, px = self.look, self.look.px
        self.widths = self._widths()
        self.folded = self._folded()
        self.spots.clear()
        x, room = px(8), self.canvas.winfo_width() - px(8)
        for column in self.columns:
            end = room if column == self.columns[-1] and column == "line" else min(room, x + self.widths[column])
            self.spots[column] = (x, end)
            x = end + px(GAP)
        self.canvas.delete("text")
        self.items.clear()
        self.drawn.clear()
        for column, (left, right) in self.spots.items():
            strong = column == self.sorted_by
            arrow = (" ↑" if self.upwards else " ↓") if strong else ""
            number = column in NUMBERS
            self.canvas.create_text(
                right if number else left, px(HEAD) // 2 - px(1), anchor="e" if number else "w",
                text=self.heads[column] + arrow, tags="text",
                fill=look.palette["text" if strong else "quiet"],
                font=look.fonts["strong small" if strong else "small"],
            )  # fmt: skip
        self.canvas.create_rectangle(
            0, px(HEAD) - 1, 9999, px(HEAD) - 1, width=0, fill=look.palette["line"], tags="text"
        )
        self._draw()

    @property
    def whole(self) -> int:
        """The height in which all lines are in sight."""
        return self.look.px(HEAD) + len(self.lines) * self.high

    @property
    def in_sight(self) -> int:
        """How many lines there is room for."""
        return max(1, (self.canvas.winfo_height() - self.look.px(HEAD)) // self.high)

    def _draw(self) -> None:
        """Write the lines in sight; what is there already as it should be is left alone."""
        px = self.look.px
        self.top = max(0, min(self.top, len(self.lines) - self.in_sight))
        seen = self.lines[self.top : self.top + self.in_sight]
        for number in range(max(len(seen), 1 + max((line for line, _ in self.items), default=-1))):
            line = seen[number] if number < len(seen) else None
            for column, (left, right) in self.spots.items():
                self._write(number, column, left, right, line)
        at = next((n for n, line in enumerate(seen) if line.move == self.move), -1)
        under = next((n for n, line in enumerate(seen) if line.move == self.under), -1)
        chosen = at >= 0 and focused(self.canvas) is self.canvas
        for item, number in (
            (self.wash, at),
            (self.hover, under if under != at else -1),
            (self.ring, at if chosen else -1),
        ):
            if number < 0:
                self.canvas.itemconfigure(item, state="hidden")
            else:
                y, wide = px(HEAD) + number * self.high, self.canvas.winfo_width()
                self.canvas.coords(item, 1, y, wide - 2, y + self.high)
                self.canvas.itemconfigure(item, state="normal")
        self.canvas.itemconfigure(
            self.words, text="" if self.lines else self.note, width=max(1, self.canvas.winfo_width() - px(16))
        )
        first, last = self.top / max(len(self.lines), 1), (self.top + self.in_sight) / max(len(self.lines), 1)
        self.bar.set(first, last)

    def _write(self, number: int, column: str, left: int, right: int, line: CandidateRow | None) -> None:
        look, px = self.look, self.look.px
        below = self.folded and column == "line"
        left = px(8) if below else left
        item = self.items.get((number, column))
        if item is None:
            if line is None:
                return
            y, is_number = px(HEAD) + number * self.high + px(LINE) // 2 + below * px(FOLDED - LINE), column in NUMBERS
            item = self.items[number, column] = self.canvas.create_text(
                right if is_number else left, y, anchor="e" if is_number else "w", tags="text"
            )
        best = line is not None and line.move == self.best
        how = (line.cells[column] if line is not None else "", best, right - left)
        if self.drawn.get(item) == how:
            return
        self.drawn[item] = how
        font = "strong text" if best and column in ("move", "share", "value", "chance") else "text"
        colour = "quiet" if column in ("spread", "prior", "line", "visits") else "text"
        text = how[0] if column in NUMBERS else look.shorten(str(how[0]), font, right - left)
        self.canvas.itemconfigure(item, text=text, font=look.fonts[font], fill=look.palette[colour])

    def _see(self) -> None:
        """Scroll as far as needed to see the chosen line."""
        at = next((n for n, line in enumerate(self.lines) if line.move == self.move), -1)
        if at >= 0 and not self.top <= at < self.top + self.in_sight:
            self.top = at if at < self.top else at - self.in_sight + 1
            self._draw()

    # Pointer and keys -------------------------------------------------------------------------------------------------

    def _scroll(self, by: int) -> str:
        self.top = max(0, min(self.top + by, len(self.lines) - self.in_sight))
        self._draw()
        return "break"

    def _scroll_to(self, how: str, *where: str) -> None:
        if how == "moveto":
            self.top = round(float(where[0]) * len(self.lines))
        else:
            self.top += int(where[0]) * (self.in_sight if where[1:] == ("pages",) else 1)
        self._draw()

    def _at(self, y: int) -> str:
        number = (y - self.look.px(HEAD)) // self.high
        return self.lines[self.top + number].move if number >= 0 and self.top + number < len(self.lines) else ""

    def _column(self, x: int, y: int) -> str:
        """The column at a place, with half of the gaps beside it."""
        if self.folded and y > self.look.px(HEAD) and (y - self.look.px(HEAD)) % self.high >= self.look.px(LINE):
            return "line"
        gap = self.look.px(GAP) / 2
        return next((name for name, (left, right) in self.spots.items() if left - gap <= x <= right + gap), "")

    def _cell(self, x: int, y: int) -> Cell | None:
        """What is under the pointer, for a tip beside it."""
        head, high, column, move = self.look.px(HEAD), self.high, self._column(x, y), self._at(y)
        if not column or not (move or y < head):
            return None
        left, right = self.spots[column]
        top = head + (y - head) // high * high if move else 0
        return Cell(column, move, (left, top, right, top + high if move else head))

    def _over(self, y: int) -> None:
        move = self._at(y)
        if move != self.under:
            self.under = move
            self.canvas.configure(cursor="hand2" if move else "")
            self._draw()
            self.hovered(move)

    def _clicked(self, event: tkinter.Event[tkinter.Misc]) -> None:
        self.canvas.focus_set()
        if event.y < self.look.px(HEAD):
            if column := self._column(event.x, event.y):
                self.sort(column)
        elif move := self._at(event.y):
            self.kept(move)

    def _asked(self, event: tkinter.Event[tkinter.Misc]) -> str:
        self.asked(self._at(event.y), event.x_root, event.y_root)
        return "break"

    def _step(self, by: int) -> str:
        if self.lines:
            at = next((n for n, line in enumerate(self.lines) if line.move == self.move), -1 if by > 0 else 0)
            self.chosen(self.lines[max(0, min(len(self.lines) - 1, at + by))].move)
        return "break"

    def _entered(self) -> str:
        if self.move:
            self.kept(self.move)
        return "break"

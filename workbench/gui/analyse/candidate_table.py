"""A sortable table of candidate moves that draws only its visible rows."""

from __future__ import annotations

import tkinter
from collections.abc import Callable, Mapping, Sequence
from tkinter import ttk

from workbench.gui.analyse.row_drag import RowDrag
from workbench.gui.analyse.row_places import CandidateRow, HeldOrder, RowPlaces
from workbench.gui.analyse.table_columns import GAP, HEAD, NUMBERS, TableColumns, draw_heads
from workbench.gui.look.look import Look
from workbench.gui.widgets.keys import focused, on_enter
from workbench.gui.widgets.scrolling import ScrollBar, on_wheel
from workbench.gui.widgets.tips import Cell, CellTip

LINE, FOLDED = 24, 42  # heights at 100 %: a row, and a row on two lines
TWO_LINES = 1.8  # the text on two lines, in widths of a line: the first one ends between words


class CandidateTable(ttk.Frame):
    """A table of candidate moves.

    Args:
        parent: The widget that contains the table.
        look: Fonts, colours and scale.
        heads: The headings by column name.
        on_hover: Receives the move under the pointer, or "".
        on_select: Receives the move selected with a click or the arrow keys.
        on_activate: Receives the move that was double-clicked or confirmed with Enter.
        on_context_menu: Receives the move under a right click, or "", and the pointer's screen coordinates.
        on_sort: Receives the column whose heading was clicked.
        tip: Returns the tip for a column and a move, or for the heading of a column if the move is "".
        least_line: The width in pixels at 100 % below which the column "line" is left out.
        on_pair: Receives two moves: the selected one and the one under a Ctrl+click, or a row that was dragged and
            the row below the pointer. None: rows cannot be paired.
    """

    def __init__(
        self, parent: tkinter.Misc, look: Look, heads: Mapping[str, str], on_hover: Callable[[str], None],
        on_select: Callable[[str], None],
        on_activate: Callable[[str], None], on_context_menu: Callable[[str, int, int], None],
        on_sort: Callable[[str], None],
        tip: Callable[[str, str], str] = lambda column, move: "", least_line: int = 0,
        on_pair: Callable[[str, str], None] | None = None,
    ) -> None:  # fmt: skip
        super().__init__(parent, style="Inner.TFrame")
        self.look, self.heads, self.least_line = look, heads, look.px(least_line)
        self.on_hover, self.on_select, self.on_sort = on_hover, on_select, on_sort
        self.on_activate, self.on_context_menu = on_activate, on_context_menu
        palette = look.palette
        self.columns: tuple[str, ...] = ()
        self.lines: list[CandidateRow] = []
        self.measures, self.order = TableColumns(look), HeldOrder()
        self.note = ""  # shown while there are no rows
        self.best = self.move = self.hovered_move = ""
        self.paired: tuple[str, ...] = ()  # moves that are highlighted like the selected one
        self.sorted_by, self.ascending = "", False
        self.played = False  # whether a double-click has activated a move and its button is still pressed
        self.top = 0  # the first visible row
        self.folded, self.may_fold = False, True  # whether rows have two lines, and whether they may
        self.canvas = tkinter.Canvas(
            self, background=palette["card"], highlightthickness=0, takefocus=1, width=1, height=1
        )
        self.bar = ScrollBar(self.canvas, command=self._scroll_to, follows=False)
        self.canvas.pack(side="left", fill="both", expand=True)
        self.items: dict[tuple[int, str], int] = {}  # canvas items by visible row and column
        self.wash = self.canvas.create_rectangle(0, 0, 0, 0, width=0, fill=palette["wash"], state="hidden")
        self.pair_washes = [
            self.canvas.create_rectangle(0, 0, 0, 0, width=0, fill=palette["wash"], state="hidden") for _ in range(2)
        ]
        self.hover = self.canvas.create_rectangle(0, 0, 0, 0, width=0, fill=palette["hover"], state="hidden")
        self.ring = self.canvas.create_rectangle(
            0, 0, 0, 0, width=look.px(2), outline=palette["accent"], state="hidden"
        )
        self.note_item = self.canvas.create_text(
            look.px(8), look.px(HEAD + 10), anchor="nw", fill=palette["quiet"], font=look.fonts["text"]
        )
        self.drawn: dict[int, tuple[object, ...]] = {}  # canvas item -> its appearance
        self.column_spans: dict[str, tuple[int, int]] = {}  # column -> its left and right edge
        bind = self.canvas.bind
        bind("<Configure>", lambda _: self._resized())
        bind("<Motion>", lambda event: self._over(event.y))
        bind("<Enter>", lambda _: self.order.hold(True))
        bind("<Leave>", lambda _: self._left())
        bind("<ButtonRelease-1>", self._clicked)
        bind("<Double-Button-1>", self._double_clicked)
        self.on_pair = on_pair
        self.drag = RowDrag(self.canvas, look, self._at, self._dragged_over) if on_pair is not None else None
        mac = look.root.tk.call("tk", "windowingsystem") == "aqua"
        bind("<Button-3>", self._right_clicked)
        if on_pair is None or mac:
            bind("<Control-Button-1>", self._right_clicked)
        if on_pair is not None:
            bind(f"<{'Command' if mac else 'Control'}-ButtonRelease-1>", self._control_clicked)
        on_wheel(bind, lambda steps, _: self._scroll(2 * steps))
        for key, by in {"Up": -1, "Down": 1, "Prior": -8, "Next": 8, "Home": -(10**6), "End": 10**6}.items():
            bind(f"<Key-{key}>", lambda _, by=by: self._step(by))  # type: ignore[misc]
        on_enter(self.canvas, lambda _: self._entered())
        for sequence in ("<FocusIn>", "<FocusOut>"):
            bind(sequence, lambda _: self._draw())
        self.tip = CellTip(look, self.canvas, self._cell, tip)

    # Display ----------------------------------------------------------------------------------------------------------

    def show(
        self, lines: Sequence[CandidateRow], columns: tuple[str, ...], move: str, sorted_by: str, ascending: bool
    ) -> None:
        """Replace the rows. While the pointer is over the table, rows that it shows keep their order.

        Args:
            lines: The rows in the bot's order.
            columns: The columns to show.
            move: The selected move, or "".
            sorted_by: The column to sort by, or "" for the bot's order.
            ascending: Whether to sort in ascending order.
        """
        self.best = lines[0].move if lines else ""
        ordered = self.order.arrange(lines, sorted_by, ascending)
        moved = move != self.move
        same = (columns, sorted_by, ascending) == (self.columns, self.sorted_by, self.ascending)
        self.lines, self.columns, self.move = ordered, columns, move
        self.sorted_by, self.ascending = sorted_by, ascending
        if not same or self._widths() != self.widths or self._must_fold() != self.folded:
            self._lay_out()
        else:
            self._draw()
        if moved:
            self._scroll_to_selection()
        self.tip.refresh()

    def _widths(self) -> dict[str, int]:
        """Return the width of each column."""
        return self.measures.widths(self.columns, self.lines, self.heads, self.canvas.winfo_width())

    def _must_fold(self) -> bool:
        """Return whether the rows need two lines for long moves. They keep them until the width changes."""
        if not self.may_fold or "move" not in self.columns or "line" in self.columns:
            return False
        return self.folded or any(
            self.measures.text_width(row.cells["move"]) > self.widths["move"] for row in self.lines
        )

    def is_cut(self, column: str, text: str) -> bool:
        """Return whether a text does not fit in its column."""
        left, right = self.column_spans.get(column, (0, 0))
        return self.measures.text_width(text) > (right - left) * (TWO_LINES if self.folded and column == "move" else 1)

    def cut_text(self, column: str, move: str) -> str:
        """Return the full text of a cell that is cut off, or "" if it fits."""
        text = next((line.cells[column] for line in self.lines if line.move == move), "")
        shown = column in self.column_spans and column not in NUMBERS
        return text if shown and self.is_cut(column, text) else ""

    @property
    def row_height(self) -> int:
        """The height of a row in pixels."""
        return self.look.px(FOLDED if self.folded else LINE)

    @property
    def _places(self) -> RowPlaces:
        head = self.look.px(HEAD)
        return RowPlaces(len(self.lines), self.row_height, head, self.canvas.winfo_height() - head)

    def _resized(self) -> None:
        self.folded = False
        self._lay_out()

    def _lay_out(self) -> None:
        """Place the columns and draw their headings. The column "line" takes the rest if that is enough."""
        look, px = self.look, self.look.px
        self.widths = self._widths()
        self.folded = self._must_fold()
        self.column_spans.clear()
        x, room = px(8), self.canvas.winfo_width() - px(8)
        for column in self.columns:
            if column == "line" and room - x < self.least_line:
                continue
            end = room if column == self.columns[-1] and column == "line" else min(room, x + self.widths[column])
            self.column_spans[column] = (x, end)
            x = end + px(GAP)
        self.canvas.delete("text")
        self.items.clear()
        self.drawn.clear()
        draw_heads(self.canvas, look, self.heads, self.column_spans, self.sorted_by, self.ascending)
        self._draw()

    @property
    def full_height(self) -> int:
        """The height in pixels at which all rows are visible."""
        return self.height_of(len(self.lines))

    def height_of(self, rows: int, folded: bool | None = None) -> int:
        """Return the height in pixels at which this many rows are visible, with one or two lines (None: as now)."""
        height = self.row_height if folded is None else self.look.px(FOLDED if folded else LINE)
        return self.look.px(HEAD) + rows * height

    def allow_folding(self, allowed: bool) -> None:
        """Set whether long moves may have two lines. Otherwise they are cut off, and a tip has the rest."""
        if allowed != self.may_fold:
            self.may_fold = allowed
            self._resized()

    @property
    def visible_rows(self) -> int:
        """The number of rows that fit."""
        return self._places.visible

    def _draw(self) -> None:
        """Update the visible cells that changed, and the highlighted rows."""
        px = self.look.px
        places = self._places
        self.top = max(0, min(self.top, places.last_top))
        tops = places.edges(self.top)
        visible = self.lines[self.top : self.top + self.visible_rows]
        for number in range(max(len(visible), 1 + max((line for line, _ in self.items), default=-1))):
            line = visible[number] if number < len(visible) else None
            for column, (left, right) in self.column_spans.items():
                self._write(number, column, left, right, line, tops)
        selected = next((n for n, line in enumerate(visible) if line.move == self.move), -1)
        hovered = next((n for n, line in enumerate(visible) if line.move == self.hovered_move), -1)
        chosen = selected >= 0 and focused(self.canvas) is self.canvas
        rows = {line.move: n for n, line in enumerate(visible) if n != selected}
        pairs = [rows.get(move, -1) for move in (*self.paired, "", "")]
        for item, number in (
            (self.wash, selected),
            *zip(self.pair_washes, pairs, strict=False),
            (self.hover, hovered if hovered != selected else -1),
            (self.ring, selected if chosen else -1),
        ):
            if number < 0:
                self.canvas.itemconfigure(item, state="hidden")
            else:
                self.canvas.coords(item, 1, tops[number], self.canvas.winfo_width() - 2, tops[number + 1])
                self.canvas.itemconfigure(item, state="normal")
        self.canvas.itemconfigure(
            self.note_item, text="" if self.lines else self.note, width=max(1, self.canvas.winfo_width() - px(16))
        )
        first, last = self.top / max(len(self.lines), 1), (self.top + self.visible_rows) / max(len(self.lines), 1)
        self.bar.set(first, last)

    def _write(
        self, number: int, column: str, left: int, right: int, line: CandidateRow | None, tops: Sequence[int]
    ) -> None:
        look = self.look
        item = self.items.get((number, column))
        if item is None:
            if line is None:
                return
            item = self.items[number, column] = self.canvas.create_text(
                0, 0, anchor="e" if column in NUMBERS else "w", tags="text"
            )
        if line is not None:
            self.canvas.coords(item, right if column in NUMBERS else left, tops[number] + self.row_height // 2)
        best = line is not None and line.move == self.best
        appearance = (line.cells[column] if line is not None else "", best, right - left)
        if self.drawn.get(item) == appearance:
            return
        self.drawn[item] = appearance
        font = "strong text" if best and column in ("move", "share", "value", "chance") else "text"
        colour = "quiet" if column in ("spread", "prior", "line", "visits") else "text"
        text, wraps = str(appearance[0]), self.folded and column == "move"
        room = round((TWO_LINES if wraps else 1) * (right - left))
        if column == "move" and line is not None and line.short and look.fonts[font].measure(text) > room:
            text = look.shorten_middle(line.short, font, room)
        elif column not in NUMBERS:
            text = look.shorten(text, font, room)
        self.canvas.itemconfigure(
            item, text=text, font=look.fonts[font], fill=look.palette[colour], width=right - left + 1 if wraps else 0
        )

    def _scroll_to_selection(self) -> None:
        """Scroll the minimum needed to show the selected row."""
        at = next((n for n, line in enumerate(self.lines) if line.move == self.move), -1)
        if at < 0:
            return
        top = min(at, max(self.top, at + 1 - self.visible_rows))
        if top != self.top:
            self.top = top
            self._draw()

    # Pointer and keys -------------------------------------------------------------------------------------------------

    def _scroll(self, by: int) -> str:
        self.top = max(0, min(self.top + by, self._places.last_top))
        self._draw()
        return "break"

    def _scroll_to(self, how: str, *where: str) -> None:
        if how == "moveto":
            self.top = round(float(where[0]) * len(self.lines))
        else:
            self.top += int(where[0]) * (self.visible_rows if where[1:] == ("pages",) else 1)
        self._draw()

    def _at(self, y: int) -> str:
        number = self._places.place_at(self.top, y)
        return self.lines[self.top + number].move if number >= 0 else ""

    def _column(self, x: int) -> str:
        """Return the column at a coordinate, or "". Each gap is split between the adjacent columns."""
        gap = self.look.px(GAP) / 2
        return next((name for name, (left, right) in self.column_spans.items() if left - gap <= x <= right + gap), "")

    def _cell(self, x: int, y: int) -> Cell | None:
        """Return the cell at a point, for its tip."""
        places, column, move = self._places, self._column(x), self._at(y)
        if not column or not (move or y < places.head):
            return None
        left, right = self.column_spans[column]
        edges = [0, *places.edges(self.top)]
        number = places.place_at(self.top, y) + 1
        return Cell(column, move, (left, edges[number], right, edges[number + 1]))

    def _over(self, y: int) -> None:
        move = self._at(y)
        if move != self.hovered_move:
            self.hovered_move = move
            self.canvas.configure(cursor="hand2" if move else "")
            self._draw()
            self.on_hover(move)

    def _left(self) -> None:
        """Show the rows in their new order once the pointer has left the table."""
        self.order.hold(False)
        self.lines = self.order.arrange(self.order.given, self.sorted_by, self.ascending)
        self._over(-1)
        self._draw()

    def _clicked(self, event: tkinter.Event[tkinter.Misc]) -> None:
        self.canvas.focus_set()
        if self._dropped(event.y):
            return
        played, self.played = self.played, False
        if played:
            return  # the release of a double-click, after which the table shows another position
        if event.y < self.look.px(HEAD):
            if column := self._column(event.x):
                self.on_sort(column)
        elif move := self._at(event.y):
            self.on_select(move)

    def _dropped(self, y: int) -> bool:
        """End the drag of a row. Return False if no row was dragged."""
        dragged = self.drag.end() if self.drag is not None else ""
        target = self._at(y)
        if dragged and target and target != dragged and self.on_pair is not None:
            self.on_pair(dragged, target)
        return bool(dragged)

    def _control_clicked(self, event: tkinter.Event[tkinter.Misc]) -> str:
        self.canvas.focus_set()
        first, second = self.move or self.best, self._at(event.y)
        if not self._dropped(event.y) and second and second != first and self.on_pair is not None:
            self.on_pair(first, second)
        return "break"

    def _dragged_over(self, y: int) -> None:
        """Highlight the row onto which another one is dragged."""
        self.hovered_move = self._at(y)
        self._draw()

    def _double_clicked(self, event: tkinter.Event[tkinter.Misc]) -> None:
        if move := self._at(event.y):
            self.played = True
            self.on_activate(move)

    def _right_clicked(self, event: tkinter.Event[tkinter.Misc]) -> str:
        self.on_context_menu(self._at(event.y), event.x_root, event.y_root)
        return "break"

    def _step(self, by: int) -> str:
        if self.lines:
            at = next((n for n, line in enumerate(self.lines) if line.move == self.move), -1 if by > 0 else 0)
            self.on_select(self.lines[max(0, min(len(self.lines) - 1, at + by))].move)
        return "break"

    def _entered(self) -> str:
        if self.move:
            self.on_activate(self.move)
        return "break"

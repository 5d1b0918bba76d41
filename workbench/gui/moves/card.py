"""The card with the move tree: rounds in columns, variations and comments below them, and buttons."""

from __future__ import annotations

import tkinter
from collections.abc import Callable, Mapping, Sequence
from itertools import groupby
from tkinter import ttk
from typing import NamedTuple, Protocol

from workbench.gui.look.look import Look
from workbench.gui.look.styles import card
from workbench.gui.moves import words as moves_words
from workbench.gui.moves.head import CardHead
from workbench.gui.moves.layout import INDENT, LINE, MAX_COLUMNS, Layout, PlacedWord
from workbench.gui.moves.rows import MovesRow, Word
from workbench.gui.shell.commands import Registry
from workbench.gui.widgets.keys import on_enter
from workbench.gui.widgets.scrolling import ScrollBar, on_wheel
from workbench.gui.widgets.texts import wrap
from workbench.gui.widgets.tips import Cell, CellTip

ROOMY = 210  # card height at 100 % from which the note is shown
THICK = {"inaccuracy": 1, "mistake": 2, "blunder": 3}  # width of the line under a mistake


class MovesState(NamedTuple):
    """The nodes that the card marks.

    `here` is the current position of the game, `shown` the viewed one, and `ahead` has the moves that were undone.
    """

    here: int
    shown: int
    ahead: frozenset[int]


class Reader(Protocol):
    """The receiver of the card's input."""

    def view_node(self, node: int) -> None:
        """View a position."""

    def open_menu(self, node: int, x: int, y: int) -> None:
        """Open the menu of a move at a point on the screen."""

    def unfold(self, node: int, open: bool) -> None:
        """Unfold or fold a variation."""

    def tip(self, node: int) -> str:
        """Return the tip of a move."""


class MovesCard:
    """The moves card. It scrolls to the viewed move and draws only the visible rows that changed.

    `turn` is the game's word for a turn.
    """

    def __init__(
        self, parent: tkinter.Misc, look: Look, sides: Sequence[str], registry: Registry, reader: Reader, turn: str
    ) -> None:
        self.look, self.sides, self.registry, self.reader, self.turn = look, sides, registry, reader, turn
        palette, px = look.palette, look.px
        self.frame = card(parent, look, padding=(16, 12))
        self.frame.columnconfigure(0, weight=1)
        self.frame.rowconfigure(2, weight=1)
        self.head = CardHead(self.frame, look, registry, (turn, *sides))
        self.buttons, self.offered = self.head.buttons, self.head.offered
        self.canvas = tkinter.Canvas(self.frame, background=palette["card"], highlightthickness=0, width=1)
        self.canvas.configure(height=px(60), takefocus=0)
        self.canvas.grid(row=2, column=0, sticky="nsew")
        bar = ScrollBar(self.canvas, command=self._scroll_to)
        self.frame.columnconfigure(1, minsize=bar.winfo_reqwidth())  # columns that move would tell of another's list
        self.note = ttk.Label(self.frame, style="CardSmall.TLabel")
        self.note.grid(row=3, column=0, columnspan=2, sticky="ew")
        self.note.grid_remove()
        self.written: list[MovesRow] = []  # all rows, without the field for a comment
        self.marked = MovesState(0, 0, frozenset())
        self.layout = self._fresh_layout(1)
        self.drawn: dict[int, tuple[object, ...]] = {}  # row number -> its drawn state
        self.sizes: Mapping[int, str] = {}  # node -> the size of its mistake
        self.editing = -1  # the node whose comment is being written, or -1
        self.editor: tkinter.Text | None = None
        self.on_written: Callable[[str | None], None] = lambda _: None  # receives the comment
        self.canvas.bind("<Configure>", lambda _: self._rebuild())
        self.frame.bind("<Configure>", lambda _: self._make_room())
        wrap(self.note)
        on_wheel(self.canvas.bind, lambda steps, _: self._scroll(steps))
        self.canvas.bind("<ButtonRelease-1>", self._clicked)
        self.canvas.bind("<Double-Button-1>", self._double_clicked)
        self.canvas.bind("<Motion>", self._over)
        for button in ("<Button-3>", "<Control-Button-1>"):
            self.canvas.bind(button, self._right_clicked)
        self.tip = CellTip(look, self.canvas, self._cell, lambda _, node: reader.tip(int(node)))
        self.canvas.bind("<Key-Escape>", self._leave)

    def _leave(self, _: object) -> str:
        """Move the focus to the board, so that Esc after a comment does not leave the viewed position."""
        self.canvas.winfo_toplevel().event_generate("<<Board>>")
        return "break"

    # Display ----------------------------------------------------------------------------------------------------------

    def show(self, rows: Sequence[MovesRow], marked: MovesState, sizes: Mapping[int, str]) -> None:
        """Show rows with their marked nodes. `sizes` maps a node to the size of its mistake."""
        self.sizes = sizes
        moved = marked.shown != self.marked.shown or list(rows[-1:]) != self.written[-1:]
        self.written, self.marked = list(rows), marked
        self._write(moved)
        self.head.refresh()

    @property
    def has_room_for_columns(self) -> bool:
        """Whether the narrow list beside an analysis has enough room for a column for each player."""
        return len(self.sides) <= MAX_COLUMNS

    def set_in_words(self, in_words: bool) -> None:
        """Show a log in words instead of a table, or the table."""
        if in_words != self.head.in_words:
            self.head.in_words = in_words
            self.written, self.layout = [], self._fresh_layout(self.canvas.winfo_width())
            self.head.draw(self.layout.columns)

    def forget(self) -> None:
        """Remove the rows and scroll to the top, for another person."""
        self.written, self.marked = [], MovesState(0, 0, frozenset())
        self.canvas.yview_moveto(0)

    def redraw(self) -> None:
        """Draw the rows again, for example without the field for a comment."""
        self._write(True)

    def show_note(self, note: str) -> None:
        """Show a note below the moves if there is space for it."""
        if note != self.note.cget("text"):
            self.note.configure(text=note)
            self._make_room()

    def _make_room(self) -> None:
        """Show the note if enough rows stay visible above it."""
        if self.note.cget("text") and self.frame.winfo_height() >= self.look.px(ROOMY):
            self.note.grid(pady=(self.look.px(6), 0))
        else:
            self.note.grid_remove()

    def _fresh_layout(self, width: int) -> Layout:
        return Layout(self.look.fonts["small"].measure, self.look.px, width, len(self.sides))

    def _write(self, follow: bool) -> None:
        rows = self._with_editor(self.written)
        self.layout.set_rows(rows)
        self._extend_scroll_region(round(self.canvas.canvasy(0)))
        self.canvas.delete("empty")
        if not rows:
            self.canvas.create_text(
                0, self.look.px(6), anchor="nw", text=moves_words.NO_MOVES, fill=self.look.palette["quiet"],
                tags="empty",
                font=self.look.fonts["small"], width=self.canvas.winfo_width(),
            )  # fmt: skip
        if follow:
            self._scroll_to_shown()
        self._draw()

    def _scroll_to_shown(self) -> None:
        """Scroll to the viewed move, with a whole row at the top."""
        tops, height = self.layout.tops, self.canvas.winfo_height()
        node = self.editing if self.editing >= 0 else self.marked.shown
        rows = [number for number, row in enumerate(self.layout.rows) if row.kind == "edit"]
        rows = rows or [number for number, _ in self.layout.places_of(node)] or [0]
        first, last = tops[rows[0]], tops[min(rows[-1] + 1, len(tops) - 1)]
        top = round(self.canvas.canvasy(0))
        if first < top:
            # The first row from which the end is visible.
            furthest = next(row_top for row_top in tops if row_top >= tops[-1] - height)
            self._move_to(min(first, furthest))
        elif last > top + height or top + height > max(tops[-1], height):
            self._move_to(next((row_top for row_top in tops if row_top >= last - height), first))

    def _move_to(self, top: int) -> None:
        self._extend_scroll_region(top)
        self.canvas.yview_moveto(top / max(self.layout.tops[-1], top + self.canvas.winfo_height(), 1))

    def _extend_scroll_region(self, top: int) -> None:
        """Extend the scroll region so that the row at this height can be at the top."""
        last = max(self.layout.tops[-1], top + self.canvas.winfo_height(), 1)
        self.canvas.configure(scrollregion=(0, 0, 1, last))

    def _draw(self) -> None:
        """Draw the visible rows that changed."""
        top = self.canvas.canvasy(0)
        visible = self.layout.visible_rows(top, top + self.canvas.winfo_height())
        wanted = {
            number: (self.layout.rows[number], self.layout.tops[number], *self._states(number)) for number in visible
        }
        for number in [number for number, how in self.drawn.items() if wanted.get(number) != how]:
            self.canvas.delete(f"row{number}")
            del self.drawn[number]
        for number, how in wanted.items():
            if number not in self.drawn:
                self._row(number)
                self.drawn[number] = how

    def _states(self, number: int) -> tuple[str, ...]:
        """Return the highlighting of each word of a row, and the size of its mistake."""
        return tuple(
            self._state(word) + self.sizes.get(word.node, "")
            for cell in self.layout.rows[number].cells
            for word in cell
        )

    def _state(self, word: Word) -> str:
        if word.kind != "move":
            return ""
        if word.node == self.marked.shown:
            return "shown"
        if word.node == self.marked.here:
            return "here"
        return "ahead" if word.node in self.marked.ahead else ""

    def _mistake(self, placed: PlacedWord, top: int, tag: str) -> None:
        """Underline a mistake. The line is thicker for a larger one."""
        thick = THICK.get(self.sizes.get(placed.word.node, "") if placed.word.kind == "move" else "")
        if thick is not None:
            y = top + placed.y + self.look.px(LINE) - self.look.px(3)
            dash = (3, 3) if thick == 1 else ()
            colour, wide = self.look.palette["warning"], self.look.px(thick)
            self.canvas.create_line(
                placed.x, y, placed.x + placed.width, y, width=wide, fill=colour, dash=dash, tags=tag
            )

    def _row(self, number: int) -> None:
        look, row, top, tag = self.look, self.layout.rows[number], self.layout.tops[number], f"row{number}"
        if row.kind == "edit":
            self._place_editor(top, tag)
            return
        if row.depth or row.kind == "comment":
            x = self.layout.indent(row) - (0 if row.kind == "comment" else look.px(INDENT / 2))
            colour = look.palette["accent" if row.kind == "comment" else "line"]
            self.canvas.create_rectangle(
                x, top, x + look.px(2), self.layout.tops[number + 1], width=0, fill=colour, tags=tag
            )
        placed_words = self.layout.row_layout(row).words
        for (word, y), group in groupby(placed_words, lambda placed: (placed.word, placed.y)):
            parts = list(group)
            self._highlight(self._state(word), parts[0].x, parts[-1].x + parts[-1].width, top + y, tag)
        for placed in placed_words:
            self._word(placed, row, top, tag)

    def _highlight(self, state: str, left: int, right: int, y: int, tag: str) -> None:
        """Draw a box behind a line of the viewed or the current move."""
        look, palette = self.look, self.look.palette
        if state in ("shown", "here"):
            fill, edge = (
                (palette["wash"], palette["accent"]) if state == "shown" else (palette["card"], palette["faint"])
            )
            room, bottom = look.px(2), y + look.px(LINE) - look.px(3)
            self.canvas.create_rectangle(
                left - room, y - look.px(1), right + room, bottom, fill=fill, outline=edge, tags=tag
            )

    def _word(self, placed: PlacedWord, row: MovesRow, top: int, tag: str) -> None:
        look, palette, state = self.look, self.look.palette, self._state(placed.word)
        x, y = placed.x, top + placed.y
        quiet = placed.word.kind != "move" or row.kind == "line"
        colour = (
            "faint"
            if state == "ahead"
            else "accent"
            if placed.word.kind in ("fold", "unfold")
            else "quiet"
            if quiet
            else "text"
        )
        if row.kind == "line" and placed.word.kind == "move" and state != "ahead":
            colour = "text"
        self.canvas.create_text(
            x, y, anchor="nw", text=placed.text, font=look.fonts["small"], fill=palette[colour], tags=tag
        )
        self._mistake(placed, top, tag)

    def _rebuild(self) -> None:
        """Draw everything again from the top, so that the result does not depend on earlier scrolling."""
        self.canvas.delete("all")
        self.canvas.yview_moveto(0)
        self.drawn.clear()
        self.layout = self._fresh_layout(self.canvas.winfo_width())
        self.head.draw(self.layout.columns)
        self._write(True)

    # Scrolling and clicks ---------------------------------------------------------------------------------------------

    def _scroll(self, step: int) -> None:
        self.canvas.yview_scroll(step, "units")
        self._draw()

    def _scroll_to(self, *how: str) -> None:
        self.canvas.yview(*how)
        self._draw()

    def _cell(self, x: int, y: int) -> Cell | None:
        """Return the box of the move at a point, for its tip."""
        top = round(self.canvas.canvasy(0))
        word = self.layout.word_at(x, y + top)
        if word is None or word.kind != "move":
            return None
        boxes = [
            (placed.x, self.layout.tops[row] + placed.y - top, placed.x + placed.width)
            for row, placed in self.layout.places_of(word.node)
        ]
        height = self.look.px(LINE)
        lefts, tops, rights = zip(*boxes, strict=True)
        return Cell("move", str(word.node), (min(lefts), min(tops), max(rights), max(tops) + height))

    def _word_at(self, event: tkinter.Event[tkinter.Misc]) -> Word | None:
        return self.layout.word_at(event.x, self.canvas.canvasy(event.y))

    def _over(self, event: tkinter.Event[tkinter.Misc]) -> None:
        self.canvas.configure(cursor="hand2" if self._word_at(event) is not None else "")

    def place_of(self, node: int) -> tuple[int, int]:
        """Return the point of the screen just below a move, or below the top of the list if the move is not visible."""
        canvas = self.canvas
        x, y = 0, 0
        for number, placed in self.layout.places_of(node):
            bottom = self.layout.tops[number] + placed.y + self.look.px(LINE) - round(canvas.canvasy(0))
            if placed.word.kind == "move" and 0 < bottom <= canvas.winfo_height():
                x, y = placed.x, bottom
        return canvas.winfo_rootx() + x, canvas.winfo_rooty() + y

    def _clicked(self, event: tkinter.Event[tkinter.Misc]) -> None:
        word = self._word_at(event)
        if word is None:
            return
        if word.kind in ("fold", "unfold"):
            self.reader.unfold(word.node, word.kind == "unfold")
        else:
            self.reader.view_node(word.node)

    def _double_clicked(self, event: tkinter.Event[tkinter.Misc]) -> None:
        word = self._word_at(event)
        if word is not None and word.kind == "comment":
            self.registry.run("comment")

    def _right_clicked(self, event: tkinter.Event[tkinter.Misc]) -> str:
        word = self._word_at(event)
        if word is not None:
            self.reader.open_menu(word.node, event.x_root, event.y_root)
        return "break"

    # Comments ---------------------------------------------------------------------------------------------------------

    def edit(self, node: int, text: str, written: Callable[[str | None], None]) -> None:
        """Open a field for the comment below a move. `written` receives it, or None if the edit is cancelled."""
        self.finish()
        look = self.look
        self.editing, self.on_written = node, written
        self.editor = tkinter.Text(
            self.canvas, wrap="word", font=look.fonts["small"], background=look.palette["window"],
            foreground=look.palette["text"],
            insertbackground=look.palette["text"], highlightthickness=look.px(1), highlightcolor=look.palette["accent"],
            highlightbackground=look.palette["line"], borderwidth=0, padx=look.px(6), pady=look.px(4), undo=True,
        )  # fmt: skip
        self.editor.bindtags((str(self.editor), "Text", "all"))  # keys typed here do not run commands
        self.editor.insert("1.0", text)
        on_enter(self.editor, lambda _: self.finish())
        self.editor.bind("<Shift-Key-Return>", lambda _: None)  # a new line, as usual
        self.editor.bind("<Key-Escape>", lambda _: self.finish(keep=False))
        self.editor.bind("<FocusOut>", lambda _: self.finish())
        self._write(True)
        self.editor.focus_set()

    def finish(self, keep: bool = True) -> str:
        """Close the field for a comment if it is open, and keep or discard the text."""
        if self.editor is not None:
            text = self.editor.get("1.0", "end").strip()
            editor, self.editor, self.editing = self.editor, None, -1
            editor.destroy()
            self.on_written(text if keep else None)
        return "break"

    def _place_editor(self, top: int, tag: str) -> None:
        if self.editor is not None:
            px = self.look.px
            self.canvas.create_window(
                0, top + px(2), anchor="nw", window=self.editor, width=self.canvas.winfo_width() - px(2),
                height=px(60), tags=tag,
            )  # fmt: skip

    def _with_editor(self, rows: list[MovesRow]) -> list[MovesRow]:
        """Return the rows with an added row for the comment field."""
        if self.editor is None:
            return rows
        node, field = self.editing, MovesRow("edit", self.editing, 0, ())
        for number, row in enumerate(rows):
            if row.kind == "comment" and row.node == node:
                return [*rows[:number], field, *rows[number + 1 :]]
        words = ((number, word) for number, row in enumerate(rows) for cell in row.cells for word in cell)
        at = next((number for number, word in words if word.node == node and word.kind == "move"), -1)
        return [*rows[: at + 1], field, *rows[at + 1 :]]

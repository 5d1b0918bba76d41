"""The record form of a paper game as a card: a grid to fill in by hand, with deductions beside the entries."""

from __future__ import annotations

import tkinter
from collections.abc import Callable, Mapping
from functools import partial
from tkinter import ttk
from typing import NamedTuple

from workbench.boards.kit.choices import Form
from workbench.boards.kit.figures import keep_percent_signs
from workbench.game.form_notes import MAX_LETTERS, Cell
from workbench.gui.look.look import Look
from workbench.gui.widgets.keys import ALT, CONTROL, focused, on_enter
from workbench.gui.widgets.scrolling import ScrollBar, on_wheel
from workbench.gui.widgets.texts import wrap, write_words

NAMES = 0.19  # width of the row names as a fraction of the grid
ROW, HEAD = 30, 26  # minimum heights at 100 %
ABOVE = 6  # padding above the text in a row
ROOM = 6  # padding beside the text in a cell
STEPS = {"Left": (0, -1), "Right": (0, 1), "Up": (-1, 0), "Down": (1, 0)}


Write = Callable[[Cell, str], None]


class FilledForm(NamedTuple):
    """A form with its content. Without a form, only the note is shown.

    Attributes:
        form: The form, or None.
        written: The entries by cell.
        deduced: The deductions row by row, or () if there are none.
        note: The text below the form.
        owner: The session and seat of the form, for comparison.
    """

    form: Form | None
    written: Mapping[Cell, str]
    deduced: tuple[tuple[str, ...], ...]
    note: str
    owner: object = None


class FormCard(ttk.Frame):
    """The card with the record form.

    A click on a cell, Enter or typing opens the cell; Enter keeps the entry, Esc cancels it. The arrow keys select
    cells, and Esc outside a cell calls `leave`. `pen` returns a function that writes into the form shown now, even if
    another one is shown later. `is_command` returns whether a key runs a command instead of opening a cell.
    """

    def __init__(
        self, parent: tkinter.Misc, look: Look, pen: Callable[[], Write],
        is_command: Callable[[tkinter.Event[tkinter.Misc]], bool],
        leave: Callable[[], None],
    ) -> None:  # fmt: skip
        super().__init__(parent, style="Inner.TFrame", padding=(look.px(12), 0, look.px(8), look.px(8)))
        self.look, self.pen, self.is_command = look, pen, is_command
        self.shown = FilledForm(None, {}, (), "")
        self.leave = leave
        self.at: Cell = (0, 0)
        self.boxes: dict[Cell, tuple[int, int, int, int]] = {}
        self.editor: tkinter.Entry | None = None
        self.write: Write = pen()  # writes into the form being edited
        self.note = ttk.Label(self, style="CardSmall.TLabel", justify="left")
        self.note.pack(side="bottom", fill="x", pady=(look.px(6), 0))
        wrap(self.note)
        self.grid_view = tkinter.Canvas(
            self, background=look.palette["card"], highlightthickness=0, borderwidth=0, width=1, height=1, takefocus=1
        )
        self._words = partial(write_words, self.grid_view, look)
        self.grid_view.pack(side="left", fill="both", expand=True)
        ScrollBar(self.grid_view)
        self._bind_keys(self.grid_view)

    def _bind_keys(self, view: tkinter.Canvas) -> None:
        view.bind("<Configure>", lambda _: self._draw())
        view.bind("<Button-1>", self._clicked)
        view.bind("<FocusIn>", lambda _: self._mark())
        view.bind("<FocusOut>", lambda _: self._mark())
        view.bind("<Key>", self._typed)
        on_wheel(view.bind, lambda steps, _: view.yview_scroll(steps, "units"))
        for key, direction in STEPS.items():
            view.bind(f"<Key-{key}>", partial(self._move, *direction))
        on_enter(view, lambda _: self._edit(), "F2")
        for key in ("Delete", "BackSpace"):
            view.bind(f"<Key-{key}>", lambda _: self._clear())
        view.bind("<Key-Escape>", lambda _: self._leave_form())

    # Display ----------------------------------------------------------------------------------------------------------

    def show(self, filled: FilledForm) -> None:
        """Show a form."""
        if filled == self.shown:
            return
        before, self.shown = self.shown, filled
        if filled.note != before.note:
            self.note.configure(text=filled.note)
        if (filled.form, filled.owner) != (before.form, before.owner):
            self.finish(focus=False)
            self.at = (0, 0)
            if not self.grid_view.winfo_exists():
                return
        if filled[:3] == before[:3]:
            return
        self._draw()

    def _draw(self) -> None:
        view, look, form = self.grid_view, self.look, self.shown.form
        view.delete("all")
        self.boxes.clear()
        if form is None:
            self._close_editor()
            return
        px, palette, width = look.px, look.palette, view.winfo_width()
        first = round(width * NAMES)
        edges = [first + round((width - first) * column / len(form.columns)) for column in range(len(form.columns) + 1)]
        bottom = px(HEAD)
        for column, name in enumerate(form.columns):
            self._words(
                name, edges[column] + px(ROOM), px(4), edges[column + 1] - edges[column] - px(ROOM), "quiet", "small"
            )
        bottom = max(bottom, self._bottom("all") + px(4))
        for row, name in enumerate(form.rows):
            view.create_line(0, bottom, width, bottom, fill=palette["line"])
            top = bottom
            tag = f"row{row}"
            self._words(name, 0, top + px(ABOVE), first - px(4), "text", "text", tag)
            for column in range(len(form.columns)):
                self._cell((row, column), edges[column], edges[column + 1], top, tag)
            bottom = max(top + px(ROW), self._bottom(tag) + px(5))
            for column in range(len(form.columns)):
                self.boxes[row, column] = (edges[column], top, edges[column + 1], bottom)
        view.configure(scrollregion=(0, 0, width, bottom + px(2)))
        self._mark()
        if self.editor is not None:
            self._place_editor()

    def _cell(self, cell: Cell, left: int, right: int, top: int, tag: str) -> None:
        """Draw an entry with its deductions beside it, or below it if they do not fit."""
        look, px = self.look, self.look.px
        x, y, room = left + px(ROOM), top + px(ABOVE), right - left - px(ROOM)
        own, row = (
            self.shown.written.get(cell, ""),
            self.shown.deduced[cell[0]] if cell[0] < len(self.shown.deduced) else (),
        )
        known = row[cell[1]] if cell[1] < len(row) else ""
        if own:
            end = self._words(own, x, y, room, "text", "strong text", tag)
            beside = look.fonts["strong text"].measure(own) + px(ROOM)
            if beside + look.fonts["small"].measure(known) <= room:
                x += beside
            else:
                y = end
        if known:
            self._words(self._fit(known, room), x, y + px(1), room, "accent", "small", tag)

    def _fit(self, text: str, room: int) -> str:
        """Return a text with its part in brackets on a new line if it is too wide for one line."""
        text = keep_percent_signs(text)
        return text if self.look.fonts["small"].measure(text) <= room else text.replace(" (", "\n(")

    def _bottom(self, tag: str) -> int:
        box = self.grid_view.bbox(tag)
        return box[3] if box else 0

    def _mark(self) -> None:
        """Mark the selected cell, more clearly while the grid has the focus."""
        view, palette = self.grid_view, self.look.palette
        view.delete("mark")
        box = self.boxes.get(self.at)
        if box is None:
            return
        active = focused(view) is view
        inset = self.look.px(1)
        view.create_rectangle(
            box[0] + inset, box[1] + inset, box[2] - inset, box[3] - inset, tags="mark",
            width=self.look.px(2 if active else 1),
            outline=palette["accent" if active else "line"], fill=palette["wash"] if active else "",
        )  # fmt: skip
        view.tag_lower("mark")

    def _scroll_to_cell(self) -> None:
        view, box = self.grid_view, self.boxes.get(self.at)
        height = max(1.0, float(str(view.cget("scrollregion")).split()[-1])) if self.boxes else 1.0
        if box is not None and box[1] < view.canvasy(0):
            view.yview_moveto(max(0, box[1] - self.look.px(HEAD) * (self.at[0] == 0)) / height)
        elif box is not None and box[3] > view.canvasy(view.winfo_height()):
            view.yview_moveto((box[3] - view.winfo_height()) / height)

    # Selecting and writing --------------------------------------------------------------------------------------------

    def _move(self, down: int, right: int, _: object = None) -> str:
        cell = (self.at[0] + down, self.at[1] + right)
        if cell in self.boxes:
            self.at = cell
            self._mark()
            self._scroll_to_cell()
        return "break"

    def _clicked(self, event: tkinter.Event[tkinter.Misc]) -> None:
        view = self.grid_view
        x, y = view.canvasx(event.x), view.canvasy(event.y)
        hit = [
            cell for cell, (left, top, right, bottom) in self.boxes.items() if left <= x < right and top <= y < bottom
        ]
        self.finish()
        view.focus_set()
        if hit:
            self.at = hit[0]
            self._mark()
            self._edit()

    def _typed(self, event: tkinter.Event[tkinter.Misc]) -> str | None:
        # A key pressed with Ctrl or Alt does not type.
        has_modifier = isinstance(event.state, int) and event.state & (CONTROL | ALT)
        if (
            has_modifier
            or not event.char
            or not event.char.isprintable()
            or event.char.isspace()
            or self.at not in self.boxes
        ):
            return None
        if self.is_command(event):
            return None
        self._edit(event.char)
        return "break"

    def _edit(self, text: str | None = None) -> str:
        """Open the selected cell with its entry, or with `text` in place of the entry."""
        if self.at not in self.boxes or self.editor is not None:
            return "break"
        look, palette = self.look, self.look.palette
        allowed = (self.register(lambda wanted: len(wanted) <= MAX_LETTERS), "%P")
        self.write = self.pen()
        self.editor = editor = tkinter.Entry(
            self.grid_view, font=look.fonts["strong text"], background=palette["card"], foreground=palette["text"],
            borderwidth=0,
            insertbackground=palette["text"], highlightthickness=look.px(2), highlightcolor=palette["accent"],
            relief="flat",
            highlightbackground=palette["accent"], selectbackground=palette["accent"],
            selectforeground=palette["on_accent"],
            validate="key", validatecommand=allowed,
        )  # fmt: skip
        editor.insert(0, self.shown.written.get(self.at, "") if text is None else text)
        if text is None:
            editor.select_range(0, "end")
        editor.icursor("end")
        on_enter(editor, lambda _: self.finish(1, 0), "Down")
        editor.bind("<Key-Up>", lambda _: self.finish(-1, 0))
        editor.bind("<Key-Tab>", lambda _: self.finish(0, 1))
        for sequence in ("<Key-Escape>", "<Control-z>"):
            editor.bind(sequence, lambda _: self._close_editor())
        editor.bind("<FocusOut>", lambda _: self.finish(focus=False))
        self._place_editor()
        editor.focus_set()
        return "break"

    def _place_editor(self) -> None:
        view, box = self.grid_view, self.boxes.get(self.at)
        if box is not None and self.editor is not None:
            view.delete("editor")
            view.create_window(
                box[0],
                box[1],
                anchor="nw",
                width=box[2] - box[0],
                height=self.look.px(ROW),
                window=self.editor,
                tags="editor",
            )

    def finish(self, down: int = 0, right: int = 0, focus: bool = True) -> str:
        """Keep the open entry and select the cell this many rows and columns further.

        `focus` says whether the grid takes the focus.
        """
        if self.editor is not None:
            text = self.editor.get()
            self._close_editor(focus)
            self.write(self.at, text)
            if self.grid_view.winfo_exists():  # the effects of a note may have replaced this card
                self._move(down, right)
        return "break"

    def _close_editor(self, focus: bool = True) -> str:
        """Close the open cell without keeping its text."""
        editor, self.editor = self.editor, None
        if editor is not None:
            editor.destroy()
            self.grid_view.delete("editor")
            if focus:
                self.grid_view.focus_set()
        return "break"

    def _leave_form(self) -> str:
        self.leave()
        return "break"

    def _clear(self) -> str:
        if self.at in self.boxes:
            self.pen()(self.at, "")
        return "break"

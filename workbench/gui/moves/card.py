"""The card with the tree of moves: rounds in columns, variations and comments below them, buttons to step through
it."""

from __future__ import annotations

import tkinter
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from tkinter import ttk
from typing import NamedTuple, Protocol

from workbench.gui.look.look import Look
from workbench.gui.look.styles import card
from workbench.gui.moves import words as moves_words
from workbench.gui.moves.layout import INDENT, LINE, Layout, Placed
from workbench.gui.moves.rows import MovesRow, Word
from workbench.gui.shell.commands import Registry
from workbench.gui.widgets.keys import on_enter
from workbench.gui.widgets.scrolling import ScrollBar, on_wheel
from workbench.gui.widgets.step_icons import STEPS
from workbench.gui.widgets.texts import wrap

ROOMY = 150  # the height from which on there is room for the note
ICON = 14
THICK = {"inaccuracy": 1, "mistake": 2, "blunder": 3}  # of the line below a move that was one


class MovesState(NamedTuple):
    """Where the game stands, what is shown, and what lies ahead of the game, having been taken back."""

    here: int
    shown: int
    ahead: frozenset[int]


class Reader(Protocol):
    """Who is told what is done in the card."""

    def go(self, node: int) -> None: ...
    def ask(self, node: int, x: int, y: int) -> None: ...
    def unfold(self, node: int, open: bool) -> None: ...


class MovesCard:
    """It scrolls and follows what is shown. Only what can be seen is drawn, and of that only what is different."""

    def __init__(
        self, parent: tkinter.Misc, look: Look, sides: Sequence[str], registry: Registry, reader: Reader, turn: str
    ) -> None:
        """`turn` is what the game calls its turns."""
        self.look, self.sides, self.registry, self.reader, self.turn = look, sides, registry, reader, turn
        palette, px = look.palette, look.px
        self.frame = card(parent, look, padding=(16, 12))
        self.frame.columnconfigure(0, weight=1)
        self.frame.rowconfigure(2, weight=1)
        self.buttons: dict[str, ttk.Button] = {}
        self._build_top()
        self.head = tkinter.Canvas(self.frame, background=palette["card"], highlightthickness=0, height=px(26))
        self.head.grid(row=1, column=0, columnspan=2, sticky="ew")
        self.canvas = tkinter.Canvas(
            self.frame, background=palette["card"], highlightthickness=0, width=1, height=px(60), takefocus=0
        )
        self.canvas.grid(row=2, column=0, sticky="nsew")
        ScrollBar(self.canvas, command=self._scroll_to)
        self.note = ttk.Label(self.frame, style="CardSmall.TLabel")
        self.note.grid(row=3, column=0, columnspan=2, sticky="ew")
        self.note.grid_remove()
        self.written: list[MovesRow] = []  # as handed over, without the field for a comment
        self.standing = MovesState(0, 0, frozenset())
        self.layout = self._fresh_layout(1)
        self.drawn: dict[int, tuple[object, ...]] = {}  # number of the row -> how it is drawn
        self.sizes: Mapping[int, str] = {}  # by node, how large a mistake its move was, where that is known
        self.editing = -1  # the node whose comment is being written
        self.editor: tkinter.Text | None = None
        self.edited: Callable[[str | None], None] = lambda _: None  # who is told it
        self.canvas.bind("<Configure>", lambda _: self._again())
        self.frame.bind("<Configure>", lambda _: self._make_room())
        wrap(self.note)
        on_wheel(self.canvas.bind, lambda steps, _: self._scroll(steps))
        self.canvas.bind("<ButtonRelease-1>", self._clicked)
        self.canvas.bind("<Double-Button-1>", self._twice)
        self.canvas.bind("<Motion>", self._over)
        for button in ("<Button-3>", "<Control-Button-1>"):
            self.canvas.bind(button, self._asked)

    def _build_top(self) -> None:
        look = self.look
        top = ttk.Frame(self.frame, style="Inner.TFrame")
        top.grid(row=0, column=0, columnspan=2, sticky="ew")
        ttk.Label(top, text=moves_words.MOVES, style="CardHead.TLabel").pack(side="left")
        self.pictures = {name: look.sprite(STEPS, name, look.px(ICON)) for name in STEPS}
        for name in reversed(STEPS):
            button = ttk.Button(top, image=self.pictures[name], style="Icon.TButton")
            button.configure(command=partial(self.registry.run, name))
            button.pack(side="right")
            self.buttons[name] = button
        self.offered = ttk.Button(top, style="House.TButton", takefocus=1)  # what else may stand here

    # What is shown ----------------------------------------------------------------------------------------------------

    def show(self, rows: Sequence[MovesRow], standing: MovesState, sizes: Mapping[int, str]) -> None:
        self.sizes = sizes
        moved = standing.shown != self.standing.shown or list(rows[-1:]) != self.written[-1:]
        self.written, self.standing = list(rows), standing
        self._write(moved)
        for name, button in self.buttons.items():
            state = "disabled" if self.registry[name].why_not() else "normal"
            if str(button.cget("state")) != state:
                button.configure(state=state)

    def offer(self, label: str, show: Callable[[], None] | None) -> None:
        """A button that shows something else in this place, or none."""
        if show is None:
            self.offered.pack_forget()
        else:
            self.offered.configure(text=label, command=show)
            self.offered.pack(side="left", padx=(self.look.px(10), 0))

    def forget(self) -> None:
        """How far one person scrolled is not for the next."""
        self.written, self.standing = [], MovesState(0, 0, frozenset())
        self.canvas.yview_moveto(0)

    def again(self) -> None:
        """Write the rows once more, as after the field for a comment has gone."""
        self._write(True)

    def show_note(self, note: str) -> None:
        if note != self.note.cget("text"):
            self.note.configure(text=note)
            self._make_room()

    def _make_room(self) -> None:
        """Show the note where some rows of moves are left beside it."""
        if self.note.cget("text") and self.frame.winfo_height() >= self.look.px(ROOMY):
            self.note.grid(pady=(self.look.px(6), 0))
        else:
            self.note.grid_remove()

    def _fresh_layout(self, width: int) -> Layout:
        return Layout(self.look.fonts["small"].measure, self.look.px, width, len(self.sides))

    def _write(self, follow: bool) -> None:
        rows = self._with_editor(self.written)
        self.layout.write(rows)
        self._reach(round(self.canvas.canvasy(0)))
        self.canvas.delete("empty")
        if not rows:
            self.canvas.create_text(
                0, self.look.px(6), anchor="nw", text=moves_words.NO_MOVES, fill=self.look.palette["quiet"],
                tags="empty",
                font=self.look.fonts["small"], width=self.canvas.winfo_width(),
            )  # fmt: skip
        if follow:
            self._follow()
        self._draw()

    def _follow(self) -> None:
        """See to it that what is shown can be seen, a whole row on top."""
        tops, height = self.layout.tops, self.canvas.winfo_height()
        node = self.editing if self.editing >= 0 else self.standing.shown
        rows = [number for number, row in enumerate(self.layout.rows) if row.kind == "edit"]
        rows = rows or [number for number, _ in self.layout.places(node)] or [0]
        first, last = tops[rows[0]], tops[min(rows[-1] + 1, len(tops) - 1)]
        top = round(self.canvas.canvasy(0))
        if first < top:
            furthest = next(one for one in tops if one >= tops[-1] - height)  # from there on all of the end is seen
            self._move_to(min(first, furthest))
        elif last > top + height or top + height > max(tops[-1], height):
            self._move_to(next((one for one in tops if one >= last - height), first))

    def _move_to(self, top: int) -> None:
        self._reach(top)
        self.canvas.yview_moveto(top / max(self.layout.tops[-1], top + self.canvas.winfo_height(), 1))

    def _reach(self, top: int) -> None:
        """Let there be so much to scroll that a row can stand on top."""
        last = max(self.layout.tops[-1], top + self.canvas.winfo_height(), 1)
        self.canvas.configure(scrollregion=(0, 0, 1, last))

    def _draw(self) -> None:
        """Draw the rows that can be seen, those that are drawn already as they should be left alone."""
        top = self.canvas.canvasy(0)
        seen = self.layout.shown(top, top + self.canvas.winfo_height())
        wanted = {
            number: (self.layout.rows[number], self.layout.tops[number], *self._states(number)) for number in seen
        }
        for number in [number for number, how in self.drawn.items() if wanted.get(number) != how]:
            self.canvas.delete(f"row{number}")
            del self.drawn[number]
        for number, how in wanted.items():
            if number not in self.drawn:
                self._row(number)
                self.drawn[number] = how

    def _states(self, number: int) -> tuple[str, ...]:
        """How the words of a row are to be told apart: by node, "here", "shown", "ahead" or ""."""
        return tuple(
            self._state(word) + self.sizes.get(word.node, "")
            for cell in self.layout.rows[number].cells
            for word in cell
        )

    def _state(self, word: Word) -> str:
        if word.kind != "move":
            return ""
        if word.node == self.standing.shown:
            return "shown"
        if word.node == self.standing.here:
            return "here"
        return "ahead" if word.node in self.standing.ahead else ""

    def _mistake(self, placed: Placed, top: int, tag: str) -> None:
        """A line below a move that was a mistake, the thicker the larger."""
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
        for placed in self.layout.laid(row).words:
            self._word(placed, row, top, tag)

    def _word(self, placed: Placed, row: MovesRow, top: int, tag: str) -> None:
        look, palette, state = self.look, self.look.palette, self._state(placed.word)
        x, y = placed.x, top + placed.y
        if state in ("shown", "here"):
            fill, edge = (
                (palette["wash"], palette["accent"]) if state == "shown" else (palette["card"], palette["faint"])
            )
            room = look.px(2)
            self.canvas.create_rectangle(
                x - room,
                y - look.px(1),
                x + placed.width + room,
                y + look.px(LINE) - look.px(3),
                fill=fill,
                outline=edge,
                tags=tag,
            )
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

    def _again(self) -> None:
        """Write everything anew, as after a change of the size: what is seen then does not depend on what was seen
        before."""
        self.canvas.delete("all")
        self.canvas.yview_moveto(0)
        self.head.delete("all")
        self.drawn.clear()
        look = self.look
        self.layout = self._fresh_layout(self.canvas.winfo_width())
        y, bottom = look.px(11), look.px(24)
        fonts = ["strong small", *["small"] * len(self.sides)]
        for x, text, font in zip(self.layout.columns[:-1], (self.turn, *self.sides), fonts, strict=True):
            room = self.layout.columns[2] - self.layout.columns[1] if x else self.layout.columns[1]
            shown = look.shorten(text, font, room)
            self.head.create_text(x, y, anchor="w", text=shown, font=look.fonts[font], fill=look.palette["quiet"])
        self.head.create_rectangle(0, bottom, 9999, bottom, width=0, fill=look.palette["line"])
        self.head.create_line(0, bottom, 9999, bottom, fill=look.palette["line"])
        self._write(True)

    # Scrolling, clicks ------------------------------------------------------------------------------------------------

    def _scroll(self, step: int) -> None:
        self.canvas.yview_scroll(step, "units")
        self._draw()

    def _scroll_to(self, *how: str) -> None:
        self.canvas.yview(*how)
        self._draw()

    def _word_at(self, event: tkinter.Event[tkinter.Misc]) -> Word | None:
        return self.layout.word_at(event.x, self.canvas.canvasy(event.y))

    def _over(self, event: tkinter.Event[tkinter.Misc]) -> None:
        self.canvas.configure(cursor="hand2" if self._word_at(event) is not None else "")

    def _clicked(self, event: tkinter.Event[tkinter.Misc]) -> None:
        word = self._word_at(event)
        if word is None:
            return
        if word.kind in ("fold", "unfold"):
            self.reader.unfold(word.node, word.kind == "unfold")
        else:
            self.reader.go(word.node)

    def _twice(self, event: tkinter.Event[tkinter.Misc]) -> None:
        word = self._word_at(event)
        if word is not None and word.kind == "comment":
            self.registry.run("comment")

    def _asked(self, event: tkinter.Event[tkinter.Misc]) -> str:
        word = self._word_at(event)
        if word is not None:
            self.reader.ask(word.node, event.x_root, event.y_root)
        return "break"

    # Writing a comment ------------------------------------------------------------------------------------------------

    def edit(self, node: int, text: str, written: Callable[[str | None], None]) -> None:
        """Let a comment be written below the move that it is about; `written` is told it, None if it stays as it
        was."""
        self.finish()
        look = self.look
        self.editing, self.edited = node, written
        self.editor = tkinter.Text(
            self.canvas, wrap="word", font=look.fonts["small"], background=look.palette["window"],
            foreground=look.palette["text"],
            insertbackground=look.palette["text"], highlightthickness=look.px(1), highlightcolor=look.palette["accent"],
            highlightbackground=look.palette["line"], borderwidth=0, padx=look.px(6), pady=look.px(4), undo=True,
        )  # fmt: skip
        self.editor.bindtags((str(self.editor), "Text", "all"))  # keys typed here are no commands
        self.editor.insert("1.0", text)
        on_enter(self.editor, lambda _: self.finish())
        self.editor.bind("<Shift-Key-Return>", lambda _: None)  # a new line, as ever
        self.editor.bind("<Key-Escape>", lambda _: self.finish(keep=False))
        self.editor.bind("<FocusOut>", lambda _: self.finish())
        self._write(True)
        self.editor.focus_set()

    def finish(self, keep: bool = True) -> str:
        """End the writing of a comment, if one is being written."""
        if self.editor is not None:
            text = self.editor.get("1.0", "end").strip()
            editor, self.editor, self.editing = self.editor, None, -1
            editor.destroy()
            self.edited(text if keep else None)
        return "break"

    def _place_editor(self, top: int, tag: str) -> None:
        if self.editor is not None:
            px = self.look.px
            self.canvas.create_window(
                0,
                top + px(2),
                anchor="nw",
                window=self.editor,
                width=self.canvas.winfo_width() - px(2),
                height=px(60),
                tags=tag,
            )

    def _with_editor(self, rows: list[MovesRow]) -> list[MovesRow]:
        """The rows with the one where a comment is being written."""
        if self.editor is None:
            return rows
        node, field = self.editing, MovesRow("edit", self.editing, 0, ())
        for number, row in enumerate(rows):
            if row.kind == "comment" and row.node == node:
                return [*rows[:number], field, *rows[number + 1 :]]
        at = next(
            (
                n
                for n, row in enumerate(rows)
                for cell in row.cells
                for word in cell
                if word.node == node and word.kind == "move"
            ),
            -1,
        )
        return [*rows[: at + 1], field, *rows[at + 1 :]]

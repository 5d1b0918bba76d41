"""A game's rules with pictures: written in Markdown, its positions drawn by the game's own board, with find in page."""

from __future__ import annotations

import tkinter
from tkinter import ttk
from typing import TYPE_CHECKING

import fastcore
from workbench import boards
from workbench.gui.board.board_view import BoardView, Still
from workbench.gui.help import words as help_words
from workbench.gui.look.look import Look
from workbench.gui.widgets.rich_text import RichText
from workbench.gui.widgets.scrolling import on_wheel

if TYPE_CHECKING:
    from markdown_it.token import Token

DIAGRAM = 270  # the width of a board at 100 %


class RulesText(RichText):
    """The rules page of one game. A fenced block `position` holds a situation and a caption."""

    def __init__(self, parent: tkinter.Misc, look: Look, game: str, room: tuple[float, float] = (28, 20)) -> None:
        super().__init__(parent, look, room)
        self.lists: list[int | None] = []  # the next number of each list that is open, None for one without numbers
        self.heading = ""
        self.heads: list[list[Token]] = []  # of the columns of the table that is open
        self.column = -1  # of its cell that is open, -1 for none; in the row of heads it stays so
        self.diagrams: list[BoardView] = []
        from markdown_it import MarkdownIt  # takes its time to import, which the start of the window need not wait for

        for token in MarkdownIt("commonmark").enable("table").parse(boards.rules_page(game)):
            self._block(token)
        self.close()
        self.finder = Finder(self)

    def _block(self, token: Token) -> None:
        kind = token.type
        if kind == "heading_open":
            self.heading = token.tag
        elif kind == "heading_close":
            self.heading = ""
        elif kind in ("bullet_list_open", "ordered_list_open"):
            self.lists.append(int(token.attrGet("start") or 1) if kind == "ordered_list_open" else None)
        elif kind in ("bullet_list_close", "ordered_list_close"):
            self.lists.pop()
        elif kind == "list_item_open":
            number = self.lists[-1]
            self.add("•\t" if number is None else f"{number}.\t", "item")
            self.lists[-1] = None if number is None else number + 1
        elif kind == "tr_open":
            self.column = -1
        elif kind == "table_close":
            self.column, self.heads = -1, []
        elif kind == "th_open":
            self.heads.append([])
        elif kind == "td_open":
            self.column += 1
        elif kind == "inline" and self.column >= 0:
            self._cell(token.children or [])
        elif kind == "inline" and self.heads and not self.heads[-1]:
            self.heads[-1] = token.children or []
        elif kind == "inline":
            self._inline(token.children or [])
            self.add("\n")
        elif kind == "fence":
            self._fence(token)

    def _cell(self, tokens: list[Token]) -> None:
        """A row of a table is an item of a list: its first cell, and below it the others with the heads of their
        columns."""
        if self.column == 0:
            self.add("•\t", "item")
            self._inline(tokens, "item", "strong")
            self.add("\n" if len(self.heads) > 2 else ": ", "item")
        else:
            if len(self.heads) > 2:
                self.add("\t", "item")
                self._inline(self.heads[self.column], "item", "quiet")
                self.add(": ", "item", "quiet")
            self._inline(tokens, "item")
            self.add("\n", "item")

    def _inline(self, tokens: list[Token], *tags: str) -> None:
        style = list(tags) or ([self.heading] if self.heading else ["item"] if self.lists else [])
        for token in tokens:
            if token.type in ("strong_open", "em_open"):
                style.append("strong")
            elif token.type in ("strong_close", "em_close"):
                style.pop()
            elif token.type in ("softbreak", "hardbreak"):
                self.add(" ", *style)
            elif token.type == "code_inline":
                self.add(token.content, *style, "code")
            elif token.content:
                self.add(token.content, *style)

    def _fence(self, token: Token) -> None:
        if token.info != "position":
            self.add(token.content, "code")
            return
        situation, _, caption = token.content.strip().partition("\n")
        state = fastcore.parse(situation)
        board = boards.find(state.info.id)
        if board is None:
            self.add(boards.text_board(state) + "\n", "code")
            return
        view = BoardView(self.text, self.look, board, Still(), room=0, colour="card")
        ground = board.ground(state.fields)
        width = self.look.px(DIAGRAM)
        view.configure(width=width, height=round(width * ground.height / ground.width), takefocus=0)
        view.bind("<ButtonPress-1>", lambda _: self.text.focus_set())  # a picture is part of the text
        on_wheel(view.bind, lambda steps, _: self.text.yview_scroll(3 * steps, "units"))
        view.name_cells(True)
        view.position(state.fields)
        self.diagrams.append(view)
        self.text.window_create("end", window=view, pady=self.look.px(6))
        self.add("\n")
        if caption:
            self.add(caption + "\n", "quiet")


class Finder(ttk.Frame):
    """Find in page: Ctrl+F opens it, Enter goes on, Shift+Enter back, Esc closes."""

    def __init__(self, page: RichText) -> None:
        look, px = page.look, page.look.px
        super().__init__(page, style="Inner.TFrame", padding=(px(12), px(8)))
        self.text, self.bar = page.text, page.bar
        self.places, self.at = list[str](), 0
        self.wanted, self.length = "", 0
        palette = look.palette
        self.text.tag_configure("found", background=palette["wash"])
        self.text.tag_configure("here", background=palette["accent"], foreground=palette["on_accent"])
        ttk.Label(self, text=help_words.FIND, style="CardText.TLabel").pack(side="left", padx=(0, px(8)))
        self.entry = ttk.Entry(self, style="House.TEntry", width=18, font=look.fonts["text"])
        self.entry.pack(side="left")
        self.count = ttk.Label(self, style="CardSmall.TLabel")
        self.count.pack(side="left", padx=px(8))
        self.entry.bind("<KeyRelease>", lambda _: self._search())
        self.entry.bind("<Key-Return>", lambda _: self._go(1))
        self.entry.bind("<Shift-Key-Return>", lambda _: self._go(-1))
        self.entry.bind("<Key-Escape>", lambda _: self.hide())
        self.text.bind("<Control-Key-f>", lambda _: self.show())

    def show(self) -> str:
        self.pack(side="top", fill="x", before=self.bar)
        self.update_idletasks()
        self.entry.focus_set()
        self.entry.selection_range(0, "end")
        return "break"

    def hide(self) -> str:
        self.pack_forget()
        self.wanted = ""
        for tag in ("found", "here"):
            self.text.tag_remove(tag, "1.0", "end")
        self.text.focus_set()
        return "break"

    def _search(self) -> None:
        """Mark every place that holds what is typed, and go to the first below what is shown."""
        wanted = self.entry.get().strip()
        if wanted == self.wanted:
            return  # a key that changes nothing, as Enter
        self.wanted = wanted
        for tag in ("found", "here"):
            self.text.tag_remove(tag, "1.0", "end")
        self.places, self.length = [], len(wanted)
        place = self.text.search(wanted, "1.0", "end", nocase=True) if wanted else ""
        while place:
            self.places.append(place)
            after = f"{place}+{self.length}c"
            self.text.tag_add("found", place, after)
            place = self.text.search(wanted, after, "end", nocase=True)
        top = self.text.index("@0,0")
        self.at = next((n for n, place in enumerate(self.places) if self.text.compare(place, ">=", top)), 0)
        self._show_here()
        if not wanted:
            self.count.configure(text="")

    def _go(self, step: int) -> str:
        if self.places:
            self.at = (self.at + step) % len(self.places)
            self._show_here()
        return "break"

    def _show_here(self) -> None:
        self.text.tag_remove("here", "1.0", "end")
        self.count.configure(text=help_words.found(self.at + 1, len(self.places)))
        if self.places:
            place = self.places[self.at]
            self.text.tag_add("here", place, f"{place}+{self.length}c")
            self.text.see(place)

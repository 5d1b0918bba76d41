"""The rules of a game as text, rendered from Markdown, with boards as diagrams and a search."""

from __future__ import annotations

import tkinter
from collections.abc import Sequence
from functools import cache
from tkinter import ttk
from typing import TYPE_CHECKING

import fastcore
from workbench import boards
from workbench.gui.board.board_view import BoardView, NoHandler
from workbench.gui.help import words as help_words
from workbench.gui.look.look import Look
from workbench.gui.widgets.rich_text import RichText
from workbench.gui.widgets.scrolling import on_wheel
from workbench.pages.translated_page import BOARD, reader

if TYPE_CHECKING:
    from markdown_it.token import Token

DIAGRAM_WIDTH = 270  # width of a board, in pixels at 100 %


@cache
def parsed_rules(game: str) -> Sequence[Token]:
    """Return the rules of a game as Markdown tokens. They may be parsed in advance, on any thread."""
    return reader().parse(boards.rules_in_users_language(game))


class RulesText(RichText):
    """The rules of a game. A fenced block with the info string `position` contains a position text and a caption.

    Args:
        parent: The widget that contains the text.
        look: Scale and colours.
        game: The id of the game.
        room: The horizontal and vertical margins, in pixels at 100 %.
    """

    def __init__(self, parent: tkinter.Misc, look: Look, game: str, room: tuple[float, float] = (28, 20)) -> None:
        super().__init__(parent, look, room)
        self.lists: list[int | None] = []  # next number of each open list, or None for bullets
        self.heading = ""
        self.headings: list[list[Token]] = []  # headings of the open table's columns
        self.column = -1  # column of the open cell, or -1 for none or a heading
        self.diagrams: list[BoardView] = []
        for token in parsed_rules(game):
            self._block(token)
        self.finish()
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
            self.column, self.headings = -1, []
        elif kind == "th_open":
            self.headings.append([])
        elif kind == "td_open":
            self.column += 1
        elif kind == "inline" and self.column >= 0:
            self._cell(token.children or [])
        elif kind == "inline" and self.headings and not self.headings[-1]:
            self.headings[-1] = token.children or []
        elif kind == "inline":
            self._inline(token.children or [])
            self.add("\n")
        elif kind == "fence":
            self._fence(token)

    def _cell(self, tokens: list[Token]) -> None:
        """Add a table cell.

        A row becomes a list item: the first cell, and below it the remaining cells with their column headings.
        """
        if self.column == 0:
            self.add("•\t", "item")
            self._inline(tokens, "item", "strong")
            self.add("\n" if len(self.headings) > 2 else ": ", "item")
        else:
            if len(self.headings) > 2:
                self.add("\t", "item")
                self._inline(self.headings[self.column], "item", "quiet")
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
        if token.info != BOARD:
            self.add(token.content, "code")
            return
        situation, _, caption = token.content.strip().partition("\n")
        state = fastcore.parse(situation)
        board = boards.find(state.info.id)
        if board is None:
            self.add(boards.text_board(state) + "\n", "code")
            return
        view = BoardView(self.text, self.look, board, NoHandler(), room=0, colour="card")
        ground = board.ground(state.fields)
        width = self.look.px(DIAGRAM_WIDTH)
        view.configure(width=width, height=round(width * ground.height / ground.width), takefocus=0)
        view.bind("<ButtonPress-1>", lambda _: self.text.focus_set())  # the diagram belongs to the text
        on_wheel(view.bind, lambda steps, _: self.text.yview_scroll(3 * steps, "units"))
        view.show_names(True)
        view.set_position(state.fields)
        self.diagrams.append(view)
        self.text.window_create("end", window=view, pady=self.look.px(6))
        self.add("\n")
        if caption:
            self.add(caption + "\n", "quiet")


class Finder(ttk.Frame):
    """The search bar of a text.

    Ctrl+F opens it, Enter and Shift+Enter go to the next and the previous match, and Esc closes it.
    """

    def __init__(self, page: RichText) -> None:
        look, px = page.look, page.look.px
        super().__init__(page, style="Inner.TFrame", padding=(px(12), px(8)))
        self.text, self.bar = page.text, page.bar
        self.matches, self.current = list[str](), 0
        self.query, self.length = "", 0
        palette = look.palette
        self.text.tag_configure("found", background=palette["wash"])
        self.text.tag_configure("here", background=palette["accent"], foreground=palette["on_accent"])
        ttk.Label(self, text=help_words.FIND, style="CardText.TLabel").pack(side="left", padx=(0, px(8)))
        self.entry = ttk.Entry(self, style="House.TEntry", width=18, font=look.fonts["text"])
        self.entry.pack(side="left")
        self.count = ttk.Label(self, style="CardSmall.TLabel")
        self.count.pack(side="left", padx=px(8))
        self.entry.bind("<KeyRelease>", lambda _: self._search())
        self.entry.bind("<Key-Return>", lambda _: self._step(1))
        self.entry.bind("<Shift-Key-Return>", lambda _: self._step(-1))
        self.entry.bind("<Key-Escape>", lambda _: self.hide())
        self.text.bind("<Control-Key-f>", lambda _: self.show())

    def show(self) -> str:
        """Open the search bar and focus it."""
        self.pack(side="top", fill="x", before=self.bar)
        self.update_idletasks()
        self.entry.focus_set()
        self.entry.selection_range(0, "end")
        return "break"

    def hide(self) -> str:
        """Close the search bar and remove the marks."""
        self.pack_forget()
        self.query = ""
        for tag in ("found", "here"):
            self.text.tag_remove(tag, "1.0", "end")
        self.text.focus_set()
        return "break"

    def _search(self) -> None:
        """Mark all matches, and scroll to the first match below the top of the visible text."""
        query = self.entry.get().strip()
        if query == self.query:
            return  # the key changed nothing, such as Enter
        self.query = query
        for tag in ("found", "here"):
            self.text.tag_remove(tag, "1.0", "end")
        self.matches, self.length = [], len(query)
        place = self.text.search(query, "1.0", "end", nocase=True) if query else ""
        while place:
            self.matches.append(place)
            after = f"{place} + {self.length} any chars"
            self.text.tag_add("found", place, after)
            place = self.text.search(query, after, "end", nocase=True)
        top = self.text.index("@0,0")
        self.current = next((n for n, place in enumerate(self.matches) if self.text.compare(place, ">=", top)), 0)
        self._show_current()
        if not query:
            self.count.configure(text="")

    def _step(self, step: int) -> str:
        if self.matches:
            self.current = (self.current + step) % len(self.matches)
            self._show_current()
        return "break"

    def _show_current(self) -> None:
        self.text.tag_remove("here", "1.0", "end")
        self.count.configure(text=help_words.found(self.current + 1, len(self.matches)))
        if self.matches:
            place = self.matches[self.current]
            self.text.tag_add("here", place, f"{place} + {self.length} any chars")
            self.text.see(place)

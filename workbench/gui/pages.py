"""Windows beside the main one: the rules of a game, the key sheet, and what Herbarium is."""

from __future__ import annotations

import tkinter
from collections.abc import Callable
from tkinter import ttk
from typing import TYPE_CHECKING

import ttkbootstrap

import fastcore
from workbench import boards
from workbench.gui import words
from workbench.gui.board_view import BoardView
from workbench.gui.commands import Registry
from workbench.gui.look import Look
from workbench.version import version

if TYPE_CHECKING:
    from markdown_it.token import Token

DIAGRAM = 250  # the width of a board in a rules page at 100 %


class Still:
    """A board that is only looked at."""

    def pressed(self) -> bool:
        return True

    def clicked(self, spot: str) -> None: ...
    def dragged(self, start: str, end: str) -> None: ...
    def hovered(self, spot: str) -> None: ...

    def lifted(self, spot: str) -> None:
        return None


class Page(tkinter.Toplevel):
    """A window of text that scrolls. Esc closes it."""

    def __init__(self, root: ttkbootstrap.App, look: Look, title: str, width: float, height: float) -> None:
        super().__init__(root)
        self.title(title)
        self.withdraw()
        self.look = look
        palette, px = look.palette, look.px
        self.configure(background=palette["card"])
        self.text = tkinter.Text(
            self, wrap="word", background=palette["card"], foreground=palette["text"], font=look.fonts["menu"], borderwidth=0,
            highlightthickness=0, padx=px(28), pady=px(20), spacing1=px(2), spacing2=px(4), spacing3=px(6), cursor="arrow",
            selectbackground=palette["accent"], selectforeground=palette["on_accent"], insertwidth=0, width=1, height=1,
        )  # fmt: skip
        bar = ttk.Scrollbar(self, style="House.Vertical.TScrollbar", orient="vertical", command=self.text.yview)
        self.text.configure(yscrollcommand=bar.set)
        bar.pack(side="right", fill="y")
        self.text.pack(side="left", fill="both", expand=True)
        for name, font, colour in (
            ("h1", "strong points", "text"), ("h2", "strong name", "accent"), ("h3", "strong menu", "text"), ("strong", "strong menu", "text"),
            ("quiet", "text", "quiet"), ("code", "menu", "accent"), ("key", "strong menu", "text"),
        ):  # fmt: skip
            self.text.tag_configure(name, font=look.fonts[font], foreground=palette[colour])
        self.text.tag_configure("h1", spacing3=px(10))
        self.text.tag_configure("h2", spacing1=px(16), spacing3=px(4))
        self.text.tag_configure("item", lmargin1=px(8), lmargin2=px(26), tabs=(px(26),))
        self.text.tag_configure("row", tabs=(px(180),), lmargin2=px(180))
        self.bind("<Key-Escape>", lambda _: self.destroy())
        wide, high = min(px(width), root.winfo_screenwidth() - 40), min(px(height), root.winfo_screenheight() - 80)
        beside = root.winfo_rootx() + root.winfo_width() + px(8)
        x = (
            beside
            if beside + wide <= root.winfo_screenwidth()
            else max(0, root.winfo_rootx() + root.winfo_width() - wide - px(24))
        )
        self.geometry(f"{wide}x{high}+{x}+{root.winfo_rooty() + px(24)}")

    def add(self, text: str, *tags: str) -> None:
        self.text.insert("end", text, tags)

    def open(self) -> None:
        """Show the finished page."""
        self.text.configure(state="disabled")
        self.deiconify()
        self.lift()
        self.text.focus_set()


class RulesPage(Page):
    """A rules page, written in Markdown. A fenced block `position` holds a situation and is shown as its board."""

    def __init__(self, root: ttkbootstrap.App, look: Look, game: str) -> None:
        info = fastcore.info(game)
        super().__init__(root, look, f"{words.COMMANDS['rules']}: {info.title}", 560, 700)
        self.lists: list[int | None] = []  # the next number of each list that is open, None for one without numbers
        self.heading = ""
        self.diagrams: list[BoardView] = []
        from markdown_it import MarkdownIt  # takes its time to import, which the start of the window need not wait for

        for token in MarkdownIt("commonmark").parse(boards.rules_page(game)):
            self._block(token)
        self.open()

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
        elif kind == "inline":
            self._inline(token.children or [])
            self.add("\n")
        elif kind == "fence":
            self._fence(token)

    def _inline(self, tokens: list[Token]) -> None:
        style = [self.heading] if self.heading else ["item"] if self.lists else []
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
        view.configure(
            width=width,
            height=round(width * ground.height / ground.width),
            takefocus=0,
        )
        view.name_cells(True)
        view.position(state.fields)
        self.diagrams.append(view)
        self.text.window_create("end", window=view, pady=self.look.px(6))
        self.add("\n")
        if caption:
            self.add(caption + "\n", "quiet")


def key_sheet(root: ttkbootstrap.App, look: Look, registry: Registry) -> Page:
    """All keys, by menu."""
    page = Page(root, look, words.COMMANDS["keys"], 460, 620)
    page.add(words.COMMANDS["keys"] + "\n", "h1")
    page.add(words.KEYS_HEAD + "\n", "h2")
    for key, meaning in words.BOARD_KEYS:
        page.add(f"{key}\t", "row", "key")
        page.add(f"{meaning}\n", "row")
    for menu, head in words.MENUS.items():
        commands = [command for command in registry.menu(menu) if command.keys]
        if commands:
            page.add(head + "\n", "h2")
        for command in commands:
            page.add(" or ".join(command.keys) + "\t", "row", "key")
            page.add(f"{command.meaning}\n", "row")
    page.open()
    return page


def about(root: ttkbootstrap.App, look: Look) -> Page:
    """What this is, and who designed the games."""
    page = Page(root, look, words.COMMANDS["about"], 460, 400)
    page.add(f"{words.NAME} {version()}".rstrip() + "\n", "h1")
    page.add(words.ABOUT + "\n")
    page.add(words.DESIGNERS + "\n", "h2")
    for game in fastcore.games():
        info = fastcore.info(game)
        page.add(info.title, "strong")
        page.add(f" ({info.year}) by {info.designer}\n" if info.year else f" by {info.designer}\n")
        page.add(info.goal + "\n", "quiet")
    page.open()
    return page


class Pages:
    """The windows that are open beside the main one, at most one of each kind."""

    def __init__(self) -> None:
        self.open: dict[str, tkinter.Toplevel] = {}
        self.makers: dict[str, Callable[[], tkinter.Toplevel]] = {}

    def show(self, kind: str, make: Callable[[], tkinter.Toplevel]) -> None:
        """Bring a page to the front, made anew."""
        old = self.open.pop(kind, None)
        if old is not None and old.winfo_exists():
            old.destroy()
        self.makers[kind] = make
        self.open[kind] = make()

    def again(self) -> None:
        """Make the open pages anew, as after a change of the look, and show the same part of them."""
        for kind, old in list(self.open.items()):
            if isinstance(old, Page) and old.winfo_exists():
                place, geometry = old.text.index("@0,0"), old.geometry()
                self.show(kind, self.makers[kind])
                fresh = self.open[kind]
                assert isinstance(fresh, Page)
                fresh.geometry(geometry)
                fresh.text.yview(place)

    def close(self) -> None:
        for page in self.open.values():
            if page.winfo_exists():
                page.destroy()
        self.open.clear()

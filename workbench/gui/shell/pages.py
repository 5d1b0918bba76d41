"""Windows beside the main one: the rules of a game, the key sheet, and what Herbarium is."""

from __future__ import annotations

import tkinter
from collections.abc import Callable
from typing import Protocol, runtime_checkable

import ttkbootstrap

import fastcore
from workbench.gui.analyse import words as analyse_words
from workbench.gui.board.board_view import BoardView
from workbench.gui.help.rules_text import RulesText
from workbench.gui.lessons.view import LessonView
from workbench.gui.look.look import Look
from workbench.gui.set_up import words as set_up_words
from workbench.gui.sheet import words as sheet_words
from workbench.gui.shell import words
from workbench.gui.shell.commands import Registry
from workbench.gui.widgets.dialog import Aside
from workbench.gui.widgets.rich_text import RichText
from workbench.system.version import version


class Page(Aside):
    """A window of text that scrolls. Esc closes it."""

    def __init__(self, root: ttkbootstrap.App, look: Look, title: str, width: float, height: float) -> None:
        super().__init__(root)
        self.title(title)
        self.withdraw()
        self.look = look
        self.configure(background=look.palette["card"])
        self.body = self.make_body()
        self.body.pack(fill="both", expand=True)
        self.text = self.body.text
        self.add = self.body.add
        px = look.px
        self.bind("<Key-Escape>", lambda _: self.destroy())
        wide, high = min(px(width), root.winfo_screenwidth() - 40), min(px(height), root.winfo_screenheight() - 80)
        beside = root.winfo_rootx() + root.winfo_width() + px(8)
        x = (
            beside
            if beside + wide <= root.winfo_screenwidth()
            else max(0, root.winfo_rootx() + root.winfo_width() - wide - px(24))
        )
        self.geometry(f"{wide}x{high}+{x}+{root.winfo_rooty() + px(24)}")

    def make_body(self) -> RichText:
        return RichText(self, self.look)

    def memory(self) -> object:
        return self.body.place_shown, self.geometry()

    def recall(self, memory: object) -> None:
        assert isinstance(memory, tuple)
        place, geometry = memory
        self.geometry(geometry)
        self.text.yview(place)

    def open(self) -> None:
        """Show the finished page."""
        self.body.close()
        self.deiconify()
        self.lift()
        self.text.focus_set()


class RulesPage(Page):
    """The rules in a window of their own."""

    def __init__(self, root: ttkbootstrap.App, look: Look, game: str) -> None:
        self.game = game
        super().__init__(root, look, f"{words.RULES}: {fastcore.info(game).title}", 560, 700)
        self.open()

    def make_body(self) -> RichText:
        self.rules = RulesText(self, self.look, self.game)
        return self.rules

    @property
    def diagrams(self) -> list[BoardView]:
        return self.rules.diagrams


def key_sheet(root: ttkbootstrap.App, look: Look, registry: Registry) -> Page:
    """All keys, by menu."""
    page = Page(root, look, registry["keys"].text, 460, 620)
    page.add(registry["keys"].text + "\n", "h1")
    page.add(words.KEYS_HEAD + "\n", "h2")
    for key, meaning in words.BOARD_KEYS:
        page.add(f"{key}\t", "row", "key")
        page.add(f"{meaning}\n", "row")
    page.add(sheet_words.KEYS_HEAD + "\n", "h2")
    for key, meaning in sheet_words.KEYS:
        page.add(f"{key}\t", "row", "key")
        page.add(f"{meaning}\n", "row")
    page.add(set_up_words.KEYS_HEAD + "\n", "h2")
    for key, meaning in set_up_words.KEYS:
        page.add(f"{key}\t", "row", "key")
        page.add(f"{meaning}\n", "row")
    page.add(analyse_words.KEYS_HEAD + "\n", "h2")
    for key, meaning in analyse_words.KEYS:
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
    page = Page(root, look, words.ABOUT_HEAD, 460, 400)
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


@runtime_checkable
class Remade(Protocol):
    """A page that is made anew when the look changes, and then shows what the old one showed."""

    def memory(self) -> object: ...
    def recall(self, memory: object) -> None: ...


class Pages:
    """What is open beside the main window or over it, at most one of each kind."""

    def __init__(self) -> None:
        self.open: dict[str, tkinter.Misc] = {}
        self.makers: dict[str, Callable[[], tkinter.Misc]] = {}

    @property
    def over(self) -> LessonView | None:
        """What lies over the whole window: keys are for that alone."""
        page = self.open.get("guide")
        return page if isinstance(page, LessonView) and page.winfo_exists() else None

    def show(self, kind: str, make: Callable[[], tkinter.Misc]) -> None:
        """Bring a page to the front, made anew."""
        old = self.open.pop(kind, None)
        if old is not None and old.winfo_exists():
            old.destroy()
        self.makers[kind] = make
        self.open[kind] = make()

    def again(self) -> None:
        """Make the open pages anew, as after a change of the look, and show the same part of them."""
        for kind, old in list(self.open.items()):
            if isinstance(old, Remade) and old.winfo_exists():
                memory = old.memory()
                self.show(kind, self.makers[kind])
                fresh = self.open[kind]
                assert isinstance(fresh, Remade)
                fresh.recall(memory)

    def close(self) -> None:
        for page in self.open.values():
            if page.winfo_exists():
                page.destroy()
        self.open.clear()

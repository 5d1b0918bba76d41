"""The windows with the rules, the list of keys, and the page about Herbarium."""

from __future__ import annotations

import ttkbootstrap

import fastcore
from workbench import boards
from workbench.gui.board.board_view import BoardView
from workbench.gui.help import words
from workbench.gui.help.rules_text import RulesText
from workbench.gui.look.look import Look
from workbench.gui.shell import words as shell_words
from workbench.gui.shell.commands import Registry
from workbench.gui.widgets.dialog import Aside
from workbench.gui.widgets.rich_text import RichText
from workbench.system.version import version


class TextWindow(Aside):
    """A window with scrolling text. Esc closes it.

    Args:
        root: The main window.
        look: Scale and colours.
        title: The title of the window.
        width: The width in pixels at 100 %.
        height: The height in pixels at 100 %.
    """

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
        """Return a new text widget, empty unless a subclass fills it."""
        return RichText(self, self.look)

    def save_view(self) -> object:
        """Return the state to restore in the new window."""
        return self.body.place_shown, self.geometry()

    def restore_view(self, memory: object) -> None:
        """Restore the state of the old window."""
        assert isinstance(memory, tuple)
        place, geometry = memory
        self.geometry(geometry)
        self.text.yview(place)

    def open(self) -> None:
        """Make the text read-only and show the window."""
        self.body.finish()
        self.deiconify()
        self.lift()
        self.text.focus_set()


class RulesPage(TextWindow):
    """The window with the rules of a game."""

    def __init__(self, root: ttkbootstrap.App, look: Look, game: str) -> None:
        self.game = game
        super().__init__(root, look, f"{words.RULES}: {fastcore.info(game).title}", 560, 700)
        self.open()

    def make_body(self) -> RichText:
        """Return a new text widget with the rules."""
        self.rules = RulesText(self, self.look, self.game)
        return self.rules

    @property
    def diagrams(self) -> list[BoardView]:
        """The boards in the text."""
        return self.rules.diagrams


def open_key_sheet(root: ttkbootstrap.App, look: Look, registry: Registry) -> TextWindow:
    """Open the list of all keys: first keys of parts of the window, then keys of commands by menu."""
    page = TextWindow(root, look, registry["keys"].text, 460, 620)
    page.add(registry["keys"].text + "\n", "h1")
    for heading, keys in ((words.BOARD_KEYS_HEAD, words.BOARD_KEYS), *registry.key_notes):
        page.add(heading + "\n", "h2")
        for key, meaning in keys:
            page.add(f"{key}\t", "row", "key")
            page.add(f"{meaning}\n", "row")
    for menu, head in shell_words.MENUS.items():
        commands = [command for command in registry.menu(menu) if command.keys]
        if commands:
            page.add(head + "\n", "h2")
        for command in commands:
            page.add(" or ".join(command.keys) + "\t", "row", "key")
            page.add(f"{command.meaning}\n", "row")
    page.open()
    return page


def open_about_page(root: ttkbootstrap.App, look: Look) -> TextWindow:
    """Open the page with the version of the program and the designers of the games."""
    page = TextWindow(root, look, words.ABOUT_HEAD, 460, 450)
    page.add(f"{shell_words.NAME} {version()}".rstrip() + "\n", "h1")
    page.add(words.ABOUT + "\n")
    page.add(words.DESIGNERS + "\n", "h2")
    for game in boards.titles().values():
        info = fastcore.info(game)
        page.add(info.title, "strong")
        page.add(f" ({info.year}) by {info.designer}\n" if info.year else f" by {info.designer}\n")
        page.add(info.goal + "\n", "quiet")
    page.open()
    return page

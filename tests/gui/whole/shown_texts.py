"""Print all texts that the window shows in each mode and in its dialogs, as JSON: `python -m ... GAME`.

A test runs this in a separate process, because the texts of a module are translated when it is imported.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from tkinter import Canvas, Misc, TclError, Text, Toplevel, ttk

from tests.kit.windows import TestedWindow, descendants, open_window, root, settle, wait
from workbench.gui.shell.words import MENUS
from workbench.gui.widgets.tips import CellTip, Tip
from workbench.table.setup import default_setup

MODES = {"play": "", "analyse": "analyse_mode", "set up": "set_up_mode"}
DIALOGS = ("new", "settings", "seats", "results", "games", "match_new", "match_all", "rules_window", "about", "keys",
"palette", "find_position", "analysts", "helper")  # fmt: skip
BESIDE = ("sheet", "account", "form", "rules", "why", "graph")  # switches of what is beside the board


class RecordedTips:
    """All tips of the window, with the texts they would show now."""

    def __init__(self) -> None:
        self.tips: list[Tip] = []
        self._watch = Tip._watch

    def watch(self) -> None:
        """Record every new tip from now on."""

        def watch(tip: Tip, part: Misc) -> None:
            if part is tip.widget and not isinstance(tip, CellTip):
                self.tips.append(tip)
            self._watch(tip, part)

        setattr(Tip, "_watch", watch)  # noqa: B010 - a plain assignment to a method is refused by mypy

    def texts(self) -> Iterator[str]:
        for tip in self.tips:
            if tip.widget.winfo_exists():
                yield tip.words()


def texts_of(widget: Misc) -> Iterator[str]:
    """Yield what a widget shows: its label, headings and rows, or the texts drawn on it."""
    if isinstance(widget, Canvas):
        for item in widget.find_all():
            if str(widget.type(item)) == "text":
                yield str(widget.tk.call(widget, "itemcget", item, "-text"))
    elif isinstance(widget, ttk.Treeview):
        for column in ("#0", *widget["columns"]):
            yield str(widget.heading(column, "text"))
    elif not isinstance(widget, (Text, ttk.Entry)):  # they hold rules and positions
        try:
            yield str(widget.cget("text"))
        except TclError:
            return
    elif isinstance(widget, ttk.Combobox):
        yield from map(str, widget["values"])


def menu_texts(window: TestedWindow) -> Iterator[str]:
    for menu in MENUS:
        tk_menu = window.screen.top.menus[menu]
        window.screen.top._fill(menu)
        last = tk_menu.index("end")
        for number in range(last + 1) if last is not None else ():
            if tk_menu.type(number) != "separator":
                yield str(tk_menu.entrycget(number, "label"))


def show(window: TestedWindow, tips: RecordedTips, where: str, found: dict[str, str]) -> None:
    """Note all visible texts and where they were seen first."""
    settle(0.2)
    texts = [text for widget in descendants(root()) if widget.winfo_viewable() for text in texts_of(widget)]
    for text in (*texts, *menu_texts(window), *tips.texts()):
        found.setdefault(text, where)


def main(game: str) -> None:
    """Print the texts of a game's window."""
    tips, found = RecordedTips(), dict[str, str]()
    tips.watch()
    with open_window(default_setup(game, 1)) as window:
        for command in window.registry.commands.values():
            for text in (command.label, command.meaning):
                found.setdefault(text if isinstance(text, str) else text(), f"command {command.name}")
        for mode, entry in MODES.items():
            if entry:
                window.registry.run(entry)
                settle()
            show(window, tips, mode, found)
            if mode == "play":
                for name in BESIDE:
                    if name in window.registry and not window.registry[name].why_not():
                        window.registry.run(name)
                        show(window, tips, name, found)
        window.registry.run("leave_set_up")
        for name in DIALOGS:
            if window.registry[name].why_not():
                continue
            window.registry.run(name)
            show(window, tips, name, found)
            for page in [child for child in root().winfo_children() if isinstance(child, Toplevel)]:
                if page.winfo_exists():  # closing one page can close another
                    page.event_generate("<Escape>")
            settle(0.1)
            for page in [child for child in root().winfo_children() if isinstance(child, Toplevel)]:
                if page.winfo_exists() and page.winfo_viewable():
                    page.destroy()
            wait(lambda: True)
    print(json.dumps(found))


if __name__ == "__main__":
    main(sys.argv[1])

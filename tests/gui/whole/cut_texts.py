"""Print the texts that the window cuts off in each mode and dialog, as JSON: `python -m ... GAME [FOLDER [THEME]]`.

A test runs this in a separate process, because the texts of a module are translated when it is imported. With a folder,
pictures of the window are saved there.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from tkinter import Misc, TclError, Toplevel

from PIL import ImageGrab

from tests.gui.whole.test_fits import cut_off_in
from tests.kit.windows import TestedWindow, open_window, root, settle
from workbench.table.setup import default_setup

SIZE = (1280, 720)
MODES = ("play_mode", "analyse_mode", "set_up_mode")
DIALOGS = ("new", "settings", "seats", "results", "games", "match_new", "about", "keys", "practise_puzzles",
    "analysts", "columns", "helper", "find_position", "match_all")  # fmt: skip
BESIDE = ("sheet", "account", "form", "rules", "why", "graph")


def pages() -> Iterator[Toplevel]:
    for child in root().winfo_children():
        if isinstance(child, Toplevel) and child.winfo_exists() and child.winfo_viewable():
            yield child


class Inspector:
    """Looks for cut texts, and takes pictures if there is a folder."""

    def __init__(self, window: TestedWindow, folder: Path | None) -> None:
        self.window, self.folder = window, folder
        self.found: dict[str, list[str]] = {}

    def look(self, place: str, part: Misc) -> None:
        settle(0.2)
        self.found[place] = cut_off_in(part)
        if self.folder is not None:
            x, y = part.winfo_rootx(), part.winfo_rooty()
            box = (x, y, x + part.winfo_width(), y + part.winfo_height())
            ImageGrab.grab(box).save(self.folder / f"{place}.png")

    def run(self, command: str) -> bool:
        registry = self.window.registry
        if command not in registry or registry[command].why_not():
            return False
        registry.run(command)
        settle(0.1)
        return True

    def look_at_modes(self) -> None:
        assert self.window.screen.body is not None
        for mode in MODES:
            if mode == "play_mode" or self.run(mode):
                self.look(mode, self.window.screen.body)
                for part in BESIDE if mode == "play_mode" else ():
                    if self.run(part):
                        self.look(part, self.window.screen.body)
        self.run("leave_set_up")

    def look_at_dialogs(self) -> None:
        for name in DIALOGS:
            if self.run(name):
                for number, page in enumerate(list(pages())):
                    self.look(name if not number else f"{name} {number}", page)
                    for tab in ("play", "keys") if name == "settings" else ():
                        show_page = getattr(page, "show_page", None)
                        if show_page is not None:
                            show_page(tab)
                            self.look(f"settings {tab}", page)
            for page in list(pages()):
                try:
                    page.destroy()
                except TclError:  # closed together with another page
                    continue
            settle(0.1)


def main(game: str, folder: str = "", theme: str = "light") -> None:
    """Print the cut texts of a game's window by the place where they are shown."""
    with open_window(default_setup(game, 1), size=SIZE) as window:
        if theme == "dark":
            window.registry.run("dark")
        inspector = Inspector(window, Path(folder) if folder else None)
        inspector.look_at_modes()
        inspector.look_at_dialogs()
    print(json.dumps(inspector.found))


if __name__ == "__main__":
    main(*sys.argv[1:])

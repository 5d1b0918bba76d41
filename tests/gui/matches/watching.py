"""Helpers for the tests of the Matches window."""

from __future__ import annotations

from tkinter import Misc, ttk

from tests.kit.windows import TWO, TestedWindow, click, press, settle, type_text, wait
from workbench.gui.matches.window import MatchWindow
from workbench.gui.new_game import words as new_game_words
from workbench.matches.planning.plan import Plan
from workbench.matches.workers.progress import Progress
from workbench.table.setup import Setup

SETUP = Setup("herd(size=2)", TWO, 1)
QUICK = Plan(spec="herd(size=2)", bots=("greedy", "random"), blocks=6, seed=2)


def open_matches(window: TestedWindow) -> MatchWindow:
    """Return the Matches window. Open it by its keyboard shortcut if necessary."""
    if window.matches.window is None:
        window.screen.view.focus_force()
        press("m", "Control_L")
        wait(lambda: window.matches.window is not None)
    top = window.matches.window
    assert isinstance(top, MatchWindow)
    top.focus_force()
    wait(top.winfo_viewable)
    settle()
    return top


def choose(box: ttk.Combobox, text: str) -> None:
    """Select an entry of a combobox. Bots that are not levels are in the list after "Advanced…"."""
    if text not in box.cget("values") and new_game_words.ADVANCED in box.cget("values"):
        choose(box, new_game_words.ADVANCED)
    assert text in box.cget("values")
    box.set(text)
    box.event_generate("<<ComboboxSelected>>")


def write(entry: ttk.Entry, text: str) -> None:
    """Replace the text of a field by typing."""
    settle()  # a previous change can move the field
    click(entry)
    press("a", "Control_L")
    type_text(text)


def has_ended(window: TestedWindow) -> bool:
    return window.matches.running is not None and window.matches.running.is_over


def row_texts(table: ttk.Treeview) -> list[tuple[str, ...]]:
    """Return the texts of all rows."""
    return [tuple(map(str, table.item(line, "values"))) for line in table.get_children()]


def right_edge(widget: Misc) -> int:
    """Return the x coordinate of the right edge of a widget on the screen."""
    return widget.winfo_rootx() + widget.winfo_width()


class EndlessMatch:
    """A match that never ends."""

    is_over, progress, positions = False, Progress("playing", 1), dict[int, object]()

    def watch(self, on: bool) -> None: ...

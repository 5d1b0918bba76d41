"""What the tests of the Matches window share: the window, its form and its lists."""

from __future__ import annotations

from collections.abc import Iterator
from tkinter import Misc, ttk

from tests.kit.windows import TWO, Tested, click, press, settle, type_text, wait
from workbench.gui.matches.window import MatchWindow
from workbench.matches.planning.plan import Plan
from workbench.matches.workers.background_match import Progress
from workbench.table.setup import Setup

SETUP = Setup("herd(size=2)", TWO, 1)
QUICK = Plan(spec="herd(size=2)", bots=("greedy", "random"), blocks=6, seed=2)


def matches(window: Tested) -> MatchWindow:
    """The window of matches, opened by its key."""
    if window.matches.open is None:
        window.screen.view.focus_force()
        press("m", "Control_L")
        wait(lambda: window.matches.open is not None)
    top = window.matches.open
    assert isinstance(top, MatchWindow)
    top.focus_force()
    wait(top.winfo_viewable)
    settle()
    return top


def choose(box: ttk.Combobox, text: str) -> None:
    assert text in box.cget("values")
    box.set(text)
    box.event_generate("<<ComboboxSelected>>")


def write(entry: ttk.Entry, text: str) -> None:
    click(entry)
    press("a", "Control_L")
    type_text(text)


def ended(window: Tested) -> bool:
    return window.matches.running is not None and window.matches.running.over


def shown(table: ttk.Treeview) -> list[tuple[str, ...]]:
    return [tuple(map(str, table.item(line, "values"))) for line in table.get_children()]


class Busy:
    """A match that is being played for ever."""

    over, progress, glimpses = False, Progress("playing", 1), dict[int, object]()

    def watch(self, on: bool) -> None: ...


def parts(widget: Misc) -> Iterator[Misc]:
    for child in widget.winfo_children():
        yield child
        yield from parts(child)

"""The commands of the mode Analyse."""

from __future__ import annotations

import tkinter
from collections.abc import Callable
from typing import TYPE_CHECKING

from workbench.gui import words_analyse as said
from workbench.gui.commands import Command

if TYPE_CHECKING:
    from workbench.gui.window import Window

RESTS = frozenset((
    "hint", "move_now", "stop", "continue", "let_move", "pause", "step", "lock", "resign", "take_back", "from_here", "graph", "why",
    "remove_line", "line_up", "line_down", "sheet", "reveal", "reveal_later", "reveal_earlier", "draw_chance", "choose_once", "choose_always",
))  # fmt: skip
PRESSED = ("TButton", "TCheckbutton", "TRadiobutton", "TMenubutton", "Menu", "TCombobox")  # what Space presses




def register(window: Window) -> None:
    """Put these commands into the window's registry."""

    def deaf(name: str, widget: tkinter.Misc) -> bool:
        """Space belongs to whatever it presses, and in other modes to nobody."""
        pressed = isinstance(widget, tkinter.Misc) and widget.winfo_class() in PRESSED
        return name == "analysis" and (pressed or not window.analyse.on)

    window.registry.deaf = deaf
    analyse, add = window.analyse, window.registry.add

    def there(why_not: Callable[[], str] = lambda: "") -> Callable[[], str]:
        return lambda: why_not() if analyse.on else said.NOT_ANALYSING

    def enter() -> None:
        if window.set_up.on:
            window.set_up.play()
        if not window.set_up.on and not analyse.on:
            analyse.enter()

    def no_enter() -> str:
        if window.table.screen.handing_to is not None:
            return said.HAND_OVER
        return window.set_up.why_not_play() if window.set_up.on else ""

    def label() -> str:
        return said.STOP if analyse.on and analyse.desk.on else said.START

    add(Command("analyse_mode", "analyse", enter, ("F12",), no_enter, on=lambda: analyse.on))
    add(Command("leave_analyse", "analyse", analyse.leave, (), there()))
    add(Command("analysis", "analyse", analyse.toggle, ("Space",), there(analyse.no_toggle), label=label, group=1))
    add(Command("next_found", "analyse", analyse.next_found, ("Ctrl+B",), there(analyse.no_next), group=1))

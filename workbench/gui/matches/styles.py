"""The styles that only the window of matches has: chips that are on or off, and a bar for how far a match is."""

from __future__ import annotations

import tkinter
from tkinter import ttk

from workbench.gui.look.look import Look
from workbench.gui.look.styles import Styles
from workbench.gui.widgets.data_table import style as table_style

BAR = 6  # the height of the bar at 100 %


def dress(styles: Styles) -> None:
    """Make them in the present look."""
    look, palette, style = styles.look, styles.look.palette, styles.style
    states = {
        "selected focus": ("wash", "accent", 2.0), "selected": ("wash", "accent", 1.0),
        "focus": ("button", "accent", 2.0),
        "active": ("hover", "line", 1.0),
    }  # fmt: skip
    styles.lay(
        "Chip.TButton",
        styles.element("button", "line", 12, states=states, ground="card"),
        "Button.padding",
        "Button.label",
    )
    style.configure(
        "Chip.TButton", padding=(look.px(11), look.px(3)), font=look.fonts["strong small"], foreground=palette["text"],
        background=palette["card"], anchor="center",
    )  # fmt: skip
    styles.ground("Chip.TButton", "card")
    table_style(look)


class ProgressLine(tkinter.Frame):
    """How much of something is done."""

    def __init__(self, parent: tkinter.Misc, look: Look) -> None:
        super().__init__(parent, background=look.palette["line"], height=look.px(BAR))
        self.part = -1.0
        self.inner = tkinter.Frame(self, background=look.palette["accent"])
        self.show(0.0)

    def show(self, part: float) -> None:
        if part != self.part:
            self.part = part
            self.inner.place(x=0, y=0, relheight=1.0, relwidth=max(0.0, min(1.0, part)))


def button(parent: ttk.Frame, text: str, command: object, name: str = "House.TButton") -> ttk.Button:
    """A button that Enter presses too."""
    made = ttk.Button(parent, text=text, style=name, command=command)  # type: ignore[arg-type]
    return made

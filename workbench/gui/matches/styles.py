"""Styles and small widgets of the window of matches."""

from __future__ import annotations

import tkinter
from tkinter import ttk

from workbench.gui.look.look import Look
from workbench.gui.look.styles import Styles
from workbench.gui.widgets.data_table import style as table_style

BAR_HEIGHT = 6  # height of the bar, in pixels at 100 %


def add_styles(styles: Styles) -> None:
    """Create the styles for the current look."""
    look, palette, style = styles.look, styles.look.palette, styles.style
    states = {
        "selected focus": ("wash", "accent", 2.0), "selected": ("wash", "accent", 1.0),
        "focus": ("button", "accent", 2.0),
        "active": ("hover", "line", 1.0),
    }  # fmt: skip
    styles.nest_elements(
        "Chip.TButton",
        styles.plate_element("button", "line", 12, states=states, ground="card"),
        "Button.padding",
        "Button.label",
    )
    style.configure(
        "Chip.TButton", padding=(look.px(11), look.px(3)), font=look.fonts["strong small"], foreground=palette["text"],
        background=palette["card"], anchor="center",
    )  # fmt: skip
    styles.set_background("Chip.TButton", "card")
    table_style(look)


class ProgressLine(tkinter.Frame):
    """A progress bar."""

    def __init__(self, parent: tkinter.Misc, look: Look) -> None:
        super().__init__(parent, background=look.palette["line"], height=look.px(BAR_HEIGHT))
        self.fraction = -1.0
        self.inner = tkinter.Frame(self, background=look.palette["accent"])
        self.show(0.0)

    def show(self, fraction: float) -> None:
        """Show the completed fraction, 0..1."""
        if fraction != self.fraction:
            self.fraction = fraction
            self.inner.place(x=0, y=0, relheight=1.0, relwidth=max(0.0, min(1.0, fraction)))


def button(parent: ttk.Frame, text: str, command: object, name: str = "House.TButton") -> ttk.Button:
    """Return a new button. The caller places it."""
    widget = ttk.Button(parent, text=text, style=name, command=command)  # type: ignore[arg-type]
    return widget

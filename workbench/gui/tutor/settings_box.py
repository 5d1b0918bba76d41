"""The tutor's part of the settings dialog."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from tkinter import ttk

from workbench.gui.look.look import Look
from workbench.gui.tutor import words
from workbench.gui.tutor.tutor import Tutor
from workbench.gui.widgets.fields import columns_of, dropdown
from workbench.tutor.degrees import DEGREES


def make_settings(
    tutor: Tutor, parent: ttk.Frame, look: Look, width: int, apply: Callable[[Callable[[], None]], None]
) -> ttk.Frame:
    """Return a new widget for the settings dialog: the smallest loss that the tutor objects to.

    Args:
        tutor: The tutor.
        parent: The page of the dialog.
        look: Scale and fonts.
        width: The width of texts in pixels.
        apply: Called with each change.
    """
    box = ttk.Frame(parent, style="Inner.TFrame")
    names = {words.DEGREES[degree]: degree for degree in DEGREES}
    choice = dropdown(box, look, tuple(names), columns_of(names))
    choice.set(words.DEGREES[tutor.degree])
    choice.bind("<<ComboboxSelected>>", lambda _: apply(partial(tutor.set_degree, names[choice.get()])), add="+")
    choice.pack(anchor="w")
    meaning = ttk.Label(box, text=words.MEANING, style="CardSmall.TLabel", wraplength=width)
    meaning.pack(anchor="w", pady=(look.px(6), 0))
    return box

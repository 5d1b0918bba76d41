"""Texts and labels in the style of cards."""

from __future__ import annotations

import tkinter
from collections.abc import Sequence
from math import ceil
from tkinter import ttk
from typing import Any, Literal

from workbench.gui.look.look import Look

MIN = 60  # minimum width of a line in pixels


def card_text(
    parent: tkinter.Misc, look: Look, font: str, wrap: Literal["none", "char", "word"] = "word", **options: Any
) -> tkinter.Text:
    """Return an empty, borderless text widget in the colours of a card. `options` are Tk's."""
    return tkinter.Text(
        parent, font=look.fonts[font], wrap=wrap, background=look.palette["card"], foreground=look.palette["text"],
        **{"borderwidth": 0, "highlightthickness": 0, "width": 1, "height": 1, **options},
    )  # fmt: skip


def wrap(label: ttk.Label) -> ttk.Label:
    """Make a label wrap its text at its own width, and return the label."""
    label.bind("<Configure>", lambda event: label.configure(wraplength=max(MIN, event.width)))
    return label


def write_words(
    canvas: tkinter.Canvas, look: Look, text: str, x: int, y: int, width: int, colour: str, font: str, tag: str = ""
) -> int:
    """Write text on a canvas, wrapped at a width in pixels. Return the y coordinate of its lower edge."""
    number = canvas.create_text(
        x, y, text=text, anchor="nw", width=max(1, width), fill=look.palette[colour], font=look.fonts[font], tags=tag
    )
    return canvas.bbox(number)[3]


def keep_width(button: ttk.Button, look: Look, font: str, labels: Sequence[str]) -> None:
    """Give a button the width of the longest of its labels, so that nothing moves when its label changes."""
    measure = look.fonts[font].measure
    button.configure(width=-ceil(max(map(measure, labels)) / measure("0")))

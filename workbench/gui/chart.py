"""A seat's chances over the game, drawn as one small picture."""

from __future__ import annotations

import tkinter
from collections.abc import Sequence
from tkinter import ttk

from workbench.gui import words
from workbench.gui.look import Look
from workbench.gui.styles import card

HEIGHT = 92


def drawing(values: Sequence[float], width: int, height: int, colours: tuple[str, str, str, str], scale: float) -> str:
    """An SVG of values in [-1, 1], evenly spread; colours: ground, line, curve, quiet."""
    ground, line, curve, quiet = colours
    room = 6 * scale
    step = (width - 2 * room) / max(len(values) - 1, 1)
    points = [(room + step * number, height / 2 - value * (height / 2 - room)) for number, value in enumerate(values)]
    path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    now = ""
    if points:
        x, y = points[-1]
        now = (
            f'<path d="M{x:.1f},0V{height}" stroke="{quiet}" stroke-width="{scale}" stroke-dasharray="{3 * scale}" opacity="0.7"/>'
            f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{3.5 * scale}" fill="{curve}"/>'
        )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}">'
        f'<rect width="{width}" height="{height}" rx="{4 * scale}" fill="{ground}"/>'
        f'<path d="M0,{height / 2}H{width}" stroke="{line}" stroke-width="{scale}"/>{now}'
        f'<polyline points="{path}" fill="none" stroke="{curve}" stroke-width="{1.8 * scale}" stroke-linejoin="round"/></svg>'
    )


class ChartCard:
    """The chances of the first seat after each turn, by the game's static evaluation."""

    def __init__(self, parent: tkinter.Misc, look: Look, side: str, width: int) -> None:
        self.look = look
        self.frame = card(parent, look, padding=(16, 12))
        self.width = width - 2 * look.px(16)
        head = ttk.Frame(self.frame, style="Inner.TFrame")
        head.pack(fill="x")
        ttk.Label(head, text=words.chances(side), style="CardHead.TLabel").pack(side="left")
        self.now = ttk.Label(head, style="CardQuiet.TLabel")
        self.now.pack(side="right")
        self.label = ttk.Label(self.frame, style="CardText.TLabel")
        self.label.pack(pady=(look.px(8), 0))
        self.shown: tuple[float, ...] | None = None

    def show(self, values: Sequence[float]) -> None:
        if tuple(values) == self.shown:
            return
        self.shown = tuple(values)
        palette = self.look.palette
        colours = (palette["window"], palette["line"], palette["accent"], palette["quiet"])
        svg = drawing(values, self.width, self.look.px(HEIGHT), colours, self.look.px(100) / 100)
        self.picture = self.look.picture(svg, self.width)
        self.label.configure(image=self.picture)
        self.now.configure(text=words.share(values[-1]) if values else "")

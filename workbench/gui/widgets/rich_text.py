"""A read-only formatted text that scrolls by wheel and keys."""

from __future__ import annotations

import tkinter
from tkinter import ttk

from workbench.boards.kit.figures import keep_percent_signs
from workbench.gui.look.look import Look
from workbench.gui.widgets.scrolling import ScrollBar
from workbench.gui.widgets.texts import card_text

ROLES = (  # tag, font, colour
    ("h1", "strong points", "text"), ("h2", "strong name", "accent"), ("h3", "strong menu", "text"),
    ("strong", "strong menu", "text"), ("quiet", "text", "quiet"), ("code", "menu", "accent"),
    ("key", "strong menu", "text"),
)  # fmt: skip


class RichText(ttk.Frame):
    """A formatted text with a scroll bar.

    Args:
        parent: The parent widget.
        look: Scale, fonts and colours.
        room: The margins beside and above the lines, in pixels at 100 %.
    """

    def __init__(self, parent: tkinter.Misc, look: Look, room: tuple[float, float] = (28, 20)) -> None:
        super().__init__(parent, style="Inner.TFrame")
        self.look = look
        palette, px = look.palette, look.px
        self.text = card_text(
            self, look, "menu", padx=px(room[0]), pady=px(room[1]), spacing1=px(2), spacing2=px(4), spacing3=px(6),
            cursor="arrow", selectbackground=palette["accent"], selectforeground=palette["on_accent"], insertwidth=0,
            inactiveselectbackground=palette["accent"],
        )  # fmt: skip
        self.bar = ScrollBar(self.text, stays=True)
        self.text.pack(side="left", fill="both", expand=True)
        for name, font, colour in ROLES:
            self.text.tag_configure(name, font=look.fonts[font], foreground=palette[colour])
        self.text.tag_raise("sel")  # coloured words must stay readable when selected
        self.text.tag_configure("h1", spacing3=px(10))
        self.text.tag_configure("h2", spacing1=px(16), spacing3=px(4))
        self.text.tag_configure("item", lmargin1=px(8), lmargin2=px(26), tabs=(px(26),))
        self.text.tag_configure("row", tabs=(px(180),), lmargin2=px(180))
        for key, step in (("Up", -2), ("Down", 2)):
            self.text.bind(f"<Key-{key}>", lambda _, step=step: self._scroll(step))  # type: ignore[misc]

    def _scroll(self, lines: int) -> str:
        self.text.yview_scroll(lines, "units")
        return "break"

    def add(self, text: str, *tags: str) -> None:
        """Append text with the given tags: names from `ROLES`, "item" or "row"."""
        self.text.insert("end", keep_percent_signs(text), tags)

    def finish(self) -> None:
        """Make the completed text read-only."""
        self.text.configure(state="disabled")

    @property
    def place_shown(self) -> str:
        """The index of the first visible character."""
        return self.text.index("@0,0")

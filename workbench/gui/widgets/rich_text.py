"""A read-only formatted text that scrolls by wheel and keys."""

from __future__ import annotations

import re
import tkinter
from tkinter import ttk

from workbench.boards.kit.figures import keep_percent_signs
from workbench.gui.look.look import Look
from workbench.gui.widgets.scrolling import ScrollBar, on_wheel
from workbench.gui.widgets.texts import card_text

ROLES = (  # tag, font, colour
    ("h1", "strong points", "text"), ("h2", "strong name", "accent"), ("h3", "strong menu", "text"),
    ("strong", "strong menu", "text"), ("quiet", "text", "quiet"), ("code", "menu", "accent"),
    ("key", "strong menu", "text"),
)  # fmt: skip

TALL = 60  # height of a line that has a picture, in pixels at 100 %; such lines may be cut

# Where a Chinese sentence, which has no spaces, may be broken: not before a closing mark and not behind an opening one.
_HAN, _CLOSING, _OPENING = (
    "\u2e80-\u2fff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff",
    "、。，．：；？！）】》〉」』”’…",
    "（【《〈「『“‘",
)
_BREAK = re.compile(rf"(?<=[{_HAN}{_CLOSING}])(?=[{_HAN}{_OPENING}])|(?<=[{_CLOSING}])(?=\w)")


class RichText(ttk.Frame):
    """A formatted text with a scroll bar. It ends at a whole line.

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
        self.edge = px(room[1])
        self.cover = tkinter.Frame(self, background=palette["card"])  # over the lower line that is visible in part
        on_wheel(self.cover.bind, lambda steps, _: self._scroll(3 * steps))
        self.text.configure(yscrollcommand=self._on_scroll)
        self.text.bind("<Configure>", lambda _: self._cover_part(), add="+")
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

    def _on_scroll(self, first: float, last: float) -> None:
        self.bar.set(first, last)
        self._cover_part()

    def _cover_part(self) -> None:
        """Cover the lowest line if only its upper part is visible."""
        end = self.text.winfo_height() - self.edge
        line = self.text.dlineinfo(f"@0,{end - 1}") if end > 1 else None
        if line is None:
            self.cover.place_forget()
            return
        start = self.text.index(f"@0,{end - 1} display linestart")
        height = self.text.tk.call(self.text, "count", "-ypixels", start, f"{start} + 1 display lines") or 0
        if line[1] > self.edge and line[3] < int(height) < self.look.px(
            TALL
        ):  # Tk gives the height of the visible part
            self.cover.place(in_=self.text, bordermode="outside", x=0, y=line[1], relwidth=1, height=line[3])
        else:
            self.cover.place_forget()

    def _scroll(self, lines: int) -> str:
        self.text.yview_scroll(lines, "units")
        return "break"

    def add(self, text: str, *tags: str) -> None:
        """Append text with the given tags: names from `ROLES`, "item" or "row"."""
        first, *others = _BREAK.split(keep_percent_signs(text))
        self.text.insert("end", first, tags)
        for part in others:
            self.text.window_create("end")  # without a widget: it has no width, and Tk may break the line there
            self.text.insert("end", part, tags)

    def finish(self) -> None:
        """Make the completed text read-only."""
        self.text.configure(state="disabled")

    @property
    def place_shown(self) -> str:
        """The index of the first visible character."""
        return self.text.index("@0,0")

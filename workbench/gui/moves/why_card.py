"""The card that shows why a bot moved, or why it advises a move."""

from __future__ import annotations

import tkinter
from collections.abc import Callable, Sequence
from tkinter import ttk

from workbench.boards.kit.figures import keep_percent_signs
from workbench.gui.look.look import Look
from workbench.gui.look.styles import card
from workbench.gui.moves import words
from workbench.gui.moves.why import Reasons
from workbench.gui.widgets.scrolling import ScrollBar
from workbench.gui.widgets.texts import card_text
from workbench.gui.widgets.tips import Tip

CROSS = '<path d="M-24,-24L24,24M-24,24L24,-24" fill="none" stroke="{quiet}" stroke-width="11" stroke-linecap="round"/>'
ICON = 14
MOVE = "move:"  # tag of a candidate, before its number
GAP = 14  # pixels at 100 % between the evaluations and the candidates


class WhyCard:
    """The card: a heading, sentences and a table of candidates. It scrolls if needed.

    `on_play` receives the text of a candidate that was double-clicked.
    """

    def __init__(
        self, parent: tkinter.Misc, look: Look, close: Callable[[], None], on_play: Callable[[str], None]
    ) -> None:
        self.look, self.on_play = look, on_play
        palette, px = look.palette, look.px
        self.frame = card(parent, look, padding=(16, 12))
        top = ttk.Frame(self.frame, style="Inner.TFrame")
        top.pack(fill="x")
        self.picture = look.sprite({"cross": CROSS}, "cross", px(ICON))
        self.close = ttk.Button(top, image=self.picture, style="Icon.TButton", command=close)
        self.close.pack(side="right")
        self.title = words.WHY
        self.head = ttk.Label(top, text=self.title, style="CardHead.TLabel")
        self.head.pack(side="left")
        Tip(look, self.head, self._details)
        body = ttk.Frame(self.frame, style="Inner.TFrame")
        body.pack(fill="both", expand=True, pady=(px(4), 0))
        self.text = card_text(
            body, look, "small", padx=0, pady=0, spacing1=px(1), spacing3=px(3), cursor="arrow", state="disabled",
            selectbackground=palette["accent"], selectforeground=palette["on_accent"], takefocus=0,
        )  # fmt: skip
        ScrollBar(self.text)
        self.text.pack(side="left", fill="both", expand=True)
        self.text.tag_configure("quiet", foreground=palette["quiet"])
        self.text.tag_configure("best", font=look.fonts["strong small"])
        self.text.bind("<Double-Button-1>", self._double_clicked)
        self.frame.bind("<Configure>", lambda _: self._show_head())
        self.shown: Reasons | None = None

    def show(self, why: Reasons) -> None:
        """Show reasons."""
        if why == self.shown:
            return
        self.shown = why
        self.text.configure(state="normal")
        self.text.delete("1.0", "end")
        for sentence in why.sentences:
            self.text.insert("end", keep_percent_signs(f"{sentence}\n"))
        if why.considered:
            self._set_column([why.unit, *(candidate.value for candidate in why.considered)])
            self.text.insert("end", f"{why.unit}\t{words.CANDIDATES}\n", ("quiet", "row"))
        for number, candidate in enumerate(why.considered):
            tags = (*(("best",) if not number else ()), "row", f"{MOVE}{number}")
            self.text.insert("end", f"{candidate.value}\t{candidate.move}\n", tags)
        self.text.configure(state="disabled")
        self.text.yview_moveto(0)
        self._show_head()

    def _double_clicked(self, event: tkinter.Event[tkinter.Misc]) -> str:
        """Play the candidate under the pointer."""
        tags = self.text.tag_names(f"@{event.x},{event.y}")
        number = next((int(tag.removeprefix(MOVE)) for tag in tags if tag.startswith(MOVE)), -1)
        if self.shown is not None and 0 <= number < len(self.shown.considered):
            self.on_play(self.shown.considered[number].text)
        return "break"

    def _details(self) -> str:
        """Return the full heading and the size of the search."""
        return "\n".join(filter(None, (self.shown.head, self.shown.effort))) if self.shown is not None else ""

    def _show_head(self) -> None:
        """Show the heading, shortened to the space beside the buttons."""
        head = self.shown.head if self.shown is not None and self.shown.head else self.title
        used = self.close.winfo_reqwidth() + self.look.px(56)
        shown = self.look.shorten(head, "strong text", max(self.look.px(60), self.frame.winfo_width() - used))
        if shown != self.head.cget("text"):
            self.head.configure(text=shown)

    def _set_column(self, values: Sequence[str]) -> None:
        """Begin the candidates to the right of their values, so that long ones can have several lines."""
        wide = max(map(self.look.fonts["strong small"].measure, values)) + self.look.px(GAP)
        self.text.tag_configure("row", tabs=(wide, "left"), lmargin2=wide)

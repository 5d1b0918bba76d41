"""Words beside what they are about: a small plate that lies over the window and goes away by itself."""

from __future__ import annotations

import tkinter
from collections.abc import Callable

from workbench.gui.look import Look

DELAY_MS = 500  # the pointer rests, or the keyboard has stopped, before a tip is shown
FOCUSED = ("TButton", "TEntry", "TCheckbutton", "TRadiobutton", "TCombobox")  # what the keyboard reaches
WIDTH = 300  # at 100 %, then words are wrapped


class Bubble(tkinter.Label):
    """A plate with words above or below a place, within its window. `x`, `top` and `bottom` are pixels of the screen."""

    def __init__(self, owner: tkinter.Misc, look: Look, text: str, x: int, top: int, bottom: int, colour: str = "text") -> None:
        window, palette = owner.winfo_toplevel(), look.palette
        super().__init__(
            window, text=text, font=look.fonts["text"], foreground=palette[colour], background=palette["card"], justify="left",
            wraplength=look.px(WIDTH), padx=look.px(10), pady=look.px(6), borderwidth=0, highlightthickness=1, takefocus=0,
            highlightbackground=palette["quiet"], highlightcolor=palette["quiet"],
        )  # fmt: skip
        gap = look.px(6)
        width, height = self.winfo_reqwidth(), self.winfo_reqheight()
        left = min(max(x - window.winfo_rootx() - width // 2, gap), window.winfo_width() - width - gap)
        below, above = bottom + gap - window.winfo_rooty(), top - gap - height - window.winfo_rooty()
        fits_below = below + height + gap <= window.winfo_height()
        self.place(x=max(0, left), y=below if fits_below or above < 0 else above)
        self.lift()


class Tip:
    """What a widget is for, told beside it when the pointer rests on it or the keyboard reaches it."""

    shown: Bubble | None = None  # one at a time, whosever it is
    owner: Tip | None = None

    def __init__(self, look: Look, widget: tkinter.Misc, words: Callable[[], str]) -> None:
        self.look, self.widget, self.words = look, widget, words
        self.timer = ""
        self._watch(widget)

    def _watch(self, part: tkinter.Misc) -> None:
        """A card is its parts too."""
        part.bind("<Enter>", lambda _: self._wait(), add="+")
        part.bind("<Leave>", lambda _: self._left(), add="+")
        for sequence in ("<ButtonPress>", "<Destroy>"):
            part.bind(sequence, lambda _: self._drop(), add="+")
        if part.winfo_class() in FOCUSED:  # on anything else Tk would take a bound key for a wish for the focus
            part.bind("<FocusIn>", lambda _: self._wait(), add="+")
            for sequence in ("<FocusOut>", "<Key>"):
                part.bind(sequence, lambda _: self._drop(), add="+")
        for child in part.winfo_children():
            self._watch(child)

    def _wait(self) -> None:
        if Tip.owner is not self:
            if Tip.owner is not None:
                Tip.owner._drop()
            Tip.owner = self
            self.timer = self.widget.after(DELAY_MS, self._show)

    def _show(self) -> None:
        self.timer = ""
        text = self.words()
        if text and self.widget.winfo_viewable():
            x = self.widget.winfo_rootx() + self.widget.winfo_width() // 2
            top = self.widget.winfo_rooty()
            Tip.shown = Bubble(self.widget, self.look, text, x, top, top + self.widget.winfo_height())

    def _left(self) -> None:
        """The pointer may only have gone to another part of the same widget."""
        under = self.widget.winfo_containing(*self.widget.winfo_pointerxy())
        if under is None or not f"{under}.".startswith(f"{self.widget}."):
            self._drop()

    @classmethod
    def hide(cls) -> None:
        """Take away what is shown, as what it is about is there no more."""
        if cls.owner is not None:
            cls.owner._drop()

    def _drop(self) -> None:
        if self.timer:
            self.widget.after_cancel(self.timer)
            self.timer = ""
        if Tip.owner is self:
            Tip.owner = None
            if Tip.shown is not None:
                Tip.shown.destroy()
                Tip.shown = None


class Remark:
    """Why something was refused, beside where it was tried; gone after a while, or with the next thing that happens."""

    LASTS_MS = 4000

    def __init__(self, owner: tkinter.Misc, look: Look) -> None:
        self.owner, self.look = owner, look
        self.bubble: Bubble | None = None
        self.timer = self.about = ""

    def show(self, about: str, text: str, x: int, y: int, reach: int) -> None:
        """`x` and `y` are the middle of what was tried, `reach` how far it extends; all pixels of the screen."""
        self.hide()
        self.about = about
        self.bubble = Bubble(self.owner, self.look, text, x, y - reach, y + reach, "warning")
        self.timer = self.owner.after(self.LASTS_MS, self.hide)

    def hide(self) -> None:
        if self.timer:
            self.owner.after_cancel(self.timer)
            self.timer = ""
        self.about = ""
        if self.bubble is not None:
            self.bubble.destroy()
            self.bubble = None

"""What scrolls up and down where it is higher than its room, a part of a card or all cards, and shows whatever gets the focus in it."""

from __future__ import annotations

import tkinter
from tkinter import ttk

from workbench.gui.look.look import Look

WHEEL = ("<MouseWheel>", "<Button-4>", "<Button-5>")


class Shelf(ttk.Frame):
    """`inside` is where widgets go, as wide as the shelf, and at least as high where it `fills` that; call `follow` after they
    have changed."""

    def __init__(self, parent: tkinter.Misc, look: Look, ground: str = "card", fills: bool = False) -> None:
        style, self.fills = "Inner.TFrame" if ground == "card" else "Window.TFrame", fills
        super().__init__(parent, style=style)
        self.columnconfigure(0, weight=1)
        self.rowconfigure(0, weight=1)
        self.step = look.px(12)
        self.canvas = tkinter.Canvas(
            self, background=look.palette[ground], highlightthickness=0, yscrollincrement=self.step, takefocus=0, width=1, height=1,
        )  # fmt: skip
        self.canvas.grid(row=0, column=0, sticky="nsew")
        self.bar = ttk.Scrollbar(self, style="House.Vertical.TScrollbar" if ground == "card" else "Window.Vertical.TScrollbar", orient="vertical", command=self.canvas.yview)
        self.canvas.configure(yscrollcommand=self.bar.set)
        self.inside = ttk.Frame(self.canvas, style=style)
        self.item = self.canvas.create_window(0, 0, anchor="nw", window=self.inside)
        self.canvas.bind("<Configure>", lambda _: self._fit())
        self.inside.bind("<Configure>", lambda _: self._fit())
        self.tag = f"Shelf{self}"  # of all that stands inside
        for sequence in WHEEL:
            self.bind_class(self.tag, sequence, self._wheel)
            self.canvas.bind(sequence, self._wheel)
        self.bind_class(self.tag, "<FocusIn>", lambda event: self.show(event.widget))
        self.bind("<Destroy>", self._forget)

    def follow(self) -> None:
        """Other widgets stand inside: the wheel and the focus are heard on them too."""
        waiting = list(self.inside.winfo_children())
        while waiting:
            widget = waiting.pop()
            waiting += widget.winfo_children()
            if self.tag not in widget.bindtags():
                widget.bindtags((*widget.bindtags(), self.tag))
        self._fit()

    @property
    def wanted(self) -> int:
        """How high all of it is."""
        return self.inside.winfo_reqheight()

    def show(self, widget: tkinter.Misc) -> None:
        """Scroll as far as needed to see a widget inside."""
        top = widget.winfo_rooty() - self.inside.winfo_rooty()
        bottom, height = top + widget.winfo_height(), max(1, self.wanted)
        seen, room = self.canvas.canvasy(0), self.canvas.winfo_height()
        if top < seen:
            self.canvas.yview_moveto(top // self.step * self.step / height)
        elif bottom > seen + room:
            self.canvas.yview_moveto(-((room - bottom) // self.step) * self.step / height)  # it stands at whole steps only

    def _fit(self) -> None:
        width, high, room = self.canvas.winfo_width(), self.wanted, self.canvas.winfo_height()
        self.canvas.itemconfigure(self.item, width=width, height=max(high, room) if self.fills else 0)
        self.canvas.configure(scrollregion=(0, 0, width, max(high, room)))
        if (high > room > 1) != bool(self.bar.winfo_manager()):
            if high > room:
                self.bar.grid(row=0, column=1, sticky="ns")
            else:
                self.bar.grid_remove()

    def _wheel(self, event: tkinter.Event[tkinter.Misc]) -> str:
        self.canvas.yview_scroll(-2 if event.num == 4 or event.delta > 0 else 2, "units")
        return "break"

    def _forget(self, event: tkinter.Event[tkinter.Misc]) -> None:
        if event.widget is self:
            for sequence in (*WHEEL, "<FocusIn>"):
                self.unbind_class(self.tag, sequence)

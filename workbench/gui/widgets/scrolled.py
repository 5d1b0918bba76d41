"""A frame that scrolls up and down when it is higher than the room for it, and shows whatever gets the focus."""

from __future__ import annotations

import tkinter
from tkinter import ttk

from workbench.gui.look.look import Look

WHEEL = ("<MouseWheel>", "<Button-4>", "<Button-5>")


class Scrolled(ttk.Frame):
    """`inside` is where widgets go. It is as wide as it asks for, and at most `most` pixels high."""

    def __init__(self, parent: tkinter.Misc, look: Look, most: int) -> None:
        super().__init__(parent, style="Window.TFrame")
        self.most = most
        self.canvas = tkinter.Canvas(
            self, background=look.palette["window"], highlightthickness=0, yscrollincrement=look.px(12), takefocus=0
        )
        self.canvas.pack(side="left", fill="both", expand=True)
        self.bar = ttk.Scrollbar(
            self, style="Window.Vertical.TScrollbar", orient="vertical", command=self.canvas.yview
        )
        self.canvas.configure(yscrollcommand=self.bar.set)
        self.inside = ttk.Frame(self.canvas, style="Window.TFrame")
        self.canvas.create_window(0, 0, anchor="nw", window=self.inside)
        self.inside.bind("<Configure>", lambda _: self.fit())
        top = self.winfo_toplevel()
        top.bind("<FocusIn>", self._focused, add="+")
        for sequence in WHEEL:
            top.bind(sequence, self._wheel, add="+")

    def fit(self) -> None:
        """Take the size of what is inside."""
        width, height = self.inside.winfo_reqwidth(), self.inside.winfo_reqheight()
        shown = min(height, self.most)
        self.canvas.configure(width=width, height=shown, scrollregion=(0, 0, width, height))
        if height > shown:
            self.bar.pack(side="right", fill="y", before=self.canvas)  # it has its room also where there is too little for what is inside
        else:
            self.bar.pack_forget()

    def show(self, widget: tkinter.Misc) -> None:
        """Scroll as far as needed to see a widget inside."""
        top = widget.winfo_rooty() - self.inside.winfo_rooty()
        bottom, height = top + widget.winfo_height(), max(1, self.inside.winfo_height())
        seen = self.canvas.canvasy(0)
        if top < seen:
            self.canvas.yview_moveto(top / height)
        elif bottom > seen + self.canvas.winfo_height():
            self.canvas.yview_moveto((bottom - self.canvas.winfo_height()) / height)

    def _holds(self, widget: object) -> bool:
        return isinstance(widget, tkinter.Misc) and str(widget).startswith(f"{self.inside}.")

    def _focused(self, event: tkinter.Event[tkinter.Misc]) -> None:
        if self._holds(event.widget):
            self.show(event.widget)

    def _wheel(self, event: tkinter.Event[tkinter.Misc]) -> None:
        if self._holds(event.widget) or event.widget is self.canvas:
            self.canvas.yview_scroll(-2 if event.num == 4 or event.delta > 0 else 2, "units")

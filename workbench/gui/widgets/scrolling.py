"""Scrolling: wheel and touchpad, scroll bars that hide while everything fits, and scrolling frames.

ttkbootstrap's `ScrolledFrame` is no alternative: it always reserves space for its bar, ignores the wheel until the
pointer enters, and does not follow the focus.
"""

from __future__ import annotations

import tkinter
from collections.abc import Callable, Iterator
from tkinter import ttk
from typing import Any, ClassVar, TypeAlias
from weakref import WeakSet

from workbench.gui.look.look import Look

WHEEL = ("<MouseWheel>", "<Button-4>", "<Button-5>")
TOUCHPAD = "<TouchpadScroll>"  # sent by Tk 9 instead of wheel events
FIRST_TOUCHPAD = 8.7  # the first Tk version that sends this event
SWIPE = 24  # pixels of a touchpad per step of the wheel
Event: TypeAlias = "tkinter.Event[tkinter.Misc]"


def on_wheel(bind: Callable[[str, Callable[[Event], object]], object], scroll: Callable[[int, Event], object]) -> None:
    """Call a function with the steps of the wheel or touchpad.

    Args:
        bind: A method such as `widget.bind`.
        scroll: Called with the steps (down is positive) and the event.
    """
    swiped = 0

    def turn(event: Event) -> object:
        return scroll(-1 if event.num == 4 or event.delta > 0 else 1, event)

    def swipe(event: Event) -> object:
        nonlocal swiped
        down = event.delta & 0xFFFF  # the lower 16 bits are the signed vertical part
        swiped -= down - 0x10000 if down >= 0x8000 else down
        steps = int(swiped / SWIPE)
        swiped -= steps * SWIPE
        return scroll(steps, event) if steps else None

    for sequence in WHEEL:
        bind(sequence, turn)
    if tkinter.TkVersion >= FIRST_TOUCHPAD:
        bind(TOUCHPAD, swipe)


class ScrollBar(ttk.Scrollbar):
    """The bar to the right of a packed or gridded view.

    Args:
        view: The view.
        stays: Whether the bar is shown even if everything fits.
        command: Called to scroll, by default the view's `yview`.
        follows: Whether the view updates the bar; if not, the owner calls `set`.
    """

    def __init__(
        self, view: tkinter.Text | tkinter.Canvas | tkinter.Listbox | ttk.Treeview, stays: bool = False,
        command: Callable[..., object] | None = None, follows: bool = True,
    ) -> None:  # fmt: skip
        super().__init__(view.master, style="House.Vertical.TScrollbar", orient="vertical")
        self.configure(command=command or view.yview)  # type: ignore[arg-type]
        self.view, self.stays = view, stays
        if follows:
            view.configure(yscrollcommand=self.set)
        if stays:
            self.pack(side="right", fill="y")

    def set(self, first: float | str, last: float | str) -> None:
        """Show the visible part of the view, 0..1, and hide the bar if everything fits."""
        super().set(first, last)
        if self.stays:
            return
        if float(first) <= 0 and float(last) >= 1:
            if self.winfo_manager() == "grid":
                self.grid_remove()
            else:
                self.pack_forget()
        elif not self.winfo_manager():
            if self.view.winfo_manager() == "grid":
                place: Any = self.view.grid_info()
                self.grid(row=place["row"], column=place["column"] + 1, sticky="ns")
            elif self.view.winfo_manager():
                self.pack(side="right", fill="y", before=self.view)


class ScrollArea(ttk.Frame):
    """A frame that scrolls its content `inside` if it is too high, and keeps the focused widget visible.

    Call `fit` after widgets were removed.

    Args:
        parent: The parent widget.
        look: Scale, fonts and colours.
        ground: The background colour in the palette.
        fills: Whether the content gets at least the height of the area.
        most: The maximum height in pixels of an area that requests the size of its content. None: the area requests
            no size.
    """

    served: ClassVar[WeakSet[tkinter.Misc]] = WeakSet()  # the roots on which wheel and focus are bound
    by_pointer: ClassVar[bool] = False  # whether the last input was a click

    def __init__(
        self, parent: tkinter.Misc, look: Look, ground: str = "card", fills: bool = False, most: int | None = None
    ) -> None:
        style, self.fills, self.most = "Inner.TFrame" if ground == "card" else "Window.TFrame", fills, most
        super().__init__(parent, style=style)
        self.columnconfigure(0, weight=1)
        self.rowconfigure(0, weight=1)
        self.step = look.px(12)
        self.canvas = tkinter.Canvas(
            self, background=look.palette[ground], highlightthickness=0, yscrollincrement=self.step, takefocus=0,
            width=1, height=1,
        )  # fmt: skip
        self.canvas.grid(row=0, column=0, sticky="nsew")
        self.bar = ttk.Scrollbar(
            self, style=f"{'House' if ground == 'card' else 'Window'}.Vertical.TScrollbar", orient="vertical",
            command=self.canvas.yview,
        )  # fmt: skip
        self.canvas.configure(yscrollcommand=self.bar.set)
        self.inside = ttk.Frame(self.canvas, style=style)
        self.item = self.canvas.create_window(0, 0, anchor="nw", window=self.inside)
        self.canvas.bind("<Configure>", lambda _: self.fit())
        self.inside.bind("<Configure>", lambda _: self.fit())
        if look.root not in self.served:
            self.served.add(look.root)
            look.root.bind_all("<FocusIn>", _focused, add="+")
            look.root.bind_all("<ButtonPress>", lambda _: _set_by_pointer(True), add="+")
            look.root.bind_all("<Key>", lambda _: _set_by_pointer(False), add="+")
            on_wheel(lambda sequence, call: look.root.bind_all(sequence, call, add="+"), _scrolled)

    @property
    def wanted(self) -> int:
        """The height of the content in pixels."""
        return self.inside.winfo_reqheight()

    def show(self, widget: tkinter.Misc) -> None:
        """Scroll the minimum needed to show a widget inside."""
        top = widget.winfo_rooty() - self.inside.winfo_rooty()
        bottom, height = top + widget.winfo_height(), max(1, self.wanted)
        seen, room = self.canvas.canvasy(0), self.canvas.winfo_height()
        if top < seen:
            self.canvas.yview_moveto(top // self.step * self.step / height)
        elif bottom > seen + room:
            # Tk scrolls by whole steps.
            self.canvas.yview_moveto(-((room - bottom) // self.step) * self.step / height)

    def shows_half(self, widget: tkinter.Misc) -> bool:
        """Return whether at least half the height of a widget inside is visible."""
        top = widget.winfo_rooty() - self.canvas.winfo_rooty()
        visible = min(top + widget.winfo_height(), self.canvas.winfo_height()) - max(top, 0)
        return 2 * visible >= widget.winfo_height()

    def fit(self) -> None:
        """Fit the area to the size of the content, and show the bar if needed."""
        high, room = self.wanted, self.canvas.winfo_height()
        if self.most is not None:
            width, room = self.inside.winfo_reqwidth(), min(high, self.most)
            self.canvas.itemconfigure(self.item, width=max(width, self.canvas.winfo_width()))
            self.canvas.configure(width=width, height=room, scrollregion=(0, 0, width, high))
        else:
            width = self.canvas.winfo_width()
            self.canvas.itemconfigure(self.item, width=width, height=max(high, room) if self.fills else 0)
            self.canvas.configure(scrollregion=(0, 0, width, max(high, room)))
        if high <= room:
            self.bar.grid_remove()
        elif room > 1:
            self.bar.grid(row=0, column=1, sticky="ns")


def _areas(widget: tkinter.Misc | None) -> Iterator[ScrollArea]:
    """Yield the scroll areas around a widget, the nearest first."""
    below = None
    while widget is not None:
        if isinstance(widget, ScrollArea) and below is not widget.bar:
            yield widget
        below, widget = widget, widget.master


def _focused(event: Event) -> None:
    # `widget` is a string if tkinter does not know it. The frames around the focused widget receive the event as well.
    if isinstance(event.widget, tkinter.Misc) and str(event.widget.tk.call("focus")) == str(event.widget):
        # What was clicked must stay under the pointer, and beside its open list, from which the focus returns.
        clicked, pointed = ScrollArea.by_pointer, ScrollArea.by_pointer and _is_pointed(event.widget)
        for area in _areas(event.widget.master):
            if not (pointed or (clicked and area.shows_half(event.widget))):
                area.show(event.widget)


def _set_by_pointer(by_pointer: bool) -> None:
    ScrollArea.by_pointer = by_pointer


def _is_pointed(widget: tkinter.Misc) -> bool:
    """Return whether the pointer is on a widget, or on a part of it."""
    under = str(widget.tk.call("winfo", "containing", *widget.winfo_pointerxy()))
    return f"{under}.".startswith(f"{widget}.")


def _scrolled(steps: int, event: Event) -> None:
    if isinstance(event.widget, tkinter.Misc):
        for area in _areas(event.widget):
            area.canvas.yview_scroll(2 * steps, "units")
            return

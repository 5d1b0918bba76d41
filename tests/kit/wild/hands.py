"""Real pointer movements, clicks and keys on the display, and the widgets they target."""

from __future__ import annotations

import tkinter
from collections.abc import Iterator

from Xlib import XK, X, display
from Xlib.ext import xtest

KEYS = (
    *"abcdefghijklmnopqrstuvwxyz0123456789", "Return", "Escape", "Tab", "space", "Left", "Right", "Up", "Down",
    "Home", "End",
    "Prior", "Next", "BackSpace", "Delete", *(f"F{number}" for number in range(1, 11)), "slash", "question", "plus",
    "minus", "period",
)  # fmt: skip
MODIFIERS: tuple[tuple[str, ...], ...] = (
    (), (), (), ("Control_L",), ("Shift_L",), ("Control_L", "Shift_L"), ("Alt_L",),
)  # fmt: skip


class InputDevices:
    """The pointer and the keyboard of one display."""

    def __init__(self) -> None:
        self.screen = display.Display()

    def move(self, x: int, y: int) -> None:
        xtest.fake_input(self.screen, X.MotionNotify, x=x, y=y)

    def press(self, *keys: str) -> None:
        codes = [self.screen.keysym_to_keycode(XK.string_to_keysym(name)) for name in keys]
        for code in codes:
            xtest.fake_input(self.screen, X.KeyPress, code)
        for code in reversed(codes):
            xtest.fake_input(self.screen, X.KeyRelease, code)

    def hold(self, button: int = 1) -> None:
        xtest.fake_input(self.screen, X.ButtonPress, button)

    def let_go(self, button: int = 1) -> None:
        xtest.fake_input(self.screen, X.ButtonRelease, button)

    def click(self, x: int, y: int, button: int = 1) -> None:
        self.move(x, y)
        self.hold(button)
        self.let_go(button)


def walk(widget: tkinter.Misc) -> Iterator[tkinter.Misc]:
    """Yield all descendants of a widget."""
    for child in widget.winfo_children():
        yield child
        yield from walk(child)


def middle(widget: tkinter.Misc) -> tuple[int, int]:
    """Return the centre of a widget on the screen, in pixels."""
    return widget.winfo_rootx() + widget.winfo_width() // 2, widget.winfo_rooty() + widget.winfo_height() // 2

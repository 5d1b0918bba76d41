"""Key names, the focused widget, and bindings for both Enter keys."""

from __future__ import annotations

import sys
import tkinter
from collections.abc import Callable

SHIFT, CONTROL = 0x1, 0x4
ALT = {"win32": 0x20000, "darwin": 0x10}.get(sys.platform, 0x8)
ENTER = ("Return", "KP_Enter")
TYPING = ("Entry", "TEntry", "TCombobox", "TSpinbox", "Spinbox")  # classes of text fields
# Keys that edit or select text with Ctrl.
EDITING = ("BackSpace", "Delete", "Left", "Right", "Home", "End", "a", "c", "x", "v")
SYMBOLS = {
    "question": "?", "slash": "/", "plus": "+", "equal": "+", "KP_Add": "+", "minus": "-", "underscore": "-",
    "KP_Subtract": "-", "0": "0", "comma": ",", "KP_0": "0", "KP_Insert": "0", "Escape": "Esc", "period": ".",
    "space": "Space", "bracketleft": "[",
    "bracketright": "]", "less": "<", "greater": ">", "Prior": "PageUp", "Next": "PageDown",
}  # fmt: skip


class Writing(tkinter.Text):
    """An editable text, which receives all keys without Ctrl or Alt."""


def on_enter(widget: tkinter.Misc, call: Callable[[tkinter.Event[tkinter.Misc]], object], *others: str) -> None:
    """Bind both Enter keys, and any further keys, to a function."""
    for key in (*ENTER, *others):
        widget.bind(f"<Key-{key}>", call)


def focused(widget: tkinter.Misc) -> tkinter.Misc | None:
    """Return the widget with the focus, or None.

    Return the combobox if its open list, which tkinter does not know, has the focus.
    """
    name = str(widget.tk.call("focus", "-displayof", widget))
    while name:
        try:
            found: tkinter.Misc = widget.nametowidget(name)
            return found
        except KeyError:
            name = name.rpartition(".")[0]
    return None


def pressed(event: tkinter.Event[tkinter.Misc]) -> str:
    """Return the name of a key with its modifiers, such as "Ctrl+Shift+Z". Caps Lock is ignored."""
    state = event.state if isinstance(event.state, int) else 0
    symbol = event.keysym
    parts = []
    if state & CONTROL:
        parts.append("Ctrl")
    if state & ALT:
        parts.append("Alt")
    if len(symbol) == 1 and symbol.isalpha():
        if state & SHIFT:
            parts.append("Shift")
        return "+".join([*parts, symbol.upper()])
    if state & SHIFT and len(symbol) > 1 and symbol[0] == "F" and symbol[1:].isdigit():
        parts.append("Shift")
    if symbol in ("Tab", "ISO_Left_Tab"):  # X has its own name for Shift+Tab
        return "+".join([*parts, *(["Shift"] if state & SHIFT else []), "Tab"])
    return "+".join([*parts, SYMBOLS.get(symbol, symbol)])

"""Menus in the look of the window, and popup menus."""

from __future__ import annotations

import tkinter
from collections.abc import Callable, Iterable
from typing import Any, Literal, NamedTuple

from workbench.gui.look.look import Look

KEY_ROOM = "   "  # space to the right of the key names


class Menu(tkinter.Menu):
    """A menu in the colours of the window, with a border and space after the keys."""

    def __init__(self, parent: tkinter.Misc, look: Look) -> None:
        palette = look.palette
        super().__init__(
            parent, tearoff=False, font=look.fonts["text"], background=palette["card"], foreground=palette["text"],
            borderwidth=1,
            activebackground=palette["wash"], activeforeground=palette["text"], disabledforeground=palette["faint"],
            activeborderwidth=0, relief="flat", selectcolor=palette["accent"],
        )  # fmt: skip
        if look.root.tk.call("tk", "windowingsystem") == "x11":  # other systems draw menus themselves
            for place in (
                {"relwidth": 1},
                {"relwidth": 1, "rely": 1, "y": -1},
                {"relheight": 1},
                {"relheight": 1, "relx": 1, "x": -1},
            ):
                tkinter.Frame(self, background=palette["line"], width=1, height=1).place(**place)  # type: ignore[arg-type]

    def add(self, itemType: str, cnf: dict[str, Any] | None = None, **kw: Any) -> None:  # noqa: N803  (the name is Tk's)
        """Add an entry, with space after its key."""
        options = {**(cnf or {}), **kw}
        if options.get("accelerator"):
            options["accelerator"] += KEY_ROOM
        super().add(itemType, options)  # type: ignore[no-untyped-call]

    def empty(self) -> None:
        """Remove all entries and submenus."""
        self.delete(0, "end")
        for inner in self.winfo_children():
            if isinstance(inner, tkinter.Menu):
                inner.destroy()


class MenuEntry(NamedTuple):
    """An entry of a popup menu: label, action and the key to display. With `choices` it opens a submenu instead."""

    label: str
    call: Callable[[], None]
    key: str = ""
    open: bool = True  # enabled
    choices: tuple[MenuEntry, ...] = ()


class Popup:
    """The popup menu of one owner. Opening a menu destroys the previous one, which Tk would keep."""

    def __init__(self) -> None:
        self.menu: tkinter.Menu | None = None

    def open(self, parent: tkinter.Misc, look: Look, choices: Iterable[MenuEntry], x: int, y: int) -> None:
        """Open a menu with its corner at a point of the screen."""
        self.close()
        self.menu = Menu(parent.winfo_toplevel(), look)
        self._fill(self.menu, look, choices)
        self.menu.tk_popup(x, y)

    def _fill(self, menu: Menu, look: Look, choices: Iterable[MenuEntry]) -> None:
        for choice in choices:
            state: Literal["normal", "disabled"] = "normal" if choice.open else "disabled"
            if choice.choices:
                inner = Menu(menu, look)
                self._fill(inner, look, choice.choices)
                menu.add_cascade(label=choice.label, menu=inner, accelerator=choice.key, state=state)
            else:
                menu.add_command(label=choice.label, command=choice.call, accelerator=choice.key, state=state)

    def select_first(self) -> None:
        """Select the first entry, for a menu that was opened by keyboard."""
        if self.menu is not None and self.menu.winfo_ismapped():
            self.menu.focus_set()
            self.menu.tk.call("tk::MenuFirstEntry", str(self.menu))

    def close(self) -> None:
        """Close the menu if it is open."""
        if self.menu is not None:
            self.menu.destroy()
            self.menu = None

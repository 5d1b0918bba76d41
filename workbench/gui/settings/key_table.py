"""The table of all keys. To change a key, select the command, press Change and then the new key."""

from __future__ import annotations

import tkinter
from collections.abc import Callable
from tkinter import ttk

from workbench.gui.look.look import Look
from workbench.gui.settings import words as settings_words
from workbench.gui.shell import words
from workbench.gui.shell.commands import Registry
from workbench.gui.widgets.keys import ALT, ENTER, pressed
from workbench.gui.widgets.scrolling import ScrollBar

RESERVED = ("Esc", "Tab", "ISO_Left_Tab", *ENTER, "space", "Left", "Right", "Up", "Down")
MODIFIERS = (
    "Shift",
    "Control",
    "Alt",
    "Meta",
    "Super",
    "Hyper",
    "Caps_Lock",
    "Num_Lock",
    "ISO_Level3_Shift",
    "Mode_switch",
)


class KeyTable(ttk.Frame):
    """The table of all commands with their keys.

    Args:
        parent: The page of the settings dialog.
        look: Scale and colours.
        registry: The commands whose keys are changed.
        changed: Called after every change.
    """

    def __init__(self, parent: tkinter.Misc, look: Look, registry: Registry, changed: Callable[[], None]) -> None:
        super().__init__(parent, style="Inner.TFrame")
        self.look, self.registry, self.changed = look, registry, changed
        px = look.px
        self.pending = ""  # name of the command that gets the next key, or ""
        foot = ttk.Frame(self, style="Inner.TFrame")
        foot.pack(side="bottom", fill="x", pady=(px(10), 0))
        self.message = ttk.Label(self, style="CardSmall.TLabel", text=settings_words.CHOOSE_COMMAND, wraplength=px(490))
        self.message.pack(side="bottom", anchor="w", pady=(px(8), 0))
        self.change_button = ttk.Button(
            foot, text=settings_words.CHANGE, style="House.TButton", command=self.wait_for_key
        )
        self.change_button.pack(side="left", padx=(0, px(8)))
        self.reset_button = ttk.Button(
            foot, text=settings_words.BACK_TO_STANDARD, style="House.TButton", command=self._restore_default
        )
        self.reset_button.pack(side="left")
        self.table = ttk.Treeview(
            self, columns=("key",), show="tree", selectmode="browse", style="House.Treeview", height=4
        )
        self.table.column("#0", width=px(270), stretch=True)
        self.table.column("key", width=px(190), stretch=False)
        ScrollBar(self.table, stays=True)
        self.table.pack(side="left", fill="both", expand=True)
        self.table.tag_configure("head", font=look.fonts["strong text"], foreground=look.palette["quiet"])
        self.table.tag_configure("own", foreground=look.palette["accent"])
        for menu, label in words.MENUS.items():
            commands = registry.menu(menu)
            if commands:
                self.table.insert("", "end", f"menu {menu}", text=label, tags="head")
            for command in commands:
                self.table.insert("", "end", command.name, text=f"  {command.text}")
        self.table.bind("<<TreeviewSelect>>", lambda _: self._on_selection())
        self.table.bind("<Double-Button-1>", lambda _: self.wait_for_key())
        self.table.bind("<Key-Return>", lambda _: self.wait_for_key())
        self.catcher = tkinter.Frame(self, takefocus=0)
        self.catcher.place(x=-9, y=-9, width=1, height=1)
        self.catcher.bind("<Key>", self._on_key)
        self.catcher.bind("<FocusOut>", lambda _: self._finish(settings_words.CHOOSE_COMMAND) if self.pending else None)
        self.refresh()
        first = next(iter(registry.commands))
        self.table.selection_set(first)
        self.table.focus(first)

    @property
    def name(self) -> str:
        """The name of the selected command, or ""."""
        chosen = self.table.selection()
        return chosen[0] if chosen and chosen[0] in self.registry.commands else ""

    def refresh(self) -> None:
        """Show the current keys."""
        for name, command in self.registry.commands.items():
            changed_key = command.keys != self.registry.standard[name]
            self.table.item(name, values=(" or ".join(command.keys),), tags="own" if changed_key else "")
        self._on_selection()

    def _on_selection(self) -> None:
        changed_key = bool(self.name) and self.registry[self.name].keys != self.registry.standard[self.name]
        self.change_button.configure(state="normal" if self.name else "disabled")
        self.reset_button.configure(state="normal" if changed_key else "disabled")

    def wait_for_key(self) -> str:
        """Wait for the new key of the selected command."""
        if self.name:
            self.pending = self.name
            self._say(settings_words.press_now(self.registry[self.name].text), "CardWarning.TLabel")
            self.catcher.focus_set()
        return "break"

    def _say(self, text: str, style: str = "CardSmall.TLabel") -> None:
        self.message.configure(text=text, style=style)

    def _finish(self, message: str, style: str = "CardSmall.TLabel") -> None:
        self.pending = ""
        self._say(message, style)
        self.refresh()

    def _on_key(self, event: tkinter.Event[tkinter.Misc]) -> str:
        if not self.pending or event.keysym.startswith(MODIFIERS):
            return "break"
        name, key = self.pending, pressed(event)
        alt = isinstance(event.state, int) and bool(event.state & ALT)
        if key == "Esc":
            self._finish(settings_words.CHOOSE_COMMAND)
        elif key == "BackSpace":
            self._rebind(name, ())
        elif key in RESERVED or alt:
            self._say(settings_words.not_free(key, alt), "CardWarning.TLabel")
            return "break"
        else:
            owner = self.registry.keys.get(key)
            if owner is not None and owner.name != name:
                self._say(words.taken(key, owner.text), "CardWarning.TLabel")
                return "break"
            self._rebind(name, (key,))
        self.table.focus_set()
        return "break"

    def _rebind(self, name: str, keys: tuple[str, ...]) -> None:
        self.registry.rebind(name, keys)
        self.changed()
        self._finish(settings_words.changed(self.registry[name].text, " or ".join(keys)))

    def _restore_default(self) -> None:
        """Restore the default key of the selected command, if no other command has it."""
        name = self.name
        if not name:
            return
        keys = self.registry.standard[name]
        try:
            self.registry.rebind(name, keys)
        except ValueError as error:
            self._say(str(error), "CardWarning.TLabel")
            return
        self.changed()
        self._finish(settings_words.standard_again(self.registry[name].text, " or ".join(keys)))

"""The keys of all commands in a table, and how they are changed: choose a command, press its new key."""

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
    def __init__(self, parent: tkinter.Misc, look: Look, registry: Registry, changed: Callable[[], None]) -> None:
        super().__init__(parent, style="Inner.TFrame")
        self.look, self.registry, self.changed = look, registry, changed
        px = look.px
        self.waiting = ""  # the command that the next key is for
        foot = ttk.Frame(self, style="Inner.TFrame")
        foot.pack(side="bottom", fill="x", pady=(px(10), 0))
        self.said = ttk.Label(self, style="CardSmall.TLabel", text=settings_words.CHOOSE_COMMAND, wraplength=px(490))
        self.said.pack(side="bottom", anchor="w", pady=(px(8), 0))
        self.change = ttk.Button(foot, text=settings_words.CHANGE, style="House.TButton", command=self.ask)
        self.change.pack(side="left", padx=(0, px(8)))
        self.back = ttk.Button(
            foot, text=settings_words.BACK_TO_STANDARD, style="House.TButton", command=self._standard
        )
        self.back.pack(side="left")
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
        self.table.bind("<<TreeviewSelect>>", lambda _: self._chosen())
        self.table.bind("<Double-Button-1>", lambda _: self.ask())
        self.table.bind("<Key-Return>", lambda _: self.ask())
        self.catcher = tkinter.Frame(self, takefocus=0)
        self.catcher.place(x=-9, y=-9, width=1, height=1)
        self.catcher.bind("<Key>", self._caught)
        self.catcher.bind("<FocusOut>", lambda _: self._stop(settings_words.CHOOSE_COMMAND) if self.waiting else None)
        self.refresh()
        first = next(iter(registry.commands))
        self.table.selection_set(first)
        self.table.focus(first)

    @property
    def name(self) -> str:
        """The command that is chosen, "" for none."""
        chosen = self.table.selection()
        return chosen[0] if chosen and chosen[0] in self.registry.commands else ""

    def refresh(self) -> None:
        for name, command in self.registry.commands.items():
            own = command.keys != self.registry.standard[name]
            self.table.item(name, values=(" or ".join(command.keys),), tags="own" if own else "")
        self._chosen()

    def _chosen(self) -> None:
        own = bool(self.name) and self.registry[self.name].keys != self.registry.standard[self.name]
        self.change.configure(state="normal" if self.name else "disabled")
        self.back.configure(state="normal" if own else "disabled")

    def ask(self) -> str:
        """The next key that is pressed is for the chosen command."""
        if self.name:
            self.waiting = self.name
            self._say(settings_words.press_now(self.registry[self.name].text), "CardWarning.TLabel")
            self.catcher.focus_set()
        return "break"

    def _say(self, text: str, style: str = "CardSmall.TLabel") -> None:
        self.said.configure(text=text, style=style)

    def _stop(self, said: str, style: str = "CardSmall.TLabel") -> None:
        self.waiting = ""
        self._say(said, style)
        self.refresh()

    def _caught(self, event: tkinter.Event[tkinter.Misc]) -> str:
        if not self.waiting or event.keysym.startswith(MODIFIERS):
            return "break"
        name, key = self.waiting, pressed(event)
        alt = isinstance(event.state, int) and bool(event.state & ALT)
        if key == "Esc":
            self._stop(settings_words.CHOOSE_COMMAND)
        elif key == "BackSpace":
            self._bind(name, ())
        elif key in RESERVED or alt:
            self._say(settings_words.not_free(key, alt), "CardWarning.TLabel")
            return "break"
        else:
            owner = self.registry.keys.get(key)
            if owner is not None and owner.name != name:
                self._say(words.taken(key, owner.text), "CardWarning.TLabel")
                return "break"
            self._bind(name, (key,))
        self.table.focus_set()
        return "break"

    def _bind(self, name: str, keys: tuple[str, ...]) -> None:
        self.registry.rebind(name, keys)
        self.changed()
        self._stop(settings_words.changed(self.registry[name].text, " or ".join(keys)))

    def _standard(self) -> None:
        """Back to the key of the first day, if nobody else has it by now."""
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
        self._stop(settings_words.standard_again(self.registry[name].text, " or ".join(keys)))

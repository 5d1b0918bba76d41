"""The bar above: the menus, the title and the switch of the theme."""

from __future__ import annotations

import tkinter
from collections.abc import Callable
from functools import partial
from tkinter import ttk

from workbench.gui import words
from workbench.gui.commands import Command, Registry
from workbench.gui.look import Look
from workbench.gui.styles import menu as new_menu

SWITCH = (
    '<circle r="42" fill="none" stroke="{quiet}" stroke-width="9"/>'
    '<path d="M0,-42A42,42 0 0 1 0,42Z" fill="{quiet}"/>'
)  # fmt: skip


class TopBar(ttk.Frame):
    """Menus made from the registry, the title in the middle, the theme at the right."""

    def __init__(self, parent: tkinter.Misc, look: Look, registry: Registry, switch: Callable[[], None]) -> None:
        super().__init__(parent, style="Inner.TFrame")
        self.look, self.registry = look, registry
        self.buttons: dict[str, ttk.Menubutton] = {}
        self.menus: dict[str, tkinter.Menu] = {}
        self.spacer = tkinter.PhotoImage(
            master=self, width=look.px(4), height=look.px(25)
        )  # gives the lines of menus room
        self.switches: dict[str, tkinter.BooleanVar] = {}
        for name, label in words.MENUS.items():
            button = self.buttons[name] = ttk.Menubutton(self, text=label, style="Bar.TMenubutton", takefocus=True)
            button.pack(side="left", padx=(look.px(12), 0) if name == next(iter(words.MENUS)) else 0, pady=look.px(4))
            menu = self.menus[name] = new_menu(button, look)
            menu.configure(postcommand=partial(self._fill, name))
            button.configure(menu=menu)
            for key in ("Down", "Return"):
                button.bind(f"<Key-{key}>", partial(self.open, name))
        self.picture = look.sprite({"switch": SWITCH}, "switch", look.px(17))
        self.icon = ttk.Button(self, image=self.picture, style="Icon.TButton", command=switch)
        self.icon.pack(side="right", padx=look.px(12))
        self.look, self.titled = look, ""
        self.title = ttk.Label(self, style="CardTitle.TLabel")
        self.bind("<Configure>", lambda _: self.say(self.titled))

    def say(self, title: str) -> None:
        """Show a title in the middle, or as much of it as there is room for between the menus and the switch."""
        self.titled = title
        left = sum(button.winfo_reqwidth() for button in self.buttons.values()) + self.look.px(24)
        right = self.winfo_width() - self.icon.winfo_reqwidth() - self.look.px(24)
        shown = self.look.shorten(title, "menu", max(right - left, 1))
        half = self.look.fonts["menu"].measure(shown) // 2
        middle = min(max(self.winfo_width() // 2, left + half), max(right - half, left + half))
        if self.title.cget("text") != shown:
            self.title.configure(text=shown)
        self.title.place(x=middle, rely=0.5, anchor="center")

    def open(self, name: str, _: object = None) -> str:
        """Open a menu as from the keyboard."""
        self.buttons[name].focus_set()
        self.tk.call("ttk::menubutton::Popdown", str(self.buttons[name]))
        self.tk.call("tk::MenuFirstEntry", str(self.menus[name]))
        return "break"

    def _fill(self, name: str) -> None:
        """Write a menu as its commands are now; what cannot be done says why."""
        menu = self.menus[name]
        menu.delete(0, "end")
        for inner in menu.winfo_children():
            inner.destroy()
        commands = self.registry.menu(name)
        for number, command in enumerate(commands):
            if number and command.group != commands[number - 1].group:
                menu.add_separator()
            self._add(menu, command)

    def _add(self, menu: tkinter.Menu, command: Command) -> None:
        reason = command.why_not()
        label = f"{command.words}  –  {reason.rstrip('.')}" if reason else command.entry
        run = partial(self.registry.run, command.name)
        if command.choices is not None and not reason:
            inner = new_menu(menu, self.look)
            for text, call in command.choices():
                inner.add_command(label=text, command=call, image=self.spacer, compound="left")
            menu.add_cascade(label=label, menu=inner, image=self.spacer, compound="left")
        elif command.on is None:
            menu.add_command(label=label, accelerator=command.key, command=run, image=self.spacer, compound="left")
        else:
            switch = self.switches[command.name] = tkinter.BooleanVar(self, command.on())
            menu.add_checkbutton(
                label=label, accelerator=command.key, command=run, variable=switch, image=self.spacer, compound="left"
            )
        if reason:
            menu.entryconfigure("end", state="disabled")

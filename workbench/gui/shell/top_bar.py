"""The bar at the top of the window: the menus, the title, the mode switch and the theme button."""

from __future__ import annotations

import tkinter
from collections.abc import Callable
from functools import partial
from tkinter import ttk

from workbench.gui.look.look import Look
from workbench.gui.look.styles import Styles
from workbench.gui.shell import words
from workbench.gui.shell.commands import Command, Registry
from workbench.gui.widgets.menus import Menu
from workbench.gui.widgets.switch import ModeSwitch
from workbench.gui.widgets.tips import Tip

SWITCH = (
    '<circle r="42" fill="none" stroke="{quiet}" stroke-width="9"/>'
    '<path d="M0,-42A42,42 0 0 1 0,42Z" fill="{quiet}"/>'
)  # fmt: skip
TICK = (
    '<path d="M-24,2L-9,17L22,-16" fill="none" stroke="{accent}" stroke-width="9" stroke-linecap="round" '
    'stroke-linejoin="round"/>'
)
LINE = 25  # height of a menu line in pixels at 100 %


class TopBar(ttk.Frame):
    """The bar with the menus of the registry, the title, the mode switch and the theme button.

    Args:
        parent: The parent widget.
        look: Scale, fonts and colours.
        registry: The commands.
        styles: The styles of the mode switch.
        explain: Shows a text about the selected menu entry; "" clears it.
    """

    def __init__(
        self, parent: tkinter.Misc, look: Look, registry: Registry, styles: Styles, explain: Callable[[str], None]
    ) -> None:
        super().__init__(parent, style="Inner.TFrame")
        self.look, self.registry, self.explain = look, registry, explain
        self.entries: dict[tuple[str, int | None], Command] = {}  # the commands of the open menu, by menu and index
        self.buttons: dict[str, ttk.Menubutton] = {}
        self.menus: dict[str, Menu] = {}
        # An empty picture that sets the height of menu lines.
        self.spacer = tkinter.PhotoImage(master=self, width=look.px(4), height=look.px(LINE))
        self.blank = tkinter.PhotoImage(master=self, width=look.px(LINE), height=look.px(LINE))  # as wide as the tick
        self.tick = look.sprite({"tick": TICK}, "tick", look.px(LINE))
        for name, label in words.MENUS.items():
            button = self.buttons[name] = ttk.Menubutton(self, text=label, style="Bar.TMenubutton", takefocus=True)
            button.configure(underline=words.menu_letter(name))
            button.pack(side="left", padx=(look.px(12), 0) if name == next(iter(words.MENUS)) else 0, pady=look.px(4))
            menu = self.menus[name] = Menu(button, look)
            menu.configure(postcommand=partial(self._fill, name))
            button.configure(menu=menu)
            for key in ("Down", "Return", "space"):
                button.bind(f"<Key-{key}>", partial(self.open, name))
            button.bind("<ButtonRelease-1>", lambda _, name=name: self.after_idle(self._select_first, name))  # type: ignore[misc]
            menu.bind("<Map>", lambda _, button=button: button.state(["selected"]))  # type: ignore[misc]
            menu.bind("<Unmap>", lambda _, button=button: self._closed(button))  # type: ignore[misc]
            menu.bind("<<MenuSelect>>", lambda _, name=name: self._explain(name, self.menus[name].index("active")))  # type: ignore[misc]
            menu.bind("<Motion>", partial(self._pointed, name))
            menu.bind("<Key-Left>", partial(self._step, name, -1))
            menu.bind("<Key-Right>", partial(self._step, name, 1))
        self.picture = look.sprite({"switch": SWITCH}, "switch", look.px(17))
        self.icon = ttk.Button(self, image=self.picture, style="Icon.TButton", command=self._switch)
        if "light" in registry:
            self.icon.pack(side="right", padx=look.px(12))
        modes = {name: text for name, text in words.MODES.items() if name in registry}
        self.modes = ModeSwitch(self, look, styles, modes, registry.run, lambda name: registry[name].tip)
        self.modes.pack(side="right")
        self.full_title = self.full_goal = ""
        self.heading = ttk.Frame(self, style="Inner.TFrame")
        self.title = ttk.Label(self.heading, style="CardTitle.TLabel", anchor="center")
        self.title.pack(fill="x")
        self.goal = ttk.Label(self.heading, style="CardSmall.TLabel", anchor="center")
        self.goal.pack(fill="x")
        Tip(look, self.goal, lambda: self.full_goal)
        high = sum(look.fonts[font].metrics("linespace") for font in ("menu", "small")) + look.px(8)
        ttk.Frame(self, style="Inner.TFrame", width=1, height=high).pack(side="left")  # room for both lines
        self.bind("<Configure>", lambda _: self.set_title(self.full_title, self.full_goal))

    def _switch(self) -> None:
        self.registry.run("light" if self.look.theme == "dark" else "dark")

    def set_title(self, title: str, goal: str = "") -> None:
        """Show a title in the middle, and the goal of the game below it.

        Both are shortened to the space between the menus and the mode switch. The part of the title after the last
        dot, such as the turn, is never shortened, only omitted.
        """
        self.refresh_menus()
        self.full_goal = goal
        self.full_title = title
        left = sum(button.winfo_reqwidth() for button in self.buttons.values()) + self.look.px(24)
        right = self.winfo_width() - self.icon.winfo_reqwidth() - self.modes.winfo_reqwidth() - self.look.px(36)
        shown = self._shortened(title, max(right - left, 1))
        shown_goal = self.look.shorten(goal, "small", max(right - left, 1)) if shown else ""
        wide = max(self.look.fonts["menu"].measure(shown), self.look.fonts["small"].measure(shown_goal))
        half = wide // 2
        middle = min(max(self.winfo_width() // 2, left + half), max(right - half, left + half))
        for label, text in ((self.title, shown), (self.goal, shown_goal)):
            if label.cget("text") != text:
                label.configure(text=text)
        if bool(shown_goal) != bool(self.goal.winfo_manager()):
            if shown_goal:
                self.goal.pack(fill="x")
            else:
                self.goal.pack_forget()
        if shown:
            self.heading.place(x=middle, rely=0.5, anchor="center")
        else:
            self.heading.place_forget()

    def _shortened(self, title: str, room: int) -> str:
        """Return the title shortened to `room` pixels, with the part after the last dot kept."""
        look = self.look
        name, dot, last = title.rpartition(" · ")
        room_for_name = room - look.fonts["menu"].measure(dot + last)
        if not dot or look.fonts["menu"].measure(title) <= room:
            return look.shorten(title, "menu", room)
        if look.fonts["menu"].measure(last) > room:
            return ""
        if room_for_name <= 0:
            return last
        return f"{look.shorten(name, 'menu', room_for_name)}{dot}{last}"

    def open(self, name: str, _: object = None) -> str:
        """Open a menu by keyboard. Return "break" for Tk."""
        if self.buttons[name].instate(["disabled"]):
            return "break"
        self.buttons[name].focus_set()
        self.tk.call("ttk::menubutton::Popdown", str(self.buttons[name]))
        self._select_first(name)
        return "break"

    def _select_first(self, name: str) -> None:
        """Select the first line of an open menu for the keyboard."""
        if self.menus[name].winfo_ismapped():
            self.tk.call("tk::MenuFirstEntry", str(self.menus[name]))

    def _closed(self, button: ttk.Menubutton) -> None:
        button.state(["!selected"])
        if self.winfo_containing(*self.winfo_pointerxy()) is not button:  # Tk leaves the hover as it was
            button.state(["!active"])
        self.explain("")

    def _switch_menu(self, name: str, second: str) -> str:
        self.tk.call("tk::MenuUnpost", str(self.menus[name]))
        return self.open(second)

    def _step(self, name: str, by: int, event: tkinter.Event[tkinter.Misc]) -> str | None:
        """Open the neighbouring menu. Tk itself enters and leaves submenus."""
        menu = event.widget
        assert isinstance(menu, tkinter.Menu)
        active = menu.index("active")
        if by > 0 and active is not None and menu.type(active) == "cascade":
            return None
        names = [menu for menu, button in self.buttons.items() if not button.instate(["disabled"])]
        return self._switch_menu(name, names[(names.index(name) + by) % len(names)])

    def _pointed(self, name: str, event: tkinter.Event[tkinter.Misc]) -> None:
        """Switch the open menu when the pointer moves over the name of another."""
        under = str(self.tk.call("winfo", "containing", event.x_root, event.y_root))
        for second, button in self.buttons.items():
            if second != name and str(button) == under and not button.instate(["disabled"]):
                self._switch_menu(name, second)
                return
        menu = self.menus[name]
        if str(menu) == under:  # Tk selects no disabled entry
            self._explain(name, menu.index(f"@{event.y_root - menu.winfo_rooty()}"))

    def refresh_menus(self) -> None:
        """Disable the menus that list no command in the current mode."""
        for name, button in self.buttons.items():
            state = ["!disabled" if self.registry.has_entries(name) else "disabled"]
            if not button.instate(state):
                button.state(state)

    def _fill(self, name: str) -> None:
        """Fill a menu with the commands of the current mode."""
        menu = self.menus[name]
        menu.empty()
        self.entries = {}
        commands = self.registry.menu_entries(name)
        off = self.blank if any(command.on is not None for command in commands) else self.spacer
        for number, command in enumerate(commands):
            if number and command.group != commands[number - 1].group:
                menu.add_separator()
            self._add(name, command, off)

    def _add(self, name: str, command: Command, off: tkinter.PhotoImage) -> None:
        """Add the entry of a command. `off` is the picture for a switch that is off."""
        menu, reason = self.menus[name], command.why_not()
        picture = self.tick if command.on is not None and command.on() else off
        if command.choices is not None and not reason:
            inner = Menu(menu, self.look)
            for text, call in command.choices():
                inner.add_command(label=text, command=call, image=self.spacer, compound="left")
            inner.bind("<Key-Right>", partial(self._step, name, 1))
            menu.add_cascade(label=command.entry, menu=inner, image=picture, compound="left")
        else:
            run = partial(self.registry.run, command.name)
            menu.add_command(label=command.entry, accelerator=command.key, command=run, image=picture, compound="left")
        if reason:
            menu.entryconfigure("end", state="disabled")
        self.entries[name, menu.index("end")] = command

    def _explain(self, name: str, index: int | None) -> None:
        """Show in the status bar what an entry does, or why it is unavailable."""
        command = self.entries.get((name, index))
        if command is not None:
            self.explain(command.why_not() or command.meaning)

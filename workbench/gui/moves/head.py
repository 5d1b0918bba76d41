"""The head of the moves card: its title, buttons, and the headings of its columns."""

from __future__ import annotations

import tkinter
from collections.abc import Callable, Sequence
from functools import partial
from tkinter import ttk

from workbench.gui.look.look import Look
from workbench.gui.moves import words
from workbench.gui.shell.commands import Registry
from workbench.gui.widgets.step_icons import STEPS
from workbench.gui.widgets.texts import keep_width
from workbench.gui.widgets.tips import Tip

ICON = 14
ROOMY = 330  # width at 100 % from which there is space for the buttons with words
EXTRA = ("account_play", "moves_in_words")  # commands of the buttons with words


class CardHead:
    """The head of the card.

    Args:
        parent: The frame of the card, a grid whose first two rows are used.
        look: Scale, fonts and colours.
        registry: The commands of the buttons.
        headings: The headings of the columns: the word for a turn, and the players.
    """

    def __init__(self, parent: ttk.Frame, look: Look, registry: Registry, headings: Sequence[str]) -> None:
        self.look, self.registry, self.headings = look, registry, headings
        self.width = 0  # of the card's inside, in pixels
        self.edges: Sequence[int] = ()  # of the columns, in pixels
        self.in_words = False  # whether the moves are a log without columns for players
        top = ttk.Frame(parent, style="Inner.TFrame")
        top.grid(row=0, column=0, columnspan=2, sticky="ew")
        self.title = ttk.Label(top, text=words.MOVES, style="CardHead.TLabel")
        self.title.pack(side="left")
        self.pictures = {name: look.sprite(STEPS, name, look.px(ICON)) for name in STEPS}
        self.buttons: dict[str, ttk.Button] = {}
        for name in reversed(STEPS):
            button = ttk.Button(top, image=self.pictures[name], style="Icon.TButton")
            button.configure(command=partial(registry.run, name))
            button.pack(side="right")
            self.buttons[name] = button
        self.offered = ttk.Button(top, style="House.TButton", takefocus=1)  # opens the view that replaces the moves
        self.extra: dict[str, ttk.Button] = {}
        for name in EXTRA:
            for command in registry.existing(name):
                button = ttk.Button(top, text=words.REPLAY, style="House.TButton", takefocus=0, command=command.run)
                Tip(look, button, partial(_meaning, registry, name))
                self.extra[name] = button
        if toggle := self.extra.get("moves_in_words"):
            keep_width(toggle, look, "text", words.FORMS)
        self.columns = tkinter.Canvas(parent, background=look.palette["card"], highlightthickness=0, height=look.px(26))
        self.columns.grid(row=1, column=0, columnspan=2, sticky="ew")
        top.bind("<Configure>", lambda event: self._place(event.width))

    def _place(self, width: int) -> None:
        """Show the buttons with words if there is space for them."""
        px, self.width = self.look.px, width
        others = (self.title, *self.buttons.values(), *([self.offered] if self.offered.winfo_manager() else []))
        used = sum(part.winfo_reqwidth() for part in others) + px(10)
        for button in self.extra.values():
            used += button.winfo_reqwidth() + px(8)
            if width >= px(ROOMY) and used <= width:
                button.pack(side="right", padx=(0, px(8)))
            else:
                button.pack_forget()

    def refresh(self) -> None:
        """Enable the buttons whose commands can run now."""
        for name, button in (*self.buttons.items(), *self.extra.items()):
            command = self.registry[name]
            state = "disabled" if command.why_not() else "normal"
            if str(button.cget("state")) != state:
                button.configure(state=state)
        toggle = self.extra.get("moves_in_words")
        if toggle is not None and toggle.cget("text") != (text := words.FORMS[self.in_words]):
            toggle.configure(text=text)

    def offer(self, label: str, show: Callable[[], None] | None) -> None:
        """Show a button that replaces the moves with another view, or remove it if `show` is None."""
        if show is None:
            self.offered.pack_forget()
            self._place(self.width)
        else:
            self.offered.configure(text=label, command=show)
            self.offered.pack(side="left", padx=(self.look.px(10), 0))
            self._place(self.width)

    def rename(self, sides: Sequence[str]) -> None:
        """Head the columns with other names of the players."""
        if (headings := (self.headings[0], *sides)) != tuple(self.headings):
            self.headings = headings
            self.draw(self.edges)

    def draw(self, columns: Sequence[int]) -> None:
        """Draw the headings. `columns` are the left edges of the columns and the right edge of the last one."""
        look, canvas, self.edges = self.look, self.columns, columns
        canvas.delete("all")
        y, bottom = look.px(11), look.px(24)
        headings = (self.headings[0], words.LOG) if self.in_words else self.headings
        for number, (x, text) in enumerate(zip(columns, headings, strict=False)):
            font = "small" if number else "strong small"
            room = (columns[-1] if self.in_words else columns[2]) - columns[1] if number else columns[1]
            shown = look.shorten(text, font, room)
            canvas.create_text(x, y, anchor="w", text=shown, font=look.fonts[font], fill=look.palette["quiet"])
        canvas.create_rectangle(0, bottom, 9999, bottom, width=0, fill=look.palette["line"])
        canvas.create_line(0, bottom, 9999, bottom, fill=look.palette["line"])


def _meaning(registry: Registry, name: str) -> str:
    """Return why a command is unavailable, or what it does and its key."""
    command = registry[name]
    return command.why_not() or (f"{command.meaning} ({command.key})" if command.key else command.meaning)

"""A form for declared options: a field for each, and their text as specs and bots are written."""

from __future__ import annotations

import tkinter
from collections.abc import Callable, Mapping, Sequence
from tkinter import ttk

from fastcore import Option
from workbench.gui import words
from workbench.gui.look import Look

FEW = 20  # a range of at most that many whole numbers is offered as a list


def listing(text: str) -> dict[str, str]:
    """The options in a text such as "name(size=4)" by name."""
    _, _, inside = text.rstrip(")").partition("(")
    return dict(part.partition("=")[::2] for part in inside.split(",") if part)


class Form(ttk.Frame):
    """One row an option: its name, the field, what it means."""

    def __init__(
        self,
        parent: tkinter.Misc,
        look: Look,
        options: Sequence[Option],
        values: Mapping[str, str],
        changed: Callable[[], None],
    ) -> None:
        super().__init__(parent, style="Inner.TFrame")
        self.look, self.options = look, options
        self.fields: dict[str, ttk.Entry] = {}
        self.columnconfigure(0, minsize=look.px(108))
        self.columnconfigure(2, weight=1)
        for row, option in enumerate(options):
            pad = (0 if row == 0 else look.px(6), 0)
            ttk.Label(self, text=words.options(option.name), style="CardText.TLabel").grid(row=row, column=0, sticky="w", pady=pad)
            field = self._field(option, values.get(option.name, option.default))
            field.bind("<<ComboboxSelected>>", lambda _: changed())
            field.bind("<FocusOut>", lambda _: changed())
            field.grid(row=row, column=1, sticky="w", pady=pad)
            ttk.Label(self, text=option.meaning, style="CardSmall.TLabel").grid(
                row=row, column=2, sticky="w", padx=(look.px(10), 0), pady=pad
            )
            self.fields[option.name] = field

    def _field(self, option: Option, value: str) -> ttk.Entry:
        choices = option.choices if option.kind == "choice" else ()
        if option.kind == "whole" and option.most - option.least < FEW:
            choices = tuple(str(value) for value in range(int(option.least), int(option.most) + 1))
        if choices:
            box = dropdown(self, self.look, choices, 8)
            box.set(value)
            return box
        entry = ttk.Entry(self, style="House.TEntry", width=10, font=self.look.fonts["text"])
        entry.insert(0, value)
        return entry

    @property
    def text(self) -> str:
        """The options that differ from their defaults, as "size=4,..."; "" if none does."""
        given = [(option, self.fields[option.name].get().strip()) for option in self.options]
        return ",".join(f"{option.name}={value}" for option, value in given if value not in ("", option.default))


def dropdown(parent: tkinter.Misc, look: Look, values: Sequence[str], width: int) -> ttk.Combobox:
    """A list to choose one from."""
    box = ttk.Combobox(parent, style="House.TCombobox", values=list(values), state="readonly", width=width)
    box.configure(font=look.fonts["text"])
    box.bind("<<ComboboxSelected>>", lambda _: box.selection_clear(), add="+")
    return box

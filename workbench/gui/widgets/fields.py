"""Form fields for each kind of option: list, number with arrows, switch and ticked letters."""

from __future__ import annotations

import tkinter
from collections.abc import Callable, Iterable, Sequence
from time import monotonic
from tkinter import ttk
from unicodedata import east_asian_width
from weakref import WeakValueDictionary

from fastcore import Option
from workbench.gui.look.look import Look
from workbench.gui.widgets import words as widgets_words
from workbench.gui.widgets.dialog import Dialog
from workbench.gui.widgets.keys import ALT, CONTROL, on_enter
from workbench.gui.widgets.scrolling import on_wheel
from workbench.system.language.formats import localised, read_number

FEW = 20  # maximum length of an integer range that becomes a list
TYPING_SECONDS = 1.0  # time after which a typed character begins a new search in a list


class Field(ttk.Frame):
    """The base class of fields. `get` and `set` use the value's text in a spec.

    Args:
        parent: The parent widget.
        look: Scale, fonts and colours.
        option: The option.
        changed: Called when the user has changed the value.
        meant: Returns an explanation in the user's language.
    """

    def __init__(
        self, parent: tkinter.Misc, look: Look, option: Option, changed: Callable[[], None], meant: Callable[[str], str]
    ) -> None:
        super().__init__(parent, style="Inner.TFrame")
        self.look, self.option, self.changed, self.meant = look, option, changed, meant

    @property
    def meaning(self) -> str:
        """The explanation beside the field, or ""."""
        return self.meant(self.option.meaning)

    def get(self) -> str:
        """Return the value."""
        raise NotImplementedError

    def set(self, text: str) -> None:
        """Show a value."""
        raise NotImplementedError


class Listed(Field):
    """A dropdown list. `described` returns the label of a value by the name of the option and the value."""

    def __init__(
        self, parent: tkinter.Misc, look: Look, option: Option, changed: Callable[[], None],
        meant: Callable[[str], str], described: Callable[[str, str], str],
    ) -> None:  # fmt: skip
        super().__init__(parent, look, option, changed, meant)
        self.labels = {text: described(option.name, label) for text, label in self._labels(option).items()}
        self.box = dropdown(self, look, list(self.labels.values()), max(10, columns_of(self.labels.values())))
        self.box.pack(side="left")
        self.box.bind("<<ComboboxSelected>>", lambda _: changed(), add="+")

    def _labels(self, option: Option) -> dict[str, str]:
        """Return the label of each value."""
        texts: Sequence[str] = option.choices
        if option.kind == "whole":
            texts = [str(value) for value in range(int(option.least), int(option.most) + 1)]
        return {text: text for text in texts}

    def get(self) -> str:
        """Return the value."""
        return next((text for text, label in self.labels.items() if label == self.box.get()), self.box.get())

    def set(self, text: str) -> None:
        """Show a value."""
        self.box.set(self.labels.get(text, text))


class Switch(Listed):
    """A choice of yes or no for an option that is 1 or 0; `meaning` describes 1."""

    def _labels(self, option: Option) -> dict[str, str]:
        return {"0": widgets_words.NO, "1": widgets_words.YES}

    @property
    def meaning(self) -> str:
        """The explanation of "yes"."""
        return widgets_words.yes_means(self.meant(self.option.meaning.removeprefix("1: ")))


class Number(Field):
    """A number, typed or changed by arrows."""

    def __init__(
        self, parent: tkinter.Misc, look: Look, option: Option, changed: Callable[[], None], meant: Callable[[str], str]
    ) -> None:
        super().__init__(parent, look, option, changed, meant)
        self.entry: ttk.Entry
        if option.kind == "whole" and option.most <= 1000:
            self.entry = ttk.Spinbox(
                self, style="House.TSpinbox", width=10, font=look.fonts["text"], from_=option.least, to=option.most,
                command=changed,
            )  # fmt: skip
        else:
            self.entry = ttk.Entry(self, style="House.TEntry", width=12, font=look.fonts["text"])
        self.entry.pack(side="left")
        self.entry.bind("<FocusOut>", lambda _: changed())

    def get(self) -> str:
        """Return the value as typed, with a decimal point."""
        return read_number(self.entry.get().strip())

    def set(self, text: str) -> None:
        """Show a value, in the form of the language."""
        self.entry.delete(0, "end")
        self.entry.insert(0, localised(text))


class Letters(Field):
    """A set of letters: a list of the named sets, and a check box for each letter."""

    def __init__(
        self, parent: tkinter.Misc, look: Look, option: Option, changed: Callable[[], None], meant: Callable[[str], str]
    ) -> None:
        super().__init__(parent, look, option, changed, meant)
        self.box = dropdown(self, look, [*option.names, widgets_words.AS_TICKED], 10)
        self.box.grid(row=0, column=0, sticky="w")
        self.box.bind("<<ComboboxSelected>>", lambda _: self._on_name(), add="+")
        row = ttk.Frame(self, style="Inner.TFrame")
        row.grid(row=0, column=1, sticky="w", padx=(look.px(10), 0))
        parts = [part.strip() for part in option.meaning.split(",")]
        labels = parts if len(parts) == len(option.choices) else list(option.choices)
        self.ticks: dict[str, tkinter.BooleanVar] = {}
        for letter, label in zip(option.choices, map(meant, labels), strict=True):
            tick = self.ticks[letter] = tkinter.BooleanVar(self, False)
            button = ttk.Checkbutton(row, style="House.TCheckbutton", text=label, variable=tick, command=self._on_tick)
            button.pack(side="left", padx=(0, look.px(8)))

    @property
    def meaning(self) -> str:
        """Empty, because the check boxes have labels."""
        return ""

    def _on_name(self) -> None:
        letters = self.option.names.get(self.box.get())
        if letters is not None:
            self._tick(letters)
        self.changed()

    def _on_tick(self) -> None:
        self._show_name()
        self.changed()

    def _tick(self, letters: str) -> None:
        for letter, tick in self.ticks.items():
            tick.set(letter in letters)

    def _show_name(self) -> None:
        """Show the name of the ticked set."""
        ticked = self._letters()
        self.box.set(
            next((name for name, letters in self.option.names.items() if letters == ticked), widgets_words.AS_TICKED)
        )

    def _letters(self) -> str:
        return "".join(letter for letter, tick in self.ticks.items() if tick.get())

    def get(self) -> str:
        """Return the name of the ticked set, or its letters."""
        ticked = self._letters()
        return next((name for name, letters in self.option.names.items() if letters == ticked), ticked)

    def set(self, text: str) -> None:
        """Tick a set given by its name or its letters."""
        self._tick(self.option.names.get(text, text))
        self._show_name()


def field_for(
    parent: tkinter.Misc,
    look: Look,
    option: Option,
    changed: Callable[[], None],
    meant: Callable[[str], str],
    described: Callable[[str, str], str],
) -> Field:
    """Return a field for an option. `described` returns the label of a value in a list, and `meant` an explanation."""
    if option.kind == "letters":
        return Letters(parent, look, option, changed, meant)
    if option.kind == "whole" and (option.least, option.most) == (0, 1):
        return Switch(parent, look, option, changed, meant, described)
    if option.kind == "choice" or (option.kind == "whole" and option.most - option.least < FEW):
        return Listed(parent, look, option, changed, meant, described)
    return Number(parent, look, option, changed, meant)


def watch_text(entry: ttk.Entry, variable: tkinter.StringVar, changed: Callable[[], object]) -> None:
    """Call a function after every change of the text of an entry, including a paste from the selection."""
    trace = variable.trace_add("write", lambda *_: changed())
    entry.bind("<Destroy>", lambda _: variable.trace_remove("write", trace), add="+")  # Tk would keep the function


def columns_of(texts: Iterable[str]) -> int:
    """Return the width of the widest text in letters. Chinese characters are as wide as two."""
    return max(sum(1 + (east_asian_width(letter) in "WF") for letter in text) for text in texts)


def dropdown(parent: tkinter.Misc, look: Look, values: Sequence[str], width: int) -> ttk.Combobox:
    """Return a dropdown list that selects the entry whose beginning is typed.

    It ignores the wheel, so that scrolling past it changes nothing.
    """
    box = ttk.Combobox(parent, style="House.TCombobox", values=list(values), state="readonly", width=width)
    box.configure(font=look.fonts["text"])
    box.bind("<<ComboboxSelected>>", lambda _: box.selection_clear(), add="+")
    on_wheel(box.bind, lambda steps, _: _pass_on(box, steps))
    box.bind("<Key-space>", lambda _: _open(box))  # like Down
    typing = _Typing(box)
    # Enter would otherwise accept the dialog.
    on_enter(box, lambda _: None if isinstance(box.winfo_toplevel(), Dialog) else _open(box))
    for key, place in (("Home", 0), ("End", "end")):  # keys of the open list, a Tk widget that tkinter does not know
        go = f"%W selection clear 0 end; %W activate {place}; %W selection set {place}; %W see {place}; break"
        box.tk.call("bind", "ComboboxListbox", f"<Key-{key}>", go)
    _typings[str(box)] = typing
    box.tk.createcommand("typed_in_list", _on_list_key)
    box.tk.call("bind", "ComboboxListbox", "<Key>", "if {[typed_in_list %W %A %s]} break")
    return box


def _on_list_key(entries: str, typed: str, state: str) -> bool:
    """Select the entry of an open list that begins with the typed text. Return whether there is one."""
    typing = _typings.get(entries.partition(".popdown")[0])
    return typing is not None and not int(state) & (CONTROL | ALT) and typing.on_list_key(entries, typed)


class _Typing:
    """The selection of an entry of a dropdown list by typing its beginning."""

    def __init__(self, box: ttk.Combobox) -> None:
        self.box, self.text, self.at = box, "", 0.0
        box.bind("<Key>", self._on_key)

    def on_list_key(self, entries: str, typed: str) -> bool:
        """Select an entry of the open list with this Tk path. Return whether one begins with the typed text."""
        at = self._next_entry(typed)
        if at is not None:
            for command in (("selection", "clear", 0, "end"), ("selection", "set", at), ("activate", at), ("see", at)):
                self.box.tk.call(entries, *command)
        return at is not None

    def _next_entry(self, typed: str) -> int | None:
        """Return the index of the entry that begins with the text typed so far, or else with this character."""
        if not typed or not typed.isprintable() or typed.isspace():
            return None
        earlier = self.text if monotonic() - self.at < TYPING_SECONDS else ""
        entries = [str(entry) for entry in self.box.tk.splitlist(self.box.cget("values"))]
        for text in dict.fromkeys((earlier + typed, typed)):
            found = self._find(text.casefold())
            if found:
                self.text, self.at = text, monotonic()
                return entries.index(found)
        return None

    def _on_key(self, event: tkinter.Event[tkinter.Misc]) -> str | None:
        modified = isinstance(event.state, int) and event.state & (CONTROL | ALT)
        if modified or self.box.instate(["disabled"]):
            return None
        at = self._next_entry(event.char)
        if at is None:
            return None
        if at != self.box.current():
            self.box.current(at)
            self.box.event_generate("<<ComboboxSelected>>")
        return "break"  # the key must not run a command of the window

    def _find(self, beginning: str) -> str:
        """Return the entry that is this text, or else the first that begins with it, or ""."""
        entries = [str(entry) for entry in self.box.tk.splitlist(self.box.cget("values"))]
        fitting = [entry for entry in entries if entry.casefold().startswith(beginning)]
        return min(fitting, key=lambda entry: entry.casefold() != beginning, default="")


_typings: WeakValueDictionary[str, _Typing] = WeakValueDictionary()  # by the Tk paths of the dropdown lists


def _open(box: ttk.Combobox) -> str:
    box.tk.call("ttk::combobox::Post", str(box))
    return "break"


def _pass_on(box: ttk.Combobox, steps: int) -> str:
    for _ in range(abs(steps)):
        box.master.event_generate("<MouseWheel>", delta=-120 if steps > 0 else 120)
    return "break"

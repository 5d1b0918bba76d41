"""The entry of events: a field for keys, a pad, and buttons for the likely events. Every button keeps its place."""

from __future__ import annotations

import tkinter
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from tkinter import ttk
from typing import NamedTuple

from workbench.companion.key_entry import following
from workbench.gui.companion import words
from workbench.gui.companion.column import Button, ButtonRow
from workbench.gui.look.look import Look
from workbench.gui.look.styles import card
from workbench.gui.widgets.fields import watch_text
from workbench.gui.widgets.keys import ALT, CONTROL, ENTER, focused
from workbench.gui.widgets.tips import Tip

PAD_ROWS, PAD_COLUMNS = 2, 9
KEY_HEIGHT, TOUCH_HEIGHT = 30, 44  # pixels at 100 %
LIKELY = 3


class Writing(NamedTuple):
    """A line that is being written as a whole text.

    Attributes:
        prompt: The prompt.
        accept: Called with the text.
        keys: The keys of the events that it can be, or none if they are not known.
    """

    prompt: str
    accept: Callable[[str], None]
    keys: tuple[str, ...] = ()


class EntryCard:
    """The card.

    Args:
        parent: The column.
        look: Scale, fonts and colours.
        style: The style of the buttons.
        large: Whether the keys of the pad are large.
        press: Called with a key.
        feed: Called with a pasted text.
        likely: Called with the number of a likely event, from 0.
        to_list: Called when Up moves the focus to the list.
    """

    def __init__(
        self, parent: tkinter.Misc, look: Look, style: str, large: bool, press: Callable[[str], None],
        feed: Callable[[str], None], likely: Callable[[int], None], to_list: Callable[[], None],
    ) -> None:  # fmt: skip
        px = look.px
        self.look, self.press, self.feed, self.to_list = look, press, feed, to_list
        self.writing: Writing | None = None
        self.prompt, self.typed, self.warning = "", "", ""
        self.frame = card(parent, look, padding=(10, 8))
        self.label = ttk.Label(self.frame, style="CardStrong.TLabel")
        self.label.pack(fill="x", pady=(0, px(4)))
        row = ttk.Frame(self.frame, style="Inner.TFrame")
        row.pack(fill="x")
        self.text = tkinter.StringVar(self.frame)
        self.field = ttk.Entry(row, style="House.TEntry", width=10, font=look.fonts["text"], textvariable=self.text)
        self.field.pack(side="left", fill="both", expand=True)
        self.used = False  # whether a key has been typed
        Tip(look, self.field, lambda: words.ENTRY_TIP if not self.used or self._is_pointed() else "", beside=self.frame)
        self.keys = ButtonRow(row, look, style, [
            Button(words.BACK, words.BACK_TIP, lambda: self._button("\b")),
            Button(words.END, words.END_TIP, lambda: self._button("\r")),
            Button(words.MISSED, words.MISSED_TIP, lambda: self._button("*")),
        ])  # fmt: skip
        self.keys.pack(side="left", padx=(px(6), 0))
        height = px(TOUCH_HEIGHT if large else KEY_HEIGHT)
        pad = ttk.Frame(self.frame, style="Inner.TFrame", height=PAD_ROWS * (height + px(4)))
        pad.grid_propagate(False)
        pad.pack(fill="x", pady=(px(6), 0))
        self.pad: list[ttk.Button] = []
        for number in range(PAD_ROWS * PAD_COLUMNS):
            line, column = divmod(number, PAD_COLUMNS)
            pad.rowconfigure(line, minsize=height + px(4))
            pad.columnconfigure(column, weight=1, uniform="pad")
            button = ttk.Button(pad, style=style, width=1, takefocus=0, command=partial(self._press_pad, number))
            button.grid(row=line, column=column, sticky="nsew", padx=px(2), pady=px(2))
            button.grid_remove()
            self.pad.append(button)
        self.meanings = [""] * LIKELY
        self.likely = ButtonRow(
            self.frame, look, style, [Button("", "", partial(likely, number)) for number in range(LIKELY)], True
        )
        for number, button in enumerate(self.likely.buttons):
            Tip(look, button, lambda number=number: self.meanings[number])  # type: ignore[misc]
        self.likely.pack(fill="x", pady=(px(4), 0))
        self.labels: dict[int, str] = {}
        self.keys_now: Sequence[Sequence[str]] = ()  # the rows of keys of the next event
        watch_text(self.field, self.text, self._show_writing_pad)
        self.field.bind("<Key>", self._on_key)
        self.field.bind("<<Paste>>", self._on_paste)
        self.frame.bind("<Configure>", lambda _: self._show_label())

    # Contents ---------------------------------------------------------------------------------------------------------

    def show(
        self, prompt: str, typed: str, pad: Sequence[Sequence[str]], likely: Sequence[tuple[str, str]],
        warning: str = "",
    ) -> None:  # fmt: skip
        """Show the prompt, the keys so far, the keys that may follow, and the likely events with their meanings.

        A warning takes the place of the prompt.
        """
        self.prompt, self.typed, self.warning = prompt, typed, warning
        self._show_label()
        if self.writing is None and self.text.get() != typed:
            self.text.set(typed)
            self.field.icursor("end")
        self.keys_now = pad
        if self.writing is None:
            self._show_pad(pad)
        self.meanings = [meaning for _, meaning in likely] + [""] * (LIKELY - len(likely))
        self.likely.label([text for text, _ in likely])

    def _show_pad(self, pad: Sequence[Sequence[str]]) -> None:
        labels = _places(pad)
        for number, button in enumerate(self.pad):
            label = labels.get(number, "")
            if label == self.labels.get(number, ""):
                continue
            if label:
                button.configure(text=label)
                button.grid()
            else:
                button.grid_remove()
        self.labels = labels

    def _show_label(self) -> None:
        warns = bool(self.warning) and self.writing is None
        text = self.writing.prompt if self.writing is not None else self.warning or self.prompt
        self.label.configure(style="CardWarning.TLabel" if warns else "CardStrong.TLabel")
        room = self.frame.winfo_width() - self.look.px(24)
        self.label.configure(text=self.look.shorten(text, "strong text", room) if room > 1 else text)

    # A line as a whole ------------------------------------------------------------------------------------------------

    def write(self, prompt: str, text: str, accept: Callable[[str], None]) -> None:
        """Let the person write a whole text, such as that of a line which is being changed."""
        self.writing = Writing(prompt, accept)
        self.text.set(text)
        self._show_pad(())
        self._show_label()
        self.field.focus_set()
        self.field.selection_range(0, "end")
        self.field.icursor("end")

    def offer(self, found: tuple[tuple[str, ...], str]) -> None:
        """Show on the pad the keys that the line being written can have, and its own keys in place of its text."""
        keys, own = found
        if self.writing is not None:
            self.writing = self.writing._replace(keys=keys)
            if own and self.text.get() and self.field.selection_present():
                self.text.set(own)
                self.field.selection_range(0, "end")
            self._show_writing_pad()

    def _show_writing_pad(self) -> None:
        if self.writing is not None and self.writing.keys:
            typed = "" if self.field.selection_present() else self.text.get().casefold()
            keys = following(self.writing.keys, typed)
            self._show_pad([keys[first : first + PAD_COLUMNS] for first in range(0, len(keys), PAD_COLUMNS)])

    def cancel(self) -> bool:
        """Stop writing. Return False if nothing was being written."""
        if self.writing is None:
            return False
        self.writing = None
        self.text.set(self.typed)
        self.field.selection_clear()
        self._show_pad(self.keys_now)
        self._show_label()
        return True

    def _accept(self) -> None:
        assert self.writing is not None
        accept, text = self.writing.accept, self.text.get().strip()
        self.cancel()
        if text:
            accept(text)

    # Keys -------------------------------------------------------------------------------------------------------------

    def take_keys(self, widget: tkinter.Misc) -> None:
        """Let keys that are typed in any part of a widget go to the field, and the focus after a click on a button."""
        for part in widget.winfo_children():
            if part.winfo_class() == "TButton":
                part.bind("<ButtonRelease-1>", self._on_release, add="+")
            if part.winfo_class() in ("TButton", "Text", "Treeview"):
                part.bind("<Key>", self._on_key_elsewhere, add="+")
            self.take_keys(part)

    def _on_release(self, event: tkinter.Event[tkinter.Misc]) -> None:
        """Focus the field after a click, unless it has moved the focus elsewhere, such as to a menu."""
        event.widget.after_idle(lambda: self.field.focus_set() if focused(self.field) is event.widget else None)

    def _is_pointed(self) -> bool:
        return self.field.winfo_containing(*self.field.winfo_pointerxy()) is self.field

    def _on_key_elsewhere(self, event: tkinter.Event[tkinter.Misc]) -> str | None:
        held = isinstance(event.state, int) and event.state & (ALT | CONTROL)
        if held or not event.char.strip() or not event.char.isprintable():
            return None
        self.field.focus_set()
        if self.writing is None:
            self.press(event.char)
        else:
            self._write_key(event.char)
        return "break"

    def _on_key(self, event: tkinter.Event[tkinter.Misc]) -> str | None:
        if self.writing is not None:
            if event.keysym in ENTER:
                self._accept()
                return "break"
            if event.keysym == "Escape":
                self.cancel()
                return "break"
            return None
        if isinstance(event.state, int) and event.state & (ALT | CONTROL):
            return None
        self.used = True
        if event.keysym == "Up":
            self.to_list()
        elif event.keysym == "BackSpace":
            self.press("\b")
        elif event.keysym in ENTER:
            self.press("\r")
        elif event.char and event.char.isprintable():
            self.press(event.char)
        else:
            return None
        return "break"

    def _on_paste(self, _: object) -> str | None:
        if self.writing is not None:
            return None
        with suppress(tkinter.TclError):
            self.feed(self.field.clipboard_get())
        return "break"

    def _button(self, key: str) -> None:
        """Press a special key, also while a whole text is being written."""
        if self.writing is None:
            self.press(key)
        elif key == "\b":
            self._write_key("") if self.field.selection_present() else self.text.set(self.text.get()[:-1])
        elif key == "\r":
            self._accept()
        else:
            self.text.set(key)

    def _write_key(self, key: str) -> None:
        """Write a key in place of the selected text, or at its end."""
        text = "" if self.field.selection_present() else self.text.get()
        self.field.selection_clear()
        self.text.set(text + key)
        self.field.icursor("end")

    def _press_pad(self, number: int) -> None:
        key = self.labels.get(number, "")
        if self.writing is not None:
            self._write_key(key)
        elif key:
            self.press(key)


def _places(pad: Sequence[Sequence[str]]) -> dict[int, str]:
    """Return the label of each place of the pad. Rows that do not fit are filled up from the start."""
    rows = [list(row) for row in pad]
    if len(rows) > PAD_ROWS or any(len(row) > PAD_COLUMNS for row in rows):
        keys = [key for row in rows for key in row]
        rows = [keys[at : at + PAD_COLUMNS] for at in range(0, len(keys), PAD_COLUMNS)][:PAD_ROWS]
    return {line * PAD_COLUMNS + column: key for line, row in enumerate(rows) for column, key in enumerate(row)}

"""The form fields for the length of a match, and the rows of all its forms."""

from __future__ import annotations

import tkinter
from collections.abc import Callable
from tkinter import ttk

from workbench.gui.look.look import Look
from workbench.gui.matches import form_words as words
from workbench.gui.widgets.forms import LABELS, dropdown
from workbench.matches.planning.plan import Plan, games_text, sets_text
from workbench.system.language.formats import read_number
from workbench.system.sentences import as_sentence

MAX_GAMES = 10**7
WRAP_WIDTH = 330


class FormRows(ttk.Frame):
    """A form with labels on the left and fields on the right.

    `changed` is called after every change by the user.
    """

    def __init__(self, parent: tkinter.Misc, look: Look, changed: Callable[[], None]) -> None:
        super().__init__(parent, style="Inner.TFrame")
        self.look, self.changed = look, changed
        self.columnconfigure(0, minsize=look.px(LABELS))
        self.columnconfigure(1, weight=1)
        self.rows = 0

    def add_row(self, label: str) -> ttk.Frame:
        """Add a row with this label, and return the frame for its fields."""
        pad = (self.look.px(8) if self.rows else 0, 0)
        ttk.Label(self, text=label, style="CardText.TLabel").grid(
            row=self.rows, column=0, sticky="nw", padx=(0, self.look.px(4)), pady=pad, ipady=self.look.px(5)
        )
        frame = ttk.Frame(self, style="Inner.TFrame")
        frame.grid(row=self.rows, column=1, sticky="ew", pady=pad)
        self.rows += 1
        return frame

    def make_dropdown(self, parent: ttk.Frame, values: list[str], width: int) -> ttk.Combobox:
        """Return a new dropdown list with its first value selected. The caller places it."""
        widget = dropdown(parent, self.look, values, width)
        widget.set(values[0])
        widget.bind("<<ComboboxSelected>>", lambda _: self._on_choice(), add="+")
        return widget

    def make_entry(self, parent: ttk.Frame, width: int, text: str = "") -> ttk.Entry:
        """Return a new text field. The caller places it."""
        widget = ttk.Entry(parent, style="House.TEntry", width=width, font=self.look.fonts["text"])
        widget.insert(0, text)
        widget.bind("<KeyRelease>", lambda _: self.changed())
        return widget

    def make_hint(self, parent: ttk.Frame, text: str = "") -> ttk.Label:
        """Return a new label for an explanation. The caller places it."""
        return ttk.Label(
            parent, text=text, style="CardSmall.TLabel", wraplength=self.look.px(WRAP_WIDTH), justify="left"
        )

    def make_problem(self, parent: ttk.Frame) -> ttk.Label:
        """Return a new label for a problem, hidden until `show_problem`."""
        return ttk.Label(parent, style="CardWarning.TLabel", wraplength=self.look.px(WRAP_WIDTH), justify="left")

    def _on_choice(self) -> None:
        self.changed()


class LengthForm(FormRows):
    """The fields for the length of a match: a number of games, or games until one bot is clearly better.

    The games are played in blocks of equal luck, so their number is rounded up to whole blocks.
    """

    def __init__(self, parent: tkinter.Misc, look: Look, changed: Callable[[], None]) -> None:
        super().__init__(parent, look, changed)
        px = look.px
        line = self.add_row(words.LENGTH)
        self.kind = self.make_dropdown(line, [words.NUMBER, words.UNTIL_CLEAR], 26)
        self.kind.pack(anchor="w")
        number = ttk.Frame(line, style="Inner.TFrame")
        number.pack(anchor="w", pady=(px(6), 0))
        self.games = self.make_entry(number, 8)
        self.games.pack(side="left")
        self.meaning = self.make_hint(number)
        self.meaning.pack(side="left", padx=(px(8), 0))
        self.wrong = self.make_problem(line)

    def fill(self, plan: Plan, size: int) -> None:
        """Fill in the length of a plan with blocks of `size` games."""
        self.kind.set(words.NUMBER if plan.sprt is None else words.UNTIL_CLEAR)
        fill_entry(self.games, str(plan.blocks * size))
        self.show_size(size)

    def show_size(self, size: int) -> None:
        """Explain the number of games, which are played in blocks of `size` games."""
        try:
            blocks = self.number_of_blocks(size)
        except ValueError:
            text = ""
        else:
            exact = self.games.get().strip() == str(blocks * size)
            text = sets_text(blocks, size) if exact else games_text(blocks, size)
        self.meaning.configure(text=words.at_most(text) if self.until_clear and text else text)

    @property
    def until_clear(self) -> bool:
        """Whether a sequential test ends the match."""
        return self.kind.get() == words.UNTIL_CLEAR

    def problem(self, bots: int) -> str:
        """Show the problem of the length with this number of bots, and return it, or ""."""
        reason = ""
        try:
            self.number_of_blocks(1)
        except ValueError as error:
            reason = str(error)
        if not reason and self.until_clear and bots != 2:
            reason = words.TWO_FOR_TEST
        show_problem(self.wrong, as_sentence(reason) if reason else "")
        return reason

    def number_of_blocks(self, size: int) -> int:
        """Return the number of blocks of `size` games. Raises ValueError if the field is invalid."""
        return -(-whole_number(self.games.get(), words.LENGTH, 1, MAX_GAMES) // size)


def show_problem(label: ttk.Label, text: str) -> None:
    """Show a problem below a field, or remove it if the text is ""."""
    label.configure(text=text)
    if text:
        label.pack(anchor="w", side="bottom")
    else:
        label.pack_forget()


def fill_entry(entry: ttk.Entry, text: str) -> None:
    """Replace the text of a field."""
    entry.delete(0, "end")
    entry.insert(0, text)


def whole_number(text: str, field: str, minimum: int, maximum: int) -> int:
    """Return the whole number in a text. Raises ValueError, which names the field, if there is none in the range."""
    text = text.strip()
    if not (text.isascii() and text.isdecimal() and len(text) < 20 and minimum <= int(text) <= maximum):
        raise ValueError(words.bad_number(field, text, minimum, maximum))
    return int(text)


def any_number(text: str, field: str, minimum: float, maximum: float) -> float:
    """Return the number in a text. Raises ValueError, which names the field, if there is none in the range."""
    try:
        value = float(read_number(text.strip()))
    except ValueError:
        value = float("nan")
    if not minimum <= value <= maximum:
        raise ValueError(words.bad_number(field, text.strip(), minimum, maximum))
    return value

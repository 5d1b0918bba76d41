"""The values of a position other than its pieces, as a form of lists and text fields."""

from __future__ import annotations

import tkinter
from collections.abc import Callable, Collection, Sequence
from tkinter import ttk
from typing import Protocol

from workbench.boards.kit.editing import Detail
from workbench.gui.look.look import Look
from workbench.gui.look.styles import card
from workbench.gui.set_up import words
from workbench.gui.widgets.fields import dropdown, watch_text
from workbench.gui.widgets.keys import on_enter
from workbench.gui.widgets.scrolling import ScrollArea
from workbench.gui.widgets.tips import Tip

WRAP, SHORT_WRAP = 190, 120  # maximum width of a label in pixels at 100 %, alone on its line and beside another
WIDTH, SHORT_WIDTH = 8, 3  # minimum width of a value in characters, likewise
KNOWN = "@known"  # the detail that selects the viewer of the position


class Writer(Protocol):
    """A receiver of changes in the form."""

    def set_detail(self, detail: str, value: str) -> str:
        """Set a detail. Return why that is impossible, or ""."""

    def type_detail(self, detail: str, value: str) -> str:
        """Set a detail while its value is being typed. Return why that is impossible, or ""."""

    def finish_detail(self) -> None:
        """Finish the current edit."""


class DetailRow:
    """One row of the form: a label, and a list or a text field.

    Args:
        parent: The form.
        look: Scale and fonts.
        detail: The detail and its value.
        writer: Receives changes.
        column: The card with the form, which tips must not cover.
    """

    def __init__(
        self, parent: tkinter.Misc, look: Look, detail: Detail, writer: Writer, column: tkinter.Misc
    ) -> None:  # fmt: skip
        self.look, self.detail, self.writer = look, detail, writer
        wrap = look.px(SHORT_WRAP if detail.short else WRAP)
        self.name = ttk.Label(parent, text=detail.label, style="CardText.TLabel", wraplength=wrap, justify="left")
        width = SHORT_WIDTH if detail.short else WIDTH
        self.box: ttk.Combobox | None = None
        self.entry: ttk.Entry | ttk.Combobox
        if detail.values:
            self.entry = self.box = dropdown(parent, look, [label_text for _, label_text in detail.values], width)
            self.box.bind("<<ComboboxSelected>>", lambda _: self._on_selected(), add="+")
        else:
            self.text_variable = tkinter.StringVar(parent)
            self.entry = ttk.Entry(
                parent, style="House.TEntry", width=width, font=look.fonts["text"], textvariable=self.text_variable
            )
            watch_text(self.entry, self.text_variable, self._on_typed)
            self.entry.bind("<FocusOut>", lambda _: self._on_focus_out())
            on_enter(self.entry, lambda _: self._on_focus_out())
            self.entry.bind("<Control-Key-Return>", lambda _: None)  # leave this key to the window's command
        self.updating = False  # whether the text is being set from the position
        self.kind = "TCombobox" if detail.values else "TEntry"
        self.refused = ""  # why the typed text was refused
        self.typing = False  # whether typed text is being passed to the writer
        # the value of the typed text; the text stays unchanged while the position has this value
        self.typed: str | None = None
        for widget in (self.name, self.entry):
            Tip(look, widget, self._meaning, beside=column)
        self.show(detail, False)

    def place_at(self, line: int, half: int, alone: bool) -> None:
        """Place the detail at this line of the form: in its left half (0) or right half (1), or in both if `alone`."""
        px = self.look.px
        pad = (px(4) if line else 0, 0)
        self.name.grid(row=line, column=2 * half, sticky="w", padx=(px(14) if half else 0, px(8)), pady=pad)
        self.entry.grid(row=line, column=2 * half + 1, columnspan=3 if alone else 1, sticky="ew", pady=pad)
        self.entry.lift()  # keep the Tab order equal to the reading order

    def destroy(self) -> None:
        """Destroy the widgets of the row."""
        self.name.destroy()
        self.entry.destroy()

    def _meaning(self) -> str:
        return words.problem("", self.refused) if self.refused else self.detail.meaning

    def show(self, detail: Detail, wrong: bool) -> None:
        """Show a value and whether it has a problem. Text being typed stays unchanged."""
        if detail.label != self.name.cget("text"):
            self.name.configure(text=detail.label)
        if self.box is not None and detail.values != self.detail.values:
            self.box.configure(values=[label_text for _, label_text in detail.values])
        self.detail = detail
        label_text = next((label for value, label in detail.values if value == detail.value), detail.value)
        if self.box is not None:
            if self.box.get() != label_text:
                self.box.set(label_text)
        elif self.typing:
            self.typed = detail.value
        elif not self.refused and self.typed != detail.value and self.entry.get() != label_text:
            self.typed, self.updating = None, True
            self.entry.delete(0, "end")
            self.entry.insert(0, label_text)
            self.updating = False
        style = f"Fault.House.{self.kind}" if wrong or self.refused else f"House.{self.kind}"
        if self.entry.cget("style") != style:
            self.entry.configure(style=style)

    def _on_selected(self) -> None:
        assert self.box is not None
        label_text = self.box.get()
        value = next(value for value, label in self.detail.values if label == label_text)
        self.refused = self.writer.set_detail(self.detail.name, value)
        self.show(self.detail, False)

    def _on_typed(self) -> None:
        text = self.entry.get()
        if self.updating or (text.strip() == self.detail.value and not self.refused):
            return
        self.typing = True
        self.refused = self.writer.type_detail(self.detail.name, text)
        self.typing = False
        if self.refused:
            self.show(self.detail, True)

    def _on_focus_out(self) -> None:
        """Restore the value if the typed text was refused."""
        self.refused, self.typed = "", None
        self.writer.finish_detail()
        self.show(self.detail, False)


def lines_of(details: Sequence[Detail]) -> list[list[str]]:
    """Return the names of the details on each line of the form: one, or two successive short ones."""
    lines: list[list[str]] = []
    free = False  # whether the last line has room for a short detail
    for detail in details:
        if detail.short and free:
            lines[-1].append(detail.name)
        else:
            lines.append([detail.name])
        free = detail.short and len(lines[-1]) == 1
    return lines


class DetailsCard:
    """The form with the values of a position.

    Args:
        parent: The column.
        look: Scale and fonts.
        writer: Receives changes.
        head: The heading of the form.
    """

    def __init__(self, parent: tkinter.Misc, look: Look, writer: Writer, head: str = words.REST) -> None:
        self.look, self.writer = look, writer
        self.frame = card(parent, look, padding=(16, 10))
        self.frame.columnconfigure(0, weight=1)
        self.frame.rowconfigure(1, weight=1)
        self.head = ttk.Frame(self.frame, style="Inner.TFrame")
        self.head.grid(row=0, column=0, sticky="ew", pady=(0, look.px(6)))
        ttk.Label(self.head, text=head, style="CardHead.TLabel").pack(side="left")
        self.area = ScrollArea(self.frame, look)
        self.area.grid(row=1, column=0, sticky="nsew")
        self.area.inside.columnconfigure(0, weight=1)
        self.form = ttk.Frame(self.area.inside, style="Inner.TFrame")
        self.form.grid(row=0, column=0, sticky="ew", padx=(0, look.px(2)))
        for column in (1, 3):
            self.form.columnconfigure(column, weight=1, uniform="values")
        self.rows: dict[str, DetailRow] = {}
        self.layout: tuple[object, ...] = ()

    def offer(self, label: str, call: Callable[[], None], tip: Callable[[], str]) -> None:
        """Add a button beside the heading."""
        button = ttk.Button(self.head, text=label, style="House.TButton", command=call, takefocus=1)
        button.pack(side="right", padx=(self.look.px(6), 0))
        Tip(self.look, button, tip)

    def show(self, details: Sequence[Detail], wrong: Collection[str]) -> None:
        """Show details, and mark those named in `wrong`."""
        layout = tuple((detail.name, bool(detail.values), detail.short) for detail in details)
        if layout != self.layout:
            self.layout = layout
            Tip.hide()
            self._lay_out(details)
        for detail in details:
            self.rows[detail.name].show(detail, detail.name in wrong)

    def _lay_out(self, details: Sequence[Detail]) -> None:
        """Rebuild the rows, but keep existing rows, because one can have the focus."""
        kept = {
            detail.name
            for detail in details
            if detail.name in self.rows and (self.rows[detail.name].box is not None) == bool(detail.values)
        }
        for name in [name for name in self.rows if name not in kept]:
            self.rows.pop(name).destroy()
        self.rows = {
            detail.name: self.rows.get(detail.name) or DetailRow(self.form, self.look, detail, self.writer, self.frame)
            for detail in details
        }
        for line, names in enumerate(lines_of(details)):
            for half, name in enumerate(names):
                self.rows[name].place_at(line, half, len(names) == 1)
        if self.rows:
            self.form.grid()
        else:
            self.form.grid_remove()  # an empty form would keep its height
        self.area.fit()

    def reach(self, detail: str) -> None:
        """Give a detail the focus."""
        self.rows[detail].entry.focus_set()

    def see(self, detail: str) -> None:
        """Scroll to a detail."""
        self.area.inside.update_idletasks()
        self.area.show(self.rows[detail].entry)

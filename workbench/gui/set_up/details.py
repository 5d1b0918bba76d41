"""What a position holds beside its pieces, as rows of a form: lists to choose from, and fields that are written in."""

from __future__ import annotations

import tkinter
from collections.abc import Callable, Collection, Sequence
from tkinter import ttk
from typing import Protocol

from workbench.boards.kit.editing import Detail
from workbench.gui.look.look import Look
from workbench.gui.look.styles import card
from workbench.gui.set_up import words
from workbench.gui.widgets.fields import dropdown
from workbench.gui.widgets.keys import on_enter
from workbench.gui.widgets.scrolling import ScrollArea
from workbench.gui.widgets.tips import Tip

KNOWN = "@known"  # the detail that says whose view it is


class Writer(Protocol):
    """Who changes the details."""

    def set_detail(self, detail: str, value: str) -> str:
        """Give it this value; why that cannot be, "" if it can."""

    def type_detail(self, detail: str, value: str) -> str:
        """The same while it is typed, letter by letter."""

    def finish_detail(self) -> None:
        """Nothing is typed any more."""


class DetailRow:
    """One detail: its name, and a list or a field."""

    def __init__(self, parent: tkinter.Misc, look: Look, detail: Detail, writer: Writer) -> None:
        self.look, self.detail, self.writer = look, detail, writer
        self.name = ttk.Label(
            parent, text=detail.label, style="CardText.TLabel", wraplength=look.px(190), justify="left"
        )
        self.box: ttk.Combobox | None = None
        self.entry: ttk.Entry | ttk.Combobox
        if detail.values:
            self.entry = self.box = dropdown(parent, look, [said for _, said in detail.values], 8)
            self.box.bind("<<ComboboxSelected>>", lambda _: self._chosen(), add="+")
        else:
            self.written = tkinter.StringVar(parent)
            self.entry = ttk.Entry(
                parent, style="House.TEntry", width=8, font=look.fonts["text"], textvariable=self.written
            )
            self.written.trace_add("write", lambda *_: self._typed())  # also when it comes from the selection
            self.entry.bind("<FocusOut>", lambda _: self._left())
            on_enter(self.entry, lambda _: self._left())
            self.entry.bind("<Control-Key-Return>", lambda _: None)  # a command of the window
        self.filling = False  # what is written comes from the position
        self.kind = "TCombobox" if detail.values else "TEntry"
        self.refused = ""  # why what is written cannot stand there
        self.typing = False  # a letter was just typed
        self.typed: str | None = None  # what came of it: as long as that stays, the field is as it was typed
        for widget in (self.name, self.entry):
            Tip(look, widget, self._meaning)
        self.show(detail, False)

    def stand(self, number: int) -> None:
        """Stand in this line of the form."""
        pad = (self.look.px(4) if number else 0, 0)
        self.name.grid(row=number, column=0, sticky="w", padx=(0, self.look.px(10)), pady=pad)
        self.entry.grid(row=number, column=1, sticky="ew", pady=pad)
        self.entry.lift()  # Tab goes in the order of reading

    def destroy(self) -> None:
        self.name.destroy()
        self.entry.destroy()

    def _meaning(self) -> str:
        return words.problem("", self.refused) if self.refused else self.detail.meaning

    def show(self, detail: Detail, wrong: bool) -> None:
        """Its value now, and whether something is wrong with it. What is being typed stays as it is typed."""
        if detail.label != self.name.cget("text"):
            self.name.configure(text=detail.label)
        if self.box is not None and detail.values != self.detail.values:
            self.box.configure(values=[said for _, said in detail.values])
        self.detail = detail
        said = next((label for value, label in detail.values if value == detail.value), detail.value)
        if self.box is not None:
            if self.box.get() != said:
                self.box.set(said)
        elif self.typing:
            self.typed = detail.value
        elif not self.refused and self.typed != detail.value and self.entry.get() != said:
            self.typed, self.filling = None, True
            self.entry.delete(0, "end")
            self.entry.insert(0, said)
            self.filling = False
        style = f"Fault.House.{self.kind}" if wrong or self.refused else f"House.{self.kind}"
        if self.entry.cget("style") != style:
            self.entry.configure(style=style)

    def _chosen(self) -> None:
        assert self.box is not None
        said = self.box.get()
        value = next(value for value, label in self.detail.values if label == said)
        self.refused = self.writer.set_detail(self.detail.name, value)
        self.show(self.detail, False)

    def _typed(self) -> None:
        text = self.entry.get()
        if self.filling or (text.strip() == self.detail.value and not self.refused):
            return
        self.typing = True
        self.refused = self.writer.type_detail(self.detail.name, text)
        self.typing = False
        if self.refused:
            self.show(self.detail, True)

    def _left(self) -> None:
        """What could not be taken is put back."""
        self.refused, self.typed = "", None
        self.writer.finish_detail()
        self.show(self.detail, False)


class DetailsCard:
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
        self.form.columnconfigure(1, weight=1, minsize=look.px(150))
        self.rows: dict[str, DetailRow] = {}
        self.layout: tuple[object, ...] = ()

    def offer(self, label: str, call: Callable[[], None], tip: Callable[[], str]) -> None:
        """A button in the head."""
        button = ttk.Button(self.head, text=label, style="House.TButton", command=call, takefocus=1)
        button.pack(side="right", padx=(self.look.px(6), 0))
        Tip(self.look, button, tip)

    def show(self, details: Sequence[Detail], wrong: Collection[str]) -> None:
        """These details; something is wrong with those of these names."""
        layout = tuple((detail.name, bool(detail.values)) for detail in details)
        if layout != self.layout:
            self.layout = layout
            Tip.hide()
            self._lay_out(details)
        for detail in details:
            self.rows[detail.name].show(detail, detail.name in wrong)

    def _lay_out(self, details: Sequence[Detail]) -> None:
        """A row for each; those that were there stay, as one may be written in just now."""
        kept = {
            detail.name
            for detail in details
            if detail.name in self.rows and (self.rows[detail.name].box is not None) == bool(detail.values)
        }
        for name in [name for name in self.rows if name not in kept]:
            self.rows.pop(name).destroy()
        self.rows = {
            detail.name: self.rows.get(detail.name) or DetailRow(self.form, self.look, detail, self.writer)
            for detail in details
        }
        for number, row in enumerate(self.rows.values()):
            row.stand(number)
        if self.rows:
            self.form.grid()
        else:
            self.form.grid_remove()  # which would stay as high as it was
        self.area.fit()

    def reach(self, detail: str) -> None:
        """Go to a detail."""
        self.rows[detail].entry.focus_set()

    def see(self, detail: str) -> None:
        """Scroll to a detail, where they need more room than there is."""
        self.area.inside.update_idletasks()
        self.area.show(self.rows[detail].entry)

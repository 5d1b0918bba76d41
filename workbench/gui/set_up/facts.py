"""Known facts about hidden information: sentences with buttons to remove them, and forms to add more."""

from __future__ import annotations

import tkinter
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from tkinter import ttk

from workbench.boards.kit.editing import Editor, FactForm
from workbench.boards.kit.elements import Fields
from workbench.gui.look.look import Look
from workbench.gui.set_up import words
from workbench.gui.widgets.fields import dropdown

GAP = 6


class FactsBox(ttk.Frame):
    """The known facts, and a form for a new one.

    Args:
        parent: The details card.
        look: Scale and fonts.
        width: The width in pixels.
        know: Called with all facts after a change.
        changed: Called when the height may have changed.
    """

    def __init__(
        self,
        parent: tkinter.Misc,
        look: Look,
        width: int,
        know: Callable[[tuple[str, ...]], None],
        changed: Callable[[], None],
    ) -> None:
        super().__init__(parent, style="Inner.TFrame")
        self.look, self.room, self.know, self.changed = look, width, know, changed
        self.forms: tuple[FactForm, ...] = ()
        self.fields: Fields = {}  # the last readable fields
        self.facts: tuple[str, ...] = ()
        self.editor: Editor | None = None
        self.shown: tuple[object, ...] | None = None
        self.which: ttk.Combobox | None = None
        self.boxes: list[ttk.Combobox] = []
        self.forget_buttons: dict[str, ttk.Button] = {}
        self.sentences: dict[str, str] = {}  # sentences by fact
        self.add: ttk.Button | None = None

    def show(self, editor: Editor, fields: Fields | None, facts: tuple[str, ...]) -> None:
        """Show facts and the forms of this editor, or nothing if there are neither."""
        self.editor, self.facts = editor, facts
        with suppress(ValueError, LookupError):  # keep the forms of the last readable fields
            if fields is not None:
                self.forms, self.fields = editor.fact_forms(fields), fields
        shown = (self.forms, facts)
        if shown == self.shown:
            return
        again = self.shown is not None and self.shown[0] == self.forms
        chosen = (self.which.get(), [box.get() for box in self.boxes]) if again and self.which is not None else None
        self.shown, self.sentences = (
            shown,
            editor.fact_sentences(self.fields, facts) if self.forms else {fact: fact for fact in facts},
        )
        for child in self.winfo_children():
            child.destroy()
        self.forget_buttons, self.boxes, self.which, self.add = {}, [], None, None
        if self.forms or facts:
            self._make()
        if chosen is not None and self.which is not None:
            self.which.set(chosen[0])
            self._offer()
            for box, value in zip(self.boxes, chosen[1], strict=False):
                box.set(value)
        self.changed()

    def _make(self) -> None:
        px = self.look.px
        ttk.Label(self, text=words.FACTS, style="CardHead.TLabel").pack(anchor="w", pady=(px(12), px(4)))
        for fact, sentence in self.sentences.items():
            row = ttk.Frame(self, style="Inner.TFrame")
            row.pack(fill="x", pady=(0, px(4)))
            button = self.forget_buttons[fact] = ttk.Button(
                row, text=words.FORGET, style="House.TButton", takefocus=1, command=partial(self._forget, fact)
            )
            button.pack(side="right")
            room = self.room - button.winfo_reqwidth() - px(16)
            ttk.Label(row, text=sentence, style="CardText.TLabel", wraplength=room, justify="left").pack(side="left")
        if not self.forms:
            return
        if len(self.forms) > 1:
            self.which = dropdown(self, self.look, [form.label for form in self.forms], 24)
            self.which.current(0)
            self.which.bind("<<ComboboxSelected>>", lambda _: self._offer(), add="+")
            self.which.pack(anchor="w", pady=(0, px(4)))
        self.line = ttk.Frame(self, style="Inner.TFrame", width=self.room)
        self.line.pack(fill="x")
        self._offer()

    @property
    def form(self) -> FactForm:
        """The selected form."""
        return self.forms[max(0, self.which.current()) if self.which is not None else 0]

    def _offer(self) -> None:
        """Show the sentence of the selected form with a list for each choice, wrapped into lines."""
        px = self.look.px
        for child in self.line.winfo_children():
            child.destroy()
        self.boxes = []
        widgets: list[tkinter.Widget] = []
        for part in self.form.parts:
            if isinstance(part, str):
                widgets += [ttk.Label(self.line, text=word, style="CardText.TLabel") for word in part.split()]
            else:
                labels = [label for _, label in part]
                box = dropdown(self.line, self.look, labels, max(len(label) for label in labels))
                # the first choice "none" is rarely intended
                box.current(1 if part[0][0] == "0" and len(part) > 1 else 0)
                self.boxes.append(box)
                widgets.append(box)
        self.add = ttk.Button(self.line, text=words.KNOW, style="House.TButton", takefocus=1, command=self._know)
        x = y = 0
        high = self.add.winfo_reqheight() + px(4)
        for widget in (*widgets, self.add):
            wide = widget.winfo_reqwidth()
            if x and x + wide > self.room:
                x, y = 0, y + high
            widget.place(x=x, y=y + (high - px(4)) // 2, anchor="w")
            x += wide + px(GAP)
        self.line.configure(height=y + high)
        self.changed()

    def _know(self) -> None:
        assert self.editor is not None
        chosen = [choice[max(0, box.current())][0] for choice, box in zip(self.form.choices, self.boxes, strict=True)]
        fact = self.editor.fact(self.form.name, chosen)
        self.know(tuple(dict.fromkeys((*self.facts, fact))))

    def _forget(self, fact: str) -> None:
        self.know(tuple(known for known in self.facts if known != fact))

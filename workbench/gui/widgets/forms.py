"""A form with a field for each declared option, and the values as text for specs and bots."""

from __future__ import annotations

import tkinter
from collections.abc import Callable, Mapping, Sequence
from tkinter import ttk

from fastcore import Option
from fastcore.text import specs
from workbench.gui.look.look import Look
from workbench.gui.widgets import words as widgets_words
from workbench.gui.widgets.fields import Number, dropdown, field_for
from workbench.system.sentences import as_sentence, capitalised

__all__ = ["LABELS", "OptionForm", "dropdown", "parse_options", "show_error"]

LABELS = 108  # width of the names in pixels at 100 %
WRAP = 300  # width of the explanations in pixels at 100 %


def parse_options(text: str) -> dict[str, str]:
    """Return the options by name from a text such as "name(size=4)"."""
    _, _, inside = text.rstrip(")").partition("(")
    return dict(part.partition("=")[::2] for part in inside.split(",") if part)


class OptionForm(ttk.Frame):
    """A form with one row per option: name, field, and explanation or error.

    A long form hides the options after the first `few`, except those with a value.

    Args:
        parent: The parent widget.
        look: Scale, fonts and colours.
        options: The options.
        values: The values by name. Other options have their defaults.
        changed: Called when the user has changed a value.
        few: The number of options that are always shown.
        named: Returns the label of an option by its name.
        described: Returns the label of a value in a list by the name of the option and the value.
        meant: Returns the explanation of an option in the user's language.
    """

    def __init__(
        self,
        parent: tkinter.Misc,
        look: Look,
        options: Sequence[Option],
        values: Mapping[str, str],
        changed: Callable[[], None],
        few: int = 100,
        named: Callable[[str], str] = widgets_words.options,
        described: Callable[[str, str], str] = lambda name, value: value,
        meant: Callable[[str], str] = lambda meaning: meaning,
    ) -> None:
        super().__init__(parent, style="Inner.TFrame")
        self.look, self.options, self.changed, self.named = look, options, changed, named
        self.columnconfigure(0, minsize=look.px(LABELS))
        self.columnconfigure(2, weight=1)
        self.fields = {
            option.name: field_for(self, look, option, self._changed, meant, described) for option in options
        }
        self.rows: dict[str, list[tkinter.Widget]] = {}
        self.error_labels: dict[str, ttk.Label] = {}
        self.folded = tuple(option.name for option in options[few:] if not values.get(option.name))
        for number, option in enumerate(options):
            self._row(2 * number, option, values.get(option.name, option.default))
        self.more = ttk.Button(self, text=widgets_words.MORE, style="House.TButton", command=self.unfold)
        if self.folded:
            for name in self.folded:
                for widget in self.rows[name]:
                    widget.grid_remove()
            self.more.grid(row=2 * len(options), column=1, columnspan=2, sticky="w", pady=(look.px(8), 0))

    def _row(self, row: int, option: Option, value: str) -> None:
        px, field = self.look.px, self.fields[option.name]
        pad = (px(6) if row else 0, 0)
        field.set(value)
        name = ttk.Label(self, text=capitalised(self.named(option.name)), style="CardText.TLabel")
        name.grid(row=row, column=0, sticky="w", pady=pad)
        field.grid(row=row, column=1, columnspan=1 if field.meaning else 2, sticky="w", pady=pad)
        self.rows[option.name] = [name, field]
        if field.meaning:
            meaning = ttk.Label(self, text=field.meaning, style="CardSmall.TLabel", wraplength=px(WRAP), justify="left")
            meaning.grid(row=row, column=2, sticky="w", padx=(px(10), 0), pady=pad)
            self.rows[option.name].append(meaning)
        wrong = self.error_labels[option.name] = ttk.Label(
            self, style="CardWarning.TLabel", wraplength=px(WRAP), justify="left"
        )
        wrong.grid(row=row + 1, column=1, columnspan=2, sticky="w", pady=(px(3), 0))
        wrong.grid_remove()

    def unfold(self) -> None:
        """Show all options."""
        self.more.grid_remove()
        for name in self.folded:
            for widget in self.rows[name]:
                widget.grid()
        self.fields[self.folded[0]].focus_set()

    def on_typing(self, call: Callable[[], None]) -> None:
        """Call a function on every key typed in a number field."""
        for field in self.fields.values():
            if isinstance(field, Number):
                field.entry.bind("<KeyRelease>", lambda _: call(), add="+")

    def _changed(self) -> None:
        self.validate()
        self.changed()

    def validate(self) -> str:
        """Show all errors at their fields. Return the first error, or ""."""
        first = ""
        for option in self.options:
            text, reason = self.fields[option.name].get(), ""
            if text or option.default:
                try:
                    specs.value_of(option, text)
                except ValueError as error:
                    reason = str(error)
            show_error(self.error_labels[option.name], reason)
            first = first or reason
        return first

    @property
    def text(self) -> str:
        """The options that differ from their defaults, as "size=4,..."; "" if there are none."""
        given = [(option, self.fields[option.name].get()) for option in self.options]
        return ",".join(f"{option.name}={value}" for option, value in given if value not in ("", option.default))


def show_error(label: ttk.Label, reason: str) -> None:
    """Show an error at its field, or hide the label if `reason` is ""."""
    if reason:
        label.configure(text=as_sentence(reason))
        label.grid()
    else:
        label.grid_remove()

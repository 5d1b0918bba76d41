"""The form fields for the clock of a new game: none, a preset, or custom times."""

from __future__ import annotations

import tkinter
from tkinter import ttk

from bots.report import Limit
from workbench.gui.look.look import Look
from workbench.gui.new_game import words
from workbench.gui.widgets.forms import LABELS, dropdown, show_error
from workbench.system.language.formats import format_number, read_number

PRESETS = (
    None,
    Limit(seconds=180, per="game", increment=2),
    Limit(seconds=300, per="game", increment=5),
    Limit(seconds=600, per="game", increment=10),
    Limit(seconds=1800, per="game", increment=15),
    Limit(seconds=30, per="turn"),
    Limit(seconds=90, per="turn"),
)


class ClockForm(ttk.Frame):
    """The fields for the clock of a new game.

    Args:
        parent: The widget that contains the fields.
        look: Scale and colours.
        limit: The initial clock, or None for no clock.
    """

    def __init__(self, parent: tkinter.Misc, look: Look, limit: Limit | None) -> None:
        super().__init__(parent, style="Inner.TFrame")
        self.look = look
        px = look.px
        self.columnconfigure(0, minsize=px(LABELS))
        self.columnconfigure(2, weight=1)
        self.rowconfigure(0, minsize=2 * look.fonts["small"].metrics("linespace"))  # the note can have two lines
        ttk.Label(self, text=words.CLOCK, style="CardText.TLabel").grid(row=0, column=0, sticky="w")
        self.limits = {words.clock(preset): preset for preset in PRESETS}
        self.box = dropdown(self, look, [*self.limits, words.OWN_CLOCK], 24)
        self.box.grid(row=0, column=1, sticky="w")
        self.own = ttk.Frame(self, style="Inner.TFrame")
        self.period_box = dropdown(self.own, look, list(words.PER.values()), 12)
        self.period_box.grid(row=0, column=0)
        self.amount, self.increment = (
            ttk.Entry(self.own, style="House.TEntry", width=5, font=look.fonts["text"]) for _ in range(2)
        )
        self.unit = ttk.Label(self.own, style="CardSmall.TLabel")
        self.increment_label = ttk.Label(self.own, text=words.INCREMENT, style="CardSmall.TLabel")
        for column, widget in enumerate((self.amount, self.unit, self.increment, self.increment_label), 1):
            widget.grid(row=0, column=column, padx=(px(8), 0))
        self.problem_label = ttk.Label(self.own, style="CardWarning.TLabel", wraplength=px(400))
        self.problem_label.grid(row=1, column=0, columnspan=5, sticky="w", pady=(px(3), 0))
        # Custom times have a place of their own, so that nothing below them moves when they appear.
        self.rowconfigure(1, minsize=self.amount.winfo_reqheight() + px(6))
        self.meaning = ttk.Label(
            self, text=words.LEVEL_AND_CLOCK, style="CardSmall.TLabel", wraplength=px(400), justify="left"
        )
        self.box.bind("<<ComboboxSelected>>", lambda _: self._on_choice(), add="+")
        self.period_box.bind("<<ComboboxSelected>>", lambda _: self._show_units(), add="+")
        self.fill(limit)

    def fill(self, limit: Limit | None) -> None:
        """Select a clock. A clock that is not a preset appears as custom times."""
        timed = limit if limit is not None and limit.seconds is not None and limit.per != "decision" else None
        usual = timed is None or words.clock(timed) in self.limits
        self.box.set(words.clock(timed) if usual else words.OWN_CLOCK)
        shown = timed or Limit(seconds=300, per="game", increment=5)
        self.period_box.set(words.PER["turn" if shown.per == "turn" else "game"])
        for entry, value in (
            (self.amount, (shown.seconds or 0) / (1 if shown.per == "turn" else 60)),
            (self.increment, shown.increment),
        ):
            entry.delete(0, "end")
            entry.insert(0, format_number(value, "g"))
        self._on_choice()

    def _on_choice(self) -> None:
        custom, timed = self.box.get() == words.OWN_CLOCK, self.box.get() != words.NO_CLOCK
        if custom:
            self.own.grid(row=1, column=1, columnspan=2, sticky="w", pady=(self.look.px(6), 0))
        else:
            self.own.grid_remove()
        if timed:
            self.meaning.grid(row=0, column=2, sticky="w", padx=(self.look.px(12), 0))
        else:
            self.meaning.grid_remove()
        self._show_units()

    def _show_units(self) -> None:
        show_error(self.problem_label, "")
        turn = self.period_box.get() == words.PER["turn"]
        self.unit.configure(text=words.SECONDS if turn else words.MINUTES)
        for widget in (self.increment, self.increment_label):
            if turn:
                widget.grid_remove()
            else:
                widget.grid()

    def validate(self) -> str:
        """Show a problem with custom times at their fields and return the problem, or ""."""
        try:
            self.limit  # noqa: B018
        except ValueError as error:
            show_error(self.problem_label, str(error))
            return str(error)
        show_error(self.problem_label, "")
        return ""

    @property
    def limit(self) -> Limit | None:
        """The selected clock, or None. Raises ValueError if a number is invalid."""
        if self.box.get() != words.OWN_CLOCK:
            return self.limits[self.box.get()]
        if self.period_box.get() == words.PER["turn"]:
            return Limit(seconds=_number(self.amount, words.SECONDS, 1, 86_400), per="turn")
        minutes = _number(self.amount, words.MINUTES, 0.1, 1440)
        return Limit(seconds=minutes * 60, per="game", increment=_number(self.increment, words.INCREMENT, 0, 3600))


def _number(entry: ttk.Entry, field: str, least: float, most: float) -> float:
    text = entry.get().strip()
    try:
        value = float(read_number(text) or "0")
    except ValueError:
        value = float("nan")
    if not least <= value <= most:
        raise ValueError(words.no_number(field, text, least, most))
    return value

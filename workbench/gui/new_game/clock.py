"""The clock of a game to begin: none, one of the usual ones, or times of one's own."""

from __future__ import annotations

import tkinter
from tkinter import ttk

from bots.report import Limit
from workbench.gui.look.look import Look
from workbench.gui.new_game import words as said
from workbench.gui.widgets.forms import LABELS, dropdown, say_wrong

USUAL = (
    None,
    Limit(seconds=180, per="game", increment=2),
    Limit(seconds=300, per="game", increment=5),
    Limit(seconds=600, per="game", increment=10),
    Limit(seconds=1800, per="game", increment=15),
    Limit(seconds=30, per="turn"),
    Limit(seconds=90, per="turn"),
)


class ClockForm(ttk.Frame):
    def __init__(self, parent: tkinter.Misc, look: Look, limit: Limit | None) -> None:
        super().__init__(parent, style="Inner.TFrame")
        self.look = look
        px = look.px
        self.columnconfigure(0, minsize=px(LABELS))
        ttk.Label(self, text=said.CLOCK, style="CardText.TLabel").grid(row=0, column=0, sticky="w")
        self.said = {said.clock(one): one for one in USUAL}
        self.box = dropdown(self, look, [*self.said, said.OWN_CLOCK], 24)
        self.box.grid(row=0, column=1, sticky="w")
        self.own = ttk.Frame(self, style="Inner.TFrame")
        self.per = dropdown(self.own, look, list(said.PER.values()), 12)
        self.per.grid(row=0, column=0)
        self.amount, self.more = (
            ttk.Entry(self.own, style="House.TEntry", width=5, font=look.fonts["text"]) for _ in range(2)
        )
        self.unit = ttk.Label(self.own, style="CardSmall.TLabel")
        self.plus = ttk.Label(self.own, text=said.INCREMENT, style="CardSmall.TLabel")
        for column, widget in enumerate((self.amount, self.unit, self.more, self.plus), 1):
            widget.grid(row=0, column=column, padx=(px(8), 0))
        self.wrong = ttk.Label(self.own, style="CardWarning.TLabel", wraplength=px(400))
        self.wrong.grid(row=1, column=0, columnspan=5, sticky="w", pady=(px(3), 0))
        self.meaning = ttk.Label(
            self, text=said.LEVEL_AND_CLOCK, style="CardSmall.TLabel", wraplength=px(400), justify="left"
        )
        self.box.bind("<<ComboboxSelected>>", lambda _: self._chosen(), add="+")
        self.per.bind("<<ComboboxSelected>>", lambda _: self._units(), add="+")
        self.put(limit)

    def put(self, limit: Limit | None) -> None:
        """Let this clock be chosen."""
        timed = limit if limit is not None and limit.seconds is not None and limit.per != "decision" else None
        usual = timed is None or said.clock(timed) in self.said
        self.box.set(said.clock(timed) if usual else said.OWN_CLOCK)
        asked = timed or Limit(seconds=300, per="game", increment=5)
        self.per.set(said.PER["turn" if asked.per == "turn" else "game"])
        for entry, value in (
            (self.amount, (asked.seconds or 0) / (1 if asked.per == "turn" else 60)),
            (self.more, asked.increment),
        ):
            entry.delete(0, "end")
            entry.insert(0, f"{value:g}")
        self._chosen()

    def _chosen(self) -> None:
        own, timed = self.box.get() == said.OWN_CLOCK, self.box.get() != said.NO_CLOCK
        if own:
            self.own.grid(row=1, column=1, sticky="w", pady=(self.look.px(6), 0))
        else:
            self.own.grid_remove()
        if timed:
            self.meaning.grid(row=2, column=1, sticky="w", pady=(self.look.px(4), 0))
        else:
            self.meaning.grid_remove()
        self._units()

    def _units(self) -> None:
        say_wrong(self.wrong, "")
        turn = self.per.get() == said.PER["turn"]
        self.unit.configure(text=said.SECONDS if turn else said.MINUTES)
        for widget in (self.more, self.plus):
            if turn:
                widget.grid_remove()
            else:
                widget.grid()

    def problem(self) -> str:
        """What is wrong with times of one's own, said at them; "" if nothing is."""
        try:
            self.limit  # noqa: B018
        except ValueError as error:
            say_wrong(self.wrong, str(error))
            return str(error)
        say_wrong(self.wrong, "")
        return ""

    @property
    def limit(self) -> Limit | None:
        """What was chosen; ValueError says which number is none."""
        if self.box.get() != said.OWN_CLOCK:
            return self.said[self.box.get()]
        if self.per.get() == said.PER["turn"]:
            return Limit(seconds=_number(self.amount, said.SECONDS, 1, 86_400), per="turn")
        minutes = _number(self.amount, said.MINUTES, 0.1, 1440)
        return Limit(seconds=minutes * 60, per="game", increment=_number(self.more, said.INCREMENT, 0, 3600))


def _number(entry: ttk.Entry, field: str, least: float, most: float) -> float:
    text = entry.get().strip()
    try:
        value = float(text or "0")
    except ValueError:
        value = float("nan")
    if not least <= value <= most:
        raise ValueError(said.no_number(field, text, least, most))
    return value

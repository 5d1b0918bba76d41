"""Who plays a match: bots with their levels and settings, and who of more than two meets whom."""

from __future__ import annotations

import tkinter
from collections.abc import Callable, Sequence
from functools import partial
from tkinter import ttk

import bots
from workbench.gui.look.look import Look
from workbench.gui.matches import form_words as words
from workbench.gui.new_game.players import PlayerForm
from workbench.gui.widgets.forms import LABELS, dropdown
from workbench.matches.planning.plan import Kind

MOST = 40  # that a form has room for


class BotsForm(ttk.Frame):
    """At least two bots; `changed` is called when one comes, goes or is another one."""

    def __init__(self, parent: tkinter.Misc, look: Look, changed: Callable[[], None]) -> None:
        super().__init__(parent, style="Inner.TFrame")
        self.look, self.changed = look, changed
        self.spec = ""
        self.rows: list[ttk.Frame] = []
        self.players: list[PlayerForm] = []
        self.removers: list[ttk.Button] = []
        self.list = ttk.Frame(self, style="Inner.TFrame")
        self.list.pack(fill="x")
        foot = ttk.Frame(self, style="Inner.TFrame")
        foot.pack(fill="x", pady=(look.px(10), 0))
        foot.columnconfigure(0, minsize=look.px(LABELS))
        self.add_button = ttk.Button(foot, text=words.ADD, style="House.TButton", command=lambda: self.add())
        self.add_button.grid(row=0, column=1, sticky="w")
        self.meeting_label = ttk.Label(foot, text=words.MEETING, style="CardText.TLabel")
        self.meeting = dropdown(foot, look, (words.ALL_MEET, words.FIRST_MEETS), 28)
        self.meeting.set(words.ALL_MEET)
        self.meeting.bind("<<ComboboxSelected>>", lambda _: changed(), add="+")
        self.meeting_label.grid(row=1, column=0, sticky="w", pady=(look.px(8), 0))
        self.meeting.grid(row=1, column=1, sticky="w", pady=(look.px(8), 0))

    def put(self, spec: str, players: Sequence[str], kind: Kind = "match") -> None:
        """Let these play this game; in the place of who does not play it comes somebody who does."""
        self.spec = spec
        for row in self.rows:
            row.destroy()
        self.rows, self.players, self.removers = [], [], []
        for player in self._fitting(players):
            self._append(player)
        self.meeting.set(words.FIRST_MEETS if kind == "gauntlet" else words.ALL_MEET)
        self._number()

    def _fitting(self, players: Sequence[str]) -> list[str]:
        """Return these players. The strongest free bot replaces each player that cannot play this game."""
        names = bots.names(self.spec)
        known = [player if player.partition("(")[0].partition(":")[0] in names else "" for player in players]
        taken = {player.partition("(")[0].partition(":")[0] for player in known}
        strongest = bots.strongest(self.spec) or names[0]
        free = iter([name for name in sorted(names, key=lambda name: name != strongest) if name not in taken])
        return [player or next(free, strongest) for player in known]

    def respec(self, spec: str) -> None:
        """The same players in the same game with other options."""
        self.spec = spec
        for player in self.players:
            player.respec(spec)

    def add(self) -> None:
        """One more, another one than those that are there if there is one."""
        names = bots.names(self.spec)
        known = {player.who.get() for player in self.players}
        self._append(next((name for name in names if name not in known), bots.strongest(self.spec) or names[0]))
        self._number()
        self.players[-1].who.focus_set()
        self.changed()

    def remove(self, number: int) -> None:
        self.rows.pop(number).destroy()
        del self.players[number], self.removers[number]
        self._number()
        (self.removers[min(number, len(self.removers) - 1)] if len(self.players) > 2 else self.add_button).focus_set()
        self.changed()

    def _append(self, player: str) -> None:
        px = self.look.px
        row = ttk.Frame(self.list, style="Inner.TFrame")
        row.pack(fill="x", pady=(px(10) if self.rows else 0, 0))
        row.columnconfigure(0, weight=1)
        form = PlayerForm(row, self.look, "", self.spec, player, persons=False, changed=self.changed)
        form.grid(row=0, column=0, sticky="ew")
        remove = ttk.Button(row, text=words.REMOVE, style="House.TButton")
        remove.grid(row=0, column=1, sticky="ne", padx=(px(8), 0))
        for box in (form.who, form.how):
            box.bind("<<ComboboxSelected>>", lambda _: self.changed(), add="+")
        self.rows.append(row)
        self.players.append(form)
        self.removers.append(remove)

    def _number(self) -> None:
        """Number the rows; the last two stay."""
        few = len(self.players) <= 2
        for number, (player, remove) in enumerate(zip(self.players, self.removers, strict=True)):
            player.label.configure(text=f"{number + 1}")
            remove.configure(command=partial(self.remove, number), state="disabled" if few else "normal")
        self.add_button.configure(state="disabled" if len(self.players) >= MOST else "normal")
        for widget in (self.meeting_label, self.meeting):
            if few:
                widget.grid_remove()
            else:
                widget.grid()

    def problem(self) -> str:
        """What is wrong with somebody's settings, said at them; "" if nothing is."""
        return next(filter(None, [player.problem() for player in self.players]), "")

    @property
    def texts(self) -> tuple[str, ...]:
        return tuple(player.text for player in self.players)

    @property
    def kind(self) -> Kind:
        return "gauntlet" if len(self.players) > 2 and self.meeting.get() == words.FIRST_MEETS else "match"

"""The form fields for the bots of a match: levels, settings, and the pairing of more than two bots."""

from __future__ import annotations

import tkinter
from collections.abc import Callable, Sequence
from functools import partial
from tkinter import ttk

import bots
from bots.report import Limit
from workbench.gui.look.look import Look
from workbench.gui.matches import form_words as words
from workbench.gui.new_game.players import PlayerForm
from workbench.gui.widgets.forms import LABELS, dropdown
from workbench.matches.archive.description import bound_text
from workbench.matches.planning.plan import Kind
from workbench.protocol import registry

MAX_BOTS = 40  # maximum number of bots in a form
WRAP = 360  # width of a description, which leaves room for Remove, in pixels at 100 %


class OwnLimit(ttk.Frame):
    """The own limit of one bot, with a button that removes it. Hidden if there is none.

    Args:
        row: The row of the bot.
        look: The look.
        limit: The limit, or None.
        changed: Called when it is removed.
    """

    def __init__(self, row: ttk.Frame, look: Look, limit: Limit | None, changed: Callable[[], None]) -> None:
        super().__init__(row, style="Inner.TFrame")
        self.limit, self.changed = limit, changed
        self.columnconfigure(0, minsize=look.px(LABELS))
        if limit is None:
            return
        ttk.Label(self, text=words.OWN_LIMIT, style="CardText.TLabel").grid(row=0, column=0, sticky="w")
        self.shown = ttk.Label(self, text=bound_text(limit), style="CardText.TLabel")
        self.shown.grid(row=0, column=1, sticky="w")
        self.button = ttk.Button(self, text=words.REMOVE_LIMIT, style="House.TButton", command=self.remove)
        self.button.grid(row=0, column=2, sticky="w", padx=(look.px(8), 0))
        self.grid(row=1, column=0, columnspan=2, sticky="w", pady=(look.px(6), 0))

    def remove(self) -> None:
        """Remove the limit, so that the common limit applies."""
        self.limit = None
        self.grid_remove()
        self.changed()


class BotsForm(ttk.Frame):
    """The fields for two or more bots.

    `changed` is called after every change by the user.
    """

    def __init__(self, parent: tkinter.Misc, look: Look, changed: Callable[[], None]) -> None:
        super().__init__(parent, style="Inner.TFrame")
        self.look, self.changed = look, changed
        self.spec = ""
        self.rows: list[ttk.Frame] = []
        self.players: list[PlayerForm] = []
        self.remove_buttons: list[ttk.Button] = []
        self.own_limits: list[OwnLimit] = []
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

    def fill(
        self, spec: str, players: Sequence[str], kind: Kind = "match", limits: Sequence[Limit | None] = ()
    ) -> None:
        """Replace all rows by these bots, without calling `changed`.

        A bot that is not a built-in bot of the game, such as one from a file, is replaced by an unused level, the
        strongest first.

        Args:
            spec: The spec of the game.
            players: The specs of the bots.
            kind: How the bots are paired: "gauntlet" if only the first meets the others.
            limits: The limit of each bot, None for the common limit; () if no bot has its own. A replaced bot has none.
        """
        self.spec = spec
        for row in self.rows:
            row.destroy()
        self.rows, self.players, self.remove_buttons, self.own_limits = [], [], [], []
        for number, (player, before) in enumerate(zip(self._replace_unfit(players), players, strict=True)):
            self._append(
                bots.level_name(player, spec) or player, limits[number] if limits and player == before else None
            )
        self.meeting.set(words.FIRST_MEETS if kind == "gauntlet" else words.ALL_MEET)
        self._update_rows()

    def _replace_unfit(self, players: Sequence[str]) -> list[str]:
        """Return the bots, replacing each that is not a built-in bot of the game with an unused level."""
        known = [
            player if bots.is_level(player) or registry.plays_by_name(player, self.spec) else "" for player in players
        ]
        free = (level for level in reversed(bots.LEVELS) if level not in known)
        return [player or next(free, bots.LEVELS[-1]) for player in known]

    def set_spec(self, spec: str) -> None:
        """Change the options of the game, and keep the bots."""
        self.spec = spec
        for player in self.players:
            player.set_spec(spec)

    def add(self) -> None:
        """Add a bot at a level that is not yet in the form, the strongest first."""
        known = self.texts
        self._append(next((level for level in reversed(bots.LEVELS) if level not in known), bots.LEVELS[-1]))
        self._update_rows()
        self.players[-1].player_box.focus_set()
        self.changed()

    def remove(self, number: int) -> None:
        """Remove a bot by its row number, from 0."""
        self.rows.pop(number).destroy()
        del self.players[number], self.remove_buttons[number], self.own_limits[number]
        self._update_rows()
        (
            self.remove_buttons[min(number, len(self.remove_buttons) - 1)] if len(self.players) > 2 else self.add_button
        ).focus_set()
        self.changed()

    def _append(self, player: str, limit: Limit | None = None) -> None:
        px = self.look.px
        row = ttk.Frame(self.list, style="Inner.TFrame")
        row.pack(fill="x", pady=(px(10) if self.rows else 0, 0))
        row.columnconfigure(0, weight=1)
        form = PlayerForm(row, self.look, "", self.spec, player, persons=False, changed=self.changed, wrap=WRAP)
        form.grid(row=0, column=0, sticky="ew")
        remove = ttk.Button(row, text=words.REMOVE, style="House.TButton")
        remove.grid(row=0, column=1, sticky="ne", padx=(px(8), 0))
        for box in (form.player_box, form.level_box):
            box.bind("<<ComboboxSelected>>", lambda _: self.changed(), add="+")
        own = OwnLimit(row, self.look, limit, self.changed)
        self.rows.append(row)
        self.own_limits.append(own)
        self.players.append(form)
        self.remove_buttons.append(remove)

    def _update_rows(self) -> None:
        """Renumber the rows, and disable removal if only two are left."""
        last_two = len(self.players) <= 2
        for number, (player, remove) in enumerate(zip(self.players, self.remove_buttons, strict=True)):
            player.label.configure(text=f"{number + 1}")
            remove.configure(command=partial(self.remove, number), state="disabled" if last_two else "normal")
        self.add_button.configure(state="disabled" if len(self.players) >= MAX_BOTS else "normal")
        for widget in (self.meeting_label, self.meeting):
            if last_two:
                widget.grid_remove()
            else:
                widget.grid()

    def problem(self) -> str:
        """Show invalid settings at their fields. Return the first problem, or ""."""
        return next(filter(None, [player.validate() for player in self.players]), "")

    @property
    def texts(self) -> tuple[str, ...]:
        """The specs of the bots with their options, in the order of the rows."""
        return tuple(player.text for player in self.players)

    @property
    def limits(self) -> tuple[Limit | None, ...]:
        """The bots' own limits in the order of the rows, or () if no bot has one."""
        found = tuple(own.limit for own in self.own_limits)
        return found if any(found) else ()

    @property
    def kind(self) -> Kind:
        """How the bots are paired: "gauntlet" if only the first meets the others, else "match"."""
        return "gauntlet" if len(self.players) > 2 and self.meeting.get() == words.FIRST_MEETS else "match"

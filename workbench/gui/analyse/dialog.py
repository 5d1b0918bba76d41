"""The dialog that selects the analysing bots and their limit per position."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from tkinter import ttk

import ttkbootstrap

import bots
from bots.report import Limit
from workbench.gui.analyse import words as texts
from workbench.gui.look.look import Look
from workbench.gui.new_game.players import PlayerForm
from workbench.gui.widgets.dialog import Dialog
from workbench.gui.widgets.forms import LABELS, show_error
from workbench.protocol import registry
from workbench.system.language.formats import format_number, read_count, read_number
from workbench.thinking.analyses import MAX_BOTS


class AnalyseDialog(Dialog):
    """The dialog with a form for each analysing bot.

    `take` receives the bots and the limit per position, or None for no limit. If it raises ValueError, the dialog shows
    the message and stays open.
    """

    def __init__(
        self, root: ttkbootstrap.App, look: Look, spec: str, players: Sequence[str], limit: Limit | None,
        take: Callable[[tuple[str, ...], Limit | None], None],
    ) -> None:  # fmt: skip
        super().__init__(root, look, texts.BOTS_HEAD, texts.TAKE_BOTS)
        self.spec, self.take, px = spec, take, look.px
        self.bots_card = self.card()
        self.forms: list[PlayerForm] = []
        self.remove_buttons: list[ttk.Button] = []
        for player in players:
            self._add(player)
        below = self.card()
        below.columnconfigure(0, minsize=px(LABELS))
        ttk.Label(below, text=texts.EACH_LOOKS, style="CardStrong.TLabel").grid(
            row=0, column=0, sticky="w", padx=(0, px(8))
        )
        self.entries: dict[str, ttk.Entry] = {}
        entered = {"simulations": limit.simulations, "seconds": limit.seconds} if limit is not None else {}
        for column, (name, unit) in enumerate({"simulations": texts.SIMULATIONS, "seconds": texts.SECONDS}.items()):
            entry = self.entries[name] = ttk.Entry(below, style="House.TEntry", width=10, font=look.fonts["text"])
            value = entered.get(name)
            entry.insert(
                0, "" if value is None else format_number(value, "g") if isinstance(value, float) else str(value)
            )
            entry.grid(row=0, column=1 + 2 * column, padx=(px(12) if column else 0, 0))
            ttk.Label(below, text=unit, style="CardSmall.TLabel").grid(row=0, column=2 + 2 * column, padx=(px(6), 0))
        ttk.Label(below, text=texts.NO_LIMIT, style="CardSmall.TLabel").grid(
            row=1, column=1, columnspan=4, sticky="w", pady=(px(4), 0)
        )
        self.limit_error = ttk.Label(below, style="CardWarning.TLabel", wraplength=px(380), justify="left")
        self.limit_error.grid(row=2, column=1, columnspan=4, sticky="w", pady=(px(4), 0))
        self.limit_error.grid_remove()
        self.more = ttk.Button(self.foot, text=texts.ONE_MORE, style="Dialog.House.TButton", command=self._one_more)
        self.more.pack(side="left")
        self._settle()
        self.appear(self.forms[0].player_box)

    def _add(self, player: str) -> PlayerForm:
        number, px = len(self.forms) + 1, self.look.px
        row = ttk.Frame(self.bots_card, style="Inner.TFrame")
        row.pack(fill="x", pady=(px(10) if self.forms else 0, 0))
        form = PlayerForm(row, self.look, texts.bot(number), self.spec, player, persons=False)
        form.pack(side="left", fill="x", expand=True)
        button = ttk.Button(
            row, text=texts.ONE_LESS, style="House.TButton", command=lambda: self._drop(form, row, button)
        )
        button.pack(side="right", anchor="n", padx=(px(10), 0))
        self.forms.append(form)
        self.remove_buttons.append(button)
        return form

    def _one_more(self) -> None:
        names = (*bots.names(self.spec), *registry.names_for(self.spec))
        unused = [name for name in names if not any(form.text.startswith(name) for form in self.forms)]
        form = self._add((unused or names)[-1])
        self._settle()
        form.player_box.focus_set()

    def _drop(self, form: PlayerForm, row: ttk.Frame, button: ttk.Button) -> None:
        self.forms.remove(form)
        self.remove_buttons.remove(button)
        row.destroy()
        self._settle()
        self.forms[0].player_box.focus_set()

    def _settle(self) -> None:
        self.more.configure(state="normal" if len(self.forms) < MAX_BOTS else "disabled")
        for button in self.remove_buttons:
            button.configure(state="normal" if len(self.forms) > 1 else "disabled")

    @property
    def limit(self) -> Limit | None:
        """The limit that was entered, or None if both fields are empty.

        Raises:
            ValueError: A field is not a number, or its value is out of range.
        """
        simulations = read_count(self.entries["simulations"].get())
        seconds = read_number(self.entries["seconds"].get()).replace(",", "").strip()
        try:
            entered = int(simulations) if simulations else None, float(seconds) if seconds else None
        except ValueError:
            raise ValueError(
                texts.no_number(simulations if not simulations.isdigit() and simulations else seconds)
            ) from None
        return Limit(*entered) if entered != (None, None) else None

    def accept(self) -> None:
        """Call `take` with the bots and the limit if all fields are valid."""
        problems = [form.validate() for form in self.forms]
        try:
            limit, reason = self.limit, ""
        except ValueError as error:
            limit, reason = None, str(error)
        show_error(self.limit_error, reason)
        if any(problems) or reason:
            return
        players = tuple(dict.fromkeys(form.text for form in self.forms))
        self.attempt(lambda: self.take(players, limit))

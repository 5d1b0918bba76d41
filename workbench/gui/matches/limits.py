"""The form fields that most matches leave alone: limits, concurrent games, seed, sequential test and seat orders."""

from __future__ import annotations

import tkinter
from collections.abc import Callable
from tkinter import ttk

from bots.report import Limit
from workbench.gui.look.look import Look
from workbench.gui.matches import form_words as words
from workbench.gui.matches.length import FormRows, any_number, fill_entry, show_problem, whole_number
from workbench.gui.new_game import words as new_game_words
from workbench.matches.planning.plan import Plan, SprtBounds
from workbench.settings import Settings
from workbench.statistics.sprt import WIDEST
from workbench.system.cores import CORES
from workbench.system.language.formats import format_number
from workbench.system.sentences import as_sentence

DEFAULT_AMOUNTS = {"simulations": "1000", "seconds": format_number(0.2), "turn": "1", "game": "30"}  # by kind of limit
MIN_SECONDS = {"seconds": 0.005, "turn": 0.02, "game": 0.5}  # in seconds; below these, overhead distorts the comparison


class LimitsForm(FormRows):
    """The fields for the limits, the concurrent games, the workers, the seed and the sequential test of a match.

    The address of other workers is stored in the settings, because it belongs to no plan.
    """

    def __init__(self, parent: tkinter.Misc, look: Look, changed: Callable[[], None], settings: Settings) -> None:
        super().__init__(parent, look, changed)
        self.settings = settings
        px, gap = look.px, (look.px(8), 0)
        line = self.add_row(words.LIMIT)
        self.limit_box = self.make_dropdown(line, list(words.LIMITS.values()), 24)
        self.limit_box.pack(anchor="w")
        self.amounts = ttk.Frame(line, style="Inner.TFrame")
        self.amount = self.make_entry(self.amounts, 8)
        self.typed = dict(DEFAULT_AMOUNTS)  # the last amounts typed, by kind of limit
        self.amount_of = ""  # the kind of limit whose amount is in the field
        self.unit = self.make_hint(self.amounts)
        self.increment = self.make_entry(self.amounts, 5, "0")
        self.more = self.make_hint(self.amounts, new_game_words.INCREMENT)
        self.limit_meaning = self.make_hint(line)
        self.limit_meaning.pack(anchor="w", pady=(px(4), 0))
        self.limit_wrong = self.make_problem(line)
        line = self.add_row(words.CORES)
        self.jobs = ttk.Spinbox(
            line, style="House.TSpinbox", width=5, font=look.fonts["text"], from_=1, to=max(1, CORES.total),
            command=changed,
        )  # fmt: skip
        self.jobs.bind("<KeyRelease>", lambda _: self.changed())
        self.jobs.pack(side="left")
        self.make_hint(line, words.cores_meaning(CORES.total)).pack(side="left", padx=gap)
        self.jobs_wrong = self.make_problem(line)
        line = self.add_row(words.WORKERS)
        fields = ttk.Frame(line, style="Inner.TFrame")
        fields.pack(anchor="w")
        self.cluster = self.make_entry(fields, 24, settings.match_cluster)
        self.keys_folder = self.make_entry(fields, 16, settings.match_keys)
        for widget in (self.cluster, self.make_hint(fields, words.KEYS_FOLDER), self.keys_folder):
            widget.pack(side="left", padx=(0, px(8)))
        self.make_hint(line, words.WORKERS_MEANING).pack(anchor="w", pady=(px(4), 0))
        self.cluster_wrong = self.make_problem(line)
        line = self.add_row(words.SEED)
        self.seed = self.make_entry(line, 20)
        self.seed.pack(side="left")
        self.make_hint(line, words.SEED_MEANING).pack(side="left", padx=gap)
        self.seed_wrong = self.make_problem(line)
        line = self.add_row(words.TEST)
        test = ttk.Frame(line, style="Inner.TFrame")
        test.pack(anchor="w")
        self.elo1, self.elo0 = (self.make_entry(test, 5, text) for text in ("30", "0"))
        for widget in (self.elo1, self.make_hint(test, words.ELO_TO), self.elo0, self.make_hint(test, words.ELO_UNIT)):
            widget.pack(side="left", padx=(0, px(8)))
        self.bounds_wrong = self.make_problem(line)
        self.rotations = tkinter.BooleanVar(self, False)
        self.rotations_button = ttk.Checkbutton(
            self, style="House.TCheckbutton", text=words.ROTATIONS, variable=self.rotations, command=changed
        )
        self._on_choice()

    def fill(self, plan: Plan, jobs: int, seed: int) -> None:
        """Fill in the values of a plan, with another seed."""
        if plan.sprt is not None:
            fill_entry(self.elo0, format_number(plan.sprt.elo0, "g"))
            fill_entry(self.elo1, format_number(plan.sprt.elo1, "g"))
        limit = plan.limit
        key = (
            "own"
            if limit is None
            else "simulations"
            if limit.simulations is not None
            else {"decision": "seconds", "turn": "turn", "game": "game"}[limit.per]
        )
        self.limit_box.set(words.LIMITS[key])
        if limit is not None:
            simulations, seconds = limit.simulations, limit.seconds
            self.typed[key] = str(simulations) if simulations is not None else format_number(seconds or 0, "g")
            self.amount_of = ""
            fill_entry(self.increment, format_number(limit.increment, "g"))
        self.jobs.set(str(jobs if 1 <= jobs <= CORES.total else CORES.total))
        self.rotations.set(plan.rotations)
        fill_entry(self.seed, str(seed))
        self._on_choice()

    def set_seed(self, seed: int) -> None:
        """Fill in a new seed. With the old seed, the next match would repeat the previous one."""
        fill_entry(self.seed, str(seed))

    def set_seats(self, count: int) -> None:
        """Offer rotations only for more than two seats: two seats have no other orders."""
        if count > 2:
            self.rotations_button.grid(row=self.rows, column=1, sticky="w", pady=(self.look.px(8), 0))
        else:
            self.rotations_button.grid_remove()

    def _on_choice(self) -> None:
        self._show_limit_fields()
        self.changed()

    def _show_limit_fields(self) -> None:
        """Show the fields of the selected kind of limit, with the amount last typed for it."""
        key = self.limit_kind
        if self.amount_of:
            self.typed[self.amount_of] = self.amount.get()
        self.amount_of = key if key in self.typed else ""
        fields = (self.amount, self.unit, self.increment, self.more)
        for widget in fields:
            widget.pack_forget()
        for widget in fields if key == "game" else fields[:2] if self.amount_of else ():
            widget.pack(side="left", padx=(0, self.look.px(8)))
        if self.amount_of:
            fill_entry(self.amount, self.typed[key])
            self.unit.configure(text=words.LIMIT_UNITS[key])
            self.amounts.pack(anchor="w", pady=(self.look.px(6), 0), before=self.limit_meaning)
        else:
            self.amounts.pack_forget()
        self.limit_meaning.configure(text=words.LIMIT_TEXTS[key])

    @property
    def limit_kind(self) -> str:
        """The selected kind of limit."""
        return next(key for key, text in words.LIMITS.items() if text == self.limit_box.get())

    # Result -----------------------------------------------------------------------------------------------------------

    def problem(self) -> str:
        """Show the problems at their fields. Return the first one, or ""."""
        first = ""
        for label, get in (
            (self.limit_wrong, lambda: self.limit), (self.jobs_wrong, lambda: self.concurrent_games),
            (self.cluster_wrong, self._check_cluster), (self.seed_wrong, lambda: self.chosen_seed),
            (self.bounds_wrong, lambda: self.bounds),
        ):  # fmt: skip
            reason = ""
            try:
                get()
            except ValueError as error:
                reason = str(error)
            show_problem(label, as_sentence(reason) if reason else "")
            first = first or reason
        if not self.limit_wrong.winfo_manager():
            show_problem(self.limit_wrong, self.warning)
        return first

    @property
    def warning(self) -> str:
        """Why the selected limit is a bad choice although it is valid, or ""."""
        limit = self.limit
        short = limit is not None and limit.seconds is not None and limit.seconds < MIN_SECONDS[self.limit_kind]
        return words.too_short(self.limit_kind, MIN_SECONDS[self.limit_kind]) if short else ""

    def uses_rotations(self, seats: int) -> bool:
        """Return whether the bots only rotate through the seats, instead of playing in every order."""
        return self.rotations.get() and seats > 2

    @property
    def bounds(self) -> SprtBounds:
        """The bounds of a sequential test. Raises ValueError if a field is invalid."""
        low, high = (any_number(entry.get(), words.TEST, -WIDEST, WIDEST) for entry in (self.elo0, self.elo1))
        if low >= high:
            raise ValueError(words.elo_not_rising())
        return SprtBounds(low, high)

    @property
    def limit(self) -> Limit | None:
        """The limit, or None for each bot's own options. Raises ValueError if a field is invalid."""
        if self.limit_kind == "own":
            return None
        if self.limit_kind == "simulations":
            return Limit(simulations=whole_number(self.amount.get(), words.LIMIT, 1, 10**9))
        seconds = any_number(self.amount.get(), words.LIMIT, 0.001, 10**6)
        if self.limit_kind == "seconds":
            return Limit(seconds=seconds)
        if self.limit_kind == "turn":
            return Limit(seconds=seconds, per="turn")
        return Limit(seconds=seconds, per="game", increment=any_number(self.increment.get(), words.LIMIT, 0, 10**5))

    @property
    def concurrent_games(self) -> int:
        """The number of concurrent games. Raises ValueError if the field is invalid."""
        return whole_number(self.jobs.get(), words.CORES, 1, CORES.total)

    def _check_cluster(self) -> None:
        """Store the address of the workers and the folder with the keys. Raises ValueError if they are invalid."""
        from workbench.matches.cluster.chosen import chosen_cluster  # imported here because it slows start-up

        address, folder = self.cluster.get().strip(), self.keys_folder.get().strip()
        chosen_cluster(address, folder)
        self.settings.match_cluster, self.settings.match_keys = address, folder

    @property
    def chosen_seed(self) -> int:
        """The seed. Raises ValueError if the field is invalid."""
        return whole_number(self.seed.get(), words.SEED, 0, 2**63 - 1)

"""The form fields for the length, the limits, the concurrent games and the seed of a match."""

from __future__ import annotations

import tkinter
from collections.abc import Callable
from tkinter import ttk

from bots.report import Limit
from workbench.gui.look.look import Look
from workbench.gui.matches import form_words as words
from workbench.gui.new_game import words as new_game_words
from workbench.gui.widgets.forms import LABELS, dropdown
from workbench.matches.planning.plan import Plan, SprtBounds
from workbench.statistics.sprt import WIDEST
from workbench.system.cores import CORES
from workbench.system.sentences import as_sentence

MAX_BLOCKS = 10**7
DEFAULT_AMOUNTS = {"simulations": "1000", "seconds": "0.2", "turn": "1", "game": "30"}  # by kind of limit
MIN_SECONDS = {"seconds": 0.005, "turn": 0.02, "game": 0.5}  # in seconds; below these, overhead distorts the comparison
WRAP_WIDTH = 330


class FormRows(ttk.Frame):
    """A form with labels on the left and fields on the right.

    `changed` is called after every change by the user.
    """

    def __init__(self, parent: tkinter.Misc, look: Look, changed: Callable[[], None]) -> None:
        super().__init__(parent, style="Inner.TFrame")
        self.look, self.changed = look, changed
        self.columnconfigure(0, minsize=look.px(LABELS))
        self.columnconfigure(1, weight=1)
        self.rows = 0

    def add_row(self, label: str) -> ttk.Frame:
        """Add a row with this label, and return the frame for its fields."""
        pad = (self.look.px(8) if self.rows else 0, 0)
        ttk.Label(self, text=label, style="CardText.TLabel").grid(
            row=self.rows, column=0, sticky="nw", pady=pad, ipady=self.look.px(5)
        )
        frame = ttk.Frame(self, style="Inner.TFrame")
        frame.grid(row=self.rows, column=1, sticky="ew", pady=pad)
        self.rows += 1
        return frame

    def make_dropdown(self, parent: ttk.Frame, values: list[str], width: int) -> ttk.Combobox:
        """Return a new dropdown list with its first value selected. The caller places it."""
        widget = dropdown(parent, self.look, values, width)
        widget.set(values[0])
        widget.bind("<<ComboboxSelected>>", lambda _: self._on_choice(), add="+")
        return widget

    def make_entry(self, parent: ttk.Frame, width: int, text: str = "") -> ttk.Entry:
        """Return a new text field. The caller places it."""
        widget = ttk.Entry(parent, style="House.TEntry", width=width, font=self.look.fonts["text"])
        widget.insert(0, text)
        widget.bind("<KeyRelease>", lambda _: self.changed())
        return widget

    def make_hint(self, parent: ttk.Frame, text: str = "") -> ttk.Label:
        """Return a new label for an explanation. The caller places it."""
        return ttk.Label(
            parent, text=text, style="CardSmall.TLabel", wraplength=self.look.px(WRAP_WIDTH), justify="left"
        )

    def _on_choice(self) -> None:
        self.changed()


class LimitsForm(FormRows):
    """The fields for the length, the limits, the concurrent games and the seed of a match."""

    def __init__(self, parent: tkinter.Misc, look: Look, changed: Callable[[], None]) -> None:
        super().__init__(parent, look, changed)
        px, gap = look.px, (look.px(8), 0)
        line = self.add_row(words.LENGTH)
        self.kind = self.make_dropdown(line, [words.BLOCKS, words.SPRT], 24)
        self.kind.pack(anchor="w")
        self.test = ttk.Frame(line, style="Inner.TFrame")
        self.elo1, self.elo0 = (self.make_entry(self.test, 5, text) for text in ("30", "0"))
        for row, (before, entry) in enumerate(((words.ELO_FROM, self.elo1), (words.ELO_TO, self.elo0))):
            self.make_hint(self.test, before).grid(row=row, column=0, sticky="w")
            entry.grid(row=row, column=1, sticky="w", padx=gap, pady=(px(4) if row else 0, 0))
        self.make_hint(self.test, words.ELO_UNIT).grid(row=0, column=2, sticky="w", padx=gap)
        number = ttk.Frame(line, style="Inner.TFrame")
        number.pack(anchor="w", pady=(px(6), 0))
        self.blocks = self.make_entry(number, 8, "50")
        self.blocks.pack(side="left")
        self.blocks_meaning = self.make_hint(number)
        self.blocks_meaning.pack(side="left", padx=gap)
        self.length_wrong = self._problem_label(line)
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
        self.limit_wrong = self._problem_label(line)
        line = self.add_row(words.CORES)
        self.jobs = ttk.Spinbox(
            line, style="House.TSpinbox", width=5, font=look.fonts["text"], from_=1, to=max(1, CORES.total),
            command=changed,
        )  # fmt: skip
        self.jobs.bind("<KeyRelease>", lambda _: self.changed())
        self.jobs.pack(side="left")
        self.make_hint(line, words.cores_meaning(CORES.total)).pack(side="left", padx=gap)
        self.jobs_wrong = self._problem_label(line)
        line = self.add_row(words.SEED)
        self.seed = self.make_entry(line, 20)
        self.seed.pack(side="left")
        self.make_hint(line, words.SEED_MEANING).pack(side="left", padx=gap)
        self.seed_wrong = self._problem_label(line)
        self.rotations = tkinter.BooleanVar(self, False)
        self.rotations_button = ttk.Checkbutton(
            self, style="House.TCheckbutton", text=words.ROTATIONS, variable=self.rotations, command=changed
        )
        self._on_choice()

    def _problem_label(self, parent: ttk.Frame) -> ttk.Label:
        return ttk.Label(parent, style="CardWarning.TLabel", wraplength=self.look.px(WRAP_WIDTH), justify="left")

    def fill(self, plan: Plan, jobs: int, seed: int) -> None:
        """Fill in the values of a plan, with another seed."""
        self.kind.set(words.BLOCKS if plan.sprt is None else words.SPRT)
        if plan.sprt is not None:
            _fill(self.elo0, f"{plan.sprt.elo0:g}")
            _fill(self.elo1, f"{plan.sprt.elo1:g}")
        _fill(self.blocks, str(plan.blocks))
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
            self.typed[key] = str(limit.simulations) if limit.simulations is not None else f"{limit.seconds:g}"
            self.amount_of = ""
            _fill(self.increment, f"{limit.increment:g}")
        self.jobs.set(str(jobs if 1 <= jobs <= CORES.total else CORES.total))
        self.rotations.set(plan.rotations)
        _fill(self.seed, str(seed))
        self._on_choice()

    def set_seed(self, seed: int) -> None:
        """Fill in a new seed. With the old seed, the next match would repeat the previous one."""
        _fill(self.seed, str(seed))

    def set_seats(self, count: int) -> None:
        """Offer rotations only for more than two seats: two seats have no other orders."""
        if count > 2:
            self.rotations_button.grid(row=self.rows, column=1, sticky="w", pady=(self.look.px(8), 0))
        else:
            self.rotations_button.grid_remove()

    def _on_choice(self) -> None:
        if self.kind.get() == words.SPRT:
            self.test.pack(anchor="w", pady=(self.look.px(6), 0), after=self.kind)
        else:
            self.test.pack_forget()
        self.blocks_meaning.configure(
            text=words.BLOCKS_AT_MOST if self.kind.get() == words.SPRT else words.BLOCKS_MEANING
        )
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
            _fill(self.amount, self.typed[key])
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

    def problem(self, bots: int) -> str:
        """Show the problems at their fields. Return the first one, or "".

        Args:
            bots: The number of bots.
        """
        first = ""
        for label, get in (
            (self.length_wrong, lambda: (self.number_of_blocks, self.sprt(bots))),
            (self.limit_wrong, lambda: self.limit),
            (self.jobs_wrong, lambda: self.concurrent_games), (self.seed_wrong, lambda: self.chosen_seed),
        ):  # fmt: skip
            reason = ""
            try:
                get()
            except ValueError as error:
                reason = str(error)
            _show_problem(label, as_sentence(reason) if reason else "")
            first = first or reason
        if not self.limit_wrong.winfo_manager():
            _show_problem(self.limit_wrong, self.warning)
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
    def number_of_blocks(self) -> int:
        """The number of blocks. Raises ValueError if the field is invalid."""
        return _whole(self.blocks.get(), words.LENGTH, 1, MAX_BLOCKS)

    def sprt(self, bots: int) -> SprtBounds | None:
        """Return the bounds of the sequential test, or None for a fixed number of blocks.

        Args:
            bots: The number of bots.

        Raises:
            ValueError: A field is invalid, or the number of bots is not two.
        """
        if self.kind.get() != words.SPRT:
            return None
        if bots != 2:
            raise ValueError(words.TWO_FOR_TEST)
        low, high = (_number(entry.get(), words.LENGTH, -WIDEST, WIDEST) for entry in (self.elo0, self.elo1))
        if low >= high:
            raise ValueError(words.elo_not_rising())
        return SprtBounds(low, high)

    @property
    def limit(self) -> Limit | None:
        """The limit, or None for each bot's own options. Raises ValueError if a field is invalid."""
        if self.limit_kind == "own":
            return None
        if self.limit_kind == "simulations":
            return Limit(simulations=_whole(self.amount.get(), words.LIMIT, 1, 10**9))
        seconds = _number(self.amount.get(), words.LIMIT, 0.001, 10**6)
        if self.limit_kind == "seconds":
            return Limit(seconds=seconds)
        if self.limit_kind == "turn":
            return Limit(seconds=seconds, per="turn")
        return Limit(seconds=seconds, per="game", increment=_number(self.increment.get(), words.LIMIT, 0, 10**5))

    @property
    def concurrent_games(self) -> int:
        """The number of concurrent games. Raises ValueError if the field is invalid."""
        return _whole(self.jobs.get(), words.CORES, 1, CORES.total)

    @property
    def chosen_seed(self) -> int:
        """The seed. Raises ValueError if the field is invalid."""
        return _whole(self.seed.get(), words.SEED, 0, 2**63 - 1)


def _show_problem(label: ttk.Label, text: str) -> None:
    """Show a problem below a field, or remove it if the text is ""."""
    label.configure(text=text)
    if text:
        label.pack(anchor="w", side="bottom")
    else:
        label.pack_forget()


def _fill(entry: ttk.Entry, text: str) -> None:
    entry.delete(0, "end")
    entry.insert(0, text)


def _whole(text: str, field: str, minimum: int, maximum: int) -> int:
    text = text.strip()
    if not (text.isascii() and text.isdecimal() and len(text) < 20 and minimum <= int(text) <= maximum):
        raise ValueError(words.bad_number(field, text, minimum, maximum))
    return int(text)


def _number(text: str, field: str, minimum: float, maximum: float) -> float:
    try:
        value = float(text.strip())
    except ValueError:
        value = float("nan")
    if not minimum <= value <= maximum:
        raise ValueError(words.bad_number(field, text.strip(), minimum, maximum))
    return value

"""How long a match is and what its bots may use: blocks or a test, a limit for each bot, games at once."""

from __future__ import annotations

import tkinter
from collections.abc import Callable
from tkinter import ttk

from bots.report import Limit
from workbench.gui.look.look import Look
from workbench.gui.matches import form_words as said
from workbench.gui.new_game import words as new_game_words
from workbench.gui.widgets.forms import LABELS, dropdown
from workbench.matches.planning.plan import Plan, SprtBounds
from workbench.statistics.sprt import WIDEST
from workbench.system.cores import CORES
from workbench.system.sentences import as_sentence

MOST_BLOCKS = 10**7
USUAL = {"simulations": "1000", "seconds": "0.2", "turn": "1", "game": "30"}  # by the kind of limit
SHORTEST = {"seconds": 0.005, "turn": 0.02, "game": 0.5}  # seconds; of less, much is not thinking
WRAP = 330


class Rows(ttk.Frame):
    """Names at the left, fields at the right; `changed` is called with every change."""

    def __init__(self, parent: tkinter.Misc, look: Look, changed: Callable[[], None]) -> None:
        super().__init__(parent, style="Inner.TFrame")
        self.look, self.changed = look, changed
        self.columnconfigure(0, minsize=look.px(LABELS))
        self.columnconfigure(1, weight=1)
        self.rows = 0

    def row(self, label: str) -> ttk.Frame:
        """The next row: what it is called, and a frame for its fields."""
        pad = (self.look.px(8) if self.rows else 0, 0)
        ttk.Label(self, text=label, style="CardText.TLabel").grid(
            row=self.rows, column=0, sticky="nw", pady=pad, ipady=self.look.px(5)
        )
        frame = ttk.Frame(self, style="Inner.TFrame")
        frame.grid(row=self.rows, column=1, sticky="ew", pady=pad)
        self.rows += 1
        return frame

    def box(self, parent: ttk.Frame, values: list[str], width: int) -> ttk.Combobox:
        made = dropdown(parent, self.look, values, width)
        made.set(values[0])
        made.bind("<<ComboboxSelected>>", lambda _: self._chosen(), add="+")
        return made

    def entry(self, parent: ttk.Frame, width: int, text: str = "") -> ttk.Entry:
        made = ttk.Entry(parent, style="House.TEntry", width=width, font=self.look.fonts["text"])
        made.insert(0, text)
        made.bind("<KeyRelease>", lambda _: self.changed())
        return made

    def quiet(self, parent: ttk.Frame, text: str = "") -> ttk.Label:
        return ttk.Label(parent, text=text, style="CardSmall.TLabel", wraplength=self.look.px(WRAP), justify="left")

    def _chosen(self) -> None:
        self.changed()


class LimitsForm(Rows):
    """Length, limit, games at once and the seed of a match."""

    def __init__(self, parent: tkinter.Misc, look: Look, changed: Callable[[], None]) -> None:
        super().__init__(parent, look, changed)
        px, gap = look.px, (look.px(8), 0)
        line = self.row(said.LENGTH)
        self.kind = self.box(line, [said.BLOCKS, said.SPRT], 24)
        self.kind.pack(anchor="w")
        self.test = ttk.Frame(line, style="Inner.TFrame")
        self.elo1, self.elo0 = (self.entry(self.test, 5, text) for text in ("30", "0"))
        for row, (before, entry) in enumerate(((said.ELO_FROM, self.elo1), (said.ELO_TO, self.elo0))):
            self.quiet(self.test, before).grid(row=row, column=0, sticky="w")
            entry.grid(row=row, column=1, sticky="w", padx=gap, pady=(px(4) if row else 0, 0))
        self.quiet(self.test, said.ELO_UNIT).grid(row=0, column=2, sticky="w", padx=gap)
        number = ttk.Frame(line, style="Inner.TFrame")
        number.pack(anchor="w", pady=(px(6), 0))
        self.blocks = self.entry(number, 8, "50")
        self.blocks.pack(side="left")
        self.blocks_meaning = self.quiet(number)
        self.blocks_meaning.pack(side="left", padx=gap)
        self.length_wrong = self._wrong(line)
        line = self.row(said.LIMIT)
        self.per = self.box(line, list(said.LIMITS.values()), 24)
        self.per.pack(anchor="w")
        self.amounts = ttk.Frame(line, style="Inner.TFrame")
        self.amount = self.entry(self.amounts, 8)
        self.typed = dict(USUAL)  # what was asked for last of each kind of limit
        self.amount_of = ""  # the kind whose amount stands in the field
        self.unit = self.quiet(self.amounts)
        self.increment = self.entry(self.amounts, 5, "0")
        self.more = self.quiet(self.amounts, new_game_words.INCREMENT)
        self.limit_meaning = self.quiet(line)
        self.limit_meaning.pack(anchor="w", pady=(px(4), 0))
        self.limit_wrong = self._wrong(line)
        line = self.row(said.CORES)
        self.jobs = ttk.Spinbox(
            line, style="House.TSpinbox", width=5, font=look.fonts["text"], from_=1, to=max(1, CORES.total),
            command=changed,
        )  # fmt: skip
        self.jobs.bind("<KeyRelease>", lambda _: self.changed())
        self.jobs.pack(side="left")
        self.quiet(line, said.cores_meaning(CORES.total)).pack(side="left", padx=gap)
        self.jobs_wrong = self._wrong(line)
        line = self.row(said.SEED)
        self.seed = self.entry(line, 20)
        self.seed.pack(side="left")
        self.quiet(line, said.SEED_MEANING).pack(side="left", padx=gap)
        self.seed_wrong = self._wrong(line)
        self.rotations = tkinter.BooleanVar(self, False)
        self.turned = ttk.Checkbutton(
            self, style="House.TCheckbutton", text=said.ROTATIONS, variable=self.rotations, command=changed
        )
        self._chosen()

    def _wrong(self, parent: ttk.Frame) -> ttk.Label:
        return ttk.Label(parent, style="CardWarning.TLabel", wraplength=self.look.px(WRAP), justify="left")

    def put(self, plan: Plan, jobs: int, seed: int) -> None:
        """Let everything be as a plan has it."""
        self.kind.set(said.BLOCKS if plan.sprt is None else said.SPRT)
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
        self.per.set(said.LIMITS[key])
        if limit is not None:
            self.typed[key] = str(limit.simulations) if limit.simulations is not None else f"{limit.seconds:g}"
            self.amount_of = ""
            _fill(self.increment, f"{limit.increment:g}")
        self.jobs.set(str(jobs if 1 <= jobs <= CORES.total else CORES.total))
        self.rotations.set(plan.rotations)
        _fill(self.seed, str(seed))
        self._chosen()

    def reseed(self, seed: int) -> None:
        """Another seed: with the one that was played, the same match would go on or be over."""
        _fill(self.seed, str(seed))

    def seats(self, count: int) -> None:
        """For a game of so many: with more than two there are many orders."""
        if count > 2:
            self.turned.grid(row=self.rows, column=1, sticky="w", pady=(self.look.px(8), 0))
        else:
            self.turned.grid_remove()

    def _chosen(self) -> None:
        if self.kind.get() == said.SPRT:
            self.test.pack(anchor="w", pady=(self.look.px(6), 0), after=self.kind)
        else:
            self.test.pack_forget()
        self.blocks_meaning.configure(text=said.MOST_BLOCKS if self.kind.get() == said.SPRT else said.BLOCKS_MEANING)
        self._chosen_limit()
        self.changed()

    def _chosen_limit(self) -> None:
        """Show the fields of this kind of limit, with what was asked for when it was chosen last."""
        key = self.key
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
            self.unit.configure(text=said.LIMIT_UNITS[key])
            self.amounts.pack(anchor="w", pady=(self.look.px(6), 0), before=self.limit_meaning)
        else:
            self.amounts.pack_forget()
        self.limit_meaning.configure(text=said.LIMIT_TEXTS[key])

    @property
    def key(self) -> str:
        return next(key for key, text in said.LIMITS.items() if text == self.per.get())

    # What is asked for ------------------------------------------------------------------------------------------------

    def problem(self, bots: int) -> str:
        """What is wrong, said at the fields; the first of it, "" if nothing is."""
        first = ""
        for label, get in (
            (self.length_wrong, lambda: (self.number_of_blocks, self.sprt(bots))),
            (self.limit_wrong, lambda: self.limit),
            (self.jobs_wrong, lambda: self.at_once), (self.seed_wrong, lambda: self.chosen_seed),
        ):  # fmt: skip
            reason = ""
            try:
                get()
            except ValueError as error:
                reason = str(error)
            _say_at(label, as_sentence(reason) if reason else "")
            first = first or reason
        if not self.limit_wrong.winfo_manager():
            _say_at(self.limit_wrong, self.warning)
        return first

    @property
    def warning(self) -> str:
        """Why a limit that may be asked for had better not be; "" if nothing speaks against it."""
        limit = self.limit
        short = limit is not None and limit.seconds is not None and limit.seconds < SHORTEST[self.key]
        return said.too_short(self.key, SHORTEST[self.key]) if short else ""

    def turned_only(self, seats: int) -> bool:
        """Whether so many seats are turned round only; two have no other orders."""
        return self.rotations.get() and seats > 2

    @property
    def number_of_blocks(self) -> int:
        return _whole(self.blocks.get(), said.LENGTH, 1, MOST_BLOCKS)

    def sprt(self, bots: int) -> SprtBounds | None:
        if self.kind.get() != said.SPRT:
            return None
        if bots != 2:
            raise ValueError(said.TWO_FOR_TEST)
        low, high = (_number(entry.get(), said.LENGTH, -WIDEST, WIDEST) for entry in (self.elo0, self.elo1))
        if low >= high:
            raise ValueError(said.rising())
        return SprtBounds(low, high)

    @property
    def limit(self) -> Limit | None:
        if self.key == "own":
            return None
        if self.key == "simulations":
            return Limit(simulations=_whole(self.amount.get(), said.LIMIT, 1, 10**9))
        seconds = _number(self.amount.get(), said.LIMIT, 0.001, 10**6)
        if self.key == "seconds":
            return Limit(seconds=seconds)
        if self.key == "turn":
            return Limit(seconds=seconds, per="turn")
        return Limit(seconds=seconds, per="game", increment=_number(self.increment.get(), said.LIMIT, 0, 10**5))

    @property
    def at_once(self) -> int:
        return _whole(self.jobs.get(), said.CORES, 1, CORES.total)

    @property
    def chosen_seed(self) -> int:
        return _whole(self.seed.get(), said.SEED, 0, 2**63 - 1)


def _say_at(label: ttk.Label, text: str) -> None:
    """Say something below a field, or nothing any more."""
    label.configure(text=text)
    if text:
        label.pack(anchor="w", side="bottom")
    else:
        label.pack_forget()


def _fill(entry: ttk.Entry, text: str) -> None:
    entry.delete(0, "end")
    entry.insert(0, text)


def _whole(text: str, field: str, least: int, most: int) -> int:
    text = text.strip()
    if not (text.isascii() and text.isdecimal() and len(text) < 20 and least <= int(text) <= most):
        raise ValueError(said.bad_number(field, text, least, most))
    return int(text)


def _number(text: str, field: str, least: float, most: float) -> float:
    try:
        value = float(text.strip())
    except ValueError:
        value = float("nan")
    if not least <= value <= most:
        raise ValueError(said.bad_number(field, text.strip(), least, most))
    return value

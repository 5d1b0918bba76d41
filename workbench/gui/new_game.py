"""The dialog for a new game: the game and its options, who sits where and how strong, and the seed of the dice."""

from __future__ import annotations

import tkinter
from collections.abc import Callable
from tkinter import ttk

import ttkbootstrap

import bots
import fastcore
from workbench import boards
from workbench.gui import words
from workbench.gui.forms import Form, dropdown, listing
from workbench.gui.look import Look
from workbench.gui.styles import card
from workbench.gui.table import Setup
from workbench.session import PERSON

OWN = "()"  # stands for options of one's own among the strengths


class SeatForm(ttk.Frame):
    """Who sits at one seat: a person, or a bot with one of its presets or with options of its own."""

    def __init__(self, parent: tkinter.Misc, look: Look, side: str, spec: str, player: str) -> None:
        super().__init__(parent, style="Inner.TFrame")
        self.look = look
        self.columnconfigure(0, minsize=look.px(108))
        self.columnconfigure(2, weight=1)
        ttk.Label(self, text=side, style="CardStrong.TLabel").grid(row=0, column=0, sticky="w")
        self.names = (words.PERSON, *bots.names(spec))
        self.who = dropdown(self, look, self.names, 12)
        self.who.grid(row=0, column=1, sticky="w")
        self.how = dropdown(self, look, (), 30)
        self.form: Form | None = None
        name, _, rest = player.partition("(")[0].partition(":")
        # where a bot sat that does not play this game, another one sits that does
        fits = name in self.names or player == PERSON
        self.who.set(name if name in self.names else words.PERSON if fits else bots.strongest(spec) or words.PERSON)
        self._offer(rest if fits else "", listing(player) if fits else {})
        self.who.bind("<<ComboboxSelected>>", lambda _: self._offer("", {}), add="+")
        self.how.bind("<<ComboboxSelected>>", lambda _: self._detail({}), add="+")

    def _offer(self, preset: str, values: dict[str, str]) -> None:
        """Offer the strengths of the bot that was chosen: text behind its name -> what the list says."""
        name = self.who.get()
        self.strengths: dict[str, str] = {}
        if name != words.PERSON:
            about = bots.about(name)
            if about.options and not about.usual:
                self.strengths[""] = words.BY_DEFAULT
            self.strengths |= {f":{key}": words.preset(key, each.meaning) for key, each in about.presets.items()}
            if about.options:
                self.strengths[OWN] = words.OWN_OPTIONS
        self.how.configure(values=list(self.strengths.values()))
        if self.strengths:
            usual = f":{about.usual}" if about.usual else ""
            self.how.set(self.strengths[OWN] if values else self.strengths.get(f":{preset}", self.strengths[usual]))
            self.how.grid(row=0, column=2, sticky="w", padx=(self.look.px(8), 0))
        else:
            self.how.grid_remove()
        self._detail(values)

    def _detail(self, values: dict[str, str]) -> None:
        """Show the bot's options where they are to be set by hand."""
        if self.form is not None:
            self.form.destroy()
            self.form = None
        if self.strengths and self.how.get() == words.OWN_OPTIONS:
            self.form = Form(self, self.look, bots.about(self.who.get()).options, values, lambda: None)
            self.form.grid(row=1, column=0, columnspan=3, sticky="ew", pady=(self.look.px(8), 0))

    @property
    def text(self) -> str:
        """The player as a session wants it."""
        name = self.who.get()
        if name == words.PERSON:
            return PERSON
        if self.form is not None:
            return f"{name}({self.form.text})" if self.form.text else name
        return name + next((text for text, said in self.strengths.items() if said == self.how.get()), "")


class NewGame(tkinter.Toplevel):
    """Filled with what was played last; Enter starts, Esc closes."""

    def __init__(
        self, root: ttkbootstrap.App, look: Look, last: Setup, seed: int, begin: Callable[[Setup], None]
    ) -> None:
        super().__init__(root)
        self.title(words.COMMANDS["new"].rstrip("…"))
        self.withdraw()
        self.look, self.last, self.begin = look, last, begin
        px = look.px
        self.configure(
            background=look.palette["window"],
            highlightthickness=1,
            highlightbackground=look.palette["line"],
            highlightcolor=look.palette["line"],
        )
        body = ttk.Frame(self, style="Window.TFrame", padding=px(16))
        body.pack(fill="both", expand=True)
        self.game_card = card(body, look, padding=(16, 14))
        self.game_card.pack(fill="x", pady=(0, px(12)))
        self.titles = {fastcore.info(game).title: game for game in fastcore.games()}
        row = ttk.Frame(self.game_card, style="Inner.TFrame")
        row.pack(fill="x")
        row.columnconfigure(0, minsize=px(108))
        ttk.Label(row, text=words.GAME, style="CardStrong.TLabel").grid(row=0, column=0, sticky="w")
        self.game = dropdown(row, look, tuple(self.titles), 24)
        self.game.grid(row=0, column=1, sticky="w")
        self.goal = ttk.Label(self.game_card, style="CardSmall.TLabel", wraplength=px(500))
        self.goal.pack(anchor="w", pady=(px(6), px(8)))
        self.options: Form | None = None
        self.seat_card = card(body, look, padding=(16, 14))
        self.seat_card.pack(fill="x", pady=(0, px(12)))
        self.seats: list[SeatForm] = []
        dice = card(body, look, padding=(16, 14))
        dice.pack(fill="x")
        dice.columnconfigure(0, minsize=px(108))
        ttk.Label(dice, text=words.SEED, style="CardText.TLabel").grid(row=0, column=0, sticky="w")
        self.seed = ttk.Entry(dice, style="House.TEntry", width=10, font=look.fonts["text"])
        self.seed.insert(0, str(seed))
        self.seed.grid(row=0, column=1, sticky="w")
        ttk.Label(dice, text=words.SEED_MEANING, style="CardSmall.TLabel").grid(
            row=0, column=2, sticky="w", padx=(px(10), 0)
        )
        foot = ttk.Frame(body, style="Window.TFrame")
        foot.pack(fill="x", pady=(px(12), 0))
        self.start = ttk.Button(foot, text=words.START, style="Dialog.Main.TButton", command=self._start)
        self.start.pack(side="right")
        ttk.Button(foot, text=words.CANCEL, style="Dialog.House.TButton", command=self.destroy).pack(
            side="right", padx=px(8)
        )
        self.wrong = ttk.Label(foot, style="WindowWarning.TLabel", wraplength=px(360))
        self.wrong.pack(side="left")
        self.game.set(fastcore.info(last.spec.partition("(")[0]).title)
        self.game.bind("<<ComboboxSelected>>", lambda _: self._choose_game(""), add="+")
        self._choose_game(last.spec)
        self.bind("<Key-Return>", lambda _: self._start())
        self.bind("<Key-Escape>", lambda _: self.destroy())
        self._place(root)

    def _place(self, root: ttkbootstrap.App) -> None:
        self.transient(root)
        self.update_idletasks()
        x = root.winfo_rootx() + (root.winfo_width() - self.winfo_reqwidth()) // 2
        y = root.winfo_rooty() + (root.winfo_height() - self.winfo_reqheight()) // 3
        self.geometry(f"+{max(x, 0)}+{max(y, 0)}")
        self.deiconify()
        self.lift()
        self.start.focus_set()

    def _choose_game(self, spec: str) -> None:
        """Show the options of the chosen game, as in `spec` or at their defaults."""
        info = fastcore.info(self.titles[self.game.get()])
        self.goal.configure(text=words.by(info.goal, info.designer))
        if self.options is not None:
            self.options.destroy()
        self.options = Form(self.game_card, self.look, info.options, listing(spec), self._seat)
        self.options.pack(fill="x")
        for seat in self.seats:
            seat.destroy()
        self.seats = []
        self._seat()

    @property
    def spec(self) -> str:
        game = self.titles[self.game.get()]
        text = self.options.text if self.options is not None else ""
        return f"{game}({text})" if text else game

    def _seat(self) -> None:
        """As many seats as the game with these options has; those that are there stay as they are."""
        try:
            state = fastcore.start(self.spec)
        except fastcore.BadPosition as error:
            self.wrong.configure(text=words.illegal(str(error)))
            return
        self.wrong.configure(text="")
        for number in range(len(self.seats), state.seats):
            asked = self.last.seats[min(number, len(self.last.seats) - 1)]
            self.seats.append(SeatForm(self.seat_card, self.look, boards.side(state.info, number), self.spec, asked))
            self.seats[-1].pack(fill="x", pady=(self.look.px(8) if number else 0, 0))
        for seat in self.seats[state.seats :]:
            seat.destroy()
        del self.seats[state.seats :]

    def _start(self) -> None:
        text = self.seed.get().strip()
        try:
            if not text.lstrip("-").isdigit():
                raise ValueError(words.bad_seed(text))
            self.begin(Setup(self.spec, tuple(seat.text for seat in self.seats), int(text)))
        except ValueError as error:
            self.wrong.configure(text=words.illegal(str(error)))
        else:
            self.destroy()

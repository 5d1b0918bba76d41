"""The dialog for a new game: the game and its options, who sits where, the clock, the opening, and the seed."""

from __future__ import annotations

import tkinter
from collections.abc import Callable, Mapping
from tkinter import ttk

import ttkbootstrap

import fastcore
from fastcore import Viewpoint
from workbench import boards
from workbench.game.session import PERSON
from workbench.gui.look.look import Look
from workbench.gui.new_game import words as said
from workbench.gui.new_game.clock import ClockForm
from workbench.gui.new_game.opening import OpeningForm
from workbench.gui.new_game.players import PlayerForm
from workbench.gui.widgets.dialog import Dialog
from workbench.gui.widgets.forms import LABELS, OptionForm, dropdown, listing, say_wrong
from workbench.records.seeds import new_seed
from workbench.table.setup import Setup
from workbench.table.surprise import surprise

WRAP = 520  # the width of what a game is about


class NewGame(Dialog):
    """Filled with what was played last, of each game with what was played of it; Enter starts, Esc closes."""

    def __init__(
        self,
        root: ttkbootstrap.App,
        look: Look,
        last: Setup,
        seed: int,
        begin: Callable[[Setup], None],
        others: Mapping[str, Setup] | None = None,
        board: str | Viewpoint = "",
        facts: tuple[str, ...] = (),
    ) -> None:
        """`board` is as in `OpeningForm`; `facts` are further facts if it is one seat's view."""
        super().__init__(root, look, said.TITLE, said.START)
        self.last, self.begin, self.facts = last, begin, facts
        self.kept = {**(others or {}), last.spec.partition("(")[0]: last}
        px = look.px
        self.game_card = self.card()
        self.titles = {fastcore.info(game).title: game for game in fastcore.games()}
        row = ttk.Frame(self.game_card, style="Inner.TFrame")
        row.pack(fill="x")
        row.columnconfigure(0, minsize=px(LABELS))
        ttk.Label(row, text=said.GAME, style="CardStrong.TLabel").grid(row=0, column=0, sticky="w")
        self.game = dropdown(row, look, tuple(self.titles), 28)
        self.game.grid(row=0, column=1, sticky="w")
        self.designer = ttk.Label(row, style="CardSmall.TLabel")
        self.designer.grid(row=0, column=2, sticky="w", padx=(px(10), 0))
        self.goal = ttk.Label(self.game_card, style="CardSmall.TLabel", wraplength=px(WRAP), justify="left")
        self.goal.pack(anchor="w", pady=(px(6), px(8)))
        self.options: OptionForm | None = None
        self.seat_card = self.card()
        self.seats: list[PlayerForm] = []
        rest = self.card()
        self.clock = ClockForm(rest, look, last.limit)
        self.clock.pack(fill="x")
        self.opening = OpeningForm(rest, look, board, self._opened)
        self.opening.pack(fill="x", pady=(px(8), 0))
        self._build_hand(rest)
        self._build_seed(rest, seed)
        self.surprising = ttk.Button(self.foot, text=said.SURPRISE, style="Dialog.House.TButton", command=self.surprise)
        self.surprising.pack(side="left", before=self.wrong, padx=(0, px(12)))
        self.game.set(fastcore.info(last.spec.partition("(")[0]).title)
        self.game.bind("<<ComboboxSelected>>", lambda _: self._choose_game(), add="+")
        self._choose_game()
        self.appear(self.start)

    def _build_hand(self, parent: ttk.Frame) -> None:
        px = self.look.px
        row = self.hand_row = ttk.Frame(parent, style="Inner.TFrame")
        row.pack(fill="x", pady=(px(8), 0))
        row.columnconfigure(0, minsize=px(LABELS))
        ttk.Label(row, text=said.BY_HAND, style="CardText.TLabel").grid(row=0, column=0, sticky="w")
        self.by_hand = tkinter.BooleanVar(self, False)
        ttk.Checkbutton(row, style="House.TCheckbutton", text=said.ROLLED_BY_HAND, variable=self.by_hand).grid(
            row=0, column=1, sticky="w"
        )

    def _build_seed(self, parent: ttk.Frame, seed: int) -> None:
        px = self.look.px
        row = ttk.Frame(parent, style="Inner.TFrame")
        row.pack(fill="x", pady=(px(8), 0))
        row.columnconfigure(0, minsize=px(LABELS))
        ttk.Label(row, text=said.SEED, style="CardText.TLabel").grid(row=0, column=0, sticky="w")
        self.seed = ttk.Entry(row, style="House.TEntry", width=20, font=self.look.fonts["text"])
        self.seed.insert(0, str(seed))
        self.seed.grid(row=0, column=1, sticky="w")
        self.seed_meaning = ttk.Label(row, style="CardSmall.TLabel")
        self.seed_meaning.grid(row=0, column=2, sticky="w", padx=(px(10), 0))
        self.seed_wrong = ttk.Label(row, style="CardWarning.TLabel")
        self.seed_wrong.grid(row=1, column=1, columnspan=2, sticky="w", pady=(px(3), 0))
        say_wrong(self.seed_wrong, "")

    # Filling it in ----------------------------------------------------------------------------------------------------

    def put(self, setup: Setup) -> None:
        """Let everything be as a setup has it."""
        info = fastcore.info(setup.spec.partition("(")[0])
        self.game.set(info.title)
        self.designer.configure(text=said.by(info.designer, info.year))
        self.goal.configure(text=info.goal)
        if self.options is not None:
            self.options.destroy()
        self.options = OptionForm(
            self.game_card, self.look, info.options, listing(setup.spec), self._seat, named=boards.words(info.id).option
        )
        self.options.pack(fill="x")
        for seat in self.seats:
            seat.destroy()
        self.seats, self.last = [], setup
        self.clock.put(setup.limit)
        self.opening.offer(info.id)
        self.by_hand.set(setup.by_hand == "always")
        if info.has.chance:
            self.hand_row.pack(fill="x", pady=(self.look.px(8), 0), after=self.opening)
        else:
            self.hand_row.pack_forget()
        self.seed_meaning.configure(text=said.about_seed(info))
        self._seat()

    def begin_from_board(self) -> None:
        """Let the game begin with what is on the board, and ask who plays."""
        self.opening.put(said.FROM_BOARD if self.opening.view is None else said.DRAWN)
        self.seats[0].who.focus_set()

    def _opened(self) -> None:
        """Nobody is asked who plays where one seat is followed."""
        for form in self.seats:
            form.enable(not self.opening.follows)

    def _choose_game(self) -> None:
        """Show what was played last of the chosen game; of one not played yet, a person and the bots that sat there."""
        game = self.titles[self.game.get()]
        fresh = self.last._replace(spec=game, position=None, turns=0)
        self.put(self.kept.get(game, fresh))

    def surprise(self) -> None:
        """A game, options, an opponent and a seed that one did not choose."""
        names = [form.named for form in self.seats if form.is_person]
        setup = surprise(fastcore.Stream(new_seed(), "surprise"), next(iter(names), ""))
        self.opening.put(said.FROM_START)
        self.put(setup)
        self.seed.delete(0, "end")
        self.seed.insert(0, str(setup.seed))
        self.start.focus_set()

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
            if self.options is None or not self.options.problem():
                self.say(str(error))
            return
        self.say("")
        for seat in self.seats:
            seat.respec(state.spec)
        for number in range(len(self.seats), state.seats):
            asked = self.last.seats[min(number, len(self.last.seats) - 1)]
            name = self.last.names[number] if number < len(self.last.names) else ""
            side = boards.side(state.info, number)
            self.seats.append(PlayerForm(self.seat_card, self.look, side, self.spec, asked, name))
            self.seats[-1].pack(fill="x", pady=(self.look.px(10) if number else 0, 0))
        for seat in self.seats[state.seats :]:
            seat.destroy()
        del self.seats[state.seats :]
        self._opened()

    # Starting ---------------------------------------------------------------------------------------------------------

    def accept(self) -> None:
        seed = self.seed.get().strip()
        wrong = "" if seed.isdecimal() and int(seed) < 2**63 else said.bad_seed(seed)
        say_wrong(self.seed_wrong, wrong)
        forms = (
            *((self.options,) if self.options is not None else ()),
            *(() if self.opening.follows else self.seats),
            self.clock,
        )
        problems = [form.problem() for form in forms] + [self.opening.problem(self.spec), wrong]
        if any(problems):
            self.say("")
            self._show_first(forms, problems)
            return
        self.attempt(lambda: self.begin(self.setup))

    def _show_first(self, forms: tuple[ttk.Frame, ...], problems: list[str]) -> None:
        places = (*forms, self.opening, self.seed)
        self.update_idletasks()
        self.area.fit()
        self.area.show(next(place for place, problem in zip(places, problems, strict=True) if problem))

    @property
    def setup(self) -> Setup:
        """What is asked for; ValueError says what is wrong with it."""
        seed = int(self.seed.get())
        info, (spec, position, turns) = (
            fastcore.info(self.titles[self.game.get()]),
            self.opening.chosen(self.spec, seed),
        )
        players = tuple(form.text for form in self.seats)
        if self.opening.follows and self.opening.view is not None:
            seats = (PERSON,) * self.opening.view.seats
            names = self.last.names if len(self.last.names) == len(seats) else ()
            setup = Setup(
                spec, seats, seed, position, names, self.clock.limit, follows=self.opening.view.seat, facts=self.facts
            )
            return setup._replace(unfollowed=players if len(players) == len(seats) else ())
        named = tuple(form.named for form in self.seats)
        names = named if any(named) else ()
        return Setup(
            spec,
            players,
            seed,
            position,
            names,
            self.clock.limit,
            turns,
            "always" if self.by_hand.get() and info.has.chance else "never",
        )

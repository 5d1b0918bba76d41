"""The dialog for a new game: the game and its options, the players, the clock, the opening and the seed."""

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
from workbench.gui.new_game import words
from workbench.gui.new_game.clock import ClockForm
from workbench.gui.new_game.opening import OpeningForm
from workbench.gui.new_game.players import PlayerForm
from workbench.gui.widgets.dialog import Dialog
from workbench.gui.widgets.forms import LABELS, OptionForm, dropdown, parse_options, show_error
from workbench.records.seeds import new_seed
from workbench.table.setup import Setup
from workbench.table.surprise import surprise

WRAP = 520  # width of the description of a game, in pixels at 100 %


class NewGame(Dialog):
    """The dialog for a new game, filled with the last setup of each game.

    Args:
        root: The main window.
        look: Scale and colours.
        last: The setup of the last game.
        seed: The proposed seed.
        start_game: Starts a game. If it raises ValueError, the dialog shows the message and stays open.
        others: The last setups of all other games, by the id of the game.
        board: The text of the position on the board ("" if hidden), or a Viewpoint for one seat's view.
        facts: Further facts that the seat knows, if `board` is a Viewpoint.
    """

    def __init__(
        self,
        root: ttkbootstrap.App,
        look: Look,
        last: Setup,
        seed: int,
        start_game: Callable[[Setup], None],
        others: Mapping[str, Setup] | None = None,
        board: str | Viewpoint = "",
        facts: tuple[str, ...] = (),
    ) -> None:
        super().__init__(root, look, words.TITLE, words.START)
        self.last, self.begin, self.facts = last, start_game, facts
        self.last_setups = {**(others or {}), last.spec.partition("(")[0]: last}
        px = look.px
        self.game_card = self.card()
        self.titles = {fastcore.info(game).title: game for game in fastcore.games()}
        row = ttk.Frame(self.game_card, style="Inner.TFrame")
        row.pack(fill="x")
        row.columnconfigure(0, minsize=px(LABELS))
        ttk.Label(row, text=words.GAME, style="CardStrong.TLabel").grid(row=0, column=0, sticky="w")
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
        self.opening = OpeningForm(rest, look, board, self._on_opening)
        self.opening.pack(fill="x", pady=(px(8), 0))
        self._build_hand(rest)
        self._build_seed(rest, seed)
        self.surprise_button = ttk.Button(
            self.foot, text=words.SURPRISE, style="Dialog.House.TButton", command=self.surprise
        )
        self.surprise_button.pack(side="left", before=self.error_label, padx=(0, px(12)))
        self.game.set(fastcore.info(last.spec.partition("(")[0]).title)
        self.game.bind("<<ComboboxSelected>>", lambda _: self._choose_game(), add="+")
        self._choose_game()
        self.appear(self.start)

    def _build_hand(self, parent: ttk.Frame) -> None:
        px = self.look.px
        row = self.hand_row = ttk.Frame(parent, style="Inner.TFrame")
        row.pack(fill="x", pady=(px(8), 0))
        row.columnconfigure(0, minsize=px(LABELS))
        ttk.Label(row, text=words.BY_HAND, style="CardText.TLabel").grid(row=0, column=0, sticky="w")
        self.by_hand = tkinter.BooleanVar(self, False)
        ttk.Checkbutton(row, style="House.TCheckbutton", text=words.ROLLED_BY_HAND, variable=self.by_hand).grid(
            row=0, column=1, sticky="w"
        )

    def _build_seed(self, parent: ttk.Frame, seed: int) -> None:
        px = self.look.px
        row = ttk.Frame(parent, style="Inner.TFrame")
        row.pack(fill="x", pady=(px(8), 0))
        row.columnconfigure(0, minsize=px(LABELS))
        ttk.Label(row, text=words.SEED, style="CardText.TLabel").grid(row=0, column=0, sticky="w")
        self.seed = ttk.Entry(row, style="House.TEntry", width=20, font=self.look.fonts["text"])
        self.seed.insert(0, str(seed))
        self.seed.grid(row=0, column=1, sticky="w")
        self.seed_meaning = ttk.Label(row, style="CardSmall.TLabel")
        self.seed_meaning.grid(row=0, column=2, sticky="w", padx=(px(10), 0))
        self.seed_wrong = ttk.Label(row, style="CardWarning.TLabel")
        self.seed_wrong.grid(row=1, column=1, columnspan=2, sticky="w", pady=(px(3), 0))
        show_error(self.seed_wrong, "")

    # Contents ---------------------------------------------------------------------------------------------------------

    def fill(self, setup: Setup) -> None:
        """Fill in a setup."""
        info = fastcore.info(setup.spec.partition("(")[0])
        self.game.set(info.title)
        self.designer.configure(text=words.designed_by(info.designer, info.year))
        self.goal.configure(text=info.goal)
        if self.options is not None:
            self.options.destroy()
        self.options = OptionForm(
            self.game_card,
            self.look,
            info.options,
            parse_options(setup.spec),
            self._update_seats,
            named=boards.words(info.id).describe_option,
        )
        self.options.pack(fill="x")
        for seat in self.seats:
            seat.destroy()
        self.seats, self.last = [], setup
        self.clock.fill(setup.limit)
        self.opening.offer_openings(info.id)
        self.by_hand.set(setup.by_hand == "always")
        if info.has.chance:
            self.hand_row.pack(fill="x", pady=(self.look.px(8), 0), after=self.opening)
        else:
            self.hand_row.pack_forget()
        self.seed_meaning.configure(text=words.about_seed(info))
        self._update_seats()

    def begin_from_board(self) -> None:
        """Select the position on the board as the opening, and move the focus to the first player."""
        self.opening.select(words.FROM_BOARD if self.opening.viewpoint is None else words.DRAWN)
        self.seats[0].player_box.focus_set()

    def _on_opening(self) -> None:
        """Disable the choice of players for a game that follows one seat."""
        for form in self.seats:
            form.enable(not self.opening.follows)

    def _choose_game(self) -> None:
        """Fill in the last setup of the selected game, or defaults with the current players."""
        game = self.titles[self.game.get()]
        default = self.last._replace(spec=game, position=None, turns=0)
        self.fill(self.last_setups.get(game, default))

    def surprise(self) -> None:
        """Fill in a random game, options, opponent and seed."""
        names = [form.person_name for form in self.seats if form.is_person]
        setup = surprise(fastcore.Stream(new_seed(), "surprise"), next(iter(names), ""))
        self.opening.select(words.FROM_START)
        self.fill(setup)
        self.seed.delete(0, "end")
        self.seed.insert(0, str(setup.seed))
        self.start.focus_set()

    @property
    def spec(self) -> str:
        """The spec of the game with its options."""
        game = self.titles[self.game.get()]
        text = self.options.text if self.options is not None else ""
        return f"{game}({text})" if text else game

    def _update_seats(self) -> None:
        """Adapt the number of seats to the options, and keep the players of the remaining seats."""
        try:
            state = fastcore.start(self.spec)
        except fastcore.BadPosition as error:
            if self.options is None or not self.options.validate():
                self.show_error(str(error))
            return
        self.show_error("")
        for seat in self.seats:
            seat.set_spec(state.spec)
        for number in range(len(self.seats), state.seats):
            player = self.last.seats[min(number, len(self.last.seats) - 1)]
            name = self.last.names[number] if number < len(self.last.names) else ""
            side = boards.seat_name(state.info, number)
            self.seats.append(PlayerForm(self.seat_card, self.look, side, self.spec, player, name))
            self.seats[-1].pack(fill="x", pady=(self.look.px(10) if number else 0, 0))
        for seat in self.seats[state.seats :]:
            seat.destroy()
        del self.seats[state.seats :]
        self._on_opening()

    # Starting the game ------------------------------------------------------------------------------------------------

    def accept(self) -> None:
        """Start the game, or scroll to the first problem."""
        seed = self.seed.get().strip()
        wrong = "" if seed.isdecimal() and int(seed) < 2**63 else words.bad_seed(seed)
        show_error(self.seed_wrong, wrong)
        forms = (
            *((self.options,) if self.options is not None else ()),
            *(() if self.opening.follows else self.seats),
            self.clock,
        )
        problems = [form.validate() for form in forms] + [self.opening.problem(self.spec), wrong]
        if any(problems):
            self.show_error("")
            self._show_first_problem(forms, problems)
            return
        self.attempt(lambda: self.begin(self.setup))

    def _show_first_problem(self, forms: tuple[ttk.Frame, ...], problems: list[str]) -> None:
        places = (*forms, self.opening, self.seed)
        self.update_idletasks()
        self.area.fit()
        self.area.show(next(place for place, problem in zip(places, problems, strict=True) if problem))

    @property
    def setup(self) -> Setup:
        """The setup in the dialog. Raises ValueError if a field is invalid."""
        seed = int(self.seed.get())
        info, (spec, position, turns) = (
            fastcore.info(self.titles[self.game.get()]),
            self.opening.resolve(self.spec, seed),
        )
        players = tuple(form.text for form in self.seats)
        if self.opening.follows and self.opening.viewpoint is not None:
            seats = (PERSON,) * self.opening.viewpoint.seats
            names = self.last.names if len(self.last.names) == len(seats) else ()
            setup = Setup(
                spec,
                seats,
                seed,
                position,
                names,
                self.clock.limit,
                follows=self.opening.viewpoint.seat,
                facts=self.facts,
            )
            return setup._replace(unfollowed=players if len(players) == len(seats) else ())
        named = tuple(form.person_name for form in self.seats)
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

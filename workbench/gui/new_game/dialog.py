"""The dialog for a new game: a gallery of games, one choice of opponent, and everything else folded away."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from tkinter import ttk

import ttkbootstrap

import bots
import fastcore
from fastcore import Viewpoint
from workbench import boards
from workbench.game.session import PERSON
from workbench.gui.look.look import Look
from workbench.gui.new_game import words
from workbench.gui.new_game.gallery import Gallery
from workbench.gui.new_game.more import More
from workbench.gui.new_game.players import PlayerForm, level_meaning
from workbench.gui.shell.shell import SettingsPart
from workbench.gui.widgets import words as widgets_words
from workbench.gui.widgets.dialog import Dialog
from workbench.gui.widgets.forms import LABELS, OptionForm, dropdown, parse_options, show_error
from workbench.records.seeds import new_seed
from workbench.table.opponents import bot_beside_people, opponent_of, opponents, with_person
from workbench.table.setup import Setup, default_setup
from workbench.table.surprise import surprise

MAX_WIDTH, SIDES = 960, 72  # maximum width of the dialog, and the space beside its contents, in pixels at 100 %


class NewGame(Dialog):
    """The dialog for a new game: a gallery of games and an opponent. Everything else is folded away.

    It is filled with the last setup of each game, except that the person always plays at first, and that a picked
    opponent stays when another game is selected.

    Args:
        root: The main window.
        look: Scale and colours.
        last: The setup of the last game.
        seed: The proposed seed.
        start_game: Starts a game. If it raises ValueError, the dialog shows the message and stays open.
        others: The last setups of all other games, by the id of the game.
        board: The text of the position on the board ("" if hidden), or a Viewpoint for one seat's view.
        facts: Further facts that the seat knows, if `board` is a Viewpoint.
        parts: Settings of other features that concern games.
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
        parts: Sequence[SettingsPart] = (),
    ) -> None:
        super().__init__(root, look, words.TITLE, words.START)
        self.last, self.begin, self.facts = last, start_game, facts
        self.last_setups = {**(others or {}), last.spec.partition("(")[0]: last}
        px = look.px
        room = min(root.winfo_width(), px(MAX_WIDTH)) - px(SIDES)
        self.gallery = Gallery(self.body, look, tuple(boards.titles().values()), room, lambda _: self._choose_game())
        self.gallery.pack(fill="x")
        self._build_opponent()
        self.options: OptionForm | None = None
        self.seats: list[PlayerForm] = []
        self.levels: dict[str, str] = {}  # the levels by their names
        self.groups: dict[str, int] = {}  # the numbers of bots among opponents with people, by their list entries
        # The opponent picked in this dialog, and the number of bots beside people, which stay for the next games.
        self.picked, self.picked_bots = "", 0
        self.more = More(self.body, look, board, self._room, self._summary, self._on_opening)
        self.more.add_parts(parts)
        self._leave_gutter()
        self.clock, self.opening, self.seed = self.more.clock, self.more.opening, self.more.seed
        self.seed.insert(0, str(seed))
        self.surprise_button = ttk.Button(
            self.foot, text=words.SURPRISE, style="Dialog.House.TButton", command=self.surprise
        )
        self.surprise_button.pack(side="left", before=self.error_label, padx=(0, px(12)))
        self.gallery.select(last.spec.partition("(")[0])
        self._choose_game()
        self.appear(self.start)

    def _leave_gutter(self) -> None:
        """Place the scroll bar of the settings in the margin, so that all cards have the same width."""
        margin, gutter = self.look.px(16), self.more.gutter
        self.margins.configure(padding=(margin, margin, margin - gutter, margin))
        for widget in (self.gallery, self.opponent_card, self.foot):
            widget.pack_configure(padx=(0, gutter))

    def _build_opponent(self) -> None:
        px = self.look.px
        row = self.opponent_card = self.card()
        row.columnconfigure(0, minsize=px(LABELS))
        row.columnconfigure(2, weight=1)
        self.opponent_label = ttk.Label(row, text=words.OPPONENT, style="CardStrong.TLabel")
        self.opponent_label.grid(row=0, column=0, sticky="w")
        self.opponent_box = dropdown(row, self.look, (), 18)
        self.opponent_box.grid(row=0, column=1, sticky="w")
        self.opponent_box.bind("<<ComboboxSelected>>", lambda _: self._choose_opponent(), add="+")
        self.meaning = ttk.Label(row, style="CardSmall.TLabel", justify="left", anchor="w", width=1)
        self.meaning.grid(row=0, column=2, sticky="ew", padx=(px(12), 0))

    def _room(self) -> int:
        """Return the height that is left for the unfolded settings."""
        self.update_idletasks()
        used = self.area.wanted - (self.more.area.winfo_reqheight() if self.more.area.winfo_manager() else 0)
        return (self.area.most or 0) - used

    @property
    def growth(self) -> int:
        """The height that the folded settings need."""
        return 0 if self.more.area.winfo_manager() else self.more.area.wanted

    def centre(self) -> None:
        """Centre the dialog over the window, so that the settings have as much room as possible once unfolded."""
        super().centre()
        self.more.fit()
        self._keep_size()

    # Contents ---------------------------------------------------------------------------------------------------------

    @property
    def game(self) -> str:
        """The id of the selected game."""
        return self.gallery.game

    def fill(self, setup: Setup) -> None:
        """Fill in a setup. If only bots played, a person takes the first seat."""
        info = fastcore.info(setup.spec.partition("(")[0])
        self.gallery.select(info.id)
        if self.options is not None:
            self.options.destroy()
        self.options = OptionForm(
            self.more.game_card,
            self.look,
            info.options,
            parse_options(setup.spec),
            self._update_seats,
            named=boards.words(info.id).describe_option,
            described=boards.words(info.id).describe_choice,
            meant=boards.words(info.id).core_text,
        )
        self.options.pack(fill="x")
        for seat in self.seats:
            seat.destroy()
        self.seats, self.last = [], setup._replace(seats=with_person(setup.seats))
        self.clock.fill(setup.limit)
        self.more.by_hand.set(setup.by_hand == "always")
        self.more.offer(info)
        self._update_seats()
        self.more.refit()

    def begin_from_board(self) -> None:
        """Select the position on the board as the opening, and move the focus to the first player."""
        self.more.unfold()
        self.opening.select(words.FROM_BOARD if self.opening.viewpoint is None else words.DRAWN)
        self.centre()
        self.seats[0].player_box.focus_set()

    def _on_opening(self) -> None:
        """Disable the choice of players for a game that follows one seat."""
        follows = self.opening.follows
        for form in self.seats:
            form.enable(not follows)
        self.opponent_box.state(["disabled" if follows else "!disabled"])

    def _choose_game(self) -> None:
        """Fill in the last setup of the selected game, or a first game, with the opponent picked in this dialog."""
        self.fill(self.last_setups.get(self.game) or default_setup(boards.first_spec(self.game), 0))
        if self.picked in (PERSON, *self.levels.values()):
            self._seat_opponent(self.picked, self.picked_bots)

    def surprise(self) -> None:
        """Fill in a random game, options, opponent and seed."""
        names = [form.person_name for form in self.seats if form.is_person]
        setup = surprise(fastcore.Stream(new_seed(), "surprise"), next(iter(names), ""))
        self.opening.select(words.FROM_START)
        self.picked = ""
        self.fill(setup)
        self.seed.delete(0, "end")
        self.seed.insert(0, str(setup.seed))
        self.start.focus_set()

    @property
    def spec(self) -> str:
        """The spec of the game with its options."""
        text = self.options.text if self.options is not None else ""
        return f"{self.game}({text})" if text else self.game

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
            self._add_seat(boards.seat_name(state.info, number), player, name)
        for seat in self.seats[state.seats :]:
            seat.destroy()
        del self.seats[state.seats :]
        self._on_opening()
        self._show_opponent()

    def _add_seat(self, side: str, player: str, name: str) -> None:
        form = PlayerForm(
            self.more.seat_card, self.look, side, self.spec, player, name, changed=self._show_opponent,
            card=self.more.bots,
        )  # fmt: skip
        form.pack(fill="x", pady=(self.look.px(10) if self.seats else 0, 0))
        for box in (form.player_box, form.level_box):
            box.bind("<<ComboboxSelected>>", lambda _: self._show_opponent(), add="+")
        self.seats.append(form)

    # Opponent ---------------------------------------------------------------------------------------------------------

    def _show_opponent(self) -> None:
        """Show the common opponent of all seats, and what the folded settings change."""
        self.levels = {widgets_words.level(level): level for level in opponents(self.spec)}
        others = len(self.seats) - 1
        most = others if self.levels else min(1, others)
        self.groups = {words.others(others - number, number): number for number in reversed(range(most))}
        self.opponent_label.configure(text=words.OPPONENT if others == 1 else words.OPPONENTS)
        self.opponent_box.configure(values=[*self.levels, *self.groups])
        players = [form.text for form in self.seats]
        player, beside = opponent_of(players), bot_beside_people(players)
        if beside is not None and beside in ("", *self.levels.values()):
            people = players.count(PERSON) - 1
            level = widgets_words.level(beside) if beside else ""
            name, meaning = words.others(people, others - people), words.at_this_screen(people, others - people, level)
        elif player is not None and player in self.levels.values():
            name, meaning = widgets_words.level(player), level_meaning(player, self.game)
        else:
            name, meaning = words.CUSTOM, words.OWN_PLAYERS
        self.opponent_box.set(name)
        self.meaning.configure(text=meaning)
        self.more.refresh()

    def _choose_opponent(self) -> None:
        """Give all seats but the person's to the selected opponents, also in the games selected next."""
        entry = self.opponent_box.get()
        self.picked, self.picked_bots = self.levels.get(entry, PERSON), self.groups.get(entry, 0)
        self._seat_opponent(self.picked, self.picked_bots)

    def _seat_opponent(self, player: str, bots_beside: int = 0) -> None:
        """Give all seats but the person's to a player. Beside other people, the last seats are for bots of one level.

        These bots keep the level that was shown, or have the usual one.
        """
        mine = next((form for form in self.seats if form.is_person), self.seats[0])
        others = [form for form in self.seats if form is not mine]
        if not mine.is_person:
            mine.fill(self.spec, PERSON)
        players = [player] * len(others)
        if player == PERSON and 0 < bots_beside < len(others):
            levels = [form.text for form in others if form.text in self.levels.values()]
            players[-bots_beside:] = [next(iter(levels), bots.usual_level(self.spec))] * bots_beside
        for form, filled in zip(others, players, strict=True):
            form.fill(self.spec, filled, "")
        self._show_opponent()

    def _summary(self) -> str:
        """Return what the folded settings change."""
        person = next((number for number, form in enumerate(self.seats) if form.is_person), 0)
        side = boards.seat_name(fastcore.info(self.game), person) if person else ""
        parts = (
            boards.describe_options(self.spec),
            words.you_play(side) if side else "",
            ", ".join(form.person_name for form in self.seats if form.person_name),
            self.clock.box.get() if self.clock.box.get() != words.NO_CLOCK else "",
            self.opening.box.get() if self.opening.box.get() != words.FROM_START else "",
            words.BY_HAND_SHORT if self.more.by_hand.get() else "",
        )
        return " · ".join(filter(None, parts))

    # Starting the game ------------------------------------------------------------------------------------------------

    def accept(self) -> None:
        """Start the game, or scroll to the first problem."""
        seed = self.seed.get().strip()
        wrong = "" if seed.isdecimal() and int(seed) < 2**63 else words.bad_seed(seed)
        show_error(self.more.seed_wrong, wrong)
        forms = (
            *((self.options,) if self.options is not None else ()),
            *(() if self.opening.follows else self.seats),
            self.clock,
        )
        problems = [form.validate() for form in forms] + [self.opening.problem(self.spec), wrong]
        if any(problems):
            self.show_error("")
            self.more.unfold()
            self._show_first_problem(forms, problems)
            return

        def begin() -> None:
            self.begin(self.setup)
            self.more.apply_parts()

        self.attempt(begin)

    def _show_first_problem(self, forms: tuple[ttk.Frame, ...], problems: list[str]) -> None:
        places = (*forms, self.opening, self.seed)
        self.update_idletasks()
        wrong = next(place for place, problem in zip(places, problems, strict=True) if problem)
        for area in (self.more.area, self.area):
            area.fit()
            area.show(wrong)

    @property
    def setup(self) -> Setup:
        """The setup in the dialog. Raises ValueError if a field is invalid."""
        seed = int(self.seed.get())
        info, (spec, position, turns) = (
            fastcore.info(self.game),
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
            "always" if self.more.by_hand.get() and info.has.chance else "never",
        )

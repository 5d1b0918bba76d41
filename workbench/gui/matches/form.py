"""The form for a match: the game, the bots, the length, the limits and the openings.

Before the match starts, the form shows how long it will take and what differences it can detect.
"""

from __future__ import annotations

import tkinter
from collections.abc import Callable
from contextlib import suppress
from tkinter import ttk

import fastcore
from workbench import boards
from workbench.gui.look.look import Look
from workbench.gui.look.styles import card
from workbench.gui.matches import form_words as words
from workbench.gui.matches.bots import BotsForm
from workbench.gui.matches.desk import Matches
from workbench.gui.matches.length import LengthForm
from workbench.gui.matches.limits import LimitsForm
from workbench.gui.matches.openings import ListPendingError, MatchOpenings
from workbench.gui.new_game import words as new_game_words
from workbench.gui.widgets.forms import LABELS, OptionForm, dropdown, parse_options
from workbench.gui.widgets.scrolling import ScrollArea
from workbench.matches.planning.plan import BlockSize, Plan, PlanError, block_size
from workbench.matches.workers.trial import DurationEstimate
from workbench.statistics.resolution import game_deviation, resolution
from workbench.statistics.scale import MIN_NORMAL
from workbench.system.cores import CORES
from workbench.system.sentences import as_sentence

TRIAL_DELAY_MS = 700  # between a change and a trial game
MAX_BLOCK_GAMES = 20_000  # maximum number of games in a block
WIDTH = 720  # maximum width of the cards, in pixels at 100 %
GAP = 12  # between cards, in pixels at 100 %
EDGE, BAR = 24, 22  # pixels at 100 %: minimum margin beside the cards, and the part of it for the scroll bar


FormContents = tuple[Plan, int, str]  # a plan, the number of concurrent games, and the file with the openings


class MatchForm(ttk.Frame):
    """The page on which a match is set up. What most matches leave alone is folded away.

    Args:
        parent: The window.
        look: Scale and colours.
        desk: The matches.
        plan_changed: Called after a change with the plan to try, or None if there is none.
        start_match: Starts a match from a plan, the number of concurrent games and the file with the openings.
    """

    def __init__(
        self,
        parent: tkinter.Misc,
        look: Look,
        desk: Matches,
        plan_changed: Callable[[Plan | None], None],
        start_match: Callable[[Plan, int, str], None],
    ) -> None:
        super().__init__(parent, style="Window.TFrame")
        self.look, self.desk, self.tell, self.begin = look, desk, plan_changed, start_match
        self.guess: DurationEstimate | None = None
        self.initial: FormContents | None = None  # the contents before the first change
        self.timer = ""
        self.filling = True
        self.seats = 2  # seats of the game
        px = look.px
        foot = self.foot = ttk.Frame(self, style="Window.TFrame", padding=(0, px(10), 0, px(14)))
        foot.pack(side="bottom", fill="x")
        self.start = ttk.Button(foot, text=words.START, style="Dialog.Main.TButton", command=self._begin)
        self.start.pack(side="right")
        messages = ttk.Frame(foot, style="Window.TFrame")
        messages.pack(side="left", fill="x", expand=True)
        self.resolution_label = ttk.Label(messages, style="WindowText.TLabel")
        self.resolution_label.pack(anchor="w")
        self.duration_label = ttk.Label(messages, style="WindowQuiet.TLabel")
        self.duration_label.pack(anchor="w")
        self.area = ScrollArea(self, look, "window", most=10_000)
        self.area.columnconfigure(1, minsize=px(BAR))  # the cards keep their width when the bar appears
        self.area.pack(fill="both", expand=True)
        self.column = ttk.Frame(self.area.inside, style="Window.TFrame")
        self.column.pack(fill="x", pady=(px(16), 0))
        self.game_card = self._card()
        self.titles = boards.titles()
        row = ttk.Frame(self.game_card, style="Inner.TFrame")
        row.pack(fill="x")
        row.columnconfigure(0, minsize=px(LABELS))
        ttk.Label(row, text=words.GAME, style="CardStrong.TLabel").grid(row=0, column=0, sticky="w")
        self.game = dropdown(row, look, tuple(self.titles), 28)
        self.game.grid(row=0, column=1, sticky="w")
        self.game.bind("<<ComboboxSelected>>", lambda _: self._choose_game(), add="+")
        self.options: OptionForm | None = None
        bots_card = self._card()
        ttk.Label(bots_card, text=words.BOTS, style="CardHead.TLabel").pack(anchor="w", pady=(0, px(8)))
        self.bots = BotsForm(bots_card, look, self.changed)
        self.bots.pack(fill="x")
        length_card = self._card()
        self.length = LengthForm(length_card, look, self.changed)
        self.length.pack(fill="x")
        self.openings = MatchOpenings(length_card, look, desk, self.changed)
        self.openings.pack(fill="x", pady=(px(8), 0))
        self.more = ttk.Button(self.column, style="House.TButton", command=self.toggle)
        self.more.pack(anchor="w", pady=(px(GAP), 0))
        self.limits_card = self._card()
        self.limits = LimitsForm(self.limits_card, look, self.changed, desk.shell.settings)
        self.limits.pack(fill="x")
        self.unfold(False)
        self.bind("<Configure>", self._resized)
        self.bind("<Destroy>", lambda event: self._on_destroy(event.widget))

    def _card(self) -> ttk.Frame:
        new_card = card(self.column, self.look, padding=(16, 14))
        new_card.pack(fill="x", pady=(self.look.px(GAP) if len(self.column.winfo_children()) > 1 else 0, 0))
        return new_card

    def toggle(self) -> None:
        """Unfold the fields that most matches leave alone, or fold them away."""
        self.unfold(not self.limits_card.winfo_manager())
        self.update_idletasks()
        if self.limits_card.winfo_manager():
            self.area.show(self.limits_card)

    def unfold(self, on: bool) -> None:
        """Show the fields that most matches leave alone, or fold them away."""
        self.more.configure(text=new_game_words.FEWER_OPTIONS if on else new_game_words.MORE_OPTIONS)
        if on:
            self.limits_card.pack(fill="x", pady=(self.look.px(GAP), 0))
        else:
            self.limits_card.pack_forget()
        self.area.fit()

    def _resized(self, event: tkinter.Event[tkinter.Misc]) -> None:
        """Centre the cards, and limit their height to the page."""
        if event.widget is not self:
            return
        side = max(self.look.px(EDGE), (event.width - self.look.px(WIDTH)) // 2)
        self.foot.pack_configure(padx=side)
        self.area.pack_configure(padx=(side, side - self.look.px(BAR)))
        self.area.most = max(self.look.px(120), event.height - self.foot.winfo_reqheight())
        self.area.fit()

    def _on_destroy(self, widget: object) -> None:
        if widget is self and self.timer:
            self.after_cancel(self.timer)
            self.timer = ""

    # Contents ---------------------------------------------------------------------------------------------------------

    def fill(self, plan: Plan, jobs: int, file: str, seed: int) -> None:
        """Fill in a plan, with a new seed."""
        self.filling = True
        info = fastcore.info(plan.spec.partition("(")[0])
        self.game.set(info.title)
        self._show_options(plan.spec)
        self.bots.fill(plan.spec, plan.bots, plan.kind, plan.limits)
        self.limits.fill(plan, jobs, seed)
        self._set_seats(fastcore.start(plan.spec).seats)
        self.length.fill(plan, self._block.games)
        self.unfold(plan.limit is not None or self.limits.uses_rotations(self.seats))
        opening = plan.openings[0] if plan.openings else None
        self.openings.fill(info.id, opening, plan.random_moves, file)
        self.filling = False
        self.initial = self._contents()
        self.changed()

    def _show_options(self, spec: str) -> None:
        if self.options is not None:
            self.options.destroy()
        game = spec.partition("(")[0]
        self.options = OptionForm(
            self.game_card,
            self.look,
            fastcore.info(game).options,
            parse_options(spec),
            self._on_options,
            named=boards.words(game).describe_option,
            described=boards.words(game).describe_choice,
            meant=boards.words(game).core_text,
        )
        self.options.pack(fill="x", pady=(self.look.px(8), 0))

    def _choose_game(self) -> None:
        """Switch to another game with its default options, and replace the bots that cannot play it."""
        game = self.titles[self.game.get()]
        self.filling = True
        self._show_options(game)
        self.bots.fill(game, self.bots.texts, self.bots.kind, self.bots.limits)
        self.openings.fill(game, None, 0, "")
        self.filling = False
        self._on_options()

    def _on_options(self) -> None:
        try:
            state = fastcore.start(self.spec)
        except fastcore.BadPosition:
            pass  # `plan` reports it
        else:
            self.bots.set_spec(self.spec)
            self._set_seats(state.seats)
        self.changed()

    def _set_seats(self, count: int) -> None:
        self.seats = count
        self.limits.set_seats(count)

    @property
    def _block(self) -> BlockSize:
        """The games of a block: the smallest number of games with every seat order."""
        rotations = self.limits.uses_rotations(self.seats)
        return block_size(len(self.bots.players), self.seats, self.bots.kind, rotations)

    @property
    def spec(self) -> str:
        """The spec of the game with its options."""
        game = self.titles[self.game.get()]
        text = self.options.text if self.options is not None else ""
        return f"{game}({text})" if text else game

    # Result -----------------------------------------------------------------------------------------------------------

    def changed(self) -> None:
        """Schedule a check of the form and a trial game. Called after every change."""
        if self.filling:
            return
        self.length.show_size(self._block.games)
        self.guess = None
        self.tell(None)
        if self.timer:
            self.after_cancel(self.timer)
        self.timer = self.after(TRIAL_DELAY_MS, self._run_trial)

    def _run_trial(self) -> None:
        self.timer = ""
        plan = self._plan_or_reason()
        if plan is not None:
            self._show_estimate(plan)
            self.tell(plan)

    def _plan_or_reason(self) -> Plan | None:
        """Return the plan, or show why there is none and return None."""
        try:
            return self.plan()
        except ListPendingError:
            self._show_problem(words.READING, "WindowQuiet.TLabel")
        except ValueError as error:
            self._show_problem(as_sentence(str(error)))
        return None

    def plan(self, unread: bool = False) -> Plan:
        """Return the plan that the form describes.

        Args:
            unread: Whether to leave out openings from a list, which may not be read yet.

        Raises:
            ValueError: A field is invalid, and shows the reason, or the bots need too many games.
            ListPendingError: The list of openings is still being read.
        """
        spec, bots, games = fastcore.start(self.spec).spec, self.bots.texts, self._block.games
        problems = [
            self.options.validate() if self.options is not None else "",
            self.bots.problem(),
            self.length.problem(len(bots)),
            self.limits.problem(),
            self.openings.problem(spec, unread),
        ]
        if wrong := next(filter(None, problems), ""):
            raise PlanError(wrong)
        if games > MAX_BLOCK_GAMES:
            raise PlanError(words.too_many(games, MAX_BLOCK_GAMES))
        spec, openings, random_moves = self.openings.resolve(spec, unread)
        limits = self.limits
        return Plan(
            spec=spec, bots=bots, kind=self.bots.kind, blocks=self.length.number_of_blocks(games),
            seed=limits.chosen_seed, limit=limits.limit, limits=self.bots.limits,
            rotations=limits.uses_rotations(self.seats),
            openings=openings, random_moves=random_moves, sprt=limits.bounds if self.length.until_clear else None,
        )  # fmt: skip

    def show_guess(self, guess: DurationEstimate | str) -> None:
        """Show the estimate of a trial game, or the reason it could not be played."""
        if isinstance(guess, str):
            self._show_problem(as_sentence(guess))
            return
        self.guess = guess
        plan = self._plan_or_reason()
        if plan is not None:
            self._show_estimate(plan)

    def _show_problem(self, text: str, style: str = "WindowWarning.TLabel") -> None:
        self.resolution_label.configure(text=text, style=style)
        self.duration_label.configure(text="")

    def _show_estimate(self, plan: Plan) -> None:
        block = self._block
        games = plan.blocks * block.games
        spread = game_deviation(self.seats, block.own_seats, len(plan.bots))
        detectable = resolution(plan.blocks * block.games_per_bot, spread)
        text = words.detectable_difference(
            games, detectable.points, len(plan.bots), plan.sprt is not None, MIN_NORMAL * block.games
        )
        self.resolution_label.configure(text=text, style="WindowText.TLabel")
        if self.guess is None:
            self.duration_label.configure(text=words.NOT_WHILE_PLAYED if self.desk.playing else words.MEASURING)
            return
        at_once = max(1, min(self.limits.concurrent_games, CORES.total // self.guess.threads))
        seconds = games * self.guess.seconds / min(at_once, games)
        self.duration_label.configure(
            text=words.estimated_duration(seconds, at_once, self.guess.whole, plan.sprt is not None)
        )

    def remember(self) -> None:
        """Store changed contents for the next match, if they are valid."""
        contents = self._contents()
        if contents is not None and contents != self.initial:
            self.desk.remember(*contents)

    def _contents(self) -> FormContents | None:
        """Return the contents without openings from a list, or None if they are invalid."""
        with suppress(ValueError):
            return self.plan(unread=True), self.limits.concurrent_games, self.openings.list_path
        return None

    def _begin(self) -> None:
        plan = self._plan_or_reason()
        if plan is None:
            self.bell()
        else:
            self.begin(plan, self.limits.concurrent_games, self.openings.list_path)

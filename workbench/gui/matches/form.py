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
from workbench.gui.matches.limits import LimitsForm
from workbench.gui.matches.openings import ListPendingError, MatchOpenings
from workbench.gui.widgets.forms import LABELS, OptionForm, dropdown, parse_options
from workbench.gui.widgets.scrolling import ScrollArea
from workbench.matches.planning.plan import Plan, PlanError, block_size
from workbench.matches.workers.trial import DurationEstimate
from workbench.statistics.resolution import resolution
from workbench.system.cores import CORES
from workbench.system.sentences import as_sentence

TRIAL_DELAY_MS = 700  # between a change and a trial game
MAX_BLOCK_GAMES = 20_000  # maximum number of games in a block
LEFT_SHARE = 0.56  # fraction of the width for the left column, if its contents fit
GAP = 12  # between cards, in pixels at 100 %
EDGE, BAR = 24, 8  # pixels at 100 %: margin beside the cards, and the part of it beside the scroll bar


FormContents = tuple[Plan, int, str]  # a plan, the number of concurrent games, and the file with the openings


class MatchForm(ttk.Frame):
    """The page on which a match is set up.

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
        self.stacked_room = 0  # the width in which the columns were stacked, or 0
        px = look.px
        foot = ttk.Frame(self, style="Window.TFrame", padding=(px(24), px(10), px(24), px(14)))
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
        self.area.pack(fill="both", expand=True, padx=(px(EDGE), px(BAR)))
        left, right = self.columns = tuple(ttk.Frame(self.area.inside, style="Window.TFrame") for _ in range(2))
        left.grid(row=0, column=0, sticky="new", pady=(px(16), 0))
        for part in (self.area, left, right):
            part.bind("<Configure>", lambda _: self._lay_out(), add="+")
        self.game_card = self._card(left)
        self.titles = {fastcore.info(game).title: game for game in fastcore.games()}
        row = ttk.Frame(self.game_card, style="Inner.TFrame")
        row.pack(fill="x")
        row.columnconfigure(0, minsize=px(LABELS))
        ttk.Label(row, text=words.GAME, style="CardStrong.TLabel").grid(row=0, column=0, sticky="w")
        self.game = dropdown(row, look, tuple(self.titles), 28)
        self.game.grid(row=0, column=1, sticky="w")
        self.game.bind("<<ComboboxSelected>>", lambda _: self._choose_game(), add="+")
        self.options: OptionForm | None = None
        bots_card = self._card(left)
        ttk.Label(bots_card, text=words.BOTS, style="CardHead.TLabel").pack(anchor="w", pady=(0, px(8)))
        self.bots = BotsForm(bots_card, look, self.changed)
        self.bots.pack(fill="x")
        self.limits = LimitsForm(self._card(right), look, self.changed)
        self.limits.pack(fill="x")
        self.openings = MatchOpenings(self._card(right), look, desk, self.changed)
        self.openings.pack(fill="x")
        self.bind("<Configure>", self._resized)
        self.bind("<Destroy>", lambda event: self._on_destroy(event.widget))

    def _card(self, parent: ttk.Frame) -> ttk.Frame:
        new_card = card(parent, self.look, padding=(16, 14))
        new_card.pack(fill="x", pady=(self.look.px(GAP) if len(parent.winfo_children()) > 1 else 0, 0))
        return new_card

    def _lay_out(self) -> None:
        """Split the width between the columns, or stack them if it is too small.

        Stacked columns stay so in a window of the same width, whatever is selected, so that the form does not jump.
        """
        left, right = self.columns
        inside, gap, room = self.area.inside, self.look.px(GAP), self.winfo_width() - self.look.px(2 * EDGE)
        if room != self.stacked_room:
            self.stacked_room = 0
        beside = not self.stacked_room and left.winfo_reqwidth() + gap + right.winfo_reqwidth() <= room
        if not beside:
            self.stacked_room = room
        first = (
            max(left.winfo_reqwidth(), min(round(LEFT_SHARE * room), room - gap - right.winfo_reqwidth()))
            if beside
            else room
        )
        inside.columnconfigure(0, minsize=first)
        inside.columnconfigure(1, minsize=room - first if beside else 0)
        if beside:
            right.grid(row=0, column=1, sticky="new", padx=(gap, 0), pady=(self.look.px(16), 0))
        else:
            right.grid(row=1, column=0, sticky="new", padx=0, pady=(gap, 0))

    def _resized(self, event: tkinter.Event[tkinter.Misc]) -> None:
        max_height = max(self.look.px(120), event.height - self.look.px(76))
        if event.widget is self and self.area.most != max_height:
            self.area.most = max_height
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
        self.bots.fill(plan.spec, plan.bots, plan.kind)
        self.limits.fill(plan, jobs, seed)
        self.limits.set_seats(fastcore.start(plan.spec).seats)
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
        )
        self.options.pack(fill="x", pady=(self.look.px(8), 0))

    def _choose_game(self) -> None:
        """Switch to another game with its default options, and replace the bots that cannot play it."""
        game = self.titles[self.game.get()]
        self.filling = True
        self._show_options(game)
        self.bots.fill(game, self.bots.texts, self.bots.kind)
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
            self.limits.set_seats(state.seats)
        self.changed()

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
        self.after_idle(self._lay_out)  # fields may have appeared, disappeared or changed their width
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
            ValueError: A field is invalid, and shows the reason, or a block has too many games.
            ListPendingError: The list of openings is still being read.
        """
        state = fastcore.start(self.spec)
        spec, bots = state.spec, self.bots.texts
        problems = [
            self.options.validate() if self.options is not None else "",
            self.bots.problem(),
            self.limits.problem(len(bots)),
            self.openings.problem(spec, unread),
        ]
        if wrong := next(filter(None, problems), ""):
            raise PlanError(wrong)
        games = block_size(len(bots), state.seats, self.bots.kind, self.limits.uses_rotations(state.seats)).games
        if games > MAX_BLOCK_GAMES:
            raise PlanError(words.too_many(games, MAX_BLOCK_GAMES))
        spec, openings, random_moves = self.openings.resolve(spec, unread)
        limits = self.limits
        return Plan(
            spec=spec, bots=bots, kind=self.bots.kind, blocks=limits.number_of_blocks, seed=limits.chosen_seed,
            limit=limits.limit,
            rotations=limits.uses_rotations(state.seats), openings=openings, random_moves=random_moves,
            sprt=limits.sprt(len(bots)),
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
        block = block_size(len(plan.bots), fastcore.start(plan.spec).seats, plan.kind, plan.rotations)
        games, detectable = plan.blocks * block.games, resolution(plan.blocks * block.games_per_bot)
        text = words.detectable_difference(
            games, detectable.points, detectable.elo, len(plan.bots), plan.sprt is not None
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

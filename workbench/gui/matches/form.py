"""The form for a match: the game, the players, its length and limits.

Before the match starts, the form says how long it will take and what differences it can detect.
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
from workbench.gui.matches.openings import MatchOpenings, Reading
from workbench.gui.widgets.forms import LABELS, OptionForm, dropdown, listing
from workbench.gui.widgets.scrolling import ScrollArea
from workbench.matches.planning.plan import BadPlan, Plan, size
from workbench.matches.workers.trial import Guess
from workbench.statistics.resolution import resolution
from workbench.system.cores import CORES
from workbench.system.sentences import as_sentence

WAIT_MS = 700  # after a change before a game is tried
MOST_A_BLOCK = 20_000  # games
LEFT = 0.56  # of the width is the left column, if it has room in that
GAP = 12  # between cards at 100 %
EDGE, BAR = 24, 8  # beside all cards, and of that between a bar and the edge of the window


Asked = tuple[Plan, int, str]  # a match, games at once, and the file with its openings


class MatchForm(ttk.Frame):
    """The page on which a match is set up; what it needs of the matches, `desk` has."""

    def __init__(
        self,
        parent: tkinter.Misc,
        look: Look,
        desk: Matches,
        tell: Callable[[Plan | None], None],
        begin: Callable[[Plan, int, str], None],
    ) -> None:
        """`tell` is told each plan that could be played (None while none could), to be tried; `begin` begins one."""
        super().__init__(parent, style="Window.TFrame")
        self.look, self.desk, self.tell, self.begin = look, desk, tell, begin
        self.guess: Guess | None = None
        self.filled: Asked | None = None  # what was filled in before anybody changed it
        self.timer = ""
        self.filling = True
        px = look.px
        foot = ttk.Frame(self, style="Window.TFrame", padding=(px(24), px(10), px(24), px(14)))
        foot.pack(side="bottom", fill="x")
        self.start = ttk.Button(foot, text=words.START, style="Dialog.Main.TButton", command=self._begin)
        self.start.pack(side="right")
        said = ttk.Frame(foot, style="Window.TFrame")
        said.pack(side="left", fill="x", expand=True)
        self.resolves = ttk.Label(said, style="WindowText.TLabel")
        self.resolves.pack(anchor="w")
        self.takes = ttk.Label(said, style="WindowQuiet.TLabel")
        self.takes.pack(anchor="w")
        self.area = ScrollArea(self, look, "window", most=10_000)
        self.area.pack(fill="both", expand=True, padx=(px(EDGE), px(BAR)))
        left, right = self.columns = tuple(ttk.Frame(self.area.inside, style="Window.TFrame") for _ in range(2))
        left.grid(row=0, column=0, sticky="new", pady=(px(16), 0))
        for part in (self.area, left, right):
            part.bind("<Configure>", lambda _: self._lay(), add="+")
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
        self.bind("<Destroy>", lambda event: self._end(event.widget))

    def _card(self, parent: ttk.Frame) -> ttk.Frame:
        made = card(parent, self.look, padding=(16, 14))
        made.pack(fill="x", pady=(self.look.px(GAP) if len(parent.winfo_children()) > 1 else 0, 0))
        return made

    def _lay(self) -> None:
        """Let the columns share the width. Put the right one below the left one if there is no room for both."""
        left, right = self.columns
        inside, gap, room = self.area.inside, self.look.px(GAP), self.area.winfo_width() - self.look.px(EDGE - BAR)
        beside = left.winfo_reqwidth() + gap + right.winfo_reqwidth() <= room
        first = (
            max(left.winfo_reqwidth(), min(round(LEFT * room), room - gap - right.winfo_reqwidth())) if beside else room
        )
        inside.columnconfigure(0, minsize=first)
        inside.columnconfigure(1, minsize=room - first if beside else 0)
        if beside:
            right.grid(row=0, column=1, sticky="new", padx=(gap, 0), pady=(self.look.px(16), 0))
        else:
            right.grid(row=1, column=0, sticky="new", padx=0, pady=(gap, 0))

    def _resized(self, event: tkinter.Event[tkinter.Misc]) -> None:
        most = max(self.look.px(120), event.height - self.look.px(76))
        if event.widget is self and self.area.most != most:
            self.area.most = most
            self.area.fit()

    def _end(self, widget: object) -> None:
        if widget is self and self.timer:
            self.after_cancel(self.timer)
            self.timer = ""

    # Filling it in ----------------------------------------------------------------------------------------------------

    def put(self, plan: Plan, jobs: int, file: str, seed: int) -> None:
        """Let everything be as a plan has it, with another seed."""
        self.filling = True
        info = fastcore.info(plan.spec.partition("(")[0])
        self.game.set(info.title)
        self._show_options(plan.spec)
        self.bots.put(plan.spec, plan.bots, plan.kind)
        self.limits.put(plan, jobs, seed)
        self.limits.seats(fastcore.start(plan.spec).seats)
        opening = plan.openings[0] if plan.openings else None
        self.openings.put(info.id, opening, plan.random_moves, file)
        self.filling = False
        self.filled = self._asked()
        self.changed()

    def _show_options(self, spec: str) -> None:
        if self.options is not None:
            self.options.destroy()
        game = spec.partition("(")[0]
        self.options = OptionForm(
            self.game_card,
            self.look,
            fastcore.info(game).options,
            listing(spec),
            self._respec,
            named=boards.words(game).option,
        )
        self.options.pack(fill="x", pady=(self.look.px(8), 0))

    def _choose_game(self) -> None:
        """Another game, its options as they come, and those of the bots that play it."""
        game = self.titles[self.game.get()]
        self.filling = True
        self._show_options(game)
        self.bots.put(game, self.bots.texts, self.bots.kind)
        self.openings.put(game, None, 0, "")
        self.filling = False
        self._respec()

    def _respec(self) -> None:
        try:
            state = fastcore.start(self.spec)
        except fastcore.BadPosition:
            pass  # said when it is checked
        else:
            self.bots.respec(self.spec)
            self.limits.seats(state.seats)
        self.changed()

    @property
    def spec(self) -> str:
        game = self.titles[self.game.get()]
        text = self.options.text if self.options is not None else ""
        return f"{game}({text})" if text else game

    # What is asked for ------------------------------------------------------------------------------------------------

    def changed(self) -> None:
        """Something is another one: say what it comes to, and try it when no more is changed for a while."""
        if self.filling:
            return
        self.after_idle(self._lay)  # a field may be wider now, or not there any more
        self.guess = None
        self.tell(None)
        if self.timer:
            self.after_cancel(self.timer)
        self.timer = self.after(WAIT_MS, self._try)

    def _try(self) -> None:
        self.timer = ""
        plan = self._asked_for()
        if plan is not None:
            self._say(plan)
            self.tell(plan)

    def _asked_for(self) -> Plan | None:
        """The match that is asked for; None where it is said why there is none."""
        try:
            return self.plan()
        except Reading:
            self._say_no(words.READING, "WindowQuiet.TLabel")
        except ValueError as error:
            self._say_no(as_sentence(str(error)))
        return None

    def plan(self, unread: bool = False) -> Plan:
        """Return the plan that the form describes. If it is wrong, mark the fields and raise ValueError.

        `unread` leaves out the openings of a list.
        """
        state = fastcore.start(self.spec)
        spec, bots = state.spec, self.bots.texts
        problems = [
            self.options.problem() if self.options is not None else "",
            self.bots.problem(),
            self.limits.problem(len(bots)),
            self.openings.problem(spec, unread),
        ]
        if wrong := next(filter(None, problems), ""):
            raise BadPlan(wrong)
        games = size(len(bots), state.seats, self.bots.kind, self.limits.turned_only(state.seats)).games
        if games > MOST_A_BLOCK:
            raise BadPlan(words.too_many(games, MOST_A_BLOCK))
        spec, openings, random_moves = self.openings.chosen(spec, unread)
        limits = self.limits
        return Plan(
            spec=spec, bots=bots, kind=self.bots.kind, blocks=limits.number_of_blocks, seed=limits.chosen_seed,
            limit=limits.limit,
            rotations=limits.turned_only(state.seats), openings=openings, random_moves=random_moves,
            sprt=limits.sprt(len(bots)),
        )  # fmt: skip

    def take(self, guess: Guess | str) -> None:
        """What a trial has shown, or why it could not be played."""
        if isinstance(guess, str):
            self._say_no(as_sentence(guess))
            return
        self.guess = guess
        plan = self._asked_for()
        if plan is not None:
            self._say(plan)

    def _say_no(self, text: str, style: str = "WindowWarning.TLabel") -> None:
        self.resolves.configure(text=text, style=style)
        self.takes.configure(text="")

    def _say(self, plan: Plan) -> None:
        block = size(len(plan.bots), fastcore.start(plan.spec).seats, plan.kind, plan.rotations)
        games, found = plan.blocks * block.games, resolution(plan.blocks * block.own)
        text = words.resolves(games, found.points, found.elo, len(plan.bots), plan.sprt is not None)
        self.resolves.configure(text=text, style="WindowText.TLabel")
        if self.guess is None:
            self.takes.configure(text=words.NOT_WHILE_PLAYED if self.desk.playing else words.MEASURING)
            return
        at_once = max(1, min(self.limits.at_once, CORES.total // self.guess.threads))
        seconds = games * self.guess.seconds / min(at_once, games)
        self.takes.configure(text=words.takes(seconds, at_once, self.guess.whole, plan.sprt is not None))

    def remember(self) -> None:
        """Keep what was changed, if it can be played, for the next time that a match is set up."""
        asked = self._asked()
        if asked is not None and asked != self.filled:
            self.desk.remember(*asked)

    def _asked(self) -> Asked | None:
        """What is filled in now, without the openings of a list; None where that cannot be played."""
        with suppress(ValueError):
            return self.plan(unread=True), self.limits.at_once, self.openings.listed
        return None

    def _begin(self) -> None:
        plan = self._asked_for()
        if plan is None:
            self.bell()
        else:
            self.begin(plan, self.limits.at_once, self.openings.listed)

"""One match: how far it is, what it has come to, a running game, and the list of its games."""

from __future__ import annotations

import tkinter
from time import monotonic
from tkinter import ttk

import msgspec

import fastcore
from workbench.gui.look.look import Look
from workbench.gui.matches import words
from workbench.gui.matches.board import BoardCard
from workbench.gui.matches.desk import Matches
from workbench.gui.matches.games import GamesCard
from workbench.gui.matches.names import names, title
from workbench.gui.matches.plot import PlotCard
from workbench.gui.matches.standings import MOST_LINES, CrosstableCard, FiguresCard, ResultCard, StandingsCard
from workbench.gui.matches.styles import ProgressLine
from workbench.gui.widgets.data_table import LINE, room_for
from workbench.matches.archive.description import limit
from workbench.matches.archive.overview import Overview
from workbench.matches.planning.plan import size
from workbench.matches.reader import Answer, Figures, Refused, Told
from workbench.matches.workers.background_match import Progress
from workbench.statistics.summary import Summary

CARDS = 216  # the height of the cards above the games at 100 %,
CARD_HEAD = 90  # and of what is above and below the lines of a table there
LEISURE = 8  # figures may take one part in so many of the time
EVERY = 1.0  # seconds between two looks at the games while a match is played


class MatchView(ttk.Frame):
    """Shows the match that the desk says; `tick` is called often."""

    def __init__(self, parent: tkinter.Misc, look: Look, desk: Matches) -> None:
        super().__init__(parent, style="Window.TFrame", padding=(look.px(24), look.px(10), look.px(24), look.px(16)))
        self.look, self.desk = look, desk
        self.overview: Overview | None = None
        self.summary: Summary | None = None
        self.cards: list[FiguresCard] = []
        self.board: BoardCard | None = None
        self.board_wanted = True
        self.asked_for: int | None = None  # the match that is being looked up
        self.played = -1  # attempts that the list of games knows of, and
        self.counted = (-1, False)  # those that the figures know of, and whether they are the last
        self.listed_at = self.counted_at = 0.0  # when they were asked for last
        self.taken = 0.0  # seconds that the figures took
        self.fault = ""
        self.room = 0  # that the words beside the bar needed so far
        px = look.px
        head = ttk.Frame(self, style="Window.TFrame")
        head.pack(fill="x")
        self.name = ttk.Label(head, style="WindowName.TLabel")
        self.name.pack(side="left")
        self.facts = ttk.Label(head, style="WindowQuiet.TLabel")
        self.facts.pack(side="left", padx=(px(14), 0))
        line = self.line = ttk.Frame(self, style="Window.TFrame")
        line.pack(fill="x", pady=(px(8), px(10)))
        self.bar = ProgressLine(line, look)
        self.bar.pack(side="left", fill="x", expand=True)
        self.standing = ttk.Label(line, style="WindowQuiet.TLabel", anchor="e")
        self.standing.pack(side="right", padx=(px(16), 0))
        self.row = ttk.Frame(self, style="Window.TFrame", height=px(CARDS))
        self.row.grid_propagate(False)
        self.row.rowconfigure(0, weight=1)
        self.games = GamesCard(self, look, desk)
        self.none = ttk.Label(self, style="WindowQuiet.TLabel", text=words.NONE_SHOWN)
        self.none.place(relx=0.5, rely=0.45, anchor="center")

    # Which match ------------------------------------------------------------------------------------------------------

    def look_up(self) -> None:
        """See to it that the match is shown that the desk says."""
        progress, number = self.desk.progress, self.desk.shown
        if self.desk.playing and number is None:
            number = self.desk.shown = progress.number
        if number is None or number == self.asked_for:
            return
        self.asked_for = number
        self.desk.listing.run(
            lambda: self.desk.overview_of(number), lambda found: self._take(number, found), self._not_there
        )

    def look_again(self, games: bool = False) -> None:
        """Read the match again, since another window may be playing it; with `games`, read its games and figures
        too."""
        self.asked_for = None
        if games:
            self.played, self.counted = -1, (-1, False)

    def _not_there(self, error: ValueError) -> None:
        if self.winfo_exists():
            self.fault = str(error)

    def _take(self, number: int, found: Overview | None) -> None:
        if not self.winfo_exists() or number != self.asked_for or found is None:
            return
        same = self.overview is not None and self.overview.match == found.match
        self.overview, self.fault = found, ""
        if same:
            return
        plan = found.match.plan
        self.room = 0
        self.none.place_forget()
        self.name.configure(text=title(plan))
        self.facts.configure(text=words.facts(found.match.id, limit(plan), plan.seed))
        for child in self.row.winfo_children():
            child.destroy()
        self.cards, self.summary = [], None
        self.row.configure(height=self.look.px(max(CARDS, CARD_HEAD + LINE * min(len(plan.bots), MOST_LINES))))
        seats = fastcore.start(plan.spec).seats
        two = len(plan.bots) == 2
        weights, wide = ((8, 9, 7), self.look.px(380)) if two else ((16, 12, 9), 0)
        for column, weight in enumerate(weights):
            self.row.columnconfigure(column, weight=weight, uniform="cards")
        own = plan.blocks * size(len(plan.bots), seats, plan.kind, plan.rotations).own
        first: FiguresCard = (
            ResultCard(self.row, self.look, wide) if two else StandingsCard(self.row, self.look, seats, own)
        )
        second: FiguresCard = (
            PlotCard(self.row, self.look) if two else CrosstableCard(self.row, self.look, len(plan.bots))
        )
        self.cards = [first, second]
        self.board = BoardCard(self.row, self.look, plan, self.board_wanted)
        for column, frame in enumerate((first.frame, second.frame, self.board.frame)):
            frame.grid(row=0, column=column, sticky="nsew", padx=(self.look.px(12) if column else 0, 0))
            frame.grid_propagate(False)
            frame.pack_propagate(False)
        self.row.pack(fill="x")
        self.games.frame.pack(fill="both", expand=True, pady=(self.look.px(12), 0))
        self.games.show(found.match)
        self.played, self.counted, self.counted_at = 0, (-1, False), 0.0
        for one in self.cards:
            one.show(None)
        self.tick()

    @property
    def complete(self) -> bool:
        """Whether there is nothing left to be played of it."""
        progress = self.desk.progress
        ours = self.overview is not None and progress.number == self.overview.match.id
        over = ours and progress.outcome is not None and progress.outcome.kind in ("complete", "decided")
        return over or (self.overview is not None and self.overview.complete)

    @property
    def plays(self) -> bool:
        """Whether the match that is shown is the one that is being played."""
        return self.desk.playing and self.overview is not None and self.desk.progress.number == self.overview.match.id

    # How it goes ------------------------------------------------------------------------------------------------------

    def tick(self) -> None:
        """Show what has come since."""
        self.look_up()
        progress = self.desk.progress
        if self.overview is None:
            waiting = self.desk.playing and progress.stage == "beginning"
            fault = progress.fault or self.fault
            self.none.configure(text=words.BEGINS if waiting else words.broke_off(fault) if fault else words.NONE_SHOWN)
            return
        number = self.overview.match.id
        ours = progress.number == number
        self._say(progress if ours else None)
        if self.board is not None:
            self.board_wanted = self.board.wanted
            if self.desk.running is not None and self.plays:
                self.desk.running.watch(self.board.wanted)
            self.board.show(
                self.desk.running.glimpses
                if self.desk.running is not None and self.plays and self.board.wanted
                else {},
                progress.running if ours else 0,
            )
        attempts, now = progress.attempts if ours else 0, monotonic()
        if attempts != self.played and now > self.listed_at + EVERY and not self.games.searching:
            self.played, self.listed_at = attempts, now
            self.games.search(False)
        last = not self.plays
        goes_on = self.counted[1] and not last  # what is asked about its end takes long, and is no more so
        due = last or goes_on or now > self.counted_at + max(EVERY, LEISURE * self.taken)
        if (attempts, last) != self.counted and due and (goes_on or not self.desk.figures.waits("figures")):
            self._count(attempts, last, goes_on)

    def _count(self, attempts: int, last: bool, urgent: bool) -> None:
        assert self.overview is not None
        number = self.overview.match.id
        self.counted, self.counted_at = (attempts, last), monotonic()
        self.desk.figures.ask(
            "figures",
            Figures(str(self.desk.path), number, last),
            lambda answer: self._counted(number, last, answer),
            urgent,
        )

    def _counted(self, number: int, last: bool, answer: Answer) -> None:
        if not self.winfo_exists() or self.overview is None or number != self.overview.match.id:
            return
        if isinstance(answer, Refused):
            self.fault = answer.reason
        elif isinstance(answer, Told):
            self.fault = ""
            self.taken = self.taken if last else answer.seconds  # that of the end counts the strengths too
            self.summary = msgspec.structs.replace(answer.summary, bots=names(self.overview.match.plan.bots))
            for one in self.cards:
                one.show(self.summary)
            ranking = tuple(standing.bot for standing in answer.summary.standings)
            if ranking != self.games.ranking:
                self.games.ranking = ranking
                if self.games.chip == "upset":
                    self.games.search(False)

    def _say(self, progress: Progress | None) -> None:
        """The bar and the words beside it."""
        assert self.overview is not None
        done, games = self.overview.done, self.overview.games
        warning = bool(self.fault)
        if progress is None:
            early = self.overview.match.plan.sprt is not None and done < games
            state, left = words.ended("waiting" if not self.complete else "decided" if early else "complete", ""), ""
        else:
            done, games = progress.done or done, progress.games or games
            counts_down = self.plays and not (progress.paused or progress.finishing)
            left = (
                words.left(progress.left, self.overview.match.plan.sprt is not None)
                if progress.left is not None and counts_down
                else ""
            )
            state = words.running(progress.running)
            if progress.fault:
                state, warning = words.broke_off(progress.fault), True
            elif progress.outcome is not None:
                state = words.ended(progress.outcome.kind, progress.outcome.reason)
                warning = warning or progress.outcome.kind in ("halted", "full", "gone")
            elif progress.paused:
                state = words.paused(progress.running)
            elif progress.finishing:
                state = words.finishing(progress.running)
            elif progress.stage == "beginning":
                state = words.BEGINS
        self.bar.show(done / max(1, games))
        begins = self.desk.shown is None  # the figures belong to another match
        text = self.fault or (words.BEGINS if begins else words.progress(done, games, state, left))
        if text != self.standing.cget("text"):
            self.room = max(self.room, room_for(self.look, text))  # the bar would change its length with every word
            self.standing.configure(width=self.room)
            self.standing.configure(text=text, style="WindowWarning.TLabel" if warning else "WindowQuiet.TLabel")

"""The page with one match: its progress, results, a running game, and the list of games."""

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
from workbench.gui.matches.names import bot_names, title
from workbench.gui.matches.plot import PlotCard
from workbench.gui.matches.standings import MAX_ROWS, CrosstableCard, FiguresCard, ResultCard, StandingsCard
from workbench.gui.matches.styles import ProgressLine
from workbench.gui.widgets.data_table import LINE
from workbench.gui.widgets.tips import Tip
from workbench.matches.archive.description import limit_text, permissions_text
from workbench.matches.archive.overview import Overview
from workbench.matches.planning.plan import plan_block_size
from workbench.matches.reader import Answer, RequestFailed, Statistics, StatisticsRequest
from workbench.matches.workers.progress import Progress
from workbench.statistics.summary import Summary

CARDS = 216  # height of the cards above the games, in pixels at 100 %
CARD_HEAD = 90  # the part of CARDS above and below the rows of a table
FIGURES_INTERVAL = 8  # pause before the figures are computed again, as a multiple of their computing time
UPDATE_SECONDS = 1.0  # seconds between two updates while the match is running


class MatchView(ttk.Frame):
    """The page with the match that `desk.shown` selects. The window calls `tick` regularly."""

    def __init__(self, parent: tkinter.Misc, look: Look, desk: Matches) -> None:
        super().__init__(parent, style="Window.TFrame", padding=(look.px(24), look.px(10), look.px(24), look.px(16)))
        self.look, self.desk = look, desk
        self.overview: Overview | None = None
        self.summary: Summary | None = None
        self.cards: list[FiguresCard] = []
        self.board: BoardCard | None = None
        self.board_wanted = True
        self.asked_for: int | None = None  # number of the match being looked up
        self.listed_attempts = -1  # attempts included in the list of games
        self.counted_attempts = (-1, False)  # attempts included in the figures, and whether they are final
        self.listed_at = self.counted_at = 0.0  # times of the last requests
        self.figures_seconds = 0.0  # seconds that the last figures took
        self.fault = ""
        px = look.px
        head = ttk.Frame(self, style="Window.TFrame")
        head.pack(fill="x")
        self.name = ttk.Label(head, style="WindowName.TLabel")
        self.name.pack(side="left")
        self.facts = ttk.Label(head, style="WindowQuiet.TLabel")
        self.facts.pack(side="left", padx=(px(14), 0))
        Tip(look, self.facts, self._details)
        self.bar = ProgressLine(self, look)
        self.status = ttk.Label(self, style="WindowQuiet.TLabel")
        self.row = ttk.Frame(self, style="Window.TFrame", height=px(CARDS))
        self.row.grid_propagate(False)
        self.row.rowconfigure(0, weight=1)
        self.games = GamesCard(self, look, desk)
        self.none = ttk.Label(self, style="WindowQuiet.TLabel", text=words.NONE_SHOWN)
        self.none.place(relx=0.5, rely=0.45, anchor="center")

    # Selecting the match ----------------------------------------------------------------------------------------------

    def follow_desk(self) -> None:
        """Look up the match that the desk selects, if it has changed."""
        progress, number = self.desk.progress, self.desk.shown
        if self.desk.playing and number is None:
            number = self.desk.shown = progress.number
        if number is None or number == self.asked_for:
            return
        self.asked_for = number
        self.desk.slow_jobs.run(
            lambda: self.desk.read_overview(number),
            lambda overview: self._receive_match(number, overview),
            self._lookup_failed,
        )

    def reload(self, games: bool = False) -> None:
        """Read the match again, since another window may be playing it.

        Args:
            games: Whether to read its games and figures again too.
        """
        self.asked_for = None
        if games:
            self.listed_attempts, self.counted_attempts = -1, (-1, False)

    def _lookup_failed(self, error: ValueError) -> None:
        if self.winfo_exists():
            self.fault = str(error)

    def _receive_match(self, number: int, overview: Overview | None) -> None:
        if not self.winfo_exists() or number != self.asked_for or overview is None:
            return
        same = self.overview is not None and self.overview.match == overview.match
        self.overview, self.fault = overview, ""
        if same:
            return
        plan = overview.match.plan
        self.none.place_forget()
        self.name.configure(text=title(plan))
        self.facts.configure(
            text=words.facts(
                overview.match.id, limit_text(plan) if plan.limit or any(plan.limits) else words.OWN_LIMITS
            )
        )
        for child in self.row.winfo_children():
            child.destroy()
        self.cards, self.summary = [], None
        self.row.configure(height=self.look.px(max(CARDS, CARD_HEAD + LINE * min(len(plan.bots), MAX_ROWS))))
        seats = fastcore.start(plan.spec).seats
        two = len(plan.bots) == 2
        weights, wide = ((8, 9, 7), self.look.px(380)) if two else ((16, 12, 9), 0)
        for column, weight in enumerate(weights):
            self.row.columnconfigure(column, weight=weight, uniform="cards")
        own = plan.blocks * plan_block_size(plan, seats).games_per_bot
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
        self.bar.pack(fill="x", pady=(self.look.px(8), self.look.px(4)))
        self.status.pack(anchor="w", pady=(0, self.look.px(8)))
        self.row.pack(fill="x")
        self.games.frame.pack(fill="both", expand=True, pady=(self.look.px(12), 0))
        self.games.show(overview.match)
        self.listed_attempts, self.counted_attempts, self.counted_at = 0, (-1, False), 0.0
        for figures_card in self.cards:
            figures_card.show(None)
        self.tick()

    def _details(self) -> str:
        """Return the tip of the facts: the seed, and the permissions of programs."""
        if self.overview is None:
            return ""
        plan = self.overview.match.plan
        allowed = permissions_text(plan)
        return "\n".join([words.seed(plan.seed), *[words.permissions(allowed)] * bool(allowed)])

    @property
    def complete(self) -> bool:
        """Whether the shown match is complete or decided."""
        progress = self.desk.progress
        is_shown = self.overview is not None and progress.number == self.overview.match.id
        over = is_shown and progress.outcome is not None and progress.outcome.kind in ("complete", "decided")
        return over or (self.overview is not None and self.overview.complete)

    @property
    def is_running(self) -> bool:
        """Whether the shown match is running."""
        return self.desk.playing and self.overview is not None and self.desk.progress.number == self.overview.match.id

    def close_details(self) -> bool:
        """Show the result of two bots instead of its details. Return False if no details are shown."""
        details = [figures for figures in self.cards if isinstance(figures, ResultCard) and figures.detailed]
        for figures in details:
            figures.toggle()
        return bool(details)

    # Progress ---------------------------------------------------------------------------------------------------------

    def tick(self) -> None:
        """Show the latest progress."""
        self.follow_desk()
        progress = self.desk.progress
        if self.overview is None:
            waiting = self.desk.playing and progress.stage == "beginning"
            fault = progress.fault or self.fault
            self.none.configure(text=words.BEGINS if waiting else words.aborted(fault) if fault else words.NONE_SHOWN)
            return
        number = self.overview.match.id
        is_shown = progress.number == number
        self._show_progress(progress if is_shown else None)
        if self.board is not None:
            self.board_wanted = self.board.wanted
            if self.desk.running is not None and self.is_running:
                self.desk.running.watch(self.board.wanted)
            self.board.show(
                self.desk.running.positions
                if self.desk.running is not None and self.is_running and self.board.wanted
                else {},
                progress.running if is_shown else 0,
            )
        attempts, now = progress.attempts if is_shown else 0, monotonic()
        if attempts != self.listed_attempts and now > self.listed_at + UPDATE_SECONDS and not self.games.searching:
            self.listed_attempts, self.listed_at = attempts, now
            self.games.search(False)
        last = not self.is_running
        resumed = self.counted_attempts[1] and not last  # The final figures take long, and are outdated.
        due = last or resumed or now > self.counted_at + max(UPDATE_SECONDS, FIGURES_INTERVAL * self.figures_seconds)
        if (
            (attempts, last) != self.counted_attempts
            and due
            and (resumed or not self.desk.figures.is_pending("figures"))
        ):
            self._request_figures(attempts, last, resumed)

    def _request_figures(self, attempts: int, last: bool, urgent: bool) -> None:
        assert self.overview is not None
        number = self.overview.match.id
        self.counted_attempts, self.counted_at = (attempts, last), monotonic()
        self.desk.figures.ask(
            "figures",
            StatisticsRequest(str(self.desk.path), number, last),
            lambda answer: self._receive_figures(number, last, answer),
            urgent,
        )

    def _receive_figures(self, number: int, last: bool, answer: Answer) -> None:
        if not self.winfo_exists() or self.overview is None or number != self.overview.match.id:
            return
        if isinstance(answer, RequestFailed):
            self.fault = answer.reason
        elif isinstance(answer, Statistics):
            self.fault = ""
            # Final figures take longer, since they include the strengths.
            self.figures_seconds = self.figures_seconds if last else answer.seconds
            self.summary = msgspec.structs.replace(answer.summary, bots=bot_names(self.overview.match.plan))
            for figures_card in self.cards:
                figures_card.show(self.summary)
            ranking = tuple(standing.bot for standing in answer.summary.standings)
            if ranking != self.games.ranking:
                self.games.ranking = ranking
                if self.games.chip == "upset":
                    self.games.search(False)

    def _show_progress(self, progress: Progress | None) -> None:
        assert self.overview is not None
        done, games = self.overview.done, self.overview.games
        warning = bool(self.fault)
        if progress is None:
            early = self.overview.match.plan.sprt is not None and done < games
            state, remaining = (
                words.ended("waiting" if not self.complete else "decided" if early else "complete", ""),
                "",
            )
        else:
            done, games = progress.done or done, progress.games or games
            counts_down = self.is_running and not (progress.paused or progress.finishing)
            remaining = (
                words.time_left(progress.seconds_left, self.overview.match.plan.sprt is not None)
                if progress.seconds_left is not None and counts_down
                else ""
            )
            state = words.running(progress.running)
            if progress.fault:
                state, warning = words.aborted(progress.fault), True
            elif progress.outcome is not None:
                state = words.ended(progress.outcome.kind, progress.outcome.reason)
                warning = warning or progress.outcome.failed
            elif progress.paused:
                state = words.paused(progress.running)
            elif progress.finishing:
                state = words.finishing(progress.running)
            elif progress.stage == "beginning":
                state = words.BEGINS
            if self.is_running and self.desk.cluster is not None and (workers := self.desk.cluster.summary()):
                state = f"{state} · {workers}"
        self.bar.show(done / max(1, games))
        begins = self.desk.shown is None  # the numbers belong to another match
        text = self.fault or (words.BEGINS if begins else words.progress(done, games, state, remaining))
        if text != self.status.cget("text"):
            self.status.configure(text=text, style="WindowWarning.TLabel" if warning else "WindowQuiet.TLabel")

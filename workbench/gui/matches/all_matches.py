"""The list of all matches in the archive, with their progress."""

from __future__ import annotations

import tkinter
from time import monotonic
from tkinter import ttk

from workbench.gui.look.look import Look
from workbench.gui.look.styles import card
from workbench.gui.matches import figure_words, form_words, words
from workbench.gui.matches.desk import Matches
from workbench.gui.matches.names import bot_names, title
from workbench.gui.matches.styles import button
from workbench.gui.widgets.data_table import Column, LongTable, TableRow
from workbench.gui.widgets.tips import Tip
from workbench.matches.archive import description
from workbench.matches.archive.overview import Listing, Overview
from workbench.system.language.formats import format_count, format_stamp
from workbench.system.translation import tr

UPDATE_SECONDS = 0.5  # seconds between two updates of the running match's row


class AllMatches(ttk.Frame):
    """The page that lists all matches.

    A double click or Enter shows a match, and Continue resumes an unfinished one. The window calls `tick` regularly.
    """

    def __init__(self, parent: tkinter.Misc, look: Look, desk: Matches) -> None:
        super().__init__(parent, style="Window.TFrame", padding=(look.px(24), look.px(16)))
        self.look, self.desk = look, desk
        self.overviews: list[Overview] | None = None  # None: not read yet
        self.found: list[Overview] = []
        self.unreadable: dict[int, str] = {}
        self.last_tick = 0.0
        px = look.px
        frame = card(self, look, padding=(16, 12))
        frame.pack(fill="both", expand=True)
        head = ttk.Frame(frame, style="Inner.TFrame")
        head.pack(fill="x", pady=(0, px(6)))
        ttk.Label(head, text=words.PAGES["all"], style="CardHead.TLabel").pack(side="left")
        self.count = ttk.Label(head, style="CardQuiet.TLabel")
        self.count.pack(side="left", padx=(px(10), 0))
        self.filter = ttk.Entry(head, style="House.TEntry", width=24, font=look.fonts["text"])
        self.filter.pack(side="right")
        self.filter.bind("<KeyRelease>", lambda _: self._apply_filter())
        ttk.Label(head, text=words.FIND, style="CardSmall.TLabel").pack(side="right", padx=px(8))
        foot = ttk.Frame(frame, style="Inner.TFrame")
        foot.pack(side="bottom", fill="x", pady=(px(8), 0))
        self.show_button = button(foot, words.SHOW, self._show_chosen)
        self.show_button.pack(side="right")
        self.continue_button = button(foot, words.CONTINUE, self._continue_chosen)
        self.continue_button.pack(side="right", padx=px(8))
        self.why = ttk.Label(foot, style="CardSmall.TLabel", text=str(desk.path))
        self.why.pack(side="left")
        self.unread = ttk.Label(frame, style="CardSmall.TLabel")
        Tip(look, self.unread, self._unreadable_reasons)
        heads = words.ALL_HEADS
        columns = [
            Column(heads[0], 60), Column(heads[1], 190), Column(heads[2], 300, True), Column(heads[3], 140),
            Column(heads[4], 170, True), Column(heads[5], 120), Column(heads[6], 150),
        ]  # fmt: skip
        self.rows = LongTable(frame, look, columns, self._fetch, self._show, self._on_selection)
        self.rows.pack(fill="both", expand=True)
        self.empty = ttk.Label(frame, style="CardQuiet.TLabel", text=words.READING)
        self.empty.place(relx=0.5, rely=0.5, anchor="center")
        self._on_selection()

    def refresh(self) -> None:
        """Read the archive again."""
        self.desk.slow_jobs.run(self.desk.listed, self._receive, self._failed)

    def _receive(self, listing: Listing) -> None:
        if not self.winfo_exists():
            return
        self.overviews, self.unreadable = listing
        self._update_running()
        if self.unreadable:
            self.unread.configure(text=words.unreadable(list(self.unreadable)))
            self.unread.pack(side="bottom", anchor="w", pady=(self.look.px(8), 0), before=self.rows)
        else:
            self.unread.pack_forget()
        self._apply_filter()

    def tick(self) -> None:
        """Update the row of the running match."""
        now = monotonic()
        if now < self.last_tick + UPDATE_SECONDS:
            return
        self.last_tick = now
        overview = self._update_running()
        if overview is None:
            return
        place = next((n for n, listed in enumerate(self.found) if listed.match.id == overview.match.id), None)
        if place is not None:
            self.found[place], row = overview, TableRow(self._values(overview))
            if self.rows.known.get(place) != row:
                self.rows.receive(place, [row])
        elif self._fits(overview, self._terms):
            self._apply_filter()

    def _update_running(self) -> Overview | None:
        """Update the running match in the list and return it.

        Return None if no match is running or the list is not read yet.
        """
        progress = self.desk.progress
        if self.overviews is None or not self.desk.playing or progress.match is None:
            return None
        overview = Overview(progress.match, progress.done, progress.games, False)
        newer = sum(listed.match.id > overview.match.id for listed in self.overviews)
        exists = newer < len(self.overviews) and self.overviews[newer].match.id == overview.match.id
        self.overviews[newer : newer + exists] = [overview]
        return overview

    def _unreadable_reasons(self) -> str:
        lines = [
            description.unreadable_text(number, reason)
            for number, reason in list(self.unreadable.items())[: words.MAX_NAMED]
        ]
        return "\n".join(lines if len(lines) == len(self.unreadable) else [*lines, words.ALL_REASONS])

    def _failed(self, error: ValueError) -> None:
        if self.winfo_exists():
            self.why.configure(text=str(error), style="CardWarning.TLabel")
            self.empty.configure(text="")

    def _apply_filter(self) -> None:
        everything, terms = self.overviews or [], self._terms
        chosen_id = (
            self.found[self.rows.chosen].match.id
            if self.rows.chosen is not None and self.rows.chosen < len(self.found)
            else None
        )
        self.found = [overview for overview in everything if self._fits(overview, terms)]
        place = next(
            (n for n, overview in enumerate(self.found) if overview.match.id == chosen_id), 0 if self.found else None
        )
        self.rows.show(len(self.found), place)
        self.count.configure(text=str(len(self.found)) if self.found else "")
        if self.found:
            self.empty.place_forget()
        else:
            none = words.READING if self.overviews is None else words.NONE_READ if self.unreadable else words.NO_MATCHES
            self.empty.configure(text=words.NO_MATCH_FITS if everything else none)
            self.empty.place(relx=0.5, rely=0.5, anchor="center")

    @property
    def _terms(self) -> list[str]:
        return self.filter.get().casefold().split()

    def _fits(self, overview: Overview, terms: list[str]) -> bool:
        """Return whether the row of a match contains all terms."""
        line = " ".join(self._values(overview)).casefold() if terms else ""
        return all(word in line for word in terms)

    def _is_running(self, overview: Overview) -> bool:
        return self.desk.playing and self.desk.progress.number == overview.match.id

    def _values(self, overview: Overview) -> tuple[str, ...]:
        match = overview.match
        return (
            str(match.id), title(match.plan).partition(" · ")[0],
            description.plan_pairing(match.plan, bot_names(match.plan), " – "),
            tr("{trials} of {games}", trials=format_count(overview.done), games=format_count(overview.games)),
            figure_words.match_result(bot_names(match.plan), overview.scores),
            words.state(overview.done, overview.games, self._is_running(overview), overview.complete),
            format_stamp(match.begun, "  "),
        )  # fmt: skip

    def _fetch(self, first: int, count: int) -> None:
        self.rows.receive(first, [TableRow(self._values(overview)) for overview in self.found[first : first + count]])

    @property
    def chosen(self) -> Overview | None:
        """The selected match, or None."""
        number = self.rows.chosen
        return self.found[number] if number is not None and number < len(self.found) else None

    def _on_selection(self) -> None:
        overview = self.chosen
        self.show_button.configure(state="normal" if overview is not None else "disabled")
        self.continue_button.configure(
            state="normal" if overview is not None and not overview.complete and not self.desk.playing else "disabled"
        )
        reason = ""
        if overview is not None and self.continue_button.instate(["disabled"]):
            reason = (
                form_words.IS_PLAYED
                if self._is_running(overview)
                else words.ONE_RUNS
                if self.desk.playing
                else words.IS_OVER
            )
        self.why.configure(text=reason or str(self.desk.path))

    def _show_chosen(self) -> None:
        if self.rows.chosen is not None:
            self._show(self.rows.chosen)

    def _show(self, number: int) -> None:
        self.desk.show_page("watch", self.found[number].match.id)

    def _continue_chosen(self) -> None:
        if self.chosen is not None:
            self.desk.continue_match(self.chosen.match.id)

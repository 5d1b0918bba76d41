"""All matches of the archive in a list: what each was, how far it is, and when it was begun."""

from __future__ import annotations

import tkinter
from time import monotonic
from tkinter import ttk

from workbench.gui.look.look import Look
from workbench.gui.look.styles import card
from workbench.gui.matches import form_words, words
from workbench.gui.matches.desk import Matches
from workbench.gui.matches.names import names, title
from workbench.gui.matches.styles import button
from workbench.gui.widgets.data_table import Column, LongTable, TableRow
from workbench.gui.widgets.tips import Tip
from workbench.matches.archive import description
from workbench.matches.archive.overview import Listing, Overview

EVERY = 0.5  # seconds between two looks at the match that is played


class AllMatches(ttk.Frame):
    """A double click or Enter shows a match; Continue goes on with one that is not finished. `tick` is called often."""

    def __init__(self, parent: tkinter.Misc, look: Look, desk: Matches) -> None:
        super().__init__(parent, style="Window.TFrame", padding=(look.px(24), look.px(16)))
        self.look, self.desk = look, desk
        self.everything: list[Overview] | None = None  # not read yet
        self.found: list[Overview] = []
        self.unreadable: dict[int, str] = {}
        self.ticked = 0.0
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
        self.filter.bind("<KeyRelease>", lambda _: self._list())
        ttk.Label(head, text=words.FIND, style="CardSmall.TLabel").pack(side="right", padx=px(8))
        foot = ttk.Frame(frame, style="Inner.TFrame")
        foot.pack(side="bottom", fill="x", pady=(px(8), 0))
        self.show_button = button(foot, words.SHOW, self._show_chosen)
        self.show_button.pack(side="right")
        self.continue_button = button(foot, words.CONTINUE, self._go_on)
        self.continue_button.pack(side="right", padx=px(8))
        self.why = ttk.Label(foot, style="CardSmall.TLabel", text=str(desk.path))
        self.why.pack(side="left")
        self.unread = ttk.Label(frame, style="CardSmall.TLabel")
        Tip(look, self.unread, self._reasons)
        heads = words.ALL_HEADS
        columns = [
            Column(heads[0], 60), Column(heads[1], 190), Column(heads[2], 330, True), Column(heads[3], 140),
            Column(heads[4], 120), Column(heads[5], 150),
        ]  # fmt: skip
        self.rows = LongTable(frame, look, columns, self._fetch, self._show, self._chose)
        self.rows.pack(fill="both", expand=True)
        self.empty = ttk.Label(frame, style="CardQuiet.TLabel", text=words.READING)
        self.empty.place(relx=0.5, rely=0.5, anchor="center")
        self._chose()

    def refresh(self) -> None:
        """Read the archive anew."""
        self.desk.listing.run(self.desk.listed, self._take, self._failed)

    def _take(self, found: Listing) -> None:
        if not self.winfo_exists():
            return
        self.everything, self.unreadable = found
        self._follow()
        if self.unreadable:
            self.unread.configure(text=words.unreadable(list(self.unreadable)))
            self.unread.pack(side="bottom", anchor="w", pady=(self.look.px(8), 0), before=self.rows)
        else:
            self.unread.pack_forget()
        self._list()

    def tick(self) -> None:
        """Let the match that is played have its line, and in it what has come since."""
        now = monotonic()
        if now < self.ticked + EVERY:
            return
        self.ticked = now
        one = self._follow()
        if one is None:
            return
        place = next((n for n, other in enumerate(self.found) if other.match.id == one.match.id), None)
        if place is not None:
            self.found[place], row = one, TableRow(self._values(one))
            if self.rows.known.get(place) != row:
                self.rows.take(place, [row])
        elif self._fits(one, self._wanted):
            self._list()

    def _follow(self) -> Overview | None:
        """Return the running match as it is now, and its row in the list; None if no match runs or there is no list
        yet."""
        progress = self.desk.progress
        if self.everything is None or not self.desk.playing or progress.match is None:
            return None
        one = Overview(progress.match, progress.done, progress.games, False)
        newer = sum(other.match.id > one.match.id for other in self.everything)
        there = newer < len(self.everything) and self.everything[newer].match.id == one.match.id
        self.everything[newer : newer + there] = [one]
        return one

    def _reasons(self) -> str:
        """Why matches cannot be read."""
        told = [
            description.unreadable(number, why) for number, why in list(self.unreadable.items())[: words.MOST_NAMED]
        ]
        return "\n".join(told if len(told) == len(self.unreadable) else [*told, words.ALL_REASONS])

    def _failed(self, error: ValueError) -> None:
        if self.winfo_exists():
            self.why.configure(text=str(error), style="CardWarning.TLabel")
            self.empty.configure(text="")

    def _list(self) -> None:
        everything, wanted = self.everything or [], self._wanted
        kept = (
            self.found[self.rows.chosen].match.id
            if self.rows.chosen is not None and self.rows.chosen < len(self.found)
            else None
        )
        self.found = [one for one in everything if self._fits(one, wanted)]
        place = next((n for n, one in enumerate(self.found) if one.match.id == kept), 0 if self.found else None)
        self.rows.show(len(self.found), place)
        self.count.configure(text=str(len(self.found)) if self.found else "")
        if self.found:
            self.empty.place_forget()
        else:
            none = (
                words.READING if self.everything is None else words.NONE_READ if self.unreadable else words.NO_MATCHES
            )
            self.empty.configure(text=words.NO_MATCH_FITS if everything else none)
            self.empty.place(relx=0.5, rely=0.5, anchor="center")

    @property
    def _wanted(self) -> list[str]:
        return self.filter.get().casefold().split()

    def _fits(self, one: Overview, wanted: list[str]) -> bool:
        """Whether all of these words are in its line."""
        line = " ".join(self._values(one)).casefold() if wanted else ""
        return all(word in line for word in wanted)

    def _plays(self, one: Overview) -> bool:
        return self.desk.playing and self.desk.progress.number == one.match.id

    def _values(self, one: Overview) -> tuple[str, ...]:
        match = one.match
        return (
            str(match.id), title(match.plan).partition(" · ")[0],
            description.meeting(names(match.plan.bots), match.plan.kind, " – "), f"{one.done:,} of {one.games:,}",
            words.state(one.done, one.games, self._plays(one), one.complete), match.begun[:16].replace("T", "  "),
        )  # fmt: skip

    def _fetch(self, first: int, count: int) -> None:
        self.rows.take(first, [TableRow(self._values(one)) for one in self.found[first : first + count]])

    @property
    def chosen(self) -> Overview | None:
        number = self.rows.chosen
        return self.found[number] if number is not None and number < len(self.found) else None

    def _chose(self) -> None:
        one = self.chosen
        self.show_button.configure(state="normal" if one is not None else "disabled")
        self.continue_button.configure(
            state="normal" if one is not None and not one.complete and not self.desk.playing else "disabled"
        )
        reason = ""
        if one is not None and self.continue_button.instate(["disabled"]):
            reason = (
                form_words.IS_PLAYED if self._plays(one) else words.ONE_RUNS if self.desk.playing else words.IS_OVER
            )
        self.why.configure(text=reason or str(self.desk.path))

    def _show_chosen(self) -> None:
        if self.rows.chosen is not None:
            self._show(self.rows.chosen)

    def _show(self, number: int) -> None:
        self.desk.show("watch", self.found[number].match.id)

    def _go_on(self) -> None:
        if self.chosen is not None:
            self.desk.go_on(self.chosen.match.id)

"""All matches of the archive in a list: what each was, how far it is, and when it was begun."""

from __future__ import annotations

import tkinter
from tkinter import ttk
from typing import TYPE_CHECKING

from workbench.gui import words_match as words
from workbench.gui.bubble import Tip
from workbench.gui.look import Look
from workbench.gui.match_names import names
from workbench.gui.match_styles import button
from workbench.gui.match_table import Column, Row, Rows
from workbench.gui.styles import card
from workbench.matches import describing
from workbench.matches.overview import Listing, Overview

if TYPE_CHECKING:
    from workbench.gui.match_desk import Matches

WAIT_MS = 120


class AllMatches(ttk.Frame):
    """A double click or Enter shows a match; Continue goes on with one that is not finished."""

    def __init__(self, parent: tkinter.Misc, look: Look, desk: Matches) -> None:
        super().__init__(parent, style="Window.TFrame", padding=(look.px(24), look.px(16)))
        self.look, self.desk = look, desk
        self.everything: list[Overview] = []
        self.found: list[Overview] = []
        self.unreadable: dict[int, str] = {}
        self.timer = ""
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
            Column(heads[0], 60), Column(heads[1], 190), Column(heads[2], 330, True), Column(heads[3], 140), Column(heads[4], 120), Column(heads[5], 150),
        ]  # fmt: skip
        self.rows = Rows(frame, look, columns, self._fetch, self._show, self._chose)
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
        if self.unreadable:
            self.unread.configure(text=words.unreadable(list(self.unreadable)))
            self.unread.pack(side="bottom", anchor="w", pady=(self.look.px(8), 0), before=self.rows)
        else:
            self.unread.pack_forget()
        self._list()

    def _reasons(self) -> str:
        """Why matches cannot be read."""
        told = [describing.unreadable(number, why) for number, why in list(self.unreadable.items())[: words.MOST_NAMED]]
        return "\n".join(told if len(told) == len(self.unreadable) else [*told, words.ALL_REASONS])

    def _failed(self, error: ValueError) -> None:
        if self.winfo_exists():
            self.why.configure(text=str(error), style="CardWarning.TLabel")
            self.empty.configure(text="")

    def _list(self) -> None:
        wanted = self.filter.get().casefold().split()
        kept = self.found[self.rows.chosen].match.id if self.rows.chosen is not None and self.rows.chosen < len(self.found) else None
        self.found = [one for one in self.everything if all(word in " ".join(self._values(one)).casefold() for word in wanted)]
        place = next((n for n, one in enumerate(self.found) if one.match.id == kept), 0 if self.found else None)
        self.rows.show(len(self.found), place)
        self.count.configure(text=str(len(self.found)) if self.found else "")
        if self.found:
            self.empty.place_forget()
        else:
            self.empty.configure(text=words.NO_MATCH_FITS if self.everything else words.NONE_READ if self.unreadable else words.NO_MATCHES)
            self.empty.place(relx=0.5, rely=0.5, anchor="center")

    def _values(self, one: Overview) -> tuple[str, ...]:
        match = one.match
        plays = self.desk.playing and self.desk.progress.number == match.id
        done = self.desk.progress.done or one.done if plays else one.done
        return (
            str(match.id), self.desk.title(match.plan).partition(" · ")[0], " – ".join(names(match.plan.bots)), f"{done:,} of {one.games:,}",
            words.state(done, one.games, plays, one.complete), match.begun[:16].replace("T", "  "),
        )  # fmt: skip

    def _fetch(self, first: int, count: int) -> None:
        self.rows.take(first, [Row(self._values(one)) for one in self.found[first : first + count]])

    @property
    def chosen(self) -> Overview | None:
        number = self.rows.chosen
        return self.found[number] if number is not None and number < len(self.found) else None

    def _chose(self) -> None:
        one = self.chosen
        self.show_button.configure(state="normal" if one is not None else "disabled")
        self.continue_button.configure(state="normal" if one is not None and not one.complete and not self.desk.playing else "disabled")
        reason = "" if one is None or not self.continue_button.instate(["disabled"]) else words.ONE_RUNS if self.desk.playing else words.IS_OVER
        self.why.configure(text=reason or str(self.desk.path))

    def _show_chosen(self) -> None:
        if self.rows.chosen is not None:
            self._show(self.rows.chosen)

    def _show(self, number: int) -> None:
        self.desk.show("watch", self.found[number].match.id)

    def _go_on(self) -> None:
        if self.chosen is not None:
            self.desk.go_on(self.chosen.match.id)

"""A game of the match while it is played, on a small board: any of those that run, or none."""

from __future__ import annotations

import tkinter
from collections.abc import Mapping
from functools import partial
from tkinter import ttk

import fastcore
from workbench import boards
from workbench.gui.board.painted_board import PaintedBoard
from workbench.gui.look.look import Look
from workbench.gui.look.styles import card
from workbench.gui.matches import words
from workbench.gui.matches.names import names
from workbench.gui.widgets.forms import dropdown
from workbench.gui.widgets.texts import card_text
from workbench.gui.widgets.tips import Tip
from workbench.matches.planning.plan import Plan, Schedule
from workbench.matches.planning.task import Glimpse

ROOM = 4  # around the board at 100 %
BESIDE = 108  # the width of the words beside it


class BoardCard:
    """The card. `wanted` says whether anything is to be shown."""

    def __init__(self, parent: tkinter.Misc, look: Look, plan: Plan, wanted: bool) -> None:
        self.look, self.plan, self.schedule = look, plan, Schedule(plan)
        self.names = names(plan.bots)
        self.number: int | None = None  # of the game that is shown
        self.shown: Glimpse | None = None
        px = look.px
        self.frame = card(parent, look, padding=(16, 12))
        head = ttk.Frame(self.frame, style="Inner.TFrame")
        head.pack(fill="x")
        self.name = ttk.Label(head, text=words.RUNNING, style="CardHead.TLabel")
        self.name.pack(side="left")
        self.choice = dropdown(head, look, (words.NEWEST, words.NO_BOARD_WANTED), 14)
        self.choice.set(words.NEWEST if wanted else words.NO_BOARD_WANTED)
        self.choice.pack(side="right")
        middle = ttk.Frame(self.frame, style="Inner.TFrame")
        middle.pack(fill="both", expand=True, pady=(px(6), 0))
        game = plan.spec.partition("(")[0]
        drawn = boards.find(game)
        self.board = PaintedBoard(middle, look, drawn, ROOM, "card") if drawn is not None else None
        self.text: tkinter.Text | None = None
        if self.board is None:
            self.text = card_text(middle, look, "small", "char", width=10, height=4, takefocus=0)
        self.place: tkinter.Widget = self.board if self.board is not None else self.text  # type: ignore[assignment]
        self.place.configure(width=px(60), height=px(60)) if self.board is not None else None  # type: ignore[call-arg]
        beside = ttk.Frame(middle, style="Inner.TFrame", width=px(BESIDE))
        beside.pack(side="right", fill="y", padx=(px(10), 0))
        beside.pack_propagate(False)
        self.place.pack(side="left", fill="both", expand=True)
        self.seats: list[tuple[ttk.Label, ttk.Label]] = []
        for seat in range(len(self.schedule.slot(0).seats)):
            pair = ttk.Label(beside, style="CardStrong.TLabel"), ttk.Label(beside, style="CardSmall.TLabel")
            pair[0].pack(anchor="w")
            pair[1].pack(anchor="w", pady=(0, px(4 if len(self.schedule.slot(0).seats) < 3 else 1)))
            Tip(look, pair[0], partial(self._called, seat))
            self.seats.append(pair)
        self.turn = ttk.Label(beside, style="CardQuiet.TLabel")
        self.turn.pack(anchor="w")
        self.none = ttk.Label(middle, style="CardQuiet.TLabel", text=words.NONE_RUNS)
        self.hidden = False
        self.offered: tuple[int, ...] = ()

    @property
    def wanted(self) -> bool:
        return bool(self.choice.get() != words.NO_BOARD_WANTED)

    def _called(self, seat: int) -> str:
        """Who sits there in the game that is shown, in full: there is seldom room for it."""
        return self.names[self.schedule.slot(self.number).seats[seat]] if self.number is not None else ""

    def show(self, glimpses: Mapping[int, Glimpse], running: int = 0) -> None:
        """Show where the chosen game stands by now; so many are running, also those that have told nothing yet."""
        offered = tuple(sorted(glimpses))
        if offered != self.offered:
            self.offered = offered
            self.choice.configure(
                values=(words.NEWEST, *(words.running_game(number + 1) for number in offered), words.NO_BOARD_WANTED)
            )
        number = next((n for n in offered if words.running_game(n + 1) == self.choice.get()), None)
        if number is None and self.choice.get() not in (words.NEWEST, words.NO_BOARD_WANTED):
            self.choice.set(words.NEWEST)  # that game is over
        if number is None and self.wanted:
            number = self.number if self.number in glimpses else next(iter(offered), None)
        glimpse = glimpses.get(number) if number is not None else None
        if glimpse is None:
            self._nothing(words.BOARD_OFF if not self.wanted else words.NOT_SEEN_YET if running else words.NONE_RUNS)
        elif glimpse != self.shown:
            self._show(glimpse)

    def _nothing(self, why: str) -> None:
        if self.shown is None and self.hidden and self.none.cget("text") == why:
            return
        self.shown, self.hidden, self.number = None, True, None
        self.name.configure(text=words.RUNNING)
        for name, detail in self.seats:
            name.configure(text="")
            detail.configure(text="")
        self.turn.configure(text="")
        self.place.pack_forget()
        self.none.configure(text=why)
        self.none.place(relx=0.5, rely=0.45, anchor="center")

    def _show(self, glimpse: Glimpse) -> None:
        self.shown, self.number = glimpse, glimpse.number
        state = fastcore.parse(f"{self.plan.spec} {glimpse.position}")
        if self.hidden:
            self.hidden = False
            self.none.place_forget()
            self.place.pack(side="left", fill="both", expand=True)
        self.name.configure(text=words.running_game(glimpse.number + 1))
        if self.board is not None:
            self.board.position(state.fields)
        elif self.text is not None:
            self.text.delete("1.0", "end")
            self.text.insert("1.0", boards.text_board(state.viewpoint(None)))
        points = state.points()
        slot = self.schedule.slot(glimpse.number)
        for seat, (name, detail) in enumerate(self.seats):
            side = boards.side(state.info, seat)
            name.configure(text=self.look.shorten(self.names[slot.seats[seat]], "strong text", self.look.px(BESIDE)))
            detail.configure(text=f"{side} · {points[seat]}" if seat < len(points) else side)
        self.turn.configure(text=boards.stands(state.info, state.fields, glimpse.turn))

"""A small board that shows a running game of the match."""

from __future__ import annotations

import tkinter
from collections.abc import Mapping
from functools import partial
from tkinter import ttk

import fastcore
from workbench import boards
from workbench.boards.kit.turning import Turn
from workbench.gui.board.painted_board import PaintedBoard
from workbench.gui.look.look import Look
from workbench.gui.look.styles import card
from workbench.gui.matches import words
from workbench.gui.matches.names import bot_names
from workbench.gui.widgets.forms import dropdown
from workbench.gui.widgets.texts import card_text
from workbench.gui.widgets.tips import Tip
from workbench.matches.planning.plan import Plan, Schedule
from workbench.matches.planning.task import PositionUpdate

MARGIN = 4  # margin around the board, in pixels at 100 %
SIDE_WIDTH = 108  # width of the text beside the board, in pixels at 100 %


class BoardCard:
    """The card with the board of a running game. Created by `MatchView` for each match that it shows.

    Args:
        parent: The widget that contains the card.
        look: Scale and colours.
        plan: The match.
        wanted: Whether the board is switched on initially.
    """

    def __init__(self, parent: tkinter.Misc, look: Look, plan: Plan, wanted: bool) -> None:
        self.look, self.plan, self.schedule = look, plan, Schedule(plan)
        self.names = bot_names(plan)
        self.number: int | None = None  # number of the shown game
        self.shown: PositionUpdate | None = None
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
        self.board = PaintedBoard(middle, look, drawn, MARGIN, "card") if drawn is not None else None
        if self.board is not None:
            self.board.set_orientation(Turn(), False)  # the board is too small for the names of its cells
        self.text: tkinter.Text | None = None
        if self.board is None:
            self.text = card_text(middle, look, "small", "char", width=10, height=4, takefocus=0)
        self.place: tkinter.Widget = self.board if self.board is not None else self.text  # type: ignore[assignment]
        self.place.configure(width=px(60), height=px(60)) if self.board is not None else None  # type: ignore[call-arg]
        beside = ttk.Frame(middle, style="Inner.TFrame", width=px(SIDE_WIDTH))
        beside.pack(side="right", fill="y", padx=(px(10), 0))
        beside.pack_propagate(False)
        self.place.pack(side="left", fill="both", expand=True)
        self.seats: list[tuple[ttk.Label, ttk.Label]] = []
        for seat in range(len(self.schedule.slot(0).seats)):
            pair = ttk.Label(beside, style="CardStrong.TLabel"), ttk.Label(beside, style="CardSmall.TLabel")
            pair[0].pack(fill="x")
            pair[1].pack(fill="x", pady=(0, px(4 if len(self.schedule.slot(0).seats) < 3 else 1)))
            Tip(look, pair[0], partial(self._bot_name, seat))
            self.seats.append(pair)
        self.turn = ttk.Label(beside, style="CardQuiet.TLabel")
        self.turn.pack(fill="x")
        self.none = ttk.Label(middle, style="CardQuiet.TLabel", text=words.NONE_RUNS)
        self.hidden = False
        self.offered: tuple[int, ...] = ()

    @property
    def wanted(self) -> bool:
        """Whether the board is switched on."""
        return bool(self.choice.get() != words.NO_BOARD_WANTED)

    def _bot_name(self, seat: int) -> str:
        """Return the full name of the bot on a seat of the shown game, for the tip of its shortened label."""
        return self.names[self.schedule.slot(self.number).seats[seat]] if self.number is not None else ""

    def show(self, glimpses: Mapping[int, PositionUpdate], running: int = 0) -> None:
        """Show the selected game, or the reason there is nothing to show.

        Args:
            glimpses: The latest positions by game number.
            running: How many games are running, including those without a position yet.
        """
        offered = tuple(sorted(glimpses))
        if offered != self.offered:
            self.offered = offered
            self.choice.configure(
                values=(words.NEWEST, *(words.running_game(number + 1) for number in offered), words.NO_BOARD_WANTED)
            )
        number = next((n for n in offered if words.running_game(n + 1) == self.choice.get()), None)
        if number is None and self.choice.get() not in (words.NEWEST, words.NO_BOARD_WANTED):
            self.choice.set(words.NEWEST)  # the selected game has ended
        if number is None and self.wanted:
            number = self.number if self.number in glimpses else next(iter(offered), None)
        glimpse = glimpses.get(number) if number is not None else None
        if glimpse is None:
            self._show_reason(
                words.BOARD_OFF if not self.wanted else words.NOT_SEEN_YET if running else words.NONE_RUNS
            )
        elif glimpse != self.shown:
            self._show_glimpse(glimpse)

    def _show_reason(self, reason: str) -> None:
        if self.shown is None and self.hidden and self.none.cget("text") == reason:
            return
        self.shown, self.hidden, self.number = None, True, None
        self.name.configure(text=words.RUNNING)
        for name, detail in self.seats:
            name.configure(text="")
            detail.configure(text="")
        self.turn.configure(text="")
        self.place.pack_forget()
        self.none.configure(text=reason)
        self.none.place(relx=0.5, rely=0.45, anchor="center")

    def _show_glimpse(self, glimpse: PositionUpdate) -> None:
        self.shown, self.number = glimpse, glimpse.number
        state = fastcore.parse(f"{self.plan.spec} {glimpse.position}")
        if self.hidden:
            self.hidden = False
            self.none.place_forget()
            self.place.pack(side="left", fill="both", expand=True)
        self.name.configure(text=words.running_game(glimpse.number + 1))
        if self.board is not None:
            self.board.set_position(state.fields)
        elif self.text is not None:
            self.text.delete("1.0", "end")
            self.text.insert("1.0", boards.text_board(state.viewpoint(None)))
        points = state.points()
        slot = self.schedule.slot(glimpse.number)
        for seat, (name, detail) in enumerate(self.seats):
            side = boards.seat_name(state.info, seat)
            name.configure(
                text=self.look.shorten(self.names[slot.seats[seat]], "strong text", self.look.px(SIDE_WIDTH))
            )
            detail.configure(text=f"{side} · {points[seat]}" if seat < len(points) else side)
        self.turn.configure(text=boards.turn_text(state.info, state.fields, glimpse.turn))

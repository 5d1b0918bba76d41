"""The moves of a game as a table, a row for each round of turns and a column for each seat, and a line of what a bot saw."""

from __future__ import annotations

import tkinter
from collections.abc import Sequence
from tkinter import ttk
from typing import NamedTuple, Protocol

from workbench.gui import words
from workbench.gui.look import Look
from workbench.gui.styles import card

FIRST = 52  # the width of the column of turns at 100 %
ROOMY = 150  # the height from which on there is room for the note


class Made(Protocol):
    """What the table needs of a step."""

    @property
    def actor(self) -> int: ...
    @property
    def move(self) -> str: ...
    @property
    def turn(self) -> int: ...


class Row(NamedTuple):
    """One round: the turns in it, and the moves of each seat's turn."""

    turns: str
    cells: tuple[str, ...]


def rows(steps: Sequence[Made], seats: int) -> list[Row]:
    """Steps grouped by turn and seat, turns by round. What chance does belongs to whoever decides next in its turn, or
    to the seat after the last. Several seats may decide in one turn: then it is one row."""
    parts: list[tuple[int, int, list[str]]] = []
    drawn = False  # whether the last part holds nothing but chance so far
    for step in steps:
        if not parts or parts[-1][0] != step.turn:
            after = (parts[-1][1] + 1) % seats if parts else 0
            parts.append((step.turn, after, []))
            drawn = True
        number, seat, moves = parts[-1]
        if step.actor < 0 or drawn or step.actor == seat:
            parts[-1] = (number, step.actor if step.actor >= 0 else seat, [*moves, step.move])
        else:
            parts.append((number, step.actor, [step.move]))
        drawn = drawn and step.actor < 0
    rounds: list[tuple[list[int], list[list[str]]]] = []
    last = seats
    for number, seat, moves in parts:
        same_turn = bool(rounds) and rounds[-1][0][-1] == number
        if seat <= last and not same_turn:
            rounds.append(([], [[] for _ in range(seats)]))
        if not same_turn:
            rounds[-1][0].append(number)
        rounds[-1][1][seat] += moves
        last = seat
    return [Row(_span(numbers), tuple(" ".join(cell) for cell in cells)) for numbers, cells in rounds]


def _span(numbers: list[int]) -> str:
    return str(numbers[0]) if len(numbers) == 1 else f"{numbers[0]}–{numbers[-1]}"


class MovesCard:
    """The table scrolls and follows the game. Only rows that changed are written anew."""

    def __init__(self, parent: tkinter.Misc, look: Look, sides: Sequence[str]) -> None:
        self.look, self.sides = look, sides
        palette, px = look.palette, look.px
        self.frame = card(parent, look, padding=(16, 12))
        self.frame.columnconfigure(0, weight=1)
        self.frame.rowconfigure(2, weight=1)
        ttk.Label(self.frame, text=words.MOVES, style="CardHead.TLabel").grid(row=0, column=0, sticky="w")
        self.head = tkinter.Canvas(self.frame, background=palette["card"], highlightthickness=0, height=px(26))
        self.head.grid(row=1, column=0, columnspan=2, sticky="ew")
        self.canvas = tkinter.Canvas(
            self.frame,
            background=palette["card"],
            highlightthickness=0,
            width=1,
            height=px(60),
            takefocus=0,
        )
        self.canvas.grid(row=2, column=0, sticky="nsew")
        self.bar = ttk.Scrollbar(
            self.frame, style="House.Vertical.TScrollbar", orient="vertical", command=self.canvas.yview
        )
        self.canvas.configure(yscrollcommand=self._scrolled)
        self.note = ttk.Label(self.frame, style="CardSmall.TLabel")
        self.note.grid(row=3, column=0, columnspan=2, sticky="ew")
        self.note.grid_remove()
        self.written: list[Row] = []
        self.tops: list[int] = []  # where each row begins
        self.end = 0
        self.canvas.bind("<Configure>", lambda _: self._again())
        self.frame.bind("<Configure>", lambda _: self._make_room())
        self.note.bind("<Configure>", lambda event: self.note.configure(wraplength=max(50, event.width)))
        for sequence, step in (("<Button-4>", -1), ("<Button-5>", 1)):
            self.canvas.bind(sequence, lambda _, step=step: self.canvas.yview_scroll(step, "units"))  # type: ignore[misc]
        self.canvas.bind("<MouseWheel>", lambda event: self.canvas.yview_scroll(-1 if event.delta > 0 else 1, "units"))

    def show(self, steps: Sequence[Made], note: str) -> None:
        self.show_note(note)
        self._write(rows(steps, len(self.sides)))

    def show_note(self, note: str) -> None:
        if note != self.note.cget("text"):
            self.note.configure(text=note)
            self._make_room()

    def _make_room(self) -> None:
        """Show the note where some rows of moves are left beside it."""
        if self.note.cget("text") and self.frame.winfo_height() >= self.look.px(ROOMY):
            self.note.grid(pady=(self.look.px(6), 0))
        else:
            self.note.grid_remove()

    def _columns(self) -> list[int]:
        """Where the columns begin, and where the last ends."""
        first, width = self.look.px(FIRST), self.canvas.winfo_width()
        each = (width - first) / len(self.sides)
        return [first + round(each * number) for number in range(len(self.sides))] + [width]

    def _write(self, table: list[Row]) -> None:
        same = 0
        while same < min(len(table), len(self.written)) and table[same] == self.written[same]:
            same += 1
        if same == len(table) == len(self.written) and (table or self.canvas.find_withtag("empty")):
            return
        self.canvas.delete("empty")
        for number in range(same, len(self.written)):
            self.canvas.delete(f"row{number}")
        self.end = self.tops[same] if same < len(self.tops) else self.end
        del self.tops[same:]
        for number in range(same, len(table)):
            self._row(number, table[number])
        self.written = table
        if not table:
            text = self.canvas.create_text(
                0, self.look.px(6), anchor="nw", text=words.NO_MOVES, fill=self.look.palette["quiet"], tags="empty"
            )
            self.canvas.itemconfigure(text, font=self.look.fonts["small"], width=self.canvas.winfo_width())
        self._follow()

    def _follow(self) -> None:
        """Show the last rows, a whole one on top."""
        height = self.canvas.winfo_height()
        top = next((top for top in self.tops if top >= self.end - height), self.tops[-1]) if self.tops else 0
        last = max(self.end, top + height, 1)
        self.canvas.configure(scrollregion=(0, 0, 1, last))
        self.canvas.yview_moveto(top / last)

    def _row(self, number: int, row: Row) -> None:
        look, columns = self.look, self._columns()
        self.tops.append(self.end)
        top, lowest = self.end + look.px(4), 0
        texts = [(0, look.px(FIRST), row.turns, "quiet")]
        texts += [
            (x, columns[seat + 1] - x - look.px(10), row.cells[seat], "text") for seat, x in enumerate(columns[:-1])
        ]
        for x, width, text, colour in texts:
            item = self.canvas.create_text(
                x, top, anchor="nw", text=text, width=max(width, 20), font=look.fonts["small"], fill=look.palette[colour],
                tags=f"row{number}",
            )  # fmt: skip
            lowest = max(lowest, self.canvas.bbox(item)[3] if text else 0)
        self.end = max(lowest, top + look.px(14)) + look.px(3)

    def _again(self) -> None:
        """Write everything anew, as after a change of the width."""
        table, self.written, self.tops, self.end = self.written, [], [], 0
        self.canvas.delete("all")
        self.head.delete("all")
        look = self.look
        y, bottom = look.px(11), look.px(24)
        heads = [(0, words.TURN, "strong small"), *zip(self._columns(), self.sides, ["small"] * len(self.sides))]  # noqa: B905
        for x, text, font in heads:
            self.head.create_text(x, y, anchor="w", text=text, font=look.fonts[font], fill=look.palette["quiet"])
        self.head.create_rectangle(0, bottom, 9999, bottom, width=0, fill=look.palette["line"])
        self.head.create_line(0, bottom, 9999, bottom, fill=look.palette["line"])
        self._write(table)

    def _scrolled(self, first: float | str, last: float | str) -> None:
        """Show the bar only where there is something to scroll."""
        self.bar.set(first, last)
        if float(first) <= 0 and float(last) >= 1:
            self.bar.grid_remove()
        else:
            self.bar.grid(row=2, column=1, sticky="ns")

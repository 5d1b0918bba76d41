"""The column beside the board of a puzzle: the set, the players, the task with its feedback, and the buttons."""

from __future__ import annotations

import tkinter
from collections.abc import Callable, Sequence
from tkinter import ttk
from typing import NamedTuple

from fastcore import GameInfo
from workbench import boards
from workbench.boards.kit.contract import Board
from workbench.boards.kit.elements import Fields
from workbench.gui.look.look import Look
from workbench.gui.look.styles import card
from workbench.gui.practice import words
from workbench.gui.widgets.keys import on_enter
from workbench.gui.widgets.rich_text import RichText
from workbench.gui.widgets.tips import Tip

PIECE = 22  # side of a player's piece in pixels at 100 %
LEAST_TEXT = 96  # minimum height of the feedback in pixels at 100 %


class HeadCard:
    """The card with the name of the set, the person's figures, and the buttons for sets and statistics.

    Args:
        parent: The column.
        look: Scale and colours.
        width: The width in pixels.
        show_sets: Opens the list of sets.
        show_statistics: Opens the statistics.
    """

    def __init__(
        self, parent: tkinter.Misc, look: Look, width: int, show_sets: Callable[[], None],
        show_statistics: Callable[[], None],
    ) -> None:  # fmt: skip
        self.look = look
        px = look.px
        self.frame = card(parent, look, padding=(16, 7))
        self.frame.columnconfigure(0, weight=1)
        self.name = ttk.Label(self.frame, style="CardStrong.TLabel")
        self.name.grid(row=0, column=0, sticky="w")
        self.figures = ttk.Label(self.frame, style="CardSmall.TLabel")
        self.figures.grid(row=1, column=0, columnspan=3, sticky="w", pady=(px(3), 0))
        self.sets_button = ttk.Button(self.frame, text=words.SETS_SHORT, style="House.TButton", command=show_sets)
        self.statistics_button = ttk.Button(
            self.frame, text=words.STATISTICS, style="House.TButton", command=show_statistics
        )
        Tip(look, self.sets_button, lambda: words.SETS_TIP)
        Tip(look, self.statistics_button, lambda: words.STATISTICS_TIP)
        self.sets_button.grid(row=0, column=1, padx=(px(8), 0))
        self.statistics_button.grid(row=0, column=2, padx=(px(8), 0))
        used = self.sets_button.winfo_reqwidth() + self.statistics_button.winfo_reqwidth() + px(16)
        self.room = width - 2 * px(16) - used - px(4)  # for the name
        self.width = width - 2 * px(16)
        self.whole = ""
        Tip(look, self.name, lambda: "" if self.name.cget("text") == self.whole else self.whole)

    def show(self, name: str, figures: Sequence[str]) -> None:
        """Show the name of the set and the figures, as many as fit."""
        self.whole = name
        self.name.configure(text=self.look.shorten(name, "strong text", self.room))
        measure = self.look.fonts["small"].measure
        count = next((n for n in range(len(figures), 0, -1) if measure(words.DOT.join(figures[:n])) <= self.width), 1)
        self.figures.configure(text=words.DOT.join(figures[:count]))


class Seat(NamedTuple):
    """A row of the players' card: name, belongings, points, and whether the seat is to decide."""

    name: str
    has: str
    points: str
    decides: bool


class SeatsCard:
    """The card with a row for each player: piece, name, belongings and points.

    Args:
        parent: The column.
        look: Scale and colours.
        width: The width in pixels.
    """

    def __init__(self, parent: tkinter.Misc, look: Look, width: int) -> None:
        self.look, self.width = look, width - 2 * look.px(16)
        self.frame = card(parent, look, padding=(16, 8))
        self.frame.columnconfigure(2, weight=1)
        self.rows: list[tuple[ttk.Label, ttk.Label, ttk.Label, ttk.Label]] = []
        self.pictures: list[tkinter.PhotoImage] = []

    def show(self, board: Board, info: GameInfo, seats: Sequence[Seat]) -> None:
        """Show these players."""
        px = self.look.px
        for row in self.rows[len(seats) :]:
            for label in row:
                label.destroy()
        del self.rows[len(seats) :]
        while len(self.rows) < len(seats):
            styles = ("CardText.TLabel", "CardText.TLabel", "CardSmall.TLabel", "CardStrong.TLabel")
            labels = tuple(ttk.Label(self.frame, style=style) for style in styles)
            number = len(self.rows)
            for column, label in enumerate(labels):
                sticky = "e" if column == len(labels) - 1 else "w"
                label.grid(row=number, column=column, sticky=sticky, padx=(px(8) if column else 0, 0), pady=px(1))
            self.rows.append((labels[0], labels[1], labels[2], labels[3]))
        self.pictures = []
        for number, (seat, (piece, name, has, points)) in enumerate(zip(seats, self.rows, strict=True)):
            shape = board.seat_shape(info, number)
            if shape:
                self.pictures.append(self.look.sprite(board.shapes, shape, px(PIECE)))
            piece.configure(image=self.pictures[-1] if shape else "")
            style = "CardStrong.TLabel" if seat.decides else "CardText.TLabel"
            name.configure(text=seat.name, style=style)
            points.configure(text=seat.points, style=style)
            used = name.winfo_reqwidth() + points.winfo_reqwidth() + px(PIECE + 3 * 8)
            has.configure(text=self.look.shorten(seat.has, "small", max(1, self.width - used)))


class TaskCard:
    """The card with the task, and below it what happened before, the hints, the judgement and its reasons.

    Args:
        parent: The column.
        look: Scale and colours.
        width: The width in pixels.
    """

    def __init__(self, parent: tkinter.Misc, look: Look, width: int) -> None:
        self.look = look
        px = look.px
        self.frame = card(parent, look, padding=(4, 4))
        head = ttk.Frame(self.frame, style="Inner.TFrame", padding=(px(12), px(8), px(12), 0))
        head.pack(fill="x")
        self.note = ttk.Label(head, style="CardSmall.TLabel")
        self.note.pack(side="right", anchor="n", pady=(px(2), 0))
        self.task = ttk.Label(head, style="CardName.TLabel", wraplength=width - px(150), justify="left")
        self.task.pack(side="left")
        self.body = RichText(self.frame, look, (12, 6))
        self.body.text.configure(font=look.fonts["text"], takefocus=1)
        for role, colour in (("right", "accent"), ("wrong", "warning")):
            self.body.text.tag_configure(role, font=look.fonts["strong text"], foreground=look.palette[colour])
        self.body.text.tag_configure("head", font=look.fonts["strong small"], foreground=look.palette["quiet"])
        self.body.text.tag_configure("plain", font=look.fonts["text"])
        self.body.text.tag_configure("quiet", font=look.fonts["small"], foreground=look.palette["quiet"])
        self.body.text.tag_raise("sel")
        self.body.text.bind("<Key-Tab>", lambda event: _focus(event.widget.tk_focusNext()))
        for key in ("<Shift-Key-Tab>", "<<PrevWindow>>"):
            self.body.text.bind(key, lambda event: _focus(event.widget.tk_focusPrev()))
        self.body.pack(fill="both", expand=True)
        self.lines: tuple[tuple[str, str], ...] = ()

    def show(self, task: str, note: str, lines: Sequence[tuple[str, str]]) -> None:
        """Show the task, a note beside it, and lines of text with their roles. Scroll to the last added line."""
        self.task.configure(text=task)
        self.note.configure(text=note)
        if tuple(lines) == self.lines:
            return
        before, self.lines = self.lines, tuple(lines)
        same = next((n for n, (a, b) in enumerate(zip(before, lines, strict=False)) if a != b), len(before))
        self.body.text.configure(state="normal")
        self.body.text.delete("1.0", "end")
        for number, (text, role) in enumerate(lines):
            self.body.add(f"\n{text}" if number else text, role)
        self.body.finish()
        added = min(same, len(lines) - 1)
        self.body.text.see("1.0")
        if before and added > 0:
            self.body.text.see("end")
            self.body.text.see(f"{added + 1}.0")


def _focus(widget: tkinter.Misc | None) -> str:
    """Focus a widget instead of what Tk does for a key in a text."""
    if widget is not None:
        widget.focus_set()
    return "break"


class ButtonsCard:
    """The card at the lower end of the column with the buttons, which keep their places.

    Args:
        parent: The column.
        look: Scale and colours.
        width: The width in pixels.
        buttons: The name, the label, the action and the function that returns the tip of each button.
    """

    def __init__(
        self,
        parent: tkinter.Misc,
        look: Look,
        width: int,
        buttons: Sequence[tuple[str, str, Callable[[], None], Callable[[], str]]],
    ) -> None:
        px = look.px
        self.frame = card(parent, look, padding=(12, 9))
        self.buttons: dict[str, ttk.Button] = {}
        for name, label, run, tip in buttons:
            button = self.buttons[name] = ttk.Button(self.frame, text=label, style="House.TButton", command=run)
            on_enter(button, lambda _, button=button: button.invoke() or "break")  # type: ignore[misc]
            Tip(look, button, tip)
        gap, room = px(8), width - 2 * px(12)
        one_row = sum(button.winfo_reqwidth() + gap for button in self.buttons.values()) - gap <= room
        columns = len(buttons) if one_row else 2
        for number, button in enumerate(self.buttons.values()):
            row, column = divmod(number, columns)
            self.frame.columnconfigure(column, weight=1, uniform="" if one_row else "buttons")
            button.grid(
                row=row, column=column, sticky="ew", padx=(gap if column else 0, 0), pady=(gap if row else 0, 0)
            )

    def show(self, states: dict[str, tuple[bool, bool]]) -> None:
        """Enable or disable the buttons, and emphasise the proposed ones."""
        for name, (enabled, proposed) in states.items():
            button = self.buttons[name]
            button.configure(state="normal" if enabled else "disabled")
            style = "Main.TButton" if proposed and enabled else "House.TButton"
            if str(button.cget("style")) != style:
                button.configure(style=style)


class EmptyCard(ttk.Frame):
    """The place of the board while there is no puzzle: a sentence and buttons that lead on.

    Args:
        parent: The window's body.
        look: Scale and colours.
        buttons: The labels and actions.
    """

    def __init__(self, parent: tkinter.Misc, look: Look, buttons: Sequence[tuple[str, Callable[[], None]]]) -> None:
        super().__init__(parent, style="Window.TFrame")
        px = look.px
        inner = card(self, look, padding=(28, 24))
        inner.place(relx=0.5, rely=0.45, anchor="center")
        self.label = ttk.Label(inner, style="CardText.TLabel", wraplength=px(420), justify="center", anchor="center")
        self.label.configure(font=look.fonts["menu"])
        self.label.pack(pady=(0, px(16)))
        row = ttk.Frame(inner, style="Inner.TFrame")
        row.pack()
        self.buttons: list[ttk.Button] = []
        for text, run in buttons:
            button = ttk.Button(row, text=text, style="House.TButton", command=run)
            on_enter(button, lambda _, button=button: button.invoke() or "break")  # type: ignore[misc]
            button.pack(side="left", padx=px(4))
            self.buttons.append(button)

    @property
    def first(self) -> ttk.Button:
        """The first button that can be used."""
        usable = (button for button in self.buttons if str(button.cget("state")) == "normal")
        return next(usable, self.buttons[-1])

    def show(self, text: str, enabled: Sequence[bool]) -> None:
        """Show a sentence, and which buttons can be used."""
        self.label.configure(text=text)
        for button, on in zip(self.buttons, enabled, strict=True):
            button.configure(state="normal" if on else "disabled")


def seats(board: Board, info: GameInfo, fields: Fields, points: Sequence[int], you: int, decides: int) -> list[Seat]:
    """Return the rows of the players' card."""
    return [
        Seat(
            words.you(boards.seat_name(info, seat)) if seat == you else boards.seat_name(info, seat),
            board.belongings(info, fields, seat),
            board.points_text(info, points[seat]),
            seat == decides,
        )
        for seat in range(len(points))
    ]

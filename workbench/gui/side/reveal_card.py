"""The card that reveals what was hidden, each seat's guess, and the odds from each seat's observations."""

from __future__ import annotations

import tkinter
from collections.abc import Mapping
from functools import partial
from tkinter import ttk
from typing import NamedTuple

from workbench.boards.kit.choices import Truth
from workbench.boards.kit.contract import Board
from workbench.boards.kit.figures import format_percents
from workbench.gui.look.look import Look
from workbench.gui.widgets.scrolling import ScrollBar, on_wheel
from workbench.gui.widgets.texts import wrap, write_words

ICON, TOKEN, TALL = 34, 20, 24  # at 100 %: the icons of the alternatives and of the seats, and the height of a bar


class SeatReveal(NamedTuple):
    """A seat, its guess in words, whether it was right (None: no guess), and its odds for each alternative."""

    seat: int
    guess: str
    right: bool | None
    shares: dict[str, float]


class Revealed(NamedTuple):
    """The content of the card. Without a truth, only the note is shown."""

    truth: Truth | None
    rows: tuple[SeatReveal, ...]
    note: str


class RevealCard(ttk.Frame):
    """The card of a reveal. `seats` has the name of each seat's shape."""

    def __init__(self, parent: tkinter.Misc, look: Look, board: Board, seats: Mapping[int, str]) -> None:
        super().__init__(parent, style="Inner.TFrame", padding=(look.px(12), 0, look.px(8), look.px(8)))
        self.look, self.board, self.seats = look, board, seats
        self.shown = Revealed(None, (), "")
        self.note = ttk.Label(self, style="CardSmall.TLabel", justify="left")
        self.note.pack(side="bottom", fill="x", pady=(look.px(6), 0))
        wrap(self.note)
        self.view = tkinter.Canvas(
            self, background=look.palette["card"], highlightthickness=0, borderwidth=0, width=1, height=1, takefocus=1
        )
        self._words = partial(write_words, self.view, look, tag="words")
        self.view.pack(side="left", fill="both", expand=True)
        ScrollBar(self.view)
        self.view.bind("<Configure>", lambda _: self._draw())
        for key, step in (("Up", -1), ("Down", 1)):
            self.view.bind(f"<Key-{key}>", lambda _, step=step: self._scroll(step))  # type: ignore[misc]
        on_wheel(self.view.bind, lambda steps, _: self._scroll(steps))

    def _scroll(self, step: int) -> str:
        self.view.yview_scroll(step, "units")
        return "break"

    def show(self, shown: Revealed) -> None:
        """Show a reveal."""
        if shown != self.shown:
            self.shown = shown
            self.note.configure(text=shown.note)
            self._draw()

    def _draw(self) -> None:
        view, px, truth = self.view, self.look.px, self.shown.truth
        view.delete("all")
        self.pictures: list[object] = []  # Tk keeps no reference to images
        if truth is None:
            return
        width = view.winfo_width()
        y = self._words(truth.words, 0, px(2), width, "text", "strong text") + px(6)
        names = list(truth.shapes)
        edges = [round(width * k / len(names)) for k in range(len(names) + 1)]
        for name, left, right in zip(names, edges, edges[1:], strict=False):
            self._draw_icon(truth.shapes[name], (left + right) // 2, y + px(ICON) // 2, ICON)
            if name == truth.was:
                view.create_rectangle(
                    left + 1,
                    y - px(3),
                    right - 2,
                    y + px(ICON) + px(3),
                    outline=self.look.palette["accent"],
                    width=px(2),
                )
        y += px(ICON) + px(8)
        for row in self.shown.rows:
            y = self._draw_seat(row, truth, y, edges)
        view.configure(scrollregion=(0, 0, width, y))

    def _draw_seat(self, row: SeatReveal, truth: Truth, y: int, edges: list[int]) -> int:
        """Draw a seat and return the y of its lower edge."""
        view, look, px = self.view, self.look, self.look.px
        view.create_line(0, y, edges[-1], y, fill=look.palette["line"])
        top = y + px(7)
        self._draw_icon(self.seats[row.seat], px(TOKEN) // 2, top + px(TOKEN) // 2, TOKEN)
        colour = "quiet" if row.right is None else "accent" if row.right else "warning"
        y = max(
            top + px(TOKEN),
            self._words(row.guess, px(TOKEN + 7), top + px(1), edges[-1] - px(TOKEN + 7), colour, "text"),
        ) + px(4)
        if not row.shares:
            return y + px(TALL + 20)
        small = look.fonts["small"]
        for name, left, right in zip(truth.shapes, edges, edges[1:], strict=False):
            share, was = row.shares.get(name, 0.0), name == truth.was
            bottom = y + px(TALL)
            if was:
                view.create_rectangle(left + 1, y, right - 1, bottom + px(18), fill=look.palette["wash"], width=0)
            fill = look.palette["accent" if was else "faint"]
            view.create_rectangle(
                left + px(12), bottom - max(1, round(px(TALL) * share)), right - px(12), bottom, fill=fill, width=0
            )
            ink = "text" if was or share >= 0.005 else "quiet"
            view.create_text(
                (left + right) // 2,
                bottom + px(9),
                text=format_percents(share)[0],
                fill=look.palette[ink],
                font=small,
                tags="words",
            )
        return y + px(TALL + 24)

    def _draw_icon(self, shape: str, x: int, y: int, size: int) -> None:
        picture = self.look.sprite(self.board.shapes, shape, self.look.px(size))
        self.pictures.append(picture)
        self.view.create_image(x, y, image=picture)

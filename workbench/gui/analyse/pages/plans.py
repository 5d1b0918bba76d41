"""The Plans page: the payoff matrix of both seats' plans for secret moves.

The board shows the result of the selected pair.
"""

from __future__ import annotations

import tkinter
from collections.abc import Sequence
from functools import partial
from tkinter import ttk
from typing import ClassVar, NamedTuple

from fastcore import Event, Search
from workbench import boards
from workbench.boards.kit.figures import format_percents
from workbench.gui.analyse.pages import words as texts
from workbench.gui.analyse.pages.page import PageHost, Subject
from workbench.gui.analyse.pages.tree import search_of
from workbench.gui.look.look import Look
from workbench.gui.widgets.texts import wrap
from workbench.system.language.formats import format_number

MAX = 8  # maximum number of plans per seat
LINE, HEAD, WEIGHT = 20, 108, 40  # at 100 %: the height of a row, and the widths of the plans' names and weights


class Matrix(NamedTuple):
    """The plans with the largest weights, and their payoffs.

    Attributes:
        own: The plans of the player to move, with their weights.
        opponent: The plans of the opponent, with their weights.
        cells: The payoff of each pair to the player to move, or None if unknown.
        value: The value of the mixed strategies to the player to move.
        full: A tuple with one element, the plans of `own` including the actions already written; () without a live
            search.
    """

    own: tuple[tuple[tuple[str, ...], float], ...]
    opponent: tuple[tuple[tuple[str, ...], float], ...]
    cells: tuple[tuple[float, ...], ...] | None
    value: float
    full: tuple[tuple[tuple[str, ...], ...], ...] = ()


def matrix_of(search: Search, seat: int, mixture: Sequence[tuple[str, float]] = ()) -> Matrix:
    """Return the current matrix of a search for a seat.

    Args:
        search: The search.
        seat: The seat.
        mixture: The mixed strategy that the bot reported, whose weights are shown; by default that of the search.
    """
    plans, opponent, written = search.plans(seat), search.plans(1 - seat)[:MAX], search.written
    weights = dict(plans) | (dict.fromkeys(dict(plans), 0.0) if mixture else {})
    weights |= {tuple(plan.split(",")): weight for plan, weight in mixture}
    order = sorted(range(len(plans)), key=lambda number: -weights[plans[number][0]])[:MAX]
    own = tuple(plans[number][0] for number in order)
    cells = None
    if search.engine == "equilibrium":
        payoffs = search.payoffs() if seat == 0 else -search.payoffs().T
        cells = tuple(tuple(float(payoff) for payoff in payoffs[number][: len(opponent)]) for number in order)
    shown = tuple((plan[written:], weights[plan]) for plan in own)
    return Matrix(shown, tuple(opponent), cells, float(search.value()[seat]), (own,))


class PlansPage:
    """The Plans page."""

    name: ClassVar[str] = "plans"
    title: ClassVar[str] = texts.PLANS

    @classmethod
    def unavailable_reason(cls, subject: Subject) -> str:
        """Return why there is no matrix, or ""."""
        if subject.shown is None or subject.point is None:
            return texts.NOT_SEARCHED
        report = subject.shown.report
        return "" if search_of(subject) is not None or (report.mixture and report.candidates) else texts.NO_MIXTURE

    def build(self, parent: tkinter.Misc, look: Look, host: PageHost) -> tkinter.Misc:
        """Create the matrix and the sentence below it."""
        self.look, self.host = look, host
        self.key: object = None
        self.matrix: Matrix | None = None
        self.search: Search | None = None
        self.at = (0, 0)
        frame = ttk.Frame(parent, style="Inner.TFrame")
        self.description = ttk.Label(frame, style="CardText.TLabel", justify="left")
        self.description.pack(side="bottom", fill="x", pady=(look.px(4), 0))
        wrap(self.description)
        palette = look.palette
        self.canvas = tkinter.Canvas(
            frame, width=1, height=look.px(80), background=palette["card"], highlightthickness=look.px(2), takefocus=1,
            highlightcolor=palette["accent"], highlightbackground=palette["card"], borderwidth=0,
        )  # fmt: skip
        self.canvas.pack(fill="both", expand=True)
        self.canvas.bind("<Configure>", lambda _: self._draw())
        self.canvas.bind("<Button-1>", self._clicked)
        for key, step in (("Left", (0, -1)), ("Right", (0, 1)), ("Up", (-1, 0)), ("Down", (1, 0))):
            self.canvas.bind(f"<Key-{key}>", partial(self._step, *step))
        self.canvas.bind("<Key-Return>", lambda _: self._select(*self.at))
        return frame

    def show(self, subject: Subject) -> None:
        """Show the plans of a search."""
        shown, point = subject.shown, subject.point
        if shown is None or point is None:
            return
        search = search_of(subject)
        key = (subject.node, shown.source, shown.bot, shown.move, shown.report.simulations, self.host.seat)
        if key == self.key:
            return
        if self.key is None or key[:4] != self.key[:4]:  # type: ignore[index]
            self.at = (0, 0)
        self.key, self.subject, self.search = key, subject, search
        if search is None:
            own = tuple((tuple(plan.split(",")), weight) for plan, weight in shown.report.mixture)
            self._set_matrix(Matrix(own, (), None, shown.report.candidates[0].value[point.actor]))
            return

        def answer(matrix: Matrix) -> None:
            if self.key is not None and key[:4] == self.key[:4]:  # type: ignore[index]
                self._set_matrix(matrix)

        wanted = search
        self.host.background.run(lambda: matrix_of(wanted, point.actor, shown.report.mixture), answer, self._failed)

    def _set_matrix(self, matrix: Matrix) -> None:
        if self.subject.point is not None and self.host.seat != self.subject.point.actor:
            cells = None if matrix.cells is None else tuple(tuple(-payoff for payoff in row) for row in matrix.cells)
            matrix = matrix._replace(cells=cells, value=-matrix.value)
        self.matrix = matrix
        row, column = self.at
        self.at = (min(row, max(len(matrix.own) - 1, 0)), min(column, max(len(matrix.opponent) - 1, 0)))
        self._draw()
        self._describe()

    # Geometry ---------------------------------------------------------------------------------------------------------

    def _width(self) -> float:
        assert self.matrix is not None
        room = self.canvas.winfo_width() - self.look.px(HEAD + WEIGHT + 4)
        return min(self.look.px(64), max(self.look.px(26), room / max(len(self.matrix.opponent), 1)))

    def _top(self) -> int:
        """Return the first row to draw so that the selected one is visible."""
        return max(0, self.at[0] - self._visible_rows + 1)

    @property
    def _visible_rows(self) -> int:
        return max(1, int(self.canvas.winfo_height() // self.look.px(LINE)) - 2)

    def _clicked(self, event: tkinter.Event[tkinter.Misc]) -> None:
        self.canvas.focus_set()
        if self.matrix is not None:
            row = int((event.y - self.look.px(2 * LINE)) // self.look.px(LINE)) + self._top()
            column = int((event.x - self.look.px(HEAD + WEIGHT)) // self._width())
            if 0 <= row < len(self.matrix.own):
                self._select(row, min(max(column, 0), max(len(self.matrix.opponent) - 1, 0)))

    def _step(self, down: int, right: int, _: object) -> str:
        if self.matrix is not None and self.matrix.own:
            row, column = self.at
            self._select(
                min(max(row + down, 0), len(self.matrix.own) - 1),
                min(max(column + right, 0), max(len(self.matrix.opponent) - 1, 0)),
            )
        return "break"

    # Display ----------------------------------------------------------------------------------------------------------

    def _draw(self) -> None:
        canvas, matrix, palette, px = self.canvas, self.matrix, self.look.palette, self.look.px
        canvas.delete("all")
        if matrix is None:
            return
        small, line, left, width = self.look.fonts["small"], px(LINE), px(HEAD + WEIGHT), self._width()
        for j, (_, weight) in enumerate(matrix.opponent):
            x = left + (j + 0.5) * width
            canvas.create_text(
                x, line / 2, text=texts.letter(j), fill=palette["text"], font=self.look.fonts["strong small"]
            )
            canvas.create_text(x, 1.5 * line, text=texts.weight(weight), fill=palette["quiet"], font=small)
        numbers = [cell for row in matrix.cells or () for cell in row]
        low, high = min(numbers, default=0.0), max(numbers, default=1.0)
        top = self._top()
        for i, (plan, weight) in list(enumerate(matrix.own))[top : top + self._visible_rows]:
            y = (i - top + 2.5) * line
            name = self.look.shorten(" ".join(plan), "small", px(HEAD - 8))
            canvas.create_text(px(4), y, text=name, anchor="w", fill=palette["text"], font=small)
            canvas.create_text(
                left - px(8), y, text=texts.weight(weight), anchor="e", fill=palette["quiet"], font=small
            )
            for j, cell in enumerate((matrix.cells or ((),) * len(matrix.own))[i]):
                x = left + j * width
                strong = (cell - low) / (high - low) if high > low else 0.5
                fill = self._shade(strong)
                canvas.create_rectangle(x + 1, y - line / 2 + 1, x + width - 1, y + line / 2 - 1, fill=fill, width=0)
                canvas.create_text(
                    x + width / 2, y, text=format_number(50 * (cell + 1), ".0f"), fill=palette["text"], font=small
                )
        if matrix.cells:
            i, j = self.at
            x, y = left + j * width, (i - top + 2) * line
            canvas.create_rectangle(x + 1, y + 1, x + width - 1, y + line - 1, outline=palette["accent"], width=px(2))

    def _shade(self, strong: float) -> str:
        """Return a colour between the card and accent colours, stronger for a better payoff."""
        low, high = (self.canvas.winfo_rgb(self.look.palette[name]) for name in ("card", "accent"))
        mixed = [round((a + 0.5 * strong * (b - a)) / 257) for a, b in zip(low, high, strict=True)]
        return "#" + "".join(f"{channel:02x}" for channel in mixed)

    def _describe(self) -> None:
        matrix, point = self.matrix, self.subject.point
        if matrix is None or point is None or not matrix.own:
            return
        if matrix.cells is None:
            plan, weight = matrix.own[self.at[0]]
            why = texts.NOT_KEPT if self.search is None else texts.NO_PAYOFFS
            self.description.configure(text=f"{format_percents(min(1.0, weight))[0]}: {' '.join(plan)}. {why}")
            return
        (own_plan, own_weight), (opponent_plan, opponent_weight) = matrix.own[self.at[0]], matrix.opponent[self.at[1]]
        sentence = texts.cell(
            " ".join(own_plan),
            " ".join(opponent_plan),
            matrix.cells[self.at[0]][self.at[1]],
            own_weight,
            opponent_weight,
        )
        mixed = texts.mixed(matrix.value, boards.seat_name(point.info, self.host.seat))
        self.description.configure(text=f"{sentence} {mixed}")

    def _select(self, row: int, column: int) -> None:
        """Select a cell and show the result of its two plans on the board."""
        self.at = (row, column)
        self._draw()
        self._describe()
        matrix, search, point, board = self.matrix, self.search, self.subject.point, self.host.board
        if matrix is None or matrix.cells is None or search is None or point is None or board is None:
            return
        own_plan, opponent_plan = matrix.full[0][row], matrix.opponent[column][0]
        pair = (own_plan, opponent_plan) if point.actor == 0 else (opponent_plan, own_plan)

        def show(outcome: tuple[list[Event], int]) -> None:
            if self.at == (row, column) and outcome[0]:
                fields = outcome[0][-1].fields
                self.host.show_position(fields, board.last_turn_marks(fields, outcome[0]))

        self.host.background.run(lambda: search.outcome_of(*pair), show, lambda error: self.host.say(str(error), True))

    def _failed(self, error: ValueError) -> None:
        self.description.configure(text=str(error))

    def hide(self) -> None:
        """Force a redraw when the page is next opened."""
        self.key = None

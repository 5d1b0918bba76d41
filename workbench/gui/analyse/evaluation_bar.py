"""The evaluation bar beside the board: a band of colour for each player, as long as the player's chances."""

from __future__ import annotations

import tkinter
from collections.abc import Callable, Sequence
from itertools import accumulate, pairwise

from fastcore import GameInfo
from workbench.boards.kit.contract import Board
from workbench.boards.kit.shapes import main_colour
from workbench.game.values import Values
from workbench.gui.analyse import words as texts
from workbench.gui.analyse.position_analysis import PositionAnalysis
from workbench.gui.look.look import Look
from workbench.gui.moves import words as moves_words
from workbench.gui.moves.feature import Moves
from workbench.gui.play import reasons
from workbench.gui.play.screen import Screen
from workbench.gui.play.tabs import Tabs
from workbench.gui.shell.shell import Shell
from workbench.gui.widgets.tips import Tip
from workbench.seen.names import side_names

# At 100 %: width of the bar with its numbers and of its bands, gap to its left, margin above and below it, and height
# of a number.
WIDTH, BAND, GAP, MARGIN, LINE = 36, 12, 6, 16, 20


class EvaluationBar(tkinter.Canvas):
    """The bar. The first player's band is at the bottom.

    Args:
        parent: The parent widget.
        look: Scale, fonts and colours.
        sides: The names of the players.
        colours: The palette colours of the players.
    """

    def __init__(self, parent: tkinter.Misc, look: Look, sides: Sequence[str], colours: Sequence[str]) -> None:
        super().__init__(
            parent, width=look.px(WIDTH), height=1, background=look.palette["window"], highlightthickness=0,
            borderwidth=0, takefocus=0,
        )  # fmt: skip
        self.look, self.sides, self.colours = look, sides, colours
        self.values: Values | None = None
        self.bind("<Configure>", lambda _: self._draw())
        Tip(look, self, self.description)

    def show(self, values: Values | None) -> None:
        """Show the value of each player in [-1, 1], or nothing if there is none."""
        if values != self.values:
            self.values = values
            self._draw()

    @property
    def shares(self) -> list[float]:
        """The fraction of the bar for each player."""
        if self.values is None:
            return []
        parts = [max(0.0, min(1.0, (value + 1) / 2)) for value in self.values]
        total = sum(parts)
        return [part / total for part in parts] if total else [1 / len(parts)] * len(parts)

    def description(self) -> str:
        """Return the evaluation of each player in words."""
        if self.values is None:
            return texts.NO_EVALUATION
        seats = len(self.values)
        return ", ".join(
            f"{side} {moves_words.share(value, seats)}" for side, value in zip(self.sides, self.values, strict=True)
        )

    def _draw(self) -> None:
        self.delete("all")
        px, palette = self.look.px, self.look.palette
        ends_room = px(LINE) if len(self.sides) == 2 else 0  # for the numbers above and below the bands
        top, height = ends_room, self.winfo_height() - 2 * ends_room
        left = (self.winfo_width() - px(BAND)) // 2
        right = left + px(BAND)
        if height < 2 or self.values is None:
            return
        self.create_rectangle(left - 1, top - 1, right, top + height, fill=palette["card"], outline=palette["line"])
        for seat, (start, end) in enumerate(pairwise([0.0, *accumulate(self.shares)])):
            low, high = top + height - round(start * height), top + height - round(end * height)
            self.create_rectangle(left, high, right, low, width=0, fill=palette[self.colours[seat]])
        if len(self.values) == 2:
            middle = top + height // 2
            self.create_line(left - px(4), middle, right + px(4), middle, fill=palette["quiet"])
            for value, y in zip(self.values, (top + height + ends_room // 2, ends_room // 2), strict=True):
                self.create_text(
                    self.winfo_width() // 2, y, text=moves_words.share(value, 2), font=self.look.fonts["small"],
                    fill=palette["text" if value >= 0 else "quiet"],
                )  # fmt: skip


def seat_colours(board: Board | None, info: GameInfo, seats: int) -> list[str]:
    """Return the palette colour of each player: the main colour of its shape on the board."""
    if board is None:
        return [Board.seat_colours[seat % len(Board.seat_colours)] for seat in range(seats)]
    return [main_colour(board.shapes[board.seat_shape(info, seat)]) for seat in range(seats)]


class BoardEvaluation:
    """The evaluation bar of the Analyse mode, which the setting `evaluation_bar` shows or hides."""

    def __init__(self, shell: Shell, games: Tabs, screen: Screen, position: PositionAnalysis) -> None:
        self.shell, self.games, self.screen, self.position = shell, games, screen, position
        self.bar: EvaluationBar | None = None
        # The judged value of a position, given its node and whether a search of it is shown, or None.
        self.judged_value: Callable[[int, bool], Values | None] = lambda _node, _searched: None
        shell.feature(Moves).markers.shown_value = lambda: self.values() if position.on else None

    def arrange(self) -> None:
        """Add the bar beside the board in the Analyse mode, or remove it."""
        exists = self.bar is not None and bool(self.bar.winfo_exists())
        wanted = self.position.on and self.shell.settings.evaluation_bar and self.screen.body is not None
        if exists == wanted:
            return
        px = self.shell.look.px
        if self.bar is not None and exists:
            self.bar.destroy()
        self.bar = None
        if wanted:
            table = self.games.table
            seats = table.point.seats
            sides = side_names(table.session)
            colours = seat_colours(self.screen.board, table.info, seats)
            assert self.screen.body is not None
            self.bar = EvaluationBar(self.screen.body, self.shell.look, sides, colours)
            self.bar.grid(row=2, column=0, sticky="nsw", padx=(px(GAP), 0), pady=px(MARGIN))
        if self.screen.view.winfo_exists():
            self.screen.view.grid_configure(padx=(px(GAP + WIDTH) if wanted else 0, 0))
        self.refresh()

    def refresh(self) -> None:
        """Show the evaluation of the viewed position."""
        if self.bar is not None and self.bar.winfo_exists():
            values = self.values()
            self.bar.sides = side_names(self.games.table.session)
            self.bar.show(values if values is not None and len(values) == len(self.bar.sides) else None)
        self.shell.feature(Moves).show_current_value()

    def values(self) -> Values | None:
        """Return the value of the viewed position for each player, or None if it is unknown or may not be shown.

        A search of this position in this session counts first, then its value in a review, then a stored search, then
        the last reported or static value on the way to it. The Review page always shows the values of the review.
        """
        table, position = self.games.table, self.position
        if reasons.covered(table):
            return None
        subject = position.subject
        shown = subject.shown if subject is not None else None
        judged = self.judged_value(table.browsing.shown_node, shown is not None and shown.analysis is not None)
        if judged is not None:
            return judged
        candidates = shown.report.candidates if shown is not None else ()
        if candidates and candidates[0].visits:
            return candidates[0].value
        if not table.screen.shows_reasons:
            return None
        analysed = position.analyses.value(table.browsing.shown_node)
        if analysed is not None:
            return analysed
        values, at = self.shell.feature(Moves).values()
        return values[at].reported or values[at].static

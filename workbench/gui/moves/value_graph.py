"""The value graph: the value of each turn by the bots' reports and by the static evaluation."""

from __future__ import annotations

import tkinter
from collections.abc import Callable, Iterator, Mapping, Sequence
from tkinter import ttk

from workbench.game.values import Value, Values
from workbench.gui.look.look import Look
from workbench.gui.look.styles import card
from workbench.gui.moves import words as moves_words
from workbench.gui.widgets import chart
from workbench.gui.widgets.chart import Axes, Chart

HEIGHT = 92
EDGE = 7  # margin of the curves
DASHES = ("", "9 4", "2 4", "9 4 2 4")  # distinguish lines by dash pattern as well as colour
DOT = 3.2
RINGS = {"inaccuracy": 3.2, "mistake": 4.2, "blunder": 5.4}  # radius of the marks of mistakes
SAMPLE = 22  # width of a line in the legend
APART = 10  # gap between the seats in the legend


class ValueGraph:
    """The card with the graph.

    Args:
        parent: The widget that contains the graph.
        look: Fonts, colours and scale.
        sides: The names of the seats.
        colours: The palette colours of the seats' lines.
        width: The width in pixels.
        on_select: Receives the node of the turn that was clicked.
        turn_of: Returns the turn of a value in words.
    """

    def __init__(
        self, parent: tkinter.Misc, look: Look, sides: Sequence[str], colours: Sequence[str], width: int,
        on_select: Callable[[int], None],
        turn_of: Callable[[Value], str],
    ) -> None:  # fmt: skip
        self.look, self.sides, self.colours, self.on_select, self.turn_of = look, sides, colours, on_select, turn_of
        self.scale = look.px(100) / 100
        self.frame = card(parent, look, padding=(16, 12))
        self.width = max(1, width - 2 * look.px(16))
        self.rows = self._legend_rows()
        self.height = self._curve_height()
        head = ttk.Frame(self.frame, style="Inner.TFrame")
        head.pack(fill="x")
        self.title = self._title()
        self.now = ttk.Label(head, style="CardQuiet.TLabel")
        self.now.pack(side="right")
        self.name = ttk.Label(head, text=self.title, style="CardHead.TLabel")
        self.name.pack(side="left")
        self.canvas = Chart(self.frame, look, self.width, self.height)
        self.canvas.configure(cursor="hand2")
        self.canvas.pack(pady=(look.px(8), 0))
        self.samples: list[tkinter.PhotoImage] = []  # Tk keeps no reference to images
        self.legend = self._build_legend() if len(sides) > 2 else []
        self._place_legend()
        self.values: list[Value] = []
        self.current: Values | None = None  # the value of the position on the board, if it is known better
        self.mistakes: Mapping[int, tuple[int, str]] = {}
        self.static = True  # whether static evaluations are shown
        self.shown = -1  # the number of the turn shown on the board
        self.axes = self._axes()
        self.canvas.bind_pointer(self._point, ("<Motion>",), lambda: self.axes)
        self.canvas.bind("<Leave>", lambda _: self._point(-1))
        self.canvas.bind_pointer(self._click, ("<ButtonRelease-1>",), lambda: self.axes)

    def _title(self) -> str:
        return moves_words.chances(self.sides[0]) if len(self.sides) == 2 else moves_words.GRAPH_HEAD

    def set_names(self, sides: Sequence[str]) -> None:
        """Set the names of the seats."""
        if list(sides) != list(self.sides):
            self.sides = sides
            self.title = self._title()
            self._resize()

    def set_width(self, width: int) -> None:
        """Set the width of the card in pixels, and draw the graph again."""
        inside = max(1, width - 2 * self.look.px(16))
        if inside != self.width:
            self.width = inside
            self._resize()

    def _resize(self) -> None:
        """Share the card between the curves and the legend, and draw the graph again."""
        self._fit_title()
        self.rows = self._legend_rows()
        self.height = self._curve_height()
        self.axes = self._axes()
        self.canvas.configure(width=self.width, height=self.height)
        self._place_legend()
        self._draw()

    def _axes(self) -> Axes:
        edge = EDGE * self.scale
        return Axes(edge, self.width - edge, edge, self.height - edge, -1.0, 1.0, len(self.values))

    def _legend_rows(self) -> int:
        """Return the number of legend rows that avoids cutting off numbers."""
        look, count = self.look, len(self.sides)
        widest = max(
            look.fonts["small"].measure(moves_words.seat(name, moves_words.share(-1.0, count))) for name in self.sides
        )
        per_row = max(1, min(count, self.width // (widest + look.px(SAMPLE + APART))))
        return -(-count // per_row) if count > 2 else 1

    def _curve_height(self) -> int:
        """Return the height of the curves. The legend takes further rows from it."""
        full, line = self.look.px(HEIGHT), self.look.fonts["small"].metrics("linespace")
        return max(full // 2, full - (self.rows - 1) * line)

    def _build_legend(self) -> list[ttk.Label]:
        """Create a label with a sample line for each seat."""
        look, palette = self.look, self.look.palette
        row = ttk.Frame(self.frame, style="Inner.TFrame")
        row.pack(fill="x", pady=(look.px(4), 0))
        labels = []
        for seat in range(len(self.sides)):
            wide, y, dashes = look.px(SAMPLE), look.px(12) / 2, DASHES[seat % len(DASHES)]
            parts = [
                chart.ground(wide, look.px(12), 4 * self.scale, palette["card"]),
                chart.curve(
                    [(0.0, y), (float(wide), y)],
                    palette[self.colours[seat % len(self.colours)]],
                    2 * self.scale,
                    self._dashes(dashes),
                ),
            ]
            self.samples.append(look.picture(chart.svg(wide, look.px(12), parts), wide))
            label = ttk.Label(row, style="CardSmall.TLabel", image=self.samples[-1], compound="left")
            labels.append(label)
        return labels

    def _place_legend(self) -> None:
        """Distribute the seats over the rows of the legend."""
        per_row = -(-len(self.sides) // self.rows)
        for seat, label in enumerate(self.legend):
            row = label.master
            label.grid(row=seat // per_row, column=seat % per_row, sticky="w")
            row.columnconfigure(seat, weight=int(seat < per_row), uniform="seats" if seat < per_row else "")

    def show(
        self, values: list[Value], shown: int, mistakes: Mapping[int, tuple[int, str]], static: bool = True
    ) -> None:
        """Show the values of a line.

        Args:
            values: The value of each turn.
            shown: The index of the value of the position on the board, or of the nearest one before it.
            mistakes: The seat and size of the largest mistake of each turn, keyed by the index of the turn's value.
            static: Whether to show static evaluations too, and not only those of searches.
        """
        changed = (values, mistakes, static) != (self.values, self.mistakes, self.static)
        self.values, self.mistakes, self.static, self.shown = values, mistakes, static, shown
        if changed:
            self.axes = self._axes()
            self._draw()
        else:
            self._mark_shown()

    def show_current(self, values: Values | None) -> None:
        """Show the value of the position on the board beside the title instead of that of the turn before it."""
        if values != self.current:
            self.current = values
            self._point(-1)

    def _draw(self) -> None:
        if not self.values:
            return
        self.canvas.show(chart.svg(self.width, self.height, list(self._parts())), self.width)
        self.canvas.delete("words")
        if not self.static and not any(value.reported for value in self.values):
            note = self.look.shorten(moves_words.NO_VALUES, "small", self.width - 2 * self.look.px(EDGE))
            self.canvas.say(self.width / 2, self.height / 2, note, "quiet")
        self._mark_shown()

    def _mark_shown(self) -> None:
        self._rule("shown", self.shown, "quiet", True)
        self._point(-1)

    def _dashes(self, dashes: str) -> list[float]:
        return [float(part) * self.scale for part in dashes.split()]

    def _parts(self) -> Iterator[str]:
        """Yield the SVG of the background, the curves, their dots if they fit, and the marks of mistakes."""
        palette, axes, scale = self.look.palette, self.axes, self.scale
        yield chart.ground(self.width, self.height, 4 * scale, palette["window"])
        yield chart.horizontal_line(0, self.width, self.height / 2, palette["line"], scale)
        seats = range(1 if len(self.sides) == 2 else len(self.sides))
        dots: list[str] = []
        for seat in seats:
            colour, dashes = palette[self.colours[seat % len(self.colours)]], self._dashes(DASHES[seat % len(DASHES)])
            curve = axes.points([value.reported[seat] if value.reported is not None else None for value in self.values])
            static = axes.points([value.static[seat] if self.static else None for value in self.values])
            if len(seats) == 1:  # beside the bots' values, the evaluation is secondary
                yield chart.curve(static, palette["faint" if curve else "quiet"], 1.3 * scale, self._dashes("4 3"))
            else:
                yield chart.curve(static, colour, (0.9 if curve else 1.3) * scale, dashes)
            if curve:
                yield chart.curve(curve, colour, 2 * scale, [] if len(seats) == 1 else dashes)
                if axes.step > 3 * DOT * scale:
                    dots += [chart.dot(point, DOT * scale, colour) for point in curve]
        yield from dots
        yield from self._rings()

    def _rings(self) -> Iterator[str]:
        """Yield the marks of mistakes, hollow if a curve or its dots may have the same colour."""
        palette = self.look.palette
        colours = ("warning", "window") if len(self.sides) == 2 else ("window", "warning")
        for number, (seat, size) in self.mistakes.items():
            known = 0 <= number < len(self.values) and (self.static or self.values[number].reported is not None)
            if known and size in RINGS:
                value, of = self.values[number], 0 if len(self.sides) == 2 else seat
                point = self.axes.x(number), self.axes.y((value.reported or value.static)[of])
                yield chart.dot(point, RINGS[size] * self.scale, palette[colours[0]], palette[colours[1]], self.scale)

    def _rule(self, name: str, number: int, colour: str, dashed: bool) -> None:
        """Draw a vertical line at a turn, or remove it if `number` is -1."""
        self.canvas.rule(name, round(self.axes.x(number)) if number >= 0 else None, self.height, colour, dashed)

    def _point(self, number: int) -> None:
        """Show the value of the turn under the pointer, or of the shown turn if `number` is -1."""
        pointed = number if 0 <= number < len(self.values) else -1
        self._rule("pointed", pointed, "accent", False)
        shown_number = pointed if pointed >= 0 else self.shown
        if not 0 <= shown_number < len(self.values):
            return
        value = self.values[shown_number]
        if pointed < 0 and self.current is not None and len(self.current) == len(self.sides):
            value = value._replace(reported=self.current)
        text = self._text(value, pointed >= 0)
        for seat, label in enumerate(self.legend):
            seat_values = value.reported if value.reported is not None else value.static
            known = self.static or value.reported is not None
            figure = moves_words.share(seat_values[seat], len(self.sides)) if known else ""
            words_of = moves_words.seat(self.sides[seat], figure)
            room = self.width // -(-len(self.sides) // self.rows) - self.look.px(SAMPLE + 2)
            label.configure(text=self.look.shorten(words_of, "small", room))
        if text != self.now.cget("text"):
            self.now.configure(text=text)
            self._fit_title()

    def _fit_title(self) -> None:
        """Shorten the title to the room beside the value."""
        room = self.width - self.look.fonts["text"].measure(self.now.cget("text")) - self.look.px(16)
        self.name.configure(text=self.look.shorten(self.title, "strong text", room))

    def _text(self, value: Value, pointed: bool) -> str:
        texts = [] if value.reported is not None or not self.static else [moves_words.STATIC]
        values = value.reported if value.reported is not None else value.static if self.static else None
        if len(self.sides) == 2 and values is not None:
            texts = [" ".join([*texts, moves_words.share(values[0], 2)])]
        return moves_words.pointed_text(self.turn_of(value), texts) if pointed else " · ".join(texts)

    def _click(self, number: int) -> None:
        if self.values:
            self.on_select(self.values[number].node)

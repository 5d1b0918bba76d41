"""The value graph: what each turn was worth, by the bots' reports and by the static evaluation, to be pointed at and clicked."""

from __future__ import annotations

import tkinter
from collections.abc import Callable, Iterator, Mapping, Sequence
from tkinter import ttk

from workbench.game.values import Value
from workbench.gui.look.look import Look
from workbench.gui.look.styles import card
from workbench.gui.moves import words as moves_words

HEIGHT = 92
EDGE = 7  # room beside the curves
DASHES = ("", "9 4", "2 4", "9 4 2 4")  # lines are told apart by more than their colour
DOT = 3.2
RINGS = {"inaccuracy": 3.2, "mistake": 4.2, "blunder": 5.4}  # the marks of mistakes
SAMPLE = 22  # the width of a line in the legend
APART = 10  # between the seats of the legend

Points = Sequence[tuple[float, float]]


class Sheet:
    """Where values stand in a picture of a size: the turns evenly spread, 1 at the top and -1 at the bottom."""

    def __init__(self, count: int, width: int, height: int, scale: float) -> None:
        self.count, self.width, self.height, self.scale = count, width, height, scale
        self.edge = EDGE * scale
        self.step = (width - 2 * self.edge) / max(count - 1, 1)

    def point(self, number: int, value: float) -> tuple[float, float]:
        half = self.height / 2
        return self.edge + self.step * number, half - max(-1.0, min(1.0, value)) * (half - self.edge)

    def number(self, x: float) -> int:
        """The turn nearest to a place."""
        return max(0, min(self.count - 1, round((x - self.edge) / self.step))) if self.count > 1 else 0

    def svg(
        self, curves: Sequence[tuple[Points, str, float, str]], dots: Sequence[tuple[Points, str]], ground: str, line: str,
        rings: Sequence[tuple[tuple[float, float], float, str, str]] = (),
    ) -> str:  # fmt: skip
        """The picture of curves (points, colour, width, dashes), dots, and rings (place, radius, colour, colour of the edge)."""
        width, height, scale = self.width, self.height, self.scale
        parts = [
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}">'
            f'<rect width="{width}" height="{height}" rx="{4 * scale}" fill="{ground}"/>'
            f'<path d="M0,{height / 2}H{width}" stroke="{line}" stroke-width="{scale}"/>'
        ]
        for points, colour, thick, dashes in curves:
            path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
            dashed = " ".join(f"{float(part) * scale:.1f}" for part in dashes.split())
            parts.append(
                f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="{thick * scale}" stroke-linejoin="round"'
                f' stroke-linecap="round"{f" stroke-dasharray={chr(34)}{dashed}{chr(34)}" if dashed else ""}/>'
            )
        for points, colour in dots:
            parts += [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{DOT * scale:.1f}" fill="{colour}"/>' for x, y in points]
        for (x, y), radius, colour, edge in rings:
            parts.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius * scale:.1f}" fill="{colour}" stroke="{edge}" stroke-width="{scale}"/>')
        return "".join([*parts, "</svg>"])


class ValueGraph:
    """The card. `go` is called with the node of the turn that was clicked; `stands` tells which turn that is."""

    def __init__(
        self, parent: tkinter.Misc, look: Look, sides: Sequence[str], colours: Sequence[str], width: int, go: Callable[[int], None],
        stands: Callable[[Value], str], high: int = 0,
    ) -> None:  # fmt: skip
        """`colours` of the palette are those of the seats' lines. With `high` it is no card of its own, but fills a place of
        this size in one."""
        self.look, self.sides, self.colours, self.go, self.stands = look, sides, colours, go, stands
        self.frame = ttk.Frame(parent, style="Inner.TFrame") if high else card(parent, look, padding=(16, 12))
        self.width, self.height = max(1, width if high else width - 2 * look.px(16)), look.px(HEIGHT)
        if high:
            line = look.fonts["strong text"].metrics("linespace")
            self.height = max(self.height // 2, high - look.px(10) - line * (2 if len(sides) > 2 else 1))
        self.rows = self._legend_rows()
        self.height = max(self.height // 2, self.height - (self.rows - 1) * look.fonts["small"].metrics("linespace"))
        head = ttk.Frame(self.frame, style="Inner.TFrame")
        head.pack(fill="x")
        name = moves_words.chances(sides[0]) if len(sides) == 2 else moves_words.GRAPH_HEAD
        self.now = ttk.Label(head, style="CardQuiet.TLabel")
        self.now.pack(side="right")
        self.name = ttk.Label(head, text=name, style="CardHead.TLabel")
        self.name.pack(side="left")
        self.title = name
        self.canvas = tkinter.Canvas(
            self.frame, width=self.width, height=self.height, background=look.palette["card"], highlightthickness=0, cursor="hand2"
        )
        self.canvas.pack(pady=(look.px(8), 0))
        self.samples: list[tkinter.PhotoImage] = []  # Tk does not keep them
        self.legend = self._build_legend() if len(sides) > 2 else []
        self.picture = self.canvas.create_image(0, 0, anchor="nw")
        self.marker = self.canvas.create_line(0, 0, 0, 0, fill=look.palette["quiet"], dash=(3, 3))
        self.pointer = self.canvas.create_line(0, 0, 0, 0, fill=look.palette["accent"], state="hidden")
        self.values: list[Value] = []
        self.mistakes: Mapping[int, tuple[int, str]] = {}
        self.shown = -1  # the number of the turn that is shown on the board
        self.sheet = Sheet(0, self.width, self.height, look.px(100) / 100)
        self.canvas.bind("<Motion>", lambda event: self._point(self.sheet.number(event.x)))
        self.canvas.bind("<Leave>", lambda _: self._point(-1))
        self.canvas.bind("<ButtonRelease-1>", self._clicked)

    def _legend_rows(self) -> int:
        """In how many rows the legend stands so that no number is cut."""
        look, count = self.look, len(self.sides)
        widest = max(look.fonts["small"].measure(moves_words.seat(name, moves_words.share(-1.0, count))) for name in self.sides)
        return 2 if count > 2 and widest + look.px(SAMPLE + APART) > self.width // count else 1

    def _build_legend(self) -> list[ttk.Label]:
        """A label for each seat with its line."""
        look, palette = self.look, self.look.palette
        row = ttk.Frame(self.frame, style="Inner.TFrame")
        row.pack(fill="x", pady=(look.px(4), 0))
        labels = []
        for seat in range(len(self.sides)):
            sheet = Sheet(2, look.px(SAMPLE), look.px(12), look.px(100) / 100)
            line = [(0.0, sheet.height / 2), (float(sheet.width), sheet.height / 2)]
            svg = sheet.svg([(line, palette[self.colours[seat % len(self.colours)]], 2, DASHES[seat % len(DASHES)])], [], palette["card"], palette["card"])
            self.samples.append(look.picture(svg, sheet.width))
            label = ttk.Label(row, style="CardSmall.TLabel", image=self.samples[-1], compound="left")
            each = -(-len(self.sides) // self.rows)  # in a row
            label.grid(row=seat // each, column=seat % each, sticky="w")
            row.columnconfigure(seat % each, weight=1, uniform="seats")
            labels.append(label)
        return labels

    def show(self, values: list[Value], shown: int, mistakes: Mapping[int, tuple[int, str]]) -> None:
        """Show the values of a line; `shown` is the number of the one on the board, the nearest before it; `mistakes` has by number
        whose the largest mistake of a turn was, and how large."""
        if values != self.values or mistakes != self.mistakes:
            self.values, self.mistakes = values, mistakes
            self.sheet = Sheet(len(values), self.width, self.height, self.look.px(100) / 100)
            self.kept = self.look.picture(self._svg(), self.width)
            self.canvas.itemconfigure(self.picture, image=self.kept)
        self.shown = shown
        self._rule(self.marker, shown)
        self._point(-1)

    def _svg(self) -> str:
        palette, sheet = self.look.palette, self.sheet
        curves: list[tuple[Points, str, float, str]] = []
        dots: list[tuple[Points, str]] = []
        seats = range(1 if len(self.sides) == 2 else len(self.sides))
        for seat in seats:
            colour = palette[self.colours[seat % len(self.colours)]]
            static = [sheet.point(number, value.static[seat]) for number, value in enumerate(self.values)]
            told = [sheet.point(number, value.told[seat]) for number, value in enumerate(self.values) if value.told is not None]
            quiet = bool(told)  # beside the bots' own values the evaluation is no more than a hint
            if len(seats) == 1:
                curves.append((static, palette["faint" if quiet else "quiet"], 1.3, "4 3"))
            else:
                curves.append((static, colour, 0.9 if quiet else 1.3, DASHES[seat % len(DASHES)]))
            if told:
                curves.append((told, colour, 2, "" if len(seats) == 1 else DASHES[seat % len(DASHES)]))
                if sheet.step > 3 * DOT * sheet.scale:
                    dots.append((told, colour))
        return sheet.svg(curves, dots, palette["window"], palette["line"], list(self._rings()))

    def _rings(self) -> Iterator[tuple[tuple[float, float], float, str, str]]:
        """Where mistakes are marked on the curves, how large, and the colours: hollow where a line or its dots may be of the
        same colour."""
        palette = self.look.palette
        colours = ("warning", "window") if len(self.sides) == 2 else ("window", "warning")
        for number, (seat, size) in self.mistakes.items():
            if 0 <= number < len(self.values) and size in RINGS:
                value, of = self.values[number], 0 if len(self.sides) == 2 else seat
                yield self.sheet.point(number, (value.told or value.static)[of]), RINGS[size], palette[colours[0]], palette[colours[1]]

    def _rule(self, line: int, number: int) -> None:
        """Put an upright line to a turn, or away for -1."""
        if number < 0:
            self.canvas.itemconfigure(line, state="hidden")
        else:
            x = round(self.sheet.point(number, 0.0)[0])
            self.canvas.coords(line, x, 0, x, self.height)
            self.canvas.itemconfigure(line, state="normal")

    def _point(self, number: int) -> None:
        """Tell what a turn was worth: the one pointed at, or else the one that is shown."""
        pointed = number if 0 <= number < len(self.values) else -1
        self._rule(self.pointer, pointed)
        told = pointed if pointed >= 0 else self.shown
        if not 0 <= told < len(self.values):
            return
        value = self.values[told]
        text = self._text(value, pointed >= 0)
        for seat, label in enumerate(self.legend):
            found = value.told if value.told is not None else value.static
            words_of = moves_words.seat(self.sides[seat], moves_words.share(found[seat], len(self.sides)))
            room = self.width // -(-len(self.sides) // self.rows) - self.look.px(SAMPLE + 2)
            label.configure(text=self.look.shorten(words_of, "small", room))
        if text != self.now.cget("text"):
            self.now.configure(text=text)
            room = self.width - self.look.fonts["text"].measure(text) - self.look.px(12)
            self.name.configure(text=self.look.shorten(self.title, "strong text", room))

    def _text(self, value: Value, pointed: bool) -> str:
        by = moves_words.ANALYSIS if value.analysed else moves_words.BOTS
        if len(self.sides) == 2:
            texts = [f"{by} {moves_words.share(value.told[0], 2)}"] if value.told is not None else []
            texts.append(f"{moves_words.STATIC} {moves_words.share(value.static[0], 2)}")
        else:
            texts = [by if value.told is not None else moves_words.STATIC]
        return moves_words.told(self.stands(value), texts) if pointed else " · ".join(texts)

    def _clicked(self, event: tkinter.Event[tkinter.Misc]) -> None:
        if self.values:
            self.go(self.values[self.sheet.number(event.x)].node)

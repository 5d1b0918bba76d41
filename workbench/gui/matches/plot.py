"""How the score of two bots came about, block by block, and how a sequential test goes between its bounds."""

from __future__ import annotations

import tkinter
from collections.abc import Sequence
from functools import partial
from tkinter import ttk

from workbench.boards.kit.figures import signed
from workbench.gui.look.look import Look
from workbench.gui.look.styles import card
from workbench.gui.matches import words
from workbench.statistics.scores import ScorePath
from workbench.statistics.summary import Summary, Test

ROOM = 10  # around the curves at 100 %
Points = Sequence[tuple[float, float]]


class PlotCard:
    """The card: the test where there is one, else the score; with both, either."""

    def __init__(self, parent: tkinter.Misc, look: Look) -> None:
        self.look = look
        self.summary: Summary | None = None
        self.wanted = "test"
        self.frame = card(parent, look, padding=(16, 12))
        head = ttk.Frame(self.frame, style="Inner.TFrame")
        head.pack(fill="x")
        self.name = ttk.Label(head, text=words.SCORE_PATH, style="CardHead.TLabel")
        self.name.pack(side="left")
        self.chips: dict[str, ttk.Button] = {}
        for name, label in (("score", words.PLOT_SCORE), ("test", words.PLOT_TEST)):
            button = self.chips[name] = ttk.Button(head, text=label, style="Chip.TButton", command=partial(self.press, name))
            button.bind("<Key-Return>", lambda _, button=button: button.invoke())  # type: ignore[misc]
        self.canvas = tkinter.Canvas(self.frame, background=look.palette["card"], highlightthickness=0, width=10, height=10)
        self.canvas.pack(fill="both", expand=True, pady=(look.px(6), 0))
        self.picture = self.canvas.create_image(0, 0, anchor="nw")
        self.kept: tkinter.PhotoImage | None = None
        self.drawn: object = None
        self.canvas.bind("<Configure>", lambda _: self._draw())

    def show(self, summary: Summary | None) -> None:
        self.summary = summary
        if summary is not None and summary.test is not None:
            for name in ("test", "score"):
                if not self.chips[name].winfo_manager():
                    self.chips[name].pack(side="right", padx=(self.look.px(6), 0))
        self._draw()

    def press(self, name: str) -> None:
        self.wanted = name
        self._draw()

    def _draw(self) -> None:
        summary, size = self.summary, (self.canvas.winfo_width(), self.canvas.winfo_height())
        drawn = (summary, size, self.wanted)
        if min(size) < 20 or drawn == self.drawn:
            return
        self.drawn = drawn
        self.canvas.delete("words")
        if summary is None or summary.score_path is None or not summary.score_path.score:
            self.kept = None
            self.canvas.itemconfigure(self.picture, image="")
            self.name.configure(text=words.SCORE_PATH)
            self._say(size[0] // 2, size[1] // 2, words.NO_BLOCK if summary is not None else words.COUNTING, "quiet", "center")
            return
        test = summary.test if self.wanted == "test" else None
        for name, button in self.chips.items():
            button.state(["selected" if (name == "test") == (test is not None) else "!selected"])
        room = size[0] - (sum(button.winfo_reqwidth() for button in self.chips.values()) if summary.test is not None else 0) - self.look.px(12)
        text = words.question(test) if test is not None else words.SCORE_PATH
        self.name.configure(text=self.look.shorten(text, "strong text", room))
        svg = self._test(test, size) if test is not None else self._score(summary.score_path, size)
        self.kept = self.look.picture(svg, size[0])
        self.canvas.itemconfigure(self.picture, image=self.kept)

    def _say(self, x: float, y: float, text: str, colour: str, anchor: str) -> None:
        look = self.look
        self.canvas.create_text(x, y, text=text, fill=look.palette[colour], font=look.fonts["small"], anchor=anchor, tags="words")  # type: ignore[call-overload]

    def _test(self, test: Test, size: tuple[int, int]) -> str:
        ratios = [0.0, *test.path.ratios]
        most = max(*map(abs, ratios), test.upper, -test.lower) * 1.12
        place = Places(size, self.look.px(ROOM), len(ratios) - 1, -most, most)
        palette = self.look.palette
        upper, lower = place.y(test.upper), place.y(test.lower)
        self._say(size[0] - 4, upper - 2, f"{words.YES}  {signed(test.upper)}", "accent", "se")
        self._say(size[0] - 4, lower + 2, f"{words.NO}  {signed(test.lower)}", "warning", "ne")
        parts = [
            place.level(place.y(0), palette["line"]), place.level(upper, palette["accent"], "6 4"), place.level(lower, palette["warning"], "6 4"),
            place.curve(place.points(ratios), palette["accent"], self.look.px(200) / 100),
        ]  # fmt: skip
        return place.svg(parts)

    def _score(self, path: ScorePath, size: tuple[int, int]) -> str:
        settled = len(path.score) // 10  # the first tenth may reach beyond the picture
        low, high = min([*path.low[settled:], 0.45]) - 0.02, max([*path.high[settled:], 0.55]) + 0.02
        place = Places(size, self.look.px(ROOM), max(1, len(path.score) - 1), max(0.0, low), min(1.0, high))
        palette = self.look.palette
        band = [*place.points(path.high), *reversed(place.points(path.low))]
        even, last = place.y(0.5), path.score[-1]
        self._say(4, even - 1, "50 %", "quiet", "sw")
        self._say(size[0] - 4, place.y(last) - 4, f"{words.percent(last)} %", "accent", "se")
        parts = [
            place.area(band, palette["wash"]), place.level(even, palette["quiet"], "2 3"),
            place.curve(place.points(path.score), palette["accent"], self.look.px(200) / 100),
        ]  # fmt: skip
        return place.svg(parts)


class Places:
    """Where values stand in a picture of a size: blocks evenly spread, `low` at the bottom and `high` at the top."""

    def __init__(self, size: tuple[int, int], room: int, last: int, low: float, high: float) -> None:
        self.size, self.room, self.last, self.low, self.high = size, room, max(1, last), low, high

    def x(self, number: float) -> float:
        return self.room + number * (self.size[0] - 2 * self.room) / self.last

    def y(self, value: float) -> float:
        part = (max(self.low, min(self.high, value)) - self.low) / max(self.high - self.low, 1e-9)
        return self.size[1] - self.room - part * (self.size[1] - 2 * self.room)

    def points(self, values: Sequence[float]) -> list[tuple[float, float]]:
        """The points of a curve: no more than there are pixels, the last one among them."""
        step = max(1, len(values) // max(1, self.size[0]))
        numbers = [*range(len(values) - 1, -1, -step)][::-1]
        return [(self.x(number), self.y(values[number])) for number in numbers]

    def level(self, y: float, colour: str, dashes: str = "") -> str:
        dashed = f' stroke-dasharray="{dashes}"' if dashes else ""
        return f'<path d="M{self.room},{y:.1f}H{self.size[0] - self.room}" stroke="{colour}" stroke-width="1"{dashed}/>'

    def curve(self, points: Points, colour: str, width: float) -> str:
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        return f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="{width}" stroke-linejoin="round" stroke-linecap="round"/>'

    def area(self, points: Points, colour: str) -> str:
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        return f'<polygon points="{path}" fill="{colour}"/>'

    def svg(self, parts: Sequence[str]) -> str:
        width, height = self.size
        return f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}">{"".join(parts)}</svg>'

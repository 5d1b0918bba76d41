"""What a match has come to so far: the score of two bots, or the standings of more and who scored how against whom."""

from __future__ import annotations

import tkinter
from tkinter import ttk
from typing import Protocol

from workbench.gui.look.look import Look
from workbench.gui.look.styles import card
from workbench.gui.matches import words
from workbench.gui.widgets.data_table import PAD, Column, FittedTable, TableRow
from workbench.gui.widgets.tips import Tip
from workbench.statistics.scale import Estimate
from workbench.statistics.summary import Summary

MOST_LINES = 6
PLACES = 28  # the width of the places of a crosstable at 100 %


class FiguresCard(Protocol):
    """A card of the figures of a match."""

    frame: ttk.Frame

    def show(self, summary: Summary | None) -> None: ...


class ResultCard:
    """Two bots: the score of the first with its interval, and what it is worth."""

    def __init__(self, parent: tkinter.Misc, look: Look, width: int) -> None:
        self.look, self.width = look, width
        self.frame = card(parent, look, padding=(16, 12))
        ttk.Label(self.frame, text=words.RESULT, style="CardHead.TLabel").pack(anchor="w")
        self.head = ttk.Frame(self.frame, style="Inner.TFrame")
        self.head.pack(fill="x", pady=(look.px(4), look.px(4)))
        self.large = ttk.Label(self.head, style="CardPoints.TLabel")
        self.large.grid(row=0, column=0, rowspan=2, sticky="w", padx=(0, look.px(14)))
        self.who = ttk.Label(self.head, style="CardText.TLabel")
        self.who.grid(row=0, column=1, sticky="sw")
        self.scores = ""
        Tip(look, self.who, lambda: self.scores if self.scores != self.who.cget("text") else "")
        self.interval = ttk.Label(self.head, style="CardQuiet.TLabel")
        self.interval.grid(row=1, column=1, sticky="nw")
        self.lines = [ttk.Label(self.frame, style="CardText.TLabel") for _ in range(MOST_LINES)]
        self.none = ttk.Label(self.frame, text=words.NO_BLOCK, style="CardQuiet.TLabel")

    def show(self, summary: Summary | None) -> None:
        pair = summary.pairs[0] if summary is not None and summary.pairs else None
        for line in (*self.lines, self.none):
            line.pack_forget()
        if summary is None or pair is None or pair.score is None:
            for label in (self.large, self.who, self.interval):
                label.configure(text="")
            self.none.configure(text=words.NO_BLOCK if summary is not None else words.COUNTING)
            self.none.pack(anchor="w")
            return
        room = self.width - self.look.px(32)
        self.large.configure(text=words.large(pair.score))
        beside = room - self.look.fonts["strong points"].measure(words.large(pair.score)) - self.look.px(14)
        self.scores = words.scores(summary.bots[pair.first])
        self.who.configure(text=self.look.shorten(self.scores, "text", beside))
        self.interval.configure(text=words.between(pair.score))
        for label, (text, quiet) in zip(self.lines, words.pair_lines(pair, summary), strict=False):
            label.configure(
                text=self.look.shorten(text, "text", room), style="CardQuiet.TLabel" if quiet else "CardText.TLabel"
            )
            label.pack(anchor="w", pady=(0, self.look.px(3)))


class StandingsCard:
    """More than two bots: a line each, best first."""

    def __init__(self, parent: tkinter.Misc, look: Look, seats: int, games: int) -> None:
        """`games` is how many each bot will have played at the end, about."""
        self.look, self.two = look, seats <= 2
        self.frame = card(parent, look, padding=(16, 12))
        self.name = ttk.Label(self.frame, text=words.STANDINGS, style="CardHead.TLabel")
        self.name.pack(anchor="w")
        ended = words.HEADS["ended"] if self.two else words.HEADS["won"]
        heads = (
            "",
            words.HEADS["bot"],
            words.HEADS["score"],
            ended,
            words.HEADS["faults"],
            words.HEADS["time"],
            words.STRENGTH,
        )
        columns = [
            Column(head, 0, right=head in (words.HEADS["faults"], words.HEADS["time"], words.STRENGTH))
            for head in heads
        ]
        less = (heads.index(words.HEADS["time"]), heads.index(ended))
        self.fitted = FittedTable(
            self.frame, look, columns, MOST_LINES, heads.index(words.HEADS["bot"]), less, words.widest_line(games)
        )
        self.fitted.pack(fill="both", expand=True, pady=(look.px(4), 0))
        self.table = self.fitted.tree
        Tip(look, self.table, self._called)
        self.names: tuple[str, ...] = ()  # of the bots as they stand, in full, and what time each took
        self.note = ttk.Label(self.frame, style="CardSmall.TLabel")
        self.note.pack(side="bottom", anchor="w", before=self.fitted)

    def _called(self) -> str:
        """The name below the pointer: there is seldom room for all of it."""
        row = self.table.identify_row(self.table.winfo_pointery() - self.table.winfo_rooty())
        return self.names[self.table.index(row)] if row else ""

    def show(self, summary: Summary | None) -> None:
        if summary is None or not summary.games:
            self.fitted.show(())
            self.note.configure(text=words.NO_FIGURES if summary is not None else words.COUNTING)
            return
        self.note.configure(text=words.faults(summary))
        names, rows = [], []
        for place, one in enumerate(summary.standings, 1):
            met = [cell for cell in summary.crosstable[one.bot] if cell.meetings]
            ended = "-".join(
                f"{sum(counts):,}"
                for counts in zip(*((cell.wins, cell.draws, cell.losses) for cell in met), strict=True)
            )
            won = ended or "–" if self.two else "–" if one.wins is None else words.percent(one.wins.value)
            spent = summary.usage[one.bot].seconds_a_seat
            elo: Estimate | None = summary.strengths.elo[one.bot] if summary.strengths is not None else None
            values = (
                str(place), summary.bots[one.bot], words.span(one.score), won, words.faults_of(summary, one.bot),
                "–" if spent is None else f"{spent:.2f}", words.strength(elo, sum(cell.meetings for cell in met)),
            )  # fmt: skip
            names.append(words.in_full(summary.bots[one.bot], spent, elo))
            rows.append(TableRow(values, "warning" if any(fault.bot == one.bot for fault in summary.faults) else ""))
        self.names = tuple(names)
        self.fitted.show(rows)


class CrosstableCard:
    """More than two bots: what each scored against each, in the order of the standings."""

    def __init__(self, parent: tkinter.Misc, look: Look, bots: int) -> None:
        self.look = look
        self.whole = True  # there was always room for how often each won; once there is none, it does not come back
        self.frame = card(parent, look, padding=(16, 12))
        self.name = ttk.Label(self.frame, text=words.CROSSTABLE, style="CardHead.TLabel")
        self.name.pack(anchor="w")
        self.fitted = FittedTable(
            self.frame, look, [Column("", 0), *(Column(str(n), 0) for n in range(1, bots + 1))], MOST_LINES
        )
        self.fitted.pack(fill="both", expand=True, pady=(look.px(4), 0))

    def show(self, summary: Summary | None) -> None:
        if summary is None or not summary.games:
            self.fitted.show(())
            return
        order = [one.bot for one in summary.standings]
        cells = [[summary.crosstable[bot][other] for other in order] for bot in order]
        lines = [[words.cell(cell.score, (cell.wins, cell.draws, cell.losses)) for cell in line] for line in cells]
        room = (self.fitted.room - self.look.px(PLACES)) / len(order) - self.look.px(PAD)
        whole = self.whole and max(self.look.fonts["text"].measure(text) for line in lines for text in line) <= room
        self.whole = whole
        if not whole:  # how often each won is in the list of games and in the report
            lines = [[words.cell(cell.score, ()) for cell in line] for line in cells]
        self.name.configure(text=words.CROSSTABLE if whole else words.CROSSTABLE_SHORT)
        self.fitted.show([TableRow((str(place), *line)) for place, line in enumerate(lines, 1)])

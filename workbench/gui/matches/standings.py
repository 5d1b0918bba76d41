"""The cards with the results of a match: the score of two bots, or the standings and crosstable of more."""

from __future__ import annotations

import tkinter
from collections.abc import Sequence
from tkinter import ttk
from typing import Protocol

from workbench.gui.look.look import Look
from workbench.gui.look.styles import card
from workbench.gui.matches import figure_words, words
from workbench.gui.widgets.data_table import PAD, Column, FittedTable, TableRow
from workbench.gui.widgets.tips import Tip
from workbench.statistics.scale import Estimate
from workbench.statistics.summary import Summary
from workbench.system.language.formats import format_count, format_number

MAX_ROWS = 6
RANK_WIDTH = 28  # width of the column of ranks, in pixels at 100 %


class FiguresCard(Protocol):
    """A card with figures of a match. Created by `MatchView`."""

    frame: ttk.Frame

    def show(self, summary: Summary | None) -> None:
        """Show the figures of a match, or a note that they are being computed if `summary` is None."""


class ResultCard:
    """The result of two bots: which is stronger, and their games. The statistics behind it are under "Details"."""

    def __init__(self, parent: tkinter.Misc, look: Look, width: int) -> None:
        self.look, self.room = look, width - look.px(32)
        self.summary: Summary | None = None
        self.detailed = False
        self.shown: tuple[ttk.Widget, ...] = ()  # from top to bottom
        self.frame = card(parent, look, padding=(16, 12))
        head = ttk.Frame(self.frame, style="Inner.TFrame")
        head.pack(fill="x", pady=(0, look.px(4)))
        ttk.Label(head, text=words.RESULT, style="CardHead.TLabel").pack(side="left")
        self.details = ttk.Button(head, text=words.DETAILS, style="Chip.TButton", command=self.toggle)
        self.verdict = ttk.Label(self.frame, style="CardPoints.TLabel")
        Tip(look, self.verdict, lambda: self.full)
        self.full = ""  # the verdict, if it is shortened
        self.certainty = ttk.Label(self.frame, style="CardQuiet.TLabel")
        self.table = ttk.Frame(self.frame, style="Inner.TFrame")
        self.table.columnconfigure(0, weight=1)
        self.cells = [[self._cell(row, column) for column in range(len(words.RESULT_HEADS))] for row in range(3)]
        self.lines = [ttk.Label(self.frame, style="CardText.TLabel") for _ in range(MAX_ROWS)]

    def _cell(self, row: int, column: int) -> ttk.Label:
        cell = ttk.Label(self.table, style="CardText.TLabel" if row else "CardSmall.TLabel")
        cell.grid(
            row=row, column=column, sticky="e" if column else "w", padx=(self.look.px(14) if column else 0, 0), pady=1
        )
        return cell

    def toggle(self) -> None:
        """Show the statistics behind the result, or the result again."""
        self.detailed = not self.detailed
        self.show(self.summary)

    def show(self, summary: Summary | None) -> None:
        """Show the figures of a match, or a note that they are being computed if `summary` is None."""
        self.summary = summary
        pair = summary.pairs[0] if summary is not None and summary.pairs else None
        if summary is None or pair is None or pair.score is None:
            self.details.pack_forget()
            self._arrange((), [words.NO_RESULT if summary is not None else words.COUNTING])
            return
        self.details.state(["selected" if self.detailed else "!selected"])
        self.details.pack(side="right")
        if self.detailed:
            self._arrange((), figure_words.details(pair, summary))
            return
        full, certainty = figure_words.verdict(pair, summary)
        text = self.look.shorten(full, "strong points", self.room)
        self.full = full if text != full else ""
        self.verdict.configure(text=text)
        self.certainty.configure(text=self.look.shorten(certainty, "text", self.room))
        self._fill_table((words.RESULT_HEADS, *figure_words.result_rows(pair, summary)))
        waiting = summary.games - pair.games
        notes = [figure_words.uncounted(waiting, summary.orders)] if waiting else []
        notes += [figure_words.faults(summary)] if summary.faults else []
        self._arrange((self.verdict, self.certainty, self.table), notes)

    def _arrange(self, widgets: tuple[ttk.Widget, ...], lines: Sequence[str]) -> None:
        """Show widgets with lines below. Those that are shown already stay, so that they do not flicker."""
        for label, text in zip(self.lines, lines, strict=False):
            label.configure(text=self.look.shorten(text, "text", self.room))
        shown = (*widgets, *self.lines[: len(lines)])
        if shown != self.shown:
            for widget in self.shown:
                widget.pack_forget()
            for widget in shown:
                widget.pack(anchor="w", fill="x", pady=(0, self.look.px(3)))
            self.shown = shown

    def _fill_table(self, rows: Sequence[Sequence[str]]) -> None:
        font = self.look.fonts["text"]
        others = sum(self.look.px(14) + max(map(font.measure, column)) for column in list(zip(*rows, strict=True))[1:])
        for cells, (name, *values) in zip(self.cells, rows, strict=True):
            name = self.look.shorten(name, "text", self.room - others)
            for cell, value in zip(cells, (name, *values), strict=True):
                cell.configure(text=value)


class StandingsCard:
    """The standings of more than two bots, best first.

    Args:
        parent: The widget that contains the card.
        look: Scale and colours.
        seats: The number of seats of the game.
        games: The approximate number of games of each bot in the whole match.
    """

    def __init__(self, parent: tkinter.Misc, look: Look, seats: int, games: int) -> None:
        self.look, self.two_seats = look, seats <= 2
        self.frame = card(parent, look, padding=(16, 12))
        self.name = ttk.Label(self.frame, text=words.STANDINGS, style="CardHead.TLabel")
        self.name.pack(anchor="w")
        ended = words.HEADS["ended"] if self.two_seats else words.HEADS["won"]
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
        optional_columns = (heads.index(words.HEADS["time"]), heads.index(ended))
        self.fitted = FittedTable(
            self.frame,
            look,
            columns,
            MAX_ROWS,
            heads.index(words.HEADS["bot"]),
            optional_columns,
            figure_words.widest_line(games),
        )
        self.fitted.pack(fill="both", expand=True, pady=(look.px(4), 0))
        self.table = self.fitted.tree
        Tip(look, self.table, self._full_name)
        self.names: tuple[str, ...] = ()  # full names in the order of the standings, with times and intervals
        self.note = ttk.Label(self.frame, style="CardSmall.TLabel")
        self.note.pack(side="bottom", anchor="w", before=self.fitted)

    def _full_name(self) -> str:
        """Return the full name below the pointer, which is often cut off in the table."""
        row = self.table.identify_row(self.table.winfo_pointery() - self.table.winfo_rooty())
        return self.names[self.table.index(row)] if row else ""

    def show(self, summary: Summary | None) -> None:
        """Show the figures of a match, or a note that they are being computed if `summary` is None."""
        if summary is None or not summary.games:
            self.fitted.show(())
            self.note.configure(text=words.NO_FIGURES if summary is not None else words.COUNTING)
            return
        self.note.configure(text=figure_words.faults(summary))
        names, rows = [], []
        for place, standing in enumerate(summary.standings, 1):
            met = [cell for cell in summary.crosstable[standing.bot] if cell.meetings]
            ended = "-".join(
                format_count(sum(counts))
                for counts in zip(*((cell.wins, cell.draws, cell.losses) for cell in met), strict=True)
            )
            won = (
                ended or "–"
                if self.two_seats
                else "–"
                if standing.wins is None
                else figure_words.percent(standing.wins.value)
            )
            spent = summary.usage[standing.bot].seconds_a_seat
            elo: Estimate | None = summary.strengths.elo[standing.bot] if summary.strengths is not None else None
            values = (
                str(place), summary.bots[standing.bot], figure_words.span(standing.score), won,
                figure_words.faults_of(summary, standing.bot),
                "–" if spent is None else format_number(spent, ".2f"),
                figure_words.strength(elo, sum(cell.meetings for cell in met)),
            )  # fmt: skip
            names.append(figure_words.full_line(summary.bots[standing.bot], spent, elo))
            rows.append(
                TableRow(values, "warning" if any(fault.bot == standing.bot for fault in summary.faults) else "")
            )
        self.names = tuple(names)
        self.fitted.show(rows)


class CrosstableCard:
    """The scores of more than two bots against each other, in the order of the standings."""

    def __init__(self, parent: tkinter.Misc, look: Look, bots: int) -> None:
        self.look = look
        self.with_counts = True  # whether wins, draws and losses still fit; once hidden, they stay hidden
        self.frame = card(parent, look, padding=(16, 12))
        self.name = ttk.Label(self.frame, text=words.CROSSTABLE, style="CardHead.TLabel")
        self.name.pack(anchor="w")
        self.fitted = FittedTable(
            self.frame, look, [Column("", 0), *(Column(str(n), 0) for n in range(1, bots + 1))], MAX_ROWS
        )
        self.fitted.pack(fill="both", expand=True, pady=(look.px(4), 0))

    def show(self, summary: Summary | None) -> None:
        """Show the figures of a match, or an empty table if `summary` is None."""
        if summary is None or not summary.games:
            self.fitted.show(())
            return
        order = [standing.bot for standing in summary.standings]
        cells = [[summary.crosstable[bot][opponent] for opponent in order] for bot in order]
        lines = [
            [figure_words.cell(cell.score, (cell.wins, cell.draws, cell.losses)) for cell in line] for line in cells
        ]
        room = (self.fitted.room - self.look.px(RANK_WIDTH)) / len(order) - self.look.px(PAD)
        with_counts = (
            self.with_counts and max(self.look.fonts["text"].measure(text) for line in lines for text in line) <= room
        )
        self.with_counts = with_counts
        if not with_counts:  # The list of games and the report still show them.
            lines = [[figure_words.cell(cell.score, ()) for cell in line] for line in cells]
        self.name.configure(text=words.CROSSTABLE if with_counts else words.CROSSTABLE_SHORT)
        self.fitted.show([TableRow((str(place), *line)) for place, line in enumerate(lines, 1)])

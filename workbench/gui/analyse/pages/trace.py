"""The page Simulations: single simulations step by step, down to where they ended and back up, each on the board."""

from __future__ import annotations

import tkinter
from functools import partial
from tkinter import ttk
from typing import ClassVar

from bots.traced import Traced
from workbench.gui.analyse.pages import words as said
from workbench.gui.analyse.pages.page import PageHost, Subject
from workbench.gui.look.look import Look
from workbench.gui.widgets.list_view import ListView
from workbench.gui.widgets.texts import wrap
from workbench.gui.widgets.tips import Tip
from workbench.reports import search_words as words
from workbench.reports.simulations import Shot, shots

LEAF = "leaf"


def traces_of(subject: Subject) -> tuple[Traced, ...]:
    """The single simulations of the search that is shown."""
    shown = subject.shown
    if shown is None:
        return ()
    if shown.source == "played":
        nodes = subject.session.document.tree.nodes
        return next((nodes[one].traces for one in nodes[subject.node].children if nodes[one].move == shown.move), ())
    return shown.report.traces


class TracePage:
    name: ClassVar[str] = "trace"
    title: ClassVar[str] = said.TRACE

    @classmethod
    def fits(cls, subject: Subject) -> str:
        if subject.shown is None or subject.point is None:
            return said.NOT_SEARCHED
        if traces_of(subject):
            return ""
        return said.CANNOT_TRACE if any(fact.key == "depth" for fact in subject.shown.report.facts) else said.NO_TRACES

    def build(self, parent: tkinter.Misc, look: Look, host: PageHost) -> tkinter.Misc:
        self.look, self.host = look, host
        self.key: object = None
        self.traces: tuple[Traced, ...] = ()
        self.number = -1  # of the simulation that is shown
        self.shots: tuple[Shot, ...] = ()
        self.at = 0  # the moment that is shown
        self.seat = 0  # from whose side values are told
        frame = ttk.Frame(parent, style="Inner.TFrame")
        top = ttk.Frame(frame, style="Inner.TFrame")
        top.pack(fill="x")
        self.head = ttk.Label(top, style="CardText.TLabel")
        self.head.pack(side="left")
        for text, by in (("›", 1), ("‹", -1)):
            ttk.Button(top, text=text, style="Page.TButton", width=2, command=partial(self._other, by)).pack(
                side="right"
            )
        self.told = ttk.Label(frame, style="CardText.TLabel", justify="left")
        self.told.pack(side="bottom", fill="x", pady=(look.px(4), 0))
        wrap(self.told)
        columns = (("move", said.MOVE, 0.5, "w"), *((key, head, 0.0, "e") for key, head in said.STEP_COLUMNS.items()))
        self.list = ListView(frame, look, said.STEPS, columns, 0.5)
        self.list.frame.pack(fill="both", expand=True, pady=(look.px(4), 0))
        tree = self.list.tree
        tree.bind("<<TreeviewSelect>>", lambda _: self._selected())
        for key, by in (("Left", -1), ("Right", 1)):
            tree.bind(f"<Key-{key}>", partial(self._step, by))
        for key, by in (("Prior", -1), ("Next", 1)):
            tree.bind(f"<Key-{key}>", partial(self._other, by))
        Tip(look, self.head, lambda: said.TRACE_KEYS)
        return frame

    def show(self, subject: Subject) -> None:
        traces = traces_of(subject)
        key = (subject.node, subject.shown and (subject.shown.source, subject.shown.bot, subject.shown.move))
        same, turned = key == self.key, self.seat != self.host.seat
        if subject.point is None or (same and not turned and len(traces) == len(self.traces)):
            return
        self.key, self.subject, self.traces, self.seat = key, subject, traces, self.host.seat
        if same and turned and 0 <= self.number < len(traces):
            self._list()
            if self.shots:
                self._go(self.at, False)
        if not same or self.number >= len(traces):
            self._turn(len(traces) - 1, False)
        else:
            self._tell_head()

    def _turn(self, number: int, on_board: bool = True) -> None:
        """Show another simulation, from its beginning."""
        self.number = number
        point = self.subject.point
        if not 0 <= number < len(self.traces) or point is None:
            return
        told = self.traces[number]
        self._tell_head()
        try:
            self.shots = shots(point.spec, told, point.info.has.covered)
        except ValueError as error:
            self.shots = ()
            self.list.fill([])
            self.told.configure(text=str(error))
            return
        self._list()
        self._go(0, on_board)

    def _list(self) -> None:
        """Its steps, with values for the seat from whose side they are told."""
        told, point, rows = self.traces[self.number], self.subject.point, []
        assert point is not None
        for number, step in enumerate(told.steps):
            name, *cells = words.step_cells(point.info, self.seat, step)
            rows.append((str(number), name, cells))
        rows.append((LEAF, words.LEAF, ["", "", "", words.worth(told.value, self.seat)]))
        self.list.fill(rows)

    def _tell_head(self) -> None:
        numbers = [one.number for one in self.traces]
        if 0 <= self.number < len(numbers):
            self.head.configure(text=words.which(numbers[self.number], self.number + 1, len(numbers)))

    def _other(self, by: int, _: object = None) -> str:
        if self.traces:
            self._turn((self.number + by) % len(self.traces))
        return "break"

    def _step(self, by: int, _: object) -> str:
        if self.shots:
            self._go(min(len(self.shots) - 1, max(0, self.at + by)))
        return "break"

    def _selected(self) -> None:
        """A row was chosen: the step on the way down, unless the way back is there already."""
        row = self.list.chosen
        if not self.shots or row == self._row(self.shots[self.at]):
            return
        self._go(next(i for i, shot in enumerate(self.shots) if self._row(shot) == row and shot.part != "start"))

    def _row(self, shot: Shot) -> str:
        return LEAF if shot.part == "leaf" else "" if shot.part == "start" else str(shot.number)

    def _go(self, at: int, on_board: bool = True) -> None:
        """Show a moment: its row, its sentence, its position."""
        self.at = at
        shot, told, point = self.shots[at], self.traces[self.number], self.subject.point
        assert point is not None
        self.list.choose(self._row(shot))
        self.told.configure(text=words.moment(point.info, self.seat, shot, told))
        if on_board:
            board = self.host.board
            self.host.show_position(shot.fields, board.last(shot.fields, shot.events) if board is not None else ())

    def hide(self) -> None:
        self.key = None

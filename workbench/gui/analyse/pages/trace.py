"""The Simulations page: single simulations, step by step down to the leaf and back up, shown on the board."""

from __future__ import annotations

import tkinter
from functools import partial
from tkinter import ttk
from typing import ClassVar

from bots.traced import Traced
from workbench.gui.analyse.pages import words as texts
from workbench.gui.analyse.pages.page import PageHost, Subject
from workbench.gui.look.look import Look
from workbench.gui.widgets.list_view import ListView
from workbench.gui.widgets.texts import wrap
from workbench.gui.widgets.tips import Tip
from workbench.reports import search_words as words
from workbench.reports.simulations import Moment, simulation_moments

LEAF = "leaf"


def traces_of(subject: Subject) -> tuple[Traced, ...]:
    """Return the traced simulations of the shown search."""
    shown = subject.shown
    if shown is None:
        return ()
    if shown.source == "played":
        nodes = subject.session.document.tree.nodes
        return next(
            (nodes[child].traces for child in nodes[subject.node].children if nodes[child].move == shown.move), ()
        )
    return shown.report.traces


class TracePage:
    """The Simulations page."""

    name: ClassVar[str] = "trace"
    title: ClassVar[str] = texts.TRACE

    @classmethod
    def unavailable_reason(cls, subject: Subject) -> str:
        """Return why there are no traces, or ""."""
        if subject.shown is None or subject.point is None:
            return texts.NOT_SEARCHED
        if traces_of(subject):
            return ""
        return (
            texts.CANNOT_TRACE if any(fact.key == "depth" for fact in subject.shown.report.facts) else texts.NO_TRACES
        )

    def build(self, parent: tkinter.Misc, look: Look, host: PageHost) -> tkinter.Misc:
        """Create the list of steps and the labels around it."""
        self.look, self.host = look, host
        self.key: object = None
        self.traces: tuple[Traced, ...] = ()
        self.number = -1  # the index of the shown simulation
        self.shots: tuple[Moment, ...] = ()
        self.at = 0  # the index of the shown moment
        self.seat = 0  # the seat for which values are shown
        frame = ttk.Frame(parent, style="Inner.TFrame")
        top = ttk.Frame(frame, style="Inner.TFrame")
        top.pack(fill="x")
        self.head = ttk.Label(top, style="CardText.TLabel")
        self.head.pack(side="left")
        for text, by in (("›", 1), ("‹", -1)):
            ttk.Button(top, text=text, style="Page.TButton", width=2, command=partial(self._step_simulation, by)).pack(
                side="right"
            )
        self.description = ttk.Label(frame, style="CardText.TLabel", justify="left")
        self.description.pack(side="bottom", fill="x", pady=(look.px(4), 0))
        wrap(self.description)
        columns = (("move", texts.MOVE, 0.5, "w"), *((key, head, 0.0, "e") for key, head in texts.STEP_COLUMNS.items()))
        self.list = ListView(frame, look, texts.STEPS, columns, 0.5)
        self.list.frame.pack(fill="both", expand=True, pady=(look.px(4), 0))
        tree = self.list.tree
        tree.bind("<<TreeviewSelect>>", lambda _: self._selected())
        for key, by in (("Left", -1), ("Right", 1)):
            tree.bind(f"<Key-{key}>", partial(self._step, by))
        for key, by in (("Prior", -1), ("Next", 1)):
            tree.bind(f"<Key-{key}>", partial(self._step_simulation, by))
        Tip(look, self.head, lambda: texts.TRACE_KEYS)
        return frame

    def show(self, subject: Subject) -> None:
        """Show the traced simulations of a search, and select the latest."""
        traces = traces_of(subject)
        key = (subject.node, subject.shown and (subject.shown.source, subject.shown.bot, subject.shown.move))
        same, turned = key == self.key, self.seat != self.host.seat
        if subject.point is None or (same and not turned and len(traces) == len(self.traces)):
            return
        self.key, self.subject, self.traces, self.seat = key, subject, traces, self.host.seat
        if same and turned and 0 <= self.number < len(traces):
            self._fill_list()
            if self.shots:
                self._show_moment(self.at, False)
        if not same or self.number >= len(traces):
            self._select_simulation(len(traces) - 1, False)
        else:
            self._show_head()

    def _select_simulation(self, number: int, on_board: bool = True) -> None:
        """Show a simulation from its beginning."""
        self.number = number
        point = self.subject.point
        if not 0 <= number < len(self.traces) or point is None:
            return
        simulation = self.traces[number]
        self._show_head()
        try:
            self.shots = simulation_moments(point.spec, simulation, point.info.has.covered)
        except ValueError as error:
            self.shots = ()
            self.list.fill([])
            self.description.configure(text=str(error))
            return
        self._fill_list()
        self._show_moment(0, on_board)

    def _fill_list(self) -> None:
        """List the steps, with values for the selected seat."""
        simulation, point, rows = self.traces[self.number], self.subject.point, []
        assert point is not None
        for number, step in enumerate(simulation.steps):
            name, move, *cells = words.step_cells(point.info, self.seat, step)
            rows.append((str(number), name, [self.host.name_move(point.info, step.actor, move), *cells]))
        rows.append((LEAF, words.LEAF, ["", "", "", words.seat_value_text(simulation.value, self.seat)]))
        self.list.fill(rows)

    def _show_head(self) -> None:
        numbers = [traced.number for traced in self.traces]
        if 0 <= self.number < len(numbers):
            self.head.configure(text=words.simulation_title(numbers[self.number], self.number + 1, len(numbers)))

    def _step_simulation(self, by: int, _: object = None) -> str:
        if self.traces:
            self._select_simulation((self.number + by) % len(self.traces))
        return "break"

    def _step(self, by: int, _: object) -> str:
        if self.shots:
            self._show_moment(min(len(self.shots) - 1, max(0, self.at + by)))
        return "break"

    def _selected(self) -> None:
        """Show the selected row's moment on the way down, unless its moment on the way back up is already shown."""
        row = self.list.chosen
        if not self.shots or row == self._row(self.shots[self.at]):
            return
        self._show_moment(
            next(i for i, shot in enumerate(self.shots) if self._row(shot) == row and shot.part != "start")
        )

    def _row(self, shot: Moment) -> str:
        return LEAF if shot.part == "leaf" else "" if shot.part == "start" else str(shot.number)

    def _show_moment(self, at: int, on_board: bool = True) -> None:
        self.at = at
        shot, simulation, point = self.shots[at], self.traces[self.number], self.subject.point
        assert point is not None
        self.list.choose(self._row(shot))
        self.description.configure(text=words.moment(point.info, self.seat, shot, simulation))
        if on_board:
            board = self.host.board
            self.host.show_position(
                shot.fields, board.last_turn_marks(shot.fields, shot.events) if board is not None else ()
            )

    def hide(self) -> None:
        """Force a redraw when the page is next opened."""
        self.key = None

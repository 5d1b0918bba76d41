"""The page Values: what every turn of the game was worth, to be pointed at and clicked."""

from __future__ import annotations

import tkinter
from tkinter import ttk
from typing import ClassVar

from workbench import boards
from workbench.boards.kit.contract import Board
from workbench.game.values import stands
from workbench.gui.analyse.pages import words
from workbench.gui.analyse.pages.page import PageHost, Subject
from workbench.gui.look.look import Look
from workbench.gui.moves.value_graph import ValueGraph


class ValuesPage:
    name: ClassVar[str] = "values"
    title: ClassVar[str] = words.VALUES_PAGE

    @classmethod
    def fits(cls, subject: Subject) -> str:
        return ""

    def build(self, parent: tkinter.Misc, look: Look, host: PageHost) -> tkinter.Misc:
        self.look, self.host = look, host
        self.frame = ttk.Frame(parent, style="Inner.TFrame")
        self.graph: ValueGraph | None = None
        self.shown: tuple[object, ...] = ()
        self.frame.bind("<Configure>", lambda _: self._fit())
        return self.frame

    def _fit(self) -> None:
        """Make the graph as large as its place."""
        size = self.frame.winfo_width(), self.frame.winfo_height()
        if self.graph is not None and size[0] > 1 and abs(self.graph.width - size[0]) + abs(self.size[1] - size[1]) > 2:
            self.graph.frame.destroy()
            self.graph = None
            self.shown = ()
            self.host.refresh()

    def show(self, subject: Subject) -> None:
        now = (subject.session, subject.session.document.tree.revision, subject.node, self.host.marked())
        if now == self.shown or self.frame.winfo_width() <= 1:
            if self.frame.winfo_width() <= 1:
                self.frame.after_idle(self.host.refresh)
            return
        self.shown, self.session = now, subject.session
        if self.graph is None:
            info, seats = subject.session.point.info, subject.session.point.seats
            self.size = self.frame.winfo_width(), self.frame.winfo_height()
            sides = [boards.side(info, seat) for seat in range(seats)]
            colours = (boards.find(info.id) or Board).seat_colours
            self.graph = ValueGraph(
                self.frame,
                self.look,
                sides,
                colours,
                self.size[0],
                self.host.go,
                lambda value: stands(self.session, value),
                self.size[1],
            )
            self.graph.frame.pack(fill="both", expand=True)
        values, shown = self.host.values()
        self.graph.show(values, shown, self.host.dots(values))

    def hide(self) -> None:
        pass

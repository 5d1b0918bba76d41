"""The Values page: the value graph of the game."""

from __future__ import annotations

import tkinter
from tkinter import ttk
from typing import ClassVar

from workbench import boards
from workbench.boards.kit.contract import Board
from workbench.game.values import turn_name
from workbench.gui.analyse.pages import words
from workbench.gui.analyse.pages.page import PageHost, Subject
from workbench.gui.look.look import Look
from workbench.gui.moves.value_graph import ValueGraph


class ValuesPage:
    """The Values page."""

    name: ClassVar[str] = "values"
    title: ClassVar[str] = words.VALUES_PAGE

    @classmethod
    def unavailable_reason(cls, subject: Subject) -> str:
        """Return "": the page is always available."""
        return ""

    def build(self, parent: tkinter.Misc, look: Look, host: PageHost) -> tkinter.Misc:
        """Create the frame. The graph is added once its size is known."""
        self.look, self.host = look, host
        self.frame = ttk.Frame(parent, style="Inner.TFrame")
        self.graph: ValueGraph | None = None
        self.shown: tuple[object, ...] = ()
        self.frame.bind("<Configure>", lambda _: self._fit())
        return self.frame

    def _fit(self) -> None:
        """Rebuild the graph if the size of the page changed."""
        size = self.frame.winfo_width(), self.frame.winfo_height()
        if self.graph is not None and size[0] > 1 and abs(self.graph.width - size[0]) + abs(self.size[1] - size[1]) > 2:
            self.graph.frame.destroy()
            self.graph = None
            self.shown = ()
            self.host.refresh()

    def show(self, subject: Subject) -> None:
        """Show the values of the viewed line."""
        now = (subject.session, subject.session.document.tree.revision, subject.node, self.host.marker_state())
        if now == self.shown or self.frame.winfo_width() <= 1:
            if self.frame.winfo_width() <= 1:
                self.frame.after_idle(self.host.refresh)
            return
        self.shown, self.session = now, subject.session
        if self.graph is None:
            info, seats = subject.session.point.info, subject.session.point.seats
            self.size = self.frame.winfo_width(), self.frame.winfo_height()
            sides = [boards.seat_name(info, seat) for seat in range(seats)]
            colours = (boards.find(info.id) or Board).seat_colours
            self.graph = ValueGraph(
                self.frame,
                self.look,
                sides,
                colours,
                self.size[0],
                self.host.view_node,
                lambda value: turn_name(self.session, value),
                self.size[1],
            )
            self.graph.frame.pack(fill="both", expand=True)
        values, shown = self.host.values()
        self.graph.show(values, shown, self.host.dots(values))

    def hide(self) -> None:
        """Do nothing: the graph has no timers."""
        pass

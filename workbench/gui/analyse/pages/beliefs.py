"""The page Beliefs: what the seat that decides believes, and what it would believe if something more were known."""

from __future__ import annotations

import tkinter
from tkinter import ttk
from typing import ClassVar

from workbench import boards
from workbench.boards.kit.figures import percents
from workbench.gui.analyse.pages import words as said
from workbench.gui.analyse.pages.page import PageHost, Subject
from workbench.gui.look.look import Look
from workbench.gui.widgets.list_view import ListView
from workbench.gui.widgets.texts import wrap
from workbench.gui.widgets.tips import Tip
from workbench.reports.beliefs import Supposed, suppose


class BeliefsPage:
    name: ClassVar[str] = "beliefs"
    title: ClassVar[str] = said.BELIEFS

    @classmethod
    def fits(cls, subject: Subject) -> str:
        if not subject.session.point.info.has.hidden:
            return said.NOTHING_HIDDEN if not subject.session.point.info.has.covered else said.UNLISTED
        return "" if subject.point is not None else said.NOBODY_DECIDES

    def build(self, parent: tkinter.Misc, look: Look, host: PageHost) -> tkinter.Misc:
        self.look, self.host = look, host
        self.key: object = None
        self.supposed: Supposed | None = None
        frame = ttk.Frame(parent, style="Inner.TFrame")
        top = ttk.Frame(frame, style="Inner.TFrame")
        top.pack(fill="x")
        ttk.Label(top, text=said.SUPPOSE, style="CardText.TLabel").pack(side="left")
        self.text = tkinter.StringVar(frame)
        self.entry = ttk.Entry(top, textvariable=self.text, style="House.TEntry", font=look.fonts["text"])
        self.entry.pack(side="left", fill="x", expand=True, padx=(look.px(8), 0))
        self.entry.bind("<Key-Return>", lambda _: self._ask())
        self.entry.bind("<Key-Escape>", self._nothing)
        Tip(look, self.entry, lambda: f"{said.SUPPOSE_TIP}. {said.BELIEFS_KEYS}.")
        self.told = ttk.Label(frame, style="CardText.TLabel", justify="left")
        self.told.pack(side="bottom", fill="x", pady=(look.px(4), 0))
        wrap(self.told)
        columns = [
            (key, head, 0.0, "e")
            for key, head in (
                ("prior", said.PRIOR),
                ("likelihood", said.LIKELIHOOD),
                ("then", said.POSTERIOR),
                ("bot", said.BOT),
            )
        ]
        self.list = ListView(frame, look, said.WHAT, columns, 1.0, deep=True)
        self.list.frame.pack(fill="both", expand=True, pady=(look.px(4), 0))
        self.list.tree.bind("<Key-Return>", lambda _: self._suppose_row())
        self.list.tree.bind("<Double-Button-1>", lambda _: self._suppose_row())
        return frame

    def show(self, subject: Subject) -> None:
        shown, point = subject.shown, subject.point
        if point is None:
            return
        key = (subject.node, point.key, None if shown is None else (shown.source, shown.bot, shown.move))
        if key == self.key:
            return
        self.key, self.subject = key, subject
        self._ask()

    def _ask(self) -> None:
        """Count the worlds on the background thread."""
        point, key, facts = self.subject.point, self.key, self.text.get().split()
        if point is None:
            return
        point = point.copy()
        self.told.configure(text=said.THINKING, style="CardQuiet.TLabel")

        def show(supposed: Supposed) -> None:
            if key == self.key:
                self.supposed = supposed
                self._fill()

        def failed(error: ValueError) -> None:
            if key == self.key:
                self.told.configure(text=str(error), style="CardWarning.TLabel")

        self.host.background.run(lambda: suppose(point, facts), show, failed)

    def _nothing(self, _: object) -> str:
        if not self.text.get():
            return ""
        self.text.set("")
        self._ask()
        return "break"

    def _suppose_row(self) -> str:
        """Suppose what the chosen row says."""
        row = self.list.chosen
        if "=" in row:
            self.text.set(row)
            self._ask()
        return "break"

    def _fill(self) -> None:
        supposed, shown, point, tree = self.supposed, self.subject.shown, self.subject.point, self.list.tree
        if supposed is None or point is None:
            return
        words = boards.words(point.info.id)
        bot = shown.report.beliefs if shown is not None else {}
        closed = {row for row in tree.get_children() if not tree.item(row, "open")}
        first = not tree.get_children()
        self.list.clear()
        for number, (what, shares) in enumerate(supposed.beliefs.items()):
            sure = shares[0].posterior >= 1 - 1e-9
            shown_open = number == 0 if first else what not in closed
            self.list.add(
                "", what, said.about(what), ("", "", words.name("belief", shares[0].how) if sure else ""), shown_open
            )
            for share in shares:
                if share.prior > 0:
                    believed = bot.get(what, {}).get(share.how)
                    cells = [
                        _part(share.prior),
                        _part(share.likelihood) if supposed.facts else "",
                        _part(share.posterior),
                        "" if believed is None else _part(believed),
                    ]
                    self.list.add(what, f"{what}={share.how}", words.name("belief", share.how), cells)
        self.list.fit()
        told = (
            said.supposed(supposed.chance, *supposed.worlds, supposed.bits)
            if supposed.facts
            else said.believed(supposed.worlds[0], supposed.bits[0])
        )
        self.told.configure(text=told, style="CardText.TLabel")

    def hide(self) -> None:
        self.key = None


def _part(share: float) -> str:
    return percents(min(1.0, share))[0]

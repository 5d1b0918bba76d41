"""The Beliefs page: what the player to move believes, optionally under assumed facts."""

from __future__ import annotations

import tkinter
from functools import partial
from tkinter import ttk
from typing import ClassVar

from workbench import boards
from workbench.boards.kit.figures import format_percents
from workbench.gui.analyse.pages import words as texts
from workbench.gui.analyse.pages.page import PageHost, Subject
from workbench.gui.look.look import Look
from workbench.gui.widgets.list_view import ListView
from workbench.gui.widgets.texts import wrap
from workbench.gui.widgets.tips import Tip
from workbench.reports.beliefs import Supposition, suppose
from workbench.seen.names import with_player_names
from workbench.system.translation import core


class BeliefsPage:
    """The Beliefs page."""

    name: ClassVar[str] = "beliefs"
    title: ClassVar[str] = texts.BELIEFS

    @classmethod
    def unavailable_reason(cls, subject: Subject) -> str:
        """Return why there are no beliefs to show, or ""."""
        return "" if subject.point is not None else texts.NOBODY_DECIDES

    def build(self, parent: tkinter.Misc, look: Look, host: PageHost) -> tkinter.Misc:
        """Create the entry for facts, the list and the summary."""
        self.look, self.host = look, host
        self.key: object = None  # the node and the position
        self.search: object = None  # source of the bot's own beliefs
        self.supposed: Supposition | None = None
        frame = ttk.Frame(parent, style="Inner.TFrame")
        top = ttk.Frame(frame, style="Inner.TFrame")
        top.pack(fill="x")
        ttk.Label(top, text=texts.SUPPOSE, style="CardText.TLabel").pack(side="left")
        self.text = tkinter.StringVar(frame)
        self.entry = ttk.Entry(top, textvariable=self.text, style="House.TEntry", font=look.fonts["text"])
        self.entry.pack(side="left", fill="x", expand=True, padx=(look.px(8), 0))
        self.entry.bind("<Key-Return>", lambda _: self._ask())
        self.entry.bind("<Key-Escape>", self._clear_facts)
        Tip(look, self.entry, lambda: f"{texts.SUPPOSE_TIP}. {texts.BELIEFS_KEYS}.")
        self.summary = ttk.Label(frame, style="CardText.TLabel", justify="left")
        self.summary.pack(side="bottom", fill="x", pady=(look.px(4), 0))
        wrap(self.summary)
        columns = [
            (key, head, 0.0, "e")
            for key, head in (
                ("prior", texts.PRIOR),
                ("likelihood", texts.LIKELIHOOD),
                ("then", texts.POSTERIOR),
                ("bot", texts.BOT),
            )
        ]
        self.list = ListView(frame, look, texts.WHAT, columns, 1.0, deep=True)
        self.list.frame.pack(fill="both", expand=True, pady=(look.px(4), 0))
        self.list.tree.bind("<Key-Return>", lambda _: self._suppose_row())
        self.list.tree.bind("<Double-Button-1>", lambda _: self._suppose_row())
        return frame

    def show(self, subject: Subject) -> None:
        """Show the beliefs in the position of a subject."""
        shown, point = subject.shown, subject.point
        if point is None:
            return
        key = (subject.node, point.key)
        search = None if shown is None else (shown.source, shown.bot, shown.move)
        if key != self.key:
            self.key, self.search, self.subject = key, search, subject
            self._ask()
        elif search != self.search:  # only the bot's own beliefs have changed
            self.search, self.subject = search, subject
            self._fill()

    def _ask(self) -> None:
        """Count the worlds in the background."""
        point, key, facts = self.subject.point, self.key, self.text.get().split()
        if point is None:
            return
        point = point.copy()
        self.supposed = None
        self.summary.configure(text=texts.THINKING, style="CardQuiet.TLabel")

        def show(supposed: Supposition) -> None:
            if key == self.key:
                self.supposed = supposed
                self._fill()

        def failed(error: ValueError) -> None:
            if key == self.key:
                self.summary.configure(text=core(str(error)), style="CardWarning.TLabel")

        self.host.background.run(lambda: suppose(point, facts), show, failed)

    def _clear_facts(self, _: object) -> str:
        if not self.text.get():
            return ""
        self.text.set("")
        self._ask()
        return "break"

    def _suppose_row(self) -> str:
        row = self.list.chosen
        if "=" in row:
            self.text.set(row)
            self._ask()
        return "break"

    def _fill(self) -> None:
        supposed, shown, point, tree = self.supposed, self.subject.shown, self.subject.point, self.list.tree
        if supposed is None or point is None:
            return
        words, named = boards.words(point.info.id), partial(with_player_names, self.subject.session)
        bot = shown.report.beliefs if shown is not None else {}
        collapsed = {row for row in tree.get_children() if not tree.item(row, "open")}
        first = not tree.get_children()
        self.list.clear()
        for number, (topic, shares) in enumerate(supposed.beliefs.items()):
            sure = shares[0].posterior >= 1 - 1e-9
            shown_open = number == 0 if first else topic not in collapsed
            self.list.add(
                "",
                topic,
                named(texts.about(topic)),
                ("", "", named(words.report_name("belief", shares[0].how)) if sure else ""),
                shown_open,
            )
            for share in shares:
                if share.prior > 0:
                    believed = bot.get(topic, {}).get(share.how)
                    cells = [
                        _per_cent(share.prior),
                        _per_cent(share.likelihood) if supposed.facts else "",
                        _per_cent(share.posterior),
                        "" if believed is None else _per_cent(believed),
                    ]
                    self.list.add(topic, f"{topic}={share.how}", named(words.report_name("belief", share.how)), cells)
        self.list.fit()
        text = (
            texts.supposed(supposed.chance, *supposed.worlds, supposed.bits)
            if supposed.facts
            else texts.believed(supposed.worlds[0], supposed.bits[0])
        )
        self.summary.configure(text=text, style="CardText.TLabel")

    def hide(self) -> None:
        """Ignore results that arrive later."""
        self.key = None


def _per_cent(share: float) -> str:
    return format_percents(min(1.0, share))[0]

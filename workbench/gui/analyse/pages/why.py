"""The page Why: what speaks for the move that was found, or against another that is chosen, in plain sentences, and
behind each the facts that it was made from."""

from __future__ import annotations

import tkinter
from time import monotonic
from typing import ClassVar

from bots.report import Fact, Report
from fastcore import Viewpoint
from workbench import boards
from workbench.boards.kit.figures import minus, signed
from workbench.gui.analyse.pages import words
from workbench.gui.analyse.pages.page import PageHost, Subject
from workbench.gui.look.look import Look
from workbench.gui.widgets.rich_text import RichText
from workbench.reports.reasons import GOES_ON, PLAN, Reason, earlier_report, in_words, reasons
from workbench.reports.reasons_against import reasons_against

CALM_SECONDS = 0.8  # that sentences stay as they are while a search goes on


class WhyPage:
    name: ClassVar[str] = "why"
    title: ClassVar[str] = words.WHY_PAGE

    @classmethod
    def fits(cls, subject: Subject) -> str:
        return "" if subject.shown is not None else words.NOTHING_FOUND

    def build(self, parent: tkinter.Misc, look: Look, host: PageHost) -> tkinter.Misc:
        self.look = look
        self.rich = RichText(parent, look, (0, 0))
        text, px = self.rich.text, look.px
        text.configure(font=look.fonts["text"], takefocus=1, spacing1=0, spacing2=px(2), spacing3=px(5))
        text.tag_configure("sentence", lmargin2=px(16))
        text.tag_configure(
            "fact",
            font=look.fonts["small"],
            foreground=look.palette["quiet"],
            lmargin1=px(16),
            lmargin2=px(16),
            spacing3=px(2),
        )
        text.tag_configure("head", font=look.fonts["strong text"], foreground=look.palette["quiet"])
        self.shown: tuple[object, ...] = ()
        self.about: tuple[object, ...] = ()
        self.again_at = 0.0
        self.open: set[str] = set()  # kinds of the sentences whose facts are shown
        self.host = host
        return self.rich

    def show(self, subject: Subject) -> None:
        shown, point = subject.shown, subject.point
        about = (
            subject.node,
            shown.bot if shown is not None else "",
            subject.move,
            self.host.facts,
            frozenset(self.open),
        )
        if about == self.about and shown is not None and shown.running and monotonic() < self.again_at:
            return  # sentences that change all the time are not read
        self.about = about
        self.again_at = monotonic() + CALM_SECONDS
        told: tuple[Reason, ...]
        rest: tuple[str, ...]
        if shown is None or point is None:
            told, rest = (), ()
            head = words.NOTHING_FOUND
        elif told := reasons_against(point, shown.report, subject.move):
            rest = ()
            head = words.why_not(boards.say(point.info, point.actor, (subject.move,)))
        else:
            info, seat, report = point.info, point.actor, shown.report
            told = reasons(info, seat, report, _earlier(subject))
            rest = in_words(info, seat, report, {reason.kind for reason in told})
            planned = any(reason.kind in (PLAN, GOES_ON) for reason in told)  # which is told in full below
            head = words.WHY_PLAN if planned else words.why(boards.say(info, seat, report.plan or (report.move,)))
        every = self.host.facts
        now = (head, told, rest, every, frozenset(self.open))
        if now == self.shown:
            return
        self.shown = now
        text = self.rich.text
        top = text.yview()[0]
        text.configure(state="normal")
        text.delete("1.0", "end")
        self.rich.add(f"{head}\n", "head")
        for number, reason in enumerate(told):
            tag, is_open = f"reason{number}", every or reason.kind in self.open
            sign = "▾ " if is_open else "▸ "
            self.rich.add(f"{sign if reason.facts else ''}{reason.text}\n", "sentence", tag)
            if reason.facts:
                text.tag_bind(tag, "<Button-1>", lambda _, kind=reason.kind: self._toggle(kind))  # type: ignore[misc]
                for sequence, cursor in (("<Enter>", "hand2"), ("<Leave>", "arrow")):
                    text.tag_bind(tag, sequence, lambda _, cursor=cursor: text.configure(cursor=cursor))  # type: ignore[misc]
            for fact in reason.facts if is_open else ():
                self.rich.add(f"{in_numbers(fact, point)}\n", "fact")
        for line in rest:
            self.rich.add(f"{line}\n", "fact")
        self.rich.close()
        text.yview_moveto(top)

    def _toggle(self, kind: str) -> None:
        self.open ^= {kind}
        self.host.refresh()

    def hide(self) -> None:
        self.open.clear()


def _earlier(subject: Subject) -> Report | None:
    """What the bot that moved here had reported before, for what it has learned since."""
    if subject.shown is None or subject.shown.source != "played":
        return None
    nodes = subject.session.document.tree.nodes
    before = (nodes[one] for one in reversed(subject.session.document.line_to(subject.node)))
    actor = subject.point.actor if subject.point is not None else 0
    return earlier_report([(actor, None), *((one.actor, one.reports[-1] if one.reports else None) for one in before)])


def in_numbers(fact: Fact, point: Viewpoint | None) -> str:
    """A fact as it is, as in "best: move d6, value +0.310, share +0.620"."""
    parts = []
    for name, value in fact.values.items():
        shown = value if isinstance(value, str) else signed(value, 3) if isinstance(value, float) else minus(str(value))
        if name == "seat" and point is not None and isinstance(value, int) and 0 <= value < point.seats:
            shown = boards.side(point.info, value)
        parts.append(f"{name.replace('_', ' ')} {shown}")
    return f"{fact.key}: {', '.join(parts)}"

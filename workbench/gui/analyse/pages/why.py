"""The Why page: reasons for the best move, or against the selected one, with the facts behind each sentence."""

from __future__ import annotations

import tkinter
from functools import partial
from time import monotonic
from typing import ClassVar

from bots.reasoning import turn_of
from bots.report import Fact, Report
from fastcore import Viewpoint
from workbench import boards
from workbench.boards.kit.figures import format_evaluations, format_signed, with_minus_sign
from workbench.gui.analyse.pages import words
from workbench.gui.analyse.pages.page import PageHost, Subject
from workbench.gui.look.look import Look
from workbench.gui.widgets.rich_text import RichText
from workbench.reports.reasons import GOES_ON, PLAN, Reason, previous_report, reasons, turn_effect
from workbench.reports.reasons_against import reasons_against
from workbench.reports.report_lines import detail_lines
from workbench.seen.names import with_player_names

EVALUATIONS = ("value", "low", "high", "result", "instead")  # values of facts that are evaluations
CALM_SECONDS = 0.8  # seconds that sentences stay unchanged during a search


class WhyPage:
    """The Why page."""

    name: ClassVar[str] = "why"
    title: ClassVar[str] = words.WHY_PAGE

    @classmethod
    def unavailable_reason(cls, subject: Subject) -> str:
        """Return why there are no reasons, or ""."""
        return "" if subject.shown is not None else words.NOTHING_FOUND

    def build(self, parent: tkinter.Misc, look: Look, host: PageHost) -> tkinter.Misc:
        """Create the text widget."""
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
        """Show the reasons of a search."""
        shown, point = subject.shown, subject.point
        about = (
            subject.node,
            shown.bot if shown is not None else "",
            subject.move,
            self.host.shows_facts,
            frozenset(self.open),
        )
        scrolled = self.rich.text.yview()[0] > 0
        if about == self.about and shown is not None and shown.running and (scrolled or monotonic() < self.again_at):
            return  # Nobody can read sentences that change all the time, or that move while they are read.
        self.about = about
        self.again_at = monotonic() + CALM_SECONDS
        shown_reasons: tuple[Reason, ...]
        rest: tuple[str, ...]
        if shown is None or point is None:
            shown_reasons, rest = (), ()
            head = words.NOTHING_FOUND
        elif shown_reasons := reasons_against(point, shown.report, subject.move):
            rest = ()
            head = words.why_not(
                boards.describe_moves(point.info, point.actor, turn_of(point, shown.report, subject.move))
            )
        else:
            info, seat, report = point.info, point.actor, shown.report
            shown_reasons = reasons(info, seat, report, _earlier(subject))
            if effect := turn_effect(point, report):
                shown_reasons = Reason("effect", effect, ()), *shown_reasons
            rest = detail_lines(info, seat, report, {reason.kind for reason in shown_reasons})
            planned = any(reason.kind in (PLAN, GOES_ON) for reason in shown_reasons)  # the whole plan follows below
            head = words.WHY_PLAN if planned else words.why(boards.describe_moves(info, seat, turn_of(point, report)))
        show_all = self.host.shows_facts
        now = (head, shown_reasons, rest, show_all, frozenset(self.open))
        if now == self.shown:
            return
        self.shown = now
        text = self.rich.text
        top = text.yview()[0]
        text.configure(state="normal")
        text.delete("1.0", "end")
        named = partial(with_player_names, subject.session)
        self.rich.add(f"{named(head)}\n", "head")
        for number, reason in enumerate(shown_reasons):
            tag, is_open = f"reason{number}", show_all or reason.kind in self.open
            sign = "▾ " if is_open else "▸ "
            self.rich.add(f"{sign if reason.facts else ''}{named(reason.text)}\n", "sentence", tag)
            if reason.facts:
                text.tag_bind(tag, "<Button-1>", lambda _, kind=reason.kind: self._toggle(kind))  # type: ignore[misc]
                for sequence, cursor in (("<Enter>", "hand2"), ("<Leave>", "arrow")):
                    text.tag_bind(tag, sequence, lambda _, cursor=cursor: text.configure(cursor=cursor))  # type: ignore[misc]
            for fact in reason.facts if is_open else ():
                self.rich.add(f"{named(in_numbers(fact, point))}\n", "fact")
        for line in rest:
            self.rich.add(f"{named(line)}\n", "fact")
        self.rich.finish()
        text.yview_moveto(top)

    def _toggle(self, kind: str) -> None:
        self.open ^= {kind}
        self.host.refresh()

    def hide(self) -> None:
        """Collapse all facts."""
        self.open.clear()


def _earlier(subject: Subject) -> Report | None:
    """Return the previous report of the bot that moved here, for comparison, or None."""
    if subject.shown is None or subject.shown.source != "played":
        return None
    nodes = subject.session.document.tree.nodes
    before = (nodes[number] for number in reversed(subject.session.document.line_to(subject.node)))
    actor = subject.point.actor if subject.point is not None else 0
    return previous_report(
        [(actor, None), *((node.actor, node.reports[-1] if node.reports else None) for node in before)]
    )


def in_numbers(fact: Fact, point: Viewpoint | None) -> str:
    """Return a fact with its numbers, such as "best: move d6, value +0.310, share +0.620"."""
    parts = []
    for name, value in fact.values.items():
        shown = (
            value
            if isinstance(value, str)
            else format_evaluations(point.seats, value)[0]
            if name in EVALUATIONS and point is not None and abs(value) <= 1
            else format_signed(value, 3)
            if isinstance(value, float)
            else with_minus_sign(str(value))
        )
        if name == "seat" and point is not None and isinstance(value, int) and 0 <= value < point.seats:
            shown = boards.seat_name(point.info, value)
        parts.append(f"{name.replace('_', ' ')} {shown}")
    return f"{fact.key}: {', '.join(parts)}"

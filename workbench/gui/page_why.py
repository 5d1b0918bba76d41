"""The page Why: what speaks for the move that was found, in plain sentences, and behind each the facts that it was made from."""

from __future__ import annotations

import tkinter
from typing import ClassVar

from workbench.gui import words_analyse as said
from workbench.gui.analyse_page import Stage, Subject
from workbench.gui.look import Look
from workbench.gui.rich_text import RichText
from workbench.reasons import Reason, reasons


class WhyPage:
    name: ClassVar[str] = "why"
    title: ClassVar[str] = said.WHY

    @classmethod
    def fits(cls, subject: Subject) -> str:
        return "" if subject.shown is not None else said.NOTHING_FOUND

    def build(self, parent: tkinter.Misc, look: Look, stage: Stage) -> tkinter.Misc:
        self.text = RichText(parent, look, (0, 0))
        self.told: tuple[Reason, ...] = ()
        return self.text

    def show(self, subject: Subject) -> None:
        if subject.shown is None or subject.point is None:
            told: tuple[Reason, ...] = ()
        else:
            told = reasons(subject.point.info, subject.point.actor, subject.shown.report)
        if told == self.told:
            return
        self.told = told
        self.text.text.configure(state="normal")
        self.text.text.delete("1.0", "end")
        for reason in told:
            self.text.add(f"{reason.text}\n")
        self.text.close()

    def hide(self) -> None:
        pass

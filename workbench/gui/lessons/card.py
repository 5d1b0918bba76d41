"""The card of a lesson: what it teaches, what is to be done, what is said of what was done, and the ways on and
back."""

from __future__ import annotations

import tkinter
from collections.abc import Callable, Sequence
from tkinter import ttk

from workbench.gui.lessons import words
from workbench.gui.look.look import Look
from workbench.gui.look.styles import card
from workbench.gui.widgets.tips import Tip
from workbench.table.guide import Guide


class LessonCard:
    """It stands above all else beside the lesson's board."""

    def __init__(
        self, parent: tkinter.Misc, look: Look, width: int, begin: Callable[[int], None], go_on: Callable[[], None]
    ) -> None:
        """`begin` puts the lesson of a number on the table, `go_on` leaves the one that is on."""
        self.look, self.number, self.done = look, 0, False
        px = look.px
        frame = card(parent, look, padding=(20, 13))
        frame.grid(sticky="ew", pady=(0, px(12)))
        wrap = width - 2 * px(20)
        head = ttk.Frame(frame, style="Inner.TFrame")
        head.pack(fill="x")
        self.count = ttk.Label(head, style="CardSmall.TLabel")
        self.count.pack(side="right", anchor="s")
        self.head = ttk.Label(head, style="CardName.TLabel", wraplength=wrap - px(70))
        self.head.pack(side="left")
        trough = ttk.Frame(frame, style="Line.TFrame", height=px(4))
        trough.pack(fill="x", pady=(px(8), px(12)))
        self.bar = tkinter.Frame(trough, background=look.palette["accent"])
        self.text = ttk.Label(frame, style="CardText.TLabel", font=look.fonts["menu"], wraplength=wrap)
        self.text.pack(anchor="w")
        self.task = ttk.Label(frame, style="CardStrong.TLabel", font=look.fonts["strong menu"], wraplength=wrap)
        self.task.pack(anchor="w", pady=(px(10), 0))
        # Fixed height, so that the buttons below do not move.
        self.room = ttk.Frame(frame, style="Inner.TFrame")
        self.room.pack(fill="x", pady=(px(10), 0))
        self.room.pack_propagate(False)
        self.answer = ttk.Label(self.room, style="CardText.TLabel", wraplength=wrap)
        self.answer.pack(anchor="nw")
        foot = ttk.Frame(frame, style="Inner.TFrame")
        foot.pack(fill="x", pady=(px(10), 0))
        self.back = self._button(foot, words.BACK, lambda: begin(self.number - 1), lambda: words.BACK_TIP)
        self.back.pack(side="left")
        self.again = self._button(foot, words.AGAIN, lambda: begin(self.number), lambda: words.AGAIN_TIP)
        self.again.pack(side="left", padx=px(8))
        self.next = self._button(foot, words.SKIP, go_on, lambda: "" if self.done else words.SKIP_TIP)
        self.next.pack(side="right")

    def _button(
        self, parent: tkinter.Misc, label: str, command: Callable[[], None], tip: Callable[[], str]
    ) -> ttk.Button:
        button = ttk.Button(parent, text=label, style="House.TButton", command=command)
        Tip(self.look, button, tip)
        return button

    def show(self, guide: Guide) -> None:
        """Show the lesson that is on the table, and how far it is."""
        lesson, done = guide.lesson, guide.done
        self.number, self.done = guide.number, done
        self.count.configure(text=words.progress(guide.number + 1, len(guide.lessons)))
        self.bar.place(x=0, y=0, relheight=1, relwidth=(guide.number + done) / len(guide.lessons))
        self.head.configure(text=lesson.head)
        self.text.configure(text=lesson.text)
        self.task.configure(text=lesson.task)
        self._keep_room((lesson.done, lesson.astray or words.NOT_ASKED))
        self.back.configure(state="normal" if guide.number else "disabled")
        last = words.PLAY_NOW if done else words.LEAVE
        self.next.configure(
            text=last if guide.last else words.NEXT if done else words.SKIP,
            style="Main.TButton" if done else "House.TButton",
        )

    def _keep_room(self, said: Sequence[str]) -> None:
        """As much as the longest of these needs."""
        before, high = str(self.answer.cget("text")), 0
        for text in said:
            self.answer.configure(text=text, style="CardStrong.TLabel")
            high = max(high, self.answer.winfo_reqheight())
        self.answer.configure(text=before)
        self.room.configure(height=high)

    def tell(self, said: str, good: bool) -> None:
        """Say something of what was done, "" to say nothing any more."""
        self.answer.configure(text=said, style="CardStrong.TLabel" if good else "CardWarning.TLabel")
        self.answer.configure(foreground=self.look.palette["accent" if good else "warning"])
        self.room.configure(height=max(int(self.room.cget("height")), self.answer.winfo_reqheight()))

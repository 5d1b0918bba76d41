"""The card of a lesson: text, task, an answer to the last move, and navigation buttons."""

from __future__ import annotations

import tkinter
from collections.abc import Callable
from tkinter import ttk

from workbench.boards.kit.lessons import Lesson
from workbench.gui.lessons import words
from workbench.gui.look.look import Look
from workbench.gui.look.styles import card
from workbench.gui.widgets.texts import keep_width
from workbench.gui.widgets.tips import Tip
from workbench.table.guide import Guide

GAP = 10  # space between the texts in pixels at 100 %


class LessonCard:
    """The card of the current lesson, above all other cards beside the board, and its buttons at the lower end.

    Args:
        parent: The column of cards.
        look: Scale and colours.
        width: The width in pixels.
        last: The last row of the column, for the buttons. They keep their place whatever the length of the texts.
        begin: Starts the lesson with this number.
        go_on: Continues with the next lesson.
    """

    def __init__(
        self, parent: tkinter.Misc, look: Look, width: int, last: int, begin: Callable[[int], None],
        go_on: Callable[[], None],
    ) -> None:  # fmt: skip
        self.look, self.number, self.done = look, 0, False
        px = look.px
        frame = card(parent, look, padding=(20, 13))
        frame.grid(row=0, sticky="ew", pady=(0, px(12)))
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
        # The height fits the longest step, so that nothing below moves from step to step.
        self.body = ttk.Frame(frame, style="Inner.TFrame")
        self.body.pack(fill="x")
        self.body.pack_propagate(False)
        self.reserved: tuple[Lesson, ...] = ()  # the lessons that the height is for
        self.text = ttk.Label(self.body, style="CardText.TLabel", font=look.fonts["menu"], wraplength=wrap)
        self.text.pack(anchor="w")
        self.task = ttk.Label(self.body, style="CardStrong.TLabel", font=look.fonts["strong menu"], wraplength=wrap)
        self.task.pack(anchor="w", pady=(px(GAP), 0))
        self.answer = ttk.Label(self.body, style="CardText.TLabel", wraplength=wrap)
        self.answer.pack(anchor="w", pady=(px(GAP), 0))
        foot = card(parent, look, padding=(20, 7))
        foot.grid(row=last, sticky="ew", pady=(px(12), 0))
        self.back_button = self._button(foot, words.BACK, lambda: begin(self.number - 1), lambda: words.BACK_TIP)
        self.back_button.pack(side="left")
        self.repeat_button = self._button(foot, words.AGAIN, lambda: begin(self.number), lambda: words.AGAIN_TIP)
        self.repeat_button.pack(side="left", padx=px(8))
        self.next_button = self._button(foot, words.SKIP, go_on, lambda: "" if self.done else words.SKIP_TIP)
        keep_width(self.next_button, look, "strong text", (words.SKIP, words.NEXT, words.PLAY_NOW, words.LEAVE))
        self.next_button.pack(side="right")

    def _button(
        self, parent: tkinter.Misc, label: str, command: Callable[[], None], tip: Callable[[], str]
    ) -> ttk.Button:
        button = ttk.Button(parent, text=label, style="House.TButton", command=command)
        Tip(self.look, button, tip)
        return button

    def show(self, guide: Guide) -> None:
        """Show the current lesson and its progress."""
        lesson, done = guide.lesson, guide.done
        self.number, self.done = guide.number, done
        self.count.configure(text=words.progress(guide.number + 1, len(guide.lessons)))
        self.bar.place(x=0, y=0, relheight=1, relwidth=(guide.number + done) / len(guide.lessons))
        self.head.configure(text=lesson.head)
        self._reserve_height(guide.lessons)
        self.text.configure(text=lesson.text)
        self.task.configure(text=lesson.task)
        self.back_button.configure(state="normal" if guide.number else "disabled")
        last = words.PLAY_NOW if done else words.LEAVE
        self.next_button.configure(
            text=last if guide.last else words.NEXT if done else words.SKIP,
            style="Main.TButton" if done else "House.TButton",
        )

    def _reserve_height(self, lessons: tuple[Lesson, ...]) -> None:
        """Reserve the height of the longest of these lessons with its answers."""
        if lessons == self.reserved:
            return
        self.reserved, shown = lessons, (str(self.answer.cget("text")), str(self.answer.cget("style")))

        def height(label: ttk.Label, text: str) -> int:
            label.configure(text=text)
            return label.winfo_reqheight()

        self.answer.configure(style="CardStrong.TLabel")
        heights = [
            height(self.text, lesson.text)
            + height(self.task, lesson.task)
            + max(height(self.answer, text) for text in (lesson.done, lesson.wrong_move_text or words.NOT_ASKED))
            for lesson in lessons
        ]
        self.answer.configure(text=shown[0], style=shown[1])
        self.body.configure(height=max(heights) + 2 * self.look.px(GAP))

    def show_answer(self, answers: str, good: bool) -> None:
        """Show an answer to the last move; "" clears it. `good` selects the colour."""
        self.answer.configure(text=answers, style="CardStrong.TLabel" if good else "CardWarning.TLabel")
        self.answer.configure(foreground=self.look.palette["accent" if good else "warning"])

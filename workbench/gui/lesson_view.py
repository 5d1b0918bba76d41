"""A guided first game: one lesson after the other on a real board, over the whole window. Esc goes back to the game."""

from __future__ import annotations

import tkinter
from collections.abc import Callable, Sequence
from functools import partial
from tkinter import ttk

import fastcore
from fastcore import Event
from workbench import boards
from workbench.boards.contract import Board, Fields, Item
from workbench.boards.entry import Entry
from workbench.gui import dragging
from workbench.gui import words_learning as words
from workbench.gui.board_view import BoardView
from workbench.gui.bubble import Remark, Tip
from workbench.gui.cards import PanelCard
from workbench.gui.commands import Registry, focused, pressed
from workbench.gui.look import Look
from workbench.gui.pointing import Pointed, pointed
from workbench.gui.presenter import Presenter
from workbench.gui.styles import card
from workbench.gui.styles import menu as new_menu
from workbench.gui.table import Batch
from workbench.lessons import Guide

COLUMN = 400  # the width of the cards at 100 %
TUMBLE_MS = 28
TAG = "Lesson"  # in place of the main window among the binding tags: its keys are not for here
SHARED = ("view", "help")  # menus whose keys work here too


class LessonView(ttk.Frame):
    """The lesson's board, what it teaches beside it, and what is expected below."""

    def __init__(
        self,
        root: tkinter.Misc,
        look: Look,
        guide: Guide,
        registry: Registry,
        animated: Callable[[], bool],
        play: Callable[[str], None],
    ) -> None:
        super().__init__(root, style="Window.TFrame")
        self.look, self.guide, self.registry, self.play_now = look, guide, registry, play
        board = boards.find(guide.game)
        assert isinstance(board, Board)
        self.board = board
        self.game = fastcore.info(guide.game)
        self.entry = Entry({})
        self.presenter = Presenter(self, animated)
        self.rolling = ""
        self.turn: list[Event] = []
        self.said, self.good = "", False
        self.columnconfigure(0, weight=1)
        self.rowconfigure(2, weight=1)
        self._build_top()
        self.view = BoardView(self, look, board, self)
        self.view.name_cells(True)
        self.view.grid(row=2, column=0, sticky="nsew")
        self._build_column(min(look.px(COLUMN), round(root.winfo_width() * 0.45)))
        self._build_bottom()
        self.remark = Remark(self, look)
        self.place(x=0, y=0, relwidth=1, relheight=1)
        self.lift()
        self._take_keys(self)
        self.presenter.begin(guide.state.turn, ())
        self.settled()
        self.update_idletasks()  # what is not on the screen cannot have the focus
        self.view.focus_set()

    # Widgets ----------------------------------------------------------------------------------------------------------

    def _build_top(self) -> None:
        px = self.look.px
        top = ttk.Frame(self, style="Inner.TFrame", padding=(px(20), px(6), px(16), px(6)))
        top.grid(row=0, column=0, columnspan=2, sticky="ew")
        ttk.Label(top, text=words.guide(self.game.title), style="CardTitle.TLabel").pack(side="left")
        self.leave = self._button(top, words.LEAVE, self.destroy, words.LEAVE_TIP)
        self.leave.pack(side="right")
        ttk.Frame(self, style="Line.TFrame", height=1).grid(row=1, column=0, columnspan=2, sticky="ew")

    def _build_column(self, width: int) -> None:
        look, px = self.look, self.look.px
        column = ttk.Frame(self, style="Window.TFrame", width=width)
        column.grid(row=2, column=1, sticky="ns", padx=(0, px(16)), pady=px(16))
        column.grid_propagate(False)
        column.columnconfigure(0, weight=1)
        lesson = card(column, look, padding=(20, 16))
        lesson.grid(sticky="ew", pady=(0, px(12)))
        wrap = width - 2 * px(20)
        head = ttk.Frame(lesson, style="Inner.TFrame")
        head.pack(fill="x")
        self.count = ttk.Label(head, style="CardSmall.TLabel")
        self.count.pack(side="right", anchor="s")
        self.head = ttk.Label(head, style="CardName.TLabel", wraplength=wrap - px(70))
        self.head.pack(side="left")
        trough = ttk.Frame(lesson, style="Line.TFrame", height=px(4))
        trough.pack(fill="x", pady=(px(8), px(12)))
        self.bar = tkinter.Frame(trough, background=look.palette["accent"])
        self.text = ttk.Label(lesson, style="CardText.TLabel", font=look.fonts["menu"], wraplength=wrap)
        self.text.pack(anchor="w")
        self.task = ttk.Label(lesson, style="CardStrong.TLabel", font=look.fonts["strong menu"], wraplength=wrap)
        self.task.pack(anchor="w", pady=(px(10), 0))
        self.answer = ttk.Label(lesson, style="CardText.TLabel", wraplength=wrap)
        self.answer.pack(anchor="w", pady=(px(10), 0))
        foot = ttk.Frame(lesson, style="Inner.TFrame")
        foot.pack(fill="x", pady=(px(16), 0))
        self.back = self._button(foot, words.BACK, lambda: self.begin(self.guide.number - 1), words.BACK_TIP)
        self.back.pack(side="left")
        self.again = self._button(foot, words.AGAIN, lambda: self.begin(self.guide.number), words.AGAIN_TIP)
        self.again.pack(side="left", padx=px(8))
        self.next = self._button(foot, words.SKIP, self._go_on, None)
        Tip(look, self.next, lambda: "" if self.guide.done else words.SKIP_TIP)
        self.next.pack(side="right")
        fields = self.guide.state.fields
        self.panels = [PanelCard(column, look, self.board.shapes, width) for _ in self.board.panels(self.game, fields, ())]
        for panel in self.panels:
            panel.frame.grid(sticky="ew", pady=(0, px(12)))

    def _build_bottom(self) -> None:
        px = self.look.px
        ttk.Frame(self, style="Line.TFrame", height=1).grid(row=3, column=0, columnspan=2, sticky="ew")
        bottom = ttk.Frame(self, style="Inner.TFrame", padding=(px(20), px(11), px(16), px(11)))
        bottom.grid(row=4, column=0, columnspan=2, sticky="ew")
        self.sentence = ttk.Label(bottom, style="CardName.TLabel")
        self.sentence.pack(side="left")
        self.detail = ttk.Label(bottom, style="CardQuiet.TLabel")
        self.detail.pack(side="left", padx=(px(16), 0))

    def _button(self, parent: tkinter.Misc, label: str, command: Callable[[], None], tip: str | None) -> ttk.Button:
        button = ttk.Button(parent, text=label, style="House.TButton", command=command)
        if tip is not None:
            Tip(self.look, button, lambda: tip)
        return button

    def _take_keys(self, widget: tkinter.Misc) -> None:
        """Keys pressed here are not the main window's."""
        top = str(self.winfo_toplevel())
        widget.bindtags(tuple(TAG if tag == top else tag for tag in widget.bindtags()))
        for child in widget.winfo_children():
            self._take_keys(child)
        if widget is self:
            self.bind_class(TAG, "<Key>", self._key)

    def _key(self, event: tkinter.Event[tkinter.Misc]) -> str | None:
        name = pressed(event)
        if name == "Esc":
            if not self.presenter.skip():
                if self.entry.cancel():
                    self.chose()
                else:
                    self.destroy()
            return "break"
        command = self.registry.keys.get(name)
        return self.registry.press(event) if command is not None and command.menu in SHARED else None

    # Made anew after a change of the look -----------------------------------------------------------------------------

    def memory(self) -> object:
        return self.guide, self.turn, self.said, self.good

    def recall(self, memory: object) -> None:
        assert isinstance(memory, tuple)
        self.guide, self.turn, self.said, self.good = memory
        self.settled()

    def destroy(self) -> None:
        self.presenter.begin(0, ())
        self.remark.hide()
        super().destroy()

    # The lesson -------------------------------------------------------------------------------------------------------

    def begin(self, number: int) -> None:
        """Show a lesson as it starts."""
        self.remark.hide()
        self.guide.begin(number)
        self.turn, self.said, self.good = [], "", False
        self.presenter.begin(self.guide.state.turn, ())
        self.settled()
        self.view.focus_set()

    def _go_on(self) -> None:
        if not self.guide.last:
            self.begin(self.guide.number + 1)
        elif self.guide.done:
            self.destroy()
            self.play_now(self.guide.game)
        else:
            self.destroy()

    def _tell(self, said: str, good: bool) -> None:
        self.said, self.good = said, good
        self.answer.configure(text=said, style="CardStrong.TLabel" if good else "CardWarning.TLabel")
        self.answer.configure(foreground=self.look.palette["accent" if good else "warning"])
        if said:
            self.answer.pack(anchor="w", pady=(self.look.px(10), 0), after=self.task)
        else:
            self.answer.pack_forget()

    def play(self, move: str) -> None:
        made = self.guide.play(move)
        if not made.asked:
            self._tell(self.guide.lesson.astray or words.NOT_ASKED, False)
            self.settle()
            return
        self._tell("", False)
        self._show(made.events)

    def _show(self, events: Sequence[Event]) -> None:
        for layer in ("open", "reach", "foresee"):
            self.view.show(layer, ())
        self.presenter.add(Batch(self.guide.state.turn, tuple(events), self.guide.state.points()))

    # The presenter's stage --------------------------------------------------------------------------------------------

    def step(self, event: Event, turn: Sequence[Event], done: Callable[[], None]) -> None:
        self.turn = list(turn)
        told = boards.tell(self.game, event)
        if told:
            self.sentence.configure(text=told)
        self.detail.configure(text="")
        frames = list(self.board.tumble(event)) if self.panels else []

        def roll() -> None:
            if frames:
                self.panels[0].show_large(frames.pop(0))
                self.rolling = self.after(TUMBLE_MS, roll)
                return
            self.rolling = ""
            self._show_panels(event.fields)
            self.view.show("last", self.board.last(event.fields, turn))
            self.view.change(event.fields, done)

        roll()

    def cut(self) -> None:
        if self.rolling:
            self.after_cancel(self.rolling)
            self.rolling = ""
        self.view.cut()

    def settled(self) -> None:
        self.settle()
        events = self.guide.draw()
        if events:
            self._show(events)

    def settle(self) -> None:
        """Show the lesson as it stands, and what may be clicked."""
        guide, state, lesson = self.guide, self.guide.state, self.guide.lesson
        texts = [] if guide.done or state.actor < 0 else [state.move_text(move) for move in state.moves()]
        self.entry = Entry({text: self.board.path(text) for text in texts})
        self.view.position(state.fields)
        self.view.show("last", self.board.last(state.fields, self.turn))
        self._show_panels(state.fields)
        self.count.configure(text=words.progress(guide.number + 1, len(guide.lessons)))
        self.bar.place(x=0, y=0, relheight=1, relwidth=(guide.number + guide.done) / len(guide.lessons))
        self.head.configure(text=lesson.head)
        self.text.configure(text=lesson.text)
        self.task.configure(text=lesson.task)
        self._tell(lesson.done if guide.done else self.said, guide.done or self.good)
        self.back.configure(state="normal" if guide.number else "disabled")
        last = words.PLAY_NOW if guide.done else words.LEAVE
        self.next.configure(
            text=last if guide.last else words.NEXT if guide.done else words.SKIP,
            style="Main.TButton" if guide.done else "House.TButton",
        )
        if guide.done and focused(self) is not None:
            self.next.focus_set()
        self.sentence.configure(text=boards.expects(state))
        self.chose()

    def _show_panels(self, fields: Fields) -> None:
        for panel, data in zip(self.panels, self.board.panels(self.game, fields, self.turn), strict=True):
            panel.show(data)

    # The board's hands ------------------------------------------------------------------------------------------------

    def pressed(self) -> bool:
        self.remark.hide()
        return self.presenter.skip()

    @property
    def ours(self) -> bool:
        return bool(self.entry.paths)

    def clicked(self, spot: str) -> None:
        if self.presenter.skip():
            return
        if not spot:
            if self.entry.cancel():
                self.chose()
            return
        if self.guide.done:
            self._tell(self.guide.lesson.done, True)
            return
        chosen = self.entry.chosen
        step = self.entry.click(spot)
        if step.move:
            self.play(step.move)
        elif step.choices:
            self._choose(step.choices)
        elif step.refused:
            self._refuse(chosen, spot)
        else:
            self.chose()

    def _refuse(self, chosen: tuple[str, ...], spot: str) -> None:
        """Say why; sometimes that is just what is to be seen."""
        reason = self.board.refusal(self.guide.state, chosen, spot)
        wanted = self.guide.refused((*chosen, spot))
        if wanted:
            self.entry.cancel()
            self.chose()
        self._tell(reason if wanted else "", wanted)
        self.refuse(reason, spot)

    def refuse(self, reason: str, spot: str = "") -> None:
        self.detail.configure(text=reason, style="CardWarning.TLabel")
        if not spot:
            return
        x, y = self.view.place_of(spot)
        self.remark.show(spot, reason, self.view.winfo_rootx() + x, self.view.winfo_rooty() + y, round(self.view.unit * 0.5))

    def _choose(self, moves: Sequence[str]) -> None:
        menu = new_menu(self, self.look)
        for move in moves:
            menu.add_command(label=boards.say(self.game, self.guide.state.actor, (move,)), command=partial(self.play, move))
        menu.tk_popup(self.winfo_pointerx(), self.winfo_pointery())

    def lifted(self, spot: str) -> Item | None:
        return dragging.lift(self, self.board, self.guide.state, spot)

    def dragged(self, start: str, end: str) -> None:
        dragging.drop(self, self.board, start, end)

    def chose(self) -> None:
        point = self.guide.state
        spots = sorted(self.entry.open)
        self.view.show("open", self.board.open(point, self.entry.chosen, spots) if spots else ())
        self.hovered(self.view.hover)

    def hovered(self, spot: str) -> None:
        if self.remark.bubble is not None and spot != self.remark.about:
            self.remark.hide()
        if self.presenter.busy:
            return
        found = pointed(self.board, self.guide.state, self.entry, spot) if spot and self.entry.paths else Pointed()
        self.view.show("reach", found.reach)
        self.view.show("foresee", found.marks)
        self.view.configure(cursor="hand2" if found.inviting else "")
        self.detail.configure(text=found.detail, style="CardQuiet.TLabel")

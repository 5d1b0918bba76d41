"""A guided first game: one lesson after the other on a real board, over the whole window. Esc goes back to the game."""

from __future__ import annotations

import tkinter
from collections.abc import Callable, Sequence
from tkinter import ttk

import fastcore
from fastcore import Event
from workbench import boards
from workbench.boards.kit.choices import Choice, Row, Sheet
from workbench.boards.kit.contract import Board
from workbench.boards.kit.elements import Point
from workbench.gui.board.board_view import BoardView
from workbench.gui.board.cards import PanelCard
from workbench.gui.board.choice_bar import ChoiceBar
from workbench.gui.board.event_player import EventPlayer
from workbench.gui.board.move_input import MoveInput
from workbench.gui.board.outcome_panel import OutcomePanel
from workbench.gui.board.presenter import Presenter
from workbench.gui.lessons import words
from workbench.gui.lessons.card import LessonCard
from workbench.gui.look.look import Look
from workbench.gui.sheet.read_only import SheetView
from workbench.gui.shell.commands import LESSON, Registry
from workbench.gui.shell.pages import OverPage
from workbench.gui.widgets.keys import focused, pressed
from workbench.gui.widgets.tips import Remark, Tip
from workbench.settings import Settings
from workbench.table.audience import Batch
from workbench.table.guide import Guide

COLUMN = 400  # the width of the cards at 100 %
INSTEAD = {"rules": "rules_window"}  # what lies beside the board of the game would be hidden here


class LessonView(OverPage):
    """The lesson's board, what it teaches beside it, and what is expected below."""

    def __init__(
        self,
        root: tkinter.Misc,
        look: Look,
        guide: Guide,
        registry: Registry,
        settings: Settings,
        left: Callable[[str], None],
    ) -> None:
        """`left` is called when the user leaves, with the game to play now, "" for none."""
        super().__init__(root, style="Window.TFrame")
        self.look, self.guide, self.registry, self.left = look, guide, registry, left
        board = boards.find(guide.game)
        assert isinstance(board, Board)
        self.board: Board = board
        self.game = fastcore.info(guide.game)
        self.move_input = MoveInput(self)
        self.presenter = Presenter(self, lambda: settings.animation, lambda: settings.animation_speed)
        self.turn: list[Event] = []
        self.said, self.good = "", False
        self.columnconfigure(0, weight=1)
        self.rowconfigure(2, weight=1)
        self._build_top()
        self.view = BoardView(self, look, board, self.move_input)
        self.view.name_cells(True)
        self.view.grid(row=2, column=0, sticky="nsew")
        self.view.speed = settings.animation_speed
        self._build_column(min(look.px(COLUMN), round(root.winfo_width() * 0.45)))
        self.showing = EventPlayer(self.view, board, self.panels, self.game, self.presenter.paced)
        self._build_bottom()
        self.panel = OutcomePanel(self, look, board)
        self.remark = Remark(self, look, self.view)
        self.place(x=0, y=0, relwidth=1, relheight=1)
        self.lift()
        self._take_keys(self)
        self.bind("<Key>", self._key)
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
        self.leave = ttk.Button(top, text=words.LEAVE, style="House.TButton", command=self._leave)
        Tip(self.look, self.leave, lambda: words.LEAVE_TIP)
        self.leave.pack(side="right")
        self.first = ttk.Button(top, text=words.FIRST, style="House.TButton", command=lambda: self.begin(0))
        Tip(self.look, self.first, lambda: words.tip(words.FIRST_TIP, "", "" if self.guide.number else words.AT_FIRST))
        self.first.pack(side="right", padx=px(8))
        ttk.Frame(self, style="Line.TFrame", height=1).grid(row=1, column=0, columnspan=2, sticky="ew")

    def _build_column(self, width: int) -> None:
        look, px = self.look, self.look.px
        column = ttk.Frame(self, style="Window.TFrame", width=width)
        column.grid(row=2, column=1, sticky="ns", padx=(0, px(16)), pady=px(16))
        column.grid_propagate(False)
        column.columnconfigure(0, weight=1)
        self.lesson = LessonCard(column, look, width, self.begin, self._go_on)
        fields = self.guide.point.fields
        self.panels = [
            PanelCard(column, look, self.board.shapes, width) for _ in self.board.panels(self.game, fields, ())
        ]
        for number, panel in enumerate(self.panels):
            panel.frame.grid(sticky="ew", pady=(px(12) if number else 0, 0))
        self.sheet = SheetView(column, look, width, self.lock)
        Tip(look, self.sheet.lock, self._lock_tip)
        self.choices = ChoiceBar(column, look, width, len(self.panels) + 2, self.move_input, self.view)

    def _build_bottom(self) -> None:
        px = self.look.px
        ttk.Frame(self, style="Line.TFrame", height=1).grid(row=3, column=0, columnspan=2, sticky="ew")
        bottom = ttk.Frame(self, style="Inner.TFrame", padding=(px(20), px(11), px(16), px(11)))
        bottom.grid(row=4, column=0, columnspan=2, sticky="ew")
        self.sentence = ttk.Label(bottom, style="CardName.TLabel")
        self.sentence.pack(side="left")
        self.detail = ttk.Label(bottom, style="CardQuiet.TLabel")
        self.detail.pack(side="left", padx=(px(16), 0))

    def _take_keys(self, widget: tkinter.Misc) -> None:
        """Keys pressed here come to the lesson in place of the main window."""
        top, own = str(self.winfo_toplevel()), () if widget is self else (str(self),)
        widget.bindtags(tuple(name for tag in widget.bindtags() for name in ((tag,) if tag != top else own)))
        for child in widget.winfo_children():
            self._take_keys(child)

    def _key(self, event: tkinter.Event[tkinter.Misc]) -> str | None:
        name = pressed(event)
        if name == "Esc":
            if not self.presenter.skip() and not self.move_input.cancel() and not self._unwrite():
                self._leave()
            return "break"
        command = self.registry.keys.get(name)
        if command is not None and command.name == "lock":
            self.lock()
            return "break"
        wanted = INSTEAD.get(command.name, command.name) if command is not None else ""
        if wanted in self.registry and self.registry[wanted].modes >= LESSON:
            self.registry.run(wanted)
            return "break"
        return None

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
        self.move_input.close()
        super().destroy()

    # The lesson -------------------------------------------------------------------------------------------------------

    def begin(self, number: int) -> None:
        """Show a lesson as it starts."""
        self.remark.hide()
        self.guide.begin(number)
        self.view.forget()  # where the keys were is nowhere in another lesson
        self.turn, self.said, self.good = [], "", False
        self.presenter.begin(self.guide.state.turn, ())
        self.settled()
        self.view.focus_set()

    def _unwrite(self) -> bool:
        """Take back what is written in this step; whether anything was."""
        was = self.guide.unwrite()
        if was:
            self.settle()
            self.view.focus_set()
        return was

    def _go_on(self) -> None:
        if not self.guide.last:
            self.begin(self.guide.number + 1)
        else:
            self._leave(self.guide.game if self.guide.done else "")

    def focus_set(self) -> None:
        self.view.focus_set()

    def give_way(self) -> None:
        """Something else is to be seen now."""
        self._leave()

    def _leave(self, play: str = "") -> None:
        self.destroy()
        self.left(play)

    def _tell(self, said: str, good: bool) -> None:
        self.said, self.good = said, good
        self.lesson.tell(said, good)

    def play(self, move: str) -> None:
        made = self.guide.play(move)
        if not made.asked:
            self._tell(self.guide.lesson.astray or words.NOT_ASKED, False)
            self.settle()
            return
        self._tell("", False)
        if self.guide.written:
            self.settle()
            self.sheet.lock.focus_set()
        else:
            self._show(made.events)

    def lock(self) -> None:
        """Make the plan that is written, if it is."""
        if not self.guide.written:
            self.refuse(words.LOCK_WAITS)
            return
        self.view.focus_set()
        self._show(self.guide.lock())

    def _lock_tip(self) -> str:
        key = self.registry["lock"].key
        return words.tip(words.LOCK_TIP, key, "" if self.guide.written else words.LOCK_WAITS)

    def _show(self, events: Sequence[Event]) -> None:
        for layer in ("open", "reach", "foresee", "ghosts"):
            self.view.painter.show(layer, ())
        self.move_input.rest()
        self.sheet.let_lock(None)
        self.turn = list(events)  # what is shown step by step says so itself
        self.presenter.add(Batch(self.guide.state.turn, tuple(events), self.guide.state.points()))

    # The presenter's stage --------------------------------------------------------------------------------------------

    def step(self, event: Event, turn: Sequence[Event], done: Callable[[], None]) -> None:
        self.turn = list(turn)
        told = boards.tell(self.game, event, self.guide.seat)
        if told:
            self.sentence.configure(text=told)
        self.detail.configure(text="")
        if self.guide.seat is not None:
            self._show_sheet(self.board.ledger(self.game, event.fields, self.guide.seat, turn))
        self.showing.step(event, turn, done)

    def reached(self, points: Sequence[int]) -> None:
        pass  # no points are shown beside a lesson

    def cut(self) -> None:
        self.showing.cut()

    def settled(self) -> None:
        self.settle()
        events = self.guide.draw()
        if events:
            self._show(events)

    def settle(self) -> None:
        """Show the lesson as it stands, and what may be clicked."""
        guide, point = self.guide, self.guide.point
        texts = (
            [] if guide.done or guide.written or point.actor < 0 else [point.move_text(move) for move in point.moves()]
        )
        self.move_input.begin(texts)
        self.view.viewer = guide.seat
        self.view.position(point.fields)
        self.view.painter.show("last", self.board.last(point.fields, self.turn))
        self.showing.fill(point.fields, self.turn)
        writes = point.actor == guide.seat and not guide.done
        self.view.painter.show("ghosts", self.board.intends(point, self._last_line()) if writes else ())
        self._show_sheet(self._sheet(point) if writes else self._came_of() if guide.done else None)
        self.panel.stand_below(self.view, point, self.board.outcomes(point) if writes else ())
        self.sheet.let_lock(bool(guide.written) if writes and self.board.collects(point) else None)
        self.lesson.show(guide)
        self.first.configure(state="normal" if guide.number else "disabled")
        self._tell(guide.lesson.done if guide.done else self.said, guide.done or self.good)
        if guide.done and focused(self) is not None:
            self.lesson.next.focus_set()
        self.sentence.configure(text=self._expected())  # also where nothing may be clicked
        self.move_input.chose()

    def _sheet(self, point: Point) -> Sheet | None:
        """What the learner has written, or wrote before what is decided now."""
        last = self._last_line()
        sheet = self.board.sheet(point, last, [""] * len(last))
        if sheet is None:
            return self.board.ledger(self.game, point.fields, point.actor, self.turn)
        return sheet._replace(rows=tuple(self._asks(row) if row.now and self.guide.step else row for row in sheet.rows))

    def _came_of(self) -> Sheet | None:
        """The sheet with what came of all that was shown last, or as it stands where nothing of it is on a sheet."""
        if self.guide.seat is not None:
            for event in reversed(self.turn):
                if (sheet := self.board.ledger(self.game, event.fields, self.guide.seat, self.turn)) is not None:
                    return sheet
        return self.sheet.sheet

    def _last_line(self) -> tuple[str, ...]:
        """What is written and not made, as no line before it is."""
        return (self.guide.written,) if self.guide.written else ()

    def _asks(self, row: Row) -> Row:
        """The line that is written next, with what is asked for."""
        words_at = max(number for number, cell in enumerate(row.cells) if cell)
        return row._replace(cells=(*row.cells[:words_at], self.guide.step, *row.cells[words_at + 1 :]))

    def _expected(self) -> str:
        """What is asked for now."""
        if self.guide.done:
            return words.ALL_DONE if self.guide.last else words.STEP_DONE
        if self.guide.written:
            return words.locks(self.registry["lock"].key)
        return words.step(self.guide.step) if self.guide.step else boards.expects(self.point)

    def _show_sheet(self, sheet: Sheet | None) -> None:
        """Show a sheet in the place of the game's own cards, which say less, or these for None."""
        if sheet is not None:
            self.sheet.show(sheet)
        if (sheet is not None) == bool(self.sheet.frame.winfo_manager()):
            return
        for panel in self.panels:
            if sheet is None:
                panel.frame.grid()
            else:
                panel.frame.grid_remove()
        if sheet is None:
            self.sheet.frame.grid_remove()
        else:
            self.sheet.frame.grid(row=len(self.panels) + 1, column=0, sticky="ew")

    # What the learner does ------------------------------------------------------------------------------------------

    @property
    def point(self) -> Point:
        return self.guide.point

    @property
    def ours(self) -> bool:
        return bool(self.move_input.entry.paths) and not self.presenter.busy

    @property
    def outcomes(self) -> Sequence[str]:
        return ()  # nothing is drawn in a lesson

    @property
    def resting(self) -> str:
        return self._expected()

    def touched(self) -> bool:
        self.remark.hide()
        return self.presenter.skip()

    def rested(self, spot: str) -> None:
        if self.guide.done:
            self._tell(self.guide.lesson.done, True)
        else:
            self.refused((), spot)

    def refused(self, chosen: Sequence[str], spot: str) -> None:
        """Say why; sometimes that is just what is to be seen."""
        reason = self.board.refusal(self.guide.point, chosen, spot)
        wanted = self.guide.refused((*chosen, spot))
        self._tell(reason if wanted else "", wanted)
        if wanted:
            self.settle()
        self.refuse(reason, spot)

    def refuse(self, reason: str, spot: str = "") -> None:
        self.detail.configure(text=reason, style="CardWarning.TLabel")
        if self.view.ground is None or spot not in self.view.ground.spots:
            return
        x, y = self.view.place_of(spot)
        self.remark.show(
            spot, reason, self.view.winfo_rootx() + x, self.view.winfo_rooty() + y, round(self.view.painter.unit * 0.5)
        )

    def offer(self, choices: Sequence[Choice]) -> None:
        self.choices.show(choices)
        self._take_keys(self.choices.frame)

    def lead(self) -> None:
        point, chosen = self.point, self.move_input.entry.chosen
        self.sentence.configure(text=self.board.lead(point, chosen) if chosen else self._expected())

    def explain(self, spot: str, detail: str) -> None:
        if self.remark.bubble is not None and spot != self.remark.about:
            self.remark.hide()
        if not self.presenter.busy:
            self.detail.configure(text=detail, style="CardQuiet.TLabel")

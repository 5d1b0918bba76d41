"""The page of the guided first game, which covers the window. Esc returns to the game."""

from __future__ import annotations

import tkinter
from collections.abc import Callable, Sequence
from tkinter import ttk

import fastcore
from fastcore import Event
from workbench import boards
from workbench.boards.kit.choices import Choice, Sheet
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
from workbench.gui.lessons.sheets import current_sheet, result_sheet, task_sentence, written_moves
from workbench.gui.look.look import Look
from workbench.gui.sheet.read_only import SheetView
from workbench.gui.shell.commands import LESSON, Registry
from workbench.gui.shell.pages import OverPage
from workbench.gui.widgets.keys import focused, on_enter, pressed
from workbench.gui.widgets.tips import Tip
from workbench.settings import Settings
from workbench.table.audience import Batch
from workbench.table.guide import Guide

COLUMN_WIDTH = 400  # width of the cards, in pixels at 100 %
REPLACEMENTS = {"rules": "rules_window"}  # side pages would be hidden, so their commands open a window


class LessonView(OverPage):
    """The page with the lesson's board, the cards beside it, and the current task below.

    Implements `MoveInputOwner` and `Stage`. Calls `on_leave` when the user leaves, with the game to start, or "" for
    none.
    """

    def __init__(
        self,
        root: tkinter.Misc,
        look: Look,
        guide: Guide,
        registry: Registry,
        settings: Settings,
        on_leave: Callable[[str], None],
    ) -> None:
        super().__init__(root, style="Window.TFrame")
        self.look, self.guide, self.registry, self.on_leave = look, guide, registry, on_leave
        self.settings = settings
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
        self.view.show_names(True)
        on_enter(self.view, self._enter)
        self.view.grid(row=2, column=0, sticky="nsew")
        self.view.speed = settings.animation_speed
        self._build_column(min(look.px(COLUMN_WIDTH), round(root.winfo_width() * 0.45)))
        self.showing = EventPlayer(self.view, board, self.panels, self.game, self.presenter.scaled)
        self._build_bottom()
        self.panel = OutcomePanel(self, look, board)
        self.place(x=0, y=0, relwidth=1, relheight=1)
        self.lift()
        self._redirect_keys(self)
        self.bind("<Key>", self._key)
        self.presenter.reset(guide.state.turn, ())
        self.show_current()
        self.update_idletasks()  # only a visible widget can have the focus
        self.view.focus_set()

    # Widgets ----------------------------------------------------------------------------------------------------------

    def _build_top(self) -> None:
        px = self.look.px
        top = ttk.Frame(self, style="Inner.TFrame", padding=(px(20), px(6), px(16), px(6)))
        top.grid(row=0, column=0, columnspan=2, sticky="ew")
        ttk.Label(top, text=words.guide(self.game.title), style="CardTitle.TLabel").pack(side="left")
        self.leave_button = ttk.Button(top, text=words.LEAVE, style="House.TButton", command=self._leave)
        Tip(self.look, self.leave_button, lambda: words.LEAVE_TIP)
        self.leave_button.pack(side="right")
        self.restart_button = ttk.Button(top, text=words.FIRST, style="House.TButton", command=lambda: self.begin(0))
        Tip(self.look, self.restart_button, self._restart_tip)
        self.restart_button.pack(side="right", padx=px(8))
        ttk.Frame(self, style="Line.TFrame", height=1).grid(row=1, column=0, columnspan=2, sticky="ew")

    def _build_column(self, width: int) -> None:
        look, px = self.look, self.look.px
        column = ttk.Frame(self, style="Window.TFrame", width=width)
        column.grid(row=2, column=1, sticky="ns", padx=(0, px(16)), pady=px(16))
        column.grid_propagate(False)
        column.columnconfigure(0, weight=1)
        shown = self.board.panels(self.game, fastcore.start(self.guide.game).fields, ())
        self.panels = [PanelCard(column, look, self.board.shapes, width) for _ in shown]
        for number, panel in enumerate(self.panels):
            panel.reserve_height(shown[number : number + 1])
            panel.frame.grid(row=number + 1, sticky="ew", pady=(px(12) if number else 0, 0))
        space = len(self.panels) + 1  # the row between the texts above and the controls below
        column.rowconfigure(space, weight=1)
        self.lesson = LessonCard(column, look, width, space + 3, self.begin, self._next_lesson)
        self.sheet = SheetView(column, look, width, self.lock)
        Tip(look, self.sheet.lock, self._lock_tip)
        self.choices = ChoiceBar(column, look, width, space + 2, self.move_input, self.view)
        self.choices.frame.bind("<Configure>", lambda _: self._reserve_choices(column), add="+")

    def _reserve_choices(self, column: ttk.Frame) -> None:
        """Reserve the greatest height that the choices have had, so that the sheet above them never moves."""
        row, height = self.choices.row, self.choices.frame.winfo_reqheight() + self.look.px(12)
        if self.choices.frame.winfo_manager() and height > int(column.rowconfigure(row)["minsize"]):
            column.rowconfigure(row, minsize=height)

    def _build_bottom(self) -> None:
        px = self.look.px
        ttk.Frame(self, style="Line.TFrame", height=1).grid(row=3, column=0, columnspan=2, sticky="ew")
        bottom = ttk.Frame(self, style="Inner.TFrame", padding=(px(20), px(11), px(16), px(11)))
        bottom.grid(row=4, column=0, columnspan=2, sticky="ew")
        self.sentence = ttk.Label(bottom, style="CardName.TLabel")
        self.sentence.pack(side="left")
        self.detail = ttk.Label(bottom, style="CardQuiet.TLabel")
        self.detail.pack(side="left", padx=(px(16), 0))

    def _redirect_keys(self, widget: tkinter.Misc) -> None:
        """Let this page receive the keys instead of the main window."""
        top, page_tag = str(self.winfo_toplevel()), () if widget is self else (str(self),)
        widget.bindtags(tuple(name for tag in widget.bindtags() for name in ((tag,) if tag != top else page_tag)))
        for child in widget.winfo_children():
            self._redirect_keys(child)

    def _enter(self, event: tkinter.Event[tkinter.Misc]) -> str:
        """Continue with the next step after a completed one, else click the spot under the cursor."""
        if self.presenter.busy or not self.guide.done:
            return self.view.click_cursor(event)
        self._next_lesson()
        return "break"

    def _key(self, event: tkinter.Event[tkinter.Misc]) -> str | None:
        name = pressed(event)
        if name == "Esc":
            if not self.presenter.skip() and not self.move_input.cancel() and not self._clear_plan():
                self._leave()
            return "break"
        command = self.registry.keys.get(name)
        if command is not None and command.name == "lock":
            self.lock()
            return "break"
        wanted = REPLACEMENTS.get(command.name, command.name) if command is not None else ""
        if wanted in self.registry and self.registry[wanted].modes >= LESSON:
            self.registry.run(wanted)
            return "break"
        return None

    # State that survives a change of the look -------------------------------------------------------------------------

    def save_view(self) -> object:
        """Return the state to restore in the new page."""
        return self.guide, self.turn, self.said, self.good

    def restore_view(self, memory: object) -> None:
        """Restore the state of the old page."""
        assert isinstance(memory, tuple)
        self.guide, self.turn, self.said, self.good = memory
        self.show_current()

    def destroy(self) -> None:
        """Stop the animation and remove the page."""
        self.presenter.reset(0, ())
        self.move_input.close()
        super().destroy()

    # Lesson -----------------------------------------------------------------------------------------------------------

    def begin(self, number: int) -> None:
        """Start the lesson with this number."""
        self.guide.start_lesson(number)
        self.view.clear_pointer()  # the cursor's spot may not exist on another board
        self.turn, self.said, self.good = [], "", False
        self.presenter.reset(self.guide.state.turn, ())
        self.show_current()
        self.view.focus_set()

    def _clear_plan(self) -> bool:
        """Clear the written plan. Return False if there is none."""
        cleared = self.guide.clear_written()
        if cleared:
            self.settle()
            self.view.focus_set()
        return cleared

    def _next_lesson(self) -> None:
        if not self.guide.last:
            self.begin(self.guide.number + 1)
        else:
            self._leave(self.guide.game if self.guide.done else "")

    def focus_set(self) -> None:
        """Focus the board."""
        self.view.focus_set()

    def make_room(self) -> None:
        """Close the page."""
        self._leave()

    def _leave(self, play: str = "") -> None:
        self.destroy()
        self.on_leave(play)

    def _show_answer(self, answer: str, good: bool) -> None:
        self.said, self.good = answer, good
        self.lesson.show_answer(answer, good)

    def play(self, move: str) -> None:
        """Play a move if the lesson asks for it, else show the lesson's answer."""
        outcome = self.guide.play(move)
        if not outcome.is_goal:
            self._show_answer(self.guide.lesson.wrong_move_text or words.NOT_ASKED, False)
            self.settle()
            return
        self._show_answer("", False)
        if self.guide.written:
            self.settle()
            self.sheet.lock.focus_set()
        else:
            self._animate(outcome.events)

    def lock(self) -> None:
        """Play the written plan, or show that it is incomplete."""
        if not self.guide.written:
            self.refuse(words.LOCK_WAITS)
            return
        self.view.focus_set()
        self._animate(self.guide.lock())

    def _restart_tip(self) -> str:
        return words.tip(words.FIRST_TIP, "", "" if self.guide.number else words.AT_FIRST)

    def _lock_tip(self) -> str:
        key = self.registry["lock"].key
        return words.tip(words.LOCK_TIP, key, "" if self.guide.written else words.LOCK_WAITS)

    def _animate(self, events: Sequence[Event]) -> None:
        for layer in ("open", "reach", "foresee", "ghosts"):
            self.view.painter.show(layer, ())
        self.move_input.grey_idle()
        self.sheet.set_lock_state(None)
        self.turn = list(events)  # the first animation step replaces this
        self.presenter.add(Batch(self.guide.state.turn, tuple(events), self.guide.state.points()))

    # Interface for the presenter --------------------------------------------------------------------------------------

    def step(self, event: Event, turn: Sequence[Event], done: Callable[[], None]) -> None:
        """Animate one event."""
        self.turn = list(turn)
        description = boards.describe_event(self.game, event, self.guide.seat) or str(self.sentence.cget("text"))
        self.detail.configure(text="")
        if self.guide.seat is not None:
            self._show_sheet(self.board.completed_sheet(self.game, event.fields, self.guide.seat, turn))
        self.showing.step(event, turn, done, lambda: self.sentence.configure(text=description))

    def show_points(self, points: Sequence[int]) -> None:
        """Ignore the points: a lesson shows none."""

    def cancel_animation(self) -> None:
        """Stop the current animation."""
        self.showing.cancel()

    def show_current(self) -> None:
        """Show the position. Continue with a chance event if the lesson has one here."""
        self.settle()
        events = self.guide.draw()
        if events:
            self._animate(events)

    def settle(self) -> None:
        """Show the current position and task, and accept the lesson's moves."""
        guide, point = self.guide, self.guide.point
        asks = not guide.done and not guide.written and point.actor >= 0
        self.move_input.set_moves([point.move_text(move) for move in point.moves()] if asks else [])
        self.view.viewer = guide.seat
        self.panel.make_room(self.view, True)
        self.view.set_position(point.fields)
        self.view.painter.show("last", self.board.last_turn_marks(point.fields, self.turn))
        self.showing.fill(point.fields, self.turn)
        writes = point.actor == guide.seat and not guide.done
        self.view.painter.show("ghosts", self.board.plan_marks(point, written_moves(guide)) if writes else ())
        sheet = current_sheet(self.board, guide, self.turn) if writes else None
        if guide.done:
            sheet = result_sheet(self.board, guide, self.turn) or self.sheet.sheet
        self._show_sheet(sheet)
        self.panel.show_outcomes(self.view, point, self.board.outcomes(point) if writes else ())
        self.sheet.set_lock_state(bool(guide.written) if writes and self.board.uses_sheet(point) else None)
        self.lesson.show(guide)
        steps = {**self.settings.tutorial_steps, guide.game: (guide.number + guide.done) % len(guide.lessons)}
        self.settings.tutorial_steps = steps
        self.restart_button.configure(state="normal" if guide.number else "disabled")
        self._show_answer(guide.lesson.done if guide.done else self.said, guide.done or self.good)
        if guide.done and focused(self) is not None:
            self.lesson.next_button.focus_set()
        # `MoveInput` sets the sentence only if there are legal moves.
        self.sentence.configure(text=task_sentence(self.guide, self.registry))
        self.move_input.refresh()

    def _show_sheet(self, sheet: Sheet | None) -> None:
        """Show a sheet instead of the game's own cards, or the cards if `sheet` is None."""
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
            self.sheet.frame.grid(row=len(self.panels) + 2, column=0, sticky="ew")

    # Interface for the move input -------------------------------------------------------------------------------------

    @property
    def point(self) -> Point:
        """The position as the learner sees it."""
        return self.guide.point

    @property
    def accepts_moves(self) -> bool:
        """Whether a move is expected now."""
        return bool(self.move_input.entry.paths) and not self.presenter.busy

    @property
    def outcomes(self) -> Sequence[str]:
        """No outcomes: chance events follow the lesson."""
        return ()

    @property
    def idle_reason(self) -> str:
        """Why no move is expected now."""
        return task_sentence(self.guide, self.registry)

    def note_activity(self) -> bool:
        """Skip a running animation. Return whether an animation was running."""
        return self.presenter.skip()

    def on_idle_click(self, spot: str) -> None:
        """Answer a click while no move is expected."""
        if self.guide.done:
            self._show_answer(self.guide.lesson.done, True)
        else:
            self.on_wrong_click((), spot)

    def on_wrong_click(self, chosen: Sequence[str], spot: str) -> None:
        """Explain why a click is not allowed. Some lessons ask for such a click."""
        reason = self.board.refusal(self.guide.point, chosen, spot)
        wanted = self.guide.count_refused((*chosen, spot))
        self._show_answer(reason if wanted else "", wanted)
        if wanted:  # the card shows the reason
            self.settle()
            self.move_input.choose(chosen)
        else:
            self.refuse(reason)

    def refuse(self, reason: str, spot: str = "") -> None:
        """Show a reason below the board, where it hides no piece."""
        self.detail.configure(text=reason, style="CardWarning.TLabel")

    def show_choices(self, choices: Sequence[Choice]) -> None:
        """Show buttons for these choices."""
        self.choices.show(choices)
        self._redirect_keys(self.choices.frame)

    def update_prompt(self) -> None:
        """Show the prompt for the next choice."""
        point, chosen = self.point, self.move_input.entry.chosen
        self.sentence.configure(
            text=self.board.next_prompt(point, chosen) if chosen else task_sentence(self.guide, self.registry)
        )

    def explain(self, spot: str, detail: str) -> None:
        """Show the effect of a click on the spot under the pointer."""
        if not self.presenter.busy:
            self.detail.configure(text=detail, style="CardQuiet.TLabel")

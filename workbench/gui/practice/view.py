"""The widgets of a puzzle tab: the board, on which the person answers, and the column beside it."""

from __future__ import annotations

import tkinter
from collections.abc import Callable, Sequence
from functools import partial
from tkinter import ttk

import fastcore
from fastcore import Event, State, Viewpoint
from workbench import boards
from workbench.boards.kit.contract import Board
from workbench.boards.kit.elements import Item
from workbench.gui.board.board_view import make_draggable
from workbench.gui.board.cards import PanelCard
from workbench.gui.board.choice_bar import ChoiceBar
from workbench.gui.board.orientation import apply_settings, possible_marks
from workbench.gui.own_tabs.view import OwnView
from workbench.gui.play.screen import Screen
from workbench.gui.play.side_pages import SidePages
from workbench.gui.practice import words
from workbench.gui.practice.column import ButtonsCard, EmptyCard, HeadCard, SeatsCard, TaskCard, seats
from workbench.gui.practice.exercise import Exercise
from workbench.gui.practice.trainer import Trainer
from workbench.gui.sheet.read_only import SheetView
from workbench.gui.shell.commands import PRACTICE
from workbench.gui.shell.shell import Shell
from workbench.gui.widgets.keys import on_enter
from workbench.gui.widgets.tips import Tip
from workbench.puzzles.attempts import now

GAP = 8  # pixels at 100 % between two cards: a plan and its reasons need all the height
MARKS = ("last", "advice", "ghosts", "open", "reach", "foresee", "shut")


class PuzzleView(OwnView):
    """The board of a puzzle and its column.

    Args:
        parent: The window's body.
        shell: The window.
        screen: The widgets of the window.
        board: The drawing of the game.
        trainer: The practice.
    """

    def __init__(self, parent: ttk.Frame, shell: Shell, screen: Screen, board: Board, trainer: Trainer) -> None:
        super().__init__(parent, shell, screen, board)
        self.trainer = trainer
        on_enter(self.view, self._enter)
        ahead = words.PRACTISE_NOW, lambda: trainer.next_puzzle(ahead=True)
        self.empty = EmptyCard(parent, shell.look, (ahead, (words.OTHER_SETS, self._runner("puzzle_sets"))))
        self.shown: Exercise | None = None  # the exercise on the board
        self._last: Viewpoint | State = fastcore.start(screen.frame.game)  # the position while there is no exercise
        self._build_column(parent, screen)

    def _runner(self, command: str) -> Callable[[], None]:
        return partial(self.shell.commands.run, command)

    def _build_column(self, parent: ttk.Frame, screen: Screen) -> None:
        look, px, width = self.shell.look, self.shell.look.px, screen.frame.column
        column = self.column = ttk.Frame(parent, style="Window.TFrame", width=width)
        column.grid_propagate(False)
        column.columnconfigure(0, weight=1)
        self.head = HeadCard(column, look, width, self._runner("puzzle_sets"), self._runner("puzzle_statistics"))
        self.head.frame.grid(row=0, sticky="ew")
        self.seats = SeatsCard(column, look, width)
        self.seats.frame.grid(row=1, sticky="ew", pady=(px(GAP), 0))
        self.boxes = ttk.Frame(column, style="Window.TFrame")  # the panels of the game
        self.boxes.columnconfigure(0, weight=1)
        self.boxes.grid(row=2, sticky="ew")
        self.sheet = SheetView(column, look, width, self.submit, words.SUBMIT)
        Tip(look, self.sheet.lock, self._submit_tip)
        self.choices = ChoiceBar(column, look, width, 4, self.move_input, self.view)
        self.task = TaskCard(column, look, width)  # its height gives room to the choices, which move nothing else
        self.task.frame.grid(row=5, sticky="nsew", pady=(px(GAP), 0))
        column.rowconfigure(5, weight=1)
        commands = self.shell.commands

        def tip(name: str, key_of: str) -> str:
            key = commands[key_of].key if key_of in commands else ""
            return words.with_key(commands[name].meaning, key, commands[name].why_not())

        self.buttons = ButtonsCard(column, look, width, [
            (name, commands[name].text, self._runner(name), partial(tip, name, key_of))
            for name, key_of in STAND_INS.items() if name != "puzzle_submit"
        ])  # fmt: skip
        self.buttons.frame.grid(row=6, sticky="ew", pady=(px(GAP), 0))
        kinds = [kind for kind in screen.side_kinds if commands[kind.buttons[0][0]].modes >= PRACTICE]
        self.side = SidePages(column, self.shell, kinds, 4, 2)

    @property
    def middle(self) -> tuple[tkinter.Widget, ...]:
        """The board, and the card in its place while there is no puzzle."""
        return (self.view, self.empty)

    @property
    def focus_target(self) -> tkinter.Misc:
        """The widget in the middle of the window."""
        if self.empty.winfo_manager():
            return self.empty.first
        return self.view

    # Contents ---------------------------------------------------------------------------------------------------------

    def refresh(self) -> None:
        """Show the current exercise, or why there is none."""
        trainer, exercise = self.trainer, self.trainer.exercise
        game = trainer.choice.game
        self.head.show(trainer.title, words.figures(trainer.counts, trainer.practice.solver(game), trainer.streak))
        if exercise is None:
            self._show_nothing()
        else:
            self._show_place(False)
            self._show_exercise(exercise)
        self._show_buttons()
        self.shell.status.refresh()
        self.update_prompt()

    def _show_place(self, empty: bool) -> None:
        """Show the board, or the card of the empty state in its place."""
        if empty and not self.empty.winfo_manager():
            self.view.grid_remove()
            self.empty.grid(row=2, column=0, sticky="nsew")
            self.empty.first.focus_set()
        elif not empty and self.empty.winfo_manager():
            self.empty.grid_remove()
            self.view.grid()
            self.view.focus_set()

    def _show_nothing(self) -> None:
        trainer = self.trainer
        self.move_input.reset()
        for layer in MARKS:
            self.view.painter.show(layer, ())
        self.choices.show(())
        if trainer.is_loading or trainer.sets is None:
            return  # the board keeps the last position for a moment
        text = trainer.damage or words.nothing_due(trainer.practice.next_due(trainer.puzzles), now())
        self.empty.show(text, (bool(trainer.puzzles), True))
        self._show_place(True)
        self.task.show("", "", ())
        for part in (self.seats.frame, self.boxes, self.sheet.frame):
            part.grid_remove()

    def _show_exercise(self, exercise: Exercise) -> None:
        question, board, view = exercise.question, self.board, self.view
        start, info = exercise.start, question.info
        if exercise is not self.shown:
            self.shown, self._last = exercise, exercise.start
            self.view.clear_pointer()
        at_start = exercise.given_up or exercise.writes_plan
        point = start if at_start else exercise.shown
        events = self._events(exercise)
        self.move_input.set_moves(exercise.legal if exercise.accepts_moves else ())
        view.viewer = None if isinstance(start, State) else question.seat
        view.set_position(point.fields)
        apply_settings(view, self.shell.settings, info.id)
        view.painter.show("last", board.last_turn_marks(point.fields, events))
        view.painter.show("ghosts", board.plan_marks(start, exercise.moves) if exercise.writes_plan else ())
        view.painter.show("advice", self._advice(exercise))
        self._show_panels(exercise, point, events)
        points = point.points()
        self.seats.show(board, info, seats(board, info, point.fields, points, question.seat, question.seat))
        self.seats.frame.grid()
        self._show_sheet(exercise)
        puzzle = exercise.puzzle
        tried = self.trainer.practice.due(puzzle) is not None and not exercise.is_over
        note = words.puzzle_rating(self.trainer.practice.rating_of(puzzle).value, tried)
        unit = "move" if question.unit == "plan" and not exercise.writes_plan else question.unit
        self.task.show(words.task(unit, boards.seat_name(info, question.seat)), note, lines(exercise))
        self.move_input.show()
        view.prerender(possible_marks(board, exercise.shown, self.move_input.entry))
        self.move_input.on_hover(view.hover)

    def _events(self, exercise: Exercise) -> Sequence[Event]:
        """Return the events of the moves of the answer, or those before the puzzle."""
        if exercise.question.unit != "turn" or not exercise.moves or exercise.given_up:
            return exercise.prepared.last_turn
        events: list[Event] = []
        for number, move in enumerate(exercise.moves):
            events += exercise.question.after(exercise.moves[:number]).events(move)
        return events

    def _advice(self, exercise: Exercise) -> Sequence[Item]:
        """Return the marks of the best answer, of the answer given, or of the last hint."""
        board, start = self.board, exercise.start
        if exercise.given_up:
            return board.advice_marks(start, exercise.puzzle.best.moves)
        if exercise.is_complete:
            shows_end = exercise.writes_plan or exercise.question.unit == "turn"
            return () if shows_end else board.advice_marks(start, exercise.moves)
        hint = exercise.given[-1] if exercise.given else None
        if hint is None:
            return ()
        done = tuple(exercise.moves)
        if hint.moves:
            left = hint.moves[len(done) :] if hint.moves[: len(done)] == done else ()
            return board.advice_marks(exercise.shown, left) if left else ()
        if done:
            return ()
        return [item for spot in hint.spots for item in board.hint_marks(start.fields, spot)]

    def _show_panels(self, exercise: Exercise, point: Viewpoint | State, events: Sequence[Event]) -> None:
        look, px = self.shell.look, self.shell.look.px
        panels = self.board.panels(exercise.question.info, point.fields, events)
        if len(panels) != len(self.panels):
            for old in self.panels:
                old.frame.destroy()
            self.panels = [PanelCard(self.boxes, look, self.board.shapes, self.screen.frame.column) for _ in panels]
            for number, panel in enumerate(self.panels):
                panel.frame.grid(row=number, sticky="ew", pady=(px(GAP), 0))
            make_draggable(self.view, self.panels)
        for panel, shown in zip(self.panels, panels, strict=True):
            panel.reserve_height((shown,))
            panel.show(shown)

    def _show_sheet(self, exercise: Exercise) -> None:
        """Show the plan instead of the panels while a plan is the answer."""
        sheet = None
        if exercise.writes_plan:
            moves = exercise.puzzle.best.moves if exercise.given_up else tuple(exercise.moves)
            sheet = self.board.sheet(exercise.start, moves, [""] * len(moves))
        if sheet is not None:
            self.sheet.show(sheet)
            writes = not (exercise.judged or exercise.given_up)
            self.sheet.set_lock_state(not self.no_submit() if writes else None)
            self.boxes.grid_remove()
            self.sheet.frame.grid(row=3, column=0, sticky="ew", pady=(self.shell.look.px(GAP), 0))
        else:
            self.sheet.frame.grid_remove()
            self.boxes.grid()

    def _show_buttons(self) -> None:
        exercise = self.trainer.exercise
        over = exercise is not None and exercise.is_over
        wrong = exercise is not None and exercise.is_wrong
        states = {name: (not self.shell.commands[name].why_not(), False) for name in self.buttons.buttons}
        states["puzzle_next"] = states["puzzle_next"][0], over and not wrong
        states["puzzle_again"] = states["puzzle_again"][0], wrong and not over
        self.buttons.show(states)

    def _enter(self, event: tkinter.Event[tkinter.Misc]) -> str:
        """Go on after an answer, else click the spot under the cursor."""
        exercise = self.trainer.exercise
        if exercise is not None and exercise.is_wrong:
            self.trainer.try_again()
            return "break"
        if exercise is not None and (exercise.is_over and not exercise.accepts_moves):
            self.trainer.next_puzzle()
            return "break"
        return self.view.click_cursor(event)

    # Answer -----------------------------------------------------------------------------------------------------------

    def no_submit(self) -> str:
        """Return why the plan cannot be submitted, or ""."""
        exercise = self.trainer.exercise
        if exercise is None:
            return words.NO_PUZZLE
        if exercise.waits:
            return words.IS_JUDGED
        if exercise.judged is not None or exercise.given_up:
            return words.IS_OVER
        return "" if exercise.is_complete else words.PLAN_INCOMPLETE

    def submit(self) -> None:
        """Submit the complete plan."""
        if not self.no_submit():
            self.view.focus_set()
            self.trainer.submit()

    def _submit_tip(self) -> str:
        return words.with_key(words.SUBMIT_TIP, self.shell.commands["lock"].key, self.no_submit())

    # Interface for the move input -------------------------------------------------------------------------------------

    @property
    def point(self) -> Viewpoint | State:
        """The position in which the next move is entered."""
        exercise = self.trainer.exercise
        if exercise is None:
            return self._last
        return exercise.start if exercise.given_up else exercise.shown

    @property
    def accepts_moves(self) -> bool:
        """Whether a move can be entered."""
        exercise = self.trainer.exercise
        return exercise is not None and exercise.accepts_moves and bool(self.move_input.entry.paths)

    def play(self, move: str, redone: bool = False) -> None:
        """Add a move to the answer. A complete turn or move is judged; a plan waits for its button.

        Args:
            move: The move.
            redone: Whether it is the last undone move.
        """
        exercise = self.trainer.exercise
        assert exercise is not None
        exercise.redo() if redone else exercise.play(move)
        if exercise.is_complete and not exercise.writes_plan:
            self.trainer.submit()
            return
        self.refresh()
        if exercise.is_complete:
            self.sheet.lock.focus_set()

    def sentence(self) -> str:
        """Return the sentence about what to do."""
        exercise = self.trainer.exercise
        if exercise is None:
            return words.LOADING if self.trainer.is_loading or self.trainer.sets is None else words.NO_PUZZLE
        if exercise.waits:
            return words.JUDGING
        if exercise.given_up:
            return words.SHOWN
        if exercise.judged is not None:
            helped = bool(exercise.given or exercise.solving.wrong)
            return words.solved_sentence(helped) if exercise.judged.right else words.WRONG
        if exercise.is_complete:
            return words.PLAN_COMPLETE
        chosen = self.move_input.entry.chosen
        if chosen:
            return self.board.next_prompt(self.point, chosen)
        if exercise.question.unit == "plan":  # the prompts of the game offer typed moves
            return words.plan_line(len(exercise.moves) + 1) if exercise.writes_plan else words.BESIDE
        return boards.prompt(self.point, words.YOUR_TURN)


STAND_INS = {  # the commands of a puzzle, and the commands of a game whose keys run them
    "puzzle_hint": "hint",
    "puzzle_answer": "let_move",
    "puzzle_again": "again",
    "puzzle_next": "next_position",
    "puzzle_submit": "lock",
}


def lines(exercise: Exercise) -> list[tuple[str, str]]:
    """Return the lines with their roles: what was done this turn, the history, the hints, and the judgement."""
    begun = boards.begun(exercise.question.point)
    found: list[tuple[str, str]] = [(begun, "plain")] if begun else []
    if exercise.prepared.history:
        found.append((words.HISTORY, "head"))
        found += [(sentence, "quiet") for sentence in exercise.prepared.history]
    found += [(hint.text, "plain") for hint in exercise.given]
    judged = exercise.judged
    if judged is not None:
        found.append((judged.sentence, "right" if judged.right else "wrong"))
        sentences = judged.reasons if exercise.is_over else judged.differences
        found += [(sentence, "plain") for sentence in sentences]
    elif exercise.given_up:
        best = boards.describe_moves(exercise.question.info, exercise.question.seat, exercise.puzzle.best.moves)
        found.append((words.best(best), "plain"))
    return found

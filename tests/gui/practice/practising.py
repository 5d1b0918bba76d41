"""Helpers for tests of the puzzle tab: answers by mouse and by keyboard."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from tests.kit.windows import TestedWindow, click, open_window, point_at, press, settle, wait
from tests.puzzles.samples import shipped
from workbench.gui.practice.exercise import Exercise
from workbench.gui.practice.tab import PuzzleTab
from workbench.gui.practice.view import PuzzleView
from workbench.gui.widgets.keys import focused
from workbench.puzzles.schema import Puzzle
from workbench.table.setup import Setup

ARROWS = {"Left": (-1, 0), "Right": (1, 0), "Up": (0, -1), "Down": (0, 1)}


@contextmanager
def practising(game: str) -> Iterator[tuple[TestedWindow, PuzzleTab]]:
    """Open a window with the puzzle tab of a game."""
    with open_window(Setup(game, ("person", *["random"] * (2 if game == "herbalism" else 1)), 1)) as window:
        window.registry.run("practice")
        tab = window.shell.feature(PuzzleTab)
        wait(lambda: tab.trainer.exercise is not None)
        settle()
        yield window, tab


def view_of(tab: PuzzleTab) -> PuzzleView:
    """Return the widgets of the tab."""
    assert tab.view is not None
    return tab.view


def exercise_of(tab: PuzzleTab) -> Exercise:
    """Return the current exercise."""
    assert tab.trainer.exercise is not None
    return tab.trainer.exercise


def shortest(game: str) -> Puzzle:
    """Return a puzzle of a game with a short best answer."""
    written = [puzzle for puzzle in shipped(game) if game != "herbs" or len(puzzle.best.moves) > 1]  # no bids
    return min(written, key=lambda puzzle: (len(puzzle.best.moves), puzzle.id))


def begin(tab: PuzzleTab, puzzle: Puzzle) -> Exercise:
    """Begin a puzzle in the open tab."""
    tab.trainer.leave_exercise()
    tab.trainer.begin(puzzle)
    wait(lambda: tab.trainer.exercise is not None)
    settle()
    return exercise_of(tab)


def answer_by_mouse(tab: PuzzleTab, moves: Sequence[str]) -> None:
    """Click an answer on the board and the buttons beside it, and lock a plan."""
    view = view_of(tab)
    for move in moves:
        for spot in steps(view, move):
            assert view.view.ground is not None
            if spot in view.view.ground.spots:
                click(view.view, *view.view.place_of(spot))
            else:
                click(view.choices.buttons[[choice.spot for choice in view.choices.shown].index(spot)])
            settle(0.02)
    if exercise_of(tab).writes_plan:
        click(view.sheet.lock)
    wait(lambda: exercise_of(tab).judged is not None)


def steps(view: PuzzleView, move: str) -> Sequence[str]:
    """Return the spots of a move that are still to be chosen."""
    entry = view.move_input.entry
    path, chosen = entry.paths[move], entry.chosen
    return path[len(chosen) :] if path[: len(chosen)] == chosen else path


def answer_by_keyboard(tab: PuzzleTab, moves: Sequence[str]) -> None:
    """Enter an answer with keys alone."""
    view = view_of(tab)
    for move in moves:
        for spot in steps(view, move):
            assert view.view.ground is not None
            if spot in view.view.ground.spots:
                tab_to(view.view)
                steer(view, spot)
            else:
                tab_to(view.choices.buttons[[choice.spot for choice in view.choices.shown].index(spot)])
            press("Return")
    if exercise_of(tab).writes_plan:
        press("Return", "Control_L")
    wait(lambda: exercise_of(tab).judged is not None)


def tab_to(widget: object) -> None:
    """Press Tab until a widget has the focus."""
    for _ in range(60):
        if focused(widget) is widget:  # type: ignore[arg-type]
            return
        press("Tab")
        settle(0.01)
    raise AssertionError("Tab does not reach it")


def steer(view: PuzzleView, spot: str) -> None:
    """Move the cursor to a spot with the arrow keys, on a shortest way."""
    board, ground = view.view, view.view.ground
    assert ground is not None
    if not board.cursor:
        press("Left")
    ways: dict[str, tuple[str, ...]] = {board.cursor: ()}
    queue = deque([board.cursor])
    while queue and spot not in ways:
        here = queue.popleft()
        for key, (dx, dy) in ARROWS.items():
            there = ground.neighbour(here, dx, dy)
            if there not in ways:
                ways[there] = (*ways[here], key)
                queue.append(there)
    for key in ways[spot]:
        press(key)
    assert board.cursor == spot


def choose_in_menu(window: TestedWindow, menu: str, label: str) -> None:
    """Click an entry of a menu."""
    click(window.screen.top.buttons[menu])
    shown = window.screen.top.menus[menu]
    last = shown.index("end")
    assert last is not None
    entry = next(n for n in range(last + 1) if shown.type(n) != "separator" and shown.entrycget(n, "label") == label)
    point_at(shown, 40, shown.yposition(entry) + 8)
    click(shown, 40, shown.yposition(entry) + 8)
    settle()

"""The picture of a puzzle in the docs. `screenshots.py` takes it after those of the game."""

from __future__ import annotations

from collections.abc import Callable

from tests.kit.windows import TestedWindow
from workbench.gui.practice.tab import PuzzleTab

Keep = Callable[[TestedWindow, str], None]
Settle = Callable[[TestedWindow, Callable[[], bool]], None]


def take(window: TestedWindow, game: str, keep: Keep, settle: Settle) -> None:
    """Take a picture of the first puzzle of the shown game, solved."""
    tab = window.shell.feature(PuzzleTab)
    window.registry.run("practice")
    settle(window, lambda: tab.trainer.exercise is not None)
    exercise, view = tab.trainer.exercise, tab.view
    assert exercise is not None and view is not None
    for move in exercise.puzzle.best.moves:
        view.play(move)
    settle(window, lambda: exercise.is_over)
    keep(window, f"practice-{game}")

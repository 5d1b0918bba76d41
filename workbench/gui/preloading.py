"""Imports of modules that the first screen does not need, and boards, editors and rules that it does not show.

They would delay the first paint if they were imported before it, and a click if they were imported by it.
"""

from __future__ import annotations

from contextlib import suppress
from importlib import import_module
from threading import Thread
from tkinter import Misc

import fastcore
from workbench import boards

DELAY_MS = 300  # time after the first paint, so that the first clicks of the user come first
MODULES = (  # the most urgent first
    "numpy",
    "workbench.gui.new_game.dialog",
    "workbench.gui.set_up.column",
    "workbench.gui.shell.palette",
    "workbench.gui.settings.dialog",
    "workbench.gui.files.my_games",
    "workbench.gui.new_game.seats",
    "workbench.gui.analyse.dialog",
    "workbench.gui.help.pages",
    "workbench.gui.set_up.options_dialog",
    "workbench.gui.matches.window",
    "workbench.matches.archive.overview",
    "workbench.matches.workers.background_match",
    "workbench.gui.review.web_page",
    "workbench.positions.pasting",
    "workbench.gui.finding.page",
    "workbench.gui.companion.form",
    "workbench.gui.practice.sets_page",
    "workbench.gui.practice.statistics",
    "workbench.puzzles.background",
)


def preload_later(root: Misc) -> None:
    """Import the modules on a thread, soon after the window is painted."""
    thread = Thread(target=preload, name="preloading", daemon=True)
    root.after_idle(root.after, DELAY_MS, thread.start)


def preload() -> None:
    """Import the modules, boards and editors, and parse the rules. If one is missing, only its command fails."""
    for module in MODULES:
        with suppress(ImportError):
            import_module(module)
    from workbench.gui.help.rules_text import parsed_rules

    for game in fastcore.games():  # a new game shows the boards of all games
        with suppress(ImportError):
            boards.find(game)
            boards.editor(game)
            fastcore.start(game).viewpoint(0)
            parsed_rules(game)

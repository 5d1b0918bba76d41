"""The pictures of matches in the docs. `screenshots.py` takes them after those of the games."""

from __future__ import annotations

import tkinter
from collections.abc import Callable

from bots.report import Limit
from tests.kit.windows import TestedWindow
from workbench.gui.matches.window import MatchWindow
from workbench.matches.planning.plan import Plan, SprtBounds

FINISHED = 24  # games that must be finished before a picture of the match is taken
PLAYERS = ("club", "greedy", "casual", "beginner")

Keep = Callable[[TestedWindow, str, tkinter.Misc], None]
Settle = Callable[[TestedWindow, Callable[[], bool]], None]


def take(window: TestedWindow, game: str, keep: Keep, settle: Settle) -> None:
    """Take pictures of the form, a sequential test in both themes, a round robin and the list of matches."""
    desk = window.matches

    def page() -> MatchWindow:
        assert isinstance(desk.window, MatchWindow)
        return desk.window

    def has_enough_games() -> bool:
        view = page().view
        return desk.progress.done >= FINISHED and view.summary is not None and view.summary.games >= FINISHED // 2

    def end() -> None:
        desk.stop()
        settle(window, lambda: desk.running is not None and desk.running.is_over)

    desk.show_page("form")
    settle(window, lambda: page().form.guess is not None)
    keep(window, "match-form", page())
    desk.start_match(
        Plan(spec=game, bots=PLAYERS[:2], blocks=200, seed=5, limit=Limit(simulations=100), sprt=SprtBounds(0, 60)),
        2,
        "",
    )
    settle(window, has_enough_games)
    keep(window, "match-light", page())
    window.registry.run("dark")
    settle(window, lambda: page().view.summary is not None)
    keep(window, "match-dark", page())
    end()
    window.registry.run("light")
    desk.start_match(Plan(spec=game, bots=PLAYERS, blocks=20, seed=5, limit=Limit(simulations=100)), 2, "")
    settle(window, has_enough_games)
    keep(window, "match-robin", page())
    end()
    desk.show_page("all")
    settle(window, lambda: bool(page().all.found))
    keep(window, "match-all", page())
    page().destroy()

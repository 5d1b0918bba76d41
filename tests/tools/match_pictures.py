"""The pictures of matches that the docs show; `screenshots.py` takes them after those of the games."""

from __future__ import annotations

import tkinter
from collections.abc import Callable

from bots.report import Limit
from tests.kit.windows import Tested
from workbench.gui.matches.window import MatchWindow
from workbench.matches.planning.plan import Plan, SprtBounds

FINISHED = 24  # games of a match before a picture is taken of it
PLAYERS = ("mcts:steady", "greedy", "mcts:casual", "random")

Keep = Callable[[Tested, str, tkinter.Misc], None]
Settle = Callable[[Tested, Callable[[], bool]], None]


def take(window: Tested, game: str, keep: Keep, settle: Settle) -> None:
    """The form, a match of two with a test in both themes, and a round robin, on a board of this game."""
    desk = window.matches

    def page() -> MatchWindow:
        assert isinstance(desk.open, MatchWindow)
        return desk.open

    def far_enough() -> bool:
        view = page().view
        return desk.progress.done >= FINISHED and view.summary is not None and view.summary.games >= FINISHED // 2

    def end() -> None:
        desk.stop()
        settle(window, lambda: desk.running is not None and desk.running.over)

    desk.show("form")
    settle(window, lambda: page().form.guess is not None)
    keep(window, "match-form", page())
    desk.begin(
        Plan(spec=game, bots=PLAYERS[:2], blocks=200, seed=5, limit=Limit(simulations=100), sprt=SprtBounds(0, 60)),
        2,
        "",
    )
    settle(window, far_enough)
    keep(window, "match-light", page())
    window.registry.run("dark")
    settle(window, lambda: page().view.summary is not None)
    keep(window, "match-dark", page())
    end()
    window.registry.run("light")
    desk.begin(Plan(spec=game, bots=PLAYERS, blocks=20, seed=5, limit=Limit(simulations=100)), 2, "")
    settle(window, far_enough)
    keep(window, "match-robin", page())
    end()
    desk.show("all")
    settle(window, lambda: bool(page().all.found))
    keep(window, "match-all", page())
    page().destroy()

"""Tests that a player has one name on the whole screen, in Play, Analyse and Review."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from tkinter import Misc, Text

import pytest

pytest.importorskip("tkinter")

import fastcore
from bots.report import Limit
from fastcore import Stream
from tests.gui.whole.shown_texts import texts_of
from tests.kit.windows import TestedWindow, click, descendants, open_window, press, root, settle, wait
from workbench.game.session import PERSON, Session
from workbench.gui.review.game_review import GameReview
from workbench.records import files
from workbench.storage.session_records import record_of
from workbench.table.setup import default_setup

pytestmark = [pytest.mark.window, pytest.mark.usefixtures("home")]

NAMES = ("Zoe", "Yan", "Xia")
# Names that must not occur. In Herd, the result gives both: "Zoe (Red) wins 19–0."
GAMES = {"herbalism": r"\b[Ss]eat \d", "herd(size=3)": rf"({'|'.join(NAMES)})(?! \((Red|Blue)\))"}


def finished_game(spec: str) -> Session:
    """Return a random game of persons with names."""
    seats = fastcore.start(spec).seats
    session, stream = Session(spec, (PERSON,) * seats, 3, names=NAMES[:seats]), Stream(3, "names")
    while session.waits_for != "over":
        if session.waits_for == "chance":
            session.draw_chance()
        else:
            session.play(session.state.move_text(stream.choice(session.state.moves())))
    return session


def texts_on_screen(window: TestedWindow) -> Iterator[str]:
    """Yield all texts except those of the players' cards, which show the seat and the player."""
    cards: set[Misc] = {part for card in window.screen.players for part in descendants(card.frame)}
    for widget in descendants(root()):
        if widget.winfo_viewable() and widget not in cards:
            yield from texts_of(widget)
            if isinstance(widget, Text):
                yield from widget.get("1.0", "end").splitlines()


@pytest.mark.parametrize("game", list(GAMES))
def test_a_player_has_one_name(game: str, tmp_path: Path) -> None:
    file, id_ = tmp_path / "game.herbarium", game.partition("(")[0]
    files.write(file, record_of(finished_game(game)))
    other = next(name for name in fastcore.games() if name != id_)
    with open_window(default_setup(other, 1), analyse_limit=Limit(simulations=60), review_simulations=30) as window:
        wrong, right = dict[str, str](), set[str]()

        def look(where: str) -> None:
            settle(0.2)
            for text in texts_on_screen(window):
                if re.search(GAMES[game], text):
                    wrong.setdefault(text, where)
                if any(name in text for name in (NAMES if id_ == "herbalism" else ("Red", "Blue"))):
                    right.add(where)

        window.files.open(file)
        wait(lambda: window.table.info.id == id_)
        look("play")
        for name in ("account", "graph", "why"):
            if name in window.registry and not window.registry[name].why_not():
                window.registry.run(name)
                look(name)
        press("F12")
        window.registry.run("back")
        press("space")
        wait(lambda: not window.analyse.position.analyses.running and not window.analyse.position.reason)
        look("analyse")
        assert window.analyse.column is not None
        tabs = window.analyse.column.notebook.buttons
        for name, tab in tabs.items():
            if tab.winfo_ismapped() and name not in ("review", "luck"):
                click(tab)
                look(name)
        window.registry.run("review")
        review = window.shell.feature(GameReview)
        wait(lambda: review.review is not None and review.review.is_complete)
        look("review")
        press("e")
        look("a mistake")
        click(tabs["luck"])
        settle(0.5)
        look("luck")
        assert wrong == {} and right >= {"play", "analyse", "review", "a mistake"}

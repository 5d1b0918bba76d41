"""Tests of entering and leaving the Analyse mode."""

from __future__ import annotations

import pytest

pytest.importorskip("tkinter")

from tests.kit.windows import PLACING, TWO, click_spot, open_window, press, settle, status_text, wait
from workbench.gui.analyse import words as analyse_words
from workbench.table.setup import Setup

pytestmark = [pytest.mark.window, pytest.mark.usefixtures("home")]

SMALL = Setup("herd(size=3)", TWO, 1, PLACING)


def test_keys_enter_and_leave_analyse_mode() -> None:
    with open_window(SMALL) as window:
        press("F12")
        assert window.analyse.on and window.analyse.position.analyses.running, "F12 starts the analysis"
        assert window.screen.game_column.winfo_ismapped(), "moves, players and graph stay"
        assert window.moves.card.canvas.winfo_viewable() and window.moves.below.graph.canvas.winfo_viewable()
        assert not window.screen.columns[0].choices.frame.winfo_ismapped()
        assert window.screen.top.modes.buttons["analyse_mode"].instate(["selected"])
        for key in ("F2", "F12", "Escape"):
            press(key)
            assert not window.analyse.on and window.analyse.column is None, key
            assert window.screen.game_column.winfo_ismapped()
            assert window.screen.top.modes.buttons["play_mode"].instate(["selected"])
            if key != "Escape":
                press("F12")
                assert window.analyse.on
        press("space")
        assert analyse_words.NOT_ANALYSING not in status_text(window), "Space is no key of another mode"


def test_new_game_during_analysis_opens_in_play() -> None:
    with open_window(SMALL) as window:
        click_spot(window, "b2")
        press("F12")
        analyses = window.analyse.position.analyses
        assert analyses.running
        window.table.begin(Setup("herd(size=3)", TWO, 2))
        wait(lambda: window.playing.accepts_moves)
        assert not window.analyse.on and window.analyse.column is None and not analyses.enabled
        assert window.screen.game_column.winfo_ismapped()
        assert window.screen.top.modes.buttons["play_mode"].instate(["selected"])
        press("F12")
        assert window.analyse.on and window.analyse.position.analyses.session is window.table.session, (
            "the new game can be analysed too"
        )


def test_analysing_a_position_opens_no_page_about_the_game() -> None:
    with open_window(SMALL, analyse_page="review") as window:
        press("F12")
        column = window.analyse.column
        assert column is not None and window.settings.analyse_page == "why"
        assert column.candidates.frame.winfo_ismapped(), "the page Review would cover the candidates"
        press("Escape")
        window.table.resign(0)
        window.settings.analyse_page = "review"
        settle()
        press("F12")
        assert window.analyse.on and window.settings.analyse_page == "review", "a finished game can be reviewed"


def test_no_button_of_analyse_appears_under_review() -> None:
    def place(name: str) -> tuple[int, int]:
        button = window.shell.status.buttons[name]
        return button.winfo_rootx(), button.winfo_rootx() + button.winfo_width()

    with open_window(Setup("herd(size=3)", TWO, 1)) as window:
        window.shell.status.arrange_buttons("over", "")
        settle()
        left, right = place("review")
        window.shell.status.arrange_buttons("analyse", "")
        settle()
        for name in ("analysis", "back", "forward", "leave_analyse"):
            first, last = place(name)
            assert last <= left or right <= first, name


def test_hint_button_keeps_its_width() -> None:
    with open_window(SMALL) as window:
        button = window.shell.status.buttons["hint"]
        width = button.winfo_width()
        assert len(set(window.registry["hint"].labels)) == 3
        for label in window.registry["hint"].labels:
            button.configure(text=label)
            settle()
            assert button.winfo_width() == width

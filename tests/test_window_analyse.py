"""The mode Analyse: bots look at any position for as long as one likes, what they find is shown, played out, kept with the game."""

from __future__ import annotations

import pytest

pytest.importorskip("tkinter")

from tests.windows import TWO, opened, press, settle, shown, wait
from workbench.gui import words_analyse as said
from workbench.gui.table import Setup
from workbench.gui.window import Window

pytestmark = [pytest.mark.window, pytest.mark.usefixtures("home")]

SMALL = Setup("herd(size=3)", TWO, 1, "3/1rr1/1rbr1/2r1/3 r 9 6-1 x0+5")


def simulations(window: Window) -> int:
    subject = window.analyse.subject
    return subject.shown.report.simulations if subject is not None and subject.shown is not None else 0


def test_the_mode_is_entered_by_its_key_and_left_by_that_of_playing() -> None:
    with opened(SMALL) as window:
        press("F12")
        assert window.analyse.on and window.analyse.column is not None and not window.column.winfo_ismapped()
        assert window.top.modes.buttons["analyse_mode"].instate(["selected"])
        press("F2")
        assert not window.analyse.on and window.analyse.column is None and window.column.winfo_ismapped()
        press("space")
        assert said.NOT_ANALYSING not in shown(window), "Space is no key of another mode"


def test_space_starts_and_stops_and_the_picture_stays() -> None:
    with opened(SMALL) as window:
        press("F12")
        press("space")
        wait(lambda: simulations(window) > 500)
        press("space")
        settle(0.1)
        assert not window.analyse.desk.running
        found = simulations(window)
        column = window.analyse.column
        assert column is not None and column.candidates.table.lines and found
        settle(0.2)
        assert simulations(window) == found
        press("F2")
        press("F12")
        assert simulations(window) == found, "what was found is there again without a search"

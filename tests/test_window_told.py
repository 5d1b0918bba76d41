"""What the window says of a game that nobody would see otherwise: turns cut short, how games ended, words for commands."""

from __future__ import annotations

import msgspec
import pytest

pytest.importorskip("tkinter")

from tests.test_records import good
from tests.windows import TWO, click, click_spot, opened, press, wait
from workbench import library
from workbench.gui.my_games import MyGames
from workbench.gui.table import Setup
from workbench.records.schema import Result, Seat

pytestmark = [pytest.mark.window, pytest.mark.usefixtures("home")]

SHUT = "bb/bb1/bb r 3 6-1 x1+6"  # once a1 is removed, no cell is open to Red


@pytest.mark.parametrize("animation", [False, True])
def test_a_turn_that_is_cut_short_is_said(animation: bool) -> None:
    with opened(Setup("herd(size=2)", TWO, 1, SHUT), animation=animation) as window:
        click_spot(window, "a1")
        wait(lambda: window.table.state.turn == 4 and window.playing.ours)
        assert window.notice.text == "No cell is open to Red: the turn ends with 6 stones not placed."


def test_my_games_tell_who_won_and_how() -> None:
    """By the names of the sides, and with the options of the game."""
    results = {
        "13 : 6, Red won": Result(ending="normal", returns=(1.0, -1.0), points=(13, 6)),
        "9 : 9, a draw": Result(ending="normal", returns=(0.0, 0.0), points=(9, 9)),
        "Blue won (Red resigned)": Result(ending="resigned", returns=(-1.0, 1.0), guilty=0),
        "Red won (Blue out of time)": Result(ending="timeout", returns=(1.0, -1.0), guilty=1),
        "unfinished": None,
    }
    own = library.Library()
    for day, result in enumerate(results.values(), 1):
        record = msgspec.structs.replace(good("herd"), spec="herd(size=4)", seats=(Seat("person"),) * 2, lines=())
        own.save(msgspec.structs.replace(record, result=result, created=f"2025-03-0{day}T12:00:00+01:00"))
    with opened(Setup("herd(size=3)", TWO, 1)) as window:
        press("O", "Control_L", "Shift_L")
        page = window.pages.open["games"]
        assert isinstance(page, MyGames)
        wait(lambda: len(page.found) == len(results))
        rows = [page.list.item(row, "values") for row in page.list.get_children()]
        assert [row[2] for row in rows[::-1]] == list(results)
        assert {row[0] for row in rows} == {"Herd, size 4"}
        page.filter.insert(0, "resigned blue")
        page.look_for()
        wait(lambda: [one.outcome for one in page.found] == [results["Blue won (Red resigned)"]])
        click(page.close)
        assert not page.winfo_exists()



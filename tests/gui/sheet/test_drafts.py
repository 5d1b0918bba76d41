"""A draft lives through tabs, undo and changes of look, and stays hidden from the other player."""

from __future__ import annotations

import pytest

pytest.importorskip("tkinter")

from tests.conftest import deep
from tests.gui.sheet.sheets import FIRST, begin, take_over, told, writing, written
from tests.kit.windows import (
    TWO,
    Tested,
    click,
    marks,
    point_at,
    press,
    settle,
    wait,
)
from workbench.gui.sound.live_text import LiveText
from workbench.gui.widgets.tips import Tip
from workbench.table.setup import Setup

pytestmark = [pytest.mark.window, pytest.mark.usefixtures("home")]


def lines(window: Tested) -> list[tuple[str, ...]]:
    """What the sheet shows, line by line."""
    return [
        tuple(str(cell.cget("text")) for cell in line.cells if cell.winfo_manager())
        for line in window.sheets.card.lines
    ]


@pytest.mark.parametrize("animation", [True, False][: deep(1, 2)])
def test_nothing_of_a_plan_is_anywhere_while_the_other_person_sits_there(animation: bool) -> None:
    """The same is said, drawn and offered whatever the first person wrote."""
    seen = list[list[list[str]]]()
    for moves in (FIRST, ("1BU1", "0HT", "BlC5")):
        with writing(begin(), side="live", animation=animation) as window:
            window.playing.type_move(" ".join(moves))
            assert any("A3" in text for text in told(window)) == (moves is FIRST), "it is there while it is written"
            assert isinstance(window.screen.side.page, LiveText)
            assert any(moves[2][2:] in line for line in window.screen.side.page.lines)
            window.screen.side.toggle("live")
            settle()
            point_at(window.sheets.card.lines[0].frame)
            wait(lambda: Tip.shown is not None)
            press("Return", "Control_L")
            wait(lambda: window.screen.cover.winfo_viewable() and not window.playing.presenter.busy)
            window.screen.side.toggle("live")
            settle()
            here = [told(window)]
            press("z", "Control_L")
            press("y", "Control_L")
            take_over(window, False)
            here.append(told(window))
            point_at(window.sheets.card.frame, 100, 60)
            settle(0.7)
            for key in ("Left", "Home", "End"):
                press(key, "Alt_L")
            here.append(told(window))
            seen.append(here)
            for move in (*moves, *(move[1:] for move in moves if move[0].isdigit())):
                assert not any(move in text for texts in here for text in texts), move
            window.playing.type_move("2HT")
            assert written(window) == ("2HT",)
            press("z", "Control_L")
            press("z", "Control_L")
            wait(lambda: window.screen.cover.winfo_viewable())
            assert not any("2HT" in text for text in told(window)), "nor of the second's before the first is there"
    assert seen[0] == seen[1]


def test_a_draft_survives_tabs_theme_zoom_and_a_look_back() -> None:
    with writing(begin()) as window:
        window.playing.type_move("0M2 1TR")
        window.set_theme("dark")
        settle()
        assert written(window) == FIRST[:2] and len(lines(window)) >= 2
        window.set_zoom(1.25)
        settle()
        assert written(window) == FIRST[:2] and "A3" in marks(window, "ghosts")
        window.tabs.begin(Setup("herd(size=2)", TWO, 1))
        assert (
            not window.sheets.card.shown and window.moves.card.frame.winfo_manager() and window.sheets.card.lines == []
        )
        window.tabs.show(0)
        assert written(window) == FIRST[:2] and window.sheets.card.shown
        window.playing.type_move("WhH5")
        press("Return", "Control_L")
        take_over(window, False)
        window.playing.type_move("2M2")
        window.registry.run("start")
        assert window.drafting.draft is None, "somebody else wrote there"
        window.registry.run("end")
        assert written(window) == ("2M2",)


def test_the_moves_can_be_reached_while_a_plan_is_written() -> None:
    with writing(begin()) as window:
        window.playing.type_move("0M2")
        assert window.sheets.card.frame.winfo_ismapped() and not window.moves.card.frame.winfo_ismapped()
        click(window.sheets.card.buttons["sheet"])
        assert window.moves.card.frame.winfo_ismapped() and not window.sheets.card.frame.winfo_ismapped()
        click(window.moves.card.offered)
        assert window.sheets.card.frame.winfo_ismapped() and lines(window)
        press("l", "Control_L")
        assert window.moves.card.frame.winfo_ismapped()


def test_undo_takes_a_locked_plan_back_into_the_draft_and_redo_locks_it_again() -> None:
    with writing(begin(seats=("person", "greedy"))) as window:
        window.playing.type_move(" ".join(FIRST))
        press("Return", "Control_L")
        wait(lambda: window.playing.ours)
        after = window.table.state.text()
        press("z", "Control_L")
        assert not window.table.session.steps and written(window) == FIRST
        press("y", "Control_L")
        wait(lambda: window.playing.ours)
        assert window.table.state.text() == after and written(window) == ()
        press("z", "Control_L")
        window.drafting.choose(1)
        window.playing.type_move("1HT")
        press("Return", "Control_L")
        wait(lambda: window.playing.ours and window.table.state.turn == 2)
        assert [step.move for step in window.table.session.steps[:3]] == [
            "0M2",
            "1HT",
            "WhH5",
        ] and window.table.session.hindsight


def test_decisions_that_were_made_one_by_one_are_taken_up() -> None:
    with writing(begin()) as window:
        window.table.session.play("0M2")
        window.playing.begun()
        assert written(window) == ("0M2",)
        window.playing.type_move("1TR WhH5")
        press("Return", "Control_L")
        assert [step.move for step in window.table.session.steps] == list(FIRST)


def test_a_bot_writes_a_line_for_the_person() -> None:
    with writing(begin()) as window:
        window.settings.helper = {"herbs": "greedy"}
        window.playing.type_move("0M2")
        press("g")
        wait(lambda: len(written(window)) == 2)
        assert window.table.session.steps == ()
        assert window.shell.status.progress.empty and not window.registry["hint"].why_not(), (
            "nobody is said to think any more"
        )
        press("z", "Control_L")
        assert written(window) == ("0M2",)
        press("h")
        wait(lambda: window.table.bots.advice is not None)
        window.playing.type_move("1TR")
        assert window.table.bots.advice is None, "the advice was about another line"

"""Tests that drafts survive undo, other tabs and display changes, and stay hidden from the opponent."""

from __future__ import annotations

import pytest

pytest.importorskip("tkinter")

from tests.conftest import deep
from tests.gui.sheet.sheets import FIRST, draft_moves, herbs_setup, plan_window, take_over, visible_texts
from tests.kit.windows import (
    TWO,
    TestedWindow,
    click,
    marked_spots,
    point_at,
    press,
    settle,
    wait,
)
from workbench.gui.sound.live_text import LiveText
from workbench.gui.widgets.tips import Tip
from workbench.table.setup import Setup

pytestmark = [pytest.mark.window, pytest.mark.usefixtures("home")]


def sheet_lines(window: TestedWindow) -> list[tuple[str, ...]]:
    """Return the visible cell texts of the sheet, line by line."""
    return [
        tuple(str(cell.cget("text")) for cell in line.cells if cell.winfo_manager())
        for line in window.sheets.card.lines
    ]


@pytest.mark.parametrize("animation", [True, False][: deep(1, 2)])
def test_plan_is_invisible_while_the_opponent_is_at_the_screen(animation: bool) -> None:
    """Texts, drawings and choices do not depend on the first player's plan."""
    seen = list[list[list[str]]]()
    for moves in (FIRST, ("1BU1", "0HT", "BlC5")):
        with plan_window(herbs_setup(), side="live", animation=animation) as window:
            window.playing.type_move(" ".join(moves))
            assert any("A3" in text for text in visible_texts(window)) == (moves is FIRST), (
                "the plan is visible while its owner writes it"
            )
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
            window_texts = [visible_texts(window)]
            press("z", "Control_L")
            press("y", "Control_L")
            take_over(window, False)
            window_texts.append(visible_texts(window))
            point_at(window.sheets.card.frame, 100, 60)
            settle(0.7)
            for key in ("Left", "Home", "End"):
                press(key, "Alt_L")
            window_texts.append(visible_texts(window))
            seen.append(window_texts)
            for move in (*moves, *(move[1:] for move in moves if move[0].isdigit())):
                assert not any(move in text for texts in window_texts for text in texts), move
            window.playing.type_move("2HT")
            assert draft_moves(window) == ("2HT",)
            press("z", "Control_L")
            press("z", "Control_L")
            wait(lambda: window.screen.cover.winfo_viewable())
            assert not any("2HT" in text for text in visible_texts(window)), (
                "the second plan is hidden before the first player takes over"
            )
    assert seen[0] == seen[1]


def test_draft_survives_tabs_theme_zoom_and_browsing() -> None:
    with plan_window(herbs_setup()) as window:
        window.playing.type_move("0M2 1TR")
        window.set_theme("dark")
        settle()
        assert draft_moves(window) == FIRST[:2] and len(sheet_lines(window)) >= 2
        window.set_zoom(1.25)
        settle()
        assert draft_moves(window) == FIRST[:2] and "A3" in marked_spots(window, "ghosts")
        window.tabs.begin(Setup("herd(size=2)", TWO, 1))
        assert (
            not window.sheets.card.shown and window.moves.card.frame.winfo_manager() and window.sheets.card.lines == []
        )
        window.tabs.show(0)
        assert draft_moves(window) == FIRST[:2] and window.sheets.card.shown
        window.playing.type_move("WhH5")
        press("Return", "Control_L")
        take_over(window, False)
        window.playing.type_move("2M2")
        window.registry.run("start")
        assert window.drafting.draft is None, "another player moved in that position"
        window.registry.run("end")
        assert draft_moves(window) == ("2M2",)


def test_move_list_can_be_opened_while_writing_a_plan() -> None:
    with plan_window(herbs_setup()) as window:
        window.playing.type_move("0M2")
        assert window.sheets.card.frame.winfo_ismapped() and not window.moves.card.frame.winfo_ismapped()
        click(window.sheets.card.buttons["sheet"])
        assert window.moves.card.frame.winfo_ismapped() and not window.sheets.card.frame.winfo_ismapped()
        click(window.moves.card.offered)
        assert window.sheets.card.frame.winfo_ismapped() and sheet_lines(window)
        press("l", "Control_L")
        assert window.moves.card.frame.winfo_ismapped()


def test_undo_reopens_a_locked_plan_and_redo_locks_it() -> None:
    with plan_window(herbs_setup(seats=("person", "greedy"))) as window:
        window.playing.type_move(" ".join(FIRST))
        press("Return", "Control_L")
        wait(lambda: window.playing.accepts_moves)
        after = window.table.state.text()
        press("z", "Control_L")
        assert not window.table.session.steps and draft_moves(window) == FIRST
        press("y", "Control_L")
        wait(lambda: window.playing.accepts_moves)
        assert window.table.state.text() == after and draft_moves(window) == ()
        press("z", "Control_L")
        window.drafting.choose(1)
        window.playing.type_move("1HT")
        press("Return", "Control_L")
        wait(lambda: window.playing.accepts_moves and window.table.state.turn == 2)
        assert [step.move for step in window.table.session.steps[:3]] == [
            "0M2",
            "1HT",
            "WhH5",
        ] and window.table.session.hindsight


def test_separately_played_actions_appear_in_the_draft() -> None:
    with plan_window(herbs_setup()) as window:
        window.table.session.play("0M2")
        window.playing.show_position()
        assert draft_moves(window) == ("0M2",)
        window.playing.type_move("1TR WhH5")
        press("Return", "Control_L")
        assert [step.move for step in window.table.session.steps] == list(FIRST)


def test_helper_completes_the_plan_without_locking_it() -> None:
    with plan_window(herbs_setup()) as window:
        window.settings.helper = {"herbs": "greedy"}
        window.playing.type_move("0M2")
        press("H", "Control_L", "Shift_L")
        wait(lambda: window.drafting.draft is None or window.drafting.draft.complete)
        settle(0.3)
        written = draft_moves(window)
        assert written[0] == "0M2" and len(written) == len(FIRST), "it keeps the person's line"
        assert window.table.session.steps == () and not window.registry["lock"].why_not()
        press("z", "Control_L")
        settle(0.3)
        assert draft_moves(window) == written[:-1], "it does not write the undone line again"
        assert window.shell.status.progress.empty and not window.registry["hint"].why_not(), (
            "no search is shown as running"
        )
        press("z", "Control_L")
        assert draft_moves(window) == ("0M2",)
        press("h", "Control_L")
        wait(lambda: window.table.bots.advice is not None)
        window.playing.type_move("1TR")
        assert window.table.bots.advice is None, "the hint was for the previous line"

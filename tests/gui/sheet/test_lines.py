"""Tests of editing the lines of a plan: replace, move, drag, type and correct."""

from __future__ import annotations

import itertools

import pytest

pytest.importorskip("tkinter")

from Xlib import X
from Xlib.ext import xtest

from tests.gui.sheet.sheets import FIRST, click_choices, draft_moves, herbs_setup, plan_window, tab_to, take_over
from tests.gui.whole.test_fits import cut_off, overlapping
from tests.kit.windows import (
    TWO,
    click,
    click_spot,
    flush_events,
    marked_spots,
    point_at,
    press,
    root,
    screen,
    settle,
    status_text,
    type_text,
    wait,
)
from workbench.boards.herbs.sheet import COLUMNS
from workbench.gui.board.board_view import BoardView
from workbench.gui.moves.layout import LINE
from workbench.gui.widgets.tips import Tip
from workbench.table.setup import Setup

pytestmark = [pytest.mark.window, pytest.mark.usefixtures("home")]


def test_line_can_be_selected_moved_and_removed_by_keys() -> None:
    with plan_window(herbs_setup()) as window:
        window.playing.type_move(" ".join(FIRST))
        tab_to(window, window.sheets.card.lines[0].frame)
        press("Down", "Alt_L")
        assert draft_moves(window) == ("1TR", "0M2", "WhH5") and root().focus_get() is window.sheets.card.lines[1].frame
        press("Up", "Alt_L")
        assert draft_moves(window) == FIRST and root().focus_get() is window.sheets.card.lines[0].frame
        press("Return")
        assert root().focus_get() is window.screen.view and window.drafting.draft is not None
        press("Down", "Alt_L")
        assert draft_moves(window) == ("1TR", "0M2", "WhH5"), (
            "keys move the selected line while the board has the focus"
        )
        press("Up", "Alt_L")
        assert draft_moves(window) == FIRST
        assert window.drafting.draft.chosen == 0 and window.sheets.card.lines[0].row.now
        assert "Replacing line 1: " in status_text(window)
        press("Escape")
        assert window.drafting.draft.chosen is None
        tab_to(window, window.sheets.card.lines[0].frame)
        press("Down")
        press("Delete")
        assert draft_moves(window) == ("0M2", "", "WhH5") and root().focus_get() is window.sheets.card.lines[1].frame
        assert window.sheets.card.lines[1].row.now and window.sheets.card.lines[2].row.cells[0] == "stone", (
            "the stone keeps its line"
        )
        assert "choose a Herb for action 2" in status_text(window)
        for texts in (FIRST, ("0M2", "", "WhH5"), FIRST):
            press("y" if texts is not FIRST else "z", "Control_L")
            assert draft_moves(window) == texts
        window.screen.view.focus_set()
        press("Delete")
        assert draft_moves(window) == FIRST[:2], "without a selection the last line is removed"


def test_line_can_be_replaced_by_mouse() -> None:
    with plan_window(herbs_setup()) as window:
        window.playing.type_move(" ".join(FIRST))
        assert marked_spots(window, "open") == [] and "Lock it (Ctrl+Return)" in status_text(window)
        click_spot(window, "E5")
        assert "Plan complete" in status_text(window), "a complete plan accepts no more moves"
        click(window.sheets.card.lines[1].frame, 8)
        assert [line.row.now for line in window.sheets.card.lines] == [False, True, False]
        assert "A3" in marked_spots(window, "open"), "the Herb is selected where the line above moves it"
        click_choices(window, "0TL")
        assert draft_moves(window) == ("0M2", "0TL", "WhH5")
        click(window.sheets.card.lines[0].frame, 8)
        click(window.sheets.card.buttons["line_down"])
        assert draft_moves(window) == ("0TL", "0M2", "WhH5")
        click(window.sheets.card.buttons["remove_line"])
        assert draft_moves(window) == ("0TL", "", "WhH5")
        click(window.shell.status.buttons["undo"])
        assert draft_moves(window) == ("0TL", "0M2", "WhH5")


def test_line_can_be_dragged_and_the_wheel_scrolls_the_sheet() -> None:
    with plan_window(Setup("herbs(actions=8)", TWO, 1)) as window:
        window.playing.type_move("0M2 1TR 0TL 1HT 0TR 0TR 0TR 0TR WhH5")
        sheet = window.sheets.card
        wait(lambda: sheet.bar.winfo_manager())
        for wheel_button, last in ((5, True), (4, False)):
            words = next(
                line.cells[2] for line in sheet.lines if line.cells[2].winfo_rooty() > sheet.clip.winfo_rooty() + 20
            )
            point_at(words)
            for _ in range(30):
                xtest.fake_input(screen(), X.ButtonPress, wheel_button)
                xtest.fake_input(screen(), X.ButtonRelease, wheel_button)
            flush_events()
            line = sheet.lines[-1 if last else 0].frame
            top, bottom = sheet.clip.winfo_rooty(), sheet.clip.winfo_rooty() + sheet.clip.winfo_height()
            assert top <= line.winfo_rooty() and line.winfo_rooty() + line.winfo_height() <= bottom, (
                "the wheel reaches the last line and the first"
            )
        carried = sheet.lines[0]
        high = carried.frame.winfo_height()
        point_at(carried.cells[1])
        xtest.fake_input(screen(), X.ButtonPress, 1)
        flush_events()
        before = carried.frame.winfo_y()
        point_at(carried.cells[1], 5, high + 8)
        assert carried.frame.winfo_y() > before + high // 2 and sheet.drag.bar.winfo_ismapped(), (
            "the line follows the pointer"
        )
        xtest.fake_input(screen(), X.ButtonRelease, 1)
        flush_events()
        assert draft_moves(window)[:2] == ("1TR", "0M2") and not sheet.drag.bar.winfo_ismapped()
        window.drafting.move_line(1, 7)
        assert "Line 8 cannot move" in status_text(window) and draft_moves(window)[8] == "WhH5", "the stone stays last"


def test_stone_dragged_from_its_card_follows_the_pointer() -> None:
    with plan_window(herbs_setup()) as window:
        window.playing.type_move("0M2 1TR")
        frame, view = window.screen.panels[0].frame, window.screen.view
        assert isinstance(view, BoardView)
        point_at(frame)
        xtest.fake_input(screen(), X.ButtonPress, 1)
        flush_events()
        point_at(frame, 40, 30)
        carried = [
            widget for widget in root().winfo_children() if widget.winfo_class() == "Label" and widget.winfo_ismapped()
        ]
        assert (
            len(carried) == 1
            and abs(carried[0].winfo_rootx() + carried[0].winfo_width() // 2 - root().winfo_pointerx()) < 3
        )
        point_at(view, *view.place_of("H5"))
        assert not carried[0].winfo_exists() and view.drag is not None, "over the board, the board draws the stone"
        xtest.fake_input(screen(), X.ButtonRelease, 1)
        flush_events()
        assert draft_moves(window) == ("0M2", "1TR", "WhH5")


def test_title_names_only_non_default_options() -> None:
    for spec, title in (("herbs", "Herbs · round 1"), ("herbs(ap=30)", "Herbs, AP 30 · round 1")):
        with plan_window(Setup(spec, TWO, 1)) as window:
            assert window.screen.top.full_title == title


def test_four_move_lines_are_visible_with_sheet_and_tabs() -> None:
    with plan_window(herbs_setup()) as window:
        window.tabs.begin(Setup("herbs(ap=60,actions=4,rounds=9)", ("person", "greedy"), 1))
        for _ in range(2):
            wait(lambda: window.playing.accepts_moves)
            window.playing.type_move(
                "0TL 0TL 0TL 0TL WhE5" if "WhE5" not in window.table.state.fields["board"] else "0TL"
            )
            press("Return", "Control_L")
        wait(lambda: window.playing.accepts_moves)
        window.registry.run("sheet")
        settle(0.2)
        assert window.screen.strip.winfo_ismapped() and window.moves.card.frame.winfo_ismapped()
        assert window.moves.card.canvas.winfo_height() >= 4 * window.look.px(LINE), (
            window.moves.card.canvas.winfo_height()
        )
        assert cut_off(window) == []


def test_invalid_line_gives_a_reason_and_is_corrected_first() -> None:
    with plan_window(Setup("herbs(ap=10,actions=3,rounds=3)", TWO, 1)) as window:
        window.playing.type_move("0M1 0M6 0TL WhH5")
        assert window.registry["lock"].why_not() == ""
        window.drafting.choose(0)
        window.playing.type_move("0M6")
        invalid = window.sheets.card.lines[1]
        settle()
        assert invalid.row.why and invalid.why.winfo_ismapped() and invalid.why.cget("text") == invalid.row.why
        assert "Line 2 is invalid" in window.registry["lock"].why_not()
        assert "disabled" in window.sheets.card.buttons["lock"].state()
        point_at(window.sheets.card.buttons["lock"])
        wait(lambda: Tip.shown is not None)
        assert Tip.shown is not None and "Line 2 is invalid" in Tip.shown.cget("text")
        press("Return", "Control_L")
        assert window.table.session.steps == () and "Line 2 is invalid" in status_text(window)
        window.playing.type_move("1TR")
        assert draft_moves(window) == ("0M6", "1TR", "0TL", "WhH5")
        press("Return", "Control_L")
        assert len(window.table.session.steps) == 4


def test_illegal_typed_action_is_rejected() -> None:
    with plan_window(herbs_setup()) as window:
        press("slash")
        type_text("0M2 2M1 0TL")
        press("Return")
        assert draft_moves(window) == ("0M2",) and window.shell.status.entry.get() == "2M1 0TL"
        assert "Herb 2 belongs to Blue" in status_text(window)


def test_plan_preview_can_be_switched_off() -> None:
    with plan_window(herbs_setup()) as window:
        window.playing.type_move("0M2")
        view = window.screen.view
        assert isinstance(view, BoardView) and "A3" in marked_spots(window, "ghosts")
        window.registry.run("preview")
        assert marked_spots(window, "ghosts") == []
        window.registry.run("preview")
        assert "A3" in marked_spots(window, "ghosts")
        window.playing.type_move("1M1")
        assert {"A3", "K2"} <= set(marked_spots(window, "ghosts"))
        window.drafting.choose(1)
        assert "A3" in marked_spots(window, "ghosts") and "K2" not in marked_spots(window, "ghosts"), (
            "the preview shows only the lines above the selected one"
        )
        window.drafting.choose(None)
        assert {"A3", "K2"} <= set(marked_spots(window, "ghosts"))


def test_lost_stone_is_announced_during_the_next_plan() -> None:
    plans = (("0M1", "WhB5"), ("2M1", "WhB5")), (("0M1", "WhE5"), ("2M1", "WhE7"))
    with plan_window(Setup("herbs(actions=1)", TWO, 1)) as window:
        for number, both_plans in enumerate(plans):
            for moves in both_plans:
                if window.table.screen.handover_seat is not None:
                    take_over(window, False)
                wait(lambda: window.playing.accepts_moves)
                reminder = window.shell.status.reminder
                assert reminder == (
                    "Your white stone for B5 was lost: both players chose the same square." if number else ""
                ), moves
                window.playing.type_move(" ".join(moves))
                press("Return", "Control_L")
        take_over(window, False)
        assert not window.shell.status.reminder, "both stones of the second round were placed"


@pytest.mark.parametrize(("size", "zoom"), [((800, 560), 1.0), ((1280, 720), 1.0), ((1280, 720), 1.5)])
def test_sheet_fits_in_every_window_size(size: tuple[int, int], zoom: float) -> None:
    with plan_window(herbs_setup(), size=size, zoom=zoom) as window:
        for reasons in (False, True):
            if reasons:
                window.registry.run("why")
            window.playing.type_move("0M2 1TR WhH5")
            click_spot(window, "A1")
            settle(0.2)
            if reasons and size[1] / zoom < 600:
                assert not window.sheets.card.shown, "the reasons replace the sheet"
                press("w")
                assert window.sheets.card.shown
                continue
            assert cut_off(window) == []
            sheet = window.sheets.card
            inside = [
                line
                for line in sheet.lines
                if line.frame.winfo_y() - sheet.offset + line.frame.winfo_height() <= sheet.clip.winfo_height()
            ]
            assert len(inside) >= 2 - reasons, "some lines are fully visible"
            parts = [sheet.frame, window.screen.choices.frame, *(card.frame for card in window.screen.players)]
            assert overlapping([*parts, *([window.moves.below.why.frame] if reasons else [])]) == []
            bottom = window.screen.choices.frame.winfo_rooty() + window.screen.choices.frame.winfo_height()
            assert bottom <= window.shell.status.winfo_rooty()


def test_headings_of_a_longer_language_do_not_overlap() -> None:
    with plan_window(herbs_setup()) as window:
        heads = window.sheets.card.heads
        columns = [column._replace(head=column.head and f"{column.head} éééé") for column in COLUMNS]
        heads.show(columns, 400)
        settle(0.1)
        places = sorted((label.winfo_x(), label.winfo_x() + label.winfo_width()) for label in heads.labels)
        assert len(places) == sum(bool(column.head) for column in columns)
        assert all(before[1] < after[0] for before, after in itertools.pairwise(places))
        last = max(heads.labels, key=lambda label: label.winfo_x())
        assert str(last.cget("text")).endswith("…")
        point_at(last)
        wait(lambda: Tip.shown is not None)
        assert Tip.shown is not None

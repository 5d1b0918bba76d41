"""Tests of setting up positions by palette, drag, stroke and keys."""

from __future__ import annotations

from collections.abc import Callable
from time import sleep

import pytest

pytest.importorskip("tkinter")

from Xlib import X
from Xlib.ext import xtest

import fastcore
from tests.gui.set_up.editing import SMALL, click_spot_of, editor_parts, field_value, write_position
from tests.gui.whole.test_fits import cut_off, overlapping
from tests.kit.windows import (
    TWO,
    click,
    drag,
    flush_events,
    open_window,
    pieces,
    point_at,
    press,
    root,
    screen,
    settle,
    status_text,
    type_text,
    wait,
)
from workbench import boards
from workbench.boards.kit.editing import NOTHING, Detail
from workbench.gui.set_up.board import SetUpBoard
from workbench.gui.set_up.details import lines_of
from workbench.gui.set_up.words import NOTHING_UNDONE
from workbench.gui.widgets.fields import TYPING_SECONDS
from workbench.gui.widgets.tips import Tip
from workbench.table.setup import Setup

pytestmark = [pytest.mark.window, pytest.mark.usefixtures("home")]

HERBS = Setup("herbs", ("person", "greedy"), 1)


def test_painted_position_can_be_dragged_undone_and_played() -> None:
    with open_window(SMALL) as window:
        press("F4")
        set_up, view, column = editor_parts(window)
        assert column.palette is not None and not window.screen.view.winfo_ismapped()
        click(column.palette.pieces["r"])
        for spot in ("a1", "b2"):
            click_spot_of(view, spot)
        press("Escape")
        drag(view, view.place_of("a1"), view.place_of("c3"))
        assert field_value(window, "rows") == "3/4/2r2/1r2/3"
        click(view, *view.place_of("c3"), button=3)
        assert field_value(window, "rows") == "3/4/2b2/1r2/3" and "blue" in status_text(window), (
            "the status names the new piece"
        )
        drag(view, view.place_of("c3"), (5, 5))
        assert field_value(window, "rows") == "3/4/5/1r2/3"
        tile = column.palette.pieces["b"]
        start = (tile.winfo_width() // 2, tile.winfo_height() // 2)
        x, y = view.place_of("e1")
        drag(tile, start, (view.winfo_rootx() + x - tile.winfo_rootx(), view.winfo_rooty() + y - tile.winfo_rooty()))
        assert field_value(window, "rows") == "b2/4/5/1r2/3"
        steps = 0
        while set_up.edited.can_undo:
            press("z", "Control_L")
            steps += 1
        assert steps == 6 and set_up.edited.sketch == set_up.edited.initial
        press("z", "Control_L")
        assert NOTHING_UNDONE in status_text(window)
        while set_up.edited.can_redo:
            press("y", "Control_L")
        assert field_value(window, "rows") == "b2/4/5/1r2/3" and NOTHING_UNDONE not in status_text(window)
        press("F2")
        wait(lambda: not window.set_up.on)
        assert window.table.state.fields["rows"] == "b2/4/5/1r2/3" and len(window.tabs.open) == 1
        assert set(pieces(window)) == {"e1", "b2"}


def test_stroke_is_one_undo_step_and_the_eraser_removes_it() -> None:
    with open_window(SMALL) as window:
        press("F4")
        set_up, view, column = editor_parts(window)
        assert column.palette is not None
        click(column.palette.pieces["b"])
        drag(view, view.place_of("c1"), view.place_of("c5"))
        assert field_value(window, "rows") == "3/4/bbbbb/4/3"
        press("F8", "Shift_L")
        drag(view, view.place_of("c1"), view.place_of("c5"))
        assert field_value(window, "rows") == "3/4/5/4/3"
        click(column.palette.pieces["b"])
        press("z", "Control_L")
        assert field_value(window, "rows") == "3/4/bbbbb/4/3"
        press("z", "Control_L")
        assert field_value(window, "rows") == "3/4/5/4/3" and not set_up.edited.can_undo
        press("F9")
        assert field_value(window, "rows") == "bbb/bbbb/bbbbb/bbbb/bbb"
        press("F9", "Shift_L")
        assert field_value(window, "rows") == "3/4/5/4/3"
        write_position(window, "r2/4/5/4/3 r 1 - -")
        press("F7")
        mirrored = field_value(window, "rows")
        press("F7", "Shift_L")
        assert mirrored == "2r/4/5/4/3" and field_value(window, "rows") not in (mirrored, "r2/4/5/4/3")


def test_dragging_from_a_piece_moves_it_whatever_is_selected() -> None:
    with open_window(SMALL) as window:
        press("F4")
        set_up, view, column = editor_parts(window)
        assert column.palette is not None
        write_position(window, "3/4/r3b/4/3 r 1 - -")
        click(column.palette.pieces["b"])
        drag(view, view.place_of("c1"), view.place_of("b2"))
        assert field_value(window, "rows") == "3/4/4b/1r2/3", "another piece"
        drag(view, view.place_of("c5"), view.place_of("d1"))
        assert field_value(window, "rows") == "3/b3/5/1r2/3", "a piece of the selected kind"
        drag(view, view.place_of("b1"), view.place_of("b4"))
        assert field_value(window, "rows") == "3/b3/5/brbb/3", "a stroke spares what is there"
        click_spot_of(view, "b2")
        assert field_value(window, "rows") == "3/b3/5/bbbb/3", "a click replaces it"
        click_spot_of(view, "b2")
        assert field_value(window, "rows") == "3/b3/5/b1bb/3" and set_up.edited.chosen == "b"


def test_stroke_keeps_the_herbs_it_crosses() -> None:
    with open_window(HERBS) as window:
        press("F4")
        set_up, view, column = editor_parts(window)
        assert column.palette is not None
        herbs = field_value(window, "herbs")
        click(column.palette.pieces["w"])
        drag(view, view.place_of("B1"), view.place_of("K1"))
        assert field_value(window, "herbs") == herbs and set_up.edited.first_piece("J1") == "w"
        drag(view, view.place_of("K1"), view.place_of("K2"))
        assert field_value(window, "herbs") == herbs.replace("K1^", "K2^")


def test_value_of_a_list_can_be_typed() -> None:
    with open_window(HERBS) as window:
        press("F4")
        _, _, column = editor_parts(window)
        box = column.details.rows["white 1"].entry
        box.focus_force()
        settle()
        for keys, expected in (("3", "3w8b,12w8b"), ("1", "1w8b,12w8b")):
            type_text(keys)
            assert field_value(window, "piles") == expected
            sleep(TYPING_SECONDS)
        type_text("12")
        assert field_value(window, "piles") == "12w8b,12w8b" and window.set_up.on


def test_short_details_share_a_line_and_tips_leave_the_form_free() -> None:
    details = [Detail(name, name, name, "", short=name != "plan") for name in ("a", "b", "c", "plan", "d")]
    assert lines_of(details) == [["a", "b"], ["c"], ["plan"], ["d"]]
    with open_window(HERBS) as window:
        press("F4")
        _, _, column = editor_parts(window)
        column.details.rows["ap 1"].entry.focus_force()
        wait(lambda: Tip.shown is not None)
        assert Tip.shown is not None and not Tip.shown.covers(column.details.frame)


def test_escape_cancels_the_current_drag() -> None:
    with open_window(SMALL) as window:
        press("F4")
        set_up, view, column = editor_parts(window)
        assert column.palette is not None
        click(column.palette.pieces["b"])
        click_spot_of(view, "c1")
        drag_until_escape(
            view, view.place_of("a1"), view.place_of("a3"), lambda: field_value(window, "rows") == "3/4/b4/4/bbb"
        )
        assert field_value(window, "rows") == "3/4/b4/4/3" and set_up.edited.chosen == "b"
        press("Escape")
        assert set_up.edited.chosen is None
        drag_until_escape(view, view.place_of("c1"), view.place_of("c3"), lambda: view.drag is not None)
        assert field_value(window, "rows") == "3/4/b4/4/3" and view.drag is None
        drag(view, view.place_of("c1"), view.place_of("c3"))
        assert field_value(window, "rows") == "3/4/2b2/4/3"
        press("z", "Control_L")
        press("z", "Control_L")
        assert field_value(window, "rows") == "3/4/5/4/3" and not set_up.edited.can_undo


def drag_until_escape(
    view: SetUpBoard, start: tuple[int, int], end: tuple[int, int], has_started: Callable[[], bool]
) -> None:
    """Drag, press Escape once `has_started` is true, move back and release the button."""
    point_at(view, *start)
    xtest.fake_input(screen(), X.ButtonPress, 1)
    point_at(view, *end)
    assert has_started()
    press("Escape")
    point_at(view, *start)
    xtest.fake_input(screen(), X.ButtonRelease, 1)
    flush_events()


def test_position_can_be_set_up_by_keyboard_only() -> None:
    with open_window(SMALL) as window:
        press("F4")
        set_up, view, column = editor_parts(window)
        assert root().focus_get() is view
        press("Right")
        assert view.cursor
        for key in ("r", "Right", "b", "Left", "space"):
            press(key)
        spot = view.cursor
        assert set_up.edited.first_piece(spot) == "b"
        press("Delete")
        assert set_up.edited.first_piece(spot) == NOTHING
        reached = set()
        for _ in range(40):
            press("Tab")
            reached.add(str(root().focus_get()))
        assert {str(column.text.text), str(column.details.rows["turn"].entry)} <= reached


def test_dice_are_entered_with_two_keys_in_any_order() -> None:
    with open_window(Setup("herd(size=3)", TWO, 1, "3/1rr1/1rbr1/2r1/3 r 9 - -", by_hand="once")) as window:
        assert [choice.spot for choice in window.screen.choices.shown] == list("123456")
        assert "Choose the outcome" in status_text(window)
        press("2")
        press("Escape")
        press("2")
        press("5")
        assert window.table.state.fields["dice"] == "5-2" and window.table.session.by_hand == "never"
        press("d", "Control_L")
        assert "You choose the next roll or deal" in status_text(window)
        window.table.set_by_hand("always")
        press("z", "Control_L")
        assert window.table.session.waits_for == "chance by hand"
        click(window.screen.choices.buttons[3])
        click(window.screen.choices.buttons[3])
        assert window.table.state.fields["dice"] == "4-4"


@pytest.mark.parametrize("game", [game for game in fastcore.games() if boards.find(game)])
def test_cards_are_neither_cut_off_nor_overlapping(game: str) -> None:
    for size in ((800, 560), (1280, 720)):
        with open_window(Setup(game, ("person",) * fastcore.start(game).seats, 1), size=size) as window:
            window.set_up.enter()  # even before the first player takes over the screen
            set_up, _, column = editor_parts(window)
            sketch = set_up.edited.sketch
            write_position(window, f"{sketch.text} ?")
            assert column.palette is not None and set_up.edited.problems
            assert cut_off(window) == []
            frames = [card.frame for card in (column.palette, column.details, column.problems, column.text)]
            assert (
                overlapping([frame for frame in frames if frame.winfo_ismapped()]) == []
                and not column.palette.frame.winfo_ismapped()
            )
            column.frame.show(column.text.text)  # in a short window the column scrolls
            settle()
            assert column.text.text.winfo_rooty() + column.text.text.winfo_height() <= window.shell.status.winfo_rooty()


def test_number_can_be_typed_while_the_form_changes() -> None:
    """While 101 is typed, the turn is 10 for a moment. Then the opponent moves, so names and lists change."""
    with open_window(Setup("forest", TWO, 1)) as window:
        press("F4")
        _, _, column = editor_parts(window)
        entry = column.details.rows["turn"].entry
        click(entry)
        press("End")
        press("BackSpace")
        type_text("101")
        assert window.set_up.edited.sketch.text.split()[1:] == ["r", "101", "2", "-"] and root().focus_get() is entry
        press("z", "Control_L")
        assert not window.set_up.edited.can_undo and entry.get() == "0"


def test_board_selection_is_cleared_when_another_game_begins() -> None:
    """The live text reads the selection while the next game is laid out."""
    with open_window(Setup("herbs", ("person", "greedy"), 1), animation=False) as window:
        window.registry.run("live")
        touch = window.playing.move_input
        touch.on_click(sorted(touch.entry.next_spots)[0])
        assert touch.entry.chosen
        window.table.begin(Setup("herbalism", ("person", "greedy", "greedy"), 2))
        settle()
        assert window.table.session.spec == "herbalism" and not touch.entry.chosen


def test_switching_modes_restores_the_side_column() -> None:
    with open_window(SMALL, animation=False) as window:
        for mode in (
            "analyse_mode",
            "set_up_mode",
            "analyse_mode",
            "play_mode",
            "set_up_mode",
            "analyse_mode",
            "set_up_mode",
            "play_mode",
        ):
            window.registry.run(mode)
            settle()
            page = "live" if mode == "set_up_mode" else "rules"  # in Set up the rules are a window of their own
            window.registry.run(page)
            settle()
            assert window.screen.side.kind == page and window.screen.side.column.winfo_ismapped()
            window.registry.run(page)
        assert window.screen.side.column is window.screen.game_column

"""Positions are set up by palette, drag, stroke and keys."""

from __future__ import annotations

from collections.abc import Callable

import pytest

pytest.importorskip("tkinter")

from Xlib import X
from Xlib.ext import xtest

import fastcore
from tests.gui.set_up.editing import SMALL, click_spot_of, field, parts, put
from tests.gui.whole.test_fits import cut_off, overlapping
from tests.kit.windows import (
    TWO,
    arrive,
    click,
    drag,
    opened,
    pieces,
    point_at,
    press,
    root,
    screen,
    settle,
    shown,
    type_text,
    wait,
)
from workbench import boards
from workbench.boards.kit.editing import NOTHING
from workbench.gui.set_up.board import SetUpBoard
from workbench.gui.set_up.words import NOTHING_UNDONE
from workbench.table.setup import Setup

pytestmark = [pytest.mark.window, pytest.mark.usefixtures("home")]


def test_a_position_is_painted_dragged_undone_and_played() -> None:
    with opened(SMALL) as window:
        press("F4")
        set_up, view, column = parts(window)
        assert column.palette is not None and not window.screen.view.winfo_ismapped()
        click(column.palette.pieces["r"])
        for spot in ("a1", "b2"):
            click_spot_of(view, spot)
        press("Escape")
        drag(view, view.place_of("a1"), view.place_of("c3"))
        assert field(window, "rows") == "3/4/2r2/1r2/3"
        click(view, *view.place_of("c3"), button=3)
        assert field(window, "rows") == "3/4/2b2/1r2/3" and "blue" in shown(window), "it is told as it is now"
        drag(view, view.place_of("c3"), (5, 5))
        assert field(window, "rows") == "3/4/5/1r2/3"
        tile = column.palette.pieces["b"]
        start = (tile.winfo_width() // 2, tile.winfo_height() // 2)
        x, y = view.place_of("e1")
        drag(tile, start, (view.winfo_rootx() + x - tile.winfo_rootx(), view.winfo_rooty() + y - tile.winfo_rooty()))
        assert field(window, "rows") == "b2/4/5/1r2/3"
        steps = 0
        while set_up.edited.can_undo:
            press("z", "Control_L")
            steps += 1
        assert steps == 6 and set_up.edited.sketch == set_up.edited.begun
        press("z", "Control_L")
        assert NOTHING_UNDONE in shown(window)
        while set_up.edited.can_redo:
            press("y", "Control_L")
        assert field(window, "rows") == "b2/4/5/1r2/3" and NOTHING_UNDONE not in shown(window)
        press("F2")
        wait(lambda: not window.set_up.on)
        assert window.table.state.fields["rows"] == "b2/4/5/1r2/3" and len(window.tabs.open) == 1
        assert set(pieces(window)) == {"e1", "b2"}


def test_a_stroke_is_one_step_and_takes_away_what_it_began_on() -> None:
    with opened(SMALL) as window:
        press("F4")
        set_up, view, column = parts(window)
        assert column.palette is not None
        click(column.palette.pieces["b"])
        for wanted in ("3/4/bbbbb/4/3", "3/4/5/4/3"):
            drag(view, view.place_of("c1"), view.place_of("c5"))
            assert field(window, "rows") == wanted
        press("z", "Control_L")
        assert field(window, "rows") == "3/4/bbbbb/4/3"
        press("z", "Control_L")
        assert field(window, "rows") == "3/4/5/4/3" and not set_up.edited.can_undo
        press("F9")
        assert field(window, "rows") == "bbb/bbbb/bbbbb/bbbb/bbb"
        press("F9", "Shift_L")
        assert field(window, "rows") == "3/4/5/4/3"
        put(window, "r2/4/5/4/3 r 1 - -")
        press("F7")
        mirrored = field(window, "rows")
        press("F7", "Shift_L")
        assert mirrored == "2r/4/5/4/3" and field(window, "rows") not in (mirrored, "r2/4/5/4/3")


def test_escape_gives_up_what_the_pointer_is_doing() -> None:
    with opened(SMALL) as window:
        press("F4")
        set_up, view, column = parts(window)
        assert column.palette is not None
        click(column.palette.pieces["b"])
        click_spot_of(view, "c1")
        held(view, view.place_of("a1"), view.place_of("a3"), lambda: field(window, "rows") == "3/4/b4/4/bbb")
        assert field(window, "rows") == "3/4/b4/4/3" and set_up.edited.chosen == "b"
        press("Escape")
        assert set_up.edited.chosen is None
        held(view, view.place_of("c1"), view.place_of("c3"), lambda: view.pull is not None)
        assert field(window, "rows") == "3/4/b4/4/3" and view.pull is None
        drag(view, view.place_of("c1"), view.place_of("c3"))
        assert field(window, "rows") == "3/4/2b2/4/3"
        press("z", "Control_L")
        press("z", "Control_L")
        assert field(window, "rows") == "3/4/5/4/3" and not set_up.edited.can_undo


def held(view: SetUpBoard, start: tuple[int, int], end: tuple[int, int], what: Callable[[], bool]) -> None:
    """Escape is pressed while the button is down, after something has come of it, and the pointer goes on."""
    point_at(view, *start)
    xtest.fake_input(screen(), X.ButtonPress, 1)
    point_at(view, *end)
    assert what()
    press("Escape")
    point_at(view, *start)
    xtest.fake_input(screen(), X.ButtonRelease, 1)
    arrive()


def test_keys_alone_put_pieces_and_write_the_rest() -> None:
    with opened(SMALL) as window:
        press("F4")
        set_up, view, column = parts(window)
        assert root().focus_get() is view
        press("Right")
        assert view.cursor
        for key in ("r", "Right", "b", "Left", "space"):
            press(key)
        there = view.cursor
        assert set_up.edited.taken(there) == "b"
        press("Delete")
        assert set_up.edited.taken(there) == NOTHING
        reached = set()
        for _ in range(40):
            press("Tab")
            reached.add(str(root().focus_get()))
        assert {str(column.text.text), str(column.details.rows["turn"].entry)} <= reached


def test_real_dice_are_entered_with_two_keys_in_any_order() -> None:
    with opened(Setup("herd(size=3)", TWO, 1, "3/1rr1/1rbr1/2r1/3 r 9 - -", by_hand="once")) as window:
        assert [choice.spot for choice in window.screen.choices.shown] == list("123456") and "drawn" in shown(window)
        press("2")
        press("Escape")
        press("2")
        press("5")
        assert window.table.state.fields["dice"] == "5-2" and window.table.session.by_hand == "never"
        press("d", "Control_L")
        assert "drawn next is chosen by hand" in shown(window)
        window.table.choose_chance("always")
        press("z", "Control_L")
        assert window.table.session.waits_for == "chance by hand"
        click(window.screen.choices.buttons[3])
        click(window.screen.choices.buttons[3])
        assert window.table.state.fields["dice"] == "4-4"


@pytest.mark.parametrize("game", [game for game in fastcore.games() if boards.find(game)])
def test_nothing_is_cut_off_or_covers_another(game: str) -> None:
    for size in ((800, 560), (1280, 720)):
        with opened(Setup(game, ("person",) * fastcore.start(game).seats, 1), size=size) as window:
            window.set_up.enter()  # also while it waits for the first of several persons
            set_up, _, column = parts(window)
            sketch = set_up.edited.sketch
            put(window, f"{sketch.text} ?")
            assert column.palette is not None and set_up.edited.problems
            assert cut_off(window) == []
            frames = [one.frame for one in (column.palette, column.details, column.problems, column.text)]
            assert (
                overlapping([frame for frame in frames if frame.winfo_ismapped()]) == []
                and not column.palette.frame.winfo_ismapped()
            )
            column.frame.show(column.text.text)  # in a low window the cards scroll
            settle()
            assert column.text.text.winfo_rooty() + column.text.text.winfo_height() <= window.shell.status.winfo_rooty()


def test_a_number_is_typed_to_its_end_though_the_form_changes_meanwhile() -> None:
    """Turn 10 on the way to turn 101 is the other side's: other names, other lists."""
    with opened(Setup("forest", TWO, 1)) as window:
        press("F4")
        _, _, column = parts(window)
        entry = column.details.rows["turn"].entry
        click(entry)
        press("End")
        press("BackSpace")
        type_text("101")
        assert window.set_up.edited.sketch.text.split()[1:] == ["r", "101", "2", "-"] and root().focus_get() is entry
        press("z", "Control_L")
        assert not window.set_up.edited.can_undo and entry.get() == "0"


def test_what_was_chosen_on_the_board_means_nothing_in_another_game() -> None:
    """The live text asks what is expected while the next game's window is built."""
    with opened(Setup("herbs", ("person", "greedy"), 1), animation=False) as window:
        window.registry.run("live")
        touch = window.playing.move_input
        touch.clicked(sorted(touch.entry.open)[0])
        assert touch.entry.chosen
        window.table.begin(Setup("herbalism", ("person", "greedy", "greedy"), 2))
        settle()
        assert window.table.session.spec == "herbalism" and not touch.entry.chosen


def test_the_modes_give_the_room_back_to_each_other() -> None:
    with opened(SMALL, animation=False) as window:
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
            window.registry.run("rules")
            settle()
            assert window.screen.side.kind and window.screen.side.column.winfo_ismapped()
            window.registry.run("rules")
        assert window.screen.side.column is window.screen.game_column

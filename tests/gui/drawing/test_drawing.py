"""Tests of drawing arrows and circles on the board with the mouse and by keyboard."""

from __future__ import annotations

import pytest

pytest.importorskip("tkinter")

from tests.gui.board.viewing import FOREST, played_moves, view_of
from tests.kit.placed_controls import positions
from tests.kit.windows import (
    HERD,
    TWO,
    TestedWindow,
    click,
    click_spot,
    drag,
    held,
    open_window,
    press,
    root,
    screenshot,
    settle,
    status_text,
    wait,
)
from workbench.boards.kit.drawn import Drawing
from workbench.gui.drawing.sketchpad import Sketchpad
from workbench.gui.play.viewing import Viewing
from workbench.gui.widgets.menus import Menu
from workbench.storage.session_records import record_of, session_of
from workbench.table.setup import Setup, default_setup

pytestmark = [pytest.mark.window, pytest.mark.usefixtures("home")]

ARROW = Drawing("green", ("b2", "c3"))


def draw(window: TestedWindow, *spots: str, shift: bool = False) -> None:
    """Drag with the right button between two spots, or click one."""
    view = view_of(window)
    with held(*(["Shift_L"] if shift else [])):
        if len(spots) == 1:
            click(view, *view.place_of(spots[0]), button=3)
        else:
            start, end = (view.place_of(spot) for spot in spots)
            drag(view, start, end, button=3)


def drawn(window: TestedWindow) -> list[Drawing]:
    """Return the drawings on the canvas."""
    view = view_of(window)
    settle()
    assert {*view.drawn.pictures} == {one for one in view.drawn.shown if len(one.spots) == 2}
    circles = {item.where for item in view.painter.shown["drawn"]}
    assert circles == {one.spots[0] for one in view.drawn.shown if len(one.spots) == 1}
    return list(view.drawn.shown)


def test_right_drag_draws_an_arrow_and_again_removes_it() -> None:
    with open_window(HERD) as window:
        draw(window, "b2", "c3")
        assert drawn(window) == [ARROW] and played_moves(window) == []
        draw(window, "c3", "b2")
        assert drawn(window) == [ARROW, Drawing("green", ("c3", "b2"))]
        draw(window, "b2", "c3")
        assert drawn(window) == [Drawing("green", ("c3", "b2"))]


def test_shift_and_right_click_circles_a_spot() -> None:
    with open_window(HERD) as window:
        draw(window, "b2", shift=True)
        assert drawn(window) == [Drawing("green", ("b2",))]
        draw(window, "b2", shift=True)
        assert drawn(window) == []


@pytest.mark.parametrize(
    ("keys", "colour"), [(("Control_L",), "red"), (("Alt_L",), "blue"), (("Control_L", "Alt_L"), "yellow")]
)
def test_modifier_keys_choose_the_colour(keys: tuple[str, ...], colour: str) -> None:
    with open_window(HERD) as window:
        view = view_of(window)
        with held(*keys):
            drag(view, view.place_of("b2"), view.place_of("c3"), button=3)
        assert drawn(window) == [Drawing(colour, ("b2", "c3"))]


def open_menu() -> Menu:
    """Return the open context menu."""
    (menu,) = [one for one in root().winfo_children() if isinstance(one, Menu) and one.winfo_ismapped()]
    return menu


def menu_labels() -> list[str]:
    """Return the labels of the open context menu."""
    menu = open_menu()
    return [menu.entrycget(number, "label") for number in range((menu.index("end") or 0) + 1)]


def test_plain_right_click_opens_the_context_menu() -> None:
    with open_window(Setup("forest", TWO, 1, FOREST)) as window:
        click_spot(window, "g2")
        draw(window, "g2", "g3")
        assert window.playing.move_input.entry.chosen == ("g2",), "a drag keeps the selection"
        draw(window, "g3")
        labels = menu_labels()
        assert labels[0] == "Deselect" and labels[-1] == "Circle g3" and "Copy position" in labels
        assert "Hint" in labels and "Analyse position" in labels and "Set up viewed position" in labels
        open_menu().invoke(0)
        press("Escape")
        assert not window.playing.move_input.entry.chosen
        assert drawn(window) == [Drawing("green", ("g2", "g3"))]
        draw(window, "g3")
        open_menu().invoke("end")
        press("Escape")
        assert drawn(window) == [Drawing("green", ("g2", "g3")), Drawing("green", ("g3",))]


@pytest.mark.parametrize("keys", [("Menu",), ("F10", "Shift_L")])
def test_context_menu_opens_at_the_cursor_by_keyboard(keys: tuple[str, ...]) -> None:
    with open_window(HERD) as window:
        view = view_of(window)
        view.focus_set()
        press("Up")
        press(*keys)
        assert menu_labels()[-1] == f"Circle {view.cursor}"
        press("Up")
        press("Return")
        assert drawn(window) == [Drawing("green", (view.cursor,))]
        press(*keys)
        assert menu_labels()[-1] == f"Remove circle from {view.cursor}"
        press("Escape")
        assert root().focus_get() is view


def test_drag_off_the_board_draws_nothing() -> None:
    with open_window(HERD) as window:
        view = view_of(window)
        drag(view, view.place_of("b2"), (3, 3), button=3)
        drag(view, (3, 3), view.place_of("b2"), button=3)
        assert drawn(window) == [] and view.drawn.preview is None


def test_drawing_by_keyboard() -> None:
    with open_window(HERD) as window:
        view = view_of(window)
        press("s")
        assert "arrow keys" in status_text(window) and drawn(window) == []
        press("Down")
        start = view.cursor
        press("s")
        assert "Arrow from" in status_text(window)
        press("Right")
        assert view.drawn.preview == Drawing("green", (start, view.cursor))
        press("s")
        arrow = Drawing("green", (start, view.cursor))
        assert drawn(window) == [arrow] and view.drawn.preview is None
        press("S", "Shift_L")
        press("c")
        circle = Drawing("red", (view.cursor,))
        assert drawn(window) == [arrow, circle] and window.registry["draw_circle"].on() is True
        press("c")
        assert drawn(window) == [arrow]
        press("X", "Control_L", "Shift_L")
        assert drawn(window) == []
        assert window.registry["clear_drawings"].why_not()


def test_arrow_begun_by_keyboard_is_cancelled() -> None:
    with open_window(HERD) as window:
        press("Down")
        for cancel in ("s", "Escape"):
            press("s")
            assert window.shell.feature(Sketchpad).start
            press(cancel)
            assert not window.shell.feature(Sketchpad).start and view_of(window).drawn.preview is None
        assert drawn(window) == []


def test_drawings_belong_to_their_position_and_are_undoable() -> None:
    with open_window(HERD) as window:
        draw(window, "b2", "c3")
        click_spot(window, "b2")
        assert played_moves(window) == ["b2"] and drawn(window) == []
        draw(window, "a1", shift=True)
        press("Left", "Alt_L")
        assert drawn(window) == [ARROW]
        press("Right", "Alt_L")
        assert drawn(window) == [Drawing("green", ("a1",))]
        assert "drawing" in window.registry["undo"].entry
        press("z", "Control_L")
        assert drawn(window) == [] and played_moves(window) == ["b2"]
        press("y", "Control_L")
        assert drawn(window) == [Drawing("green", ("a1",))]


def test_saved_game_keeps_its_drawings() -> None:
    with open_window(HERD) as window:
        draw(window, "b2", "c3")
        click_spot(window, "b2")
        draw(window, "a1", shift=True)
        opened = session_of(record_of(window.table.session))
        marks = [[signed.mark.kind for signed in node.marks] for node in opened.document.tree.nodes.values()]
        assert [kinds for kinds in marks if kinds] == [["arrow:green"], ["circle:green"]]


@pytest.mark.parametrize("turn", [(1, False), (3, True)])
def test_drawings_stay_on_their_cells_when_the_board_is_turned(turn: tuple[int, bool]) -> None:
    with open_window(HERD) as window:
        view = view_of(window)
        draw(window, "b2", "c3")
        draw(window, "a1", shift=True)
        press("u", "Control_L")
        if turn[1]:
            press("f")
        assert len(drawn(window)) == 2
        left, top, right, bottom = view.bbox(view.drawn.pictures[ARROW][0])
        ends = sorted(view.place_of(spot) for spot in ARROW.spots)
        assert abs((left + right) / 2 - (ends[0][0] + ends[1][0]) / 2) < view.painter.unit / 4
        assert abs((top + bottom) / 2 - (ends[0][1] + ends[1][1]) / 2) < view.painter.unit / 4
        ((ring, number),) = view.painter.shown["drawn"].items()
        assert tuple(view.coords(number)) == view.place_of(ring.where)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_arrow_is_visible_and_in_pictures(theme: str) -> None:
    with open_window(HERD, theme=theme) as window:
        view = view_of(window)
        (x1, y1), (x2, y2) = (view.place_of(spot) for spot in ARROW.spots)
        x, y = view.winfo_rootx() + (x1 + x2) // 2, view.winfo_rooty() + (y1 + y2) // 2
        box = (x - 1, y - 1, x + 2, y + 2)
        before = screenshot(box).getpixel((1, 1))
        draw(window, "b2", "c3")
        after = screenshot(box).getpixel((1, 1))
        assert isinstance(before, tuple) and isinstance(after, tuple)
        assert after != before and after[1] > max(after[0], after[2]), "green"
        picture = window.shell.feature(Viewing).svg()
        assert window.look.palette["draw_green"] in picture


def test_drawings_survive_resizing_and_a_new_look() -> None:
    with open_window(HERD) as window:
        draw(window, "b2", "c3")
        root().geometry("1400x900+0+0")
        wait(lambda: view_of(window).painter.unit and not view_of(window).painter.stretched)
        settle(0.5)
        assert drawn(window) == [ARROW]
        window.set_theme("dark")
        settle(0.3)
        assert drawn(window) == [ARROW]


def test_replay_hides_drawings() -> None:
    with open_window(HERD) as window:
        click_spot(window, "b2")
        draw(window, "a1", shift=True)
        window.playback.show_event(0)
        settle(0.2)
        assert window.games.layers.replays(window.table) and drawn(window) == []
        press("Escape")
        settle(0.2)
        assert drawn(window) == [Drawing("green", ("a1",))]


def test_nothing_moves_while_drawing() -> None:
    with open_window(default_setup("herd", 1)) as window:
        settle(0.3)
        before = positions(window)
        draw(window, "b2", "c3")
        draw(window, "b2", shift=True)
        press("Down")
        press("s")
        assert positions(window) == before


def test_drawings_of_a_hidden_game_stay_private() -> None:
    with open_window(Setup("herbalism", ("person", "person", "person"), 1)) as window:
        wait(lambda: window.table.screen.covered_for is not None or window.playing.accepts_moves)
        if window.table.screen.covered_for is not None:
            window.table.take_over()
        settle(0.2)
        viewer = window.table.screen.viewer
        draw(window, "cure", shift=True)
        assert [one.spots for one in drawn(window)] == [("cure",)]
        session = window.table.session
        seen = window.table.browsing.visible_tree(viewer)
        assert len(seen.marks_at(session.here).read) == 1
        other = 0 if viewer != 0 else 1
        assert window.table.browsing.visible_tree(other).marks_at(session.here).read == ()


@pytest.mark.parametrize(
    ("game", "spots"), [("forest", ("c3", "d4")), ("herbs", ("C4", "F6")), ("herbalism", ("red", "cure"))]
)
def test_every_game_has_drawings(game: str, spots: tuple[str, str]) -> None:
    with open_window(default_setup(game, 1)) as window:
        wait(lambda: window.playing.accepts_moves)
        draw(window, *spots)
        draw(window, spots[0], shift=True)
        assert drawn(window) == [Drawing("green", spots), Drawing("green", spots[:1])]

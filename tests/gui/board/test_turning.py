"""Tests of turning and mirroring the board."""

from __future__ import annotations

import pytest

pytest.importorskip("tkinter")

from tests.gui.board.viewing import FOREST, played_moves, view_of
from tests.kit.windows import (
    PLACING,
    TWO,
    click_spot,
    marked_spots,
    open_window,
    point_at,
    press,
    process_event,
    settle,
    shows_position,
    wait,
)
from workbench.gui.board.board_view import BoardView
from workbench.table.setup import Setup

pytestmark = [pytest.mark.window, pytest.mark.usefixtures("home")]


def test_turned_board_accepts_pointer_and_arrow_keys() -> None:
    with open_window(Setup("herd(size=3)", TWO, 1, PLACING)) as window:
        view = view_of(window)
        before = view.place_of("a1")
        press("u", "Control_L")
        assert window.settings.turns == {"herd": (1, False)} and shows_position(window)
        assert view.place_of("a1") != before
        point_at(view, *view.place_of("b2"))
        assert marked_spots(window, "foresee") == ["b2", "c3"], "the pointer is where it is seen"
        press("f")
        assert window.settings.turns == {"herd": (5, True)} and shows_position(window)
        press("U", "Control_L", "Shift_L")
        assert window.settings.turns == {"herd": (4, True)}
        click_spot(window, "b2")
        assert played_moves(window) == ["b2"] and shows_position(window)
        press("Down")
        start = view.place_of(view.cursor)
        press("Right")
        after = view.place_of(view.cursor)
        assert after[0] > start[0] and abs(after[1] - start[1]) < view.painter.unit, "arrows go where they point"
        for _ in range(2):
            press("u", "Control_L")
        press("f")
        assert window.settings.turns == {}, "as it comes: nothing to remember"
        assert view.place_of("a1") == before and shows_position(window)


def test_each_game_remembers_its_board_orientation() -> None:
    with open_window(Setup("herd(size=3)", TWO, 1, PLACING)) as window:
        press("u", "Control_L")
        settle()
        window.table.begin(Setup("forest", TWO, 1, FOREST))
        settle()
        assert view_of(window).turn == (0, False) and shows_position(window)
        press("f")
        assert window.settings.turns == {"herd": (1, False), "forest": (0, True)} and shows_position(window)
        click_spot(window, "c4")
        click_spot(window, "d7")
        assert played_moves(window) == ["B:c4-d7"] and shows_position(window)
        window.table.begin(Setup("herd(size=3)", TWO, 1, PLACING))
        settle()
        assert view_of(window).turn == (1, False) and shows_position(window)


def test_coordinates_beside_board_can_be_hidden() -> None:
    with open_window(Setup("herd(size=3)", TWO, 1, PLACING)) as window:
        view, unit = view_of(window), view_of(window).painter.unit
        texts = [str(view.itemcget(number, "text")) for number in view.find_withtag("labels-words")]  # type: ignore[no-untyped-call]
        assert texts == [*"abcde", *"123", "b4", "c5", "d4", *"123"], (
            "rows, numbers along the bottom, last cells of rows, numbers along the top"
        )
        window.registry.run("letters")
        assert len(view.find_withtag("labels-words")) == 0 and view.painter.unit >= unit and shows_position(window)
        window.registry.run("letters")
        assert view.painter.unit == unit


def test_animation_follows_its_path_on_turned_board() -> None:
    with open_window(Setup("forest", TWO, 1, FOREST), animation=True, turns={"forest": (2, True)}) as window:
        view = view_of(window)
        click_spot(window, "g2")
        click_spot(window, "g3")
        (x1, y1), (x2, y2) = view.place_of("g2"), view.place_of("g3")
        seen = set()
        while window.playing.presenter.busy:
            process_event()
            if view.moving and view.moving[1].ways:
                _, end = view.moving[1].ways[0]
                seen.add(tuple(view.coords(view.painter.shown["pieces"][end])))
        assert seen and all(
            min(x1, x2) - 2 <= x <= max(x1, x2) + 2 and min(y1, y2) - 99 <= y <= max(y1, y2) + 99 for x, y in seen
        )
        assert shows_position(window)


@pytest.mark.parametrize("zoom", [1.0, 1.5])
def test_cell_names_are_on_top_and_inside_their_cells(zoom: float) -> None:
    with open_window(Setup("herd(size=5)", ("greedy", "greedy"), 3), names=True, zoom=zoom) as window:
        wait(lambda: window.table.state.turn >= 9)
        window.registry.run("pause")
        view = window.screen.view
        assert isinstance(view, BoardView) and view.ground is not None
        wait(lambda: shows_position(window))
        order = {number: place for place, number in enumerate(view.find_all())}
        words = view.find_withtag("names-words")
        below = [
            number for layer in ("pieces", "last", "advice", "foresee") for number in view.painter.shown[layer].values()
        ]
        assert below and min(order[number] for number in words) > max(order[number] for number in below)
        texts = {
            str(view.tk.call(view, "itemcget", number, "-text")): number
            for number in words
            if str(view.tk.call(view, "type", number)) == "text"
        }
        assert set(texts) == set(view.ground.spots)
        for name, number in texts.items():
            left, top, right, bottom = view.bbox(number)
            high = (bottom - top) * 0.3  # letters fill only the middle of the text box
            for x in (left + 1, right - 1):
                for y in (top + high, bottom - high):
                    assert view.spot_at(x, round(y)) == name

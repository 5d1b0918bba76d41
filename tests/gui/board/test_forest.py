"""Tests of the forest game in the window with real clicks, drags and keys."""

from __future__ import annotations

import random

import pytest

pytest.importorskip("tkinter")

from PIL import ImageChops

import fastcore
from tests.conftest import deep
from tests.kit.windows import (
    TWO,
    TestedWindow,
    click,
    click_spot,
    drag,
    flush_events,
    marked_spots,
    open_window,
    point_at,
    press,
    process_event,
    screenshot,
    settle,
    shows_position,
    status_text,
    type_text,
    wait,
)
from workbench import boards
from workbench.gui.board.board_view import BoardView
from workbench.gui.board.motion import pairs
from workbench.table.setup import Setup

pytestmark = [pytest.mark.window, pytest.mark.usefixtures("home")]

MIDDLE = "1,r,1,G/1,yy,y,1,gy/1,r,1,ggy,2/1,rr,ry,y,g,1,g/2,yy,R,2/yy,2,ryy,1/1,y,2 r 13 1 d2:1"
FRESH = "4/5/6/2,ryy,4/6/5/2,g,1 r 3 2 -"
BACK = "4/5/6/3,rgR,3/6/5/2,g,1 r 3 2 -"


def played_moves(window: TestedWindow) -> list[str]:
    return [step.move for step in window.table.session.steps]


def wait_for_moves(window: TestedWindow, count: int) -> list[str]:
    """Wait until this many moves are played and shown. Return them."""
    wait(lambda: len(played_moves(window)) == count and not window.playing.presenter.busy)
    return played_moves(window)


def chosen(window: TestedWindow) -> tuple[str, ...]:
    return window.playing.move_input.entry.chosen


def view_of(window: TestedWindow) -> BoardView:
    assert isinstance(window.screen.view, BoardView)
    return window.screen.view


def test_whole_game_can_be_played_by_clicks() -> None:
    """If several moves share a path, the test selects one from the menu."""
    with open_window(Setup("forest", ("person", "mcts(simulations=30)"), 5)) as window:
        count = 0
        while window.table.session.waits_for != "over" and count < 150:
            wait(lambda: window.playing.accepts_moves or window.table.session.waits_for == "over")
            if not window.playing.accepts_moves:
                break
            state, board = window.table.state, window.screen.board
            assert board is not None and shows_position(window)
            texts = [state.move_text(move) for move in state.moves()]
            rare = [text for text in texts if text[0] in "+!B"] or texts
            text = rare[count * 7 % len(rare)]
            steps = len(played_moves(window))
            for spot in board.path(text):
                click_spot(window, spot)
            if len(played_moves(window)) == steps:
                fits = [candidate for candidate in texts if board.path(candidate) == board.path(text)]
                assert len(fits) > 1
                for _ in range(fits.index(text)):
                    press("Down")
                press("Return")
                wait(lambda steps=steps: len(played_moves(window)) > steps)  # type: ignore[misc]
            assert played_moves(window)[steps] == text
            count += 1
        wait(lambda: not window.playing.presenter.busy)
        assert count > 8 and window.table.session.waits_for == "over"
        assert shows_position(window) and marked_spots(window, "open") == []
        first, second = window.table.state.points()
        result = f"{'Red' if first > second else 'Green'} wins {max(first, second)}–{min(first, second)}."
        assert status_text(window).startswith(f"{result} ")
        points = [f"{number} of 7" for number in window.table.state.points()]
        assert [card.points.cget("text") for card in window.screen.players] == points


def test_clicks_on_pawn_and_tile_move_pawn() -> None:
    with open_window(Setup("forest", TWO, 1, MIDDLE)) as window:
        view = view_of(window)
        assert marked_spots(window, "open") == ["b4", "c4", "d2", "d3", "e2", "g2"]
        point_at(view, *view.place_of("g2"))
        assert marked_spots(window, "reach") == ["f2", "f3", "g1", "g3"], "not chosen before the click"
        assert "g2: choose where this pawn goes." in status_text(window)
        click_spot(window, "g2")
        assert status_text(window) == "g2: choose where this pawn goes. g2: click again to deselect."
        assert marked_spots(window, "open") == ["f2", "f3", "g1", "g2", "g3"] and marked_spots(window, "reach") == []
        point_at(view, *view.place_of("g3"))
        assert marked_spots(window, "foresee") == ["g2", "g3", "g3"]
        assert "g3: step here; a yellow pawn appears on g2." in status_text(window)
        click_spot(window, "g3")
        assert wait_for_moves(window, 1) == ["g2-g3"] and shows_position(window)


def test_rejected_clicks_state_reason_and_keep_selection() -> None:
    with open_window(Setup("forest", TWO, 1, MIDDLE)) as window:
        click_spot(window, "a1")
        assert "a1 is empty: choose a red piece that can act." in status_text(window)
        click_spot(window, "d5")
        assert "d5 has no red piece: choose a red piece that can act." in status_text(window)
        click_spot(window, "g2")
        click_spot(window, "a1")
        assert "a1 is not next to g2." in status_text(window) and chosen(window) == ("g2",)
        click_spot(window, "d3")
        assert chosen(window) == ("d3",), "another pawn is chosen instead"
        click_spot(window, "d3")
        assert chosen(window) == () and marked_spots(window, "open")[0] == "b4"
        assert status_text(window).startswith("Red: take one more action.")
        click_spot(window, "c4")
        press("Escape")
        assert chosen(window) == () and status_text(window).startswith("Red: take one more action.")
        assert played_moves(window) == []


def test_second_click_opens_card_to_spawn() -> None:
    with open_window(Setup("forest", TWO, 1, FRESH)) as window:
        click_spot(window, "d3")
        assert "d3: choose to spawn the BBB on d3, or to spawn a pawn on d3." in status_text(window)
        click_spot(window, "d3")
        press("Return")
        assert wait_for_moves(window, 1) == ["!d3"] and shows_position(window)


def test_bbb_moves_and_captures() -> None:
    with open_window(Setup("forest", TWO, 1, MIDDLE)) as window:
        view = view_of(window)
        click_spot(window, "c4")
        point_at(view, *view.place_of("d7"))
        assert "d7: move the BBB here and capture a green pawn." in status_text(window)
        assert [item.shape for item in view.painter.shown["foresee"] if item.where == "d7"].count("taken") == 1
        click_spot(window, "d7")
        assert wait_for_moves(window, 1) == ["B:c4-d7"]
        assert shows_position(window) and [card.points.cget("text") for card in window.screen.players] == [
            "6 of 7",
            "4 of 7",
        ]
        assert "hit" in {item.shape for item in view.painter.shown["last"]}


def test_drag_moves_piece_that_is_already_selected() -> None:
    with open_window(Setup("forest", TWO, 1, BACK)) as window:
        view = view_of(window)
        click_spot(window, "d4")
        drag(view, view.place_of("d4"), view.place_of("d6"))
        assert wait_for_moves(window, 1) == ["B:d4-d6"]
        drag(view, view.place_of("d4"), view.place_of("a1"))
        assert "a1 is not next to d4." in status_text(window) and chosen(window) == ("d4",)
        drag(view, view.place_of("d4"), view.place_of("d3"))
        assert wait_for_moves(window, 2) == ["B:d4-d6", "d4-d3"]


def test_moves_can_be_made_by_keys_and_typing() -> None:
    with open_window(Setup("forest", TWO, 1, MIDDLE)) as window:
        view = view_of(window)
        press("Down")
        assert view.cursor == "d4", "the cursor begins in the middle"
        press("Down")
        press("Return")
        assert chosen(window) == ("c4",) and marked_spots(window, "cursor") == ["c4"]
        press("slash")
        type_text("d3-a1")
        press("Return")
        assert "A1 is not next to d3." in status_text(window)
        window.shell.status.set_typed_text()
        type_text("d3-c2")
        press("Return")
        assert wait_for_moves(window, 1) == ["d3-c2"] and shows_position(window)


def test_step_is_animated() -> None:
    """The moved pawn keeps its canvas item; a new yellow pawn appears on its old tile."""
    with open_window(Setup("forest", TWO, 1, MIDDLE), animation=True) as window:
        view, board = view_of(window), window.screen.board
        assert board is not None
        after = board.pieces(window.table.state.after("g2-g3").fields)
        (start,) = [item for item in view.painter.shown["pieces"] if item.where == "g2"]
        (end,) = [item for item in after if item.where == "g3"]
        number = view.painter.shown["pieces"][start]
        click_spot(window, "g2")
        click_spot(window, "g3")
        seen = set()
        while window.playing.presenter.busy:
            process_event()
            if end in view.painter.shown["pieces"]:
                assert view.painter.shown["pieces"][end] == number, "the same picture"
                seen.add(tuple(view.coords(number)))
        assert len(seen) > 3 and all(x[1] == view.painter.to_pixels(end.x, end.y)[1] for x in seen)
        assert shows_position(window)


def test_pieces_on_tile_keep_their_order() -> None:
    """The order does not depend on the order in which the pieces arrive."""
    crowded = "4/5/6/2,r,yy,3/6/5/2,g,1 r 3 2 -"
    with open_window(Setup("forest", TWO, 1, crowded), animation=True) as window:
        view = view_of(window)
        for spot in ("d3", "d4"):
            click_spot(window, spot)
        assert wait_for_moves(window, 1) == ["d3-d4"]
        stacking = [number for number in view.find_all() if number in view.painter.shown["pieces"].values()]
        items = sorted(
            view.painter.shown["pieces"], key=lambda item: stacking.index(view.painter.shown["pieces"][item])
        )
        board = window.screen.board
        assert board is not None
        expected = [item for item in board.pieces(window.table.state.fields) if item.where == "d4"]
        assert [item for item in items if item.where == "d4"] == expected and len(expected) == 5


def test_interrupted_animation_ends_in_final_position() -> None:
    with open_window(Setup("forest", TWO, 1, MIDDLE), animation=True) as window:
        click_spot(window, "c4")
        click_spot(window, "d7")
        wait(lambda: view_of(window).moving is not None)
        press("Escape")
        wait(lambda: not window.playing.presenter.busy)
        assert shows_position(window)


def test_animated_pieces_are_paired_by_shortest_path() -> None:
    board = boards.find("forest")
    assert board is not None
    state = fastcore.parse(f"forest {MIDDLE}")
    before, after = set(board.pieces(state.fields)), set(board.pieces(state.after("d2-d1").fields))
    paths = {(start.where, end.where) for start, end in pairs(sorted(before - after), sorted(after - before))}
    assert paths == {("d2", "d2"), ("d2", "d1")}, "the remaining pawn moves to the middle of its tile"


def test_random_input_keeps_board_consistent() -> None:
    """After each input, the canvas shows the position and the status bar has a text."""
    rng = random.Random(3)
    with open_window(Setup("forest", TWO, 1, MIDDLE)) as window:
        view = view_of(window)
        for _ in range(deep(40, 3000)):
            across, down = (rng.randrange(1, length - 1) for length in (view.winfo_width(), view.winfo_height()))
            spot = rng.choice(
                sorted(window.playing.move_input.entry.next_spots) or [*view.ground.spots] if view.ground else []
            )
            action = rng.randrange(6)
            if action < 3:
                click_spot(window, spot)
            elif action == 3:
                click(view, across, down)
            elif action == 4:
                drag(view, view.place_of(spot), (across, down))
            else:
                press(rng.choice(("Escape", "Return", "Left", "Up", "z")), *rng.choice(((), ("Control_L",))))
            wait(lambda: not window.playing.presenter.busy)
            assert shows_position(window) and status_text(window)
        assert played_moves(window)


def test_board_is_correct_in_any_size_and_theme() -> None:
    with open_window(Setup("forest", TWO, 1, MIDDLE)) as window:
        light = screenshot()
        window.registry.run("dark")
        settle()
        assert shows_position(window)
        dark = screenshot()
        window.registry.run("light")
        settle()
        assert ImageChops.difference(light, dark).getbbox() is not None
        assert ImageChops.difference(light, screenshot()).getbbox() is None, "and back again to the last pixel"
    with open_window(Setup("forest", TWO, 1, MIDDLE), (900, 620)) as window:
        wait(lambda: window.root.winfo_width() == 900)
        settle(0.2)
        click_spot(window, "d3")
        flush_events()
        assert chosen(window) == ("d3",) and shows_position(window)
        click(window.screen.view, 3, 3)
        assert chosen(window) == (), "a click beside the board takes the choice back"

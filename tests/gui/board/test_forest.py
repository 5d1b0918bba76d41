"""The forest game in the window: clicks, drags and keys at real places on the virtual display."""

from __future__ import annotations

import random

import pytest

pytest.importorskip("tkinter")

from PIL import ImageChops

import fastcore
from tests.conftest import deep
from tests.kit.windows import (
    TWO,
    Tested,
    arrive,
    click,
    click_spot,
    drag,
    marks,
    matches,
    opened,
    picture,
    point_at,
    press,
    settle,
    shown,
    type_text,
    wait,
    work,
)
from workbench import boards
from workbench.gui.board.board_view import BoardView
from workbench.gui.board.motion import pairs
from workbench.table.setup import Setup

pytestmark = [pytest.mark.window, pytest.mark.usefixtures("home")]

MIDDLE = "1,r,1,G/1,yy,y,1,gy/1,r,1,ggy,2/1,rr,ry,y,g,1,g/2,yy,R,2/yy,2,ryy,1/1,y,2 r 13 1 d2:1"
FRESH = "4/5/6/2,ryy,4/6/5/2,g,1 r 3 2 -"
BACK = "4/5/6/3,rgR,3/6/5/2,g,1 r 3 2 -"


def played(window: Tested) -> list[str]:
    return [step.move for step in window.table.session.steps]


def has_played(window: Tested, count: int) -> list[str]:
    """The moves, once there are so many and all is shown."""
    wait(lambda: len(played(window)) == count and not window.playing.presenter.busy)
    return played(window)


def chosen(window: Tested) -> tuple[str, ...]:
    return window.playing.move_input.entry.chosen


def view_of(window: Tested) -> BoardView:
    assert isinstance(window.screen.view, BoardView)
    return window.screen.view


def test_a_whole_game_against_a_bot_by_clicks() -> None:
    """Each move by the clicks of its path; where several end on one tile, by the menu."""
    with opened(Setup("forest", ("person", "mcts(simulations=30)"), 5)) as window:
        count = 0
        while window.table.session.waits_for != "over" and count < 150:
            wait(lambda: window.playing.ours or window.table.session.waits_for == "over")
            if not window.playing.ours:
                break
            state, board = window.table.state, window.screen.board
            assert board is not None and matches(window)
            texts = [state.move_text(move) for move in state.moves()]
            rare = [text for text in texts if text[0] in "+!B"] or texts
            text = rare[count * 7 % len(rare)]
            steps = len(played(window))
            for spot in board.path(text):
                click_spot(window, spot)
            if len(played(window)) == steps:
                fits = [other for other in texts if board.path(other) == board.path(text)]
                assert len(fits) > 1
                for _ in range(fits.index(text) + 1):
                    press("Down")
                press("Return")
                wait(lambda steps=steps: len(played(window)) > steps)  # type: ignore[misc]
            assert played(window)[steps] == text
            count += 1
        wait(lambda: not window.playing.presenter.busy)
        assert count > 8 and window.table.session.waits_for == "over"
        assert matches(window) and marks(window, "open") == []
        first, second = window.table.state.points()
        assert (
            shown(window)
            == f"{'Red' if first > second else 'Green'} wins, {max(first, second)} to {min(first, second)}."
        )
        points = [f"{number} of 7" for number in window.table.state.points()]
        assert [card.points.cget("text") for card in window.screen.players] == points


def test_a_pawn_and_then_a_tile() -> None:
    with opened(Setup("forest", TWO, 1, MIDDLE)) as window:
        view = view_of(window)
        assert marks(window, "open") == ["b4", "c4", "d2", "d3", "e2", "g2"]
        point_at(view, *view.place_of("g2"))
        assert marks(window, "reach") == ["f2", "f3", "g1", "g2", "g3"]
        assert "g2: choose where this pawn goes." in shown(window)
        click_spot(window, "g2")
        assert shown(window) == "g2: choose where this pawn goes. g2: click again to take the choice back."
        assert marks(window, "open") == ["f2", "f3", "g1", "g2", "g3"] and marks(window, "reach") == []
        point_at(view, *view.place_of("g3"))
        assert marks(window, "foresee") == ["g2", "g3", "g3"]
        assert "g3: step here; a yellow pawn is left on g2." in shown(window)
        click_spot(window, "g3")
        assert has_played(window, 1) == ["g2-g3"] and matches(window)


def test_refused_clicks_say_why_and_keep_the_choice() -> None:
    with opened(Setup("forest", TWO, 1, MIDDLE)) as window:
        click_spot(window, "a1")
        assert "a1 is empty: choose a red piece that may act." in shown(window)
        click_spot(window, "d5")
        assert "d5 holds no red piece: choose a red piece that may act." in shown(window)
        click_spot(window, "g2")
        click_spot(window, "a1")
        assert "a1 is not beside g2." in shown(window) and chosen(window) == ("g2",)
        click_spot(window, "d3")
        assert chosen(window) == ("d3",), "another pawn is chosen instead"
        click_spot(window, "d3")
        assert chosen(window) == () and marks(window, "open")[0] == "b4"
        assert shown(window).startswith("Red must act once more.")
        click_spot(window, "c4")
        press("Escape")
        assert chosen(window) == () and shown(window).startswith("Red must act once more.")
        assert played(window) == []


def test_spawning_is_a_second_click_and_a_choice() -> None:
    with opened(Setup("forest", TWO, 1, FRESH)) as window:
        click_spot(window, "d3")
        assert "d3: choose to spawn the BBB on d3, or to spawn on d3." in shown(window)
        click_spot(window, "d3")
        press("Down")
        press("Return")
        assert has_played(window, 1) == ["!d3"] and matches(window)


def test_the_bbb_goes_and_captures() -> None:
    with opened(Setup("forest", TWO, 1, MIDDLE)) as window:
        view = view_of(window)
        click_spot(window, "c4")
        point_at(view, *view.place_of("d7"))
        assert "d7: move the BBB here and capture a green pawn." in shown(window)
        assert [item.shape for item in view.painter.shown["foresee"] if item.where == "d7"].count("taken") == 1
        click_spot(window, "d7")
        assert has_played(window, 1) == ["B:c4-d7"]
        assert matches(window) and [card.points.cget("text") for card in window.screen.players] == ["6 of 7", "4 of 7"]
        assert "hit" in {item.shape for item in view.painter.shown["last"]}


def test_a_drag_moves_also_where_a_piece_was_chosen() -> None:
    with opened(Setup("forest", TWO, 1, BACK)) as window:
        view = view_of(window)
        click_spot(window, "d4")
        drag(view, view.place_of("d4"), view.place_of("d6"))
        assert has_played(window, 1) == ["B:d4-d6"]
        drag(view, view.place_of("d4"), view.place_of("a1"))
        assert "a1 is not beside d4." in shown(window) and chosen(window) == ("d4",)
        drag(view, view.place_of("d4"), view.place_of("d3"))
        assert has_played(window, 2) == ["B:d4-d6", "d4-d3"]


def test_keys_and_typed_moves() -> None:
    with opened(Setup("forest", TWO, 1, MIDDLE)) as window:
        view = view_of(window)
        press("Down")
        assert view.cursor == "d4", "the cursor begins in the middle"
        press("Down")
        press("Return")
        assert chosen(window) == ("c4",) and marks(window, "cursor") == ["c4"]
        press("slash")
        type_text("d3-a1")
        press("Return")
        assert "A1 is not beside d3." in shown(window)
        window.shell.status.clear()
        type_text("d3-c2")
        press("Return")
        assert has_played(window, 1) == ["d3-c2"] and matches(window)


def test_a_step_glides() -> None:
    """The pawn that goes is the one that arrives; a yellow one comes where it was."""
    with opened(Setup("forest", TWO, 1, MIDDLE), animation=True) as window:
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
            work()
            if end in view.painter.shown["pieces"]:
                assert view.painter.shown["pieces"][end] == number, "the same picture"
                seen.add(tuple(view.coords(number)))
        assert len(seen) > 3 and all(x[1] == view.painter.pixel(end.x, end.y)[1] for x in seen)
        assert matches(window)


def test_pieces_of_a_tile_keep_their_order() -> None:
    """The one at the back stays at the back, whichever came last."""
    crowded = "4/5/6/2,r,yy,3/6/5/2,g,1 r 3 2 -"
    with opened(Setup("forest", TWO, 1, crowded), animation=True) as window:
        view = view_of(window)
        for spot in ("d3", "d4"):
            click_spot(window, spot)
        assert has_played(window, 1) == ["d3-d4"]
        lying = [number for number in view.find_all() if number in view.painter.shown["pieces"].values()]
        items = sorted(view.painter.shown["pieces"], key=lambda item: lying.index(view.painter.shown["pieces"][item]))
        board = window.screen.board
        assert board is not None
        wanted = [item for item in board.pieces(window.table.state.fields) if item.where == "d4"]
        assert [item for item in items if item.where == "d4"] == wanted and len(wanted) == 5


def test_a_glide_that_is_cut_ends_in_its_place() -> None:
    with opened(Setup("forest", TWO, 1, MIDDLE), animation=True) as window:
        click_spot(window, "c4")
        click_spot(window, "d7")
        wait(lambda: view_of(window).moving is not None)
        press("Escape")
        wait(lambda: not window.playing.presenter.busy)
        assert matches(window)


def test_pairs_are_the_shortest_ways() -> None:
    board = boards.find("forest")
    assert board is not None
    state = fastcore.parse(f"forest {MIDDLE}")
    before, after = set(board.pieces(state.fields)), set(board.pieces(state.after("d2-d1").fields))
    ways = {(start.where, end.where) for start, end in pairs(sorted(before - after), sorted(after - before))}
    assert ways == {("d2", "d2"), ("d2", "d1")}, "the one that stays moves to the middle of its tile"


def test_wild_clicks_drags_and_keys_do_no_harm() -> None:
    """Whatever is clicked, what is shown is the position, and the line below says something."""
    chance = random.Random(3)
    with opened(Setup("forest", TWO, 1, MIDDLE)) as window:
        view = view_of(window)
        for _ in range(deep(40, 3000)):
            across, down = (chance.randrange(1, length - 1) for length in (view.winfo_width(), view.winfo_height()))
            spot = chance.choice(
                sorted(window.playing.move_input.entry.open) or [*view.ground.spots] if view.ground else []
            )
            act = chance.randrange(6)
            if act < 3:
                click_spot(window, spot)
            elif act == 3:
                click(view, across, down)
            elif act == 4:
                drag(view, view.place_of(spot), (across, down))
            else:
                press(chance.choice(("Escape", "Return", "Left", "Up", "z")), *chance.choice(((), ("Control_L",))))
            wait(lambda: not window.playing.presenter.busy)
            assert matches(window) and shown(window)
        assert played(window)


def test_the_board_is_the_same_in_any_size_and_theme() -> None:
    with opened(Setup("forest", TWO, 1, MIDDLE)) as window:
        light = picture()
        window.registry.run("dark")
        settle()
        assert matches(window)
        dark = picture()
        window.registry.run("light")
        settle()
        assert ImageChops.difference(light, dark).getbbox() is not None
        assert ImageChops.difference(light, picture()).getbbox() is None, "and back again to the last pixel"
    with opened(Setup("forest", TWO, 1, MIDDLE), (900, 620)) as window:
        wait(lambda: window.root.winfo_width() == 900)
        settle(0.2)
        click_spot(window, "d3")
        arrive()
        assert chosen(window) == ("d3",) and matches(window)
        click(window.screen.view, 3, 3)
        assert chosen(window) == (), "a click beside the board takes the choice back"

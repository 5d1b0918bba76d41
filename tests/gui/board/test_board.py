"""The board in the window: seen from other sides, dragged on, taken as a picture, and smooth at any size."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median
from tkinter import Menu, filedialog

import pytest

pytest.importorskip("tkinter")

from Xlib import X
from Xlib.ext import xtest

from tests.conftest import deep, in_time
from tests.kit.windows import (
    PLACING,
    TWO,
    arrive,
    click,
    click_spot,
    drag,
    marks,
    matches,
    opened,
    pieces,
    point_at,
    press,
    root,
    screen,
    settle,
    shown,
    wait,
    work,
)
from workbench import boards
from workbench.boards.kit.choices import HAND
from workbench.boards.kit.elements import Item, Label
from workbench.boards.kit.heat import LINE, SIZE
from workbench.boards.kit.turning import Turn
from workbench.gui.board.board_view import BoardView
from workbench.gui.board.motion import COMES_SECONDS, GLIDES_SECONDS, GOES_SECONDS, Motion
from workbench.gui.window import Window
from workbench.table.setup import Setup

Record = Callable[[str, object], None]
pytestmark = [pytest.mark.window, pytest.mark.usefixtures("home")]

REMOVING = "3/bbb1/3r1/4/3 r 9 6-3 x3+6"
FOREST = "1,r,1,G/1,yy,y,1,gy/1,r,1,ggy,2/1,rr,ry,y,g,1,g/2,yy,R,2/yy,2,ryy,1/1,y,2 r 13 1 d2:1"


def view_of(window: Window) -> BoardView:
    assert isinstance(window.view, BoardView)
    return window.view


def played(window: Window) -> list[str]:
    wait(lambda: not window.playing.presenter.busy)
    return [step.move for step in window.table.session.steps]


# From which side ------------------------------------------------------------------------------------------------------


def test_the_board_turns_by_keys_and_is_played_as_it_is_seen() -> None:
    with opened(Setup("herd(size=3)", TWO, 1, PLACING)) as window:
        view = view_of(window)
        before = view.place_of("a1")
        press("r")
        assert window.settings.turns == {"herd": (1, False)} and matches(window)
        assert view.place_of("a1") != before
        point_at(view, *view.place_of("b2"))
        assert marks(window, "foresee") == ["b2", "c3"], "the pointer is where it is seen"
        press("f")
        assert window.settings.turns == {"herd": (5, True)} and matches(window)
        press("r", "Shift_L")
        assert window.settings.turns == {"herd": (4, True)}
        click_spot(window, "b2")
        assert played(window) == ["b2"] and matches(window)
        press("Down")
        here = view.place_of(view.cursor)
        press("Right")
        there = view.place_of(view.cursor)
        assert there[0] > here[0] and abs(there[1] - here[1]) < view.unit, "arrows go where they point"
        for _ in range(2):
            press("r")
        press("f")
        assert window.settings.turns == {}, "as it comes: nothing to remember"
        assert view.place_of("a1") == before and matches(window)


def test_every_game_remembers_its_own_side() -> None:
    with opened(Setup("herd(size=3)", TWO, 1, PLACING)) as window:
        press("r")
        settle()
        window.table.begin(Setup("forest", TWO, 1, FOREST))
        settle()
        assert view_of(window).turn == (0, False) and matches(window)
        press("f")
        assert window.settings.turns == {"herd": (1, False), "forest": (0, True)} and matches(window)
        click_spot(window, "c4")
        click_spot(window, "d7")
        assert played(window) == ["B:c4-d7"] and matches(window)
        window.table.begin(Setup("herd(size=3)", TWO, 1, PLACING))
        settle()
        assert view_of(window).turn == (1, False) and matches(window)


def test_letters_beside_the_board() -> None:
    with opened(Setup("herd(size=3)", TWO, 1, PLACING)) as window:
        view, unit = view_of(window), view_of(window).unit
        texts = [str(view.itemcget(number, "text")) for number in view.find_withtag("labels-words")]  # type: ignore[no-untyped-call]
        assert texts == [*"abcde", *"123", *"454", *"123"], "rows, and numbers along the bottom, at the right, along the top"
        window.registry.run("letters")
        assert len(view.find_withtag("labels-words")) == 0 and view.unit >= unit and matches(window)
        window.registry.run("letters")
        assert view.unit == unit


def test_a_glide_on_a_turned_board() -> None:
    with opened(Setup("forest", TWO, 1, FOREST), animation=True, turns={"forest": (2, True)}) as window:
        view = view_of(window)
        click_spot(window, "g2")
        click_spot(window, "g3")
        (x1, y1), (x2, y2) = view.place_of("g2"), view.place_of("g3")
        seen = set()
        while window.playing.presenter.busy:
            work()
            if view.moving and view.moving[1].ways:
                _, end = view.moving[1].ways[0]
                seen.add(tuple(view.coords(view.shown["pieces"][end])))
        assert seen and all(min(x1, x2) - 2 <= x <= max(x1, x2) + 2 and min(y1, y2) - 99 <= y <= max(y1, y2) + 99 for x, y in seen)
        assert matches(window)


# Drags ----------------------------------------------------------------------------------------------------------------


def test_a_stone_is_dragged_off_the_board() -> None:
    with opened(Setup("herd(size=3)", TWO, 1, REMOVING)) as window:
        view = view_of(window)
        drag(view, view.place_of("d1"), view.place_of("d4"))
        assert played(window) == [] and "It cannot be dragged there." in shown(window) and matches(window)
        drag(view, view.place_of("c4"), (5, 5))
        assert played(window) == [], "an own stone stays"
        drag(view, view.place_of("d1"), (5, 5))
        assert played(window) == ["xd1"] and matches(window)


def test_what_is_carried_is_seen() -> None:
    with opened(Setup("herd(size=3)", TWO, 1, REMOVING)) as window:
        view = view_of(window)
        point_at(view, *view.place_of("d2"))
        xtest.fake_input(screen(), X.ButtonPress, 1)
        point_at(view, 100, 40)
        assert view.pull is not None and tuple(view.coords(view.pull.number)) == (100, 40)
        number = view.pull.number
        point_at(view, *view.place_of("d2"))
        xtest.fake_input(screen(), X.ButtonRelease, 1)
        arrive()
        assert view.pull is None and not view.type(number), "brought back: nothing has happened"
        assert played(window) == [] and matches(window) and pieces(window)["d2"] == "stone-b"


def test_a_stone_is_dragged_from_the_dice() -> None:
    with opened(Setup("herd(size=3)", TWO, 1, PLACING)) as window:
        view, card = view_of(window), window.panels[0]

        def take(x: int, y: int) -> None:
            """Drag from the middle of the first stone of the tally to a place on the board."""
            stone = card.rows[1][1][0]
            point_at(stone)
            xtest.fake_input(screen(), X.ButtonPress, 1)
            arrive()
            point_at(view, x, y)
            xtest.fake_input(screen(), X.ButtonRelease, 1)
            arrive()

        take(*view.place_of("b2"))
        assert played(window) == ["b2"] and matches(window)
        take(*view.place_of("b3"))
        assert played(window) == ["b2"] and "It cannot be dragged there." in shown(window)
        take(4, 4)
        assert played(window) == ["b2"] and view.pull is None
    with opened(Setup("herd(size=3)", TWO, 1, REMOVING)) as window:
        board = window.board
        assert board is not None and board.carried(window.table.point, HAND) is None, "first the stones that go"


def test_the_right_button_takes_a_choice_back() -> None:
    with opened(Setup("forest", TWO, 1, FOREST)) as window:
        view = view_of(window)
        click_spot(window, "g2")
        assert window.playing.touch.entry.chosen == ("g2",)
        point_at(view, *view.place_of("g3"))
        for kind in (X.ButtonPress, X.ButtonRelease):
            xtest.fake_input(screen(), kind, 3)
        arrive()
        assert not window.playing.touch.entry.chosen and played(window) == []


def test_a_drag_of_a_pawn_that_is_let_go_beside_the_board() -> None:
    with opened(Setup("forest", TWO, 1, FOREST)) as window:
        view = view_of(window)
        drag(view, view.place_of("g2"), (3, 3))
        assert played(window) == [] and matches(window)
        click(view, 3, 3)
        assert window.playing.touch.entry.chosen == ()


# Its picture ----------------------------------------------------------------------------------------------------------


@pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="other programs hold the clipboard there")
def test_the_picture_is_copied(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """By the program that holds pictures on the clipboard; where there is none, a file is asked for."""
    program = tmp_path / "bin" / "xclip"
    program.parent.mkdir()
    program.write_text(f'#!/bin/sh\necho "$@" > {tmp_path}/asked\ncat > {tmp_path}/pasted\n')
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(program.parent), prepend=":")
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    with opened(Setup("herd(size=3)", TWO, 1, PLACING)) as window:
        press("i", "Control_L", "Shift_L")
        wait(lambda: "The picture is on the clipboard." in shown(window))
        assert (tmp_path / "asked").read_text() == "-selection clipboard -t image/png\n"
        assert (tmp_path / "pasted").read_bytes().startswith(b"\x89PNG")
        program.write_text("#!/bin/sh\nexit 1\n")
        press("i", "Control_L", "Shift_L")
        wait(lambda: "The picture cannot be made" in shown(window))
        monkeypatch.setenv("PATH", str(tmp_path / "nothing"))
        titles = []

        def ask(title: str, **_: object) -> str:
            titles.append(title)
            return str(tmp_path / "kept.svg")

        monkeypatch.setattr(filedialog, "asksaveasfilename", ask)
        press("i", "Control_L", "Shift_L")
        wait((tmp_path / "kept.svg").exists)
        assert titles == ["No program here (such as xclip) can hold a picture: save it as a file"]


def test_the_picture_is_saved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with opened(Setup("forest", TWO, 1, FOREST)) as window:
        for name, begins in (("kept.svg", b"<svg"), ("kept.png", b"\x89PNG")):
            monkeypatch.setattr(filedialog, "asksaveasfilename", lambda name=name, **_: str(tmp_path / name))
            window.registry.run("save_picture")
            wait(lambda name=name: f"kept as {name}" in shown(window))  # type: ignore[misc]
            assert (tmp_path / name).read_bytes().startswith(begins)
        monkeypatch.setattr(filedialog, "asksaveasfilename", lambda **_: str(tmp_path / "kept.svg" / "no.svg"))
        window.registry.run("save_picture")
        wait(lambda: "cannot be written" in shown(window))
        monkeypatch.setattr(filedialog, "asksaveasfilename", lambda **_: "")
        window.registry.run("save_picture")
        assert sorted(file.name for file in tmp_path.glob("kept*")) == ["kept.png", "kept.svg"]


# Smooth at any size ---------------------------------------------------------------------------------------------------


def test_what_an_animation_shows() -> None:
    """By the clock: grown, faded and arrived in their time, at any speed, and then it is over."""
    board = boards.find("herd")
    assert board is not None
    one, two, three = board.pieces({"rows": "rr/r2/2", "side": "r", "turn": "1", "dice": "-", "left": "-"})
    for speed in (0.5, 1.0, 3.0):
        motion = Motion((one,), (two,), ((two, three),), speed)
        first, last = motion.at(0), motion.at((GLIDES_SECONDS + COMES_SECONDS) / speed + 1e-9)
        assert first == (0, 1, 0, False) and last == (1, 0, 1, True)
        middle = motion.at(GLIDES_SECONDS / 2 / speed)
        assert middle.glides == pytest.approx(0.5) and 0 < middle.goes < 1 and not middle.over
    assert Motion((one,), (), ()).at(COMES_SECONDS).over and Motion((), (one,), ()).at(GOES_SECONDS).over


def test_another_size_is_there_at_once_and_sharp_soon_after() -> None:
    with opened(Setup("forest", TWO, 1, FOREST), (1300, 760)) as window:
        wait(lambda: window.root.winfo_width() == 1300 and view_of(window).at_rest)
        view, hasty = view_of(window), set[bool]()
        settle(0.3)
        lay_out = view._lay_out

        def watched() -> None:
            lay_out()
            hasty.add(view.hasty)
            left, _top, right, _bottom = (round(edge) for edge in view.bbox("cells"))
            assert view.ground is not None and right - left > view.ground.width * view.unit * 0.9, "of the new size"
            for items in view.shown.values():
                for item, number in items.items():
                    assert str(view.tk.call(view, "itemcget", number, "-state")) == ("hidden" if view.hasty else "normal")
                    assert view.hasty or view.pictures[number].width() == view.extent(item)

        view._lay_out = watched  # type: ignore[method-assign]
        for width in (1310, 1317, 1326):
            root().geometry(f"{width}x{width - 540}+0+0")
            wait(lambda width=width: window.root.winfo_width() == width)  # type: ignore[misc]
            settle(0.02)
        if view.winfo_exists():
            wait(lambda: not view.hasty and not view.sharpening)
            assert hasty == {True, False} and view.unsharp() == [] and matches(window)


def test_pictures_a_second_and_answers_in_time(record_property: Record) -> None:
    """In `make deep` on a machine that does nothing else; in the suite that it works at all."""
    for size in ((1280, 720), (2560, 1440))[: deep(1, 2)]:
        with opened(Setup("forest", TWO, 1, FOREST), size, animation=True) as window:
            wait(lambda size=size: window.root.winfo_width() == size[0] and view_of(window).at_rest)  # type: ignore[misc]
            settle(deep(0, 2))
            view, answers = view_of(window), list[float]()
            for spot in [*view.ground.spots] * deep(1, 4) if view.ground else ():
                before = time.perf_counter()
                view._over(spot)
                root().update_idletasks()
                answers.append(time.perf_counter() - before)
            for _ in range(deep(1, 10)):
                window.playing.play("g2-g3")
                wait(lambda: not window.playing.presenter.busy)
                window.registry.run("undo")
            assert view.paces
            paces = sorted(view.paces)
            typical, slow = median(answers), paces[int(len(paces) * 0.9)]
            record_property(f"answer and slow picture in ms at {size[0]}", (round(1000 * typical, 1), round(1000 * slow, 1)))
            assert in_time(typical, 0.016) and in_time(slow, 1 / 30), (size, typical, slow)


def test_a_menu_of_choices_that_stays_open_while_the_game_goes_on() -> None:
    with opened(Setup("forest", TWO, 1, "4/5/6/2,ryy,4/6/5/2,g,1 r 3 2 -")) as window:
        for _ in range(2):
            click_spot(window, "d3")
        menu = [child for child in window.root.winfo_children() if isinstance(child, Menu)][-1]
        window.table.play("d3-d4")
        settle()
        menu.invoke(0)
        assert played(window) == ["d3-d4"] and matches(window) and "went wrong" not in shown(window)
        menu.unpost()
        menu.destroy()


def test_what_is_named_twice_is_there_once_and_goes() -> None:
    """As a stone that is removed and placed again in the same advice."""
    with opened(Setup("forest", TWO, 1, FOREST)) as window:
        view, board = view_of(window), window.board
        assert board is not None
        mark = board.cursor(view.fields, "d3")[0]
        before = len(view.find_all())
        view.show("advice", (mark, mark))
        assert len(view.find_all()) == before + 1
        view.show("advice", ())
        assert len(view.find_all()) == before


def test_a_click_counts_while_ones_own_move_is_still_being_shown() -> None:
    with opened(Setup("herd(size=3)", TWO, 1, PLACING), animation=True) as window:
        wait(lambda: window.playing.ours and view_of(window).at_rest)
        window.playing.play(legal(window)[0])
        wait(lambda: window.playing.presenter.busy)
        assert window.table.point.actor == 0, "the same person acts again"
        assert window.board is not None
        path = window.board.path(legal(window)[-1])
        assert len(path) == 1
        click_spot(window, path[0])
        assert len([step for step in window.table.session.steps if step.actor >= 0]) == 2


def legal(window: Window) -> list[str]:
    return [window.table.point.move_text(move) for move in window.table.point.moves()]


def test_each_picture_goes_to_whoever_asked_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also if the one asked for first takes longer."""
    waits = [0.2, 0.0]

    def drawn(picture: str, width: int) -> bytes:
        time.sleep(waits.pop(0))
        return picture.encode()

    monkeypatch.setattr("workbench.boards.kit.drawing.png", drawn)
    with opened(Setup("forest", TWO, 1, FOREST)) as window:
        got: list[tuple[str, bytes]] = []
        first = window.viewing.svg().encode()
        window.viewing._render(lambda png: got.append(("first", png)))
        window.playing.play(legal(window)[0])
        wait(lambda: not window.playing.presenter.busy)
        second = window.viewing.svg().encode()
        window.viewing._render(lambda png: got.append(("second", png)))
        wait(lambda: len(got) == 2)
        assert first != second and got == [("first", first), ("second", second)]


@pytest.mark.parametrize("zoom", [1.0, 1.5])
def test_names_lie_over_all_else_and_within_their_cells(zoom: float) -> None:
    with opened(Setup("herd(size=5)", ("greedy", "greedy"), 3), names=True, zoom=zoom) as window:
        wait(lambda: window.table.state.turn >= 9)
        window.registry.run("pause")
        view = window.view
        assert isinstance(view, BoardView) and view.ground is not None
        wait(lambda: matches(window))
        order = {number: place for place, number in enumerate(view.find_all())}
        words = view.find_withtag("names-words")
        below = [number for layer in ("pieces", "last", "advice", "foresee") for number in view.shown[layer].values()]
        assert below and min(order[number] for number in words) > max(order[number] for number in below)
        texts = {str(view.tk.call(view, "itemcget", number, "-text")): number for number in words if str(view.tk.call(view, "type", number)) == "text"}
        assert set(texts) == set(view.ground.spots)
        for name, number in texts.items():
            left, top, right, bottom = view.bbox(number)
            high = (bottom - top) * 0.3  # of a line, letters take the middle
            for x in (left + 1, right - 1):
                for y in (top + high, bottom - high):
                    assert view.spot_at(x, round(y)) == name


@pytest.mark.parametrize("turn", [Turn(), Turn(1)], ids=["upright", "turned"])
def test_what_was_found_is_brought_up_to_date_one_spot_after_another(turn: Turn) -> None:
    with opened(Setup("herd(size=3)", TWO, 1, PLACING)) as window:
        view = view_of(window)
        view.look_from(turn, True)
        assert view.ground is not None and view.aspect is not None
        source = view.aspect.source

        def found(step: int) -> tuple[tuple[Item, ...], tuple[Label, ...]]:
            spots = sorted(source.spots.values(), key=lambda spot: spot.name, reverse=True)
            items = tuple(Item(f"heat:{step}", spot.x, spot.y, SIZE, spot.name) for spot in spots)
            return items, tuple(Label(f"{step} %", spot.x, spot.y, LINE, "text", spot.name, "card") for spot in spots)

        def written() -> list[str]:
            words = view.find_withtag("heat-words")
            return [str(view.tk.call(view, "itemcget", number, "-text")) for number in words if str(view.tk.call(view, "type", number)) == "text"]

        wait(lambda: view.at_rest)
        view.warm_spots((), ())  # as while a bot has said nothing yet
        view.warm_spots(*found(3))
        assert not view.shown["heat"], "the first ones too, for they may have to be drawn"
        wait(lambda: set(view.shown["heat"]))
        assert found(3)[0][0] in view.shown["heat"] and set(found(3)[0]) - set(view.shown["heat"])
        wait(lambda: set(view.shown["heat"]) == set(found(3)[0]) and written() == ["3 %"] * len(source.spots))
        items, labels = found(5)
        view.warm_spots(items, labels)
        assert set(view.shown["heat"]) == set(found(3)[0])
        wait(lambda: set(view.shown["heat"]) & set(items))
        assert set(view.shown["heat"]) - set(items), "not all at one go"
        assert items[0] in view.shown["heat"], "what matters most comes first"
        new = len(set(view.shown["heat"]) & set(items))
        assert (written().count("5 %"), written().count("3 %")) == (new, len(items) - new)
        wait(lambda: set(view.shown["heat"]) == set(items) and not view.renewing)
        assert written() == ["5 %"] * len(labels)
        assert len(view.find_withtag("heat-words")) == 2 * len(labels), "no plate stays behind"
        order = view.find_all()
        for spot in view.ground.spots:
            mark = next(number for item, number in view.shown["heat"].items() if item.where == spot)
            assert all(order.index(number) > order.index(mark) for number in view.words["heat"][spot])
            left, top, right, bottom = view.bbox(*view.words["heat"][spot])
            x, y = view.place_of(spot)
            assert left < x < right and top < y < bottom, "each number on its spot"
        view.warm_spots(*found(7))
        view.hasty = True  # as while its size changes
        settle(0.2)
        assert view.stale, "nothing sharp is drawn while the size changes"
        view.hasty = False
        wait(lambda: written() == ["7 %"] * len(labels) and not view.renewing)
        view.warm_spots(*found(5))
        window.registry.run("light" if window.look.theme == "dark" else "dark")  # a board made anew while marks are to change
        view = view_of(window)
        view.warm_spots(*found(3))
        wait(lambda: set(view.shown["heat"]) == set(found(3)[0]) and written() == ["3 %"] * len(labels))
        view.warmed = None  # as after a visit to another position
        view.show("heat", found(3)[0])
        view.warm_spots(*found(3))
        assert written() == ["3 %"] * len(labels), "words that were to follow are not left behind"
        view.warm_spots(*found(7))
        window.table.look(window.table.session.here)
        view.warm_spots((), ())
        assert not view.shown["heat"] and not written(), "taken away at once"
        settle(0.1)
        assert not view.shown["heat"] and not written() and not view.renewing

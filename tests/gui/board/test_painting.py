"""The picture of the board: copied, saved, animated and smooth at any size."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median
from tkinter import filedialog

import pytest

pytest.importorskip("tkinter")

from tests.conftest import deep, in_time
from tests.gui.board.viewing import FOREST, legal, view_of
from tests.kit.windows import (
    PLACING,
    TWO,
    matches,
    opened,
    press,
    root,
    settle,
    shown,
    wait,
)
from workbench import boards
from workbench.boards.kit.elements import Item, Label
from workbench.boards.kit.heat import LINE, SIZE
from workbench.boards.kit.turning import Turn
from workbench.gui.board.motion import COMES_SECONDS, GLIDES_SECONDS, GOES_SECONDS, Motion
from workbench.gui.play.viewing import Viewing
from workbench.table.setup import Setup

pytestmark = [pytest.mark.window, pytest.mark.usefixtures("home")]

Record = Callable[[str, object], None]


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
            hasty.add(view.painter.hasty)
            left, _top, right, _bottom = (round(edge) for edge in view.bbox("cells"))
            assert view.ground is not None and right - left > view.ground.width * view.painter.unit * 0.9, (
                "of the new size"
            )
            for items in view.painter.shown.values():
                for item, number in items.items():
                    assert str(view.tk.call(view, "itemcget", number, "-state")) == (
                        "hidden" if view.painter.hasty else "normal"
                    )
                    assert view.painter.hasty or view.painter.pictures[number].width() == view.painter.extent(item)

        view._lay_out = watched  # type: ignore[method-assign]
        for width in (1310, 1317, 1326):
            root().geometry(f"{width}x{width - 540}+0+0")
            wait(lambda width=width: window.root.winfo_width() == width)  # type: ignore[misc]
            settle(0.02)
        if view.winfo_exists():
            wait(lambda: not view.painter.hasty and not view.sharpening)
            assert hasty == {True, False} and view.painter.unsharp() == [] and matches(window)


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
            record_property(
                f"answer and slow picture in ms at {size[0]}", (round(1000 * typical, 1), round(1000 * slow, 1))
            )
            assert in_time(typical, 0.016) and in_time(slow, 1 / 30), (size, typical, slow)


def test_what_is_named_twice_is_there_once_and_goes() -> None:
    """As a stone that is removed and placed again in the same advice."""
    with opened(Setup("forest", TWO, 1, FOREST)) as window:
        view, board = view_of(window), window.screen.board
        assert board is not None
        mark = board.cursor(view.fields, "d3")[0]
        before = len(view.find_all())
        view.painter.show("advice", (mark, mark))
        assert len(view.find_all()) == before + 1
        view.painter.show("advice", ())
        assert len(view.find_all()) == before


def test_each_picture_goes_to_whoever_asked_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also if the one asked for first takes longer."""
    waits = [0.2, 0.0]

    def drawn(picture: str, width: int) -> bytes:
        time.sleep(waits.pop(0))
        return picture.encode()

    monkeypatch.setattr("workbench.boards.kit.drawing.png", drawn)
    with opened(Setup("forest", TWO, 1, FOREST)) as window:
        got: list[tuple[str, bytes]] = []
        first = window.shell.feature(Viewing).svg().encode()
        window.shell.feature(Viewing)._render(lambda png: got.append(("first", png)))
        window.playing.play(legal(window)[0])
        wait(lambda: not window.playing.presenter.busy)
        second = window.shell.feature(Viewing).svg().encode()
        window.shell.feature(Viewing)._render(lambda png: got.append(("second", png)))
        wait(lambda: len(got) == 2)
        assert first != second and got == [("first", first), ("second", second)]


@pytest.mark.parametrize("turn", [Turn(), Turn(1)], ids=["upright", "turned"])
def test_what_was_found_is_brought_up_to_date_one_spot_after_another(turn: Turn) -> None:
    with opened(Setup("herd(size=3)", TWO, 1, PLACING)) as window:
        view = view_of(window)
        view.look_from(turn, True)
        assert view.ground is not None and view.painter.aspect is not None
        source = view.painter.aspect.source

        def found(step: int) -> tuple[tuple[Item, ...], tuple[Label, ...]]:
            spots = sorted(source.spots.values(), key=lambda spot: spot.name, reverse=True)
            items = tuple(Item(f"heat:{step}", spot.x, spot.y, SIZE, spot.name) for spot in spots)
            return items, tuple(Label(f"{step} %", spot.x, spot.y, LINE, "text", spot.name, "card") for spot in spots)

        def written() -> list[str]:
            words = view.find_withtag("heat-words")
            return [
                str(view.tk.call(view, "itemcget", number, "-text"))
                for number in words
                if str(view.tk.call(view, "type", number)) == "text"
            ]

        wait(lambda: view.at_rest)
        view.warm_spots((), ())  # as while a bot has said nothing yet
        view.warm_spots(*found(3))
        assert not view.painter.shown["heat"], "the first ones too, for they may have to be drawn"
        wait(lambda: set(view.painter.shown["heat"]))
        assert found(3)[0][0] in view.painter.shown["heat"] and set(found(3)[0]) - set(view.painter.shown["heat"])
        wait(lambda: set(view.painter.shown["heat"]) == set(found(3)[0]) and written() == ["3 %"] * len(source.spots))
        items, labels = found(5)
        view.warm_spots(items, labels)
        assert set(view.painter.shown["heat"]) == set(found(3)[0])
        wait(lambda: set(view.painter.shown["heat"]) & set(items))
        assert set(view.painter.shown["heat"]) - set(items), "not all at one go"
        assert items[0] in view.painter.shown["heat"], "what matters most comes first"
        new = len(set(view.painter.shown["heat"]) & set(items))
        assert (written().count("5 %"), written().count("3 %")) == (new, len(items) - new)
        wait(lambda: set(view.painter.shown["heat"]) == set(items) and not view.renewing)
        assert written() == ["5 %"] * len(labels)
        assert len(view.find_withtag("heat-words")) == 2 * len(labels), "no plate stays behind"
        order = view.find_all()
        for spot in view.ground.spots:
            mark = next(number for item, number in view.painter.shown["heat"].items() if item.where == spot)
            assert all(order.index(number) > order.index(mark) for number in view.painter.words["heat"][spot])
            left, top, right, bottom = view.bbox(*view.painter.words["heat"][spot])
            x, y = view.place_of(spot)
            assert left < x < right and top < y < bottom, "each number on its spot"
        view.warm_spots(*found(7))
        view.painter.hasty = True  # as while its size changes
        settle(0.2)
        assert view.stale, "nothing sharp is drawn while the size changes"
        view.painter.hasty = False
        wait(lambda: written() == ["7 %"] * len(labels) and not view.renewing)
        view.warm_spots(*found(5))
        window.registry.run("light" if window.look.theme == "dark" else "dark")  # rebuilt while marks change
        view = view_of(window)
        view.warm_spots(*found(3))
        wait(lambda: set(view.painter.shown["heat"]) == set(found(3)[0]) and written() == ["3 %"] * len(labels))
        view.warmed = None  # as after a visit to another position
        view.painter.show("heat", found(3)[0])
        view.warm_spots(*found(3))
        assert written() == ["3 %"] * len(labels), "words that were to follow are not left behind"
        view.warm_spots(*found(7))
        window.table.look(window.table.session.here)
        view.warm_spots((), ())
        assert not view.painter.shown["heat"] and not written(), "taken away at once"
        settle(0.1)
        assert not view.painter.shown["heat"] and not written() and not view.renewing

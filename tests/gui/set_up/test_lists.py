"""Lists of positions, and games that wait while one is set up."""

from __future__ import annotations

from pathlib import Path
from tkinter import filedialog, ttk

import pytest

pytest.importorskip("tkinter")

import fastcore
from tests.gui.set_up.editing import SMALL, click_spot_of, field, parts
from tests.kit.windows import (
    TWO,
    click,
    click_spot,
    opened,
    press,
    root,
    settle,
    type_text,
    wait,
)
from workbench.gui.set_up.files import PositionFiles
from workbench.gui.set_up.options_dialog import SpecDialog
from workbench.table.setup import Setup

pytestmark = [pytest.mark.window, pytest.mark.usefixtures("home")]


def test_the_game_waits_behind_and_comes_back_as_it_was() -> None:
    with opened(Setup("herd(size=3)", TWO, 1, "3/1rr1/1rbr1/2r1/3 r 9 6-1 x0+5")) as window:
        before = window.table.state.text()
        press("F4")
        _, view, _ = parts(window)
        assert window.registry["hint"].why_not() and "Set up" in window.tabs.labels()[0].text
        click(view, *view.place_of("a1"), button=3)
        press("F2", "Shift_L")
        assert not window.set_up.on and window.table.state.text() == before
        click_spot(window, "b2")
        assert len(window.table.session.steps) == window.table.session.given + 1
        press("F4")
        assert field(window, "rows") == "3/1rr1/1rbr1/2r1/r2"  # what was set up is still there


def test_what_was_set_up_of_another_game_is_put_away() -> None:
    with opened(SMALL) as window:
        press("F4")
        _, view, column = parts(window)
        assert column.palette is not None
        click(column.palette.pieces["r"])
        click_spot_of(view, "a1")
        press("F2", "Shift_L")
        window.table.begin(Setup("forest", TWO, 1))
        settle()
        press("F4")
        set_up, *_ = parts(window)
        assert set_up.edited.sketch.situation.startswith("forest ") and not set_up.edited.touched


def test_a_list_is_walked_through_and_saved_with_its_faults(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with opened(SMALL) as window:
        press("F4")
        set_up, _, column = parts(window)
        root().clipboard_clear()
        root().clipboard_append(
            "# to begin with\nherd(size=3) 3/4/5/4/r2 r 1 - - # one\nherd(size=3) 3/4/2x2/4/3 b 2 - -\n"
        )
        press("v", "Control_L")
        wait(lambda: set_up.edited.model.count == 2)
        parts(window)
        assert (
            "1 of 2 · one" in str(column.text.place.cget("text"))
            and str(column.text.comment.cget("text")) == "to begin with"
        )
        press("Next", "Control_L")
        parts(window)
        assert "2 of 2" in str(column.text.place.cget("text")) and set_up.edited.problems
        click(column.text.text)
        press("End", "Control_L")
        type_text(" ?")
        file = tmp_path / "mine.positions"
        monkeypatch.setattr(filedialog, "asksaveasfilename", lambda **_: str(file))
        press("s", "Control_L")
        wait(lambda: not set_up.here.background.under_way)
        assert file.read_text().splitlines()[-1] == "herd(size=3) 3/4/2x2/4/3 b 2 - - ?"
        press("Prior", "Control_L")
        press("F2")
        wait(lambda: not window.set_up.on)
        assert window.table.state.fields["rows"] == "3/4/5/4/r2" and len(window.tabs.open) == 2
        window.files.open(file)
        wait(lambda: window.set_up.on and window.set_up.edited.model.count == 2)
        assert window.set_up.edited.touched and not window.set_up.edited.can_undo, "what is opened is the beginning"


def test_a_list_is_undone_and_made_again() -> None:
    with opened(SMALL) as window:
        press("F4")
        set_up, _, column = parts(window)
        text = "herd(size=3) 3/4/5/4/r2 r 1 - -\nherd(size=3) 3/4/2b2/4/3 b 2 - -\n"
        root().clipboard_clear()
        root().clipboard_append(text)
        press("v", "Control_L")
        wait(lambda: set_up.edited.model.count == 2)
        press("Insert", "Control_L")
        assert set_up.edited.model.count == 3
        window.registry.run("remove_position")
        for count in (3, 2, 1):
            press("z", "Control_L")
            assert set_up.edited.model.count == count
        assert not set_up.edited.can_undo
        press("y", "Control_L")
        parts(window)
        assert set_up.edited.model.positions.text() == text and "1 of 2" in str(column.text.place.cget("text"))


def test_a_list_of_several_games_is_parted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "mixed.positions"
    file.write_text("herd(size=3) 3/4/5/4/r2 r 1 - - # one\nforest # other\n# the end\n")
    with opened(SMALL) as window:
        window.files.open(file)
        wait(lambda: len(window.tabs.open) == 2 and window.set_up.on)
        parts(window)
        assert {tab.table.info.id for tab in window.tabs.open} == {"herd", "forest"}
        parts_of = [
            one.model.positions for tab in window.tabs.open for one in window.set_up.here.positions.all(tab.table)
        ]
        assert (
            sorted(one.entry.name for one in parts_of) == ["one", "other"]
            and [one.tail for one in parts_of].count("the end") == 1
        )
        asked: list[str] = []
        monkeypatch.setattr(
            filedialog, "asksaveasfilename", lambda **said: asked.append(f"{said['initialdir']}/{said['initialfile']}")
        )
        press("s", "Control_L")
        assert (
            asked == [str(tmp_path / f"mixed-{window.table.info.id}.positions")] and file.read_text().count("\n") == 3
        )


def test_what_was_left_unfinished_is_offered_again(home: Path) -> None:
    with opened(SMALL) as window:
        press("F4")
        _, view, _ = parts(window)
        click(view, *view.place_of("c3"), button=3)
    with opened(SMALL) as window:
        files = window.shell.feature(PositionFiles)
        files.start()
        wait(lambda: files.bars)
        settle()
        bar = files.bars[0]
        window.tabs.begin(SMALL)
        settle()
        assert window.screen.strip.winfo_viewable() and window.screen.strip.winfo_rooty() < bar.winfo_rooty()
        click(
            next(
                child
                for child in bar.winfo_children()
                if isinstance(child, ttk.Button) and child.cget("text") == "Open"
            )
        )
        wait(lambda: window.set_up.on)
        assert field(window, "rows") == "3/4/2r2/4/3" and not files.left
        window.registry.run("leave_set_up")


def test_another_game_begins_while_one_is_set_up() -> None:
    """The table is the new game's already while the board is still the old one's."""
    with opened(Setup("herbalism", ("person", "greedy", "greedy"), 1), animation=False) as window:
        for other in ("forest", "herbalism(players=4)"):
            window.registry.run("set_up_mode")
            parts(window)
            window.registry.run("rules")
            assert window.set_up.on and window.screen.side.kind
            window.table.begin(Setup(other, ("person",) * fastcore.start(other).seats, 2))
            settle()
            assert not window.set_up.on and window.table.session.spec == other and window.screen.view.winfo_viewable()
            window.registry.run("rules")


def test_options_asked_for_in_a_game_that_is_gone_change_nothing() -> None:
    with opened(SMALL, animation=False) as window:
        window.registry.run("set_up_mode")
        parts(window)
        window.registry.run("spec")
        settle()
        dialog = window.pages.open["spec"]
        assert isinstance(dialog, SpecDialog)
        window.table.begin(Setup("herd(size=4)", TWO, 2))
        settle()
        dialog.accept()
        assert not window.set_up.on and window.table.session.spec == "herd(size=4)"

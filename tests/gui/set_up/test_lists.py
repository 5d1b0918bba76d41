"""Tests of position lists in Set up, and of the game paused behind them."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("tkinter")

import fastcore
from tests.gui.set_up.editing import SMALL, click_spot_of, editor_parts, field_value
from tests.kit.windows import (
    TWO,
    click,
    click_spot,
    open_window,
    press,
    root,
    settle,
    type_text,
    wait,
)
from workbench.gui.set_up.files import PositionFiles
from workbench.gui.set_up.options_dialog import SpecDialog
from workbench.gui.widgets import file_dialogs
from workbench.table.setup import Setup

pytestmark = [pytest.mark.window, pytest.mark.usefixtures("home")]


def test_leaving_set_up_returns_to_the_unchanged_game() -> None:
    with open_window(Setup("herd(size=3)", TWO, 1, "3/1rr1/1rbr1/2r1/3 r 9 6-1 x0+5")) as window:
        before = window.table.state.text()
        press("F4")
        _, view, _ = editor_parts(window)
        assert window.registry["hint"].why_not() and "Set up" in window.tabs.labels()[0].text
        click(view, *view.place_of("a1"), button=3)
        press("F2", "Shift_L")
        assert not window.set_up.on and window.table.state.text() == before
        click_spot(window, "b2")
        assert len(window.table.session.steps) == window.table.session.opening_steps + 1
        press("F4")
        assert field_value(window, "rows") == "3/1rr1/1rbr1/2r1/r2"  # the sketch is kept


def test_sketch_of_another_game_is_discarded() -> None:
    with open_window(SMALL) as window:
        press("F4")
        _, view, column = editor_parts(window)
        assert column.palette is not None
        click(column.palette.pieces["r"])
        click_spot_of(view, "a1")
        press("F2", "Shift_L")
        window.table.begin(Setup("forest", TWO, 1))
        settle()
        press("F4")
        set_up, *_ = editor_parts(window)
        assert set_up.edited.sketch.situation.startswith("forest ") and not set_up.edited.touched


def test_list_is_navigated_and_saved_with_its_problems(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with open_window(SMALL) as window:
        press("F4")
        set_up, _, column = editor_parts(window)
        root().clipboard_clear()
        root().clipboard_append(
            "# to begin with\nherd(size=3) 3/4/5/4/r2 r 1 - - # one\nherd(size=3) 3/4/2x2/4/3 b 2 - -\n"
        )
        press("v", "Control_L")
        wait(lambda: set_up.edited.model.count == 2)
        editor_parts(window)
        assert (
            "1 of 2 · one" in str(column.text.place.cget("text"))
            and str(column.text.comment.cget("text")) == "to begin with"
        )
        press("Next", "Control_L")
        editor_parts(window)
        assert "2 of 2" in str(column.text.place.cget("text")) and set_up.edited.problems
        click(column.text.text)
        press("End", "Control_L")
        type_text(" ?")
        file = tmp_path / "mine.positions"
        monkeypatch.setattr(file_dialogs, "ask_save", lambda *_, **__: file)
        press("s", "Control_L")
        wait(lambda: not set_up.here.background.pending)
        assert file.read_text().splitlines()[-1] == "herd(size=3) 3/4/2x2/4/3 b 2 - - ?"
        press("Prior", "Control_L")
        press("F2")
        wait(lambda: not window.set_up.on)
        assert window.table.state.fields["rows"] == "3/4/5/4/r2" and len(window.tabs.open) == 2
        window.files.open(file)
        wait(lambda: window.set_up.on and window.set_up.edited.model.count == 2)
        assert window.set_up.edited.touched and not window.set_up.edited.can_undo, "opening a list is not an undo step"


def test_list_changes_can_be_undone_and_redone() -> None:
    with open_window(SMALL) as window:
        press("F4")
        set_up, _, column = editor_parts(window)
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
        editor_parts(window)
        assert set_up.edited.model.positions.text() == text and "1 of 2" in str(column.text.place.cget("text"))


def test_list_of_several_games_is_split_by_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "mixed.positions"
    file.write_text("herd(size=3) 3/4/5/4/r2 r 1 - - # one\nforest # other\n# the end\n")
    with open_window(SMALL) as window:
        window.files.open(file)
        wait(lambda: len(window.tabs.open) == 2 and window.set_up.on)
        editor_parts(window)
        assert {tab.table.info.id for tab in window.tabs.open} == {"herd", "forest"}
        position_lists = [
            item.model.positions for tab in window.tabs.open for item in window.set_up.here.positions.all(tab.table)
        ]
        assert (
            sorted(item.entry.name for item in position_lists) == ["one", "other"]
            and [item.tail for item in position_lists].count("the end") == 1
        )
        proposed_files: list[str] = []
        monkeypatch.setattr(
            file_dialogs, "ask_save", lambda parent, folder, name, *kinds: proposed_files.append(f"{folder}/{name}")
        )
        press("s", "Control_L")
        assert (
            proposed_files == [str(tmp_path / f"mixed-{window.table.info.id}.positions")]
            and file.read_text().count("\n") == 3
        )


def test_unfinished_position_is_offered_in_set_up_after_the_next_start(home: Path) -> None:
    with open_window(SMALL) as window:
        press("F4")
        _, view, _ = editor_parts(window)
        click(view, *view.place_of("c3"), button=3)
    with open_window(SMALL) as window:
        files = window.shell.feature(PositionFiles)
        files.start()
        wait(lambda: files.left)
        window.tabs.begin(SMALL)
        settle()
        assert not files.bars, "the start is silent"
        press("F4")
        wait(lambda: files.bars)
        settle()
        bar = files.bars[0]
        assert window.screen.strip.winfo_viewable() and window.screen.strip.winfo_rooty() < bar.winfo_rooty()
        click(bar.buttons["Restore"])
        wait(lambda: not files.left)
        settle()
        assert window.set_up.on and not files.bars
        assert field_value(window, "rows") == "3/4/2r2/4/3" and not files.left
        window.registry.run("leave_set_up")


def test_set_up_returns_after_a_restart_with_its_undo(home: Path) -> None:
    with open_window(SMALL) as window:
        press("F4")
        _, view, _ = editor_parts(window)
        for spot in ("c3", "b3"):
            click(view, *view.place_of(spot), button=3)
        press("z", "Control_L")
        rows = field_value(window, "rows")
        window.tabs.begin(Setup("forest", ("person",) * 2, 1))
        press("F4")  # without any change
        window.tabs.show(0)
    with open_window(Setup("herd(size=2)", SMALL.seats, 1)) as window:
        window.shell.events.started.emit()
        wait(lambda: window.set_up.on)
        settle()
        files = window.shell.feature(PositionFiles)
        assert window.set_up.view is not None and window.table.session.spec == "herd(size=3)"
        assert field_value(window, "rows") == rows and not files.left and not files.bars
        window.registry.run("redo")
        assert field_value(window, "rows") != rows
        for _ in range(2):
            window.registry.run("undo")
        assert field_value(window, "rows") == "3/4/5/4/3" or not window.set_up.edited.can_undo
        assert "Set up" in window.tabs.labels()[1].text and window.table.info.id == "herd"
        window.tabs.show(1)
        settle()
        assert window.set_up.on and not window.set_up.edited.touched
        window.registry.run("leave_set_up")
        window.tabs.show(0)
        window.registry.run("leave_set_up")


def test_new_game_can_begin_during_set_up() -> None:
    """The table has the new game while the board still shows the old one."""
    with open_window(Setup("herbalism", ("person", "greedy", "greedy"), 1), animation=False) as window:
        for spec in ("forest", "herbalism(players=4)"):
            window.registry.run("set_up_mode")
            editor_parts(window)
            window.registry.run("rules")
            rules = window.pages.open["rules_window"]
            assert window.set_up.on and rules.winfo_exists() and window.screen.side.page is None
            window.registry.run("rules")
            assert not rules.winfo_exists()
            window.registry.run("live")
            assert window.screen.side.kind == "live"
            window.table.begin(Setup(spec, ("person",) * fastcore.start(spec).seats, 2))
            settle()
            assert not window.set_up.on and window.table.session.spec == spec and window.screen.view.winfo_viewable()
            window.registry.run("rules")


def test_options_dialog_of_a_replaced_game_changes_nothing() -> None:
    with open_window(SMALL, animation=False) as window:
        window.registry.run("set_up_mode")
        editor_parts(window)
        window.registry.run("spec")
        settle()
        dialog = window.pages.open["spec"]
        assert isinstance(dialog, SpecDialog)
        window.table.begin(Setup("herd(size=4)", TWO, 2))
        settle()
        dialog.accept()
        assert not window.set_up.on and window.table.session.spec == "herd(size=4)"


def test_another_game_can_be_set_up() -> None:
    def change_game(title: str) -> None:
        window.registry.run("spec")
        settle()
        dialog = window.pages.open["spec"]
        assert isinstance(dialog, SpecDialog)
        dialog.game_box.set(title)
        dialog.game_box.event_generate("<<ComboboxSelected>>")
        settle()
        dialog.accept()
        wait(lambda: not dialog.winfo_exists())
        editor_parts(window)

    with open_window(SMALL, animation=False) as window:
        window.registry.run("set_up_mode")
        editor_parts(window)
        change_game("Herbs")
        edited = window.set_up.edited
        assert window.set_up.on and edited.sketch.spec == "herbs" and edited.valid and len(window.tabs.open) == 1
        edited.put("B2", "w")
        change_game("Herd")
        assert window.set_up.edited.sketch.spec.startswith("herd") and window.set_up.edited.valid
        assert len(window.tabs.open) == 2, "a changed position stays in its tab"
        window.tabs.show(0)
        assert window.set_up.on and window.set_up.edited is edited

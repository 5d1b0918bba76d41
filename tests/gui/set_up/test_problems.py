"""Tests that problems of a sketched position are shown, marked and fixed."""

from __future__ import annotations

from pathlib import Path
from threading import Event

import pytest

pytest.importorskip("tkinter")

import fastcore
from fastcore import Problem
from tests.conftest import deep
from tests.gui.set_up.editing import SMALL, editor_parts, field_value, write_position
from tests.gui.whole.test_privacy import take_over_screen
from tests.kit.windows import (
    TWO,
    click,
    open_window,
    press,
    root,
    settle,
    status_text,
    type_text,
    wait,
)
from workbench.game.session import PERSON
from workbench.gui.set_up.words import STILL_CHECKED
from workbench.positions.lists import Entry, PositionList
from workbench.positions.sketch import Sketch
from workbench.system import translation
from workbench.table.setup import Setup

pytestmark = [pytest.mark.window, pytest.mark.usefixtures("home")]


def test_problems_are_shown_marked_and_fixed_by_a_click() -> None:
    with open_window(SMALL) as window:
        press("F4")
        set_up, _, column = editor_parts(window)
        write_position(window, "3/1rr1/1rbr1/2r1/3 r 9 6-1 x3+5")
        assert set_up.edited.problems and column.text.marked == ["x3+5"]
        assert "Fault" in str(column.details.rows["removals"].entry.cget("style"))
        press("F2")
        assert window.set_up.on and "not valid yet" in status_text(window)
        click(column.problems.fix_buttons[0])
        editor_parts(window)
        assert not set_up.edited.problems and not column.text.marked
        press("F2")
        wait(lambda: not window.set_up.on)
        assert fastcore.problems(f"herd(size=3) {window.table.state.text()}") == []


def test_only_the_first_problems_are_listed() -> None:
    with open_window(Setup("forest", TWO, 1)) as window:
        press("F4")
        set_up, _, column = editor_parts(window)
        fields = set_up.edited.sketch.fields
        assert fields is not None
        set_up.edited.replace_sketch(set_up.edited.sketch.with_fields({**fields, "acted": ",".join(["x"] * 60)}))
        editor_parts(window)
        count, shown = len(set_up.edited.problems), column.problems.shown
        wait(lambda: len(column.problems.lines) == 21)
        assert count > 21 and shown is not None
        column.problems.show(())
        column.problems.show(shown)
        assert 2 < len(column.problems.lines) < 20  # the first pass lists only the visible ones
        wait(lambda: len(column.problems.lines) == 21)
        assert column.problems.lines[-1].cget("text") == f"And {count - 20} more."
        for _ in range(23):
            press("F3", "Shift_L")
        assert set_up.rounds.at == 22


@pytest.mark.parametrize("game", fastcore.games())
def test_detail_with_a_problem_is_scrolled_into_view(game: str) -> None:
    with open_window(Setup(game, (PERSON,) * fastcore.start(game).seats, 1)) as window:
        if window.table.screen.handover_seat is not None:
            take_over_screen(window)
        press("F4")
        set_up, view, column = editor_parts(window)
        original, visited = set_up.edited.sketch, set[str]()
        names = [info.name for info in window.table.info.fields if info.kind != "board"]
        for name in names[deep(-2, 0) :]:
            set_up.edited.replace_sketch(original.with_fields({**(original.fields or {}), name: "no"}))
            editor_parts(window)
            column.details.area.canvas.yview_moveto(0 if visited else 1)
            view.focus_set()
            press("F3", "Shift_L")
            problems = column.problems.shown
            assert problems and set_up.rounds.at == 0
            if not problems[0].details:
                continue
            visited.add(problems[0].details[0])
            entry, canvas = column.details.rows[problems[0].details[0]].entry, column.details.area.canvas
            assert "Fault" in str(entry.cget("style"))
            for box in (canvas, column.frame.canvas):
                top = entry.winfo_rooty() - box.winfo_rooty()
                assert top >= 0 and top + entry.winfo_height() <= box.winfo_height(), (name, problems[0])
        assert len(visited) >= deep(1, 3)


def test_outdated_fix_does_nothing() -> None:
    with open_window(SMALL) as window:
        press("F4")
        editor_parts(window)
        edited, column = window.set_up.edited, window.set_up.column
        assert column is not None
        edited.write("3/4/5/4/3 b 1 - -")
        editor_parts(window)
        fix_button = column.problems.fix_buttons[0]
        edited.end_gesture()
        edited.put("a1", "r")
        sketch = edited.sketch
        fix_button.invoke()
        assert edited.sketch == sketch


def test_misspelt_game_is_reported_and_fixed(tmp_path: Path) -> None:
    """Covers a pasted position and a position in a list. The board is empty."""
    file = tmp_path / "some.positions"
    file.write_text(
        "herd(size=3) 3/4/5/4/r2 r 1 - -\nhurd(size=3) 3/4/5/4/r2 r 1 - -\n"
        "herd(size=9) 3/4/5/4/r2 r 1 - -\nherd(size=3) 3/4 r\n"
    )
    with open_window(SMALL) as window:
        press("F4")
        _, view, column = editor_parts(window)
        window.root.clipboard_clear()
        window.root.clipboard_append("hurd(size=3) 3/4/5/4/r2 r 1 - -")
        press("v", "Control_L")
        wait(lambda: window.set_up.edited.sketch.spec.startswith("hurd"))
        editor_parts(window)
        assert (
            column.problems.shown
            and "no game 'hurd'" in column.problems.shown[0].sentence
            and not view.painter.shown["pieces"]
        )
        assert (
            column.text.spec.winfo_ismapped()
            and "hurd(size=3)" in column.text.spec.cget("text")
            and "fix it" in status_text(window)
        )
        assert window.registry["save_picture"].why_not() and window.registry["copy_picture"].why_not()
        window.registry.run("spec")  # the options of the game in this tab
        settle()
        press("Escape")
        press("F3")
        editor_parts(window)
        assert window.set_up.edited.sketch.spec == "herd(size=3)" and {
            item.where for item in view.painter.shown["pieces"]
        } == {"a1"}
        assert not column.text.spec.winfo_ismapped() and not window.registry["save_picture"].why_not()
        window.files.open(file)
        wait(lambda: window.set_up.edited.model.count == 4)
        for number in range(1, 4):
            editor_parts(window)
            press("Next", "Control_L")
            wait(lambda number=number: window.set_up.edited.model.positions.index == number)  # type: ignore[misc]
            editor_parts(window)
            assert (
                column.problems.fix_buttons
                and not view.painter.shown["pieces"]
                and window.registry["save_picture"].why_not()
            )
        press("Prior", "Control_L")
        editor_parts(window)
        choices = window.registry["begin_with"].choices
        assert choices is not None and window.set_up.edited.sketch.spec == "herd(size=9)"
        wanted = (
            ("Current position", ""),
            ("Start position, size 3", "3/4/5/4/3"),
            ("Empty board, size 3", "3/4/5/4/3"),
        )
        for (label, run), (words, rows) in zip(choices(), wanted, strict=True):
            run()
            editor_parts(window)
            assert label == words and field_value(window, "rows") == (rows or field_value(window, "rows"))
            press("z", "Control_L")


def test_empty_cards_leave_room_for_problems() -> None:
    with open_window(SMALL, size=(1280, 720), zoom=1.5) as window:
        press("F4")
        _, _, column = editor_parts(window)
        high = column.details.frame.winfo_height()
        write_position(window, "3/4/5/4/3 r 1 - - too many fields")
        assert (
            column.palette is not None
            and not column.palette.frame.winfo_ismapped()
            and column.details.frame.winfo_height() == high
        )
        below = column.problems.frame.winfo_rooty() + column.problems.frame.winfo_height()
        assert below <= window.shell.status.winfo_rooty()
        write_position(window, "3/4/5/4/3 r 1 - -")
        assert column.palette.frame.winfo_ismapped() and column.details.frame.winfo_height() > 0.9 * high


def test_key_visits_all_problems_of_a_list() -> None:
    with open_window(SMALL) as window:
        press("F4")
        set_up, view, column = editor_parts(window)
        root().clipboard_clear()
        root().clipboard_append(
            "herd(size=3) 3/4/5/4/r2 q 0 - -\nherd(size=3) 3/4/2b2/4/3 b 2 - -\nherd(size=3) half\n"
        )
        press("v", "Control_L")
        wait(lambda: set_up.edited.model.count == 3)
        editor_parts(window)
        visited: list[tuple[int, str]] = []
        for _ in range(6):
            before = set_up.rounds.last_visited
            press("F3", "Shift_L")
            wait(lambda before=before: set_up.rounds.last_visited not in (None, before))  # type: ignore[misc]
            editor_parts(window)
            assert set_up.rounds.last_visited is not None
            problem = set_up.edited.problems[set_up.rounds.last_visited[1]]
            visited.append((set_up.edited.model.positions.index, problem.field))
            focus = window.root.focus_get()
            if focus is column.text.text:
                assert column.text.text.get("sel.first", "sel.last") in column.text.marked
            else:
                assert focus is view or problem.field in {
                    row.detail.field for row in column.details.rows.values() if row.entry is focus
                }
        assert visited == [(0, "side"), (0, "turn"), (2, "position"), (0, "side"), (0, "turn"), (2, "position")]
        assert window.registry["save_picture"].why_not() == column.text.registry["save_picture"].tip
        assert (
            "disabled" in column.text.buttons["save_picture"].state()
            and "disabled" not in column.text.buttons["copy"].state()
        )
        set_up.open_positions(
            PositionList(
                [Entry(Sketch("herd(size=3)", text)) for text in ("3/4/5/4/r2 r 1 - -", "3/4/2b2/4/3 b 2 - -")]
            )
        )
        editor_parts(window)
        assert not column.text.buttons["save_picture"].instate(["disabled"]) and not window.registry["reach"].why_not()
        press("F3", "Shift_L")
        wait(lambda: "All positions in the list are valid" in status_text(window))
        write_position(window, "3/4/5/4/r2 q 3000 - -")
        for _ in range(2):
            press("F3", "Shift_L")
        assert set_up.rounds.at == 1
        press("F3")
        editor_parts(window)
        assert [problem.field for problem in set_up.edited.problems] == ["side"], (
            "the visited problem is fixed, not the first one"
        )


def test_long_check_is_announced(monkeypatch: pytest.MonkeyPatch) -> None:
    started, released = Event(), Event()
    with open_window(SMALL) as window:
        press("F4")
        set_up, _, column = editor_parts(window)
        find_problems = Sketch.problems

        def slow(sketch: Sketch) -> tuple[Problem, ...]:
            started.set()
            released.wait(60)
            return find_problems(sketch)

        monkeypatch.setattr(Sketch, "problems", slow)
        set_up.edited.replace_sketch(Sketch("herd(size=3)", "3/4/5/4/r2 q 1 - -"))
        wait(lambda: set_up.here.lags)
        assert (
            started.is_set()
            and column.problems.shown is None
            and window.registry["play_mode"].why_not() == STILL_CHECKED
        )
        press("F3")
        assert STILL_CHECKED in status_text(window)
        released.set()
        editor_parts(window)
        assert column.problems.shown and STILL_CHECKED not in status_text(window) and not set_up.here.lags


def test_problems_and_refusals_are_in_the_language_of_the_user(monkeypatch: pytest.MonkeyPatch) -> None:
    with open_window(SMALL) as window:
        monkeypatch.setenv(translation.LANGUAGE, "de")
        monkeypatch.setattr(translation, "_catalogue", translation._find_catalogue())
        press("slash")
        type_text("zz")
        press("Return")
        wait(lambda: window.shell.status.detail.startswith("'zz' ist kein Zug: ein Feld eintippen"))
        press("Escape")
        press("F4")
        _, _, column = editor_parts(window)
        write_position(window, "3/1rr1/1rbr1/2r1/3 r 9 6-1 x3+5")
        assert "3 zu entfernen, aber der niedrige Würfel zeigt 1." in column.problems.lines[0].cget("text")
        press("F2")
        assert "3 zu entfernen, aber" in status_text(window)
        write_position(window, "3/1rr1/1rbx1/2r1/3 r 9 6-1 x1+6")
        assert column.problems.lines[0].cget("text") == "Reihen: Reihe c hat 'x'; nur r, b und Zahlen verwenden."

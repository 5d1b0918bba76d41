"""What one person pointed at, copied, wrote or had read out is not there for the next one at the same screen."""

from __future__ import annotations

import tkinter

import pytest

pytest.importorskip("tkinter")

from tests.windows import TWO, arrive, opened, press, root, settle, wait
from workbench.gui.board_view import BoardView
from workbench.gui.live_text import LiveText
from workbench.gui.table import Setup
from workbench.gui.window import Window
from workbench.session import PERSON

pytestmark = [pytest.mark.window, pytest.mark.usefixtures("home")]

HERBS = Setup("herbs(ap=30,actions=2,rounds=3)", TWO, 1)


def seated(window: Window) -> None:
    """The person whom the screen is handed to is there."""
    wait(lambda: window.table.screen.handing_to is not None)
    window.table.take_over()
    wait(lambda: window.playing.ours)


def locked(window: Window, *moves: str) -> None:
    for move in moves:
        window.playing.play(move)
    window.registry.run("lock")
    wait(lambda: window.cover.winfo_viewable())


def test_the_cursor_of_one_is_not_seen_by_the_next() -> None:
    with opened(HERBS) as window:
        seated(window)
        view = window.view
        assert isinstance(view, BoardView)
        view.focus_force()
        settle()
        view.cursor = "H5"
        view._show_cursor()
        assert view.shown["cursor"]
        locked(window, "0M2", "1TR", "WhH5")
        assert not view.shown["cursor"] and (view.cursor, view.hover) == ("", "")
        press("Return")
        wait(lambda: window.playing.ours)
        assert not view.shown["cursor"] and not view.shown["foresee"]


def test_the_live_text_forgets_what_had_the_focus() -> None:
    with opened(HERBS, side="live") as window:
        seated(window)
        window.playing.play("0M2")
        window.dock.read_out("1, 0 M2, forward 2")
        page = window.dock.page
        assert isinstance(page, LiveText) and "forward 2" in page.text.get("1.0", "end")
        locked(window, "1TR", "WhH5")
        assert "forward 2" not in page.text.get("1.0", "end")


def test_what_was_copied_is_gone_unless_another_program_put_something_else_there() -> None:
    for other in ("", "something else"):
        with opened(Setup("herbalism", (PERSON,) * 3, 3)) as window:
            seated(window)
            window.registry.run("copy")
            assert "herbalism" in root().clipboard_get()
            if other:
                root().clipboard_clear()
                root().clipboard_append(other)
            point = window.table.point
            window.playing.play(next(text for text in map(point.move_text, point.moves()) if ":appeal:" in text))
            wait(lambda: window.cover.winfo_viewable())
            arrive()
            try:
                left = root().clipboard_get()
            except tkinter.TclError:
                left = ""
            assert left == other


def test_a_cell_that_is_being_written_is_kept_when_the_window_is_made_anew() -> None:
    with opened(Setup("herbalism", (PERSON, "random", "random"), 3), side="form") as window:
        wait(lambda: window.playing.ours)
        page = window.dock.page
        assert page is not None
        page.grid_view.focus_force()  # type: ignore[union-attr]
        settle()
        press("7")
        window.set_zoom(1.25)
        (notes,) = window.table.session.tree.head.notes
        assert [list(cells.values()) for cells in notes.forms.values()] == [["7"]]


def test_help_with_the_form_is_remembered_whatever_is_undone() -> None:
    with opened(Setup("herbalism", (PERSON, "random", "random"), 3)) as window:
        session = window.table.session
        session.write(0, "form", (0, 0), "5")
        session.note_help(0)
        session.undo()
        (notes,) = session.tree.head.notes
        assert notes.helped and not notes.forms
        session.redo()
        (notes,) = session.tree.head.notes
        assert notes.helped and notes.forms


def test_a_plan_stays_when_somebody_else_is_exchanged() -> None:
    with opened(Setup("herbs(ap=30,actions=2,rounds=3)", (PERSON, "random"), 1)) as window:
        wait(lambda: window.playing.ours)
        window.playing.play("0M2")
        window.table.change_seats((PERSON, "greedy"), ("", ""))
        wait(lambda: window.playing.ours)
        draft = window.playing.drafting.draft
        assert draft is not None and list(draft.moves) == ["0M2"]


def test_a_helper_is_not_heard_after_one_has_looked_elsewhere() -> None:
    with opened(Setup("herd(size=3)", TWO, 1)) as window:
        wait(lambda: window.playing.ours)
        while len(window.table.session.steps) < 4:
            wait(lambda: window.playing.ours)
            window.playing.play(min(window.playing.touch.entry.paths))
        wait(lambda: window.playing.ours)
        window.table.let_move("mcts(seconds=600)", window.playing.deciding)
        steps = window.table.session.steps
        window.registry.run("back")
        assert not window.table.helping and window.table.asking.ticket == 0
        settle(0.1)
        assert window.table.session.steps == steps


def test_what_one_sets_up_is_not_there_for_the_next() -> None:
    with opened(Setup("herbalism", (PERSON,) * 3, 3, names=("Anna", "Ben", "Cleo"))) as window:
        wait(lambda: window.table.screen.handing_to is not None)
        press("F4")
        assert not window.set_up.on  # whoever is wanted comes first
        seated(window)
        press("F4")
        anna = window.set_up.sketching
        anna.write(anna.sketch.text.replace(" 0,0,0 ", " 1,0,0 "))
        window.tabs.begin(HERBS._replace(names=("Ben", "Dora")))
        seated(window)
        window.registry.run("last_tab")
        settle()
        assert window.cover.winfo_viewable() and not window.set_up.on and window.set_up.view is None
        window.tabs.close(1)
        seated(window)
        press("F4")
        assert window.set_up.on and window.set_up.sketching is anna
        press("F2", "Shift_L")
        point = window.table.point
        window.playing.play(next(text for text in map(point.move_text, point.moves()) if ":appeal:" in text))
        wait(lambda: window.cover.winfo_viewable())
        press("F4")
        assert not window.set_up.on
        seated(window)
        press("F4")
        ben = window.set_up.sketching.sketch
        assert window.set_up.on and ben.text == window.table.point.text() and ben.seat == window.table.screen.viewer

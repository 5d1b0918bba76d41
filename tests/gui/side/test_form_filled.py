"""The record form is filled by hand, kept and undone."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("tkinter")

from fastcore import Stream
from tests.gui.side.forms import Board, form_card, helped, labels, play, texts
from tests.kit.windows import HERD, TWO, Tested, click, opened, press, settle, shown, type_text, wait
from workbench import boards
from workbench.game import form_notes
from workbench.gui.board.board_view import BoardView
from workbench.gui.play import words as play_words
from workbench.gui.side import words as side_words
from workbench.gui.side.form_card import FormCard
from workbench.gui.sound.live_text import LiveText
from workbench.storage.session_records import record_of, session_of
from workbench.table.setup import Setup

pytestmark = [pytest.mark.window, pytest.mark.usefixtures("home")]

CARDS = Setup("herbalism", ("person", "person", "random"), 1)


def written(window: Tested, seat: int = 0) -> dict[form_notes.Cell, str]:
    form = window.paper_form.form
    assert form is not None
    return form_notes.written(window.table.session.document.tree.head.notes, seat, form.head)


def click_cell(window: Tested, row: int, column: int) -> None:
    left, top, right, bottom = form_card(window).boxes[row, column]
    click(form_card(window).grid_view, (left + right) // 2, (top + bottom) // 2)


def test_a_game_without_a_form_says_so() -> None:
    with opened(HERD) as window:
        press("d")
        assert window.screen.side.kind == "" and side_words.NO_FORM in shown(window)
        assert window.registry["form_help"].why_not() == side_words.NO_FORM


def test_cells_are_written_by_keys_alone(formed: Board) -> None:
    with opened(HERD) as window:
        press("d")
        assert texts(window) == ["red", "blue", "a", "b"]
        type_text("12")
        assert written(window) == {}
        press("Return")
        assert written(window) == {(0, 0): "12"} and form_card(window).at == (1, 0)
        type_text("r")
        press("Tab")
        assert written(window)[1, 0] == "r" and form_card(window).at == (1, 1), "letters are no commands there"
        press("Up")
        press("Up")
        press("Return")
        type_text("a text too long for it")
        press("Return")
        assert written(window)[0, 1] == "a text too l" and texts(window)[-4:] == ["12", "a text too l", "b", "r"]
        press("Left")
        press("Up")
        press("F2")
        press("End")
        type_text("3")
        press("Escape")
        assert written(window)[0, 0] == "12", "Esc leaves it as it was"
        assert window.screen.side.kind == "form"
        press("Delete")
        assert (0, 0) not in written(window)
        press("z", "Control_L")
        assert written(window)[0, 0] == "12" and "12" in texts(window)
        for _ in range(3):
            press("z", "Control_L")
        assert written(window) == {} and texts(window) == ["red", "blue", "a", "b"]
        press("y", "Control_L")
        assert written(window) == {(0, 0): "12"} and "12" in texts(window)
        steps = len(window.table.session.steps)
        press("Escape")
        assert len(window.table.session.steps) == steps


def test_cells_are_written_by_clicks(formed: Board) -> None:
    with opened(HERD) as window:
        press("d")
        click_cell(window, 1, 1)
        type_text("0?")
        click_cell(window, 0, 0)
        assert written(window) == {(1, 1): "0?"}
        type_text("2")
        assert isinstance(window.screen.view, BoardView)
        click(window.screen.view, *window.screen.view.place_of("a1"))
        assert written(window) == {(1, 1): "0?", (0, 0): "2"}, "a click elsewhere keeps what was written"
        assert window.table.session.steps[-1].move == "a1"
        assert "0?" in texts(window)
        press("d")
        press("d")
        assert "0?" in texts(window) and not form_card(window).editor


def test_what_was_written_is_kept_with_its_game(formed: Board, tmp_path: Path) -> None:
    with opened(HERD) as window:
        press("d")
        type_text("7")
        press("Return")
        window.registry.run("dark")
        assert texts(window)[-2:] == ["7", "b"] or "7" in texts(window)
        again = session_of(record_of(window.table.session))
        assert form_notes.written(again.document.tree.head.notes, 0, "Stones") == {(0, 0): "7"}
        window.registry.run("new_tab")
        settle()
        assert "7" not in texts(window)
        window.registry.run("last_tab")
        settle()
        assert "7" in texts(window)


def test_what_is_begun_in_one_game_is_written_there(formed: Board) -> None:
    with opened(HERD) as window:
        press("d")
        first = window.table.session
        window.registry.run("new_tab")
        settle()
        press("d")
        press("d")
        type_text("5")
        second = window.table.session
        assert form_card(window).editor is not None and second is not first
        press("Tab", "Control_L", "Shift_L")
        assert window.table.session is first and form_card(window).editor is None
        assert (
            form_notes.written(second.document.tree.head.notes, 0, "Stones") == {(0, 0): "5"}
            and first.document.tree.head.notes == ()
        )
        assert "5" not in texts(window)


@pytest.mark.parametrize("side", ["form", "account"])
def test_what_stood_beside_the_board_is_there_again(formed: Board, side: str) -> None:
    with opened(HERD, side=side) as window:
        assert window.screen.side.kind == side
    with opened(Setup("forest", TWO, 1), side=side) as window:
        assert window.screen.side.kind == ("" if side == "form" else side), "where there is no form there is none"
        press("j")
        assert window.screen.side.kind == ("account" if side == "form" else "")


def all_words(window: Tested) -> str:
    """Everything that stands in the dock, as text on a canvas or in a widget."""
    found = texts(window) if isinstance(window.screen.side.page, FormCard) else []
    if isinstance(window.screen.side.page, LiveText):
        found += window.screen.side.page.lines
    note = form_card(window).note.cget("text") if isinstance(window.screen.side.page, FormCard) else ""
    return "\n".join([*found, note, *labels(window)])


@pytest.mark.parametrize("key", ["d", "l"])
def test_nobody_sees_what_another_wrote(key: str) -> None:
    with opened(CARDS) as window:
        session = window.table.session
        assert window.table.screen.handing_to is not None
        first = window.table.screen.handing_to
        window.registry.run("form")
        assert window.screen.side.kind != "form" or texts(window) == []
        window.table.take_over()
        settle()
        if window.screen.side.kind:
            window.registry.run(window.screen.side.kind)
        press(key)
        window.paper_form.pen()((1, 0), "SECRET")
        window.registry.run("form_help")
        helped(window)
        assert "SECRET" in all_words(window) and labels(window) and "(" in all_words(window)
        stream = Stream(3, "hand over")
        seen = 0
        for _ in range(60):
            wait(lambda: not window.playing.presenter.busy and window.table.session.waits_for != "bot")
            if window.table.over:
                break
            handing = window.table.screen.handing_to
            if handing is not None:
                settle()
                if window.table.screen.reading is not None:
                    assert ("SECRET" in all_words(window)) == (window.table.screen.reading == first)
                    window.registry.run("hand_over")
                    settle()
                assert "SECRET" not in all_words(window) and labels(window) == []
                assert window.registry["form"].why_not() == play_words.hand_over(
                    boards.side(window.table.info, handing)
                )
                window.table.take_over()
                settle()
                if handing != first:
                    assert "SECRET" not in all_words(window) and not window.paper_form.helping and labels(window) == []
                    assert "SECRET" not in "\n".join(window.paper_form.lines())
                    seen += 1
                elif seen:
                    assert window.paper_form.helping
                    helped(window)
                    assert "SECRET" in all_words(window)
                    break
            state = window.table.state
            play(window, state.move_text(stream.choice(state.moves())))
        assert seen and [one.seat for one in session.document.tree.head.notes] == [first]


def test_who_only_watches_fills_in_nothing(formed: Board) -> None:
    with opened(Setup("herbalism", ("random",) * 3, 1)) as window:
        window.registry.run("pause")
        settle()
        assert window.registry["form"].why_not() in (side_words.NO_SEAT, side_words.NO_FORM)


def test_keys_put_the_form_away_and_what_was_written_stays() -> None:
    with opened(Setup("herbalism", ("person", "random", "random"), 3)) as window:
        wait(lambda: window.playing.ours)
        session = window.table.session

        def cells() -> list[str]:
            return [
                text
                for one in session.document.tree.head.notes
                for form in one.forms.values()
                for text in form.values()
            ]

        press("d")
        assert window.screen.side.kind == "form"
        press("Return")
        type_text("d7")  # a cell is open: these are letters
        press("Return")
        assert cells() == ["d7"] and window.screen.side.kind == "form"
        type_text("5")
        press("Escape")
        assert cells() == ["d7"] and window.screen.side.kind == "form", "Esc leaves the cell"
        press("Escape")
        assert window.screen.side.kind == "", "and then the form"
        press("d")
        assert window.screen.side.kind == "form"
        press("d", "Shift_L")
        assert window.paper_form.helping and window.screen.side.kind == "form"
        press("d")
        assert window.screen.side.kind == "" and cells() == ["d7"]


def test_what_is_being_written_belongs_to_its_game_when_another_begins() -> None:
    with opened(Setup("herbalism", ("person", "random", "random"), 1), side="form") as window:
        session = window.table.session
        page = window.screen.side.page
        click(page.grid_view, *[int(side) + 4 for side in page.boxes[0, 0][:2]])
        type_text("2")
        window.table.begin(Setup("herd(size=2)", ("person",) * 2, 1))
        settle()
        assert window.table.info.id == "herd"
        assert "2" in [
            text for one in session.document.tree.head.notes for cells in one.forms.values() for text in cells.values()
        ]

"""Tests of filling in the record form by hand, saving it and undoing changes."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("tkinter")

from fastcore import Stream
from tests.gui.side.forms import FormBoard, board_labels, form_card, grid_texts, play_move, wait_for_help
from tests.kit.windows import HERD, TWO, TestedWindow, click, open_window, press, settle, status_text, type_text, wait
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


def form_cells(window: TestedWindow, seat: int = 0) -> dict[form_notes.Cell, str]:
    form = window.paper_form.form
    assert form is not None
    return form_notes.cells_of(window.table.session.document.tree.head.notes, seat, form.head)


def click_cell(window: TestedWindow, row: int, column: int) -> None:
    left, top, right, bottom = form_card(window).boxes[row, column]
    click(form_card(window).grid_view, (left + right) // 2, (top + bottom) // 2)


def test_game_without_a_form_gives_the_reason() -> None:
    with open_window(HERD) as window:
        press("d")
        assert window.screen.side.kind == "" and side_words.NO_FORM in status_text(window)
        assert window.registry["form_help"].why_not() == side_words.NO_FORM


def test_cells_can_be_filled_by_keys_only(form_board: FormBoard) -> None:
    with open_window(HERD) as window:
        press("d")
        assert grid_texts(window) == ["red", "blue", "a", "b"]
        type_text("12")
        assert form_cells(window) == {}
        press("Return")
        assert form_cells(window) == {(0, 0): "12"} and form_card(window).at == (1, 0)
        type_text("r")
        press("Tab")
        assert form_cells(window)[1, 0] == "r" and form_card(window).at == (1, 1), (
            "letters typed in a cell run no command"
        )
        press("Up")
        press("Up")
        press("Return")
        type_text("a text too long for it")
        press("Return")
        assert form_cells(window)[0, 1] == "a text too l" and grid_texts(window)[-4:] == [
            "12",
            "a text too l",
            "b",
            "r",
        ]
        press("Left")
        press("Up")
        press("F2")
        press("End")
        type_text("3")
        press("Escape")
        assert form_cells(window)[0, 0] == "12", "Esc discards the edit"
        assert window.screen.side.kind == "form"
        press("Delete")
        assert (0, 0) not in form_cells(window)
        press("z", "Control_L")
        assert form_cells(window)[0, 0] == "12" and "12" in grid_texts(window)
        for _ in range(3):
            press("z", "Control_L")
        assert form_cells(window) == {} and grid_texts(window) == ["red", "blue", "a", "b"]
        press("y", "Control_L")
        assert form_cells(window) == {(0, 0): "12"} and "12" in grid_texts(window)
        steps = len(window.table.session.steps)
        press("Escape")
        assert len(window.table.session.steps) == steps


def test_cells_can_be_selected_by_clicks(form_board: FormBoard) -> None:
    with open_window(HERD) as window:
        press("d")
        click_cell(window, 1, 1)
        type_text("0?")
        click_cell(window, 0, 0)
        assert form_cells(window) == {(1, 1): "0?"}
        type_text("2")
        assert isinstance(window.screen.view, BoardView)
        click(window.screen.view, *window.screen.view.place_of("a1"))
        assert form_cells(window) == {(1, 1): "0?", (0, 0): "2"}, "a click elsewhere saves the cell"
        assert window.table.session.steps[-1].move == "a1"
        assert "0?" in grid_texts(window)
        press("d")
        press("d")
        assert "0?" in grid_texts(window) and not form_card(window).editor


def test_notes_are_saved_with_their_game(form_board: FormBoard, tmp_path: Path) -> None:
    with open_window(HERD) as window:
        press("d")
        type_text("7")
        press("Return")
        window.registry.run("dark")
        assert grid_texts(window)[-2:] == ["7", "b"] or "7" in grid_texts(window)
        restored = session_of(record_of(window.table.session))
        assert form_notes.cells_of(restored.document.tree.head.notes, 0, "Stones") == {(0, 0): "7"}
        window.games.begin(window.table.played.restarted())
        settle()
        assert "7" not in grid_texts(window)
        window.registry.run("last_tab")
        settle()
        assert "7" in grid_texts(window)


def test_open_cell_is_saved_in_its_own_game(form_board: FormBoard) -> None:
    with open_window(HERD) as window:
        press("d")
        first = window.table.session
        window.games.begin(window.table.played.restarted())
        settle()
        press("d")
        press("d")
        type_text("5")
        second = window.table.session
        assert form_card(window).editor is not None and second is not first
        press("Tab", "Control_L", "Shift_L")
        assert window.table.session is first and form_card(window).editor is None
        assert (
            form_notes.cells_of(second.document.tree.head.notes, 0, "Stones") == {(0, 0): "5"}
            and first.document.tree.head.notes == ()
        )
        assert "5" not in grid_texts(window)


@pytest.mark.parametrize("side", ["form", "account"])
def test_side_page_is_restored_in_the_next_window(form_board: FormBoard, side: str) -> None:
    with open_window(HERD, side=side) as window:
        assert window.screen.side.kind == side
    with open_window(Setup("forest", TWO, 1), side=side) as window:
        assert window.screen.side.kind == ("" if side == "form" else side), "a game without a form opens no form"
        press("j")
        assert window.screen.side.kind == ("account" if side == "form" else "")


def dock_texts(window: TestedWindow) -> str:
    """Return all texts in the dock, on canvases and in widgets."""
    lines = grid_texts(window) if isinstance(window.screen.side.page, FormCard) else []
    if isinstance(window.screen.side.page, LiveText):
        lines += window.screen.side.page.lines
    note = form_card(window).note.cget("text") if isinstance(window.screen.side.page, FormCard) else ""
    return "\n".join([*lines, note, *board_labels(window)])


@pytest.mark.parametrize("key", ["d", "l"])
def test_notes_are_hidden_from_other_players(key: str) -> None:
    with open_window(CARDS) as window:
        session = window.table.session
        assert window.table.screen.handover_seat is not None
        first = window.table.screen.handover_seat
        window.registry.run("form")
        assert window.screen.side.kind != "form" or grid_texts(window) == []
        window.table.take_over()
        settle()
        if window.screen.side.kind:
            window.registry.run(window.screen.side.kind)
        press(key)
        window.paper_form.writer()((1, 0), "SECRET")
        window.registry.run("form_help")
        wait_for_help(window)
        assert "SECRET" in dock_texts(window) and board_labels(window) and "(" in dock_texts(window)
        stream = Stream(3, "hand over")
        others_checked = 0
        for _ in range(60):
            wait(lambda: not window.playing.presenter.busy and window.table.session.waits_for != "bot")
            if window.table.over:
                break
            next_seat = window.table.screen.handover_seat
            if next_seat is not None:
                settle()
                if window.table.screen.reading_seat is not None:
                    assert ("SECRET" in dock_texts(window)) == (window.table.screen.reading_seat == first)
                    window.registry.run("hand_over")
                    settle()
                assert "SECRET" not in dock_texts(window) and board_labels(window) == []
                assert window.registry["form"].why_not() == play_words.hand_over(
                    boards.seat_name(window.table.info, next_seat)
                )
                window.table.take_over()
                settle()
                if next_seat != first:
                    assert (
                        "SECRET" not in dock_texts(window)
                        and not window.paper_form.is_helping
                        and board_labels(window) == []
                    )
                    assert "SECRET" not in "\n".join(window.paper_form.lines())
                    others_checked += 1
                elif others_checked:
                    assert window.paper_form.is_helping
                    wait_for_help(window)
                    assert "SECRET" in dock_texts(window)
                    break
            state = window.table.state
            play_move(window, state.move_text(stream.choice(state.moves())))
        assert others_checked and [seat_notes.seat for seat_notes in session.document.tree.head.notes] == [first]


def test_spectator_cannot_fill_in_the_form(form_board: FormBoard) -> None:
    with open_window(Setup("herbalism", ("random",) * 3, 1)) as window:
        window.registry.run("pause")
        settle()
        assert window.registry["form"].why_not() in (side_words.NO_SEAT, side_words.NO_FORM)


def test_closing_the_form_by_key_keeps_the_notes() -> None:
    with open_window(Setup("herbalism", ("person", "random", "random"), 3)) as window:
        wait(lambda: window.playing.accepts_moves)
        session = window.table.session

        def cells() -> list[str]:
            return [
                text
                for seat_notes in session.document.tree.head.notes
                for form in seat_notes.forms.values()
                for text in form.values()
            ]

        press("d")
        assert window.screen.side.kind == "form"
        press("Return")
        type_text("d7")  # becomes text, because a cell is open
        press("Return")
        assert cells() == ["d7"] and window.screen.side.kind == "form"
        type_text("5")
        press("Escape")
        assert cells() == ["d7"] and window.screen.side.kind == "form", "the first Esc leaves the cell"
        press("Escape")
        assert window.screen.side.kind == "", "the second Esc closes the form"
        press("d")
        assert window.screen.side.kind == "form"
        press("d", "Shift_L")
        assert window.paper_form.is_helping and window.screen.side.kind == "form"
        press("d")
        assert window.screen.side.kind == "" and cells() == ["d7"]


def test_open_cell_is_saved_when_another_game_begins() -> None:
    with open_window(Setup("herbalism", ("person", "random", "random"), 1), side="form") as window:
        session = window.table.session
        page = window.screen.side.page
        click(page.grid_view, *[int(side) + 4 for side in page.boxes[0, 0][:2]])
        type_text("2")
        window.table.begin(Setup("herd(size=2)", ("person",) * 2, 1))
        settle()
        assert window.table.info.id == "herd"
        assert "2" in [
            text
            for seat_notes in session.document.tree.head.notes
            for cells in seat_notes.forms.values()
            for text in cells.values()
        ]

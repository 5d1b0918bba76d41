"""Tests of the help with the record form."""

from __future__ import annotations

import time

import pytest

pytest.importorskip("tkinter")

from tests.gui.side.forms import FormBoard, board_labels, form_card, grid_texts, play_move, wait_for_help
from tests.kit.windows import HERD, click, open_window, point_at, press, settle, shows_position, status_text, wait
from workbench.game import form_notes
from workbench.gui.board.board_view import BoardView
from workbench.gui.play.viewing import Viewing
from workbench.gui.side import words as side_words
from workbench.gui.sound.live_text import LiveText
from workbench.records.schema import Help

pytestmark = [pytest.mark.window, pytest.mark.usefixtures("home")]


def test_help_is_off_by_default_and_its_use_is_recorded(form_board: FormBoard) -> None:
    with open_window(HERD) as window:
        play_move(window, "b2")
        press("d")
        assert not form_board.requests and board_labels(window) == []
        click(window.screen.side.buttons["form_help"])
        wait_for_help(window)
        assert window.screen.side.buttons["form_help"].cget("text") == side_words.HELP_ON
        assert grid_texts(window) == ["red", "blue", "a", "0", "0", "b", "2", "0"] and board_labels(window) == ["9 %"]
        assert form_notes.notes_of(window.table.session.document.tree.head.notes, 0).helped == (Help(since=1),)
        assert side_words.helped([Help(since=1)]) == form_card(window).note.cget("text")
        play_move(window, "a1")
        wait_for_help(window)
        assert grid_texts(window) == ["red", "blue", "a", "1", "0", "b", "2", "0"], "the values follow the game"
        window.registry.run("back")
        wait_for_help(window)
        assert grid_texts(window) == ["red", "blue", "a", "0", "0", "b", "2", "0"], (
            "the values follow the viewed position"
        )
        window.registry.run("end")
        window.registry.run("dark")
        wait_for_help(window)
        assert board_labels(window) == ["9 %"] and grid_texts(window)[3] == "1"
        view = window.screen.view
        assert isinstance(view, BoardView)
        before = view.place_of("a1")
        window.registry.run("rotate")
        wait(lambda: view.place_of("a1") != before)
        (label,) = view.find_withtag("beliefs-words")
        assert tuple(view.coords(label)) == view.place_of("a1"), "the label follows its spot when the board is rotated"
        assert "9 %</text>" in window.shell.feature(Viewing).svg() and board_labels(window) == ["9 %"]
        window.registry.run("form_help")
        settle()
        assert grid_texts(window) == ["red", "blue", "a", "b"] and board_labels(window) == []
        assert form_notes.notes_of(window.table.session.document.tree.head.notes, 0).helped == (Help(since=1, until=2),)
        assert "Assistance was on from move 1 to 2" in form_card(window).note.cget("text")


def test_hover_shows_what_a_move_would_reveal(form_board: FormBoard) -> None:
    with open_window(HERD) as window:
        view = window.screen.view
        assert isinstance(view, BoardView)
        point_at(view, *view.place_of("a1"))
        assert "reveal a lot" not in status_text(window)
        window.registry.run("form_help")
        wait(lambda: "a1 would reveal a lot." in status_text(window))
        assert status_text(window).index("place here") < status_text(window).index("a1 would reveal")
        point_at(view, *view.place_of("b3"))
        assert "reveal a lot" not in status_text(window), "a spot without a legal move reveals nothing"
        point_at(view, *view.place_of("a3"))
        wait(lambda: "a3 would reveal a lot." in status_text(window))
        press("d")
        point_at(view, *view.place_of("a1"))
        wait(lambda: form_card(window).note.cget("text") == "a1 would reveal a lot.")


def test_help_runs_in_the_background_and_skips_old_positions(form_board: FormBoard) -> None:
    with open_window(HERD) as window:
        press("d")
        form_board.gate.clear()
        window.registry.run("form_help")
        wait(lambda: form_board.requests)
        assert len(form_board.requests) == 1 and window.paper_form.known is None
        assert form_card(window).note.cget("text") == side_words.FORM_WORKING and board_labels(window) == []
        play_move(window, "b2")
        play_move(window, "a1")
        assert shows_position(window) and len(form_board.requests) == 1, (
            "only one request runs, and the window does not wait for it"
        )
        form_board.gate.set()
        wait_for_help(window)
        assert len(form_board.requests) == 2, "the skipped position is not computed"
        assert form_board.requests[1] == window.playing.point.text() and grid_texts(window)[3] == "1"


def test_failed_help_gives_the_reason(form_board: FormBoard) -> None:
    with open_window(HERD) as window:
        form_board.fault = "there are more than 50,000 worlds"
        press("d")
        window.registry.run("form_help")
        wait_for_help(window)
        assert form_card(window).note.cget("text") == side_words.not_worked_out(form_board.fault)
        form_board.fault = ""
        play_move(window, "b2")
        wait_for_help(window)
        assert grid_texts(window)[3:5] == ["0", "0"]


def test_closing_the_window_does_not_wait_for_help(form_board: FormBoard) -> None:
    with open_window(HERD) as window:
        window.registry.run("form_help")
        wait_for_help(window)
        for _ in range(3):
            window.paper_form.context = ()
            window.paper_form.update()
        before = time.perf_counter()
    assert time.perf_counter() - before < 30 and len(form_board.requests) <= 3


def test_live_text_includes_the_form(form_board: FormBoard) -> None:
    with open_window(HERD) as window:
        window.paper_form.writer()((0, 1), "3?")
        press("l")
        page = window.screen.side.page
        assert isinstance(page, LiveText) and "a: red: -, blue: 3?" in page.lines
        window.registry.run("form_help")
        wait_for_help(window)
        assert "a: red: - (0), blue: 3? (0)" in page.lines

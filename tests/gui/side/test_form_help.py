"""Help in the record form."""

from __future__ import annotations

import time

import pytest

pytest.importorskip("tkinter")

from tests.gui.side.forms import Board, form_card, helped, labels, play, texts
from tests.kit.windows import HERD, click, matches, opened, point_at, press, settle, shown, wait
from workbench.game import form_notes
from workbench.gui.board.board_view import BoardView
from workbench.gui.play.viewing import Viewing
from workbench.gui.side import words as side_words
from workbench.gui.sound.live_text import LiveText
from workbench.records.schema import Help

pytestmark = [pytest.mark.window, pytest.mark.usefixtures("home")]


def test_help_is_off_until_it_is_wanted_and_is_remembered(formed: Board) -> None:
    with opened(HERD) as window:
        play(window, "b2")
        press("d")
        assert not formed.asked and labels(window) == []
        click(window.screen.side.buttons["form_help"])
        helped(window)
        assert window.screen.side.buttons["form_help"].cget("text") == side_words.HELP_ON
        assert texts(window) == ["red", "blue", "a", "0", "0", "b", "2", "0"] and labels(window) == ["9 %"]
        assert form_notes.of(window.table.session.document.tree.head.notes, 0).helped == (Help(since=1),)
        assert side_words.helped([Help(since=1)]) == form_card(window).note.cget("text")
        play(window, "a1")
        helped(window)
        assert texts(window) == ["red", "blue", "a", "1", "0", "b", "2", "0"], "it goes with the game"
        window.registry.run("back")
        helped(window)
        assert texts(window) == ["red", "blue", "a", "0", "0", "b", "2", "0"], "and with what is looked at"
        window.registry.run("end")
        window.registry.run("dark")
        helped(window)
        assert labels(window) == ["9 %"] and texts(window)[3] == "1"
        view = window.screen.view
        assert isinstance(view, BoardView)
        before = view.place_of("a1")
        window.registry.run("rotate")
        wait(lambda: view.place_of("a1") != before)
        (label,) = view.find_withtag("beliefs-words")
        assert tuple(view.coords(label)) == view.place_of("a1"), "it stays with its place when the board is turned"
        assert "9 %</text>" in window.shell.feature(Viewing).svg() and labels(window) == ["9 %"]
        window.registry.run("form_help")
        settle()
        assert texts(window) == ["red", "blue", "a", "b"] and labels(window) == []
        assert form_notes.of(window.table.session.document.tree.head.notes, 0).helped == (Help(since=1, until=2),)
        assert "Help was on from move 1 to 2" in form_card(window).note.cget("text")


def test_a_move_tells_what_it_would_reveal(formed: Board) -> None:
    with opened(HERD) as window:
        view = window.screen.view
        assert isinstance(view, BoardView)
        point_at(view, *view.place_of("a1"))
        assert "tell a lot" not in shown(window)
        window.registry.run("form_help")
        wait(lambda: "a1 would tell a lot." in shown(window))
        assert shown(window).index("place here") < shown(window).index("a1 would tell")
        point_at(view, *view.place_of("b3"))
        assert "tell a lot" not in shown(window), "no move, nothing to tell"
        point_at(view, *view.place_of("a3"))
        wait(lambda: "a3 would tell a lot." in shown(window))
        press("d")
        point_at(view, *view.place_of("a1"))
        wait(lambda: form_card(window).note.cget("text") == "a1 would tell a lot.")


def test_the_window_does_not_wait_and_old_answers_are_dropped(formed: Board) -> None:
    with opened(HERD) as window:
        press("d")
        formed.gate.clear()
        window.registry.run("form_help")
        wait(lambda: formed.asked)
        assert len(formed.asked) == 1 and window.paper_form.known is None
        assert form_card(window).note.cget("text") == side_words.FORM_WORKING and labels(window) == []
        play(window, "b2")
        play(window, "a1")
        assert matches(window) and len(formed.asked) == 1, "one thing at a time; nobody waited for it"
        formed.gate.set()
        helped(window)
        assert len(formed.asked) == 2, "what is passed by is not worked out"
        assert formed.asked[1] == window.playing.point.text() and texts(window)[3] == "1"


def test_what_cannot_be_worked_out_is_said(formed: Board) -> None:
    with opened(HERD) as window:
        formed.fault = "there are more than 50,000 worlds"
        press("d")
        window.registry.run("form_help")
        helped(window)
        assert form_card(window).note.cget("text") == side_words.not_worked_out(formed.fault)
        formed.fault = ""
        play(window, "b2")
        helped(window)
        assert texts(window)[3:5] == ["0", "0"]


def test_a_window_that_closes_does_not_wait_for_what_nobody_wants(formed: Board) -> None:
    with opened(HERD) as window:
        window.registry.run("form_help")
        helped(window)
        for _ in range(3):
            window.paper_form.about = ()
            window.paper_form.follow()
        before = time.perf_counter()
    assert time.perf_counter() - before < 30 and len(formed.asked) <= 3


def test_the_live_text_holds_the_form(formed: Board) -> None:
    with opened(HERD) as window:
        window.paper_form.pen()((0, 1), "3?")
        press("l")
        page = window.screen.side.page
        assert isinstance(page, LiveText) and "a: red: -, blue: 3?" in page.lines
        window.registry.run("form_help")
        helped(window)
        assert "a: red: - (0), blue: 3? (0)" in page.lines

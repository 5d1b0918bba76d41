"""The record form in the window: filled by hand, kept and undone, for one seat's eyes; and help with it, from a thread."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("tkinter")

from tkinter import Canvas

from fastcore import Stream, TooMany, Viewpoint
from tests.kit.windows import PLACING, TWO, click, matches, opened, point_at, press, settle, shown, type_text, wait
from workbench import boards
from workbench.boards.herd import board as herd_board
from workbench.boards.kit.choices import Form
from workbench.boards.kit.elements import Label, Point
from workbench.game import form_notes
from workbench.gui.board.board_view import BoardView
from workbench.gui.play import words as play_words
from workbench.gui.play.viewing import Viewing
from workbench.gui.side import words as side_words
from workbench.gui.side.form_card import FormCard
from workbench.gui.sound.live_text import LiveText
from workbench.gui.window import Window
from workbench.records.schema import Help
from workbench.storage.session_records import record_of, session_of
from workbench.table.setup import Setup

pytestmark = [pytest.mark.window, pytest.mark.usefixtures("home")]

HERD = Setup("herd(size=3)", TWO, 1, PLACING)
ALONE = Setup("herd(size=3)", ("person", "random"), 1, PLACING)
CARDS = Setup("herbalism", ("person", "person", "random"), 1)
LETTERS = "ab"


class Board(herd_board.Board):
    """A board with a form: how many stones of each colour stand in the first rows. What can be known waits for `gate`."""

    gate = threading.Event()
    fault = ""
    asked: list[str]

    def __init__(self) -> None:
        self.asked = []
        self.gate.set()

    def form(self, point: Point) -> Form | None:
        return Form("Stones", ("red", "blue"), tuple(LETTERS))

    def deduced(self, point: Viewpoint) -> tuple[tuple[str, ...], ...]:
        self.asked.append(point.text())
        assert threading.current_thread() is not threading.main_thread()
        assert self.gate.wait(30)
        if self.fault:
            raise TooMany(self.fault)
        there = herd_board.stones(point.fields)
        found = [(stone, cell[0]) for cell, stone in there.items()]
        return tuple(tuple(str(found.count((side, row))) for side in "rb") for row in LETTERS)

    def believed(self, point: Viewpoint) -> tuple[Label, ...]:
        x, y = self.ground(point.fields).spots["a1"].x, self.ground(point.fields).spots["a1"].y
        return (Label(f"{point.turn} %", x, y, 0.3, "text", "a1"),)

    def reveals(self, point: Viewpoint, move: str) -> str:
        assert threading.current_thread() is not threading.main_thread()
        return f"{move} would tell a lot."


@pytest.fixture
def formed(monkeypatch: pytest.MonkeyPatch) -> Iterator[Board]:
    """The window's board of one game is this one."""
    board, others = Board(), boards.find
    monkeypatch.setattr(boards, "find", lambda game: board if game == "herd" else others(game))
    yield board
    board.gate.set()


def form_card(window: Window) -> FormCard:
    assert isinstance(window.dock.page, FormCard)
    return window.dock.page


def texts(window: Window) -> list[str]:
    """All words in the grid."""
    view = form_card(window).grid_view
    return [words_of(view, number) for number in view.find_all() if str(view.type(number)) == "text"]


def words_of(view: Canvas, number: int) -> str:
    return str(view.itemcget(number, "text"))  # type: ignore[no-untyped-call]


def written(window: Window, seat: int = 0) -> dict[form_notes.Cell, str]:
    form = window.desk.form
    assert form is not None
    return form_notes.written(window.table.session.tree.head.notes, seat, form.head)


def click_cell(window: Window, row: int, column: int) -> None:
    left, top, right, bottom = form_card(window).boxes[row, column]
    click(form_card(window).grid_view, (left + right) // 2, (top + bottom) // 2)


def labels(window: Window) -> list[str]:
    """What stands on the board about what is hidden."""
    view = window.view
    assert isinstance(view, BoardView)
    return [words_of(view, number) for number in view.find_withtag("beliefs-words")]


def play(window: Window, move: str) -> None:
    """Make a move of whoever decides, and see it shown."""
    window.table.play(move)
    wait(lambda: not window.playing.presenter.busy)
    settle()


def helped(window: Window) -> None:
    wait(lambda: window.desk.known is not None or window.desk.reason)
    settle()


# Filled by hand -------------------------------------------------------------------------------------------------------


def test_a_game_without_a_form_says_so() -> None:
    with opened(HERD) as window:
        press("d")
        assert window.dock.kind == "" and side_words.NO_FORM in shown(window)
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
        assert window.dock.kind == "form"
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
        assert isinstance(window.view, BoardView)
        click(window.view, *window.view.place_of("a1"))
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
        assert form_notes.written(again.tree.head.notes, 0, "Stones") == {(0, 0): "7"}
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
        assert form_notes.written(second.tree.head.notes, 0, "Stones") == {(0, 0): "5"} and first.tree.head.notes == ()
        assert "5" not in texts(window)


@pytest.mark.parametrize("side", ["form", "account"])
def test_what_stood_beside_the_board_is_there_again(formed: Board, side: str) -> None:
    with opened(HERD, side=side) as window:
        assert window.dock.kind == side
    with opened(Setup("forest", TWO, 1), side=side) as window:
        assert window.dock.kind == ("" if side == "form" else side), "where there is no form there is none"
        press("j")
        assert window.dock.kind == ("account" if side == "form" else "")


# Help -----------------------------------------------------------------------------------------------------------------


def test_help_is_off_until_it_is_wanted_and_is_remembered(formed: Board) -> None:
    with opened(HERD) as window:
        play(window, "b2")
        press("d")
        assert not formed.asked and labels(window) == []
        click(window.dock.buttons["form_help"])
        helped(window)
        assert window.dock.buttons["form_help"].cget("text") == side_words.HELP_ON
        assert texts(window) == ["red", "blue", "a", "0", "0", "b", "2", "0"] and labels(window) == ["9 %"]
        assert form_notes.of(window.table.session.tree.head.notes, 0).helped == (Help(since=1),)
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
        view = window.view
        assert isinstance(view, BoardView)
        before = view.place_of("a1")
        window.registry.run("rotate")
        wait(lambda: view.place_of("a1") != before)
        (label,) = view.find_withtag("beliefs-words")
        assert tuple(view.coords(label)) == view.place_of("a1"), "it stays with its place when the board is turned"
        assert "9 %</text>" in Viewing(window).svg() and labels(window) == ["9 %"]
        window.registry.run("form_help")
        settle()
        assert texts(window) == ["red", "blue", "a", "b"] and labels(window) == []
        assert form_notes.of(window.table.session.tree.head.notes, 0).helped == (Help(since=1, until=2),)
        assert "Help was on from move 1 to 2" in form_card(window).note.cget("text")


def test_a_move_tells_what_it_would_reveal(formed: Board) -> None:
    with opened(HERD) as window:
        view = window.view
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
        assert len(formed.asked) == 1 and window.desk.known is None
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
            window.desk.about = ()
            window.desk.follow()
        before = time.perf_counter()
    assert time.perf_counter() - before < 30 and len(formed.asked) <= 3


def test_the_live_text_holds_the_form(formed: Board) -> None:
    with opened(HERD) as window:
        window.desk.pen()((0, 1), "3?")
        press("l")
        page = window.dock.page
        assert isinstance(page, LiveText) and "a: red: -, blue: 3?" in page.lines
        window.registry.run("form_help")
        helped(window)
        assert "a: red: - (0), blue: 3? (0)" in page.lines


# For one seat's eyes --------------------------------------------------------------------------------------------------


def all_words(window: Window) -> str:
    """Everything that stands in the dock, as text on a canvas or in a widget."""
    found = texts(window) if isinstance(window.dock.page, FormCard) else []
    if isinstance(window.dock.page, LiveText):
        found += window.dock.page.lines
    note = form_card(window).note.cget("text") if isinstance(window.dock.page, FormCard) else ""
    return "\n".join([*found, note, *labels(window)])


@pytest.mark.parametrize("key", ["d", "l"])
def test_nobody_sees_what_another_wrote(key: str) -> None:
    with opened(CARDS) as window:
        session = window.table.session
        assert window.table.screen.handing_to is not None
        first = window.table.screen.handing_to
        window.registry.run("form")
        assert window.dock.kind != "form" or texts(window) == []
        window.table.take_over()
        settle()
        if window.dock.kind:
            window.registry.run(window.dock.kind)
        press(key)
        window.desk.pen()((1, 0), "SECRET")
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
                assert window.registry["form"].why_not() == play_words.hand_over(boards.side(window.table.info, handing))
                window.table.take_over()
                settle()
                if handing != first:
                    assert "SECRET" not in all_words(window) and not window.desk.helping and labels(window) == []
                    assert "SECRET" not in "\n".join(window.desk.lines())
                    seen += 1
                elif seen:
                    assert window.desk.helping
                    helped(window)
                    assert "SECRET" in all_words(window)
                    break
            state = window.table.state
            play(window, state.move_text(stream.choice(state.moves())))
        assert seen and [one.seat for one in session.tree.head.notes] == [first]


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
            return [text for one in session.tree.head.notes for form in one.forms.values() for text in form.values()]

        press("d")
        assert window.dock.kind == "form"
        press("Return")
        type_text("d7")  # a cell is open: these are letters
        press("Return")
        assert cells() == ["d7"] and window.dock.kind == "form"
        type_text("5")
        press("Escape")
        assert cells() == ["d7"] and window.dock.kind == "form", "Esc leaves the cell"
        press("Escape")
        assert window.dock.kind == "", "and then the form"
        press("d")
        assert window.dock.kind == "form"
        press("d", "Shift_L")
        assert window.desk.helping and window.dock.kind == "form"
        press("d")
        assert window.dock.kind == "" and cells() == ["d7"]


def test_what_is_being_written_belongs_to_its_game_when_another_begins() -> None:
    with opened(Setup("herbalism", ("person", "random", "random"), 1), side="form") as window:
        session = window.table.session
        click(window.dock.page.grid_view, *[int(side) + 4 for side in window.dock.page.boxes[0, 0][:2]])  # type: ignore[union-attr]
        type_text("2")
        window.table.begin(Setup("herd(size=2)", ("person",) * 2, 1))
        settle()
        assert window.table.info.id == "herd"
        assert "2" in [text for one in session.tree.head.notes for cells in one.forms.values() for text in cells.values()]

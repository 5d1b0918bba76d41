"""Tests that a new game keeps tabs with work, and of undo after hidden cards were shown."""

from __future__ import annotations

import pytest

pytest.importorskip("tkinter")

from tests.gui.new_game.dialogs import open_dialog, start
from tests.kit.windows import TWO, TestedWindow, open_window, press, root, settle, status_text, wait
from workbench.game.session import PERSON
from workbench.gui.board.board_view import BoardView
from workbench.gui.new_game import words
from workbench.gui.new_game.dialog import NewGame
from workbench.gui.play import words as play_words
from workbench.table.setup import Setup

pytestmark = [pytest.mark.window, pytest.mark.usefixtures("home")]

FULL = "rr/rrr/bb . 7 - -"
LAST_CELL = "rrb/rbbr/rb1rb/rbbr/rbb r 15 2-1 x0+2"
ANSWER = "bb ggb/gbb/rryyyg 0,0,0 1 1 14 cure:3:1 gb,gy,rg a=rb,-,- -,-,-"


def begin(window: TestedWindow) -> None:
    """Begin a new game with the dialog as it is."""
    dialog = open_dialog(window, unfold=False)
    start(dialog)
    wait(lambda: not dialog.winfo_exists())


def test_new_game_replaces_a_plain_game() -> None:
    with open_window(Setup("herd(size=2)", TWO, 1)) as window:
        window.playing.play("a1")
        begin(window)
        assert len(window.games.open) == 1


def test_new_game_keeps_a_position_from_set_up() -> None:
    with open_window(Setup("herd(size=3)", TWO, 1, LAST_CELL)) as window:
        session = window.table.session
        begin(window)
        assert len(window.games.open) == 2 and window.table.session is not session
        assert session in [table.session for table in window.games.tables]


def test_new_game_keeps_an_analysis() -> None:
    with open_window(Setup("herd(size=2)", TWO, 1)) as window:
        window.registry.run("analyse_mode")
        begin(window)
        assert len(window.games.open) == 2 and window.games.layers.mode(window.table) == "play"


def test_new_tab_asks_which_game() -> None:
    with open_window(Setup("herd(size=2)", TWO, 1)) as window:
        press("t", "Control_L")
        dialog = window.pages.open["new"]
        assert isinstance(dialog, NewGame) and len(window.games.open) == 1, "nothing begins before the choice"
        start(dialog)
        wait(lambda: not dialog.winfo_exists())
        assert len(window.games.open) == 2


def test_new_game_after_a_finished_position_starts_from_the_beginning() -> None:
    with open_window(Setup("herd(size=2)", TWO, 1, FULL)) as window:
        window.registry.run("set_up_mode")
        settle()
        window.registry.run("new")
        dialog = window.pages.open["new"]
        assert isinstance(dialog, NewGame)
        assert dialog.opening.box.get() == words.FROM_START
        assert words.FROM_BOARD not in dialog.opening.box.cget("values")
        dialog.destroy()


def test_undo_is_unavailable_once_several_people_saw_the_cards() -> None:
    with open_window(Setup("herbalism", ("random", PERSON, PERSON), 1, ANSWER)) as window:
        undo, table = window.shell.commands["undo"], window.table
        table.take_over()
        table.play("answer:==")
        assert undo.why_not() == play_words.CARDS_SHOWN, "the round is over"
        assert window.shell.commands["take_back"].why_not() == play_words.CARDS_SHOWN
        table.view_node(0)
        assert not table.may_play


def test_rematch_names_the_side_and_the_end_says_you() -> None:
    with open_window(Setup("herd(size=3)", (PERSON, "random"), 1, LAST_CELL)) as window:
        window.playing.play("c3")
        wait(lambda: window.table.over)
        settle(0.2)
        assert "You win 10–9." in status_text(window)
        window.registry.run("rematch")
        settle()
        assert window.notice.text == "You play Blue now."
        root().update()


def test_marks_of_another_tab_do_not_stay_while_outcomes_are_offered() -> None:
    """Regression: the rings of a larger board remained on a smaller board that waited for a roll."""
    with open_window(Setup("herd(size=3)", TWO, 1)) as window:
        window.playing.play("c3")
        window.registry.run("analyse_mode")
        settle()
        window.games.begin(Setup("herd(size=5)", TWO, 1))
        settle()
        window.games.show(0)
        window.table.view_node(0)
        settle()
        assert window.playing.move_input.chance.texts, "the game waits for a roll"
        window.games.show(1)
        settle()
        assert isinstance(window.screen.view, BoardView)
        painter = window.screen.view.painter
        assert painter.shown["open"], "the second game waits for a move"
        window.games.show(0)
        settle()
        assert not painter.shown["open"]

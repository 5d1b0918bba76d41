"""Tests of one screen shared by several people: hand-over between tabs, private pages, and undo."""

from __future__ import annotations

import pytest

pytest.importorskip("tkinter")

from Xlib import XK, X
from Xlib.ext import xtest

from tests.gui.board.viewing import view_of
from tests.gui.whole.test_privacy import lock_plan, take_over_screen
from tests.kit.windows import (
    TWO,
    TestedWindow,
    click,
    flush_events,
    open_window,
    press,
    root,
    screen,
    settle,
    status_text,
    type_text,
    wait,
)
from workbench.game.session import PERSON
from workbench.gui.play import words as play_words
from workbench.gui.side import words as side_words
from workbench.gui.side.account_card import AccountCard
from workbench.table.setup import Setup

pytestmark = [pytest.mark.window, pytest.mark.usefixtures("home")]

HERBS = Setup("herbs(ap=30,actions=2,rounds=3)", TWO, 1, names=("Anna", "Ben"))
THREE_PLAYERS = Setup("herbalism", (PERSON,) * 3, 3)
PLAN = ("0M2", "1TR", "WhH5")


def is_covered(window: TestedWindow) -> bool:
    settle()
    return bool(window.screen.cover.winfo_viewable())


def test_unnamed_players_tab_is_covered_on_every_switch() -> None:
    with open_window(THREE_PLAYERS) as window:
        take_over_screen(window)
        window.tabs.begin(HERBS)
        assert is_covered(window), "the new table may belong to another person"
        window.table.take_over()
        wait(lambda: window.playing.accepts_moves)
        window.tabs.show(0)
        assert is_covered(window), "Anna may be any player at the first table"
        assert window.table.point.seat is None
        window.table.take_over()
        wait(lambda: window.playing.accepts_moves)


def test_named_player_is_recognised_in_every_tab() -> None:
    with open_window(HERBS) as window:
        take_over_screen(window)
        window.tabs.begin(HERBS._replace(seed=2, names=("Ben", "Anna")))
        assert is_covered(window) and "Ben" in window.screen.cover.head.cget("text")
        window.tabs.begin(HERBS._replace(seed=3))
        assert not is_covered(window), "Anna is still at the screen"
        lock_plan(window, *PLAN)
        for tab in (0, 1, 2):
            window.tabs.show(tab)
            assert is_covered(window), "Anna has handed the screen over"
        window.table.take_over()
        wait(lambda: window.playing.accepts_moves)
        assert window.table.screen.viewer == 1
        window.tabs.show(1)
        assert not is_covered(window) and window.table.screen.viewer == 0, "Ben has seat 0 there"
        window.tabs.show(0)
        assert is_covered(window) and "Anna" in window.screen.cover.head.cget("text")


def test_cover_names_the_next_player_and_the_task_once() -> None:
    with open_window(HERBS) as window:
        settle()
        assert window.screen.cover.head.cget("text") == "Pass the screen to Anna (Red) to write a plan."
        assert window.screen.cover.button.cget("text") == play_words.confirm_label("Anna (Red)")
        press("Left", "Alt_L")
        settle()
        assert status_text(window).count("Pass the screen to Anna (Red).") == 1
        press("j")
        page = window.screen.side.page
        assert isinstance(page, AccountCard) and side_words.COVERED in page.text.get("1.0", "end")


def test_open_page_belongs_to_the_player_who_opened_it() -> None:
    with open_window(THREE_PLAYERS) as window:
        take_over_screen(window)
        press("d")
        assert window.screen.side.kind == "form"
        point = window.table.point
        window.playing.play(next(text for text in map(point.move_text, point.moves()) if ":appeal:" in text))
        wait(lambda: is_covered(window))
        assert window.screen.side.kind == ""
        window.table.take_over()
        wait(lambda: window.playing.accepts_moves)
        assert window.screen.side.kind == ""
        window.registry.run("undo")
        wait(lambda: is_covered(window))
        window.table.take_over()
        wait(lambda: window.playing.accepts_moves)
        assert window.screen.side.kind == "form"


def test_undo_names_the_owner_of_the_plan() -> None:
    with open_window(HERBS) as window:
        take_over_screen(window)
        lock_plan(window, *PLAN)
        window.table.take_over()
        wait(lambda: window.playing.accepts_moves)
        undo = window.registry["undo"]
        assert undo.menu_label is not None and undo.menu_label() == play_words.undo("move", ["Anna (Red)"])
        window.registry.run("undo")
        assert window.notice.text == play_words.undone_of(["Anna (Red)"])


def test_lock_key_does_not_confirm_the_hand_over() -> None:
    with open_window(HERBS) as window:
        take_over_screen(window)
        for move in PLAN:
            window.playing.play(move)
        press("Return", "Control_L")
        wait(lambda: is_covered(window))
        press("Return", "Control_L")
        assert is_covered(window), "pressing the key twice"
        keycode = screen().keysym_to_keycode(XK.string_to_keysym("Return"))
        xtest.fake_input(screen(), X.KeyPress, screen().keysym_to_keycode(XK.string_to_keysym("Control_L")))
        xtest.fake_input(screen(), X.KeyPress, keycode)
        xtest.fake_input(screen(), X.KeyRelease, screen().keysym_to_keycode(XK.string_to_keysym("Control_L")))
        flush_events()
        settle(0.9)
        assert is_covered(window), "holding the key after Ctrl is released"
        xtest.fake_input(screen(), X.KeyRelease, keycode)
        flush_events()
        press("Return")
        assert not is_covered(window) and window.table.screen.viewer == 1


def test_text_typed_under_the_cover_is_discarded() -> None:
    with open_window(HERBS) as window:
        wait(lambda: is_covered(window))
        press("slash")
        type_text("0M2")
        press("Return")
        assert play_words.COVERED in status_text(window) and window.shell.status.typed_text() == "0M2"
        window.tabs.begin(Setup("herd(size=3)", TWO, 1))
        window.tabs.show(0)
        assert is_covered(window) and window.shell.status.typed_text() == "", (
            "the typed text is discarded on a tab switch"
        )
        type_text("/1TR")
        click(window.screen.cover.button)
        assert not is_covered(window) and window.shell.status.typed_text() == "", (
            "the typed text is discarded at the hand-over"
        )
        press("slash")
        press("Return")
        draft = window.drafting.draft
        assert draft is not None and not draft.moves, "no typed move is played"


def test_guide_over_the_cover_gets_all_keys() -> None:
    with open_window(HERBS) as window:
        wait(lambda: is_covered(window))
        press("k", "Control_L")
        type_text("guided")
        press("Return")
        guide = window.pages.over
        assert guide is not None
        press("n", "Control_L")
        press("d")
        assert "new" not in window.pages.open and window.screen.side.kind == "" and guide.winfo_exists()
        window.screen.cover.focus_set()  # the guide gets the keys even if the cover has the focus
        press("n", "Control_L")
        assert "new" not in window.pages.open
        press("Escape")
        assert window.pages.over is None and is_covered(window) and root().focus_get() is window.screen.cover.button
        window.registry.run("guide")
        window.table.begin(HERBS._replace(seed=9))
        assert window.pages.over is None, "a new game closes the guide"


def test_board_names_the_people() -> None:
    with open_window(THREE_PLAYERS._replace(names=("Anna", "", "Bartholomew"))) as window:
        take_over_screen(window)
        texts = [label.text for label in view_of(window).labels]
        assert texts[:3] == ["Anna", "Seat 2", "Barthol…"]


@pytest.mark.sample(2)
@pytest.mark.parametrize("retracted", [("0M2", "1TR", "WhH5"), ("0P1/1", "1TR", "WhH6")])
def test_retracted_plan_leaves_no_trace(retracted: tuple[str, ...]) -> None:
    """After the round, both plans are undone. The list shows what the round revealed."""

    def write_plan(moves: tuple[str, ...]) -> None:
        window.table.take_over()
        wait(lambda: window.playing.accepts_moves)
        assert window.drafting.draft is not None
        while window.drafting.draft.moves:
            window.drafting.remove()
        for move in moves:
            window.playing.play(move)
        window.drafting.lock()

    with open_window(HERBS) as window:
        write_plan(retracted)
        window.table.retract()
        write_plan(("0M2", "1TR", "WhH5"))
        write_plan(("2BU1", "2BU2", "BlA1"))
        wait(lambda: not window.playing.presenter.busy)
        for _ in range(2):
            window.table.session.document.restrict_undo(None)
            window.table.undo()
        settle()
        listed = " ".join(text for row in window.moves.card.written for text in row.texts)
        assert "0M2 1TR WhH5" in listed

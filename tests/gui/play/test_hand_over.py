"""One screen for several persons: who sits before it is the same in every tab, what they have open is theirs, and
undo says whose decision it takes back."""

from __future__ import annotations

import pytest

pytest.importorskip("tkinter")

from Xlib import XK, X
from Xlib.ext import xtest

from tests.gui.whole.test_privacy import locked, seated
from tests.kit.windows import TWO, Tested, arrive, click, opened, press, root, screen, settle, shown, type_text, wait
from workbench.game.session import PERSON
from workbench.gui.play import words as play_words
from workbench.gui.side import words as side_words
from workbench.gui.side.account_card import AccountCard
from workbench.table.setup import Setup

pytestmark = [pytest.mark.window, pytest.mark.usefixtures("home")]

HERBS = Setup("herbs(ap=30,actions=2,rounds=3)", TWO, 1, names=("Anna", "Ben"))
TABLE = Setup("herbalism", (PERSON,) * 3, 3)
PLAN = ("0M2", "1TR", "WhH5")


def covered(window: Tested) -> bool:
    settle()
    return bool(window.screen.cover.winfo_viewable())


def test_another_tab_is_covered_when_another_person_has_come() -> None:
    with opened(TABLE) as window:
        seated(window)
        window.tabs.begin(HERBS)
        assert covered(window), "nobody knows that it is the same person"
        window.table.take_over()
        wait(lambda: window.playing.ours)
        window.tabs.show(0)
        assert covered(window), "Anna may be anybody at the other table"
        assert window.table.point.seat is None
        window.table.take_over()
        wait(lambda: window.playing.ours)


def test_a_person_with_a_name_is_known_in_every_tab() -> None:
    with opened(HERBS) as window:
        seated(window)
        window.tabs.begin(HERBS._replace(seed=2, names=("Ben", "Anna")))
        assert covered(window) and "Ben" in window.screen.cover.head.cget("text")
        window.tabs.begin(HERBS._replace(seed=3))
        assert not covered(window), "Anna is still there"
        locked(window, *PLAN)
        for tab in (0, 1, 2):
            window.tabs.show(tab)
            assert covered(window), "she has made way for somebody"
        window.table.take_over()
        wait(lambda: window.playing.ours)
        assert window.table.screen.viewer == 1
        window.tabs.show(1)
        assert not covered(window) and window.table.screen.viewer == 0, "Ben is the first there"
        window.tabs.show(0)
        assert covered(window) and "Anna" in window.screen.cover.head.cget("text")


def test_the_cover_says_who_is_wanted_and_what_for_once() -> None:
    with opened(HERBS) as window:
        settle()
        assert window.screen.cover.head.cget("text") == "Hand the screen to Anna to write a plan."
        assert window.screen.cover.button.cget("text") == play_words.there("Anna")
        press("Left", "Alt_L")
        settle()
        assert shown(window).count("Hand the screen to Anna.") == 1
        press("j")
        page = window.screen.side.page
        assert isinstance(page, AccountCard) and side_words.COVERED in page.text.get("1.0", "end")


def test_what_one_has_open_is_not_open_for_the_next() -> None:
    with opened(TABLE) as window:
        seated(window)
        press("d")
        assert window.screen.side.kind == "form"
        point = window.table.point
        window.playing.play(next(text for text in map(point.move_text, point.moves()) if ":appeal:" in text))
        assert covered(window) and window.screen.side.kind == ""
        window.table.take_over()
        wait(lambda: window.playing.ours)
        assert window.screen.side.kind == ""
        window.registry.run("undo")
        assert covered(window)
        window.table.take_over()
        wait(lambda: window.playing.ours)
        assert window.screen.side.kind == "form"


def test_undo_says_whose_plan_it_takes_back() -> None:
    with opened(HERBS) as window:
        seated(window)
        locked(window, *PLAN)
        window.table.take_over()
        wait(lambda: window.playing.ours)
        undo = window.registry["undo"]
        assert undo.exactly is not None and undo.exactly() == play_words.undo("move", ["Anna"])
        window.registry.run("undo")
        assert window.notice.text == play_words.undone_of(["Anna"])


def test_the_lock_key_never_says_that_the_next_person_is_there() -> None:
    with opened(HERBS) as window:
        seated(window)
        for move in PLAN:
            window.playing.play(move)
        press("Return", "Control_L")
        wait(lambda: covered(window))
        press("Return", "Control_L")
        assert covered(window), "struck twice"
        keycode = screen().keysym_to_keycode(XK.string_to_keysym("Return"))
        xtest.fake_input(screen(), X.KeyPress, screen().keysym_to_keycode(XK.string_to_keysym("Control_L")))
        xtest.fake_input(screen(), X.KeyPress, keycode)
        xtest.fake_input(screen(), X.KeyRelease, screen().keysym_to_keycode(XK.string_to_keysym("Control_L")))
        arrive()
        settle(0.9)
        assert covered(window), "held, and without Ctrl by now"
        xtest.fake_input(screen(), X.KeyRelease, keycode)
        arrive()
        press("Return")
        assert not covered(window) and window.table.screen.viewer == 1


def test_what_is_typed_under_the_cover_is_neither_made_nor_there_for_the_next() -> None:
    with opened(HERBS) as window:
        wait(lambda: covered(window))
        press("slash")
        type_text("0M2")
        press("Return")
        assert play_words.COVERED in shown(window) and window.shell.status.typed() == "0M2"
        window.tabs.begin(Setup("herd(size=3)", TWO, 1))
        window.tabs.show(0)
        assert covered(window) and window.shell.status.typed() == "", "what was typed there is not there again"
        type_text("/1TR")
        click(window.screen.cover.button)
        assert not covered(window) and window.shell.status.typed() == "", "the next one finds nothing of it"
        press("slash")
        press("Return")
        draft = window.drafting.draft
        assert draft is not None and not draft.moves, "and nothing of it is made"


def test_a_guide_over_the_cover_has_all_keys() -> None:
    with opened(HERBS) as window:
        wait(lambda: covered(window))
        press("k", "Control_L")
        type_text("guided")
        press("Return")
        guide = window.pages.over
        assert guide is not None
        press("n", "Control_L")
        press("d")
        assert "new" not in window.pages.open and window.screen.side.kind == "" and guide.winfo_exists()
        window.screen.cover.focus_set()  # whatever may have brought it back
        press("n", "Control_L")
        assert "new" not in window.pages.open
        press("Escape")
        assert window.pages.over is None and covered(window) and root().focus_get() is window.screen.cover.button
        window.registry.run("guide")
        window.table.begin(HERBS._replace(seed=9))
        assert window.pages.over is None, "a new game is seen"

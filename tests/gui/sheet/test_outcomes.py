"""Choices on the sheet, with what they would do."""

from __future__ import annotations

import pytest

pytest.importorskip("tkinter")

from tests.gui.sheet.sheets import BID, begin, button, choose, tab_to, take_over, writing, written
from tests.gui.whole.test_fits import cut_off, overlapping
from tests.kit.windows import (
    TWO,
    click_spot,
    point_at,
    press,
    root,
    shown,
    wait,
)
from workbench.gui.board.board_view import BoardView
from workbench.gui.sound.live_text import LiveText
from workbench.gui.widgets.tips import Tip
from workbench.table.setup import Setup

pytestmark = [pytest.mark.window, pytest.mark.usefixtures("home")]


def test_choices_are_shown_with_what_they_would_do() -> None:
    with writing(begin(), side="live") as window:
        click_spot(window, "A1")
        push = button(window, "TL")
        point_at(push)
        assert "turns left" in shown(window)
        wait(lambda: Tip.shown is not None)
        point_at(window.screen.view)
        press("r")
        assert written(window) == ("0TR",), "a key of a button is no command while the board has the focus"
        click_spot(window, "A1")
        assert isinstance(window.screen.side.page, LiveText) and any(
            "Turn left" in line for line in window.screen.side.page.lines
        )
        tab_to(window, button(window, "TL"))
        assert "turns left" in shown(window)
        press("Return")
        assert written(window) == ("0TR", "0TL") and root().focus_get() in (
            window.screen.view,
            *window.screen.choices.buttons,
        )


def test_pointing_tells_before_a_click_what_is_in_range_and_what_a_push_costs() -> None:
    position = "11/11/11/11/11/11/3w1ww4/4w6/11/11/11 E3^,A3>,A11v,B3v 30,30 12w8b,12w8b 0,0 2 3 0 write:1:|"
    with writing(begin(position)) as window:
        view = window.screen.view
        assert isinstance(view, BoardView)
        for spot, told, shape in (
            ("A3", "Herb 1 has Herb 3 in range", "aim"),
            ("E4", "costs 1 AP for 1 square", "front"),
            ("E5", "completes", "scores"),
        ):
            point_at(view, *view.place_of(spot))
            assert told in shown(window) and shape in {item.shape for item in view.painter.shown["foresee"]}
        assert not window.playing.move_input.entry.chosen
        for key in ("0", "p", "2"):
            press(key)
        assert "(Enter)" in shown(window) and [choice.proposed for choice in window.screen.choices.shown][:2] == [
            True,
            False,
        ]
        assert window.screen.choices.buttons[0].cget("style") == "Main.TButton"
        press("Return")
        assert written(window) == ("0P2/2",), "what it costs today"


def test_what_cannot_be_chosen_is_grey_and_says_why() -> None:
    with writing(Setup("herbs(ap=10,actions=3,rounds=3)", TWO, 1)) as window:
        window.playing.type_move("0M6 0M4")
        click_spot(window, "K1")
        grey = [
            (one, choice)
            for one, choice in zip(window.screen.choices.buttons, window.screen.choices.shown, strict=False)
            if choice.why
        ]
        assert grey and all("disabled" in one.state() for one, _ in grey)
        point_at(grey[0][0])
        wait(lambda: Tip.shown is not None)
        assert Tip.shown is not None and grey[0][1].why in Tip.shown.cget("text")
        press(grey[0][1].key)
        assert grey[0][1].why in shown(window) and len(written(window)) == 2


def test_a_bid_shows_what_each_order_leads_to() -> None:
    with writing(begin(BID, ("person", "greedy"))) as window:
        window.table.session.change_seats(TWO)
        window.playing.begun()
        for moves in (("0P1/1", "0TL", "WhA1"), ("2P1/1", "2TL", "WhB1")):
            if window.table.screen.handing_to is not None:
                take_over(window, False)
            window.playing.type_move(" ".join(moves))
            press("Return", "Control_L")
        take_over(window, False)
        assert window.table.state.phase == "bid"
        panel = window.screen.outcomes
        wait(lambda: panel.winfo_ismapped() and not panel.timer)
        assert len(panel.shown) == 3
        assert isinstance(window.screen.view, BoardView)
        assert window.sheets.card.shown and [line.row.now for line in window.sheets.card.lines] == [
            True,
            False,
            False,
        ], "it stays there"
        assert panel.winfo_rooty() >= window.screen.view.winfo_rooty() + window.screen.view.winfo_height(), (
            "it hides nothing of the board"
        )
        assert panel.stake.cget("text") == (
            "Action 1. First: push 1 square with Herb 0 for 1 AP. Second: push 1 square with Herb 2 for 1 AP. "
            "After equal bids above 0 Second acts first, with the tie token."
        )
        assert cut_off(window) == [] and overlapping([one.frame for one in panel.cards]) == []
        assert len({one.frame.winfo_rooty() for one in panel.cards}) == 1, "side by side"
        for one, outcome in zip(panel.cards, panel.shown, strict=True):
            assert one.frame.winfo_ismapped() and one.head.cget("text") == outcome.head
            assert one.told.cget("text") == outcome.told and one.told.winfo_reqheight() <= one.told.winfo_height()
            assert one.view.fields == outcome.fields and one.view.painter.unit >= 20, "squares of this size can be read"
            assert one.view.ground is not None and {"E2", "F1", "G2"} <= set(one.view.ground.spots), (
                "whatever is involved"
            )
        window.screen.side.toggle("live")
        assert isinstance(window.screen.side.page, LiveText) and any(
            panel.shown[0].head in line for line in window.screen.side.page.lines
        )
        window.screen.side.toggle("live")
        high = window.screen.view.winfo_height()
        window.registry.run("account_back")
        assert window.playback.shows and not panel.winfo_manager() and not window.screen.outcomes_shown, (
            "they are not of what was"
        )
        window.registry.run("account_leave")
        wait(
            lambda: (
                panel.winfo_ismapped()
                and not panel.timer
                and isinstance(window.screen.view, BoardView)
                and window.screen.view.winfo_height() == high
            )
        )
        choose(window, "bid2")
        wait(lambda: window.screen.cover.winfo_viewable())
        assert not panel.winfo_manager() and panel.cards == []

"""Tests of the choices beside the board and of their effects."""

from __future__ import annotations

import pytest

pytest.importorskip("tkinter")

from tests.gui.sheet.sheets import (
    BID,
    choice_button,
    click_choices,
    draft_moves,
    herbs_setup,
    plan_window,
    tab_to,
    take_over,
)
from tests.gui.whole.test_fits import cut_off, overlapping
from tests.kit.windows import (
    TWO,
    TestedWindow,
    click_spot,
    point_at,
    press,
    root,
    settle,
    status_text,
    wait,
)
from workbench.gui.board.board_view import BoardView
from workbench.gui.sound.live_text import LiveText
from workbench.gui.widgets.tips import Tip
from workbench.table.setup import Setup

pytestmark = [pytest.mark.window, pytest.mark.usefixtures("home")]


def test_choices_describe_their_effects() -> None:
    with plan_window(herbs_setup(), side="live") as window:
        click_spot(window, "A1")
        push = choice_button(window, "TL")
        point_at(push)
        assert "turns left" in status_text(window)
        wait(lambda: Tip.shown is not None)
        point_at(window.screen.view)
        press("r")
        assert draft_moves(window) == ("0TR",), "with the board focused, the key presses the choice button"
        click_spot(window, "A1")
        assert isinstance(window.screen.side.page, LiveText) and any(
            "Turn left" in line for line in window.screen.side.page.lines
        )
        tab_to(window, choice_button(window, "TL"))
        assert "turns left" in status_text(window)
        press("Return")
        assert draft_moves(window) == ("0TR", "0TL") and root().focus_get() in (
            window.screen.view,
            *window.screen.choices.buttons,
        )


def test_hover_shows_range_and_push_cost_before_a_click() -> None:
    position = "11/11/11/11/11/11/3w1ww4/4w6/11/11/11 E3^,A3>,A11v,B3v 30,30 12w8b,12w8b 0,0 2 3 0 write:1:|"
    with plan_window(herbs_setup(position)) as window:
        view = window.screen.view
        assert isinstance(view, BoardView)
        for spot, text, shape in (
            ("A3", "Herb 1 has Herb 3 in range", "aim"),
            ("E4", "costs 1 AP for 1 square", "front"),
            ("E5", "completes", "scores"),
        ):
            point_at(view, *view.place_of(spot))
            assert text in status_text(window) and shape in {item.shape for item in view.painter.shown["foresee"]}
        assert not window.playing.move_input.entry.chosen
        for key in ("0", "p", "2"):
            press(key)
        assert "(Enter)" in status_text(window) and [choice.proposed for choice in window.screen.choices.shown][:2] == [
            True,
            False,
        ]
        assert window.screen.choices.buttons[0].cget("style") == "Main.TButton"
        press("Return")
        assert draft_moves(window) == ("0P2/2",), "Enter chooses the current cost"


def test_unavailable_choice_is_grey_and_gives_a_reason() -> None:
    with plan_window(Setup("herbs(ap=10,actions=3,rounds=3)", TWO, 1)) as window:
        window.playing.type_move("0M6 0M4")
        click_spot(window, "K1")
        grey = [
            (button, choice)
            for button, choice in zip(window.screen.choices.buttons, window.screen.choices.shown, strict=False)
            if choice.why
        ]
        assert grey and all("disabled" in button.state() for button, _ in grey)
        point_at(grey[0][0])
        wait(lambda: Tip.shown is not None)
        assert Tip.shown is not None and grey[0][1].why in Tip.shown.cget("text")
        press(grey[0][1].key)
        assert grey[0][1].why in status_text(window) and len(draft_moves(window)) == 2


def board_place(window: TestedWindow) -> tuple[int, ...]:
    """Return the place and the size of the board, and the size of its squares."""
    view = window.screen.view
    assert isinstance(view, BoardView)
    x, y = view.place_of("A1")
    return view.winfo_rootx(), view.winfo_rooty(), view.winfo_width(), view.winfo_height(), x, y


@pytest.mark.parametrize("size", [(1280, 720), (2560, 1440), (1000, 700)])
def test_bid_shows_the_outcome_of_each_order(size: tuple[int, int]) -> None:
    with plan_window(herbs_setup(BID, ("person", "greedy")), size=size) as window:
        window.table.session.change_seats(TWO)
        window.playing.show_position()
        take_over(window, False) if window.table.screen.handover_seat is not None else settle(0.2)
        place = board_place(window)
        for moves in (("0P1/1", "0TL", "WhA1"), ("2P1/1", "2TL", "WhB1")):
            if window.table.screen.handover_seat is not None:
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
        ], "the sheet stays visible"
        assert board_place(window) == place, "the board keeps its place"
        beside, large = size[0] >= 1280, size[0] > 1280
        board_right = window.screen.view.winfo_rootx() + window.screen.view.winfo_width()
        assert beside == (panel.winfo_rootx() >= board_right), "the panel is beside the board if there is space"
        assert panel.stake.cget("text") == (
            "Action 1. Red: push 1 square with Herb 0 for 1 AP. Blue: push 1 square with Herb 2 for 1 AP. "
            "After equal bids above 0 Blue acts first, with the tie token."
        )
        assert cut_off(window) == [] and overlapping([card.frame for card in panel.cards]) == []
        assert len({card.frame.winfo_rooty() for card in panel.cards}) == (3 if beside else 1)
        for card, outcome in zip(panel.cards, panel.shown, strict=True):
            assert card.frame.winfo_ismapped() and card.head.cget("text") == outcome.head
            assert (
                card.events_label.cget("text") == outcome.text
                and card.events_label.winfo_reqheight() <= card.events_label.winfo_height()
            )
            assert bool(card.view.winfo_manager()) == large, "there are small boards if they are large enough"
            if large:
                assert card.view.fields == outcome.fields and card.view.painter.unit >= 20
                assert card.view.ground is not None and {"E2", "F1", "G2"} <= set(card.view.ground.spots), (
                    "the small boards include all affected squares"
                )
        view, before = window.screen.view, window.screen.view.fields
        point_at(panel.cards[1].frame)
        wait(lambda: view.fields == panel.shown[1].fields)
        point_at(panel.cards[1].head)
        settle(0.1)
        assert view.fields == panel.shown[1].fields, "a part of a card belongs to it"
        point_at(window.shell.status)
        wait(lambda: view.fields == before)
        window.screen.side.toggle("live")
        assert isinstance(window.screen.side.page, LiveText) and any(
            panel.shown[0].head in line for line in window.screen.side.page.lines
        )
        window.screen.side.toggle("live")
        high = window.screen.view.winfo_height()
        window.registry.run("account_back")
        assert window.playback.is_active and not panel.winfo_manager() and not window.screen.outcomes_shown, (
            "a replay hides the outcomes"
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
        click_choices(window, "bid2")
        wait(lambda: window.screen.cover.winfo_viewable())
        assert not panel.winfo_manager() and panel.cards == []

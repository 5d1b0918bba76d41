"""Tests of clocks, resignation, rematches, and whole games by mouse only and by keyboard only."""

from __future__ import annotations

from typing import Literal

import pytest

pytest.importorskip("tkinter")


import bots
from bots.report import Limit
from fastcore import OVER
from tests.conftest import deep
from tests.kit.windows import (
    PLACING,
    TWO,
    TestedWindow,
    click,
    click_spot,
    open_window,
    point_at,
    press,
    root,
    settle,
    shows_position,
    status_text,
    type_text,
    wait,
)
from workbench import boards
from workbench.game.session import PERSON
from workbench.gui.board import words as board_words
from workbench.gui.board.board_view import BoardView
from workbench.gui.new_game import words as new_game_words
from workbench.gui.new_game.dialog import NewGame
from workbench.gui.play import words as play_words
from workbench.table.setup import Setup

pytestmark = [pytest.mark.window, pytest.mark.usefixtures("home")]

MAX_DECISIONS = 60  # maximum number of the person's decisions in one game


def test_clock_runs_for_the_active_player_and_undo_restores_it() -> None:
    with open_window(
        Setup("herd(size=3)", TWO, 1, PLACING, limit=Limit(seconds=60, per="game", increment=5))
    ) as window:
        clock, cards = window.table.clock, window.screen.players
        wait(lambda: cards[0].clock.cget("text") != "1:00")
        assert cards[1].clock.cget("text") == "1:00"
        click_spot(window, "b2")
        wait(lambda: window.playing.accepts_moves)
        node = window.table.session.document.tree.nodes[window.table.session.here]
        assert node.left is not None and node.left < 60 and node.seconds
        press("z", "Control_L")
        clock.pause()  # otherwise later delays of the machine would count
        remaining = clock.left(0)
        assert remaining is not None and remaining + clock.spent == pytest.approx(60), "undo restores the time"


def test_running_out_of_time_loses() -> None:
    with open_window(Setup("herd(size=3)", TWO, 1, PLACING, limit=Limit(seconds=0.6, per="game"))) as window:
        wait(lambda: window.table.over)
        assert status_text(window) == "Red has no time left: Blue wins."
        result = window.table.session.result
        assert result is not None and (result.ending, result.guilty) == ("timeout", 0)
        assert window.screen.players[0].clock.cget("text") == "0:00.0"
        assert str(window.screen.players[0].clock.cget("style")) == "CardLowClock.TLabel"
        click_spot(window, "b2")
        assert window.table.session.steps == () and play_words.GAME_OVER in status_text(window)
        press("z", "Control_L")
        assert not window.table.over and window.playing.accepts_moves


@pytest.mark.parametrize(("per", "shown_time"), [("game", "1:00"), ("turn", ""), ("decision", "")])
def test_turn_clocks_are_hidden_after_the_game(per: Literal["game", "turn", "decision"], shown_time: str) -> None:
    with open_window(Setup("herd(size=3)", TWO, 1, PLACING, limit=Limit(seconds=60, per=per))) as window:
        cards = window.screen.players
        assert cards[1].clock.cget("text") == "1:00"
        window.registry.run("resign")
        assert cards[1].clock.cget("text") == shown_time and window.table.over


def test_bot_stays_within_its_time() -> None:
    with open_window(Setup("herd(size=2)", ("mcts", "mcts"), 1, limit=Limit(seconds=3, per="game"))) as window:
        wait(lambda: window.table.over)
        result = window.table.session.result
        assert result is not None and result.ending == "normal"
        steps = [window.table.session.document.tree.nodes[node] for node in window.table.session.document.main_line()]
        for seat in (0, 1):
            remaining = [step.left for step in steps if step.actor == seat and step.left is not None]
            assert remaining == sorted(remaining, reverse=True) and 0 < remaining[0] < 3, "its time only decreases"


def test_clock_is_paused_while_moves_are_animated() -> None:
    with open_window(
        Setup("herd(size=3)", TWO, 1, PLACING, limit=Limit(seconds=60, per="turn")), animation=True
    ) as window:
        click_spot(window, "b2")
        wait(lambda: window.playing.presenter.busy or window.playing.accepts_moves)
        while window.playing.presenter.busy:
            assert not window.table.clock.running
            settle(0.02)
        wait(lambda: window.table.clock.running)


def test_rematch_after_resignation_swaps_the_seats() -> None:
    with open_window(Setup("herd(size=3)", (PERSON, "random"), 1, PLACING, ("Ann", ""))) as window:
        press("r", "Control_L")
        assert window.table.over
        assert status_text(window) == "You resign: Blue wins. Press Ctrl+Z to undo Red's resignation."
        result = window.table.session.result
        assert result is not None and (result.ending, result.guilty) == ("resigned", 0)
        panel = window.screen.panels[0].shown
        assert panel is not None
        texts = [line.text for line in panel.lines if line.text]
        assert texts == ["You resign: Blue wins."], "the panel asks for no move"
        press("z", "Control_L")
        panel = window.screen.panels[0].shown
        assert panel is not None and panel.lines[0].text.startswith("Place ")
        assert not window.table.over and window.playing.accepts_moves, "undo cancels the resignation"
        press("r", "Control_L")
        press("r", "Control_L")
        assert play_words.GAME_OVER in status_text(window)
        click(window.shell.status.buttons["rematch"])
        wait(lambda: window.playing.accepts_moves)
        assert window.table.session.seats == ("random", PERSON) and window.table.session.document.names == ("", "Ann")
        assert not window.table.over and window.table.session.spec == "herd(size=3)"


def test_identical_players_can_play_a_rematch() -> None:
    with open_window(Setup("herd(size=3)", TWO, 1, PLACING)) as window:
        window.registry.run("resign")
        settle(0.1)
        assert not window.shell.status.buttons.keys() & {"again"}, "New game and Rematch are enough"
        click(window.shell.status.buttons["rematch"])
        assert not window.table.over and window.table.session.steps[0].actor == -1


@pytest.mark.parametrize("game", ["forest", "herd"][: deep(1, 2)])
def test_whole_game_can_be_played_by_mouse_only(game: str) -> None:
    """The game starts from the menu and the New game dialog."""
    with open_window(Setup("herd(size=3)", (PERSON, "random"), 1)) as window:
        click(window.screen.top.buttons["game"])
        menu = window.screen.top.menus["game"]
        wait(menu.winfo_ismapped)
        point_at(menu, 30, menu.yposition(0) + 8)
        click(menu, 30, menu.yposition(0) + 8)
        wait(lambda: "new" in window.pages.open and window.pages.open["new"].winfo_viewable())
        dialog = window.pages.open["new"]
        assert isinstance(dialog, NewGame)
        click(dialog.gallery.tiles[game])
        click(dialog.more.button)
        if game == "herd":
            pick_by_clicks(dialog.options.fields["size"].box, "2 – a minute, mostly luck")  # type: ignore[union-attr]
        settle()
        dialog.area.show(dialog.seats[1])
        settle()
        if game != "herd":  # the list for Herd already has the bots, because the last opponent was one
            pick_by_clicks(dialog.seats[1].player_box, new_game_words.ADVANCED, bots.strongest(game))
        pick_by_clicks(dialog.seats[1].player_box, "random")
        click(dialog.start)
        wait(lambda: not dialog.winfo_exists())
        assert window.table.info.id == game and window.table.session.seats == (PERSON, "random")
        for _ in range(MAX_DECISIONS):
            wait(lambda: window.playing.accepts_moves or window.table.over)
            if window.table.over:
                break
            if window.playing.accepts_moves:
                click_move(window, greedy_move(window))
        check_finished(window)
        click(window.shell.status.buttons["rematch"])
        wait(lambda: window.playing.accepts_moves)
        assert window.table.session.seats == ("random", PERSON)


@pytest.mark.parametrize("game", ["herd", "forest"][: deep(1, 2)])
def test_whole_game_can_be_played_by_keyboard_only(game: str) -> None:
    with open_window(Setup("herd(size=2)", (PERSON, "random"), 1)) as window:
        press("n", "Control_L")
        dialog = window.pages.open["new"]
        assert isinstance(dialog, NewGame)
        dialog.start.focus_force()  # as a window manager would
        tab_to(dialog, dialog.gallery.tile)
        games = dialog.gallery.games
        steps = games.index(game) - games.index(dialog.game)
        for _ in range(abs(steps)):
            press("Right" if steps > 0 else "Left")
        assert dialog.game == game
        tab_to(dialog, dialog.start)
        press("Return")
        wait(lambda: not dialog.winfo_exists())
        view = window.screen.view
        assert isinstance(view, BoardView) and window.table.info.id == game
        for _ in range(MAX_DECISIONS):
            wait(lambda: window.playing.accepts_moves or window.table.over)
            if window.table.over:
                break
            if window.playing.accepts_moves:
                press("slash")
                type_text(greedy_move(window))
                press("Return")
                press("Escape")
        check_finished(window)
        press("N", "Control_L", "Shift_L")
        wait(lambda: window.playing.accepts_moves)
        assert not window.table.session.result


def greedy_move(window: TestedWindow) -> str:
    """Return the greedy move, which keeps games short."""
    state = window.table.state
    return state.move_text(max(state.policy("greedy"), key=lambda choice: choice[1])[0])


def click_move(window: TestedWindow, move: str) -> None:
    """Click the spots of a move, and its button on the card if several moves share these spots."""
    paths = dict(window.playing.move_input.entry.paths)
    label = board_words.as_button(boards.describe_moves(window.table.info, window.table.state.actor, (move,)))
    for spot in paths[move]:
        click_spot(window, spot)
    if list(paths.values()).count(paths[move]) > 1:
        click(next(button for button in window.playing.move_input.card.buttons if button.cget("text") == label))


def check_finished(window: TestedWindow) -> None:
    wait(lambda: not window.playing.presenter.busy)
    settle(0.1)
    assert window.table.state.actor == OVER and shows_position(window)
    assert (
        any(end in status_text(window) for end in (" wins", "You win", "A draw"))
        and window.shell.status.buttons["rematch"].winfo_ismapped()
    )


def pick_by_clicks(box: object, text: str, result: str = "") -> None:
    """Select an item of a combobox with clicks only, and check that the box then shows `result` or the item."""
    click(box)  # type: ignore[arg-type]
    settle(0.15)
    popdown = root().tk.call("ttk::combobox::PopdownWindow", str(box))
    listbox = f"{popdown}.f.l"
    number = list(box.cget("values")).index(text)  # type: ignore[attr-defined]
    root().tk.call(listbox, "see", number)
    x, y, width, height = (int(part) for part in root().tk.splitlist(root().tk.call(listbox, "bbox", number)))
    left, top = (int(root().tk.call("winfo", part, listbox)) for part in ("rootx", "rooty"))
    click(root(), left + x + min(width, 20) // 2 - root().winfo_rootx(), top + y + height // 2 - root().winfo_rooty())
    settle(0.1)
    assert box.get() == (result or text)  # type: ignore[attr-defined]


def tab_to(dialog: object, widget: object) -> None:
    """Press Tab until a widget has the focus."""
    for _ in range(40):
        if dialog.focus_get() is widget:  # type: ignore[attr-defined]
            return
        press("Tab")
    raise AssertionError("Tab does not reach the widget")

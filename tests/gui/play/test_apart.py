"""Tests that actions in one game never affect another: comments, drags, menus, dialogs, helpers, clocks, guides."""

from __future__ import annotations

from tkinter import Menu

import pytest

pytest.importorskip("tkinter")

from Xlib import X
from Xlib.ext import xtest

from bots.report import Limit
from tests.kit.windows import (
    PLACING,
    TWO,
    TestedWindow,
    click,
    click_spot,
    flush_events,
    marked_spots,
    open_window,
    point_at,
    press,
    root,
    screen,
    settle,
    shows_position,
    status_text,
    type_text,
    wait,
)
from workbench.gui.board.board_view import BoardView
from workbench.gui.lessons.view import LessonView
from workbench.gui.new_game.seats import SeatsDialog
from workbench.gui.play import words as play_words
from workbench.table.setup import Setup

pytestmark = [pytest.mark.window, pytest.mark.usefixtures("home")]

SMALL = Setup("herd(size=3)", TWO, 1, PLACING)
FOREST = "4/5/6/2,ryy,4/6/5/2,g,1 r 3 2 -"


def write_comment(window: TestedWindow, text: str) -> None:
    window.registry.run("comment")
    editor = window.moves.card.editor
    assert editor is not None
    editor.focus_force()
    settle()
    type_text(text)


def test_comment_is_saved_when_the_zoom_changes() -> None:
    with open_window(SMALL) as window:
        click_spot(window, "b2")
        session, node = window.table.session, window.table.session.here
        write_comment(window, "good")
        window.set_zoom(1.25)
        assert session.document.tree.nodes[node].comment == "good" and window.moves.card.editor is None


def test_comment_is_saved_in_the_game_where_it_was_started() -> None:
    with open_window(SMALL) as window:
        click_spot(window, "b2")
        first, node = window.table.session, window.table.session.here
        window.tabs.begin(SMALL)
        settle()
        click_spot(window, "b2")
        second = window.table.session
        window.tabs.show(0)
        settle()
        write_comment(window, "mine")
        click(window.screen.strip.tabs[1].button)
        assert window.table.session is second
        assert first.document.tree.nodes[node].comment == "mine"
        assert all(not item.comment for item in second.document.tree.nodes.values())
        write_comment(window, "theirs")
        second_node = second.here
        window.tabs.close(window.tabs.number)
        assert second.document.tree.nodes[second_node].comment == "theirs" and window.table.session is first
        assert window.tabs.closed[-1].session is second, "the closed game keeps the comment"


def test_drag_is_cancelled_when_the_tab_changes() -> None:
    with open_window(Setup("forest", TWO, 1, FOREST)) as window:
        window.tabs.begin(Setup("forest", TWO, 1, FOREST))
        settle()
        view = window.screen.view
        assert isinstance(view, BoardView)
        start = next(path[0] for path in window.playing.move_input.entry.paths.values() if path[0] != path[1])
        end = next(
            path[1] for path in window.playing.move_input.entry.paths.values() if path[0] == start and path[1] != start
        )
        point_at(view, *view.place_of(start))
        xtest.fake_input(screen(), X.ButtonPress, 1)
        flush_events()
        x, y = view.place_of(start)
        point_at(view, x + 20, y + 20)
        assert view.drag is not None
        press("Tab", "Control_L")
        assert view.drag is None
        point_at(view, *view.place_of(end))
        xtest.fake_input(screen(), X.ButtonRelease, 1)
        flush_events()
        assert all(step.actor < 0 for game in window.tabs.open for step in game.table.session.steps) and shows_position(
            window
        )


def test_move_menu_acts_on_its_move_after_the_game_continues() -> None:
    with open_window(SMALL) as window:
        click_spot(window, "b2")
        session, node = window.table.session, window.table.session.here
        existing = root().winfo_children()  # earlier tests have left menus on the same root
        for _ in range(3):
            window.moves.stepping.open_menu(node, 200, 200)
        menus = [child for child in root().winfo_children() if isinstance(child, Menu) and child not in existing]
        assert len(menus) == 1, "a new menu replaces the previous one"
        window.table.play(window.table.state.move_text(window.table.state.moves()[0]))
        assert session.here != node
        labels = [menus[0].entrycget(n, "label") for n in range((menus[0].index("end") or 0) + 1)]
        menus[0].invoke(labels.index(window.registry["delete"].text))
        assert not session.document.has_node(node), "the menu deletes the clicked move, not the current one"
        menus[0].unpost()


def test_seats_dialog_does_not_change_a_newer_game() -> None:
    with open_window(SMALL) as window:
        window.registry.run("seats")
        dialog = window.pages.open["seats"]
        assert isinstance(dialog, SeatsDialog)
        window.registry.run("again")
        before = window.table.session.seats
        dialog.accept()
        assert dialog.winfo_exists() and dialog.error_label.cget("text").startswith(play_words.ANOTHER_GAME[:20])
        assert window.table.session.seats == before
        dialog.destroy()


def test_helper_does_not_move_in_an_earlier_position() -> None:
    with open_window(Setup("herd(size=3)", ("person", "mcts(seconds=600)"), 1, PLACING)) as window:
        while window.playing.accepts_moves:
            click_spot(window, min(window.playing.move_input.entry.next_spots))
        wait(lambda: window.table.bots.thinking)
        ticket, steps = window.table.bots.requests.ticket, len(window.table.session.steps)
        press("Left", "Alt_L")
        press("H", "Control_L", "Shift_L")
        assert play_words.NOT_WHILE_VIEWING in status_text(window)
        assert window.table.bots.requests.ticket == ticket and len(window.table.session.steps) == steps


def test_failed_helper_does_not_resume_a_stopped_bot(monkeypatch: pytest.MonkeyPatch) -> None:
    with open_window(Setup("herd(size=3)", ("person", "mcts(seconds=600)"), 1, PLACING)) as window:
        while window.playing.accepts_moves:
            click_spot(window, min(window.playing.move_input.entry.next_spots))
        wait(lambda: window.table.bots.thinking)
        window.registry.run("stop")
        assert window.table.bots.held
        window.table.bots.report_failure("it broke", "help")
        settle(0.1)
        assert window.table.bots.held and not window.table.bots.thinking


def test_renaming_a_player_does_not_restore_used_time() -> None:
    with open_window(Setup("herd(size=3)", TWO, 1, PLACING, limit=Limit(seconds=60, per="game"))) as window:
        wait(lambda: (window.table.clock.left(0) or 60) < 59.5)
        window.table.change_seats(TWO, ("", "Bea"))
        assert (window.table.clock.left(0) or 60) < 59.6
        press("z", "Control_L")
        assert window.table.session.document.names[1] != "Bea" and (window.table.clock.left(0) or 60) < 59.6


def test_game_is_paused_while_its_guide_is_open() -> None:
    with open_window(
        Setup("herd(size=3)", ("person", "greedy"), 1, PLACING, limit=Limit(seconds=60, per="game"))
    ) as window:
        wait(lambda: window.table.clock.running)
        window.registry.run("guide")
        guide = window.pages.open["guide"]
        assert isinstance(guide, LessonView)
        settle(0.1)
        remaining = window.table.clock.left(0)
        settle(0.2)
        assert window.table.clock.left(0) == remaining and not window.table.clock.running
        window.set_zoom(1.25)
        assert window.table.bots.paused, "the guide is rebuilt and still open"
        press("F1")
        assert window.screen.side.kind == "" and "rules_window" in window.pages.open, (
            "the rules open in their own window, not behind the guide"
        )
        window.pages.open["rules_window"].destroy()
        rebuilt = window.pages.open["guide"]
        assert isinstance(rebuilt, LessonView)
        rebuilt.view.focus_force()
        settle()
        press("Escape")
        assert not rebuilt.winfo_exists() and not window.table.bots.paused
        wait(lambda: window.table.clock.running)


def test_paused_game_stays_paused_after_the_guide() -> None:
    with open_window(SMALL) as window:
        window.table.bots.pause()
        window.registry.run("guide")
        guide = window.pages.open["guide"]
        assert isinstance(guide, LessonView)
        guide.leave_button.invoke()
        assert window.table.bots.paused


def test_game_closed_behind_its_guide_does_not_resume() -> None:
    with open_window(Setup("herd(size=3)", ("person", "greedy"), 1, PLACING)) as window:
        window.tabs.begin(Setup("herd(size=3)", ("greedy", "greedy"), 1))
        closed = window.table
        window.registry.run("guide")
        guide = window.pages.open["guide"]
        assert isinstance(guide, LessonView) and closed.bots.paused
        window.tabs.close(window.tabs.number)
        guide.leave_button.invoke()
        settle(0.1)
        assert window.table is not closed and closed.bots.paused and "went wrong" not in status_text(window)


def test_text_editing_keys_do_not_undo_moves() -> None:
    with open_window(SMALL) as window:
        click_spot(window, "b2")
        steps = len(window.table.session.steps)
        window.shell.status.entry.focus_force()
        settle()
        type_text("a1 a2")
        for key in ("BackSpace", "Delete"):
            press(key, "Control_L")
            assert len(window.table.session.steps) == steps
        window.shell.status.set_typed_text()
        window.shell.status.entry.focus_force()
        settle()
        press("BackSpace", "Control_L")
        assert len(window.table.session.steps) < steps, "in an empty field the key undoes a move"


def test_card_of_moves_appears_beside_its_tile_and_works_with_keys_and_clicks() -> None:
    with open_window(Setup("forest", TWO, 1, FOREST)) as window:
        view, card = window.screen.view, window.playing.move_input.card
        assert isinstance(view, BoardView)
        point_at(window.shell.status.entry)
        view.focus_force()
        settle()
        view.cursor = "d3"
        before = marked_spots(window, "open")
        for _ in range(2):
            press("Return")
        x, y = view.place_of("d3")
        assert card.frame is not None
        left, top = card.frame.winfo_rootx() - view.winfo_rootx(), card.frame.winfo_rooty() - view.winfo_rooty()
        assert left > x and top < y < top + card.frame.winfo_height(), "it is beside the tile and does not cover it"
        press("Escape")
        assert card.frame is None and root().focus_get() is view and not window.table.session.steps
        assert marked_spots(window, "open") == before, "nothing is selected any more"
        for _ in range(2):
            click_spot(window, "d3")
        assert card.frame is not None
        click_spot(window, "a1")
        assert card.frame is None and not window.table.session.steps, "a click elsewhere closes the card"
        for _ in range(2):
            click_spot(window, "d3")
        click(next(button for button in card.buttons if "BBB" in button.cget("text")))
        assert [step.move for step in window.table.session.steps] == ["!d3"] and card.frame is None


def test_card_of_moves_stays_inside_the_board() -> None:
    with open_window(Setup("forest", TWO, 1, "4/5/6/6,ryy/6/5/2,g,1 r 7 2 -"), size=(800, 560)) as window:
        view, card = window.screen.view, window.playing.move_input.card
        assert isinstance(view, BoardView)
        for _ in range(2):
            click_spot(window, "d7")
        assert card.frame is not None
        left, right = card.frame.winfo_x(), card.frame.winfo_x() + card.frame.winfo_width()
        assert left >= 0 and right <= view.place_of("d7")[0], "it is to the left of the last tile"

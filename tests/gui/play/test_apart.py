"""What is begun in one game never acts in another: comments, drags, menus, dialogs, helpers, clocks, the guide."""

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
    Tested,
    arrive,
    click,
    click_spot,
    matches,
    opened,
    point_at,
    press,
    root,
    screen,
    settle,
    shown,
    type_text,
    wait,
)
from workbench.gui.board.board_view import BoardView
from workbench.gui.lessons.view import LessonView
from workbench.gui.new_game.seats import SeatsDialog
from workbench.gui.play import words as said
from workbench.table.setup import Setup

pytestmark = [pytest.mark.window, pytest.mark.usefixtures("home")]

SMALL = Setup("herd(size=3)", TWO, 1, PLACING)
FOREST = "4/5/6/2,ryy,4/6/5/2,g,1 r 3 2 -"


def write_comment(window: Tested, text: str) -> None:
    window.registry.run("comment")
    editor = window.moves.card.editor
    assert editor is not None
    editor.focus_force()
    settle()
    type_text(text)


def test_a_comment_stays_when_the_window_takes_another_size() -> None:
    with opened(SMALL) as window:
        click_spot(window, "b2")
        session, node = window.table.session, window.table.session.here
        write_comment(window, "good")
        window.set_zoom(1.25)
        assert session.document.tree.nodes[node].comment == "good" and window.moves.card.editor is None


def test_a_comment_belongs_to_the_game_in_which_it_was_begun() -> None:
    with opened(SMALL) as window:
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
        assert all(not one.comment for one in second.document.tree.nodes.values())
        write_comment(window, "theirs")
        here = second.here
        window.tabs.close(window.tabs.number)
        assert second.document.tree.nodes[here].comment == "theirs" and window.table.session is first
        assert window.tabs.closed[-1].session is second, "it can be opened again, with what was written"


def test_a_drag_that_was_begun_in_another_game_does_nothing() -> None:
    with opened(Setup("forest", TWO, 1, FOREST)) as window:
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
        arrive()
        x, y = view.place_of(start)
        point_at(view, x + 20, y + 20)
        assert view.pull is not None
        press("Tab", "Control_L")
        assert view.pull is None
        point_at(view, *view.place_of(end))
        xtest.fake_input(screen(), X.ButtonRelease, 1)
        arrive()
        assert all(step.actor < 0 for one in window.tabs.open for step in one.table.session.steps) and matches(window)


def test_the_menu_of_a_move_is_about_that_move_when_the_game_has_gone_on() -> None:
    with opened(SMALL) as window:
        click_spot(window, "b2")
        session, node = window.table.session, window.table.session.here
        others = root().winfo_children()  # menus of windows that other tests had on the same root
        for _ in range(3):
            window.moves.stepping.ask(node, 200, 200)
        menus = [child for child in root().winfo_children() if isinstance(child, Menu) and child not in others]
        assert len(menus) == 1, "each takes the place of the last"
        window.table.play(window.table.state.move_text(window.table.state.moves()[0]))
        assert session.here != node
        menus[0].invoke(2)
        assert not session.document.holds(node), "the move that was clicked is deleted, not the one that came after"
        menus[0].unpost()


def test_who_plays_is_asked_for_one_game() -> None:
    with opened(SMALL) as window:
        window.registry.run("seats")
        dialog = window.pages.open["seats"]
        assert isinstance(dialog, SeatsDialog)
        window.registry.run("again")
        before = window.table.session.seats
        dialog.accept()
        assert dialog.winfo_exists() and dialog.wrong.cget("text").startswith(said.ANOTHER_GAME[:20])
        assert window.table.session.seats == before
        dialog.destroy()


def test_no_bot_moves_for_the_seat_that_is_looked_at() -> None:
    with opened(Setup("herd(size=3)", ("person", "mcts(seconds=600)"), 1, PLACING)) as window:
        while window.playing.ours:
            click_spot(window, min(window.playing.move_input.entry.open))
        wait(lambda: window.table.bots.thinking)
        ticket, steps = window.table.bots.asking.ticket, len(window.table.session.steps)
        press("Left", "Alt_L")
        press("g")
        assert said.NOT_WHILE_LOOKING in shown(window)
        assert window.table.bots.asking.ticket == ticket and len(window.table.session.steps) == steps


def test_a_helper_that_fails_leaves_a_stopped_bot_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    with opened(Setup("herd(size=3)", ("person", "mcts(seconds=600)"), 1, PLACING)) as window:
        while window.playing.ours:
            click_spot(window, min(window.playing.move_input.entry.open))
        wait(lambda: window.table.bots.thinking)
        window.registry.run("stop")
        assert window.table.bots.held
        window.table.bots.fail("it broke", "help")
        settle(0.1)
        assert window.table.bots.held and not window.table.bots.thinking


def test_time_that_was_used_is_not_given_back_with_a_name() -> None:
    with opened(Setup("herd(size=3)", TWO, 1, PLACING, limit=Limit(seconds=60, per="game"))) as window:
        wait(lambda: (window.table.clock.left(0) or 60) < 59.5)
        window.table.change_seats(TWO, ("", "Bea"))
        assert (window.table.clock.left(0) or 60) < 59.6
        press("z", "Control_L")
        assert window.table.session.document.names[1] != "Bea" and (window.table.clock.left(0) or 60) < 59.6


def test_the_game_waits_while_its_guide_is_open() -> None:
    with opened(Setup("herd(size=3)", ("person", "greedy"), 1, PLACING, limit=Limit(seconds=60, per="game"))) as window:
        wait(lambda: window.table.clock.running)
        window.registry.run("guide")
        guide = window.pages.open["guide"]
        assert isinstance(guide, LessonView)
        settle(0.1)
        left = window.table.clock.left(0)
        settle(0.2)
        assert window.table.clock.left(0) == left and not window.table.clock.running
        window.set_zoom(1.25)
        assert window.table.bots.paused, "it is the same guide, made anew"
        press("F1")
        assert window.screen.side.kind == "" and "rules_window" in window.pages.open, (
            "the rules are not opened behind the guide"
        )
        window.pages.open["rules_window"].destroy()
        fresh = window.pages.open["guide"]
        assert isinstance(fresh, LessonView)
        fresh.view.focus_force()
        settle()
        press("Escape")
        assert not fresh.winfo_exists() and not window.table.bots.paused
        wait(lambda: window.table.clock.running)


def test_a_paused_game_stays_paused_after_the_guide() -> None:
    with opened(SMALL) as window:
        window.table.bots.pause()
        window.registry.run("guide")
        guide = window.pages.open["guide"]
        assert isinstance(guide, LessonView)
        guide.leave.invoke()
        assert window.table.bots.paused


def test_a_game_that_was_closed_behind_its_guide_does_not_go_on() -> None:
    with opened(Setup("herd(size=3)", ("person", "greedy"), 1, PLACING)) as window:
        window.tabs.begin(Setup("herd(size=3)", ("greedy", "greedy"), 1))
        closed = window.table
        window.registry.run("guide")
        guide = window.pages.open["guide"]
        assert isinstance(guide, LessonView) and closed.bots.paused
        window.tabs.close(window.tabs.number)
        guide.leave.invoke()
        settle(0.1)
        assert window.table is not closed and closed.bots.paused and "went wrong" not in shown(window)


def test_keys_that_change_text_change_no_game() -> None:
    with opened(SMALL) as window:
        click_spot(window, "b2")
        steps = len(window.table.session.steps)
        window.shell.status.entry.focus_force()
        settle()
        type_text("a1 a2")
        for key in ("BackSpace", "Delete"):
            press(key, "Control_L")
            assert len(window.table.session.steps) == steps
        window.shell.status.clear()
        window.shell.status.entry.focus_force()
        settle()
        press("BackSpace", "Control_L")
        assert len(window.table.session.steps) < steps, "an empty field has nothing to change"


def test_a_choice_by_keyboard_opens_at_its_tile(monkeypatch: pytest.MonkeyPatch) -> None:
    with opened(Setup("forest", TWO, 1, FOREST)) as window:
        view = window.screen.view
        assert isinstance(view, BoardView)
        places: list[tuple[int, int]] = []
        monkeypatch.setattr(Menu, "tk_popup", lambda self, x, y, entry="": places.append((x, y)))
        point_at(window.shell.status.entry)
        view.focus_force()
        settle()
        view.cursor = "d3"
        for _ in range(2):
            press("Return")
        x, y = view.place_of("d3")
        assert places == [(view.winfo_rootx() + x, view.winfo_rooty() + y)]

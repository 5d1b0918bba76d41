"""Tests of setting up the view of one seat, which only that seat may see."""

from __future__ import annotations

from pathlib import Path
from tkinter import ttk

import pytest

pytest.importorskip("tkinter")

import bots
import fastcore
from tests.gui.set_up.editing import SMALL, editor_parts, field_value, start_game, write_position
from tests.gui.whole.test_privacy import take_over_screen
from tests.kit.windows import (
    PLACING,
    click,
    make_move,
    open_window,
    press,
    root,
    settle,
    status_text,
    wait,
)
from workbench import boards
from workbench.game.session import PERSON
from workbench.gui.play.words import HAND_OVER_FIRST
from workbench.gui.set_up.details import KNOWN
from workbench.gui.set_up.files import PositionFiles, offer_text
from workbench.positions import lists
from workbench.positions.autosave import AbandonedSketch
from workbench.positions.lists import Entry, PositionList
from workbench.positions.sketch import Sketch
from workbench.table.setup import Setup

pytestmark = [pytest.mark.window, pytest.mark.usefixtures("home")]


def test_view_of_a_seat_is_set_up_with_facts() -> None:
    with open_window(Setup("herbalism", ("person",) * 3, 1)) as window:
        take_over_screen(window)
        press("F4")
        set_up, _, column = editor_parts(window)
        write_position(window, "rb ryyg/gggb/bbbb 0,0,0 1 1 1 act:1 -,-,- -,-,- -,-,-")
        set_up.here.set_viewer(0)
        editor_parts(window)
        assert field_value(window, "hands") == "ryyg/????/????" and not set_up.edited.problems
        assert column.facts.add is not None
        column.facts.boxes[2].current(3)
        column.details.area.show(column.facts.add)
        settle()
        click(column.facts.add)
        editor_parts(window)
        assert set_up.edited.sketch.facts == ("2:r>=3",) and list(column.facts.forget_buttons) == ["2:r>=3"]
        assert (
            column.text.known.cget("text") == "As Seat 1 sees it, with 1 known fact"
            and column.text.known.winfo_viewable()
        )
        column.text.text.focus_set()
        column.text.text.tag_add("sel", "1.0", "end")
        press("c", "Control_L")
        assert (
            "Copied without" in status_text(window) and window.root.clipboard_get().strip() == set_up.edited.sketch.text
        )
        set_up.here.set_facts(("3:g>=1", "2:r>=3"))
        editor_parts(window)
        assert column.problems.shown and "eat 2 holds at least three red" in column.problems.shown[0].sentence
        view = set_up.view
        assert view is not None and len(column.problems.fix_buttons) == 1  # only one of the facts causes a problem
        view.focus_set()
        press("c", "Control_L", "Shift_L")
        press("F3")
        editor_parts(window)
        assert set_up.edited.sketch.facts == ("3:g>=1",) and not set_up.edited.problems
        set_up.here.set_viewer(None)
        press("v", "Control_L")
        wait(lambda: not set_up.here.background.pending)
        editor_parts(window)
        assert lists.format_line(Entry(set_up.edited.sketch)).endswith(" @1 3:g>=1 2:r>=3")
        column.problems.area.show(column.problems.fix_buttons[0])
        settle()
        click(column.problems.fix_buttons[0])
        editor_parts(window)
        assert not set_up.edited.problems
        start_game(window, "As Seat 1 sees it")
        assert window.table.session.follows == 0 and window.table.session.facts == ("3:g>=1",) and not window.set_up.on


@pytest.mark.parametrize("game", [game for game in fastcore.games() if fastcore.info(game).has.covered])
def test_game_can_start_from_the_view_of_a_seat(game: str) -> None:
    with open_window(Setup(game, ("person",) * fastcore.start(game).seats, 1)) as window:
        assert window.registry["set_up_mode"].why_not() == HAND_OVER_FIRST
        take_over_screen(window)
        if window.table.point.state is not None:  # nothing is hidden yet
            make_move(window, lambda point: point.move_text(point.moves()[0]))
            take_over_screen(window)
        seat, view = window.table.screen.viewer, window.table.point.text()
        assert seat is not None
        bot = bots.names(game)[0]
        start_game(window, f"As {boards.seat_name(window.table.info, seat)} sees it", bot)
        assert window.table.session.follows == seat and window.table.session.point.text() == view
        start_game(
            window, "", bot, expected=bot
        )  # from a game that follows one seat: hidden information is drawn at random
        assert window.table.session.follows is None and PERSON not in window.table.session.seats
        assert window.table.session.document.start.view(seat) == view


def test_view_of_a_missing_seat_is_reported_and_fixed() -> None:
    with open_window(Setup("herbalism", (PERSON,) * 3, 1)) as window:
        take_over_screen(window)
        press("F4")
        set_up, _, column = editor_parts(window)
        original = set_up.edited.sketch
        set_up.edited.replace_sketch(Sketch(original.spec, original.text, 6))
        editor_parts(window)
        row = column.details.rows[KNOWN]
        assert row.entry.get() == "As seat 7 sees it (no such seat)" and "Fault" in str(row.entry.cget("style"))
        assert column.problems.shown and column.problems.shown[0].sentence.startswith(
            "Known: this game has 3 seats, so there is no seat 7"
        )
        assert [str(fix_button.cget("text")) for fix_button in column.problems.fix_buttons][
            1
        ] == "Read it as Seat 1 sees it"
        column.problems.area.show(column.problems.fix_buttons[1])
        settle()
        click(column.problems.fix_buttons[1])
        editor_parts(window)
        assert set_up.edited.sketch.seat == 0 and row.entry.get() == "As Seat 1 sees it"


def test_facts_known_at_the_start_are_kept() -> None:
    text = "?? ryyg/????/???? 0,0,0 1 1 1 act:1 -,-,- -,-,- -,-,-"
    facts = ("2:r>=1", "hidden=yg")
    with open_window(Setup("herbalism", ("person",) * 3, 1, text, follows=0, facts=facts)) as window:
        press("c", "Control_L", "Shift_L")
        assert root().clipboard_get().endswith(" @1 2:r>=1 hidden=yg")
        press("F4")
        set_up, _, _ = editor_parts(window)
        assert set_up.edited.sketch.facts == facts and not set_up.edited.touched
        press("F2")
        wait(lambda: not window.set_up.on)
        start_game(window, "")
        start = window.table.session.document.start
        assert fastcore.Viewpoint("herbalism", 0, text).suppose(*facts, f"hidden={start.fields['hidden']}") is not None
        assert start.fields["hands"].split("/")[1].count("r") >= 1 and sorted(start.fields["hidden"]) == sorted("yg")


def test_abandoned_view_is_shown_only_to_its_owner(home: Path) -> None:
    view = "?? ryyg/????/???? 0,0,0 1 1 1 act:1 -,-,- -,-,- -,-,-"
    with open_window(SMALL) as window:
        abandoned = AbandonedSketch(home / "left.positions", 0.0, PositionList([Entry(Sketch("herbalism", view, 0))]))
        files = window.shell.feature(PositionFiles)
        press("F4")
        files._found(
            [
                abandoned,
                abandoned._replace(file=home / "other.positions"),
                abandoned._replace(file=home / "third.positions", whole=True),
            ]
        )
        assert (
            len(files.bars) == 1
            and offer_text(abandoned, 2).endswith("? There are 2 more.")
            and offer_text(files.left[2], 0).startswith("Restore your position of Herbalism (")
        )
        files._discard(files.left[2])
        files._discard(files.left[1])

        def button(label: str) -> ttk.Button:
            settle()
            return files.bars[0].buttons[label]

        click(button("Restore"))
        assert window.set_up.edited.sketch.text != view and len(window.tabs.open) == 1
        assert "Nobody else should look" in str(files.bars[0].label.cget("text"))
        click(button("Show"))
        wait(lambda: window.set_up.on and window.set_up.edited.sketch.text == view)
        assert not files.left
        window.set_up.edited.write(view.replace("act:1", "act:9"))
        set_up, _, column = editor_parts(window)
        press("F3", "Shift_L")
        problem = set_up.edited.problems[0]
        assert problem.cells or window.root.focus_get() in (
            column.text.text,
            *(row.entry for row in column.details.rows.values() if row.detail.field == problem.field),
        )


def test_analysing_a_position_leaves_the_running_game_alone() -> None:
    """Regression: "Back to game" led to the set-up position instead of the game."""
    with open_window(Setup("herd(size=3)", ("person", "greedy"), 1)) as window:
        game = window.table
        make_move(window, lambda point: point.move_text(point.moves()[0]))
        wait(lambda: window.playing.accepts_moves)
        position = window.table.state.situation
        press("F4")
        write_position(window, PLACING)
        press("F12")
        wait(lambda: window.analyse.on)
        assert window.table is not game and len(window.tabs.open) == 2
        assert window.table.session.seats == (PERSON, PERSON)
        window.registry.run("leave_analyse")
        window.tabs.show(0)
        settle()
        assert window.table is game and not window.set_up.on and game.state.situation == position


def test_analysing_a_position_replaces_a_game_without_moves() -> None:
    """Regression: a game that nobody had begun stayed in a tab."""
    with open_window(Setup("forest", ("person", "greedy"), 1)) as window:
        press("F4")
        editor_parts(window)
        window.set_up.change_game("herd(size=3)")
        editor_parts(window)
        write_position(window, PLACING)
        press("F12")
        wait(lambda: window.analyse.on)
        assert window.table.session.spec == "herd(size=3)" and window.table.session.seats == (PERSON, PERSON)
        assert [game.table.info.id for game in window.tabs.open].count("herd") == 1
        assert not any(window.set_up.here.positions.covers(game.table) for game in window.tabs.open)

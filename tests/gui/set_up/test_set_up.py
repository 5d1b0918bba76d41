"""Positions are set up by hand: by palette, drag, stroke, keys, form and text, with what is wrong said, marked and mended."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from threading import Event
from tkinter import Text, filedialog, ttk

import pytest

pytest.importorskip("tkinter")

from Xlib import X
from Xlib.ext import xtest

import bots
import fastcore
from fastcore import Problem
from tests.conftest import deep
from tests.gui.whole.test_fits import cut_off, overlapping
from tests.gui.whole.test_privacy import seated
from tests.kit.windows import (
    TWO,
    arrive,
    click,
    click_spot,
    decide,
    drag,
    opened,
    pieces,
    point_at,
    press,
    root,
    screen,
    settle,
    shown,
    type_text,
    wait,
)
from workbench import boards
from workbench.boards.kit.editing import NOTHING, Editor
from workbench.game.session import PERSON
from workbench.gui.new_game.dialog import NewGame
from workbench.gui.play.words import HAND_OVER_FIRST
from workbench.gui.set_up.board import SketchView
from workbench.gui.set_up.column import KNOWN, SketchColumn
from workbench.gui.set_up.files import _told
from workbench.gui.set_up.mode import SetUp
from workbench.gui.set_up.options_dialog import SpecDialog
from workbench.gui.set_up.words import NOTHING_UNDONE, STILL_CHECKED
from workbench.gui.sound.live_text import LiveText
from workbench.gui.window import Window
from workbench.positions import lists
from workbench.positions.autosave import LeftSketch
from workbench.positions.lists import Entry, PositionList
from workbench.positions.sketch import Sketch
from workbench.table.setup import Setup

pytestmark = [pytest.mark.window, pytest.mark.usefixtures("home")]

SMALL = Setup("herd(size=3)", TWO, 1)


def parts(window: Window) -> tuple[SetUp, SketchView, SketchColumn]:
    """What stands in the window while a position is set up and all is checked."""
    set_up = window.set_up
    assert set_up.view is not None and set_up.column is not None
    wait(lambda: set_up.sketching.checked == set_up.sketching.sketch)
    settle()
    return set_up, set_up.view, set_up.column


def field(window: Window, name: str) -> str:
    fields = window.set_up.sketching.fields
    assert fields is not None
    return fields[name]


def put(window: Window, text: str) -> None:
    sketching = window.set_up.sketching
    sketching.take(Sketch(sketching.sketch.spec, text))
    parts(window)


def test_a_position_is_painted_dragged_undone_and_played() -> None:
    with opened(SMALL) as window:
        press("F4")
        set_up, view, column = parts(window)
        assert column.palette is not None and not window.view.winfo_ismapped()
        click(column.palette.pieces["r"])
        for spot in ("a1", "b2"):
            click_spot_of(view, spot)
        press("Escape")
        drag(view, view.place_of("a1"), view.place_of("c3"))
        assert field(window, "rows") == "3/4/2r2/1r2/3"
        click(view, *view.place_of("c3"), button=3)
        assert field(window, "rows") == "3/4/2b2/1r2/3" and "blue" in shown(window), "it is told as it is now"
        drag(view, view.place_of("c3"), (5, 5))
        assert field(window, "rows") == "3/4/5/1r2/3"
        tile = column.palette.pieces["b"]
        start = (tile.winfo_width() // 2, tile.winfo_height() // 2)
        x, y = view.place_of("e1")
        drag(tile, start, (view.winfo_rootx() + x - tile.winfo_rootx(), view.winfo_rooty() + y - tile.winfo_rooty()))
        assert field(window, "rows") == "b2/4/5/1r2/3"
        steps = 0
        while set_up.sketching.can_undo:
            press("z", "Control_L")
            steps += 1
        assert steps == 6 and set_up.sketching.sketch == set_up.sketching.begun
        press("z", "Control_L")
        assert NOTHING_UNDONE in shown(window)
        while set_up.sketching.can_redo:
            press("y", "Control_L")
        assert field(window, "rows") == "b2/4/5/1r2/3" and NOTHING_UNDONE not in shown(window)
        press("F2")
        wait(lambda: not window.set_up.on)
        assert window.table.state.fields["rows"] == "b2/4/5/1r2/3" and len(window.tabs.open) == 1
        assert set(pieces(window)) == {"e1", "b2"}


def click_spot_of(view: SketchView, spot: str) -> None:
    click(view, *view.place_of(spot))


def test_a_stroke_is_one_step_and_takes_away_what_it_began_on() -> None:
    with opened(SMALL) as window:
        press("F4")
        set_up, view, column = parts(window)
        assert column.palette is not None
        click(column.palette.pieces["b"])
        for wanted in ("3/4/bbbbb/4/3", "3/4/5/4/3"):
            drag(view, view.place_of("c1"), view.place_of("c5"))
            assert field(window, "rows") == wanted
        press("z", "Control_L")
        assert field(window, "rows") == "3/4/bbbbb/4/3"
        press("z", "Control_L")
        assert field(window, "rows") == "3/4/5/4/3" and not set_up.sketching.can_undo
        press("F9")
        assert field(window, "rows") == "bbb/bbbb/bbbbb/bbbb/bbb"
        press("F9", "Shift_L")
        assert field(window, "rows") == "3/4/5/4/3"
        put(window, "r2/4/5/4/3 r 1 - -")
        press("F7")
        mirrored = field(window, "rows")
        press("F7", "Shift_L")
        assert mirrored == "2r/4/5/4/3" and field(window, "rows") not in (mirrored, "r2/4/5/4/3")


def test_escape_gives_up_what_the_pointer_is_doing() -> None:
    with opened(SMALL) as window:
        press("F4")
        set_up, view, column = parts(window)
        assert column.palette is not None
        click(column.palette.pieces["b"])
        click_spot_of(view, "c1")
        held(view, view.place_of("a1"), view.place_of("a3"), lambda: field(window, "rows") == "3/4/b4/4/bbb")
        assert field(window, "rows") == "3/4/b4/4/3" and set_up.sketching.chosen == "b"
        press("Escape")
        assert set_up.sketching.chosen is None
        held(view, view.place_of("c1"), view.place_of("c3"), lambda: view.pull is not None)
        assert field(window, "rows") == "3/4/b4/4/3" and view.pull is None
        drag(view, view.place_of("c1"), view.place_of("c3"))
        assert field(window, "rows") == "3/4/2b2/4/3"
        press("z", "Control_L")
        press("z", "Control_L")
        assert field(window, "rows") == "3/4/5/4/3" and not set_up.sketching.can_undo


def held(view: SketchView, start: tuple[int, int], end: tuple[int, int], what: Callable[[], bool]) -> None:
    """Escape is pressed while the button is down, after something has come of it, and the pointer goes on."""
    point_at(view, *start)
    xtest.fake_input(screen(), X.ButtonPress, 1)
    point_at(view, *end)
    assert what()
    press("Escape")
    point_at(view, *start)
    xtest.fake_input(screen(), X.ButtonRelease, 1)
    arrive()


def test_faults_are_said_marked_and_mended_by_a_click() -> None:
    with opened(SMALL) as window:
        press("F4")
        set_up, _, column = parts(window)
        put(window, "3/1rr1/1rbr1/2r1/3 r 9 6-1 x3+5")
        assert set_up.sketching.problems and column.text.marked == ["x3+5"]
        assert "Fault" in str(column.details.rows["removals"].entry.cget("style"))
        press("F2")
        assert window.set_up.on and "no position yet" in shown(window)
        click(column.problems.mends[0])
        parts(window)
        assert not set_up.sketching.problems and not column.text.marked
        press("F2")
        wait(lambda: not window.set_up.on)
        assert fastcore.problems(f"herd(size=3) {window.table.state.text()}") == []


def test_text_is_written_pasted_undone_and_copied() -> None:
    with opened(SMALL) as window:
        press("F4")
        set_up, _, column = parts(window)
        begun = set_up.sketching.sketch.text
        click(column.text.text)
        press("End", "Control_L")
        type_text("+5")
        assert set_up.sketching.sketch.text == f"{begun}+5"
        column.details.rows["side"].entry.focus_set()  # a list to choose from, into which nothing is written
        root().clipboard_clear()
        root().clipboard_append("herd(size=3)  3/1rr1/1rbr1/2r1/3 q 9 6-1 x0+5 ")
        press("v", "Control_L")
        wait(lambda: not set_up.errands.under_way)
        parts(window)
        assert column.text.marked == ["q"] and field(window, "rows") == "3/1rr1/1rbr1/2r1/3"
        press("c", "Control_L", "Shift_L")
        assert root().clipboard_get() == "herd(size=3) 3/1rr1/1rbr1/2r1/3 q 9 6-1 x0+5"
        press("z", "Control_L")
        press("z", "Control_L")
        assert set_up.sketching.sketch.text == begun and not set_up.sketching.can_undo


def test_a_text_that_cannot_be_shown_stays_as_it_is() -> None:
    with opened(SMALL) as window:
        press("F4")
        set_up, _, column = parts(window)
        begun = set_up.sketching.sketch
        for text in ("3/4/5\0/4/3 r 1 - -", "3/4/5\udcff/4/3 r 1 - -", "3/4/5/4/3 r 1 - " + "x" * 300_000):
            set_up.sketching.take(Sketch(begun.spec, text))
            parts(window)
            settle()
            written = column.text.text.get("1.0", "end-1c")
            assert set_up.sketching.sketch.text == text and written[:5] == text[:5] and len(written) == min(len(text), 4000)
            assert (str(column.text.text.cget("state")), column.text.spec.winfo_viewable()) == (("disabled", 1) if len(text) > 4000 else ("normal", 0))
            press("z", "Control_L")
            assert set_up.sketching.sketch == begun
        assert column.text.text.get("1.0", "end-1c") == begun.text and str(column.text.text.cget("state")) == "normal"


def test_of_countless_faults_the_first_are_shown() -> None:
    with opened(Setup("forest", TWO, 1)) as window:
        press("F4")
        set_up, _, column = parts(window)
        fields = set_up.sketching.sketch.fields
        assert fields is not None
        set_up.sketching.take(set_up.sketching.sketch.with_fields({**fields, "acted": ",".join(["x"] * 60)}))
        parts(window)
        count, found = len(set_up.sketching.problems), column.problems.shown
        wait(lambda: len(column.problems.lines) == 21)
        assert count > 21 and found is not None
        column.problems.show(())
        column.problems.show(found)
        assert 2 < len(column.problems.lines) < 20  # at one go no more than can be seen
        wait(lambda: len(column.problems.lines) == 21)
        assert column.problems.lines[-1].cget("text") == f"And {count - 20} more."
        for _ in range(23):
            press("F3", "Shift_L")
        assert set_up.rounds.here == 22


def test_keys_alone_put_pieces_and_write_the_rest() -> None:
    with opened(SMALL) as window:
        press("F4")
        set_up, view, column = parts(window)
        assert root().focus_get() is view
        press("Right")
        assert view.cursor
        for key in ("r", "Right", "b", "Left", "space"):
            press(key)
        there = view.cursor
        assert set_up.sketching.taken(there) == "b"
        press("Delete")
        assert set_up.sketching.taken(there) == NOTHING
        reached = set()
        for _ in range(40):
            press("Tab")
            reached.add(str(root().focus_get()))
        assert {str(column.text.text), str(column.details.rows["turn"].entry)} <= reached


def test_live_text_and_rules_stand_beside_it() -> None:
    with opened(SMALL) as window:
        press("F4")
        _, view, column = parts(window)
        press("l")
        settle()
        assert window.dock is column.dock and isinstance(column.dock.page, LiveText)
        view.focus_set()
        view.put_cursor("a1")
        press("b")
        put(window, "3/4/5/4/b2 b 1 - -")
        told = "\n".join(column.dock.page.lines)
        assert "Not a position yet" in told and "3/4/5/4/b2 b 1 - -" in told
        press("F1")
        settle()
        assert column.dock.kind == "rules" and column.dock.frame is not None and column.dock.frame.winfo_height() > 200
        press("F2", "Shift_L")
        assert window.dock is not column.dock
        press("F1")
        assert not window.dock.kind


def test_a_game_without_a_board_is_set_up_by_its_fields(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(boards, "find", lambda game: None)
    monkeypatch.setattr(boards, "editor", lambda spec, seat=None: Editor(fastcore.info("herd"), None, spec, seat))
    with opened(SMALL) as window:
        press("F4")
        wait(lambda: window.set_up.column is not None and window.set_up.sketching.checked is not None)
        column = window.set_up.column
        assert column is not None and window.set_up.view is None and list(column.details.rows) == ["rows", "side", "turn", "dice", "left"]
        for name, value in (("rows", "3/4/5/4/r2"), ("side", "b")):
            click(column.details.rows[name].entry)
            press("End")
            press("Home", "Shift_L")
            type_text(value)
        wait(lambda: window.set_up.sketching.checked == window.set_up.sketching.sketch)
        settle()
        assert column.text.marked and column.problems.mends
        click(column.problems.mends[0])
        wait(lambda: window.set_up.sketching.whole)
        press("F2")
        wait(lambda: not window.set_up.on)
        assert window.table.state.fields["rows"] == "3/4/5/4/r2"


def test_the_game_waits_behind_and_comes_back_as_it_was() -> None:
    with opened(Setup("herd(size=3)", TWO, 1, "3/1rr1/1rbr1/2r1/3 r 9 6-1 x0+5")) as window:
        before = window.table.state.text()
        press("F4")
        _, view, _ = parts(window)
        assert window.registry["hint"].why_not() and "Set up" in window.tabs.labels()[0].text
        click(view, *view.place_of("a1"), button=3)
        press("F2", "Shift_L")
        assert not window.set_up.on and window.table.state.text() == before
        click_spot(window, "b2")
        assert len(window.table.session.steps) == window.table.session.given + 1
        press("F4")
        assert field(window, "rows") == "3/1rr1/1rbr1/2r1/r2"  # what was set up is still there


def test_what_was_set_up_of_another_game_is_put_away() -> None:
    with opened(SMALL) as window:
        press("F4")
        _, view, column = parts(window)
        assert column.palette is not None
        click(column.palette.pieces["r"])
        click_spot_of(view, "a1")
        press("F2", "Shift_L")
        window.table.begin(Setup("forest", TWO, 1))
        settle()
        press("F4")
        set_up, *_ = parts(window)
        assert set_up.sketching.sketch.situation.startswith("forest ") and not set_up.sketching.touched


def test_a_list_is_walked_through_and_saved_with_its_faults(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with opened(SMALL) as window:
        press("F4")
        set_up, _, column = parts(window)
        root().clipboard_clear()
        root().clipboard_append("# to begin with\nherd(size=3) 3/4/5/4/r2 r 1 - - # one\nherd(size=3) 3/4/2x2/4/3 b 2 - -\n")
        press("v", "Control_L")
        wait(lambda: set_up.sketching.model.count == 2)
        parts(window)
        assert "1 of 2 · one" in str(column.text.place.cget("text")) and str(column.text.comment.cget("text")) == "to begin with"
        press("Next", "Control_L")
        parts(window)
        assert "2 of 2" in str(column.text.place.cget("text")) and set_up.sketching.problems
        click(column.text.text)
        press("End", "Control_L")
        type_text(" ?")
        file = tmp_path / "mine.positions"
        monkeypatch.setattr(filedialog, "asksaveasfilename", lambda **_: str(file))
        press("s", "Control_L")
        wait(lambda: not set_up.errands.under_way)
        assert file.read_text().splitlines()[-1] == "herd(size=3) 3/4/2x2/4/3 b 2 - - ?"
        press("Prior", "Control_L")
        press("F2")
        wait(lambda: not window.set_up.on)
        assert window.table.state.fields["rows"] == "3/4/5/4/r2" and len(window.tabs.open) == 2
        window.files.open(file)
        wait(lambda: window.set_up.on and window.set_up.sketching.model.count == 2)
        assert window.set_up.sketching.touched and not window.set_up.sketching.can_undo, "what is opened is the beginning"


def test_what_cannot_be_read_has_an_empty_board() -> None:
    with opened(SMALL) as window:
        window.set_up.enter(Sketch("herd(size=3)", "half"))
        _, view, _ = parts(window)
        assert len(view.source.spots if view.source is not None else ()) == 19 and not view.shown["pieces"]
        assert "mend it" in shown(window)
        put(window, "3/4/5/4/r2 r 1 - -")
        assert {item.where for item in view.shown["pieces"]} == {"a1"} and "mend it" not in shown(window)


def test_a_list_is_undone_and_made_again() -> None:
    with opened(SMALL) as window:
        press("F4")
        set_up, _, column = parts(window)
        text = "herd(size=3) 3/4/5/4/r2 r 1 - -\nherd(size=3) 3/4/2b2/4/3 b 2 - -\n"
        root().clipboard_clear()
        root().clipboard_append(text)
        press("v", "Control_L")
        wait(lambda: set_up.sketching.model.count == 2)
        press("Insert", "Control_L")
        assert set_up.sketching.model.count == 3
        window.registry.run("remove_position")
        for count in (3, 2, 1):
            press("z", "Control_L")
            assert set_up.sketching.model.count == count
        assert not set_up.sketching.can_undo
        press("y", "Control_L")
        parts(window)
        assert set_up.sketching.model.positions.text() == text and "1 of 2" in str(column.text.place.cget("text"))


def test_a_list_of_several_games_is_parted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "mixed.positions"
    file.write_text("herd(size=3) 3/4/5/4/r2 r 1 - - # one\nforest # other\n# the end\n")
    with opened(SMALL) as window:
        window.files.open(file)
        wait(lambda: len(window.tabs.open) == 2 and window.set_up.on)
        parts(window)
        assert {tab.table.info.id for tab in window.tabs.open} == {"herd", "forest"}
        parts_of = [one.model.positions for tab in window.tabs.open for one in tab.sketches.values()]
        assert sorted(one.entry.name for one in parts_of) == ["one", "other"] and [one.tail for one in parts_of].count("the end") == 1
        asked: list[str] = []
        monkeypatch.setattr(filedialog, "asksaveasfilename", lambda **said: asked.append(f"{said['initialdir']}/{said['initialfile']}"))
        press("s", "Control_L")
        assert asked == [str(tmp_path / f"mixed-{window.table.info.id}.positions")] and file.read_text().count("\n") == 3


def test_what_was_left_unfinished_is_offered_again(home: Path) -> None:
    with opened(SMALL) as window:
        press("F4")
        _, view, _ = parts(window)
        click(view, *view.place_of("c3"), button=3)
    with opened(SMALL) as window:
        window.set_up.files.start()
        wait(lambda: window.set_up.files.bars)
        settle()
        bar = window.set_up.files.bars[0]
        window.tabs.begin(SMALL)
        settle()
        assert window.strip.winfo_viewable() and window.strip.winfo_rooty() < bar.winfo_rooty()
        click(next(child for child in bar.winfo_children() if isinstance(child, ttk.Button) and child.cget("text") == "Open"))
        wait(lambda: window.set_up.on)
        assert field(window, "rows") == "3/4/2r2/4/3" and not window.set_up.files.left
        window.registry.run("leave_set_up")


def test_real_dice_are_entered_with_two_keys_in_any_order() -> None:
    with opened(Setup("herd(size=3)", TWO, 1, "3/1rr1/1rbr1/2r1/3 r 9 - -", by_hand="once")) as window:
        assert [choice.spot for choice in window.choices.shown] == list("123456") and "drawn" in shown(window)
        press("2")
        press("Escape")
        press("2")
        press("5")
        assert window.table.state.fields["dice"] == "5-2" and window.table.session.by_hand == "never"
        press("d", "Control_L")
        assert "drawn next is chosen by hand" in shown(window)
        window.table.choose_chance("always")
        press("z", "Control_L")
        assert window.table.session.waits_for == "chance by hand"
        click(window.choices.buttons[3])
        click(window.choices.buttons[3])
        assert window.table.state.fields["dice"] == "4-4"


def test_what_a_seat_sees_is_set_up_with_facts() -> None:
    with opened(Setup("herbalism", ("person",) * 3, 1)) as window:
        seated(window)
        press("F4")
        set_up, _, column = parts(window)
        put(window, "rb ryyg/gggb/bbbb 0,0,0 1 1 1 act:1 -,-,- -,-,- -,-,-")
        set_up.know(0)
        parts(window)
        assert field(window, "hands") == "ryyg/????/????" and not set_up.sketching.problems
        assert column.facts.add is not None
        column.facts.boxes[2].current(3)
        column.details.area.show(column.facts.add)
        settle()
        click(column.facts.add)
        parts(window)
        assert set_up.sketching.sketch.facts == ("2:r>=3",) and list(column.facts.forgets) == ["2:r>=3"]
        assert column.text.known.cget("text") == "@1 2:r>=3" and column.text.known.winfo_viewable()
        column.text.text.focus_set()
        column.text.text.tag_add("sel", "1.0", "end")
        press("c", "Control_L")
        assert "Copied without" in shown(window) and window.root.clipboard_get().strip() == set_up.sketching.sketch.text
        set_up.learn(("3:g>=1", "2:r>=3"))
        parts(window)
        assert column.problems.shown and "eat 2 holds at least three red" in column.problems.shown[0].sentence
        view = set_up.view
        assert view is not None and len(column.problems.mends) == 1  # the other fact is innocent
        view.focus_set()
        press("c", "Control_L", "Shift_L")
        press("F3")
        parts(window)
        assert set_up.sketching.sketch.facts == ("3:g>=1",) and not set_up.sketching.problems
        set_up.know(None)
        press("v", "Control_L")
        wait(lambda: not set_up.errands.under_way)
        parts(window)
        assert lists.line_of(Entry(set_up.sketching.sketch)).endswith(" @1 3:g>=1 2:r>=3")
        click(column.problems.mends[0])
        parts(window)
        assert not set_up.sketching.problems
        begun(window, "As Seat 1 sees it")
        assert window.table.session.follows == 0 and window.table.session.facts == ("3:g>=1",) and not window.set_up.on


@pytest.mark.parametrize("game", [game for game in fastcore.games() if fastcore.info(game).has.covered])
def test_what_a_seat_sees_is_played_from_there(game: str) -> None:
    with opened(Setup(game, ("person",) * fastcore.start(game).seats, 1)) as window:
        assert window.registry["play_here"].why_not() == HAND_OVER_FIRST
        seated(window)
        if window.table.point.state is not None:  # all is open yet
            decide(window, lambda point: point.move_text(point.moves()[0]))
            seated(window)
        seat, view = window.table.screen.viewer, window.table.point.text()
        assert seat is not None
        bot = bots.names(game)[0]
        begun(window, f"As {boards.side(window.table.info, seat)} sees it", bot)
        assert window.table.session.follows == seat and window.table.session.point.text() == view
        begun(window, "", sat=bot)  # from a game that is followed: a whole one, the rest drawn
        assert window.table.session.follows is None and PERSON not in window.table.session.seats
        assert window.table.session.start.view(seat) == view


def begun(window: Window, opening: str, bot: str = "", sat: str = PERSON) -> None:
    """F5, with an opening other than the first that is offered, or with this bot on every seat instead of who sat there."""
    tabs = len(window.tabs.open)
    press("F5")
    wait(lambda: "new" in window.pages.open)
    dialog = window.pages.open["new"]
    assert isinstance(dialog, NewGame) and not any(form.who.instate(["disabled"]) for form in dialog.seats)
    for form in dialog.seats:
        assert form.text.partition(":")[0] == sat
        form.put(dialog.spec, bot or form.text)
    if opening:
        dialog.opening.put(opening)
        assert all(form.who.instate(["disabled"]) for form in dialog.seats)
    dialog.accept()
    wait(lambda: len(window.tabs.open) == tabs + 1)


@pytest.mark.parametrize("game", [game for game in fastcore.games() if boards.find(game)])
def test_nothing_is_cut_off_or_covers_another(game: str) -> None:
    for size in ((800, 560), (1280, 720)):
        with opened(Setup(game, ("person",) * fastcore.start(game).seats, 1), size=size) as window:
            window.set_up.enter()  # also while it waits for the first of several persons
            set_up, _, column = parts(window)
            sketch = set_up.sketching.sketch
            put(window, f"{sketch.text} ?")
            assert column.palette is not None and set_up.sketching.problems
            assert cut_off(window) == []
            frames = [one.frame for one in (column.palette, column.details, column.problems, column.text)]
            assert overlapping([frame for frame in frames if frame.winfo_ismapped()]) == [] and not column.palette.frame.winfo_ismapped()
            column.frame.show(column.text.text)  # in a low window the cards scroll
            settle()
            assert column.text.text.winfo_rooty() + column.text.text.winfo_height() <= window.status.winfo_rooty()


@pytest.mark.parametrize("game", fastcore.games())
def test_the_detail_at_fault_is_scrolled_to(game: str) -> None:
    with opened(Setup(game, (PERSON,) * fastcore.start(game).seats, 1)) as window:
        if window.table.screen.handing_to is not None:
            seated(window)
        press("F4")
        set_up, view, column = parts(window)
        begun, gone_to = set_up.sketching.sketch, set[str]()
        names = [field.name for field in window.table.info.fields if field.kind != "board"]
        for name in names[deep(-2, 0) :]:
            set_up.sketching.take(begun.with_fields({**(begun.fields or {}), name: "no"}))
            parts(window)
            column.details.area.canvas.yview_moveto(0 if gone_to else 1)
            view.focus_set()
            press("F3", "Shift_L")
            found = column.problems.shown
            assert found and set_up.rounds.here == 0
            if not found[0].details:
                continue
            gone_to.add(found[0].details[0])
            entry, canvas = column.details.rows[found[0].details[0]].entry, column.details.area.canvas
            assert "Fault" in str(entry.cget("style"))
            for box in (canvas, column.frame.canvas):
                top = entry.winfo_rooty() - box.winfo_rooty()
                assert top >= 0 and top + entry.winfo_height() <= box.winfo_height(), (name, found[0])
        assert len(gone_to) >= deep(1, 3)


def test_a_view_of_a_seat_that_is_not_there_is_said_and_mended() -> None:
    with opened(Setup("herbalism", (PERSON,) * 3, 1)) as window:
        seated(window)
        press("F4")
        set_up, _, column = parts(window)
        begun = set_up.sketching.sketch
        set_up.sketching.take(Sketch(begun.spec, begun.text, 6))
        parts(window)
        row = column.details.rows[KNOWN]
        assert row.entry.get() == "As seat 7 sees it, which is not there" and "Fault" in str(row.entry.cget("style"))
        assert column.problems.shown and column.problems.shown[0].sentence.startswith("What is known: there are 3 seats")
        assert [str(mend.cget("text")) for mend in column.problems.mends][1] == "Read it as Seat 1 sees it"
        click(column.problems.mends[1])
        parts(window)
        assert set_up.sketching.sketch.seat == 0 and row.entry.get() == "As Seat 1 sees it"


def test_a_number_is_typed_to_its_end_though_the_form_changes_meanwhile() -> None:
    """Turn 10 on the way to turn 101 is the other side's: other names, other lists."""
    with opened(Setup("forest", TWO, 1)) as window:
        press("F4")
        _, _, column = parts(window)
        entry = column.details.rows["turn"].entry
        click(entry)
        press("End")
        press("BackSpace")
        type_text("101")
        assert window.set_up.sketching.sketch.text.split()[1:] == ["r", "101", "2", "-"] and root().focus_get() is entry
        press("z", "Control_L")
        assert not window.set_up.sketching.can_undo and entry.get() == "0"


def test_a_mend_of_what_stood_there_before_does_nothing() -> None:
    with opened(SMALL) as window:
        press("F4")
        parts(window)
        sketching, column = window.set_up.sketching, window.set_up.column
        assert column is not None
        sketching.write("3/4/5/4/3 b 1 - -")
        parts(window)
        offered = column.problems.mends[0]
        sketching.end()
        sketching.put("a1", "r")
        drawn = sketching.sketch
        offered.invoke()
        assert sketching.sketch == drawn


def test_another_game_begins_while_one_is_set_up() -> None:
    """The table is the new game's already while the board is still the old one's."""
    with opened(Setup("herbalism", ("person", "greedy", "greedy"), 1), animation=False) as window:
        for other in ("forest", "herbalism(players=4)"):
            window.registry.run("set_up_mode")
            parts(window)
            window.registry.run("rules")
            assert window.set_up.on and window.dock.kind
            window.table.begin(Setup(other, ("person",) * fastcore.start(other).seats, 2))
            settle()
            assert not window.set_up.on and window.table.session.spec == other and window.view.winfo_viewable()
            window.registry.run("rules")


def test_what_was_chosen_on_the_board_means_nothing_in_another_game() -> None:
    """The live text asks what is expected while the next game's window is built."""
    with opened(Setup("herbs", ("person", "greedy"), 1), animation=False) as window:
        window.registry.run("live")
        touch = window.playing.touch
        touch.clicked(sorted(touch.entry.open)[0])
        assert touch.entry.chosen
        window.table.begin(Setup("herbalism", ("person", "greedy", "greedy"), 2))
        settle()
        assert window.table.session.spec == "herbalism" and not touch.entry.chosen


def test_the_modes_give_the_room_back_to_each_other() -> None:
    with opened(SMALL, animation=False) as window:
        for mode in ("analyse_mode", "set_up_mode", "analyse_mode", "play_mode", "set_up_mode", "analyse_mode", "set_up_mode", "play_mode"):
            window.registry.run(mode)
            settle()
            window.registry.run("rules")
            settle()
            assert window.dock.kind and window.dock.column.winfo_ismapped()
            window.registry.run("rules")
        assert window.dock.column is window.column


def test_options_asked_for_in_a_game_that_is_gone_change_nothing() -> None:
    with opened(SMALL, animation=False) as window:
        window.registry.run("set_up_mode")
        parts(window)
        window.registry.run("spec")
        settle()
        dialog = window.pages.open["spec"]
        assert isinstance(dialog, SpecDialog)
        window.table.begin(Setup("herd(size=4)", TWO, 2))
        settle()
        dialog.accept()
        assert not window.set_up.on and window.table.session.spec == "herd(size=4)"


def test_a_misspelt_game_is_said_and_mended(tmp_path: Path) -> None:
    """Pasted, and met in a list, where it has an empty board and not that of the position before it."""
    file = tmp_path / "some.positions"
    file.write_text("herd(size=3) 3/4/5/4/r2 r 1 - -\nhurd(size=3) 3/4/5/4/r2 r 1 - -\nherd(size=9) 3/4/5/4/r2 r 1 - -\nherd(size=3) 3/4 r\n")
    with opened(SMALL) as window:
        press("F4")
        _, view, column = parts(window)
        window.root.clipboard_clear()
        window.root.clipboard_append("hurd(size=3) 3/4/5/4/r2 r 1 - -")
        press("v", "Control_L")
        wait(lambda: window.set_up.sketching.sketch.spec.startswith("hurd"))
        parts(window)
        assert column.problems.shown and "no game 'hurd'" in column.problems.shown[0].sentence and not view.shown["pieces"]
        assert column.text.spec.winfo_ismapped() and "hurd(size=3)" in column.text.spec.cget("text") and "mend it" in shown(window)
        assert window.registry["save_picture"].why_not() and window.registry["copy_picture"].why_not()
        window.registry.run("spec")  # the options of the game of this tab
        settle()
        press("Escape")
        press("F3")
        parts(window)
        assert window.set_up.sketching.sketch.spec == "herd(size=3)" and {item.where for item in view.shown["pieces"]} == {"a1"}
        assert not column.text.spec.winfo_ismapped() and not window.registry["save_picture"].why_not()
        window.set_up.files.open(file)
        wait(lambda: window.set_up.sketching.model.count == 4)
        for number in range(1, 4):
            parts(window)
            press("Next", "Control_L")
            wait(lambda number=number: window.set_up.sketching.model.positions.at == number)  # type: ignore[misc]
            parts(window)
            assert column.problems.mends and not view.shown["pieces"] and window.registry["save_picture"].why_not()
        press("Prior", "Control_L")
        parts(window)
        choices = window.registry["begin_with"].choices
        assert choices is not None and window.set_up.sketching.sketch.spec == "herd(size=9)"
        wanted = (("The position of the game", ""), ("The start, size 3", "3/4/5/4/3"), ("An empty board, size 3", "3/4/5/4/3"))
        for (label, run), (words, rows) in zip(choices(), wanted, strict=True):
            run()
            parts(window)
            assert label == words and field(window, "rows") == (rows or field(window, "rows"))
            press("z", "Control_L")


def test_text_that_comes_without_a_key_is_taken() -> None:
    """By the middle button, which puts in what is selected elsewhere, into the text and into a field."""
    with opened(SMALL) as window:
        press("F4")
        set_up, _, column = parts(window)
        begun = set_up.sketching.sketch.text
        entry = next(row.entry for row in column.details.rows.values() if row.box is None)
        other = Text(window.root)
        other.insert("1.0", "7")
        other.tag_add("sel", "1.0", "1.1")
        for widget in (column.text.text, entry):
            click(widget, button=2)
            parts(window)
            assert set_up.sketching.sketch.text != begun and "7" in set_up.sketching.sketch.text
            press("z", "Control_L")
            assert set_up.sketching.sketch.text == begun
        other.destroy()


def test_what_was_known_at_the_start_is_kept_there() -> None:
    text = "?? ryyg/????/???? 0,0,0 1 1 1 act:1 -,-,- -,-,- -,-,-"
    facts = ("2:r>=1", "hidden=yg")
    with opened(Setup("herbalism", ("person",) * 3, 1, text, follows=0, facts=facts)) as window:
        press("c", "Control_L", "Shift_L")
        assert root().clipboard_get().endswith(" @1 2:r>=1 hidden=yg")
        press("F4")
        set_up, _, _ = parts(window)
        assert set_up.sketching.sketch.facts == facts and not set_up.sketching.touched
        press("F2")
        wait(lambda: not window.set_up.on)
        begun(window, "")
        start = window.table.session.start
        assert fastcore.Viewpoint("herbalism", 0, text).suppose(*facts, f"hidden={start.fields['hidden']}") is not None
        assert start.fields["hands"].split("/")[1].count("r") >= 1 and sorted(start.fields["hidden"]) == sorted("yg")


def test_cards_that_are_empty_leave_their_room_to_the_faults() -> None:
    with opened(SMALL, size=(1280, 720), zoom=1.5) as window:
        press("F4")
        _, _, column = parts(window)
        high = column.details.frame.winfo_height()
        put(window, "3/4/5/4/3 r 1 - - too many fields")
        assert column.palette is not None and not column.palette.frame.winfo_ismapped() and column.details.frame.winfo_height() < high
        below = column.problems.frame.winfo_rooty() + column.problems.frame.winfo_height()
        assert below <= window.status.winfo_rooty()
        put(window, "3/4/5/4/3 r 1 - -")
        assert column.palette.frame.winfo_ismapped() and column.details.frame.winfo_height() > 0.9 * high


def test_a_view_that_was_left_is_shown_only_to_whom_it_is_for(home: Path) -> None:
    view = "?? ryyg/????/???? 0,0,0 1 1 1 act:1 -,-,- -,-,- -,-,-"
    with opened(SMALL) as window:
        left = LeftSketch(home / "left.positions", 0.0, PositionList([Entry(Sketch("herbalism", view, 0))]))
        files = window.set_up.files
        files._found([left, left._replace(file=home / "other.positions"), left._replace(file=home / "third.positions", whole=True)])
        assert len(files.bars) == 1 and "and 2 more" in _told(left, 2) and "Unfinished" not in _told(files.left[2], 0)
        files._discard(files.left[2])
        files._discard(files.left[1])

        def button(label: str) -> ttk.Button:
            settle()
            return next(child for child in files.bars[0].winfo_children() if isinstance(child, ttk.Button) and child.cget("text") == label)

        click(button("Open"))
        assert not window.set_up.on and len(window.tabs.open) == 1
        assert "nobody else should look" in " ".join(str(child.cget("text")) for child in files.bars[0].winfo_children())
        click(button("Show it"))
        wait(lambda: window.set_up.on and window.set_up.sketching.sketch.text == view)
        assert not files.left
        window.set_up.sketching.write(view.replace("act:1", "act:9"))
        set_up, _, column = parts(window)
        press("F3", "Shift_L")
        where = set_up.sketching.problems[0]
        assert where.cells or window.root.focus_get() in (column.text.text, *(row.entry for row in column.details.rows.values() if row.detail.field == where.field))


def test_a_key_goes_round_all_faults_of_a_list() -> None:
    with opened(SMALL) as window:
        press("F4")
        set_up, view, column = parts(window)
        root().clipboard_clear()
        root().clipboard_append("herd(size=3) 3/4/5/4/r2 q 0 - -\nherd(size=3) 3/4/2b2/4/3 b 2 - -\nherd(size=3) half\n")
        press("v", "Control_L")
        wait(lambda: set_up.sketching.model.count == 3)
        parts(window)
        gone: list[tuple[int, str]] = []
        for _ in range(6):
            before = set_up.rounds.at
            press("F3", "Shift_L")
            wait(lambda before=before: set_up.rounds.at not in (None, before))  # type: ignore[misc]
            parts(window)
            assert set_up.rounds.at is not None
            problem = set_up.sketching.problems[set_up.rounds.at[1]]
            gone.append((set_up.sketching.model.positions.at, problem.field))
            focus = window.root.focus_get()
            if focus is column.text.text:
                assert column.text.text.get("sel.first", "sel.last") in column.text.marked
            else:
                assert focus is view or problem.field in {row.detail.field for row in column.details.rows.values() if row.entry is focus}
        assert gone == [(0, "side"), (0, "turn"), (2, "position"), (0, "side"), (0, "turn"), (2, "position")]
        assert window.registry["save_picture"].why_not() == column.text.registry["save_picture"].tip
        assert "disabled" in column.text.buttons["save_picture"].state() and "disabled" not in column.text.buttons["copy"].state()
        set_up.files.take(PositionList([Entry(Sketch("herd(size=3)", text)) for text in ("3/4/5/4/r2 r 1 - -", "3/4/2b2/4/3 b 2 - -")]))
        parts(window)
        assert not column.text.buttons["save_picture"].instate(["disabled"]) and not window.registry["reach"].why_not()
        press("F3", "Shift_L")
        wait(lambda: "with any position" in shown(window))
        put(window, "3/4/5/4/r2 q 3000 - -")
        for _ in range(2):
            press("F3", "Shift_L")
        assert set_up.rounds.here == 1
        press("F3")
        parts(window)
        assert [problem.field for problem in set_up.sketching.problems] == ["side"], "what was gone to is mended, not the first"


def test_it_is_said_that_a_long_check_is_under_way(monkeypatch: pytest.MonkeyPatch) -> None:
    going_on, over = Event(), Event()
    with opened(SMALL) as window:
        press("F4")
        set_up, _, column = parts(window)
        found = Sketch.problems

        def slow(sketch: Sketch) -> tuple[Problem, ...]:
            going_on.set()
            over.wait(60)
            return found(sketch)

        monkeypatch.setattr(Sketch, "problems", slow)
        set_up.sketching.take(Sketch("herd(size=3)", "3/4/5/4/r2 q 1 - -"))
        wait(lambda: set_up.lags)
        assert going_on.is_set() and column.problems.shown is None and window.registry["play_mode"].why_not() == STILL_CHECKED
        press("F3")
        assert STILL_CHECKED in shown(window)
        over.set()
        parts(window)
        assert column.problems.shown and STILL_CHECKED not in shown(window) and not set_up.lags

"""Learning in the window: the guided first game, the rules and the live text beside the board, why not, all commands, tips."""

from __future__ import annotations

import pytest

pytest.importorskip("tkinter")

from tkinter import Misc

import fastcore
from tests.kit.windows import (
    PLACING,
    TWO,
    click,
    click_spot,
    opened,
    point_at,
    press,
    root,
    settle,
    shown,
    type_text,
    wait,
)
from workbench import boards
from workbench.boards.kit import lessons
from workbench.boards.kit.lessons import REFUSED
from workbench.gui.help import words as help_words
from workbench.gui.help.rules_text import RulesText
from workbench.gui.lessons import words as lessons_words
from workbench.gui.lessons.view import LessonView
from workbench.gui.shell.palette import CommandPalette, fit, matching
from workbench.gui.sound.live_text import LiveText
from workbench.gui.widgets.tips import Bubble, Tip
from workbench.gui.window import Window
from workbench.table.setup import Setup

pytestmark = [pytest.mark.window, pytest.mark.usefixtures("home")]

HERD = Setup("herd(size=3)", TWO, 1, PLACING)


def guided(window: Window) -> LessonView:
    window.registry.run("guide")
    view = window.pages.open["guide"]
    assert isinstance(view, LessonView)
    settle()
    return view


def click_at(view: LessonView, spot: str) -> None:
    """A click on the board, or on a button beside it."""
    assert view.view.ground is not None
    if spot in view.view.ground.spots:
        click(view.view, *view.view.place_of(spot))
    else:
        click(view.choices.buttons[[choice.spot for choice in view.choices.shown].index(spot)])


# The guided first game ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", [game for game in fastcore.games() if lessons.find(game)])
def test_ten_steps_made_by_real_clicks(game: str) -> None:
    seats = fastcore.start(game).seats
    board = boards.find(game)
    assert board is not None
    with opened(Setup(game, ("person",) * seats, 1)) as window:
        view = guided(window)
        for number in range(10):
            guide = view.guide
            assert guide.number == number and view.lesson.count.cget("text") == f"{number + 1} of 10"
            assert view.lesson.head.cget("text") == guide.lesson.head and not guide.done
            while not guide.done:
                wait(lambda: not view.presenter.busy and view.touch.entry.paths)
                goal = guide.goal[0] if guide.goal else min(view.touch.entry.paths)
                path = goal.removeprefix(REFUSED).split("-") if goal.startswith(REFUSED) else view.touch.entry.paths[goal]
                assert view.view.ground is not None
                assert path[0] in marks_of(view) or path[0] not in view.view.ground.spots or goal.startswith(REFUSED)
                reached, begun = guide.reached, view.touch.entry.chosen
                for spot in path[len(begun) :] if tuple(path[: len(begun)]) == begun else path:
                    before = view.touch.entry.chosen
                    click_at(view, spot)
                    if guide.written:
                        assert view.sheet.lock.winfo_ismapped() and not view.touch.entry.paths and not view.view.shown["open"]
                        assert view.sentence.cget("text") == lessons_words.locks("Ctrl+Return")
                        press("Return", *["Control_L"][number % 2 :])  # its key, or Enter on the button
                    if before and view.winfo_exists() and not guide.done and guide.reached == reached and spot == path[-1]:
                        press("Down")  # the choice that comes up where several moves end: the first that is asked for
                        choices = sorted(guide.goal) and [text for text, other in view.touch.entry.paths.items() if other == tuple(path)]
                        for _ in range(choices.index(goal)):
                            press("Down")
                        press("Return")
                settle()
                assert guide.reached > reached, f"{guide.lesson.head}: {goal}"
            wait(lambda: not view.presenter.busy)
            assert view.lesson.answer.cget("text") == guide.lesson.done and view.lesson.next.cget("style") == "Main.TButton"
            if number < 9:
                press("Return")
        assert view.lesson.next.cget("text") == lessons_words.PLAY_NOW
        press("Return")
        assert not view.winfo_exists() and window.table.info.id == game
        assert root().focus_get() is window.view or window.view.winfo_viewable()


def marks_of(view: LessonView) -> set[str]:
    return {item.where for item in view.view.shown["open"]}


def test_a_wrong_click_says_why_and_the_step_stays() -> None:
    with opened(HERD) as window:
        view = guided(window)
        view.begin(5)
        before = view.guide.state.text()
        click_at(view, "c2")
        assert "c2 is taken: choose an empty cell." in view.detail.cget("text")
        assert view.remark.bubble is not None and "c2 is taken" in view.remark.bubble.cget("text")
        click_at(view, "a1")
        assert view.lesson.answer.cget("text") == view.guide.lesson.astray and view.guide.state.text() == before
        assert view.lesson.next.cget("text") == lessons_words.SKIP and not view.guide.done
        click_at(view, "b2")
        wait(lambda: view.guide.done and not view.presenter.busy)
        press("Escape")
        assert not view.winfo_exists() and window.table.state.text() == PLACING, "the game is as it was"


def test_back_skip_once_more_and_the_look() -> None:
    with opened(HERD) as window:
        view = guided(window)
        assert str(view.lesson.back.cget("state")) == "disabled"
        click(view.lesson.next)
        click(view.lesson.next)
        assert view.guide.number == 2
        click(view.lesson.back)
        assert view.guide.number == 1
        wait(lambda: not view.presenter.busy and view.touch.entry.paths)
        click_at(view, "c3")
        wait(lambda: not view.presenter.busy)
        text = view.guide.state.text()
        press("plus", "Control_L", "Shift_L")
        fresh = window.pages.open["guide"]
        assert isinstance(fresh, LessonView) and fresh is not view and window.settings.zoom > 1
        assert fresh.guide.state.text() == text and fresh.lesson.count.cget("text") == "2 of 10"
        window.registry.run("dark")
        fresh = window.pages.open["guide"]
        assert isinstance(fresh, LessonView) and fresh.guide.reached == 1
        settle(0.2)
        click(fresh.lesson.again)
        wait(lambda: not fresh.presenter.busy and fresh.touch.entry.paths)
        assert fresh.guide.reached == 0
        before = len(window.table.session.steps)
        press("z", "Control_L")
        press("n", "Control_L")
        assert len(window.table.session.steps) == before and "new" not in window.pages.open, "keys of the game are not for here"
        click(fresh.leave)
        assert not fresh.winfo_exists()


def test_a_plan_stands_on_a_sheet_beside_its_lesson_with_guesses_on_the_board() -> None:
    with opened(Setup("herbs", TWO, 1)) as window:
        view = guided(window)
        view.begin(9)
        settle(0.1)
        assert view.sheet.sheet is not None and [row.now for row in view.sheet.sheet.rows] == [True, False, False]
        assert not any(panel.frame.winfo_ismapped() for panel in view.panels)
        assert view.sheet.sheet.rows[0].cells[2] == "move Herb 2 two squares", "the line that is next says what is asked for"
        view.play("2M2")
        wait(lambda: not view.presenter.busy)
        settle(0.1)
        assert [row.cells[1] for row in view.sheet.sheet.rows] == ["2 M2", "", ""] and view.sheet.sheet.rows[1].now
        assert {item.shape for item in view.view.shown["ghosts"]} >= {"ghost-herb-b:^", "ghost-number-2"}
        below = view.choices.frame.winfo_rooty() + view.choices.frame.winfo_height()
        assert view.choices.frame.winfo_ismapped() and below <= view.sentence.winfo_rooty(), "there is room for all of it"
        view.play("2P1/2")
        wait(lambda: not view.presenter.busy)
        assert str(view.sheet.lock.cget("state")) == "disabled"
        view.lock()
        assert not view.guide.done, "there is nothing to lock yet"
        view.play("WhH3")
        settle(0.1)
        assert [row.cells[1] for row in view.sheet.sheet.rows] == ["2 M2", "2 P1/2", "Wh H3"] and not view.guide.done
        assert view.guide.state.turn == 8 and "ghost-stone-w" in {item.shape for item in view.view.shown["ghosts"]}
        click(view.sheet.lock)
        wait(lambda: not view.presenter.busy)
        assert view.guide.done and view.sheet.sheet.rows[1].cells[6] == "13", "what came of it: four points for Herb 0"
        assert not view.view.shown["ghosts"]
        view.begin(8)
        settle(0.1)
        assert [row.cells[1] for row in view.sheet.sheet.rows] == ["2 P1/2"], "and during a bid"
        view.begin(0)
        assert view.sheet.frame.winfo_manager()


def test_a_bid_of_the_guide_is_shown_whole_and_the_guide_goes_on_where_it_was_left() -> None:
    with opened(Setup("herbs", TWO, 1), animation=False) as window:
        view = guided(window)
        view.begin(8)
        settle()
        assert len(view.panel.shown) == 3 and view.panel.winfo_ismapped(), "what each order leads to"
        where = view.lesson.next.winfo_rooty()
        view.play("bid4")
        settle()
        assert view.lesson.answer.cget("text") == view.guide.lesson.astray and view.lesson.next.winfo_rooty() == where
        press("5")
        wait(lambda: view.guide.done and not view.presenter.busy)
        assert view.sheet.sheet is not None and view.sheet.sheet.rows[0].cells[3:] == ("62", "2", "55", "6", "2:5")
        assert view.sentence.cget("text") == lessons_words.STEP_DONE and not view.panel.winfo_manager()
        view.begin(3)
        view.play("2P1/3")
        press("Escape")
        assert view.winfo_exists() and not view.guide.written, "first what is written is taken back"
        press("Escape")
        assert not view.winfo_exists()
        view = guided(window)
        assert view.guide.number == 3
        click(view.first)
        assert view.guide.number == 0 and str(view.first.cget("state")) == "disabled"


def test_the_keyboard_alone_makes_a_step() -> None:
    with opened(HERD) as window:
        view = guided(window)
        press("Up")
        press("Return")
        wait(lambda: view.guide.done and not view.presenter.busy)
        press("Return")
        assert view.guide.number == 1
        wait(lambda: not view.presenter.busy)
        press("Escape")
        assert not view.winfo_exists()


def test_a_game_without_lessons_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lessons, "find", lambda game: ())
    with opened(HERD) as window:
        assert window.registry["guide"].why_not() == lessons_words.NO_GUIDE
        window.registry.run("guide")
        assert "guide" not in window.pages.open and lessons_words.NO_GUIDE in shown(window)


def test_the_first_start_invites_once() -> None:
    with opened(HERD, greeted=False) as window:
        assert window.status.extra is not None and window.status.extra.cget("text") == lessons_words.NEW_HERE
        window.registry.run("dark")
        assert window.status.extra is not None, "it stays when the look changes"
        settle(0.2)
        click(window.status.extra)
        assert window.settings.greeted and isinstance(window.pages.open["guide"], LessonView)
        press("Escape")
        assert window.status.extra is None
    with opened(HERD, greeted=False) as window:
        click_spot(window, "b2")
        wait(lambda: window.playing.ours)
        assert window.settings.greeted and window.status.extra is None, "who plays needs no invitation"
    with opened(HERD) as window:
        assert window.status.extra is None


# Beside the board -----------------------------------------------------------------------------------------------------


def test_the_rules_beside_the_board() -> None:
    with opened(HERD) as window:
        press("F1")
        rules = window.dock.page
        assert isinstance(rules, RulesText) and rules.winfo_viewable() and window.settings.side == "rules"
        assert [view.fields["turn"] for view in rules.diagrams] == ["9", "9"]
        assert window.view.winfo_viewable() and "Captures" in rules.text.get("1.0", "end")
        column = window.moves.frame.master
        assert rules.winfo_rooty() >= window.panels[0].frame.winfo_rooty() + window.panels[0].frame.winfo_height()
        assert rules.winfo_rootx() >= column.winfo_rootx()
        click_spot(window, "b2")
        wait(lambda: window.playing.ours)
        assert window.table.session.steps[-1].move == "b2", "one goes on playing beside it"
        window.registry.run("dark")
        assert isinstance(window.dock.page, RulesText) and window.dock.page is not rules, "made anew in the theme's colours"
        press("F1")
        assert window.dock.page is None and window.settings.side == "" and window.moves.canvas.winfo_viewable()
        press("F1", "Shift_L")
        assert window.pages.open["rules_window"].winfo_exists()


def test_the_rules_have_room_in_a_small_window() -> None:
    with opened(HERD, (800, 560), side="rules") as window:
        wait(lambda: window.root.winfo_width() == 800)
        rules = window.dock.page
        assert isinstance(rules, RulesText)
        wait(lambda: rules.text.winfo_height() >= window.look.px(220))
        press("F1")
        assert all(player.frame.winfo_viewable() for player in window.players)


def test_find_in_the_rules() -> None:
    with opened(HERD) as window:
        press("f", "Control_L")
        rules = window.dock.page
        assert isinstance(rules, RulesText) and root().focus_get() is rules.finder.entry
        type_text("captur")
        places = rules.finder.places
        assert len(places) > 4 and rules.finder.count.cget("text") == f"1 of {len(places)}"
        here = rules.text.tag_ranges("here")
        assert rules.text.get(*here).lower() == "captur" and rules.text.bbox(here[0])
        press("Return")
        assert rules.finder.count.cget("text") == f"2 of {len(places)}"
        press("Return", "Shift_L")
        press("Return", "Shift_L")
        assert rules.finder.count.cget("text") == f"{len(places)} of {len(places)}"
        type_text("xyz")
        assert rules.finder.count.cget("text") == help_words.NOT_FOUND
        press("Escape")
        assert not rules.finder.winfo_ismapped() and not rules.text.tag_ranges("found")


def test_the_live_text_follows_the_game() -> None:
    with opened(HERD) as window:
        press("l")
        live = window.dock.page
        assert isinstance(live, LiveText) and root().focus_get() is live.text
        assert live.text.get("1.0", "1.end") == "Red must place 5 more stones."
        assert "c  . r b r ." in live.text.get("1.0", "end")
        live.text.mark_set("kept", "end-2l")
        type_text("zq")
        press("BackSpace")
        assert "z" not in live.text.get("1.0", "1.end"), "it is only read"
        window.table.play("b2")
        wait(lambda: window.playing.ours)
        text = live.text.get("1.0", "end")
        assert text.splitlines() == [*live.lines, ""], "what is shown is what was written"
        assert "Red places b2." in text and "Red captures c3." in text and "c  . r . r ." in text
        assert text.startswith("Red must place 5 more stones.")
        window.view.focus_set()
        press("Up")
        cursor = live.text.get("2.0", "2.end")
        assert cursor.startswith(f"Cursor: {window.view.cursor}: "), cursor  # type: ignore[union-attr]
        click_spot(window, "b3")
        assert "Cursor: b3: a red stone. b3 is taken: choose an empty cell." in live.text.get("1.0", "end")
        click_spot(window, "d1")
        wait(lambda: window.playing.ours)
        assert "Cursor: d1: a red stone" in live.text.get("1.0", "end")
        window.view.focus_set()
        press("l")
        assert window.dock.page is None


def test_only_changed_lines_are_written() -> None:
    with opened(HERD) as window:
        press("l")
        live = window.dock.page
        assert isinstance(live, LiveText)
        last = len(live.lines)
        for line in range(1, last + 1):
            live.text.tag_add("old", f"{line}.0", f"{line}.end")
        window.table.play("e1")
        wait(lambda: window.playing.ours)
        kept = [line for line in range(1, len(live.lines) + 1) if "old" in live.text.tag_names(f"{line}.0")]
        assert len(kept) >= 5, "rows of the board below the one that changed"


# Why not --------------------------------------------------------------------------------------------------------------


def test_a_refused_click_says_why_beside_the_spot() -> None:
    with opened(HERD) as window:
        click_spot(window, "c2")
        bubble = window.echo.remark.bubble
        assert isinstance(bubble, Bubble) and bubble.cget("text") == "c2 is taken: choose an empty cell."
        assert "c2 is taken" in shown(window), "and below, where it stays"
        _, y = window.view.place_of("c2")  # type: ignore[union-attr]
        assert bubble.winfo_rooty() > window.view.winfo_rooty() + y, "it does not cover the spot"
        assert root().winfo_rootx() <= bubble.winfo_rootx() and bubble.winfo_rootx() + bubble.winfo_width() <= root().winfo_width()
        point_at(window.view, *window.view.place_of("a1"))  # type: ignore[union-attr]
        assert window.echo.remark.bubble is None, "it goes with the pointer"
        click_spot(window, "c2")
        click_spot(window, "b2")
        assert window.echo.remark.bubble is None


# All commands ---------------------------------------------------------------------------------------------------------


def test_any_command_by_its_words() -> None:
    with opened(HERD) as window:
        press("k", "Control_L")
        palette = window.pages.open["palette"]
        assert isinstance(palette, CommandPalette) and root().focus_get() is palette.entry
        assert {row.command.name for row in palette.rows} == set(window.registry.commands) - {"palette"}, "all of them at first"
        type_text("dark")
        assert palette.rows[0].command.name == "dark" and palette.meaning.cget("text") == window.registry["dark"].meaning
        press("Return")
        assert window.settings.theme == "dark" and not palette.winfo_exists()
        press("p", "Control_L", "Shift_L")
        palette = window.pages.open["palette"]
        assert isinstance(palette, CommandPalette)
        type_text("undo")
        assert palette.rows[0].command.name == "undo" and palette.rows[0].reason
        assert palette.meaning.cget("text") == palette.rows[0].reason, "greyed, with the reason"
        press("Return")
        assert palette.winfo_exists(), "what cannot be done is not run"
        press("Escape")
        assert not palette.winfo_exists() and root().focus_get() is window.view
        press("k", "Control_L")
        palette = window.pages.open["palette"]
        assert isinstance(palette, CommandPalette)
        first = palette.rows[0].command.name
        press("Down")
        press("Down")
        press("Up")
        assert palette.at == 1
        press("Up")
        press("Up")
        assert palette.at == len(palette.rows) - 1 and palette.rows[0].command.name == first
        click(window.view, 5, 5)
        assert not palette.winfo_exists(), "a click elsewhere closes it"


def test_letters_find_what_they_should() -> None:
    assert fit("ng", "New game") > fit("ng", "Settings") > 0 == fit("xq", "New game") and fit("", "anything") == 1
    assert fit("game new", "New game") > 0 and fit("new", "New game") > fit("nga", "New game") * 0.5
    with opened(HERD) as window:
        for command in window.registry.commands.values():
            if command.name != "palette":
                best = matching(window.registry, command.text)
                assert command.text in [row.command.text for row in best[:2]], command.name
        assert matching(window.registry, "zzzz") == []
        assert "hint" in [row.command.name for row in matching(window.registry, "first where to look")], "by its meaning"


# Tips -----------------------------------------------------------------------------------------------------------------


def test_tips_name_the_key_and_the_reason() -> None:
    with opened(HERD) as window:
        point_at(window.status.buttons["undo"])
        assert Tip.shown is None, "not at once"
        wait(lambda: Tip.shown is not None)
        assert Tip.shown is not None
        assert Tip.shown.cget("text") == f"{window.registry['undo'].meaning} (Ctrl+Z)\nNothing has been played yet."
        point_at(window.view)
        assert Tip.shown is None
        point_at(window.players[0].frame)
        wait(lambda: Tip.shown is not None)
        assert Tip.shown is not None and Tip.shown.cget("text") == help_words.CARD_TIPS["player"]
        point_at(window.view)
        window.status.buttons["hint"].focus_set()
        wait(lambda: Tip.shown is not None)
        assert Tip.shown is not None and "(H)" in Tip.shown.cget("text"), "the keyboard gets it too"
        bubble = Tip.shown
        assert bubble.winfo_y() + bubble.winfo_height() <= root().winfo_height(), "it lies within the window"
        press("Tab")
        assert Tip.shown is not bubble


def test_every_button_of_the_window_has_a_tip() -> None:
    with opened(HERD) as window:
        told: list[Misc] = [window.top.icon, window.status.entry, window.moves.frame, window.below.graph.frame]
        told += [window.players[1].frame, window.panels[0].frame]
        for widget in told:
            point_at(window.view)
            wait(lambda: Tip.shown is None)
            point_at(widget, 4, 4)
            wait(lambda: Tip.shown is not None)
            assert Tip.shown is not None and len(Tip.shown.cget("text")) > 5
        point_at(window.view)

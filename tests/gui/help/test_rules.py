"""Tests of the rules page and the live text beside the board."""

from __future__ import annotations

import pytest

pytest.importorskip("tkinter")

from tests.kit.windows import (
    HERD,
    click_spot,
    flush_events,
    open_window,
    press,
    root,
    settle,
    type_text,
    wait,
)
from workbench.gui.help import words as help_words
from workbench.gui.help.pages import RulesPage
from workbench.gui.help.rules_text import RulesText
from workbench.gui.sound.live_text import LiveText
from workbench.table.setup import Setup

pytestmark = [pytest.mark.window, pytest.mark.usefixtures("home")]


def test_rules_page_opens_beside_board() -> None:
    with open_window(HERD) as window:
        press("F1")
        rules = window.screen.side.page
        assert isinstance(rules, RulesText) and rules.winfo_viewable() and window.settings.side == "rules"
        assert [view.fields["turn"] for view in rules.diagrams] == ["9", "9"]
        assert window.screen.view.winfo_viewable() and "Captures" in rules.text.get("1.0", "end")
        column = window.moves.card.frame.master
        assert (
            rules.winfo_rooty()
            >= window.screen.panels[0].frame.winfo_rooty() + window.screen.panels[0].frame.winfo_height()
        )
        assert rules.winfo_rootx() >= column.winfo_rootx()
        click_spot(window, "b2")
        wait(lambda: window.playing.accepts_moves)
        assert window.table.session.steps[-1].move == "b2", "one goes on playing beside it"
        window.registry.run("dark")
        assert isinstance(window.screen.side.page, RulesText) and window.screen.side.page is not rules, (
            "redrawn in the theme's colours"
        )
        press("F1")
        assert (
            window.screen.side.page is None and window.settings.side == "" and window.moves.card.canvas.winfo_viewable()
        )
        press("F1", "Shift_L")
        assert window.pages.open["rules_window"].winfo_exists()


def test_rules_never_cover_a_plan_or_the_details_of_a_position() -> None:
    with open_window(Setup("herbs", ("person", "greedy"), 1), side="rules") as window:
        wait(lambda: window.playing.accepts_moves)
        assert window.screen.side.kind == "", "rules left open in another game do not cover the plan"
        lock = window.sheets.card.buttons["lock"]
        press("F1")
        rules = window.pages.open["rules_window"]
        assert rules.winfo_exists() and lock.winfo_viewable() and window.screen.side.kind == ""
        root().focus_force()
        window.registry.run("rules")
        assert not rules.winfo_exists(), "the same key closes them"
        window.registry.run("set_up_mode")
        window.registry.run("rules")
        assert window.pages.open["rules_window"].winfo_exists() and window.screen.side.kind == ""


def test_rules_fit_small_window() -> None:
    with open_window(HERD, (800, 560), side="rules") as window:
        wait(lambda: window.root.winfo_width() == 800)
        rules = window.screen.side.page
        assert isinstance(rules, RulesText)
        wait(lambda: rules.text.winfo_height() >= window.look.px(220))
        press("F1")
        assert all(player.frame.winfo_viewable() for player in window.screen.players)


def test_rules_end_at_a_whole_line() -> None:
    with open_window(HERD) as window:
        press("F1", "Shift_L")
        page = window.pages.open["rules_window"]
        assert isinstance(page, RulesPage)
        text, cover, covered = page.text, page.body.cover, 0
        for _ in range(12):
            text.yview_scroll(9, "pixels")
            flush_events()
            end = text.winfo_height() - page.body.edge
            start = text.index(f"@0,{end - 1} display linestart")
            line, (height,) = text.dlineinfo(start), text.count(start, f"{start} + 1 display lines", "ypixels") or (0,)
            assert line is not None
            if line[3] < height < 40:
                covered += 1
                assert (cover.winfo_y() - text.winfo_y(), cover.winfo_height()) == (line[1], line[3])
                assert cover.winfo_viewable() and cover.winfo_width() == text.winfo_width()
            else:
                assert not cover.winfo_viewable()
        assert covered


def test_find_steps_through_matches_in_rules() -> None:
    with open_window(HERD) as window:
        press("f", "Control_L")
        rules = window.screen.side.page
        assert isinstance(rules, RulesText) and root().focus_get() is rules.finder.entry
        type_text("captur")
        places = rules.finder.matches
        assert len(places) > 4 and rules.finder.count.cget("text") == f"1 of {len(places)}"
        current_range = rules.text.tag_ranges("here")
        assert rules.text.get(*current_range).lower() == "captur" and rules.text.bbox(current_range[0])
        press("Return")
        assert rules.finder.count.cget("text") == f"2 of {len(places)}"
        press("Return", "Shift_L")
        press("Return", "Shift_L")
        assert rules.finder.count.cget("text") == f"{len(places)} of {len(places)}"
        type_text("xyz")
        assert rules.finder.count.cget("text") == help_words.NOT_FOUND
        press("Escape")
        assert not rules.finder.winfo_ismapped() and not rules.text.tag_ranges("found")


def test_escape_closes_the_rules_before_it_leaves_analyse() -> None:
    """Regression: Esc left Analyse, and the rules stayed."""
    with open_window(HERD) as window:
        window.registry.run("analyse_mode")
        settle()
        press("F1")
        assert window.screen.side.kind == "rules"
        press("Escape")
        assert window.screen.side.kind == "" and window.analyse.on
        press("Escape")
        assert not window.analyse.on


def test_live_text_follows_game() -> None:
    with open_window(HERD) as window:
        press("l")
        live = window.screen.side.page
        assert isinstance(live, LiveText) and root().focus_get() is live.text
        assert live.text.get("1.0", "1.end") == "Red: place 5 more stones."
        assert "c  . r b r ." in live.text.get("1.0", "end")
        live.text.mark_set("kept", "end-2l")
        type_text("zq")
        press("BackSpace")
        assert "z" not in live.text.get("1.0", "1.end"), "it is only read"
        window.table.play("b2")
        wait(lambda: window.playing.accepts_moves)
        text = live.text.get("1.0", "end")
        assert text.splitlines() == [*live.lines, ""], "what is shown is what was written"
        assert "Red places b2." in text and "Red captures c3." in text and "c  . r . r ." in text
        assert text.startswith("Red: place 5 more stones.")
        window.screen.view.focus_set()
        press("Up")
        cursor = live.text.get("2.0", "2.end")
        assert cursor.startswith(f"Cursor: {window.screen.view.cursor}: "), cursor  # type: ignore[union-attr]
        click_spot(window, "b3")
        assert "Cursor: b3: a red stone. b3 is occupied: choose an empty cell." in live.text.get("1.0", "end")
        click_spot(window, "d1")
        wait(lambda: window.playing.accepts_moves)
        assert "Cursor: d1: a red stone" in live.text.get("1.0", "end")
        window.screen.view.focus_set()
        press("l")
        assert window.screen.side.page is None


def test_live_text_rewrites_only_changed_lines() -> None:
    with open_window(HERD) as window:
        press("l")
        live = window.screen.side.page
        assert isinstance(live, LiveText)
        last = len(live.lines)
        for line in range(1, last + 1):
            live.text.tag_add("old", f"{line}.0", f"{line}.end")
        window.table.play("e1")
        wait(lambda: window.playing.accepts_moves)
        unchanged = [line for line in range(1, len(live.lines) + 1) if "old" in live.text.tag_names(f"{line}.0")]
        assert len(unchanged) >= 5, "rows of the board below the changed row"

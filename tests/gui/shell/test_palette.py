"""Tests of the command palette and of tips."""

from __future__ import annotations

import pytest

pytest.importorskip("tkinter")

from tkinter import Misc

from tests.kit.windows import (
    HERD,
    click,
    click_spot,
    open_window,
    point_at,
    press,
    root,
    status_text,
    type_text,
    wait,
)
from workbench.gui.help import words as help_words
from workbench.gui.shell.palette import CommandPalette, fuzzy_score, matching
from workbench.gui.widgets.tips import Bubble, Tip

pytestmark = [pytest.mark.window, pytest.mark.usefixtures("home")]


def test_illegal_click_shows_the_reason_beside_the_spot() -> None:
    with open_window(HERD) as window:
        click_spot(window, "c2")
        bubble = window.announcer.remark.bubble
        assert isinstance(bubble, Bubble) and bubble.cget("text") == "c2 is occupied: choose an empty cell."
        assert "c2 is occupied" in status_text(window), "the status bar keeps the reason"
        _, y = window.screen.view.place_of("c2")  # type: ignore[union-attr]
        assert bubble.winfo_rooty() > window.screen.view.winfo_rooty() + y, "the bubble is below the spot"
        assert (
            root().winfo_rootx() <= bubble.winfo_rootx()
            and bubble.winfo_rootx() + bubble.winfo_width() <= root().winfo_width()
        )
        point_at(window.screen.view, *window.screen.view.place_of("a1"))  # type: ignore[union-attr]
        assert window.announcer.remark.bubble is None, "moving the pointer closes the bubble"
        click_spot(window, "c2")
        click_spot(window, "b2")
        assert window.announcer.remark.bubble is None


def test_palette_finds_and_runs_commands() -> None:
    with open_window(HERD) as window:
        press("k", "Control_L")
        palette = window.pages.open["palette"]
        assert isinstance(palette, CommandPalette) and root().focus_get() is palette.entry
        assert {row.command.name for row in palette.rows} == set(window.registry.commands) - {"palette"}, (
            "all commands are listed at first"
        )
        type_text("dark")
        assert (
            palette.rows[0].command.name == "dark" and palette.meaning.cget("text") == window.registry["dark"].meaning
        )
        press("Return")
        assert window.settings.theme == "dark" and not palette.winfo_exists()
        press("p", "Control_L", "Shift_L")
        palette = window.pages.open["palette"]
        assert isinstance(palette, CommandPalette)
        type_text("undo")
        palette.selected = [row.command.name for row in palette.rows].index("undo")
        palette._write()
        assert palette.rows[palette.selected].reason
        assert palette.meaning.cget("text") == palette.rows[palette.selected].reason, (
            "an unavailable command shows its reason"
        )
        press("Return")
        assert palette.winfo_exists(), "an unavailable command is not run"
        press("Escape")
        assert not palette.winfo_exists() and root().focus_get() is window.screen.view
        press("k", "Control_L")
        palette = window.pages.open["palette"]
        assert isinstance(palette, CommandPalette)
        first = palette.rows[0].command.name
        press("Down")
        press("Down")
        press("Up")
        assert palette.selected == 1
        press("Up")
        press("Up")
        assert palette.selected == len(palette.rows) - 1 and palette.rows[0].command.name == first
        click(window.screen.view, 5, 5)
        assert not palette.winfo_exists(), "a click elsewhere closes the palette"


def test_fuzzy_search_ranks_the_best_match_first() -> None:
    assert (
        fuzzy_score("ng", "New game") > fuzzy_score("ng", "Settings") > 0 == fuzzy_score("xq", "New game")
        and fuzzy_score("", "anything") == 1
    )
    assert (
        fuzzy_score("game new", "New game") > 0
        and fuzzy_score("new", "New game") > fuzzy_score("nga", "New game") * 0.5
    )
    with open_window(HERD) as window:
        for command in window.registry.commands.values():
            if command.name != "palette":
                found = matching(window.registry, command.text)
                alike = [row.command.text for row in found if bool(row.reason) == bool(command.why_not())]
                assert command.text in alike[:2], command.name
        assert matching(window.registry, "zzzz") == []
        assert "hint" in [row.command.name for row in matching(window.registry, "three steps where")], (
            "a command is also found by its description"
        )


@pytest.mark.parametrize("typed", ["", "review", "move", "game", "undo"])
def test_available_commands_rank_first(typed: str) -> None:
    with open_window(HERD) as window:
        unavailable = [bool(row.reason) for row in matching(window.registry, typed)]
        assert unavailable == sorted(unavailable) and unavailable


def test_tips_name_the_key_and_the_reason() -> None:
    with open_window(HERD) as window:
        point_at(window.shell.status.buttons["undo"])
        assert Tip.shown is None, "the tip appears after a delay"
        wait(lambda: Tip.shown is not None)
        assert Tip.shown is not None
        assert Tip.shown.cget("text") == f"{window.registry['undo'].meaning} (Ctrl+Z)\nNothing has been played yet."
        point_at(window.screen.view)
        assert Tip.shown is None
        point_at(window.screen.players[0].frame)
        wait(lambda: Tip.shown is not None)
        assert Tip.shown is not None and Tip.shown.cget("text") == help_words.CARD_TIPS["player"]
        point_at(window.screen.view)
        window.shell.status.buttons["hint"].focus_set()
        wait(lambda: Tip.shown is not None)
        assert Tip.shown is not None and "(Ctrl+H)" in Tip.shown.cget("text"), "keyboard focus shows the tip too"
        bubble = Tip.shown
        assert bubble.winfo_y() + bubble.winfo_height() <= root().winfo_height(), "the tip stays inside the window"
        press("Tab")
        assert Tip.shown is not bubble


def test_every_part_of_the_window_has_a_tip() -> None:
    with open_window(HERD) as window:
        widgets: list[Misc] = [
            window.screen.top.icon,
            window.shell.status.entry,
        ]
        widgets += [window.screen.players[1].frame, window.screen.panels[0].frame]
        for widget in widgets:
            point_at(window.screen.view)
            wait(lambda: Tip.shown is None)
            point_at(widget, 4, 4)
            wait(lambda: Tip.shown is not None)
            assert Tip.shown is not None and len(Tip.shown.cget("text")) > 5
        point_at(window.screen.view)

"""Every command is found by its words, and tips say why something is refused."""

from __future__ import annotations

import pytest

pytest.importorskip("tkinter")

from tkinter import Misc

from tests.kit.windows import (
    HERD,
    click,
    click_spot,
    opened,
    point_at,
    press,
    root,
    shown,
    type_text,
    wait,
)
from workbench.gui.help import words as help_words
from workbench.gui.shell.palette import CommandPalette, fit, matching
from workbench.gui.widgets.tips import Bubble, Tip

pytestmark = [pytest.mark.window, pytest.mark.usefixtures("home")]


def test_a_refused_click_says_why_beside_the_spot() -> None:
    with opened(HERD) as window:
        click_spot(window, "c2")
        bubble = window.announcer.remark.bubble
        assert isinstance(bubble, Bubble) and bubble.cget("text") == "c2 is taken: choose an empty cell."
        assert "c2 is taken" in shown(window), "and below, where it stays"
        _, y = window.screen.view.place_of("c2")  # type: ignore[union-attr]
        assert bubble.winfo_rooty() > window.screen.view.winfo_rooty() + y, "it does not cover the spot"
        assert (
            root().winfo_rootx() <= bubble.winfo_rootx()
            and bubble.winfo_rootx() + bubble.winfo_width() <= root().winfo_width()
        )
        point_at(window.screen.view, *window.screen.view.place_of("a1"))  # type: ignore[union-attr]
        assert window.announcer.remark.bubble is None, "it goes with the pointer"
        click_spot(window, "c2")
        click_spot(window, "b2")
        assert window.announcer.remark.bubble is None


def test_any_command_by_its_words() -> None:
    with opened(HERD) as window:
        press("k", "Control_L")
        palette = window.pages.open["palette"]
        assert isinstance(palette, CommandPalette) and root().focus_get() is palette.entry
        assert {row.command.name for row in palette.rows} == set(window.registry.commands) - {"palette"}, (
            "all of them at first"
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
        assert palette.rows[0].command.name == "undo" and palette.rows[0].reason
        assert palette.meaning.cget("text") == palette.rows[0].reason, "greyed, with the reason"
        press("Return")
        assert palette.winfo_exists(), "what cannot be done is not run"
        press("Escape")
        assert not palette.winfo_exists() and root().focus_get() is window.screen.view
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
        click(window.screen.view, 5, 5)
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
        assert "hint" in [row.command.name for row in matching(window.registry, "first where to look")], (
            "by its meaning"
        )


def test_tips_name_the_key_and_the_reason() -> None:
    with opened(HERD) as window:
        point_at(window.shell.status.buttons["undo"])
        assert Tip.shown is None, "not at once"
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
        assert Tip.shown is not None and "(H)" in Tip.shown.cget("text"), "the keyboard gets it too"
        bubble = Tip.shown
        assert bubble.winfo_y() + bubble.winfo_height() <= root().winfo_height(), "it lies within the window"
        press("Tab")
        assert Tip.shown is not bubble


def test_every_button_of_the_window_has_a_tip() -> None:
    with opened(HERD) as window:
        told: list[Misc] = [
            window.screen.top.icon,
            window.shell.status.entry,
            window.moves.card.frame,
            window.moves.below.graph.frame,
        ]
        told += [window.screen.players[1].frame, window.screen.panels[0].frame]
        for widget in told:
            point_at(window.screen.view)
            wait(lambda: Tip.shown is None)
            point_at(widget, 4, 4)
            wait(lambda: Tip.shown is not None)
            assert Tip.shown is not None and len(Tip.shown.cget("text")) > 5
        point_at(window.screen.view)

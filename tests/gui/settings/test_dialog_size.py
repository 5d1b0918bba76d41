"""Tests that every setting can be reached, whatever the size of the dialog."""

from __future__ import annotations

import pytest

pytest.importorskip("tkinter")

from tkinter import Misc

from tests.gui.settings.test_settings import button, descendants, settings_dialog
from tests.kit.windows import HERD, open_window, settle
from workbench.gui.settings.dialog import SettingsDialog
from workbench.gui.sound import words as sound_words
from workbench.gui.widgets.scrolling import ScrollArea

pytestmark = [pytest.mark.window, pytest.mark.usefixtures("home")]


def scroll_to(part: Misc) -> Misc | None:
    """Scroll to a widget like the focus does. Return its scroll area, or None if it has none."""
    area: Misc | None = part.master
    while area is not None and not isinstance(area, ScrollArea):
        area = area.master
    if area is not None:
        area.show(part)
        settle()
    return area


def assert_inside(part: Misc, frame: Misc) -> None:
    """Assert that a widget is inside the visible rectangle of another."""
    left, top = part.winfo_rootx() - frame.winfo_rootx(), part.winfo_rooty() - frame.winfo_rooty()
    assert left >= 0 and left + part.winfo_width() <= frame.winfo_width(), part
    assert top >= 0 and top + part.winfo_height() <= frame.winfo_height(), part


def assert_reachable(part: Misc, dialog: SettingsDialog) -> None:
    """Assert that a widget is inside the dialog and that no other widget covers its centre."""
    assert_inside(part, dialog)
    middle = part.winfo_rootx() + part.winfo_width() // 2, part.winfo_rooty() + part.winfo_height() // 2
    assert dialog.winfo_containing(*middle) is part, part


@pytest.mark.parametrize("zoom", [0.8, 1.5, 2.0])
@pytest.mark.parametrize("page", ["look", "play", "keys"])
def test_dialog_is_not_cut_off(zoom: float, page: str) -> None:
    with open_window(HERD, zoom=zoom) as window:
        dialog = settings_dialog(window, page)
        settle(0.1)
        for kind in ("TButton", "TCheckbutton", "TRadiobutton", "TLabel", "TCombobox"):
            for part in descendants(dialog, kind):
                if part.winfo_ismapped():
                    assert part.winfo_width() >= part.winfo_reqwidth() - 1, part
                    assert part.winfo_height() >= part.winfo_reqheight() - 1, part
                    area = scroll_to(part)
                    assert_inside(part, dialog if area is None else area)
                    assert_reachable(part, dialog)


def test_small_dialog_scrolls_to_the_focused_setting() -> None:
    with open_window(HERD) as window:
        dialog = settings_dialog(window, "play")
        dialog.geometry(f"{dialog.winfo_width()}x300")
        settle(0.2)
        listen = button(dialog, "TButton", sound_words.LISTEN)
        area = next(part for part in descendants(dialog, "TFrame") if isinstance(part, ScrollArea))
        assert area.bar.winfo_ismapped() and listen.winfo_rooty() > area.winfo_rooty() + area.winfo_height()
        listen.focus_force()
        settle(0.1)
        assert_inside(listen, area)
        for part in (listen, *dialog.buttons.values(), dialog.revert_button):
            assert_reachable(part, dialog)
        for kind in ("TButton", "TCheckbutton", "TLabel"):
            for part in descendants(area, kind):
                scroll_to(part)
                assert_inside(part, area.canvas)

"""Tests of the rows of buttons of the companion."""

from __future__ import annotations

import pytest

pytest.importorskip("tkinter")

from tests.kit.windows import HERD, open_window, root, settle
from workbench.gui.companion.column import Button, ButtonRow

pytestmark = [pytest.mark.window, pytest.mark.usefixtures("home")]


def test_long_labels_fit_with_less_padding() -> None:
    with open_window(HERD) as window:
        row = ButtonRow(root(), window.shell.look, "House.TButton", [Button("Entfernen", "", lambda: None)] * 4)
        row.place(x=0, y=0)
        settle()
        width, height = row.winfo_reqwidth(), row.winfo_reqheight()
        row.place(width=width - 20)
        settle()
        assert row.winfo_reqwidth() <= row.winfo_width() == width - 20 and row.winfo_reqheight() == height
        row.place(width=width)
        settle()
        assert row.winfo_reqwidth() == width
        row.destroy()

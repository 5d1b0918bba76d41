"""Tests of scroll areas, their bars, and the wheel and touchpad."""

from __future__ import annotations

import tkinter
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from tests.kit.windows import click, root, settle
from workbench.gui.look.look import Look
from workbench.gui.widgets.scrolling import TOUCHPAD, ScrollArea, ScrollBar, on_wheel

pytestmark = pytest.mark.window


def scroll_window(max_height: int | None) -> tuple[tkinter.Toplevel, ScrollArea, list[tkinter.Entry]]:
    """Open a window with a scroll area that holds 20 fields of 30 pixels each."""
    look = Look(root())
    look.apply("light", 1.0)
    top = tkinter.Toplevel(root())
    top.geometry("200x300+0+0")
    area = ScrollArea(top, look, most=max_height)
    area.pack(fill="both", expand=True)
    fields = [tkinter.Entry(area.inside) for _ in range(20)]
    for number, field in enumerate(fields):
        field.grid(row=number, sticky="ew")
        area.inside.rowconfigure(number, minsize=30)
    settle(0.1)
    return top, area, fields


@pytest.mark.parametrize("max_height", [None, 300])
def test_scroll_area_follows_focus_and_wheel(max_height: int | None) -> None:
    top, area, fields = scroll_window(max_height)
    try:
        assert area.bar.winfo_ismapped()
        fields[-1].focus_force()
        settle(0.1)
        assert area.canvas.canvasy(0) >= 300, "the last field is visible"
        fields[-1].event_generate("<Button-4>")
        settle()
        before = area.canvas.canvasy(0)
        fields[-2].event_generate("<Button-5>")
        settle()
        assert area.canvas.canvasy(0) > before
        for field in fields[5:]:
            field.destroy()
            area.inside.rowconfigure(fields.index(field), minsize=0)
        settle()
        area.fit()
        settle(0.1)
        assert not area.bar.winfo_ismapped(), "everything fits"
    finally:
        top.destroy()


def test_scroll_area_keeps_a_clicked_field_under_the_pointer() -> None:
    top, area, fields = scroll_window(None)
    try:
        for field in fields:
            field.grid_configure(sticky="nsew")
        fields[1].focus_force()
        settle(0.1)
        area.canvas.yview_moveto(12 / area.wanted)
        settle(0.1)
        before, bottom = area.canvas.canvasy(0), area.canvas.winfo_rooty() + area.canvas.winfo_height()
        cut = next(field for field in fields if field.winfo_rooty() < bottom < field.winfo_rooty() + 30)
        click(cut, 10, (bottom - cut.winfo_rooty()) // 2)
        settle(0.1)
        assert cut.focus_get() is cut and area.canvas.canvasy(0) == before
    finally:
        top.destroy()


def test_focus_inside_a_frame_does_not_scroll_to_the_end_of_the_frame() -> None:
    """Tk sends FocusIn to the frames around the focused widget as well."""
    top, area, fields = scroll_window(None)
    try:
        for field in fields[10:]:
            field.grid_remove()
        frame = tkinter.Frame(area.inside)
        frame.grid(row=30, column=0)
        inner = [tkinter.Entry(frame) for _ in range(40)]
        for entry in inner:
            entry.pack()
        settle(0.1)
        inner[0].focus_force()
        settle(0.1)
        seen = area.canvas.winfo_rooty(), area.canvas.winfo_rooty() + area.canvas.winfo_height()
        assert seen[0] <= inner[0].winfo_rooty() and inner[0].winfo_rooty() + inner[0].winfo_height() <= seen[1]
        assert inner[0].winfo_rooty() + inner[0].winfo_height() > seen[1] - 30, "no further than needed"
    finally:
        top.destroy()


def test_scroll_bar_hides_while_everything_fits() -> None:
    top = tkinter.Toplevel(root())
    try:
        top.geometry("200x100+0+0")
        text = tkinter.Text(top, width=1, height=1)
        bar = ScrollBar(text)
        text.pack(side="left", fill="both", expand=True)
        settle(0.1)
        assert not bar.winfo_ismapped()
        text.insert("end", "line\n" * 50)
        settle(0.1)
        assert bar.winfo_ismapped()
    finally:
        top.destroy()


def test_touchpad_scrolls_in_steps_and_carries_the_remainder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tkinter, "TkVersion", 9.0)
    calls: dict[str, Callable[[Any], object]] = {}
    steps: list[int] = []
    on_wheel(lambda sequence, call: calls.update({sequence: call}), lambda step, _: steps.append(step))

    def swipe(right: int, down: int) -> None:
        calls[TOUCHPAD](SimpleNamespace(delta=(right << 16) | (down & 0xFFFF)))

    for _ in range(3):
        swipe(5, -10)  # fingers move up, so the view moves down
    assert steps == [1]
    swipe(-5, -20)
    assert steps == [1, 1]
    swipe(0, 72)
    assert steps == [1, 1, -2]
    calls["<MouseWheel>"](SimpleNamespace(num="??", delta=-120))
    calls["<Button-4>"](SimpleNamespace(num=4, delta=0))
    assert steps[3:] == [1, -1]

"""Tests of the message about a Tk that draws rough letters."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from tkinter import TclError
from typing import Any

import pytest

from workbench.gui.look import fonts


class FakeTk:
    """A Tk that answers the two questions about its fonts."""

    def __init__(self, system: str, answer: Callable[[], str]) -> None:
        self.tk, self.system, self.answer = self, system, answer

    def call(self, *words: str) -> str:
        return self.system if words == ("tk", "windowingsystem") else self.answer()


def silent() -> str:
    raise TclError('invalid command name "::tk::pkgconfig"')


@pytest.mark.parametrize(
    ("system", "answer", "smooth"),
    [
        ("x11", lambda: "xft", True),
        ("x11", lambda: "x11", False),
        ("x11", silent, True),
        ("aqua", lambda: "none", True),
        ("win32", silent, True),
    ],
)
def test_only_tk_without_xft_has_rough_fonts(system: str, answer: Callable[[], str], smooth: bool) -> None:
    root: Any = FakeTk(system, answer)
    assert fonts.draws_smooth_fonts(root) is smooth


def test_window_reports_rough_fonts_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HERBARIUM_HOME", str(tmp_path / "home"))
    rough: Any = FakeTk("x11", lambda: "x11")
    smooth: Any = FakeTk("x11", lambda: "xft")
    assert fonts.font_problem(smooth) == ""
    assert "Tk has no Xft" in fonts.font_problem(rough)
    assert fonts.font_problem(rough) == ""


@pytest.mark.parametrize(
    ("base", "prefix", "checkout", "command"),
    [
        ("/usr", "/home/me/.local/pipx/venvs/herbarium", False, ""),
        ("/opt/python", "/home/me/.local/pipx/venvs/herbarium", True, "make PYTHON=/usr/bin/python3"),
        (
            "/opt/python", "/home/me/.local/pipx/venvs/herbarium", False,
            "sudo apt-get install python3-tk && pipx reinstall --python /usr/bin/python3 herbarium",
        ),
        (
            "/opt/python", "/home/me/venv", False,
            "sudo apt-get install python3-tk && pipx install --python /usr/bin/python3 herbarium",
        ),
    ],
)  # fmt: skip
def test_remedy_fits_the_installation(
    base: str, prefix: str, checkout: bool, command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if checkout:
        (tmp_path / "Makefile").touch()
    monkeypatch.setattr(fonts, "CHECKOUT", tmp_path)
    monkeypatch.setattr(sys, "base_prefix", base)
    monkeypatch.setattr(sys, "prefix", prefix)
    assert fonts.remedy() == command
    if sys.platform == "linux" and not command:
        monkeypatch.setenv("HERBARIUM_HOME", str(tmp_path))
        rough: Any = FakeTk("x11", lambda: "x11")
        assert fonts.font_problem(rough) == "Letters look rough because Tk has no Xft."

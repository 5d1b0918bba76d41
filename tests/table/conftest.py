"""Fixtures for tests of the table, which run without tkinter."""

from __future__ import annotations

import sys

import pytest


@pytest.fixture(autouse=True)
def no_widgets(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("tkinter", "_tkinter", "ttkbootstrap", "PIL"):
        monkeypatch.setitem(sys.modules, name, None)

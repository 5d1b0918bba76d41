"""Tests of Help, Guides, which opens the site in the browser."""

from __future__ import annotations

import webbrowser
from pathlib import Path
from queue import SimpleQueue

import pytest

pytest.importorskip("tkinter")

from tests.kit.windows import HERD, open_window, wait
from workbench.gui.help import words
from workbench.pages import site

pytestmark = [pytest.mark.window, pytest.mark.usefixtures("home")]


class Browser:
    """A browser that notes what it opens."""

    def __init__(self) -> None:
        self.opened: SimpleQueue[str] = SimpleQueue()

    def open(self, url: str) -> bool:
        self.opened.put(url)
        return True


@pytest.fixture
def page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The first page of a built site."""
    monkeypatch.setattr(site, "BUILT", tmp_path)
    (tmp_path / "index.html").write_text("the guides")
    return tmp_path / "index.html"


def test_guides_open_in_the_browser(page: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    browser = Browser()
    monkeypatch.setattr(webbrowser, "get", lambda: browser)
    with open_window(HERD) as window:
        window.registry.run("guides")
        assert browser.opened.get(timeout=60) == page.as_uri()
        wait(lambda: window.notice.text == words.GUIDES_OPENED)


def test_missing_browser_names_the_page(page: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def get() -> Browser:
        raise webbrowser.Error("none")

    monkeypatch.setattr(webbrowser, "get", get)
    with open_window(HERD) as window:
        window.registry.run("guides")
        wait(lambda: str(page) in window.notice.text)


def test_missing_guides_disable_the_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("BUILT", "PACKED", "PLAIN"):
        monkeypatch.setattr(site, name, tmp_path / "missing")
    with open_window(HERD) as window:
        assert window.registry["guides"].why_not() == words.NO_GUIDES

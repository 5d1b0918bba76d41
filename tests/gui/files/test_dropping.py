"""Tests of files that are dropped, pasted or given on the command line."""

from __future__ import annotations

import sys
import threading
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from tkinter import TclError
from types import ModuleType

import pytest

pytest.importorskip("tkinter")

from tests.finding.test_finding import record_of_moves
from tests.kit.windows import TWO, TestedWindow, open_window, press, root, settle, status_text, wait
from tests.kit.xdnd import drop_files
from workbench import __main__ as program
from workbench.gui.files import dropping
from workbench.gui.files.dropping import DropTarget
from workbench.gui.set_up import words as set_up_words
from workbench.positions.pasting import as_path, named_files
from workbench.records import files
from workbench.table.setup import Setup

pytestmark = [pytest.mark.window, pytest.mark.usefixtures("home")]

FOREST = Setup("forest", TWO, 1)


@pytest.fixture
def games(tmp_path: Path) -> list[Path]:
    paths = [tmp_path / "first.herbarium", tmp_path / "a second, with spaces {.herbarium"]
    for path, corner in zip(paths, ("a1", "d4"), strict=True):
        files.write(path, record_of_moves("forest", [f"@{corner}"]))
    return paths


class FakeLibrary(ModuleType):
    """A library that speaks the events of tkdnd: it evaluates the bound scripts with its own substitutions."""

    def __init__(self) -> None:
        super().__init__("fake")
        self.registered: list[tuple[str, ...]] = []

    def require(self, top: object) -> None:
        assert top is root()
        root().tk.eval("namespace eval tkdnd {}")
        root().tk.createcommand("tkdnd::drop_target", lambda *words: self.registered.append(words))

    def drop(self, *paths: str) -> str:
        """Drop paths as the library does. Return the action."""
        call = root().tk.call
        for event in ("<<DropEnter>>", "<<DropPosition>>"):
            if root().tk.eval(str(call("bind", ".", event))) != "copy":
                return "refuse_drop"
        script = call("string", "map", ("%D", (paths,)), call("bind", ".", "<<Drop>>"))
        return str(root().tk.eval(str(script)))


@pytest.fixture
def library(monkeypatch: pytest.MonkeyPatch) -> FakeLibrary:
    fake = FakeLibrary()
    monkeypatch.setattr(dropping, "import_module", lambda name: fake if name == dropping.PACKAGE else pytest.fail(name))
    return fake


def opened(window: TestedWindow) -> list[Path | None]:
    return [playing.stored.file for playing in window.tabs.open if playing.stored is not None and playing.stored.file]


def test_dropped_files_open_in_tabs(library: FakeLibrary, games: list[Path]) -> None:
    with open_window(FOREST) as window:
        assert library.registered == [("register", ".", "DND_Files")]
        assert library.drop(*map(str, games)) == "copy"
        wait(lambda: len(opened(window)) == 2)
        assert opened(window) == games
    assert library.registered[-1] == ("unregister", ".")
    assert library.drop(str(games[0])) == "refuse_drop", "the closed window takes nothing"


def test_dropped_file_that_is_no_game_is_explained(library: FakeLibrary, tmp_path: Path) -> None:
    (tmp_path / "x.herbarium").write_text("no game")
    with open_window(FOREST) as window:
        library.drop(str(tmp_path / "x.herbarium"))
        wait(lambda: "cannot be opened" in window.notice.text)
        assert opened(window) == []


@pytest.mark.parametrize("error", [ImportError("missing"), RuntimeError("no such system"), TclError("no package")])
def test_window_opens_without_the_library(monkeypatch: pytest.MonkeyPatch, error: Exception) -> None:
    def missing(name: str) -> ModuleType:
        raise error

    monkeypatch.setattr(dropping, "import_module", missing)
    target = DropTarget(root(), lambda files: None)
    assert not target.active
    target.close()
    with open_window(FOREST) as window:
        assert len(window.tabs.open) == 1


@pytest.mark.skipif(find_spec("tkinterdnd2") is None, reason="the optional package tkinterdnd2 is not installed")
@pytest.mark.skipif(sys.platform != "linux", reason="drags by the protocol of X11")
def test_real_drop_opens_the_files(games: list[Path]) -> None:
    with open_window(FOREST) as window:
        answers: list[bool] = []
        x, y = root().winfo_rootx() + 300, root().winfo_rooty() + 300
        source = threading.Thread(target=lambda: answers.append(drop_files(games, x, y)), daemon=True)
        source.start()
        wait(lambda: answers)
        assert answers == [True]
        wait(lambda: len(opened(window)) == 2)
        assert opened(window) == games


def copy(text: str) -> None:
    root().clipboard_clear()
    root().clipboard_append(text)


def test_copied_files_are_opened_by_paste(games: list[Path]) -> None:
    with open_window(FOREST) as window:
        copy("copy\n" + "\n".join(path.as_uri() for path in games))
        press("v", "Control_L")
        wait(lambda: len(opened(window)) == 2)
        assert opened(window) == games and not window.set_up.on


def test_pasted_position_is_set_up_and_other_text_is_refused() -> None:
    with open_window(FOREST) as window:
        copy("just some words")
        press("v", "Control_L")
        wait(lambda: set_up_words.NOTHING_TO_OPEN in status_text(window))
        assert not window.set_up.on
        copy("forest 4/5/6/7/6/5/r,3 g 0 p3 -")
        press("v", "Control_L")
        wait(lambda: window.set_up.on)
        assert window.set_up.edited.sketch.text == "4/5/6/7/6/5/r,3 g 0 p3 -"


def test_lists_of_files_are_recognised(tmp_path: Path) -> None:
    file, other = tmp_path / "a b.herbarium", tmp_path / "c.herbarium"
    for path in (file, other):
        path.write_bytes(b"")
    assert named_files(f"# comment\n{file.as_uri()}\r\n{other}\n") == [file, other]
    assert named_files(str(file)) == [file]
    assert named_files(f"{file}\nforest") == [] and named_files("") == [] and named_files("copy") == []
    assert named_files("\n".join([str(file)] * 101)) == [], "too many"
    assert as_path("file://elsewhere/x") == Path("//elsewhere/x"), "not the local file of this name"


def test_files_on_the_command_line_open_the_window(games: list[Path], monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[Sequence[Path]] = []

    def start(files: Sequence[Path] = ()) -> int:
        started.append(files)
        return 0

    monkeypatch.setattr("workbench.gui.app.run", start)
    assert program.main([str(games[0]), games[1].as_uri()]) == 0
    assert program.main([]) == 0
    assert started == [games, []]
    settle()

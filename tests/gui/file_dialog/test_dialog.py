"""Tests of the program's own file dialog, with real keys and clicks."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from tkinter import filedialog

import pytest

pytest.importorskip("tkinter")

import fastcore
from tests.conftest import is_fast_enough
from tests.finding.test_finding import random_record, record_of_moves
from tests.kit.windows import TWO, TestedWindow, click, open_window, press, process_event, root, settle, type_text, wait
from workbench.boards.kit.palette import LIGHT
from workbench.gui.file_dialog import words
from workbench.gui.file_dialog.dialog import FileDialog
from workbench.gui.file_dialog.feature import FileChooser
from workbench.gui.file_dialog.listing import places, read_details, read_folder
from workbench.gui.file_dialog.preview import read_preview
from workbench.gui.widgets import file_dialogs
from workbench.gui.widgets.file_dialogs import FileKind, ask_folder, ask_open, ask_open_several, ask_save
from workbench.records import files
from workbench.storage import library
from workbench.storage.library import Library
from workbench.table.setup import Setup

pytestmark = [pytest.mark.window, pytest.mark.usefixtures("home")]

FOREST = Setup("forest", TWO, 1)
GAMES = FileKind("Games", ".herbarium")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with three games, a list of positions, a damaged game, another file and a folder with a game."""
    folder = tmp_path / "records"
    (folder / "inner").mkdir(parents=True)
    for number, (name, corner) in enumerate((("Zoe", "a1"), ("Adam", "b2"), ("Mia", "c3"))):
        file = folder / f"{name}.herbarium"
        files.write(file, record_of_moves("forest", [f"@{corner}", "@d4"], number + 1))
        os.utime(file, (1_700_000_000 + number, 1_700_000_000 + number))
    files.write(folder / "inner" / "deep.herbarium", record_of_moves("herd(size=3)", []))
    (folder / "bad.herbarium").write_bytes(b"no game")
    os.utime(folder / "bad.herbarium", (1_600_000_000, 1_600_000_000))
    (folder / "some.positions").write_text("forest 4/5/6/7/6/5/r,3 g 0 p3 -\n")
    (folder / "notes.txt").write_text("text")
    (folder / ".hidden.herbarium").write_bytes(b"")
    return folder


def names(dialog: FileDialog) -> list[str]:
    return [entry.path.name for entry in dialog.files.shown]


def select(dialog: FileDialog, *wanted: str) -> None:
    rows = [str(number) for number, entry in enumerate(dialog.files.shown) if entry.path.name in wanted]
    dialog.files.tree.selection_set(rows)
    settle()


def run(window: TestedWindow, ask: Callable[[], object], act: Callable[[FileDialog], None]) -> object:
    """Ask a question, act on its dialog, and return the answer."""
    faults: list[BaseException] = []
    chooser = window.shell.feature(FileChooser)

    def when_open() -> None:
        dialog = chooser.dialog
        if dialog is None or not dialog.winfo_viewable() or dialog.files.loading:
            root().after(20, when_open)
            return
        try:
            dialog.focus_force()
            target = dialog.name if dialog.request.purpose == "save" else dialog.files.tree
            target.focus_force()
            settle(0.1)
            act(dialog)
        except BaseException as error:
            faults.append(error)
        finally:
            if dialog.winfo_exists():
                dialog.destroy()

    root().after(20, when_open)
    answer = ask()
    if faults:
        raise faults[0]
    return answer


def test_list_shows_games_newest_first_and_opens_with_the_keyboard(folder: Path) -> None:
    with open_window(FOREST) as window:

        def act(dialog: FileDialog) -> None:
            assert names(dialog) == ["inner", "Mia.herbarium", "Adam.herbarium", "Zoe.herbarium", "bad.herbarium"]
            wait(lambda: len(dialog.files.details) == 4)
            row = dialog.files.tree.item("1", "values")
            assert row[0] == "Mia" and row[2] == "Ann0 – Ann1" and row[3] == "unfinished"
            assert dialog.files.tree.item("4", "values")[1] == words.DAMAGED
            press("Down")
            press("Down")
            press("Return")

        assert run(window, lambda: ask_open(root(), folder, GAMES), act) == folder / "Mia.herbarium"


def test_typing_filters_by_game_and_players(folder: Path) -> None:
    files.write(folder / "other.herbarium", record_of_moves("herd(size=3)", []))
    with open_window(FOREST) as window:

        def act(dialog: FileDialog) -> None:
            wait(lambda: len(dialog.files.details) == 5)
            type_text("herd 3")
            assert names(dialog) == ["other.herbarium"]
            press("Return")

        assert run(window, lambda: ask_open(root(), folder, GAMES), act) == folder / "other.herbarium"


def test_typed_path_is_opened_as_a_path(folder: Path) -> None:
    with open_window(FOREST) as window:
        file = folder / "inner" / "deep.herbarium"

        def act(dialog: FileDialog) -> None:
            shown = names(dialog)
            type_text(str(file))  # the list has the focus
            assert dialog.path.get() == str(file) and dialog.filter.get() == ""
            assert names(dialog) == shown, "no file is filtered out"
            press("Return")

        assert run(window, lambda: ask_open(root(), folder, GAMES), act) == file

        def paste(dialog: FileDialog) -> None:
            dialog.filter.focus_set()
            dialog.filter.insert(0, "../Mia.herbarium")
            press("Return")

        def name_nobody(dialog: FileDialog) -> None:
            type_text("~nobody-here/x")
            press("Return")
            assert dialog.message.cget("text") == "x does not exist."
            dialog.path.delete(0, "end")
            dialog.path.insert(0, "y" * 300)
            press("Return")
            assert dialog.message.cget("text") == f"{'y' * 300} does not exist."
            dialog.destroy()

        run(window, lambda: ask_open(root(), folder, GAMES), name_nobody)
        found = run(window, lambda: ask_open(root(), folder / "inner", GAMES), paste)
        assert isinstance(found, Path) and found.samefile(folder / "Mia.herbarium")


def test_headings_sort_and_sort_again_in_reverse(folder: Path) -> None:
    with open_window(FOREST) as window:

        def act(dialog: FileDialog) -> None:
            dialog.files.sort(0)
            assert names(dialog)[1:] == ["Adam.herbarium", "bad.herbarium", "Mia.herbarium", "Zoe.herbarium"]
            dialog.files.sort(0)
            assert names(dialog)[1:] == ["Zoe.herbarium", "Mia.herbarium", "bad.herbarium", "Adam.herbarium"]
            assert names(dialog)[0] == "inner", "folders stay first"

        assert run(window, lambda: ask_open(root(), folder, GAMES), act) is None


def test_preview_shows_the_board_and_the_reason_of_a_damaged_file(folder: Path) -> None:
    with open_window(FOREST) as window:

        def act(dialog: FileDialog) -> None:
            select(dialog, "Mia.herbarium")
            wait(lambda: dialog.preview.shown is not None)
            assert dialog.preview.picture is not dialog.preview.blank
            assert "Ann0 – Ann1" in str(dialog.preview.texts.cget("text"))
            select(dialog, "bad.herbarium")
            wait(lambda: dialog.preview.shown is not None and dialog.preview.shown.damage)
            assert dialog.preview.picture is dialog.preview.blank
            assert "cannot be opened" in str(dialog.preview.texts.cget("text"))

        run(window, lambda: ask_open(root(), folder, GAMES), act)


def test_several_files_open_in_tabs(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with open_window(FOREST) as window:
        window.settings.file_folders[".herbarium"] = str(folder)

        def act(dialog: FileDialog) -> None:
            select(dialog, "Mia.herbarium", "Adam.herbarium")
            assert str(dialog.message.cget("text")) == words.selected(2)
            click(dialog.accept_button)

        run(window, window.files.ask_open, act)
        wait(lambda: len(window.tabs.open) == 2)
        opened = {playing.stored.file for playing in window.tabs.open if playing.stored is not None}
        assert opened == {folder / "Mia.herbarium", folder / "Adam.herbarium"}


def test_folders_open_with_enter_and_close_with_backspace(folder: Path) -> None:
    with open_window(FOREST) as window:

        def act(dialog: FileDialog) -> None:
            press("Down")
            press("Return")
            wait(lambda: not dialog.files.loading)
            assert dialog.folder == folder / "inner" and names(dialog) == ["deep.herbarium"]
            press("BackSpace")
            wait(lambda: not dialog.files.loading)
            assert dialog.folder == folder
            press("l", "Control_L")
            press("a", "Control_L")
            type_text("inner/deep.herbarium")
            press("Return")

        assert run(window, lambda: ask_open(root(), folder, GAMES), act) == folder / "inner" / "deep.herbarium"


def test_saving_adds_the_suffix_and_asks_before_it_replaces(folder: Path) -> None:
    with open_window(FOREST) as window:

        def save_new(dialog: FileDialog) -> None:
            type_text("fresh")
            press("Return")

        ask = lambda: ask_save(root(), folder, "name.herbarium", GAMES)  # noqa: E731
        assert run(window, ask, save_new) == folder / "fresh.herbarium"

        def hesitate(dialog: FileDialog) -> None:
            type_text("Mia")
            press("Return")
            assert dialog.winfo_exists() and str(dialog.message.cget("text")) == words.replace("Mia.herbarium")
            press("Return")
            assert dialog.winfo_exists() and dialog.replacing is None, "Enter does not replace a file by accident"
            press("Escape")
            assert not dialog.winfo_exists()

        assert run(window, ask, hesitate) is None

        def replace(dialog: FileDialog) -> None:
            type_text("Mia")
            press("Return")
            places_before = dialog.accept_button.winfo_rootx(), dialog.cancel_button.winfo_rootx()
            settle()
            assert (dialog.accept_button.winfo_rootx(), dialog.cancel_button.winfo_rootx()) == places_before
            click(dialog.accept_button)

        assert run(window, ask, replace) == folder / "Mia.herbarium"


def test_bad_names_are_refused_with_a_reason(folder: Path) -> None:
    with open_window(FOREST) as window:

        def act(dialog: FileDialog) -> None:
            for name, reason in (
                ("", words.NO_NAME),
                ("nowhere/x", words.no_folder(folder / "nowhere")),
                (str(folder / "inner"), ""),
            ):
                dialog.name.delete(0, "end")
                dialog.name.insert(0, name)
                dialog.request = dialog.request._replace(kinds=())
                dialog.accept()
                assert dialog.winfo_exists() and str(dialog.message.cget("text")) == (
                    reason or words.is_folder(folder / "inner")
                )

        assert run(window, lambda: ask_save(root(), folder, "x.html", FileKind("", ".html")), act) is None


def test_one_of_several_kinds_is_kept(tmp_path: Path) -> None:
    kinds = FileKind("SVG", ".svg"), FileKind("PNG", ".png")
    with open_window(FOREST) as window:
        for typed, saved in (("board.png", "board.png"), ("board", "board.svg")):

            def act(dialog: FileDialog, typed: str = typed) -> None:
                press("a", "Control_L")
                type_text(typed)
                press("Return")

            assert run(window, lambda: ask_save(root(), tmp_path, "forest.svg", *kinds), act) == tmp_path / saved


def test_folder_of_each_kind_is_remembered(folder: Path, tmp_path: Path) -> None:
    with open_window(FOREST) as window:

        def choose(dialog: FileDialog) -> None:
            select(dialog, "Mia.herbarium")
            dialog.accept()

        run(window, lambda: ask_open(root(), folder, GAMES), choose)
        assert window.settings.file_folders == {".herbarium": str(folder)}
        shown: list[Path | None] = []
        run(window, lambda: ask_open(root(), tmp_path, GAMES), lambda dialog: shown.append(dialog.folder))
        run(window, lambda: ask_open(root(), tmp_path, FileKind("", ".x")), lambda dialog: shown.append(dialog.folder))
        (tmp_path / "own.herbarium").write_bytes(b"")
        ask = lambda: ask_save(root(), tmp_path, "own.herbarium", GAMES)  # noqa: E731
        run(window, ask, lambda dialog: shown.append(dialog.folder))
        assert shown == [folder, tmp_path, tmp_path], "a file is saved again where it is"
        assert folder in [place.folder for place in places(map(Path, window.settings.recent_folders))]


def test_choosing_a_folder(folder: Path) -> None:
    with open_window(FOREST) as window:

        def act(dialog: FileDialog) -> None:
            assert names(dialog) == ["inner"]
            press("Down")
            press("Return")
            wait(lambda: dialog.folder == folder / "inner" and not dialog.files.loading)
            click(dialog.accept_button)

        assert run(window, lambda: ask_folder(root(), folder), act) == folder / "inner"


def test_recent_files_are_a_place(folder: Path) -> None:
    library.add_recent(folder / "Zoe.herbarium")
    with open_window(FOREST) as window:

        def act(dialog: FileDialog) -> None:
            click(dialog.place_list, 40, 10)
            wait(lambda: names(dialog) == ["Zoe.herbarium"])
            assert str(dialog.up.cget("state")) == "disabled"

        run(window, lambda: ask_open(root(), folder, GAMES), act)


def test_unreadable_folder_says_so(folder: Path) -> None:
    with open_window(FOREST) as window:

        def act(dialog: FileDialog) -> None:
            dialog.files.show(folder / "Mia.herbarium")
            wait(lambda: dialog.files.fault)
            assert str(dialog.files.empty.cget("text")).startswith("The folder cannot be read")

        run(window, lambda: ask_open(root(), folder, GAMES), act)


def test_preview_of_a_game_in_progress_shows_no_secrets(tmp_path: Path) -> None:
    file = tmp_path / "secret.herbarium"
    deal = "deal:gb/rryb/yygb/ggbb"
    files.write(file, record_of_moves("herbalism", [deal]))
    other = tmp_path / "other.herbarium"
    files.write(other, record_of_moves("herbalism", ["deal:rr/yyyg/gggb/bbbb"]))
    first, second = (read_preview(path, LIGHT, 200) for path in (file, other))
    assert first.picture and first.picture == second.picture


@pytest.mark.slow
def test_thousand_games_do_not_stall_the_window(tmp_path: Path) -> None:
    record = random_record("forest", 1)
    for number in range(1000):
        files.write(tmp_path / f"{number}.herbarium", record)
    with open_window(FOREST) as window:

        def act(dialog: FileDialog) -> None:
            gap = longest_gap_inside(dialog, 2.0)
            wait(lambda: len(dialog.files.details) == 1000)
            assert len(dialog.files.tree.get_children()) == 1000
            assert is_fast_enough(gap, 0.1)

        run(window, lambda: ask_open(root(), tmp_path, GAMES), act)


def longest_gap_inside(dialog: FileDialog, seconds: float) -> float:
    """Return the longest time in seconds in which the dialog handled no event, while the selection moves."""
    end, last, gap = time.perf_counter() + seconds, time.perf_counter(), 0.0
    while time.perf_counter() < end:
        process_event()
        now = time.perf_counter()
        gap, last = max(gap, now - last), now
    return gap


def test_other_systems_keep_their_own_dialog(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[dict[str, object]] = []

    def native(**options: object) -> Sequence[str]:
        asked.append(options)
        return (str(tmp_path / "a"), str(tmp_path / "b"))

    monkeypatch.setattr(filedialog, "askopenfilenames", native)
    monkeypatch.setattr(file_dialogs, "_chooser", None)
    assert ask_open_several(root(), tmp_path, GAMES) == [tmp_path / "a", tmp_path / "b"]
    assert asked[0]["initialdir"] == str(tmp_path) and ("Games", "*.herbarium") in asked[0]["filetypes"]  # type: ignore[operator]


def test_details_of_every_game_are_read(tmp_path: Path) -> None:
    for game in fastcore.games():
        file = tmp_path / f"{game}.herbarium"
        files.write(file, record_of_moves(game, []))
        assert read_details(file).game.startswith(fastcore.info(game).title.split(",")[0])
        assert read_preview(file, LIGHT, 120).picture
    assert [entry.path.suffix for entry in read_folder(tmp_path, [GAMES])] == [".herbarium"] * len(fastcore.games())
    assert Library().folder in [place.folder for place in places([])] or not Library().folder.exists()

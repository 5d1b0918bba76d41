"""Tests of saving, opening, adjourning and finding games in the window."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from tkinter import Menu

import msgspec
import pytest

pytest.importorskip("tkinter")

import fastcore
from tests.conftest import deep, is_fast_enough
from tests.gui.whole.test_alive import longest_gap
from tests.kit.disks import moves
from tests.kit.windows import (
    PLACING,
    TWO,
    TestedWindow,
    click,
    click_spot,
    game_file,
    open_window,
    press,
    root,
    run_program,
    settle,
    shows_position,
    status_text,
    type_text,
    wait,
    wait_for_jobs,
)
from tests.records.test_records import complete_record
from tests.storage.test_stored_game import long_game
from workbench.game.session import Session
from workbench.gui.files import words
from workbench.gui.files.my_games import MyGames
from workbench.gui.widgets import file_dialogs
from workbench.gui.widgets import words as widgets_words
from workbench.matches.archive.archive import Archive
from workbench.matches.archive.default import default_archive
from workbench.records import files
from workbench.records.schema import Line, Move, Record, Seat
from workbench.storage import library
from workbench.storage.autosave import find_abandoned
from workbench.storage.session_records import record_of
from workbench.storage.stored_game import StoredGame
from workbench.table.setup import Setup

pytestmark = [pytest.mark.window, pytest.mark.usefixtures("home")]

SMALL = Setup("herd(size=3)", TWO, 1, PLACING)


def test_game_is_saved_and_opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "a game.herbarium"
    names: list[str] = []

    def ask_save(parent: object, folder: Path, name: str, kind: object) -> Path:
        names.append(name)
        return file

    monkeypatch.setattr(file_dialogs, "ask_save", ask_save)
    monkeypatch.setattr(file_dialogs, "ask_open_several", lambda *_: [file])
    with open_window(SMALL) as window:
        press("s", "Control_L")
        assert status_text(window).endswith(words.NOTHING_TO_SAVE)
        click_spot(window, "b2")
        wait(lambda: window.playing.accepts_moves)
        press("S", "Control_L", "Shift_L")
        wait_for_jobs(window)
        assert names and names[0].endswith(files.SUFFIX) and window.notice.text == widgets_words.saved(file)
        assert files.read(file) == record_of(window.table.session)
        click_spot(window, "a1")
        wait(lambda: window.tabs.labels()[0].unsaved)
        press("s", "Control_L")
        wait_for_jobs(window)
        assert files.read(file) == record_of(window.table.session) and len(names) == 1
        assert not window.tabs.labels()[0].unsaved
        session = window.table.session
        press("o", "Control_L")
        wait_for_jobs(window)
        assert window.table.session is session and len(window.tabs.open) == 1, "it is open already"
    with open_window(Setup("herd(size=2)", TWO, 1)) as window:
        press("o", "Control_L")
        wait_for_jobs(window)
        assert len(window.tabs.open) == 1 and game_file(window) == file, "a game without a decision makes room"
        assert [step.move for step in window.table.session.steps] == ["b2", "a1"] and shows_position(window)
        press("z", "Control_L")
        assert [step.move for step in window.table.session.steps] == ["b2"] and shows_position(window)
        assert window.files.recent == [file]
        menu = window.screen.top.menus["game"]
        press("g", "Alt_L")
        labels = [menu.entrycget(n, "label") for n in range(menu.index("end") + 1) if menu.type(n) != "separator"]  # type: ignore[operator]
        (inner,) = (child for child in menu.winfo_children() if isinstance(child, Menu))
        assert "Recent files" in labels and inner.entrycget(0, "label") == "a game"
        press("Escape")


def test_first_save_needs_no_file_name() -> None:
    with open_window(SMALL) as window:
        click_spot(window, "b2")
        wait(lambda: window.playing.accepts_moves)
        press("s", "Control_L")
        wait_for_jobs(window)
        assert window.notice.text == words.KEPT
        (found,) = library.Library().search()
        assert found.file == game_file(window) and found.result == library.UNFINISHED


def test_adjourned_game_is_resumed(home: Path) -> None:
    with open_window(Setup("herd(size=3)", ("person", "greedy"), 4)) as window:
        wait(lambda: window.playing.accepts_moves)
        while len(window.table.session.steps) < 8:
            wait(lambda: window.playing.accepts_moves)
            click_spot(window, min(window.playing.move_input.entry.next_spots))
        session = window.table.session
        press("W", "Control_L", "Shift_L")
        wait_for_jobs(window)
        assert window.table.session is not session and window.notice.text == words.ADJOURNED
        steps = session.steps
    assert all(len(moves(game)) <= 1 for game in find_abandoned()), "an adjourned game is saved"
    with open_window(SMALL) as window:
        press("O", "Control_L", "Shift_L")
        page = window.pages.open["games"]
        assert isinstance(page, MyGames)
        wait(lambda: page.found)
        page.filter.focus_force()
        press("Return")
        wait_for_jobs(window)
        assert not page.winfo_exists() and window.table.session.steps[: len(steps)] == steps
        wait(lambda: window.playing.accepts_moves)
        assert shows_position(window)
        click_spot(window, min(window.playing.move_input.entry.next_spots))
        wait(lambda: window.playing.accepts_moves)
        assert len(window.table.session.steps) > len(steps), "its bot plays on"


def test_finished_game_is_saved_automatically() -> None:
    with open_window(Setup("herd(size=2)", ("person", "random"), 5)) as window:
        while window.table.session.waits_for != "over":
            wait(lambda: window.playing.accepts_moves or window.table.session.waits_for == "over")
            if window.playing.accepts_moves:
                click_spot(window, min(window.playing.move_input.entry.next_spots))
        wait(lambda: library.Library().search())
        wait_for_jobs(window)
        (found,) = library.Library().search()
        assert found.result == " : ".join(map(str, window.table.state.points()))
        assert not window.tabs.labels()[0].unsaved
        press("z", "Control_L")
        settle(0.1)
        assert len(library.Library().search()) == 1


def my_games(window: TestedWindow) -> MyGames:
    page = window.pages.open["games"]
    assert isinstance(page, MyGames)
    return page


def test_my_games_can_be_filtered_and_deleted(home: Path) -> None:
    own = library.Library()
    with open_window(SMALL) as window:
        press("O", "Control_L", "Shift_L")
        empty = window.pages.open["games"]
        assert isinstance(empty, MyGames)
        wait(lambda: empty.empty.cget("text") == words.NO_GAMES)
        empty.destroy()
    for number, (game, name) in enumerate((("herd", "Ann"), ("forest", "Bob"), ("herbalism", "Cleo"))):
        record = complete_record(game)
        seats = (Seat(player="person", name=name), *record.seats[1:])
        own.save(
            _replace(
                record,
                seats=seats,
                created=f"2025-03-0{number + 1}T12:00:00+01:00",
                comment="a strange one" if number == 1 else "",
            )
        )
    (own.folder / "broken.herbarium").write_bytes(b"\x1f\x8bnothing")
    with open_window(SMALL) as window:
        window.registry.run("games")
        page = my_games(window)
        wait(lambda: len(page.found) == 4)
        rows = [page.list.item(row, "values") for row in page.list.get_children()]
        assert [row[0] for row in rows] == [
            "Herbalism, 3 players",
            "The GAME without a NAME",
            "Herd, size 5",
            "broken.herbarium",
        ]
        assert rows[0][1].startswith("Cleo – person") and rows[0][3] == "2025-03-03  12:00"
        assert "file: " in rows[3][1]
        page.list.selection_set("3")
        root().update()
        assert (
            "cannot be opened" in page.reason_label.cget("text") and str(page.open_button.cget("state")) == "disabled"
        )
        for text, hits in (
            ("ann", ["Herd, size 5"]),
            ("strange", ["The GAME without a NAME"]),
            ("person herb", ["Herbalism, 3 players"]),
            ("nobody", []),
        ):
            page.filter.focus_force()
            page.filter.delete(0, "end")
            type_text(text)
            wait(lambda hits=hits: [page.list.item(row, "values")[0] for row in page.list.get_children()][:-1] == hits)  # type: ignore[misc]
        page.filter.delete(0, "end")
        type_text("bob")
        wait(lambda: len(page.found) == 2 and not page.timer and not window.files.background.pending)
        window.set_theme("dark")
        page = my_games(window)
        assert page.filter.get() == "bob", "redrawn in the new colours"
        assert str(page.cget("background")) == window.look.palette["card"]
        wait(lambda: len(page.found) == 2 and not page.timer and not window.files.background.pending)
        page.list.focus_force()
        page.list.selection_set("1")
        press("Delete")
        wait(lambda: len(page.found) == 1)
        assert page.restore_button.winfo_manager() and not (own.folder / "broken.herbarium").exists()
        press("z", "Control_L")
        wait(lambda: len(page.found) == 2)
        y = next(y for y in range(page.list.winfo_height()) if page.list.identify_row(y) == "0")
        click(page.list, 60, y + 8)
        click(page.list, 60, y + 8)
        wait(lambda: window.table.info.id == "forest")
        assert shows_position(window) and window.table.session.waits_for == "over"


def _replace(record: Record, **more: object) -> Record:
    return msgspec.structs.replace(record, **more)


def test_record_of_one_seat_is_opened(tmp_path: Path) -> None:
    with open_window(SMALL) as window:
        for game in fastcore.games():
            full_session = Session(game, ["person"] * fastcore.start(game).seats, 3)
            stream = fastcore.Stream(3, "seen")
            while len(full_session.steps) < 12:
                if full_session.waits_for == "chance":
                    full_session.draw_chance()
                else:
                    full_session.play(full_session.state.move_text(stream.choice(full_session.state.moves())))
            seen = tuple(Move(move=step.move) for step in full_session.seen_steps(0))
            seats = tuple(Seat(player="person") for _ in full_session.seats)
            file = tmp_path / f"{game}.herbarium"
            files.write(file, Record(spec=full_session.spec, follows=0, seats=seats, lines=(Line(moves=seen),)))
            window.files.open(file)
            wait_for_jobs(window)
            assert window.notice.text == words.opened(file)
            assert window.table.info.id == game and len(window.table.session.steps) == len(seen)
            assert window.table.point.text() == full_session.state.view(0)
            press("z", "Control_L")
            assert len(window.table.session.steps) < len(seen)
            press("y", "Control_L")
            assert window.table.point.text() == full_session.state.view(0)


def test_game_with_missing_bot_is_opened(tmp_path: Path) -> None:
    """The missing bot is reported only when it has to move."""
    file = tmp_path / "old.herbarium"
    files.write(
        file, Record(spec="herd(size=3)", position=PLACING, seats=(Seat(player="person"), Seat(player="gone(size=3)")))
    )
    with open_window(Setup("herd(size=2)", TWO, 1)) as window:
        window.files.open(file)
        wait_for_jobs(window)
        assert window.playing.accepts_moves and shows_position(window)
        while window.playing.accepts_moves:
            click_spot(window, min(window.playing.move_input.entry.next_spots))
            wait(lambda: window.playing.accepts_moves or window.table.bots.held)
        settle(0.1)
        assert "gone" in status_text(window)


def test_damaged_file_shows_message(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with open_window(SMALL) as window:
        click_spot(window, "b2")
        wait(lambda: window.playing.accepts_moves)
        session = window.table.session
        cut = tmp_path / "cut.herbarium"
        files.write(cut, record_of(session))
        cut.write_bytes(cut.read_bytes()[:-9])
        empty = tmp_path / "empty.herbarium"
        empty.write_bytes(b"")
        wrong = tmp_path / "wrong.herbarium"
        files.write(wrong, _replace(record_of(session), lines=(Line(moves=(Move(move="z9"),)),)))
        for file, reason in (
            (cut, "the file is incomplete"),
            (empty, "it is empty"),
            (wrong, "move 1"),
            (tmp_path / "none.herbarium", "No such file"),
            (tmp_path, "it is a folder"),
        ):
            window.files.open(file)
            wait_for_jobs(window)
            assert window.notice.text.startswith("The file cannot be opened: ") and reason in window.notice.text, (
                window.notice.text
            )
            assert len(window.notice.text.splitlines()) == 1 and window.notice.warning
            assert window.table.session is session and len(window.tabs.open) == 1


def test_match_archive_is_not_reported_as_damaged_game(tmp_path: Path) -> None:
    with open_window(SMALL) as window:
        for file, how in (
            (default_archive(), "Open it in Matches (Ctrl+M)."),
            (tmp_path / "points.matches", f"In a terminal: herbarium show {tmp_path / 'points.matches'}"),
        ):
            file.parent.mkdir(parents=True, exist_ok=True)
            Archive(file, create=True).close()
            window.files.open(file)
            wait_for_jobs(window)
            assert (
                window.notice.text == f"{file.name} is an archive of matches, not a game. {how}"
                and window.notice.warning
            )


def test_deleted_file_is_recreated_and_changed_file_kept(tmp_path: Path) -> None:
    with open_window(SMALL) as window:
        click_spot(window, "b2")
        wait(lambda: window.playing.accepts_moves)
        window.registry.run("save")
        wait_for_jobs(window)
        file = game_file(window)
        click_spot(window, "a1")
        file.unlink()
        window.registry.run("save")
        wait_for_jobs(window)
        assert window.notice.text == words.recreated(file) and file.exists()
        theirs = _replace(record_of(window.table.session), comment="of another window")
        files.write(file, theirs)
        click_spot(window, "a2")
        window.registry.run("save")
        wait_for_jobs(window)
        assert game_file(window) != file and window.notice.text == words.saved_beside(file.name, game_file(window))
        assert files.read(file) == theirs and files.read(game_file(window)) == record_of(window.table.session)


def test_autosave_of_long_game_keeps_window_responsive(record_property: Callable[[str, object], None]) -> None:
    """The game changes ten times a second."""
    with open_window(SMALL) as window:
        game = StoredGame(long_game("herd(size=6)"))
        window.tabs.resume(game)
        settle(0.5)

        def change() -> None:
            window.table.session.document.annotations.set_comment(1, str(time.perf_counter()))
            timers.append(root().after(100, change))

        timers = [root().after(100, change)]
        gap = longest_gap(deep(2, 20))
        root().after_cancel(timers[-1])
        assert window.tabs.labels()[0].unsaved
    record_property("longest gap in ms", round(1000 * gap))
    assert len(timers) > 5 and is_fast_enough(gap, 0.05)


def test_command_line_file_opens_in_window(home: Path, tmp_path: Path) -> None:
    file = tmp_path / "mine.herbarium"
    game = Session("herd(size=3)", TWO, 1, PLACING)
    game.play("b2")
    files.write(file, record_of(game))
    script = """
import sys
from workbench.__main__ import main
from workbench.gui import app
class Window(app.Window):
    def _poll(self):
        super()._poll()
        game = self.games.shown
        if game.stored.file is not None:
            print(game.stored.file, len(game.table.session.steps), flush=True)
            self.shell.commands.run("quit")
app.Window = Window
raise SystemExit(main([sys.argv[1]]))
"""
    process = run_program(script, home, str(file))
    assert process.returncode == 0 and not process.stderr, process.stderr
    assert process.stdout.split("\n")[0] == f"{file} 1"


def test_pending_animation_ends_when_tab_changes() -> None:
    """The dice of the hidden game are rolled in the background."""
    with open_window(SMALL, animation=True) as window:
        first = window.playing
        while window.table.session.waits_for == "person":
            window.table.play(window.table.state.move_text(window.table.state.moves()[0]))
        window.tabs.begin(Setup("forest", TWO, 1))
        settle(0.5)
        assert first.table.session.waits_for == "person" and not first.presenter.busy
        assert "went wrong" not in status_text(window) and shows_position(window)

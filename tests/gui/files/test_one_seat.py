"""Tests of saving the record of one seat and opening it as a game that follows the seat."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

pytest.importorskip("tkinter")

from tests.kit.windows import PLACING, TWO, open_window, press, wait, wait_for_jobs
from workbench.game.session import Session
from workbench.gui.files import game_files, words
from workbench.gui.play import private_tabs
from workbench.gui.widgets import file_dialogs
from workbench.records import files
from workbench.records.schema import Record
from workbench.storage.one_seat import seat_record, snapshot
from workbench.table.setup import Setup

pytestmark = [pytest.mark.window, pytest.mark.usefixtures("home")]


def test_seat_record_is_saved_and_opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file, proposed_names, threads = tmp_path / "own.herbarium", list[str](), list[threading.Thread]()

    def traced_snapshot(session: Session, seat: int, tags: dict[str, str]) -> Callable[[], Record]:
        create_record = snapshot(session, seat, tags=tags)

        def work() -> Record:
            threads.append(threading.current_thread())
            return create_record()

        return work

    monkeypatch.setattr(game_files, "snapshot", traced_snapshot)

    def ask_save(parent: object, folder: Path, name: str, kind: object) -> Path:
        proposed_names.append(name)
        return file

    monkeypatch.setattr(file_dialogs, "ask_save", ask_save)
    with open_window(Setup("herbs(ap=30,actions=1,rounds=3)", TWO, 1)) as window:
        command, table = window.registry["save_seat"], window.table
        assert command.why_not() == words.NOTHING_TO_SAVE and command.choices is not None
        table.take_over()
        for move in ("0M2", "WhE5"):
            table.play(move)
        wait(lambda: command.why_not() == words.SEAT_COVERED)  # the second person has not taken over yet
        assert not command.choices()
        window.files.save_seat(0)
        assert not proposed_names and window.notice.text == words.SEAT_COVERED, "from a menu that was open before"
        table.take_over()
        table.play("2M1")
        session = table.session
        ((side, save),) = command.choices()
        assert side == "Blue" and not command.why_not()
        save()
        wait_for_jobs(window)
        assert window.notice.text == words.saved_seat("Blue", file) and proposed_names[0].endswith(
            "-seen-by-Blue.herbarium"
        )
        assert threads and threading.main_thread() not in threads, "a long game takes its time"
        # several people share this screen, so the tag names the seat
        expected = msgspec.structs.replace(seat_record(session, 1), tags={private_tabs.TAG: "Blue"})
        assert files.read(file) == expected and b"0M2" not in files.decompress(file.read_bytes())
        window.files.open(file)
        wait(lambda: window.tabs.private.bar is not None)  # another person may be at the screen
        press("Return")
        wait(lambda: window.table.session.follows == 1)
        assert window.table.session.viewpoint(1) == session.viewpoint(1) and command.why_not() == words.ONE_SEAT
        content = file.read_bytes()
        window.tabs.show(0)
        table.take_over()
        assert command.choices()
        for _, again in command.choices():
            again()
        assert file.read_bytes() == content and window.notice.text == words.is_open(file), (
            "an open game is not written over"
        )
    with open_window(Setup("herd(size=3)", TWO, 1, PLACING)) as window:
        assert window.registry["save_seat"].why_not() == words.NOTHING_HIDDEN

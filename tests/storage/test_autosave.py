"""Tests of autosaves: open games survive a crash, and a clean exit leaves no file."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from time import monotonic, sleep

import pytest

import fastcore
from tests.conftest import is_fast_enough
from workbench.game.session import PERSON, Session
from workbench.records import files
from workbench.storage.autosave import Autosave, find_abandoned
from workbench.storage.session_records import record_of, session_of
from workbench.system import saving

GAME = fastcore.games()[0]


def new_session() -> Session:
    return Session(GAME, [PERSON] * fastcore.start(GAME).seats, 1)


def wait_until(condition: Callable[[], object], seconds: float = 10) -> None:
    deadline = monotonic() + seconds
    while not condition():
        assert monotonic() < deadline, "condition not met in time"
        sleep(0.005)


def test_latest_state_is_kept_and_clean_end_leaves_nothing(tmp_path: Path) -> None:
    autosave = Autosave(folder=tmp_path, seconds=0.01)
    game = new_session()
    for _ in range(5):
        game.play(game.state.move_text(game.state.moves()[0]))
        autosave.keep(record_of(game))
    wait_until(lambda: autosave.file.exists() and files.read(autosave.file) == record_of(game))
    assert find_abandoned(tmp_path) == [], "a running program keeps its file"
    autosave.close()
    assert list(tmp_path.iterdir()) == []


def test_writes_are_throttled_and_never_block(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    written: list[float] = []

    def slow_write(file: Path, data: bytes) -> None:
        written.append(monotonic())
        sleep(0.05)

    monkeypatch.setattr(saving, "write", slow_write)
    autosave = Autosave(folder=tmp_path, seconds=0.2)
    start, record = monotonic(), record_of(new_session())
    while monotonic() < start + 0.7:
        before = monotonic()
        autosave.keep(record)
        assert is_fast_enough(monotonic() - before, 0.04)
        sleep(0.005)
    autosave.close()
    assert 2 <= len(written) <= 1 + (monotonic() - start) / 0.2
    assert all(later - earlier > 0.19 for earlier, later in pairwise(written))


def test_autosave_of_a_killed_program_is_found(tmp_path: Path) -> None:
    code = (
        "import sys, time\nfrom pathlib import Path\nfrom tests.storage.test_autosave import new_session\n"
        "from workbench.storage.autosave import Autosave\nfrom workbench.storage.session_records import record_of\n"
        "game = new_session()\ngame.play(game.state.move_text(game.state.moves()[0]))\n"
        f"saver = Autosave(folder=Path({str(tmp_path)!r}), seconds=0.01)\nsaver.keep(record_of(game))\n"
        "while not saver.file.exists(): time.sleep(0.01)\nprint('written', flush=True)\ntime.sleep(60)\n"
    )
    root = Path(__file__).parents[2]
    with subprocess.Popen([sys.executable, "-c", code], cwd=root, stdout=subprocess.PIPE, text=True) as program:
        assert program.stdout is not None and program.stdout.readline() == "written\n"
        assert find_abandoned(tmp_path) == []
        os.kill(program.pid, signal.SIGTERM if os.name == "nt" else signal.SIGKILL)
        program.wait()
    (abandoned,) = find_abandoned(tmp_path)
    assert abandoned.record is not None and len(session_of(abandoned.record).steps) == 1
    assert find_abandoned(tmp_path) == [abandoned], "listing removes nothing"
    abandoned.discard()
    assert find_abandoned(tmp_path) == [] and list(tmp_path.iterdir()) == []


def test_damaged_autosave_is_listed_as_damaged(tmp_path: Path) -> None:
    (tmp_path / f"1-x{files.SUFFIX}").write_bytes(b"\x1f\x8bnothing")
    (abandoned,) = find_abandoned(tmp_path)
    assert abandoned.record is None and abandoned.damage.startswith("file: ")
    assert find_abandoned(tmp_path / "nowhere") == []


def test_write_failure_is_reported_once_and_retried(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lines: list[str] = []
    disk_full, write, tries = [True], saving.write, [0]

    def write_or_fail(file: Path, data: bytes) -> None:
        tries[0] += 1
        if disk_full[0]:
            raise saving.WriteError(f"{file}: it cannot be written: No space left\non device")
        write(file, data)

    monkeypatch.setattr(saving, "write", write_or_fail)
    autosave = Autosave(lines.append, tmp_path, 0.01)
    record = record_of(new_session())
    for number in (1, 2, 3):
        autosave.keep(record)
        wait_until(lambda number=number: tries[0] >= number)  # type: ignore[misc]
    wait_until(lambda: lines)
    assert len(lines) == 1 and "No space left on device" in lines[0] and len(lines[0].splitlines()) == 1
    disk_full[0] = False
    autosave.keep(record)
    wait_until(autosave.file.exists)
    autosave.close()
    assert list(tmp_path.iterdir()) == []


def test_uncreatable_folder_is_reported_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("a file")
    lines: list[str] = []
    autosave = Autosave(lines.append, tmp_path / "taken" / "autosave", 0.01)
    autosave.keep(record_of(new_session()))
    wait_until(lambda: lines)
    autosave.close()
    assert len(lines[0].splitlines()) == 1 and find_abandoned(tmp_path / "taken" / "autosave") == []

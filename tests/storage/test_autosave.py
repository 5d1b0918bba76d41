"""What is on the table survives the program; a clean end leaves nothing, and what lives is left alone."""

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
from tests.conftest import in_time
from workbench.game.session import PERSON, Session
from workbench.records import files
from workbench.storage.autosave import Autosave, left_behind
from workbench.storage.session_records import record_of, session_of
from workbench.system import saving

GAME = fastcore.games()[0]


def session() -> Session:
    return Session(GAME, [PERSON] * fastcore.start(GAME).seats, 1)


def wait(until: Callable[[], object], seconds: float = 10) -> None:
    end = monotonic() + seconds
    while not until():
        assert monotonic() < end, "it did not happen in time"
        sleep(0.005)


def test_the_newest_is_kept_and_a_clean_end_leaves_nothing(tmp_path: Path) -> None:
    autosave = Autosave(folder=tmp_path, seconds=0.01)
    game = session()
    for _ in range(5):
        game.play(game.state.move_text(game.state.moves()[0]))
        autosave.keep(record_of(game))
    wait(lambda: autosave.file.exists() and files.read(autosave.file) == record_of(game))
    assert left_behind(tmp_path) == [], "a program that lives keeps its file"
    autosave.close()
    assert list(tmp_path.iterdir()) == []


def test_it_is_written_now_and_then_and_nobody_waits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    written: list[float] = []

    def slow(file: Path, data: bytes) -> None:
        written.append(monotonic())
        sleep(0.05)

    monkeypatch.setattr(saving, "write", slow)
    autosave = Autosave(folder=tmp_path, seconds=0.2)
    began, record = monotonic(), record_of(session())
    while monotonic() < began + 0.7:
        before = monotonic()
        autosave.keep(record)
        assert in_time(monotonic() - before, 0.04)
        sleep(0.005)
    autosave.close()
    assert 2 <= len(written) <= 1 + (monotonic() - began) / 0.2
    assert all(later - earlier > 0.19 for earlier, later in pairwise(written))


def test_what_a_killed_program_left_is_found(tmp_path: Path) -> None:
    work = (
        "import sys, time\nfrom pathlib import Path\nfrom tests.storage.test_autosave import session\n"
        "from workbench.storage.autosave import Autosave\nfrom workbench.storage.session_records import record_of\n"
        "game = session()\ngame.play(game.state.move_text(game.state.moves()[0]))\n"
        f"saver = Autosave(folder=Path({str(tmp_path)!r}), seconds=0.01)\nsaver.keep(record_of(game))\n"
        "while not saver.file.exists(): time.sleep(0.01)\nprint('written', flush=True)\ntime.sleep(60)\n"
    )
    root = Path(__file__).parents[2]
    with subprocess.Popen([sys.executable, "-c", work], cwd=root, stdout=subprocess.PIPE, text=True) as program:
        assert program.stdout is not None and program.stdout.readline() == "written\n"
        assert left_behind(tmp_path) == []
        os.kill(program.pid, signal.SIGTERM if os.name == "nt" else signal.SIGKILL)
        program.wait()
    (one,) = left_behind(tmp_path)
    assert one.record is not None and len(session_of(one.record).steps) == 1
    assert left_behind(tmp_path) == [one], "looking takes nothing away"
    one.discard()
    assert left_behind(tmp_path) == [] and list(tmp_path.iterdir()) == []


def test_a_damaged_file_is_listed_as_such(tmp_path: Path) -> None:
    (tmp_path / f"1-x{files.SUFFIX}").write_bytes(b"\x1f\x8bnothing")
    (one,) = left_behind(tmp_path)
    assert one.record is None and one.damage.startswith("file: ")
    assert left_behind(tmp_path / "nowhere") == []


def test_a_failure_is_one_line_and_the_next_writing_works(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lines: list[str] = []
    full, write, tries = [True], saving.write, [0]

    def perhaps(file: Path, data: bytes) -> None:
        tries[0] += 1
        if full[0]:
            raise saving.CannotWrite(f"{file}: it cannot be written: No space left\non device")
        write(file, data)

    monkeypatch.setattr(saving, "write", perhaps)
    autosave = Autosave(lines.append, tmp_path, 0.01)
    record = record_of(session())
    for number in (1, 2, 3):
        autosave.keep(record)
        wait(lambda number=number: tries[0] >= number)  # type: ignore[misc]
    wait(lambda: lines)
    assert len(lines) == 1 and "No space left on device" in lines[0] and len(lines[0].splitlines()) == 1
    full[0] = False
    autosave.keep(record)
    wait(autosave.file.exists)
    autosave.close()
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_cannot_be_made_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("a file")
    lines: list[str] = []
    autosave = Autosave(lines.append, tmp_path / "taken" / "autosave", 0.01)
    autosave.keep(record_of(session()))
    wait(lambda: lines)
    autosave.close()
    assert len(lines[0].splitlines()) == 1 and left_behind(tmp_path / "taken" / "autosave") == []
